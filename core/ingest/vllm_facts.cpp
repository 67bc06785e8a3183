#include "core/ingest/vllm_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/ingest/number_text.h"

namespace plumbline {
namespace {

/// Keys that become facts under a name of ours: vLLM's own, and what people write with --metadata or a sweep's overrides.
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

// No part of a configuration's identity: when and how it was asked, not what was asked (metrics §6).
constexpr std::array<std::string_view, 33> notes{
    "date",          "num_prompts",   "num-prompts",   "seed",          "request_rate",     "request-rate",   "burstiness",
    "max_concurrency", "max-concurrency", "ramp_up_strategy", "ramp_up_start_rps", "ramp_up_end_rps", "host", "port",
    "base_url",      "url",           "endpoint",      "api_url",       "result_dir",       "result_filename", "output_dir",
    "run_id",        "run",           "commit",        "timestamp",     "num_warmups",      "best_of",        "benchmark_start_time_unix",
    "benchmark_end_time_unix", "concurrency", "comment", "notes",        "user"};

// Figures of the run: they are reported, or recomputed, and are no facts.
constexpr std::array<std::string_view, 11> figures{"duration", "completed", "run_number", "rtfx", "max_output_tokens_per_s",
                                                   "max_concurrent_requests", "request_goodput", "request_goodput:", "max_itl",
                                                   "failed", "backend"};

template <class List>
bool among(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool isFigure(std::string_view key) {
    if (among(figures, key) || key.ends_with("_throughput") || key.ends_with("_ms")) return true;
    for (std::string_view start : {"total_", "mean_", "median_", "std_"})
        if (key.starts_with(start)) return true;
    return false;
}

/// What the newest clients measure of the server beside the requests: shown, but no identity.
bool isMeasurement(std::string_view key) {
    return key.starts_with("spec_decode_") || key.starts_with("diffusion_") || key.starts_with("probe_");
}

/// "p99.9" to "p99.9", "median" to "p50", "mean", "std"; empty for other words.
std::string statistic(std::string_view word) {
    if (word == "mean" || word == "std") return std::string(word);
    if (word == "median") return "p50";
    double percent = 0;
    const bool isPercentile = word.size() > 1 && word.front() == 'p' && parseDouble(word.substr(1), percent) == NumberKind::number;
    return isPercentile && percent >= 0 && percent <= 100 ? std::string(word) : std::string();
}

std::string_view metricKey(std::string_view word) {
    if (word == "ttft") return "ttft_s";
    if (word == "tpot") return "tpot_s";
    if (word == "itl") return "itl_s";
    return word == "e2el" ? "e2e_s" : std::string_view();
}

/// "p99_ttft_ms" to "ttft_s" and "p99"; false for other keys.
bool splitFigure(std::string_view key, std::string_view& metric, std::string& which) {
    if (!key.ends_with("_ms")) return false;
    key.remove_suffix(3);
    const std::size_t cut = key.rfind('_');
    if (cut == std::string_view::npos) return false;
    metric = metricKey(key.substr(cut + 1));
    which = statistic(key.substr(0, cut));
    return !metric.empty() && !which.empty();
}

/// An empty series is written as 0.0 by the harness: a metric that is 0 in every statistic was not measured.
void reportLatencies(const VllmScalars& scalars, Reported& reported) {
    std::map<std::string_view, std::map<std::string, double>> metrics;
    for (const auto& [key, json] : scalars.all()) {
        std::string_view metric;
        std::string which;
        const auto value = scalars.number(key);
        if (value && splitFigure(key, metric, which)) metrics[metric][which] = *value * 1e-3;
    }
    for (const auto& [metric, values] : metrics) {
        const bool measured = std::any_of(values.begin(), values.end(), [](const auto& each) { return each.second != 0; });
        if (!measured) continue;
        for (const auto& [which, value] : values) reported[fmt::format("{}.{}", metric, which)] = value;
    }
}

/// Totals speak of the completed requests; their means stand for medians where there are no rows (metrics §6).
void reportTotals(const VllmScalars& scalars, double completed, Reported& reported) {
    for (const auto& [key, name] : {std::pair{"total_input_tokens", "prompt_tokens"}, {"total_output_tokens", "output_tokens"}}) {
        const auto total = scalars.number(key);
        if (!total || *total <= 0) continue;
        reported[std::string(name) + ".total"] = *total;
        if (completed > 0) reported[std::string(name) + ".mean"] = *total / completed;
    }
    if (const auto rate = scalars.number("output_throughput")) reported["system_output_tokens_per_s"] = *rate;
    if (const auto rate = scalars.number("request_throughput")) reported["requests_per_s"] = *rate;
}

/// Equal for a run's own file and its entry in the sweep's summary.json, whatever the order of keys.
std::string fingerprint(const VllmScalars& scalars) {
    std::string text = scalars.text("date") + "|" + scalars.text("model_id");
    for (const char* key : {"duration", "num_prompts", "completed", "request_throughput", "total_input_tokens", "total_output_tokens"}) {
        const auto value = scalars.number(key);
        text += value ? fmt::format("|{:.17g}", *value) : "|";
    }
    return scalars.has("date") || scalars.has("duration") ? "vllm:" + keyText(internKey("fingerprint " + text)) : std::string();
}

std::optional<std::int64_t> whole(std::optional<double> value) {
    return value && *value >= 0 && *value < 9e15 ? std::optional(static_cast<std::int64_t>(std::llround(*value))) : std::nullopt;
}

std::string backend(const VllmScalars& scalars) {
    const std::string type = scalars.text("endpoint_type");
    return type.empty() ? scalars.text("backend") : type;
}

}  // namespace

std::optional<double> VllmScalars::number(std::string_view key) const {
    const auto found = m_values.find(key);
    double value = 0;
    if (found == m_values.end() || parseDouble(plainText(found->second), value) != NumberKind::number) return std::nullopt;
    return value;
}

std::string VllmScalars::text(std::string_view key) const {
    const auto found = m_values.find(key);
    if (found == m_values.end() || found->second == "null") return {};
    return plainText(found->second);
}

/// The client that made TTFT the first text (E2) and counted by re-tokenizing wrote best_of and no burstiness. From some
/// day in early 2025 on TTFT is the first event of any kind (E1), which nothing in the file says: objects that hold
/// burstiness are taken for E1, but for dates before 2025, when no client did so. Chat before April 2024 counted the role
/// chunk too (vllm PR 3768).
VllmEra vllmEra(const VllmScalars& scalars) {
    VllmEra era;
    era.chat = backend(scalars).find("chat") != std::string::npos;
    for (const char* key : {"steady_state", "failed_requests", "max_model_len", "input_throughput"})
        era.relative = era.relative || scalars.has(key);
    const std::string date = scalars.text("date");
    const bool dated = date.size() >= 8 && date.starts_with("20");
    const bool newKeys = scalars.has("burstiness") || scalars.has("endpoint_type") || scalars.has("failed");
    const bool before2025 = dated ? date < "2025" : scalars.has("best_of");
    if (newKeys && !before2025) return era;
    era.tokens = TokenSource::tokenizer;
    const bool roleChunks = era.chat && dated && date < "20240412";
    era.first = roleChunks ? FirstTokenKind::anyEvent : FirstTokenKind::answerText;
    return era;
}

Load vllmLoad(const VllmScalars& scalars) {
    const auto cap = scalars.number("max_concurrency");
    const auto rate = scalars.number("request_rate");
    // A cap beside a rate is context (metrics §1); a rate that is ramped up is no load to stand at.
    const bool ramped = !scalars.text("ramp_up_strategy").empty();
    if (rate && *rate > 0 && !ramped) return {LoadKind::requestRate, *rate};
    if (cap && *cap > 0) return {LoadKind::concurrency, *cap};
    const std::string word = scalars.text("request_rate");
    if (!ramped && (word == "inf" || word == "Infinity")) return {LoadKind::unbounded, 0};
    return {};
}

Context vllmContext(const VllmScalars& scalars) {
    Context context;
    const auto state = [&context](std::string key, std::string json) { context[std::move(key)].stated = std::move(json); };
    if (const std::string text = backend(scalars); !text.empty()) state("backend", plumbline::quoted(text));
    for (const auto& [key, json] : scalars.all()) {
        if (json == "null" || json == "\"\"" || key == "endpoint_type" || isFigure(key) || statistic(key.substr(0, key.find('_'))).starts_with('p'))
            continue;
        const auto* known = std::find_if(renamed.begin(), renamed.end(), [&k = key](const Renamed& each) { return each.key == k; });
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

TimingBoundary vllmBoundary(const VllmEra& era, bool startsKnown) {
    TimingBoundary boundary{"sent", std::string(name(era.first)), "last-text", std::string(name(era.tokens)), {}};
    if (startsKnown) boundary.clock = era.relative ? "relative" : "monotonic";
    return boundary;
}

RunInfo vllmRun(const VllmScalars& scalars) {
    RunInfo run;
    run.load = vllmLoad(scalars);
    const auto number = scalars.number("run_number");  // from 0; ours from 1, since 0 says "not stated"
    if (number && *number >= 0 && *number < 1e9) run.number = static_cast<std::int32_t>(*number) + 1;
    if (const auto duration = scalars.number("duration"); duration && *duration > 0)
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    run.declaredCompleted = whole(scalars.number("completed"));
    run.declaredRequests = whole(scalars.number("num_prompts"));
    const auto failed = whole(scalars.number("failed"));
    if (!run.declaredRequests && run.declaredCompleted && failed) run.declaredRequests = *run.declaredCompleted + *failed;
    run.fingerprint = fingerprint(scalars);
    if (failed && run.declaredCompleted && *failed + *run.declaredCompleted > 0)
        run.reported["error_rate"] = static_cast<double>(*failed) / static_cast<double>(*failed + *run.declaredCompleted);
    if (run.declaredCompleted == 0) return run;  // nothing completed: every 0.0 means "nothing to measure"
    reportLatencies(scalars, run.reported);
    reportTotals(scalars, static_cast<double>(run.declaredCompleted.value_or(0)), run.reported);
    return run;
}

bool isVllmWarmup(const VllmScalars& scalars) {
    const auto number = scalars.number("run_number");
    return number && *number < 0;
}

}  // namespace plumbline
