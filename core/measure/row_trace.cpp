#include "core/measure/row_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/derived.h"

namespace plumbline {
namespace {

std::string_view firstTokenName(FirstTokenKind kind) {
    switch (kind) {
        case FirstTokenKind::anyEvent:
            return "first event";
        case FirstTokenKind::anyText:
            return "first text";
        case FirstTokenKind::reasoningText:
            return "first reasoning, as reported";
        case FirstTokenKind::answerText:
            return "first answer text";
        case FirstTokenKind::engine:
            return "first token of the engine";
        case FirstTokenKind::unknown:
            break;
    }
    return "first token";
}

std::string_view gapsAre(GapBasis basis) {
    switch (basis) {
        case GapBasis::chunk:
            return "chunks, from the gaps between them";
        case GapBasis::read:
            return "reads of the stream, each of which may hold several chunks";
        case GapBasis::token:
            return "tokens, from the gaps between them";
        case GapBasis::synthetic:
            return "chunks at times that the harness made up from a mean";
        case GapBasis::unknown:
            break;
    }
    return "arrivals, from gaps of which is not known what they lie between";
}

std::vector<RowMoment> momentsOf(const Columns& rows, std::size_t row) {
    std::vector<RowMoment> all{{"sent", Nanoseconds::zero()},
                               {"headers", rows.headers[row]},
                               {"first byte", rows.firstByte[row]},
                               {"first reasoning", rows.firstReasoning[row]},
                               {"first content", rows.firstContent[row]},
                               {firstTokenName(rows.firstTokenKind[row]), rows.firstToken[row]},
                               {"last content", rows.lastContent[row]},
                               {"end", rows.end[row]}};
    std::erase_if(all, [](const RowMoment& moment) { return !isKnown(moment.time); });
    std::stable_sort(all.begin(), all.end(), [](const RowMoment& a, const RowMoment& b) { return a.time < b.time; });
    return all;
}

}  // namespace

RowTrace rowTrace(const Columns& rows, std::size_t row, std::span<const Nanoseconds> gaps) {
    RowTrace trace;
    trace.moments = momentsOf(rows, row);
    const Nanoseconds first =
        firstTime(rows.firstReasoning[row], rows.firstContent[row], rows.firstToken[row], rows.firstTokenKind[row])
            .time;
    if (!isKnown(rows.gapCount[row])) {
        trace.chunkNote = "When each chunk came is not recorded.";
    } else if (!isKnown(first)) {
        trace.chunkNote = "The gaps between chunks are recorded, but not when the first came.";
    } else if (static_cast<Count>(gaps.size()) != rows.gapCount[row]) {
        trace.chunkNote = "The gaps between chunks are not read yet.";
    } else {
        trace.chunks.push_back(first);
        for (const Nanoseconds gap : gaps) trace.chunks.push_back(trace.chunks.back() + gap);
        trace.chunkNote = trace.chunks.size() == 1
                              ? "All came at once: there is no gap."
                              : fmt::format("{} {}.", trace.chunks.size(), gapsAre(rows.gapBasis[row]));
    }
    trace.from = trace.moments.front().time;
    trace.to = trace.moments.back().time;
    for (const Nanoseconds chunk : trace.chunks) {
        trace.from = std::min(trace.from, chunk);
        trace.to = std::max(trace.to, chunk);
    }
    return trace;
}

}  // namespace plumbline
