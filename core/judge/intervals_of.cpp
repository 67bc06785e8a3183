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
    return out;
}

/// The load at which a limit is crossed between two resampled neighbours. A pair that is not passed puts it at the end
/// of the bracket that it points to: nothing is extrapolated.
double crossedAt(const Slo& slo, const Crossing& crossing, double lower, double upper) {
    const auto [from, to] = *crossing.between;
    if (!meets(slo, lower)) return from;
    if (meets(slo, upper)) return to;
    return from + (slo.limit - lower) / (upper - lower) * (to - from);
}

Limits crossingLimits(const JudgeInput& input, Resampler& resampler, std::size_t c, const Crossing& crossing) {
    if (crossing.state != CrossingState::crossed || !crossing.between || !crossing.load) return {};
    const Slo& slo = input.settings.slos[crossing.slo];
    const Quantity quantity = quantityOf(slo.metric, slo.statistic);
    const Draws &lower = resampler.of({c, crossing.lower}, quantity),
                &upper = resampler.of({c, crossing.upper}, quantity);
    std::vector<std::optional<double>> loads;
    for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i)
        loads.push_back(lower[i] && upper[i] ? std::optional(crossedAt(slo, crossing, *lower[i], *upper[i]))
                                             : std::nullopt);
    return percentileLimits(std::move(loads));
}

}  // namespace

std::vector<Quantity> resampledQuantities(const Settings& settings) {
    std::vector<Quantity> out = claimedQuantities();
    for (const Slo& slo : settings.slos) {
        const Quantity quantity = quantityOf(slo.metric, slo.statistic);
        if (std::find(out.begin(), out.end(), quantity) == out.end()) out.push_back(quantity);
    }
    return out;
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
            out.back().push_back(crossingLimits(input, resampler, c, crossing));
    }
    return out;
}

}  // namespace plumbline
