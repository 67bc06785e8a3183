#include "core/judge/compare/decided_loads.h"

#include <fmt/format.h>

#include "core/judge/words.h"

namespace plumbline {
namespace {

/// What one load says: its whole interval meets the limit, or misses it, or neither.
enum class Side : std::uint8_t { meets, misses, open };

Side sideOf(const Evidence& evidence, const Slo& slo) {
    const bool isUpper = slo.op == Comparison::less || slo.op == Comparison::lessOrEqual;
    const auto &must = isUpper ? evidence.interval.high : evidence.interval.low,
               &mustNot = isUpper ? evidence.interval.low : evidence.interval.high;
    if (must && meets(slo, *must)) return Side::meets;
    return mustNot && !meets(slo, *mustNot) ? Side::misses : Side::open;
}

}  // namespace

DecidedLoads decidedLoads(LevelValues& values, const std::vector<std::vector<LevelIntervals>>& intervals,
                          std::size_t configuration, const Slo& slo, CrossingState state) {
    DecidedLoads out;
    const ConfigurationFigures& one = values.input().figures.configurations[configuration];
    const Quantity quantity = quantityOf(slo.metric, slo.statistic);
    bool allMeet = true;
    for (const std::size_t number : one.line) {
        const LevelFigures& level = one.levels[number];
        if (!value(level, quantity) && !notAttained(level, quantity)) continue;
        const Evidence evidence =
            evidenceOf(values, intervals[configuration][number], {configuration, number}, quantity);
        const Side side = sideOf(evidence, slo);
        allMeet = allMeet && side == Side::meets;
        if (allMeet) out.low = level.load.value;
        if (side == Side::misses && !out.high) out.high = level.load.value;
        if (side == Side::open && out.undecided.empty())
            out.undecided =
                fmt::format("at {}: {}", numberText(level.load.value),
                            evidence.isKnown() ? "the interval holds values on both sides" : evidence.basis);
    }
    if (state == CrossingState::notReached) out.high.reset();
    if (state == CrossingState::alreadyMissed) out.low.reset();
    if (state == CrossingState::withheld) out = {};
    const std::string why = state == CrossingState::withheld ? "the value is withheld at every load" : out.undecided;
    if (!out.low) out.noLow = state == CrossingState::alreadyMissed ? "the limit is missed at the first load" : why;
    if (!out.high) out.noHigh = state == CrossingState::notReached ? "the limit is met at every load" : why;
    if (!out.low && out.noLow.empty()) out.noLow = "the first load's interval misses the limit";
    return out;
}

std::string text(const DecidedLoads& decided) {
    if (decided.low && decided.high)
        return fmt::format("by the intervals between {} and {}", numberText(*decided.low), numberText(*decided.high));
    if (decided.low) return fmt::format("by the intervals met up to {}", numberText(*decided.low));
    if (decided.high) return fmt::format("by the intervals missed at {}", numberText(*decided.high));
    const std::string& why = decided.undecided.empty() ? decided.noLow : decided.undecided;
    return "by the intervals no load is decided: " + why;
}

}  // namespace plumbline
