// How sure the figures are: percentiles by order statistics, shares by Wilson, rates and means by batch means.
#include "core/judge/compare/intervals_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/judge/compare/decided_loads.h"
#include "core/judge/resample/rate_spread.h"
#include "core/judge/words.h"
#include "core/measure/intervals.h"

namespace plumbline {
namespace {

// METRICS §4, "Means".
constexpr std::size_t mostBatches = 30, fewestBatches = 5, fewestForT = 6;
constexpr double rowsPerBatch = 10;

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

/// A rate that the level does not have has no interval either. Each accelerator's is a fixed part of the system's.
void addRates(const LevelValues& values, LevelPlace place, LevelIntervals& out) {
    const LevelFigures& level = values.input().level(place);
    out.spreads = rateSpreads(values, place);
    const auto of = [&out](LevelMetric metric) -> Limits& { return out.rates[static_cast<std::size_t>(metric)]; };
    for (std::size_t i = 0; i < levelMetricCount; ++i) {
        const auto metric = static_cast<LevelMetric>(i);
        const RateSpread* spread = out.spreadOf(metric);
        const auto known = value(level, quantityOf(metric));
        if (spread && spread->isKnown() && known)
            of(metric) = {*known * (1 - spread->half), *known * (1 + spread->half)};
    }
    of(LevelMetric::errorRate) = out.errorRate;
    if (!level.goodput) return;
    const auto sent = static_cast<double>(level.rows.sent());
    of(LevelMetric::attained) =
        wilson(static_cast<std::size_t>(std::llround(level.goodput->attained.low * sent)), level.rows.sent());
}

/// Means of as many neighbours, or one more, in as many batches.
std::vector<double> batchesOf(const std::vector<double>& inOrder, std::size_t count) {
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = i * inOrder.size() / count, to = (i + 1) * inOrder.size() / count;
        double sum = 0;
        for (std::size_t row = from; row < to; ++row) sum += inOrder[row];
        out.push_back(sum / static_cast<double>(to - from));
    }
    return out;
}

bool haveStarts(const JudgeInput& input, LevelPlace place) {
    const auto runs = input.runsOf(place);
    return std::all_of(runs.begin(), runs.end(), [&input](RunIndex run) { return hasStarts(input.data, at(run)); });
}

/// The interval of a mean, or why there is none.
Limits meanLimits(const LevelValues& values, LevelPlace place, RowMetric metric, std::string& why) {
    const LevelFigures& level = values.input().level(place);
    const std::vector<double> rows = values.inOrderOfStart(place, metric);
    const bool starts = haveStarts(values.input(), place);
    const double perBatch = std::max(rowsPerBatch, level.inFlight.value_or(0));
    const auto needed = starts ? static_cast<std::size_t>(std::ceil(fewestBatches * perBatch)) : fewestForT;
    if (rows.size() < needed) {
        why = fmt::format("n = {}, {} are needed", countText(rows.size()), countText(needed));
        return {};
    }
    const double batches = std::min<double>(mostBatches, std::floor(static_cast<double>(rows.size()) / perBatch));
    const auto found =
        starts ? meanOfBatches(batchesOf(rows, static_cast<std::size_t>(batches))) : meanOfIndependent(rows);
    const auto mean = level.of(metric).mean;
    if (found && mean) return {*mean - found->half(), *mean + found->half()};
    why = starts ? "all batches are alike" : "all values are alike";
    return {};
}

void addMeans(const LevelValues& values, LevelPlace place, LevelIntervals& out) {
    const LevelFigures& level = values.input().level(place);
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const auto metric = static_cast<RowMetric>(i);
        if (metric == RowMetric::itl)
            out.noMean[i] = "gaps of one response are no independent values";
        else if (level.of(metric).mean)
            out.means[i] = meanLimits(values, place, metric, out.noMean[i]);
    }
}

LevelIntervals intervalsAt(const LevelValues& values, Ranks& ranks, LevelPlace place) {
    LevelIntervals out;
    const LevelFigures& level = values.input().level(place);
    if (level.summaryOnly) {
        out.spreads = rateSpreads(values, place);
        return out;
    }
    for (std::size_t metric = 0; metric < rowMetricCount; ++metric) {
        const std::vector<double> sorted = values.sorted(place, static_cast<RowMetric>(metric));
        for (std::size_t i = 0; i < standardQuantiles.size() && !sorted.empty(); ++i) {
            const RankLimits& limits = ranks.of(sorted.size(), standardQuantiles[i]);
            out.quantiles[metric][i] = {valueAt(sorted, limits.lower), valueAt(sorted, limits.upper)};
        }
    }
    const std::size_t sent = level.rows.sent();
    out.errorRate = wilson(level.rows.failed(), sent - std::min(sent, level.rows.deliberatelyCancelled));
    addRates(values, place, out);
    addMeans(values, place, out);
    return out;
}

}  // namespace

const RateSpread* LevelIntervals::spreadOf(LevelMetric metric) const {
    if (metric == LevelMetric::perAcceleratorRate) metric = LevelMetric::systemOutputRate;
    const auto found = std::find(countedRates.begin(), countedRates.end(), metric);
    return found == countedRates.end() ? nullptr : &spreads[static_cast<std::size_t>(found - countedRates.begin())];
}

Limits limitsOf(const LevelIntervals& intervals, const Quantity& quantity) {
    if (!quantity.ofRows) return intervals.of(quantity.level);
    if (quantity.statistic.mean) return intervals.means[static_cast<std::size_t>(quantity.row)];
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        if (quantity.statistic == quantile(standardQuantiles[i])) return intervals.of(quantity.row, i);
    return {};
}

std::vector<std::vector<LevelIntervals>> levelIntervals(const LevelValues& values) {
    const JudgeInput& input = values.input();
    std::vector<std::vector<LevelIntervals>> out;
    Ranks ranks;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        out.emplace_back();
        for (std::size_t level = 0; level < input.figures.configurations[c].levels.size(); ++level)
            out.back().push_back(input.stop.stop_requested() ? LevelIntervals{}
                                                             : intervalsAt(values, ranks, {c, level}));
    }
    return out;
}

std::vector<std::vector<DecidedLoads>> crossingIntervals(LevelValues& values,
                                                         const std::vector<std::vector<LevelIntervals>>& intervals) {
    const JudgeInput& input = values.input();
    std::vector<std::vector<DecidedLoads>> out;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        out.emplace_back();
        for (const Crossing& crossing : input.figures.configurations[c].crossings)
            out.back().push_back(decidedLoads(values, intervals, c, input.settings.slos[crossing.slo], crossing.state));
    }
    return out;
}

}  // namespace plumbline
