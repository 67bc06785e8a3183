#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

struct Ceiling {
    double rate = 0;
    const char* what = "";
};

/// The ceiling of the bound where a level has one (of a sequence alone: a row may find a quieter moment than the
/// level's mean batch), else the largest rate that the settings believe (METRICS §3).
Ceiling ceilingOf(const JudgeInput& input, LevelPlace place) {
    const LevelFigures& level = input.level(place);
    if (level.bound && level.bound->aloneCeiling) return {*level.bound->aloneCeiling, "the bound's ceiling"};
    return {input.settings.measure.maxRate, "the largest rate believed"};
}

/// N / G; tokens that all came with the end are counted over one nanosecond, for a rate must be a number. Nothing where
/// the row is short, or has no interval.
std::optional<double> believedRate(const JudgeInput& input, std::size_t row) {
    const Columns& rows = input.data.rows;
    const MeasureSettings& measure = input.settings.measure;
    const Count tokens = rows.outputTokens[row];
    if (tokens < std::max(1, measure.shortTokens)) return std::nullopt;
    const Nanoseconds interval = between(firstTimeOf(rows, row).time, intervalEndOf(rows, row, measure.intervalEnd));
    if (!isKnown(interval) || interval < Nanoseconds{0}) return std::nullopt;
    return tokens / seconds(std::max(interval, Nanoseconds{1}));
}

void flag(const Columns& rows, std::size_t row, double rate, const Ceiling& ceiling, RowFlags& out) {
    const double interval = rows.outputTokens[row] / rate;
    out.add(RowIndex(row), rate, ceiling.rate, "tokens/s",
            fmt::format("{} tokens within {} of the first would be {} tokens/s, above {} of {}",
                        countText(static_cast<std::uint64_t>(rows.outputTokens[row])), secondsText(interval),
                        numberText(rate), ceiling.what, numberText(ceiling.rate)));
}

}  // namespace

void flagRateCeiling(const JudgeInput& input, RowFlags& out) {
    for (const LevelPlace place : input.levels()) {
        const Ceiling ceiling = ceilingOf(input, place);
        input.forEachRow(place, [&](std::size_t row) {
            const std::optional<double> rate = believedRate(input, row);
            if (rate && *rate > ceiling.rate) flag(input.data.rows, row, *rate, ceiling, out);
        });
    }
}

}  // namespace plumbline
