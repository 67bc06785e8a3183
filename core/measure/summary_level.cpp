// A level that only a harness's own summary tells of: its figures stand in the blocks with n unknown (CLI §3.3).
#include <algorithm>

#include "core/measure/decimal.h"
#include "core/measure/measure_level.h"
#include "core/measure/window.h"
#include "core/trace/source_facts.h"

namespace plumbline {

namespace {

std::optional<double> reportedAt(const Reported& reported, std::string_view key) {
    const auto found = reported.find(key);
    return found == reported.end() ? std::nullopt : std::optional(found->second);
}

/// "p99" under "ttft_s." and the like.
void take(std::string_view word, double value, Distribution& out) {
    if (word == "min") out.low = value;
    if (word == "max") out.high = value;
    const auto statistic = parseStatistic(word);
    if (!statistic) return;
    if (statistic->mean) {
        out.mean = value;
    } else if (isStandardQuantile(statistic->p)) {
        const auto place = std::find(standardQuantiles.begin(), standardQuantiles.end(), statistic->p);
        out.quantiles[static_cast<std::size_t>(place - standardQuantiles.begin())] = value;
    } else {
        out.more.emplace_back(statistic->p, value);
    }
}

Distribution distribution(const Reported& reported, RowMetric metric) {
    Distribution out;
    const std::string prefix = std::string(entry(metric).jsonKey) + ".";
    for (auto each = reported.lower_bound(prefix); each != reported.end() && each->first.starts_with(prefix); ++each)
        take(std::string_view(each->first).substr(prefix.size()), each->second, out);
    return out;
}

/// Sequences decoding together: as reported, else the concurrency that was asked for.
DecodeBatch batchOfSummary(const LevelFigures& level) {
    if (level.inFlight) return {level.inFlight, "in flight, as reported"};
    if (level.load.kind == LoadKind::concurrency) return {level.load.value, "the concurrency asked for"};
    return {};
}

RunFigures runFigures(std::uint32_t run, const LevelFigures& level) {
    RunFigures figures;
    figures.run = RunIndex(run);
    figures.windowSeconds = level.windowSeconds;
    figures.systemOutputRate = level.systemOutputRate;
    figures.requestRate = level.requestRate;
    figures.inFlight = level.inFlight;
    figures.e2eMean = level.of(RowMetric::e2e).mean;
    figures.ttftP50 = level.of(RowMetric::ttft).at(quantile(0.5));
    return figures;
}

}  // namespace

LevelFigures levelOfSummary(const Dataset& data, const LevelPlan& plan, const LevelContext& context) {
    LevelFigures level;
    const RunInfo& info = data.runs[plan.runs.front()].info;
    level.load = plan.load;
    level.summaryOnly = true;
    level.makesText = data.prepared->runs[plan.runs.front()].traits.makesText;
    level.reported = info.reported;
    const auto reported = [&level](std::string_view key) { return reportedAt(level.reported, key); };
    for (std::size_t metric = 0; metric < rowMetricCount; ++metric)
        level.metrics[metric] = distribution(level.reported, static_cast<RowMetric>(metric));
    level.systemOutputRate = reported("system_output_tokens_per_s");
    level.requestRate = reported("requests_per_s");
    level.inFlight = reported("in_flight");
    level.errorRate = reported("error_rate");
    level.outputTokens = {reported("output_tokens.total"), reported("output_tokens.mean")};
    level.promptTokens = {reported("prompt_tokens.total"), reported("prompt_tokens.mean")};
    level.inFlightBasis = level.inFlight ? "as reported" : "";
    const Context& said = data.sources[data.runs[plan.runs.front()].source].context;
    if (isKnown(info.declaredDuration)) {
        level.windowSeconds = seconds(info.declaredDuration);
        level.windowBasis = hasDurationFromRate(said) ? fromRateBasis : "the harness's duration";
    }
    addLittlesLaw(level);
    addPerAccelerator(context, level);
    addBound(context, batchOfSummary(level), level.of(RowMetric::rate).at(quantile(0.5)), level);
    level.runs.push_back(runFigures(plan.runs.front(), level));
    explainSummary(said, level);
    return level;
}

}  // namespace plumbline
