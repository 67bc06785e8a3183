#include "core/ingest/harness/serving/vllm_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/serving/serving_figures.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

constexpr std::array vllmMetrics{FigureName{"ttft", "ttft_s"}, FigureName{"tpot", "tpot_s"}, FigureName{"itl", "itl_s"},
                                 FigureName{"e2el", "e2e_s"}};
constexpr std::array vllmTotals{FigureName{"total_input_tokens", "prompt_tokens"},
                                FigureName{"total_output_tokens", "output_tokens"}};
constexpr std::array vllmRates{FigureName{"output_throughput", "system_output_tokens_per_s"},
                               FigureName{"request_throughput", "requests_per_s"}};

/// Equal for a run's own file and its entry in the sweep's summary.json, whatever the order of keys.
std::string vllmFingerprint(const VllmScalars& scalars) {
    if (!scalars.has("date") && !scalars.has("duration")) return {};
    constexpr std::array<std::string_view, 6> keys{"duration",           "num_prompts",        "completed",
                                                   "request_throughput", "total_input_tokens", "total_output_tokens"};
    const std::string text = scalars.text("date") + "|" + scalars.text("model_id") + figuresText(scalars, keys);
    return "vllm:" + keyText(internKey("fingerprint " + text));
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
    // A cap beside a rate is context (METRICS §1); a rate that is ramped up is no load to stand at.
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
    run.fingerprint = vllmFingerprint(scalars);
    if (failed && run.declaredRequests && *run.declaredRequests > 0 && *failed <= *run.declaredRequests)
        run.reported["error_rate"] = static_cast<double>(*failed) / static_cast<double>(*run.declaredRequests);
    if (run.declaredCompleted == 0) return run;  // nothing completed: every 0.0 means "nothing to measure"
    reportLatencies(scalars, vllmMetrics, run.reported);
    reportTotals(scalars, vllmTotals, static_cast<double>(run.declaredCompleted.value_or(0)), run.reported);
    reportRates(scalars, vllmRates, run.reported);
    return run;
}

bool isVllmWarmup(const VllmScalars& scalars) {
    const auto number = scalars.number("run_number");
    return number && *number < 0;
}

}  // namespace plumbline
