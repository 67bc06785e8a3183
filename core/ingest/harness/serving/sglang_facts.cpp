#include "core/ingest/harness/serving/sglang_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/serving/serving_figures.h"
#include "core/ingest/harness/serving/serving_file.h"

namespace plumbline {
namespace {

struct ServerArgument {
    std::string_view key, fact;
};
/// Of the server's 300 arguments those that make a configuration; the rest, keys and addresses among them, is not kept.
constexpr std::array server{
    ServerArgument{"model_path", "model"},          ServerArgument{"tokenizer_path", "tokenizer"},
    ServerArgument{"revision", "model_revision"},   ServerArgument{"version", "engine_version"},
    ServerArgument{"quantization", "quantization"}, ServerArgument{"tp_size", "tensor_parallel"},
    ServerArgument{"pp_size", "pipeline_parallel"}, ServerArgument{"dp_size", "data_parallel"},
    ServerArgument{"ep_size", "expert_parallel"},   ServerArgument{"random_seed", "note.server_seed"}};
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

constexpr std::array sglangMetrics{FigureName{"e2e_latency", "e2e_s"}, FigureName{"ttft", "ttft_s"},
                                   FigureName{"tpot", "tpot_s"}, FigureName{"itl", "itl_s"}};
constexpr std::array sglangTotals{FigureName{"total_input_tokens", "prompt_tokens"},
                                  FigureName{"total_output_tokens", "output_tokens"},
                                  FigureName{"total_output_tokens_retokenized", "output_tokens_retokenized"}};
constexpr std::array sglangRates{FigureName{"output_throughput", "system_output_tokens_per_s"},
                                 FigureName{"request_throughput", "requests_per_s"},
                                 FigureName{"concurrency", "in_flight"}};

std::string sglangFingerprint(const VllmScalars& scalars) {
    constexpr std::array<std::string_view, 6> keys{"duration",
                                                   "completed",
                                                   "total_input_tokens",
                                                   "total_output_tokens",
                                                   "total_output_tokens_retokenized",
                                                   "mean_e2e_latency_ms"};
    if (!scalars.has("duration")) return {};
    return "sglang:" + keyText(internKey("fingerprint " + figuresText(scalars, keys)));
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
    run.fingerprint = sglangFingerprint(scalars);
    if (run.declaredCompleted == 0) return run;  // nothing completed: every 0.0 means "nothing to measure"
    reportLatencies(scalars, sglangMetrics, run.reported);
    reportTotals(scalars, sglangTotals, static_cast<double>(run.declaredCompleted.value_or(0)), run.reported);
    reportRates(scalars, sglangRates, run.reported);
    return run;
}

}  // namespace plumbline
