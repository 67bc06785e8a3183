#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/measure/guard.h"
#include "core/measure/measure_level.h"
#include "core/measure/quantiles.h"

namespace plumbline {

namespace {

/// Four sums side by side, always the same four: faster than one, and the same to the bit on every machine.
double sumOf(std::span<const double> values) {
    std::array<double, 4> sums{};
    const std::size_t whole = values.size() - values.size() % 4;
    for (std::size_t i = 0; i < whole; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += values[i + lane];
    double total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (std::size_t i = whole; i < values.size(); ++i) total += values[i];
    return total;
}

/// Quantiles that limits ask for beyond the standard ones.
std::vector<double> furtherQuantiles(const Settings& settings, RowMetric metric) {
    std::vector<double> further;
    for (const Slo& slo : settings.slos) {
        if (slo.metric != metric || slo.statistic.mean || isStandardQuantile(slo.statistic.p)) continue;
        if (std::find(further.begin(), further.end(), slo.statistic.p) == further.end())
            further.push_back(slo.statistic.p);
    }
    return further;
}

/// Infinity is "not attained" and no number (METRICS §4).
std::optional<double> attained(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

/// Reads order statistics by rank from `at`.
template <class At>
void addQuantiles(std::size_t n, const At& at, const Settings& settings, RowMetric metric, Distribution& out) {
    const PercentileRule rule = percentileRule(settings.measure, metric);
    const auto quantile = [&](double p) {
        const Rank rank = rankOf(n, p, rule);
        const double low = at(rank.lower);
        return attained(rank.weight == 0 ? low : low + rank.weight * (at(rank.upper) - low));
    };
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i) out.quantiles[i] = quantile(standardQuantiles[i]);
    for (const double p : furtherQuantiles(settings, metric))
        if (const auto value = quantile(p)) out.more.emplace_back(p, *value);
    out.low = attained(at(std::size_t{0}));
    out.high = attained(at(n - 1));
}

std::size_t failedWithSchedule(const MeasureInput& input, const LevelPlan& plan) {
    std::size_t count = 0;
    for (const std::uint32_t index : plan.runs) {
        const Run& run = input.data.runs[index];
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
            const bool isIn = input.tally.places[row] == Place::in && isKnown(input.data.rows.scheduled[row]);
            if (isIn && isFailed(input.tally.verdicts[row], input.data.rows.deliberate[row])) ++count;
        }
    }
    return count;
}

/// Failed rows that stand at infinity in a latency's distribution. None where rows gave answers and none of them
/// tells the metric: it is then unknown or withheld of all, not slow.
std::size_t infiniteRows(const MeasureInput& input, const LevelPlan& plan, RowMetric metric, bool anyFinite) {
    if (!input.settings.measure.failedAsInfinite || !isLatency(metric)) return 0;
    std::size_t failed = 0, measured = 0;
    for (const std::uint32_t run : plan.runs) {
        failed += input.tally.runs[run].rows.failed();
        measured += input.tally.runs[run].rows.measured();
    }
    if (!anyFinite && measured > 0) return 0;
    return metric == RowMetric::e2eFromScheduled ? failedWithSchedule(input, plan) : failed;
}

/// The ranks that addQuantiles will ask for, ascending.
std::vector<std::size_t> ranksFor(std::size_t n, const Settings& settings, RowMetric metric) {
    std::vector<double> quantiles = furtherQuantiles(settings, metric);
    quantiles.insert(quantiles.end(), standardQuantiles.begin(), standardQuantiles.end());
    std::set<std::size_t> ranks{0, n - 1};
    for (const double p : quantiles) {
        const Rank rank = rankOf(n, p, percentileRule(settings.measure, metric));
        ranks.insert({rank.lower, rank.upper});
    }
    return {ranks.begin(), ranks.end()};
}

Distribution itlOf(const MeasureInput& input, const LevelPlan& plan) {
    std::int64_t count = 0;
    WideNanoseconds sum = 0;
    for (const std::uint32_t run : plan.runs) {
        count += input.tally.runs[run].gapCount;
        sum += input.tally.runs[run].gapSum;
    }
    Distribution out;
    out.n = static_cast<std::size_t>(count);
    if (count > 0) out.mean = secondsOf(sum) / static_cast<double>(count);
    return out;
}

}  // namespace

Distribution distributionOf(const MeasureInput& input, const LevelPlan& plan, RowMetric metric, SortedValues& values) {
    if (metric == RowMetric::itl) return itlOf(input, plan);
    const std::span<const double> sorted = values.of(plan.runs, metric);
    Distribution out;
    out.infinite = infiniteRows(input, plan, metric, !sorted.empty());
    out.n = sorted.size() + out.infinite;
    if (*out.n == 0) return out;
    if (out.infinite == 0) out.mean = sumOf(sorted) / static_cast<double>(sorted.size());
    const auto at = [&sorted](std::size_t rank) {
        return rank < sorted.size() ? sorted[rank] : std::numeric_limits<double>::infinity();
    };
    addQuantiles(*out.n, at, input.settings, metric, out);
    return out;
}

void addItlQuantiles(const MeasureInput& input, const LevelPlan& plan, LevelFigures& level, std::stop_token stop) {
    Distribution& itl = level.metrics[static_cast<std::size_t>(RowMetric::itl)];
    if (itl.n.value_or(0) == 0) return;
    auto gaps = itlGaps(input.data, input.tally.masks, plan.runs, *itl.n, stop);
    if (!gaps) {
        level.withheld["itl_s"] = gaps.error().text();
        return;
    }
    const std::size_t n = gaps->size();
    if (n == 0) return;
    const auto ranks = ranksFor(n, input.settings, RowMetric::itl);
    const auto found = orderStatistics(*gaps, ranks, stop);
    if (found.size() < ranks.size()) return;  // stopped: nothing of these figures counts
    addQuantiles(
        n, [&found](std::size_t rank) { return found.at(rank); }, input.settings, RowMetric::itl, itl);
}

}  // namespace plumbline
