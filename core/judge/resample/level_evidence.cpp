#include "core/judge/resample/level_evidence.h"

#include <fmt/format.h>

#include "core/judge/quantity_words.h"
#include "core/judge/resample/rate_spread.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

Evidence overRuns(LevelValues& values, LevelPlace place, const Quantity& quantity, std::size_t runs) {
    const auto& found = values.overRuns(place, quantity);
    if (!found) return {{}, fmt::format("the {} runs are all alike, or one has no {}", runs, quantityName(quantity))};
    const double half = found->half();
    return {{found->mean - half, found->mean + half}, fmt::format("t over {} runs", runs), true};
}

Evidence ofQuantile(const LevelValues& values, LevelPlace place, const Quantity& quantity) {
    const std::vector<double> sorted = values.sorted(place, quantity.row);
    const RankLimits ranks = rankLimits(sorted.size(), quantity.statistic.p);
    Evidence out;
    if (ranks.lower) out.interval.low = sorted[*ranks.lower - 1];
    if (ranks.upper) out.interval.high = sorted[*ranks.upper - 1];
    out.basis = out.isKnown() ? fmt::format("order statistics of {} rows", countText(sorted.size()))
                              : fmt::format("{} rows are too few for an interval", countText(sorted.size()));
    return out;
}

Evidence ofRows(LevelValues& values, const LevelIntervals& own, LevelPlace place, const Quantity& quantity) {
    if (quantity.row == RowMetric::itl)
        return {{}, "gaps of one response are no independent values, so ITL has no interval"};
    const std::size_t runs = values.input().level(place).runs.size();
    if (runs >= enoughRuns) return overRuns(values, place, quantity, runs);
    if (!quantity.statistic.mean) return ofQuantile(values, place, quantity);
    const auto metric = static_cast<std::size_t>(quantity.row);
    return {own.means[metric], own.noMean[metric].empty() ? "batch means in order of start" : own.noMean[metric]};
}

Evidence ofLevel(const LevelFigures& level, const LevelIntervals& own, const Quantity& quantity) {
    const Limits limits = own.of(quantity.level);
    if (quantity.level == LevelMetric::errorRate || quantity.level == LevelMetric::attained)
        return {limits, limits.low ? fmt::format("Wilson's interval over {} requests", countText(level.rows.sent()))
                                   : fmt::format("no request to tell {} from", quantityName(quantity))};
    if (const RateSpread* spread = own.spreadOf(quantity.level))
        return {limits, spread->isKnown() ? spread->basis : spread->why, spread->byRuns};
    return {{}, fmt::format("{} has no interval", quantityName(quantity))};
}

}  // namespace

Evidence evidenceOf(LevelValues& values, const LevelIntervals& own, LevelPlace place, const Quantity& quantity) {
    const LevelFigures& level = values.input().level(place);
    if (level.summaryOnly) return {{}, "only a summary is known, and no row to tell an interval from"};
    if (quantity.ofRows) return ofRows(values, own, place, quantity);
    Evidence out = ofLevel(level, own, quantity);
    if (isAtLeast(level, quantity) && out.interval.high) {
        out.interval.high.reset();
        out.basis += "; what is withheld or not counted would add to it";
    }
    return out;
}

bool isAtLeast(const LevelFigures& level, const Quantity& quantity) {
    if (quantity.ofRows) return false;
    if (quantity.level == LevelMetric::systemOutputRate) return level.systemOutputRateAtLeast;
    if (!level.goodput) return false;
    const auto spans = [](const Interval& each) { return each.high > each.low; };
    if (quantity.level == LevelMetric::goodputRequests) return spans(level.goodput->requestsPerSecond);
    if (quantity.level == LevelMetric::goodputTokens) return spans(level.goodput->tokensPerSecond);
    return quantity.level == LevelMetric::attained && spans(level.goodput->attained);
}

std::string runsText(std::size_t runs) {
    if (runs == 1) return "one run";
    return runs == 2 ? "two runs" : fmt::format("{} runs", runs);
}

}  // namespace plumbline
