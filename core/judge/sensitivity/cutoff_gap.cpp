#include "core/judge/sensitivity/cutoff_gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/judge/stream_look.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::int64_t shortestBin = 1'000;  // ns
constexpr int binsPerDecade = 10;
constexpr std::int64_t mostChunkBins = 20;

constexpr std::size_t fewestRows = 20;
constexpr std::size_t fewestPerSide = 5;
constexpr std::size_t sideShare = 100;  // one row in so many
constexpr double narrowest = 0.5;       // orders of magnitude

/// The largest number for an edge beyond it.
std::int64_t edgeOf(std::int64_t bin) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const double edge = static_cast<double>(shortestBin) * std::pow(10.0, static_cast<double>(bin) / binsPerDecade);
    return edge < static_cast<double>(largest) ? std::llround(edge) : largest;
}

std::vector<CutoffBin> chunkBins(std::int64_t most) {
    std::vector<CutoffBin> out;
    for (std::int64_t chunks = 0; chunks <= std::min(most, mostChunkBins); ++chunks)
        out.push_back({chunks, chunks + 1, 0});
    if (most > mostChunkBins) out.push_back({mostChunkBins + 1, most + 1, 0});
    return out;
}

/// Calls f(row) for the rows of a level that are in the statistics and that the guards have a word on.
template <class F>
void forEachJudged(const JudgeInput& input, LevelPlace place, F f) {
    if (input.level(place).summaryOnly) return;
    input.forEachRow(place, [&](std::size_t row) {
        const Verdict verdict = (*input.figures.verdicts)[row];
        const bool isJudged = verdict == Verdict::buffered || verdict == Verdict::streamed;
        if (isJudged && (*input.figures.places)[row] == Place::in) f(row);
    });
}

double ordersBetween(Nanoseconds below, Nanoseconds above) {
    return std::log10(static_cast<double>(above.count()) /
                      static_cast<double>(std::max<std::int64_t>(below.count(), shortestBin)));
}

/// Halfway in orders of magnitude, in as few digits as lie in the gap.
Nanoseconds middleOf(Nanoseconds below, Nanoseconds above) {
    const auto low = static_cast<double>(std::max<std::int64_t>(below.count(), shortestBin));
    const double middle = std::sqrt(low * static_cast<double>(above.count()));
    for (int digits = 1; digits <= 4; ++digits) {
        const double step = std::pow(10.0, std::floor(std::log10(middle)) - digits);
        const Nanoseconds rounded(std::llround(std::round(middle / step) * step));
        if (below < rounded && rounded <= above) return rounded;
    }
    return above;
}

/// In pieces that are sorted, then merged two by two, so that a stop is soon seen. False: one was asked for.
bool sortByInterval(std::vector<JudgedInterval>& rows, const std::stop_token& stop) {
    constexpr std::size_t piece = 1U << 16;
    const auto less = [](const JudgedInterval& a, const JudgedInterval& b) { return a.interval < b.interval; };
    const auto place = [&](std::size_t i) {
        return rows.begin() + static_cast<std::ptrdiff_t>(std::min(i, rows.size()));
    };
    for (std::size_t i = 0; i < rows.size() && !stop.stop_requested(); i += piece)
        std::sort(place(i), place(i + piece), less);
    for (std::size_t width = piece; width < rows.size(); width *= 2)
        for (std::size_t i = 0; i < rows.size() && !stop.stop_requested(); i += 2 * width)
            std::inplace_merge(place(i), place(i + width), place(i + 2 * width), less);
    return !stop.stop_requested();
}

std::string ruleText() {
    return "Looked for is the widest empty stretch that is half an order of magnitude wide or more, begins below 1 s, "
           "and has 5 rows and 1% of them on each side.";
}

std::string gapText(const GapSearch& search) {
    const SuggestedCutoff& gap = search.gap;
    const std::string where =
        fmt::format("no row's interval lies between {} ({} rows up to it) and {} ({} rows from it)",
                    secondsText(seconds(gap.below)), countText(gap.rowsBelow), secondsText(seconds(gap.above)),
                    countText(gap.rowsAbove));
    switch (search.state) {
        case GapState::found:
            return fmt::format(
                "The data suggest an interval of {}: {}, and what is below does not look like streams. It lies halfway "
                "across, in orders of magnitude. {} Nothing is set by it.",
                settingText(gap.cutoff), where, ruleText());
        case GapState::streamsBelow:
            return fmt::format(
                "No cutoff is suggested: {}, but {} of those below have gaps like a stream, so that the gap parts "
                "short "
                "answers from long ones and not held-back answers from streams.",
                where, countText(search.streamsBelow));
        case GapState::noGap:
            return "No cutoff is suggested: the intervals have no such gap. " + ruleText();
        case GapState::fewRows:
            break;
    }
    return fmt::format("No cutoff is suggested: fewer than {} rows have an interval.", fewestRows);
}

}  // namespace

std::vector<CutoffBin> intervalBins(std::int64_t longest) {
    std::vector<CutoffBin> out{{0, shortestBin, 0}};
    for (std::int64_t edge = shortestBin; edge <= longest && edge < std::numeric_limits<std::int64_t>::max();) {
        const std::int64_t next = edgeOf(static_cast<std::int64_t>(out.size()));
        out.push_back({edge, next, 0});
        edge = next;
    }
    return out;
}

std::vector<CutoffBin> cutoffHistogram(const JudgeInput& input, std::span<const LevelPlace> levels,
                                       const PreparedRows& prepared, CutoffKind kind) {
    std::vector<std::int64_t> values;
    for (const LevelPlace place : levels)
        forEachJudged(input, place, [&](std::size_t row) {
            if (kind == CutoffKind::chunks && prepared.chunks[row] != manyCount) values.push_back(prepared.chunks[row]);
            if (kind == CutoffKind::interval && prepared.interval[row] != longTime)
                values.push_back(prepared.interval[row].count());
        });
    if (values.empty()) return {};
    const std::int64_t most = *std::max_element(values.begin(), values.end());
    std::vector<CutoffBin> bins = kind == CutoffKind::interval ? intervalBins(most) : chunkBins(most);
    for (const std::int64_t value : values) {
        const auto bin = std::upper_bound(bins.begin(), bins.end(), value,
                                          [](std::int64_t each, const CutoffBin& of) { return each < of.to; });
        ++bin->rows;
    }
    return bins;
}

GapSearch widestGap(std::vector<JudgedInterval> rows, std::stop_token stop) {
    GapSearch out;
    if (rows.size() < fewestRows) return out;
    if (!sortByInterval(rows, stop)) return out;
    const std::size_t side = std::max(fewestPerSide, (rows.size() + sideShare - 1) / sideShare);
    double widest = narrowest;
    std::size_t below = 0;
    for (std::size_t i = side; i + side <= rows.size() && rows[i - 1].interval < Nanoseconds(mostInterval); ++i) {
        if (rows[i].interval == rows[i - 1].interval) continue;
        const double orders = ordersBetween(rows[i - 1].interval, rows[i].interval);
        if (orders < widest || (orders == widest && below > 0)) continue;
        widest = orders;
        below = i;
    }
    out.state = GapState::noGap;
    if (below == 0) return out;
    const Nanoseconds low = rows[below - 1].interval, high = rows[below].interval;
    out.gap = {middleOf(low, high), low, high, below, rows.size() - below};
    for (std::size_t i = 0; i < below; ++i) out.streamsBelow += rows[i].likeStream ? 1U : 0U;
    out.state = 2 * out.streamsBelow > below ? GapState::streamsBelow : GapState::found;
    return out;
}

void suggestCutoff(const JudgeInput& input, std::span<const std::size_t> configurations, Sensitivity& out) {
    const bool lastText = input.settings.measure.intervalEnd == IntervalEnd::lastText;
    const auto prepared = input.data.prepared->rows(input.data, lastText, input.stop);
    if (!prepared) return;
    std::vector<JudgedInterval> rows;
    for (const LevelPlace place : input.levels()) {
        if (std::find(configurations.begin(), configurations.end(), place.configuration) == configurations.end())
            continue;
        forEachJudged(input, place, [&](std::size_t row) {
            const Nanoseconds interval = prepared->interval[row];
            if (interval != longTime) rows.push_back({interval, looksLikeStream(input.data.rows, row, interval)});
        });
    }
    const GapSearch search = widestGap(std::move(rows), input.stop);
    if (search.state == GapState::found) out.suggestion = search.gap;
    out.suggestionText = gapText(search);
}

}  // namespace plumbline
