#include "core/ingest/harness/aiperf/genai_perf_summary.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/text/json_document.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool isJson(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("input_config")) return false;
    for (const char* key : {"aiperf_version", "benchmark_id", "min_request_timestamp", "records", "timeslices"})
        if (sample.has(key)) return false;
    return sample.has("request_latency") || sample.has("request_throughput");
}

/// Percentiles fall from left to right, where AIPerf's rise.
bool isCsv(const Sample& sample) {
    constexpr std::array<std::string_view, 5> columns{"Metric", "avg", "min", "max", "p99"};
    return sample.shape == Sample::Shape::table && sample.keys.size() >= columns.size() &&
           std::equal(columns.begin(), columns.end(), sample.keys.begin());
}

Load genaiPerfLoad(const Json& config) {
    for (const Json* at : {&config, &valueAt(config, {"perf_analyzer", "stimulus"})}) {
        if (const auto users = positiveOf(valueAt(*at, {"concurrency"}))) return {LoadKind::concurrency, *users};
        if (const auto rate = positiveOf(valueAt(*at, {"request_rate"}))) return {LoadKind::requestRate, *rate};
    }
    return {};
}

std::string joined(const Json& names) {
    if (names.is_string()) return names.get<std::string>();
    std::string all;
    for (const Json& name : names)
        if (name.is_string()) all += (all.empty() ? "" : ", ") + name.get<std::string>();
    return all;
}

/// Older files hold the names of command-line options, newer ones sections.
void describe(const Json& config, AiperfSummary& summary) {
    Context& context = summary.context;
    for (const char* key : {"model", "model_names"}) stateFirst(context, "model", joined(valueAt(config, {key})));
    stateFirst(context, "backend", valueAt(config, {"endpoint_type"}));
    stateFirst(context, "streaming", valueAt(config, {"streaming"}));
    stateFirst(context, "tokenizer",
               valueAt(config, {"tokenizer"}).is_string() ? valueAt(config, {"tokenizer"})
                                                          : valueAt(config, {"tokenizer", "name"}));
    stateFirst(context, "workload.dataset", valueAt(config, {"input_dataset"}));
    for (const auto& [key, fact] : {std::pair{"synthetic_input_tokens_mean", "workload.input_tokens"},
                                    std::pair{"output_tokens_mean", "workload.output_tokens"}})
        if (positiveOf(valueAt(config, {key}))) stateFirst(context, fact, valueAt(config, {key}));
    if (const Load load = genaiPerfLoad(config); load.kind != LoadKind::notStated) summary.run.load = load;
}

}  // namespace

bool isGenaiPerfSummary(const Sample& sample) { return isJson(sample) || isCsv(sample); }

Result<AiperfSummary> readGenaiPerfSummary(const std::string& path) {
    auto summary = readAiperfSummary(path);
    if (!summary) return summary;
    const auto text = readSmallFile(path);
    const auto document = text ? parseDocument(*text, path) : Result<Json>(Unexpected{text.error()});
    summary->context.erase("note.harness");
    if (document) describe(valueAt(*document, {"input_config"}), *summary);
    stateFirst(summary->context, "note.harness", "GenAI-Perf");
    leaveOut(summary->context, "error_rate", "Perf Analyzer records no request that failed");
    summary->run.declaredRequests.reset();
    if (!summary->run.fingerprint.empty()) summary->run.fingerprint = "genai-perf " + summary->run.fingerprint;
    return summary;
}

std::vector<std::string> genaiPerfSummariesOf(const std::string& path) {
    std::string base = path;
    for (const std::string_view suffix : {".json", ".csv", "_genai_perf"})
        if (base.ends_with(suffix)) base.erase(base.size() - suffix.size());
    std::vector<std::string> found;
    for (const char* suffix : {"_genai_perf.json", "_genai_perf.csv"}) {
        std::error_code ignored;
        if (base + suffix != path && std::filesystem::is_regular_file(base + suffix, ignored))
            found.push_back(base + suffix);
    }
    return found;
}

}  // namespace plumbline
