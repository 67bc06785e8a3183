// Token counts that contradict each other, or the limit that was set.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Apart by no more than this is counting, not contradiction (METRICS §3).
constexpr double fewTokens = 5;

std::string countOf(Count count) { return countText(static_cast<std::uint64_t>(count)); }

/// What the output tokens are held against: the source's second count, else chunks that each are one token.
struct SecondCount {
    Count count = unknownCount;
    const char* what = "";
};

SecondCount secondCount(const Columns& rows, std::size_t row) {
    if (isKnown(rows.otherOutputTokens[row])) return {rows.otherOutputTokens[row], "by the second count"};
    if (rows.gapBasis[row] == GapBasis::token) return {rows.chunks[row], "chunks of one token each"};
    return {};
}

bool gotNothing(const Columns& rows, std::size_t row) {
    return !isKnown(firstTimeOf(rows, row).time) && !isKnown(rows.lastContent[row]);
}

/// Reasoning is part of the output (METRICS §1).
void flagReasoning(const Columns& rows, std::size_t row, RowFlags& out) {
    out.add(RowIndex(row), static_cast<double>(rows.reasoningTokens[row]), static_cast<double>(rows.outputTokens[row]),
            "tokens",
            fmt::format("{} reasoning tokens of {} output tokens", countOf(rows.reasoningTokens[row]),
                        countOf(rows.outputTokens[row])));
}

std::string aboveText(const Columns& rows, std::size_t row) {
    return fmt::format("{} output tokens where {} were allowed", countOf(rows.outputTokens[row]),
                       countOf(rows.maxTokens[row]));
}

std::string askedText(const Columns& rows, std::size_t row) {
    return fmt::format("{} output tokens were asked for and are written down, but nothing came",
                       countOf(rows.outputTokens[row]));
}

}  // namespace

void flagTokensDisagree(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const double limit = out.threshold();
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const Count tokens = rows.outputTokens[row];
            if (isKnown(tokens) && rows.reasoningTokens[row] > tokens) return flagReasoning(rows, row, out);
            const SecondCount other = secondCount(rows, row);
            if (!isKnown(tokens) || !isKnown(other.count)) return;
            const double apart = std::abs(tokens - other.count), whole = std::max(tokens, other.count);
            if (apart <= fewTokens || apart <= limit * whole) return;
            out.add(RowIndex(row), apart / whole, limit, "",
                    fmt::format("{} output tokens, but {} {}", countOf(tokens), countOf(other.count), other.what));
        });
    }
}

void flagAboveLimit(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const Count tokens = rows.outputTokens[row], most = rows.maxTokens[row];
            if (!isKnown(tokens) || tokens == 0) return;
            if (isKnown(most) && tokens > most)
                out.add(RowIndex(row), static_cast<double>(tokens), static_cast<double>(most), "tokens",
                        aboveText(rows, row));
            else if (rows.tokenSource[row] == TokenSource::requested && gotNothing(rows, row))
                out.add(RowIndex(row), static_cast<double>(tokens), 0, "tokens", askedText(rows, row));
        });
    }
}

}  // namespace plumbline
