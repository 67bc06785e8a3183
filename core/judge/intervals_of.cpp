// How sure the figures are: percentiles by order statistics, shares by Wilson, rates and crossings by resampling.
#include "core/judge/intervals_of.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/measure/intervals.h"

namespace plumbline {
namespace {

/// Limits by rank depend on n and p alone, and metrics of a level mostly share their n.
class Ranks {
public:
    const RankLimits& of(std::size_t n, double p) {
        const auto [found, isNew] = m_known.try_emplace({n, p});
        if (isNew) found->second = rankLimits(n, p);
        return found->second;
    }

private:
    std::map<std::pair<std::size_t, double>, RankLimits> m_known;
};

/// A rank that falls on a failed row, at infinity, is no limit.
std::optional<double> valueAt(std::span<const double> sorted, std::optional<std::size_t> rank) {
    return rank && std::isfinite(sorted[*rank - 1]) ? std::optional(sorted[*rank - 1]) : std::nullopt;
}

constexpr std::array drawnRates{LevelMetric::systemOutputRate, LevelMetric::requestRate, LevelMetric::goodputRequests,
                                LevelMetric::goodputTokens};

Limits scaled(const Limits& limits, double by) {
    const auto times = [by](std::optional<double> value) { return value ? std::optional(*value * by) : value; };
    return {times(limits.low), times(limits.high)};
}

/// A rate that the level does not have has no interval either. Each accelerator's is a fixed part of the system's.
void addRates(const JudgeInput& input, Resampler& resampler, LevelPlace place, LevelIntervals& out) {
    const LevelFigures& level = input.level(place);
    const auto of = [&out](LevelMetric metric) -> Limits& { return out.rates[static_cast<std::size_t>(metric)]; };
    for (const LevelMetric metric : drawnRates)
        if (const Quantity quantity = quantityOf(metric); value(level, quantity))
            of(metric) = percentileLimits(resampler.of(place, quantity));
    if (level.perAcceleratorRate && level.systemOutputRate && *level.systemOutputRate > 0)
        of(LevelMetric::perAcceleratorRate) =
            scaled(of(LevelMetric::systemOutputRate), *level.perAcceleratorRate / *level.systemOutputRate);
    of(LevelMetric::errorRate) = out.errorRate;
    if (!level.goodput) return;
    const auto sent = static_cast<double>(level.rows.sent());
    of(LevelMetric::attained) =
        wilson(static_cast<std::size_t>(std::llround(level.goodput->attained.low * sent)), level.rows.sent());
}

LevelIntervals intervalsAt(const JudgeInput& input, Resampler& resampler, Ranks& ranks, LevelPlace place) {
    LevelIntervals out;
    const LevelFigures& level = input.level(place);
    if (level.summaryOnly) return out;
    for (std::size_t metric = 0; metric < rowMetricCount; ++metric) {
        const std::vector<double> sorted = resampler.sorted(place, static_cast<RowMetric>(metric));
        for (std::size_t i = 0; i < standardQuantiles.size() && !sorted.empty(); ++i) {
            const RankLimits& limits = ranks.of(sorted.size(), standardQuantiles[i]);
            out.quantiles[metric][i] = {valueAt(sorted, limits.lower), valueAt(sorted, limits.upper)};
        }
    }
    const std::size_t sent = level.rows.sent();
    out.errorRate = wilson(level.rows.failed(), sent - std::min(sent, level.rows.deliberatelyCancelled));
    addRates(input, resampler, place, out);
    return out;
}

}  // namespace

std::vector<Quantity> resampledQuantities(const Settings& settings) {
    std::vector<Quantity> out = claimedQuantities();
    out.push_back(quantityOf(LevelMetric::requestRate));
    if (!settings.slos.empty())
        for (const LevelMetric metric : {LevelMetric::goodputRequests, LevelMetric::goodputTokens})
            out.push_back(quantityOf(metric));
    for (const Slo& slo : settings.slos) {
        const Quantity quantity = quantityOf(slo.metric, slo.statistic);
        if (std::find(out.begin(), out.end(), quantity) == out.end()) out.push_back(quantity);
    }
    return out;
}

double crossedShare(const Slo& slo, double lower, double upper) {
    if (!meets(slo, lower)) return 0;
    if (meets(slo, upper)) return 1;
    if (std::isinf(upper)) return 0;  // passed at once: the lower end is all that is surely met
    return (slo.limit - lower) / (upper - lower);
}

Limits crossingLimits(Resampler& resampler, std::size_t configuration, const Crossing& crossing, const Slo& slo) {
    if (crossing.state != CrossingState::crossed || !crossing.between || !crossing.load) return {};
    const Quantity quantity = quantityOf(slo.metric, slo.statistic);
    const Draws &lower = resampler.of({configuration, crossing.lower}, quantity),
                &upper = resampler.of({configuration, crossing.upper}, quantity);
    const auto [from, to] = *crossing.between;
    std::vector<std::optional<double>> loads;
    for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i)
        loads.push_back(lower[i] && upper[i]
                            ? std::optional(from + crossedShare(slo, *lower[i], *upper[i]) * (to - from))
                            : std::nullopt);
    return percentileLimits(std::move(loads));
}

Limits limitsOf(const LevelIntervals& intervals, const Quantity& quantity) {
    if (!quantity.ofRows) return intervals.of(quantity.level);
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        if (quantity.statistic == quantile(standardQuantiles[i])) return intervals.of(quantity.row, i);
    return {};
}

std::vector<std::vector<LevelIntervals>> levelIntervals(const JudgeInput& input, Resampler& resampler) {
    std::vector<std::vector<LevelIntervals>> out;
    Ranks ranks;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        out.emplace_back();
        for (std::size_t level = 0; level < input.figures.configurations[c].levels.size(); ++level)
            out.back().push_back(input.stop.stop_requested() ? LevelIntervals{}
                                                             : intervalsAt(input, resampler, ranks, {c, level}));
    }
    return out;
}

std::vector<std::vector<Limits>> crossingIntervals(const JudgeInput& input, Resampler& resampler) {
    std::vector<std::vector<Limits>> out;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        out.emplace_back();
        for (const Crossing& crossing : input.figures.configurations[c].crossings)
            out.back().push_back(crossingLimits(resampler, c, crossing, input.settings.slos[crossing.slo]));
    }
    return out;
}

}  // namespace plumbline
