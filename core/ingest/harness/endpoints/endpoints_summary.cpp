#include "core/ingest/harness/endpoints/endpoints_summary.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// {"min", "median", "avg", "std_dev", "percentiles": {"99.0": ...}}; the percentiles that its early-stopping rule
/// raises, and the histogram, are other things.
void block(Reported& reported, std::string_view key, const Json& from, double factor) {
    reportBlock(reported, key, from, factor);
    const Json& percentiles = valueAt(from, {"percentiles"});
    if (!percentiles.is_object()) return;
    for (const auto& [percent, value] : percentiles.items())
        reportStatistic(reported, key, "p" + percent, value, factor);
}

Load loadOf(const Json& pattern) {
    if (const auto rate = positiveOf(valueAt(pattern, {"target_qps"}))) return {LoadKind::requestRate, *rate};
    if (const auto users = positiveOf(valueAt(pattern, {"target_concurrency"}))) return {LoadKind::concurrency, *users};
    return stringOf(valueAt(pattern, {"type"})) == "max_throughput" ? Load{LoadKind::unbounded, 0} : Load{};
}

/// The window that its rates are divided by: LoadGen's, to the last completion, where that was asked for.
std::optional<double> window(const Json& document) {
    const Json& legacy = valueAt(document, {"run_config", "load_pattern", "use_legacy_loadgen_qps_metrics"});
    const auto loadgen = positiveOf(valueAt(document, {"legacy_loadgen_window_duration_ns"}));
    if (loadgen && legacy != false) return loadgen;
    return positiveOf(valueAt(document, {"duration_ns"}));
}

}  // namespace

bool isEndpointsSummary(const Sample& sample) {
    return sample.shape == Sample::Shape::object &&
           (sample.has("legacy_loadgen_window_duration_ns") ||
            (sample.has("n_samples_issued") && sample.has("ttft") && sample.has("latency")));
}

void takeEndpointsSummary(const Json& document, SourceInfo& source, RunInfo& run) {
    const Json& pattern = valueAt(document, {"run_config", "load_pattern"});
    run.load = loadOf(pattern);
    run.declaredRequests = wholeOf(valueAt(document, {"n_samples_issued"}));
    run.declaredCompleted = wholeOf(valueAt(document, {"n_samples_completed"}));
    if (const auto duration = window(document); duration && *duration < 1e18)
        run.declaredDuration = Nanoseconds(static_cast<std::int64_t>(*duration));
    run.load = loadInForce(run.load, positiveOf(valueAt(pattern, {"target_concurrency"})), run);
    const auto failed = wholeOf(valueAt(document, {"n_samples_failed"}));
    if (failed && run.declaredRequests.value_or(0) > 0)
        run.reported["error_rate"] = static_cast<double>(*failed) / static_cast<double>(*run.declaredRequests);
    block(run.reported, "ttft_s", valueAt(document, {"ttft"}), 1e-9);
    block(run.reported, "tpot_s", valueAt(document, {"tpot"}), 1e-9);
    block(run.reported, "e2e_s", valueAt(document, {"latency"}), 1e-9);
    block(run.reported, "output_tokens", valueAt(document, {"output_sequence_lengths"}), 1);
    reportTotal(run.reported, "output_tokens.total", valueAt(document, {"output_sequence_lengths", "total"}));
    reportTotal(run.reported, "requests_per_s", valueAt(document, {"qps"}));
    reportTotal(run.reported, "system_output_tokens_per_s", valueAt(document, {"tps"}));
    stateFirst(source.context, "note.harness", "MLCommons Endpoints");
    stateFirst(source.context, "note.harness_version", valueAt(document, {"version"}));
    stateFirst(source.context, "note.state", valueAt(document, {"state"}));
    stateFirst(source.context, "note.arrival_pattern", valueAt(pattern, {"type"}));
    stateFirst(source.context, "note.seed", valueAt(document, {"run_config", "scheduler_random_seed"}));
    source.warmupRemoved = valueAt(document, {"run_config", "warmup", "enabled"}) == true;
    if (run.declaredRequests)
        run.fingerprint = fmt::format("endpoints {} {} {}", *run.declaredRequests, run.declaredCompleted.value_or(0),
                                      valueAt(document, {"duration_ns"}).dump());
}

std::optional<std::string> endpointsSummaryOf(const std::string& eventsPath) {
    const std::filesystem::path folder = std::filesystem::path(eventsPath).parent_path();
    for (const auto& place : {folder / "result_summary.json", folder.parent_path() / "result_summary.json"}) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(place, ignored)) return place.string();
    }
    return std::nullopt;
}

}  // namespace plumbline
