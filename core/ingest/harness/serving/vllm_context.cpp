// The configuration of a vLLM result, from its own keys and from what people write beside them.
#include <algorithm>
#include <array>
#include <utility>

#include "core/ingest/harness/serving/vllm_facts.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

/// Keys that become facts under a name of ours: vLLM's own, and what people write with --metadata or a sweep's
/// overrides.
struct Renamed {
    std::string_view key, fact;
    bool count = false;  ///< a number, though metadata is always text
};
constexpr std::array<Renamed, 33> renamed{{{"model_id", "model"},
                                           {"tokenizer_id", "tokenizer"},
                                           {"gpu", "accelerator"},
                                           {"gpu_type", "accelerator"},
                                           {"gpu_name", "accelerator"},
                                           {"accelerator", "accelerator"},
                                           {"gpu_count", "accelerator_count", true},
                                           {"num_gpus", "accelerator_count", true},
                                           {"accelerator_count", "accelerator_count", true},
                                           {"framework", "engine"},
                                           {"engine", "engine"},
                                           {"version", "engine_version"},
                                           {"vllm_version", "engine_version"},
                                           {"engine_version", "engine_version"},
                                           {"revision", "model_revision"},
                                           {"tensor_parallel_size", "tensor_parallel", true},
                                           {"tensor-parallel-size", "tensor_parallel", true},
                                           {"tp", "tensor_parallel", true},
                                           {"tp_size", "tensor_parallel", true},
                                           {"pipeline_parallel_size", "pipeline_parallel", true},
                                           {"pipeline-parallel-size", "pipeline_parallel", true},
                                           {"pp", "pipeline_parallel", true},
                                           {"data_parallel_size", "data_parallel", true},
                                           {"data-parallel-size", "data_parallel", true},
                                           {"dp", "data_parallel", true},
                                           {"input_len", "workload.input_tokens", true},
                                           {"random_input_len", "workload.input_tokens", true},
                                           {"output_len", "workload.output_tokens", true},
                                           {"random_output_len", "workload.output_tokens", true},
                                           {"max_tokens", "workload.max_tokens", true},
                                           {"dataset_name", "workload.name"},
                                           {"dataset", "workload.dataset"},
                                           {"dataset_path", "workload.dataset"}}};

// No part of a configuration's identity: when and how it was asked, not what was asked (METRICS §6).
constexpr std::array<std::string_view, 33> notes{"date",
                                                 "num_prompts",
                                                 "num-prompts",
                                                 "seed",
                                                 "request_rate",
                                                 "request-rate",
                                                 "burstiness",
                                                 "max_concurrency",
                                                 "max-concurrency",
                                                 "ramp_up_strategy",
                                                 "ramp_up_start_rps",
                                                 "ramp_up_end_rps",
                                                 "host",
                                                 "port",
                                                 "base_url",
                                                 "url",
                                                 "endpoint",
                                                 "api_url",
                                                 "result_dir",
                                                 "result_filename",
                                                 "output_dir",
                                                 "run_id",
                                                 "run",
                                                 "commit",
                                                 "timestamp",
                                                 "num_warmups",
                                                 "best_of",
                                                 "benchmark_start_time_unix",
                                                 "benchmark_end_time_unix",
                                                 "concurrency",
                                                 "comment",
                                                 "notes",
                                                 "user"};

// Figures of the run: they are reported, or recomputed, and are no facts.
constexpr std::array<std::string_view, 11> figures{"duration",
                                                   "completed",
                                                   "run_number",
                                                   "rtfx",
                                                   "max_output_tokens_per_s",
                                                   "max_concurrent_requests",
                                                   "request_goodput",
                                                   "request_goodput:",
                                                   "max_itl",
                                                   "failed",
                                                   "backend"};

template <class List>
bool among(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool isFigure(std::string_view key) {
    if (among(figures, key) || key.ends_with("_throughput") || key.ends_with("_ms")) return true;
    for (std::string_view start : {"total_", "mean_", "median_", "std_"})
        if (key.starts_with(start)) return true;
    return key.size() > 1 && key[0] == 'p' && isDigit(key[1]);  // "p99_ttft" of post-processed copies
}

/// What the newest clients measure of the server beside the requests: shown, but no identity.
bool isMeasurement(std::string_view key) {
    return key.starts_with("spec_decode_") || key.starts_with("diffusion_") || key.starts_with("probe_");
}

}  // namespace

Context vllmContext(const VllmScalars& scalars) {
    Context context;
    const auto state = [&context](std::string key, std::string json) {
        context[std::move(key)].stated = std::move(json);
    };
    if (const std::string text = scalars.backend(); !text.empty()) state("backend", plumbline::quoted(text));
    for (const auto& [key, json] : scalars.all()) {
        if (json == "null" || json == "\"\"" || key == "endpoint_type" || isFigure(key)) continue;
        const auto* known =
            std::find_if(renamed.begin(), renamed.end(), [&k = key](const Renamed& each) { return each.key == k; });
        if (known != renamed.end()) {
            const std::string plain = plainText(json);
            double ignored = 0;
            const bool bare = known->count && parseDouble(plain, ignored) == NumberKind::number;
            state(std::string(known->fact), bare ? plain : json);
        } else if (key == "model" && scalars.has("model_id")) {
            state("note.model", json);  // metadata's name for what model_id says exactly
        } else {
            state(among(notes, key) || isMeasurement(key) ? "note." + key : key, json);
        }
    }
    return context;
}

}  // namespace plumbline
