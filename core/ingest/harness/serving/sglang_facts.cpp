#include "core/ingest/harness/serving/sglang_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/serving/serving_file.h"
#include "core/ingest/form/summary_facts.h"

namespace plumbline {
namespace {

struct Renamed {
    std::string_view key, fact;
};
/// Of the server's 300 arguments those that make a configuration; the rest, keys and addresses among them, is not kept.
constexpr std::array server{Renamed{"model_path", "model"},          Renamed{"tokenizer_path", "tokenizer"},
                            Renamed{"revision", "model_revision"},   Renamed{"version", "engine_version"},
                            Renamed{"quantization", "quantization"}, Renamed{"tp_size", "tensor_parallel"},
                            Renamed{"pp_size", "pipeline_parallel"}, Renamed{"dp_size", "data_parallel"},
                            Renamed{"ep_size", "expert_parallel"},   Renamed{"random_seed", "note.server_seed"}};
constexpr std::array<std::string_view, 27> serverFlags{"dtype",
                                                       "kv_cache_dtype",
                                                       "attention_backend",
                                                       "sampling_backend",
                                                       "moe_runner_backend",
                                                       "moe_a2a_backend",
                                                       "speculative_algorithm",
                                                       "speculative_num_steps",
                                                       "speculative_num_draft_tokens",
                                                       "disable_radix_cache",
                                                       "disable_overlap_schedule",
                                                       "disable_cuda_graph",
                                                       "enable_torch_compile",
                                                       "enable_dp_attention",
                                                       "enable_mixed_chunk",
                                                       "chunked_prefill_size",
                                                       "max_prefill_tokens",
                                                       "max_running_requests",
                                                       "mem_fraction_static",
                                                       "context_length",
                                                       "schedule_policy",
                                                       "page_size",
                                                       "cuda_graph_max_bs",
                                                       "stream_interval",
                                                       "disaggregation_mode",
                                                       "nnodes",
                                                       "device"};

void state(Context& context, std::string_view fact, const VllmScalars& scalars, const std::string& key) {
    const auto found = scalars.all().find(key);
    if (found == scalars.all().end() || found->second == "null" || found->second == "\"\"") return;
    context[std::string(fact)].stated = found->second;
}

void stateWorkload(const VllmScalars& scalars, Context& context) {
    const std::string dataset = scalars.text("dataset_name");
    state(context, "workload.name", scalars, "dataset_name");
    if (dataset.starts_with("random")) {
        state(context, "workload.input_tokens", scalars, "random_input_len");
        state(context, "workload.output_tokens", scalars, "random_output_len");
        state(context, "workload.range_ratio", scalars, "random_range_ratio");
    } else {
        state(context, "workload.output_tokens", scalars, "sharegpt_output_len");
    }
}

/// An empty series is written as 0.0: a metric that is 0 in every statistic was not measured.
void reportLatencies(const VllmScalars& scalars, Reported& reported) {
    constexpr std::pair<std::string_view, std::string_view> metrics[]{
        {"_e2e_latency_ms", "e2e_s"}, {"_ttft_ms", "ttft_s"}, {"_tpot_ms", "tpot_s"}, {"_itl_ms", "itl_s"}};
    for (const auto& [suffix, metric] : metrics) {
        Reported values;
        bool measured = false;
        for (const auto& [key, json] : scalars.all()) {
            const auto value = scalars.number(key);
            if (!value || !key.ends_with(suffix)) continue;
            const std::string which = statisticName(std::string_view(key).substr(0, key.size() - suffix.size()));
            if (which.empty()) continue;
            values[fmt::format("{}.{}", metric, which)] = *value * 1e-3;
            measured = measured || *value != 0;
        }
        if (measured) reported.merge(values);
    }
}

void reportTotals(const VllmScalars& scalars, double completed, Reported& reported) {
    constexpr std::pair<const char*, const char*> totals[]{
        {"total_input_tokens", "prompt_tokens"},
        {"total_output_tokens", "output_tokens"},
        {"total_output_tokens_retokenized", "output_tokens_retokenized"}};
    for (const auto& [key, name] : totals) {
        const auto total = scalars.number(key);
        if (!total || *total <= 0) continue;
        reported[std::string(name) + ".total"] = *total;
        if (completed > 0) reported[std::string(name) + ".mean"] = *total / completed;
    }
    constexpr std::pair<const char*, const char*> rates[]{{"output_throughput", "system_output_tokens_per_s"},
                                                          {"request_throughput", "requests_per_s"},
                                                          {"concurrency", "in_flight"}};
    for (const auto& [key, name] : rates)
        if (const auto value = scalars.number(key)) reported[name] = *value;
}

std::string fingerprint(const VllmScalars& scalars) {
    std::string text;
    for (const char* key : {"duration", "completed", "total_input_tokens", "total_output_tokens",
                            "total_output_tokens_retokenized", "mean_e2e_latency_ms"}) {
        const auto value = scalars.number(key);
        text += value ? fmt::format("|{:.17g}", *value) : "|";
    }
    return scalars.has("duration") ? "sglang:" + keyText(internKey("fingerprint " + text)) : std::string();
}

}  // namespace

SglangEra sglangEra(const VllmScalars& scalars, bool textOnly) {
    const std::string backend = scalars.text("backend");
    const bool chat = backend.find("chat") != std::string::npos;
    SglangEra era;
    era.native = backend == "sglang" || backend == "sglang-native";
    if (chat && !textOnly) era.first = FirstTokenKind::anyText;
    if (backend == "trt") era.first = FirstTokenKind::anyEvent;
    // The other back ends take the usage where it rides on a text chunk, else the length asked for (sglang issues
    // 24254, 10746): nothing in the line says which.
    if (era.native) era.tokens = TokenSource::usage;
    if (backend == "trt" || backend == "truss") era.tokens = TokenSource::requested;
    return era;
}

Load sglangLoad(const VllmScalars& scalars) {
    if (scalars.text("request_rate") == "trace") return {};  // replayed: no load to stand at
    return vllmLoad(scalars);
}

Context sglangContext(const VllmScalars& scalars) {
    Context context;
    state(context, "backend", scalars, "backend");
    state(context, "label", scalars, "tag");
    const bool own = scalars.text("backend").starts_with("sglang") || scalars.has("server_info.version");
    if (own) context["engine"].stated = plumbline::quoted("sglang");
    for (const auto& [key, fact] : server) state(context, fact, scalars, "server_info." + std::string(key));
    if (!context.contains("model")) state(context, "model", scalars, "server_info.served_model_name");
    for (const std::string_view flag : serverFlags) state(context, flag, scalars, "server_info." + std::string(flag));
    stateWorkload(scalars, context);
    context["note.harness"].stated = plumbline::quoted("SGLang bench_serving");
    for (const char* key : {"request_rate", "max_concurrency", "accept_length"})
        state(context, std::string("note.") + key, scalars, key);
    return context;
}

RunInfo sglangRun(const VllmScalars& scalars) {
    RunInfo run;
    run.load = sglangLoad(scalars);
    if (const auto duration = scalars.number("duration"); duration && *duration > 0)
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    run.declaredCompleted = wholeNumber(scalars.number("completed"));
    run.load = loadInForce(run.load, scalars.number("max_concurrency"), run);
    run.fingerprint = fingerprint(scalars);
    if (run.declaredCompleted == 0) return run;  // nothing completed: every 0.0 means "nothing to measure"
    reportLatencies(scalars, run.reported);
    reportTotals(scalars, static_cast<double>(run.declaredCompleted.value_or(0)), run.reported);
    return run;
}

}  // namespace plumbline
