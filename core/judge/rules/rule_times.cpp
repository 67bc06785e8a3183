// Rows that end long after the others, after their own text, or outside of their run.
#include <fmt/format.h>

#include <algorithm>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// What e2e must pass beside the fences (METRICS §3).
constexpr double timesUpperQuartile = 1.5;

/// Nothing where the level has no quartiles.
std::optional<double> fenceOf(const LevelFigures& level, double spreads) {
    const Distribution& e2e = level.of(RowMetric::e2e);
    const auto low = e2e.at(quantile(0.25)), high = e2e.at(quantile(0.75));
    if (!low || !high || level.summaryOnly) return std::nullopt;
    return std::max(*high + spreads * (*high - *low), timesUpperQuartile * *high);
}

}  // namespace

void flagOutlier(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    for (const LevelPlace place : input.levels()) {
        const auto fence = fenceOf(input.level(place), out.threshold());
        if (!fence) continue;
        input.forEachRow(place, [&](std::size_t row) {
            if (rows.status[row] != Status::ok || !isKnown(rows.end[row])) return;
            const double latency = seconds(rows.end[row]);
            if (latency <= *fence) return;
            out.add(
                RowIndex(row), latency, *fence, "s",
                fmt::format("e2e of {} is far above the level's: three quarters end within {}", secondsText(latency),
                            secondsText(*input.level(place).of(RowMetric::e2e).at(quantile(0.75)))));
        });
    }
}

void flagOutsideRun(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const RunInfo& run = input.data.runs[at(rows.run[row])].info;
            const Nanoseconds early = between(rows.start[row], run.declaredStart);
            const Nanoseconds late = between(run.declaredEnd, rows.start[row]);
            const bool before = isKnown(early) && early > Nanoseconds{0};
            if (!before && !(isKnown(late) && late > Nanoseconds{0})) return;
            const double by = seconds(before ? early : late);
            out.add(RowIndex(row), by, 0, "s",
                    fmt::format("sent {} {}", secondsText(by),
                                before ? "before the run's declared start" : "after the run's declared end"));
        });
    }
}

void flagLongTrailer(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const double limit = out.threshold();
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const Nanoseconds trailer = between(rows.lastContent[row], rows.end[row]);
            if (!isKnown(trailer) || seconds(trailer) <= limit) return;
            out.add(RowIndex(row), seconds(trailer), limit, "s",
                    fmt::format("the response closed {} after its last text", secondsText(seconds(trailer))));
        });
    }
}

}  // namespace plumbline
