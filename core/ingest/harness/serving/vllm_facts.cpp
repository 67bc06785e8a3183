#include "core/ingest/harness/serving/vllm_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/ingest/text/number_text.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_facts.h"

namespace plumbline {
namespace {

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
    which = statisticName(key.substr(0, cut));
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
        const bool measured =
            std::any_of(values.begin(), values.end(), [](const auto& each) { return each.second != 0; });
        if (!measured) continue;
        for (const auto& [which, value] : values) reported[fmt::format("{}.{}", metric, which)] = value;
    }
}

/// Totals speak of the completed requests; their means stand for medians where there are no rows (metrics §6).
void reportTotals(const VllmScalars& scalars, double completed, Reported& reported) {
    for (const auto& [key, name] :
         {std::pair{"total_input_tokens", "prompt_tokens"}, {"total_output_tokens", "output_tokens"}}) {
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
    for (const char* key :
         {"duration", "num_prompts", "completed", "request_throughput", "total_input_tokens", "total_output_tokens"}) {
        const auto value = scalars.number(key);
        text += value ? fmt::format("|{:.17g}", *value) : "|";
    }
    return scalars.has("date") || scalars.has("duration") ? "vllm:" + keyText(internKey("fingerprint " + text))
                                                          : std::string();
}

std::optional<std::int64_t> whole(std::optional<double> value) {
    return value && *value >= 0 && *value < 9e15 ? std::optional(static_cast<std::int64_t>(std::llround(*value)))
                                                 : std::nullopt;
}

}  // namespace

std::optional<double> VllmScalars::number(std::string_view key) const {
    const auto found = m_values.find(key);
    double value = 0;
    if (found == m_values.end() || parseDouble(plainText(found->second), value) != NumberKind::number)
        return std::nullopt;
    return value;
}

std::string VllmScalars::text(std::string_view key) const {
    const auto found = m_values.find(key);
    if (found == m_values.end() || found->second == "null") return {};
    return plainText(found->second);
}

std::string VllmScalars::backend() const {
    const std::string type = text("endpoint_type");
    return type.empty() ? text("backend") : type;
}

/// The client that made TTFT the first text (E2) and counted by re-tokenizing wrote best_of and no burstiness. From
/// some day in early 2025 on TTFT is the first event of any kind (E1), which nothing in the file says: objects that
/// hold burstiness are taken for E1, but for dates before 2025, when no client did so. Chat before April 2024 counted
/// the role chunk too (vllm PR 3768).
VllmEra vllmEra(const VllmScalars& scalars) {
    VllmEra era;
    era.chat = scalars.backend().find("chat") != std::string::npos;
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
    if (!ramped && isInfinity(word)) return {LoadKind::unbounded, 0};
    return {};
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
    if (!run.declaredRequests && run.declaredCompleted && failed)
        run.declaredRequests = *run.declaredCompleted + *failed;
    run.load = loadInForce(run.load, scalars.number("max_concurrency"), run);
    run.fingerprint = fingerprint(scalars);
    if (failed && run.declaredRequests && *run.declaredRequests > 0 && *failed <= *run.declaredRequests)
        run.reported["error_rate"] = static_cast<double>(*failed) / static_cast<double>(*run.declaredRequests);
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
