// What follows once a level's distributions are in, for levels of rows and of summaries alike (METRICS §4).
#include <fmt/format.h>

#include <algorithm>

#include "core/measure/bound_context.h"
#include "core/measure/measure_level.h"
#include "core/measure/quantiles.h"

namespace plumbline {

namespace {

/// Median of (N - 1) / G over the streamed rows (BOUND §6): the reciprocals of TPOT, in the reverse order.
std::optional<double> medianSpeed(std::span<const double> tpot, PercentileRule rule) {
    if (tpot.empty() || tpot.front() <= 0) return std::nullopt;
    const Rank rank = rankOf(tpot.size(), 0.5, rule);
    const auto speed = [&tpot](std::size_t place) { return 1 / tpot[tpot.size() - 1 - place]; };
    return speed(rank.lower) + rank.weight * (speed(rank.upper) - speed(rank.lower));
}

// With one run its figures are the level's; with several each needs its own.
void addRunDistributions(const MeasureInput& input, const LevelPlan& plan, SortedValues& values, LevelFigures& level) {
    if (plan.runs.size() == 1) {
        level.runs.front().e2eMean = level.of(RowMetric::e2e).mean;
        level.runs.front().ttftP50 = level.of(RowMetric::ttft).at(quantile(0.5));
        return;
    }
    for (RunFigures& run : level.runs) {
        const LevelPlan alone{plan.load, {static_cast<std::uint32_t>(at(run.run))}, false};
        run.e2eMean = distributionOf(input, alone, RowMetric::e2e, values).mean;
        run.ttftP50 = distributionOf(input, alone, RowMetric::ttft, values).at(quantile(0.5));
    }
}

}  // namespace

LevelContext levelContext(const Context& context) {
    LevelContext out;
    const auto count = numberFact(context, "accelerator_count");
    if (count && *count > 0) out.accelerators = count;
    auto inputs = boundOf(context);
    if (inputs)
        out.bound = std::move(inputs).value();
    else
        out.noBound = inputs.error().text();
    return out;
}

void addPerAccelerator(const LevelContext& context, LevelFigures& level) {
    if (!context.accelerators)
        level.withheld["per_accelerator_tokens_per_s"] = "the number of accelerators is unknown";
    else if (level.systemOutputRate)
        level.perAcceleratorRate = *level.systemOutputRate / *context.accelerators;
}

void addLittlesLaw(LevelFigures& level) {
    LittlesLaw& law = level.littlesLaw;
    law.inFlight = level.inFlight;
    if (level.load.kind != LoadKind::concurrency) {
        level.withheld["littles_law.declared"] = "the load is no concurrency";
        level.withheld["littles_law.tokens_per_request"] = "the load is no concurrency";
        return;
    }
    law.declared = level.load.value;
    const auto latency = level.of(RowMetric::e2e).mean;
    if (level.systemOutputRate && latency && level.load.value > 0)
        law.tokensPerRequest = *level.systemOutputRate * *latency / level.load.value;
}

void completeLevel(const MeasureInput& input, const LevelPlan& plan, const LevelContext& context, SortedValues& values,
                   LevelFigures& level) {
    const Distribution& ttft = level.of(RowMetric::ttft);
    level.rows.ttftWithheld =
        level.rows.measured() - std::min(level.rows.measured(), ttft.n.value_or(0) - ttft.infinite);
    addRunDistributions(input, plan, values, level);
    addLittlesLaw(level);
    addPerAccelerator(context, level);
    level.goodput = goodputOf(input, plan);
    addBound(context, decodeBatch(input, plan),
             medianSpeed(values.of(plan.runs, RowMetric::tpot), input.settings.measure.percentile), level);
    explainWithheld(input.settings, level);
}

}  // namespace plumbline
