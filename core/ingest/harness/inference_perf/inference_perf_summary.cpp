#include "core/ingest/harness/inference_perf/inference_perf_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// In 0.2 each line of the body was stamped, blank ones too: the time per token is then half of what the latency, the
/// first token and the length of the same file give (FORMATS/inference_perf.md §3).
bool isDoubled(const Json& latency, double outputTokens) {
    const auto whole = positiveOf(valueAt(latency, {"request_latency", "mean"}));
    const auto first = positiveOf(valueAt(latency, {"time_to_first_token", "mean"}));
    const auto token = positiveOf(valueAt(latency, {"time_per_output_token", "mean"}));
    if (!whole || !first || !token || outputTokens <= 1 || *whole <= *first) return false;
    const double honest = (*whole - *first) / (outputTokens - 1);
    return honest / *token > 1.6 && honest / *token < 2.5;
}

/// How late requests went out, and at what rate: the client's health, before any latency (METRICS §4).
void sends(const Json& load, Reported& reported) {
    for (const char* key : {"schedule_delay", "schedule_accuracy"})
        reportBlock(reported, "schedule_delay_s", valueAt(load, {key}));
    if (const auto rate = positiveOf(valueAt(load, {"achieved_rate"}))) reported["sent_requests_per_s"] = *rate;
}

void latencies(const Json& successes, RunInfo& run, Context& context, Diagnostics& diagnostics) {
    const Json& latency = valueAt(successes, {"latency"});
    Reported& reported = run.reported;
    reportBlock(reported, "e2e_s", valueAt(latency, {"request_latency"}));
    reportBlock(reported, "ttft_s", valueAt(latency, {"time_to_first_token"}));
    const auto tokens = reported.find("output_tokens.mean");
    if (isDoubled(latency, tokens == reported.end() ? 0 : tokens->second)) {
        for (const char* key : {"tpot_s", "itl_s"})
            leaveOut(context, key,
                     "blank lines of the stream were counted, so that the file's figure is half of the true one");
        return diagnostics.note("doubled-stamps", 0, [&] {
            return fmt::format(
                "The summary's time per output token, {:.4g} s, is half of what its latency, first token and length "
                "give: blank lines of the stream were counted, so its TPOT and ITL are left out.",
                numberOf(valueAt(latency, {"time_per_output_token", "mean"})).value_or(0));
        });
    }
    reportBlock(reported, "tpot_s", valueAt(latency, {"time_per_output_token"}));
    reportBlock(reported, "itl_s", valueAt(latency, {"inter_token_latency"}));
}

Json readJson(const std::string& path, Diagnostics& diagnostics, std::vector<std::string>& files) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return {};
    const auto text = readSmallFile(path);
    auto document = text ? parseDocument(*text, path) : Result<Json>(Unexpected{text.error()});
    files.push_back(path);
    if (document) return std::move(*document);
    diagnostics.note("sibling", 0, [&] { return "A file beside it cannot be read: " + document.error().text(); });
    return {};
}

/// "reports/stage_3_lifecycle_metrics.json" by its number, and the report in llm-d's layout of the same stage.
std::map<int, std::string> stageFiles(const fs::path& folder, std::vector<std::string>& others) {
    std::map<int, std::string> stages;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, ignored)) {
        const std::string name = entry.path().filename().string();
        int number = 0, length = 0;
        if (std::sscanf(name.c_str(), "stage_%d_lifecycle_metrics.json%n", &number, &length) == 1 && length > 0 &&
            static_cast<std::size_t>(length) == name.size())
            stages[number] = (folder / name).string();
        if (name.starts_with("inference-perf.partial.stage_") && name.ends_with(".yaml"))
            others.push_back((folder / name).string());
    }
    std::sort(others.begin(), others.end());
    return stages;
}

}  // namespace

bool isInferencePerfSummary(const Sample& sample) {
    // The servers' own figures have the same keys, and an empty load_summary.
    return sample.shape == Sample::Shape::object && sample.has("load_summary") && sample.has("successes") &&
           sample.has("failures") && sample.head.find("\"kv_cache_usage_percentage\"") == std::string_view::npos &&
           sample.head.find("\"queue_len\"") == std::string_view::npos;
}

bool isInferencePerfWholeRun(const std::string& path) {
    return fs::path(path).filename().string().starts_with("summary_lifecycle_metrics.");
}

void takeInferencePerfSummary(const Json& document, RunInfo& run, Context& context, Diagnostics& diagnostics) {
    const Json& load = valueAt(document, {"load_summary"});
    const Json& successes = valueAt(document, {"successes"});
    if (const auto rate = positiveOf(valueAt(load, {"requested_rate"}))) run.load = {LoadKind::requestRate, *rate};
    if (const auto users = positiveOf(valueAt(load, {"concurrency"})); users && run.load.kind == LoadKind::notStated)
        run.load = {LoadKind::concurrency, *users};
    run.declaredRequests = wholeOf(valueAt(load, {"count"}));
    run.declaredCompleted = wholeOf(valueAt(successes, {"count"}));
    if (const auto duration = positiveOf(valueAt(document, {"benchmark_time_seconds"})))
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    run.load = loadInForce(run.load, positiveOf(valueAt(load, {"concurrency"})), run);
    const auto failed = wholeOf(valueAt(document, {"failures", "count"}));
    if (!run.declaredRequests && run.declaredCompleted && failed)
        run.declaredRequests = *run.declaredCompleted + *failed;
    sends(load, run.reported);
    if (run.declaredCompleted == 0) return;  // figures of nobody
    reportStatistic(run.reported, "prompt_tokens", "mean", valueAt(successes, {"prompt_len", "mean"}));
    reportStatistic(run.reported, "output_tokens", "mean", valueAt(successes, {"output_len", "mean"}));
    latencies(successes, run, context, diagnostics);
    reportTotal(run.reported, "system_output_tokens_per_s",
                valueAt(successes, {"throughput", "output_tokens_per_sec"}));
    reportTotal(run.reported, "requests_per_s", valueAt(successes, {"throughput", "requests_per_sec"}));
    const auto end = run.reported.find("e2e_s.mean");
    // The same as of the llm-d report of this stage.
    if (run.declaredRequests && failed && end != run.reported.end())
        run.fingerprint = fmt::format("stage {} {} {:.6g}", *run.declaredRequests, *failed, end->second);
}

InferencePerfSiblings inferencePerfSiblings(const std::string& path, Diagnostics& diagnostics) {
    InferencePerfSiblings out;
    Context unheard;  // beside rows every figure is recomputed
    const fs::path folder = fs::path(path).parent_path();
    std::vector<std::string> others;
    for (const auto& [number, file] : stageFiles(folder, others)) {
        const Json document = readJson(file, diagnostics, out.files);
        if (!document.is_object()) continue;
        InferencePerfStage stage;
        takeInferencePerfSummary(document, stage.run, unheard, diagnostics);
        stage.sendSeconds = positiveOf(valueAt(document, {"load_summary", "send_duration"})).value_or(0);
        out.stages.push_back(std::move(stage));
    }
    out.files.insert(out.files.end(), others.begin(), others.end());
    const Json summary = readJson((folder / "summary_lifecycle_metrics.json").string(), diagnostics, out.files);
    if (summary.is_object()) takeInferencePerfSummary(summary, out.summary, unheard, diagnostics);
    out.context = inferencePerfContext(path, diagnostics, out.files);
    return out;
}

Context inferencePerfContext(const std::string& path, Diagnostics& diagnostics, std::vector<std::string>& files) {
    Context context;
    stateFirst(context, "note.harness", "inference-perf");
    const std::string file = (fs::path(path).parent_path() / "config.yaml").string();
    const Json config = readJson(file, diagnostics, files);
    stateFirst(context, "engine", valueAt(config, {"server", "type"}));
    stateFirst(context, "model", valueAt(config, {"server", "model_name"}));
    stateFirst(context, "note.url", valueAt(config, {"server", "base_url"}));
    stateFirst(context, "ignore_eos", valueAt(config, {"server", "ignore_eos"}));
    stateFirst(context, "tokenizer", valueAt(config, {"tokenizer", "pretrained_model_name_or_path"}));
    stateFirst(context, "backend", valueAt(config, {"api", "type"}));
    stateFirst(context, "backend", valueAt(config, {"api"}).is_string() ? valueAt(config, {"api"}) : Json());
    stateFirst(context, "streaming", valueAt(config, {"api", "streaming"}));
    stateFirst(context, "workload.dataset", valueAt(config, {"data", "type"}));
    stateFirst(context, "workload.input_tokens", valueAt(config, {"data", "input_distribution", "mean"}));
    stateFirst(context, "workload.output_tokens", valueAt(config, {"data", "output_distribution", "mean"}));
    stateFirst(context, "note.arrival_pattern", valueAt(config, {"load", "type"}));
    stateFirst(context, "note.stages", valueAt(config, {"load", "stages"}));
    return context;
}

}  // namespace plumbline
