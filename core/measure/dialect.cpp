#include "core/measure/dialect.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/measure/recipe.h"

namespace plumbline {

namespace {

constexpr std::string_view linearRule = "interpolates linearly between order statistics";
constexpr std::string_view cutRule = "takes the value at the index cut to a whole number";
constexpr std::string_view extrapolatedRule =
    "interpolates with exclusive ranks, and goes on beyond the outermost values in their line";

// FORMATS/shared.md §3, and the summary formulas on each harness's page.
constexpr std::array<DialectEntry, dialectCount> entries{{
    {"vllm", "vLLM", "counts every request without an error",
     "its own duration, from before the first send to the last response", linearRule, "the server's usage"},
    {"sglang", "SGLang", "counts every request without an error",
     "its own duration, from before the first send to the last response", linearRule, "the server's usage"},
    {"aiperf", "AIPerf", "counts every profiled request without an error",
     "the time from the first start to the last content of its requests", linearRule, "its own tokenizer"},
    {"guidellm-old", "GuideLLM to 0.3", "counts every request in its list of successes",
     "the time from the first start to the last end of its successes",
     "takes the first value at which the cumulative weight reaches the share, without interpolation",
     "the server's usage"},
    {"guidellm", "GuideLLM from 0.4", "counts every success that touches its measured window",
     "the length of its measured window",
     "takes the first value at which the cumulative weight reaches the share, without interpolation",
     "the server's usage"},
    {"genai-bench", "genai-bench", "counts every request without an error code",
     "its run's duration, in which its workers start and stop too", linearRule, "the server's usage"},
    {"inference-perf", "inference-perf", "counts every request without an error",
     "the time from the first start to the last end of all requests, failed ones included", linearRule,
     "its own tokenizer"},
    {"llmperf", "LLMPerf", "counts every row without an error code", "its test's duration", linearRule,
     "one tokenizer for all models"},
    {"mlperf", "MLPerf LoadGen", "counts every completed query",
     "the time from the first scheduled send to the last completion", cutRule, "what the system under test says"},
    {"evalscope-old", "evalscope to 1.1.0", "counts every request that succeeded",
     "its own duration, from the first start until its summary is made", cutRule, "the server's usage"},
    {"evalscope", "evalscope from 1.1.1", "counts every request that succeeded",
     "its own duration, from the first start", cutRule, "the server's usage"},
    {"llmeter-old", "LLMeter to 0.1.9", "counts every response, failed ones too", "its test's duration",
     extrapolatedRule, "the server's usage"},
    {"llmeter", "LLMeter from 0.1.10", "counts every response, failed ones too",
     "the time from the first send to the last for requests, and to the end for tokens", extrapolatedRule,
     "the server's usage"},
}};

struct Origin {
    std::string_view reader, harness;  ///< the reader's id, and how the context's note of the harness begins
    Dialect dialect;
};
constexpr std::array origins{
    Origin{"vllm", "vLLM", Dialect::vllm},
    Origin{"trtllm-serving", "TensorRT-LLM benchmark_serving", Dialect::vllm},  // a fork with the same formulas
    Origin{"sglang", "SGLang", Dialect::sglang},
    Origin{"aiperf", "AIPerf", Dialect::aiperf},
    Origin{"guidellm", "GuideLLM", Dialect::guidellm},
    Origin{"genai-bench", "genai-bench", Dialect::genaiBench},
    Origin{"inference-perf", "inference-perf", Dialect::inferencePerf},
    Origin{"llmperf", "LLMPerf", Dialect::llmperf},
    Origin{"mlperf", "MLPerf", Dialect::mlperf},
    Origin{"evalscope", "evalscope", Dialect::evalscope},
    Origin{"llmeter", "LLMeter", Dialect::llmeter},
};

/// What a harness prints: distributions with these statistics, and totals.
struct Printed {
    std::vector<std::string_view> series, statistics, totals;
};

Printed printedBy(Dialect dialect) {
    const std::vector<std::string_view> usual{"mean", "std", "p50", "p90", "p95", "p99"};
    const std::vector<std::string_view> wide{"mean", "std", "min", "p50", "p90", "p95", "p99", "max"};
    const std::vector<std::string_view> rates{"requests_per_s",     "system_output_tokens_per_s",
                                              "total_tokens_per_s", "output_tokens.total",
                                              "output_tokens.mean", "prompt_tokens.mean"};
    std::vector<std::string_view> ratesAndFlight = rates;
    ratesAndFlight.push_back("in_flight");
    switch (dialect) {
        case Dialect::vllm:
            return {{"ttft_s", "tpot_s", "itl_s", "e2e_s"}, usual, rates};
        case Dialect::sglang:
            return {{"ttft_s", "tpot_s", "itl_s", "e2e_s"}, usual, ratesAndFlight};
        case Dialect::aiperf:
            return {{"ttft_s", "ttfc_s", "tpot_s", "itl_s", "e2e_s", "rate_tokens_per_s"}, wide, rates};
        case Dialect::guidellmOld:
        case Dialect::guidellm:
            return {{"ttft_s", "tpot_s", "time_per_output_token_s", "e2e_s"}, wide, ratesAndFlight};
        case Dialect::genaiBench:
            return {{"ttft_s", "tpot_s", "e2e_s", "rate_tokens_per_s"}, wide, rates};
        case Dialect::inferencePerf:
            return {{"ttft_s", "tpot_s", "itl_s", "e2e_s"}, {"mean", "min", "p50", "p90", "p95", "p99", "max"}, rates};
        case Dialect::llmperf:
            return {{"ttft_s", "e2e_s", "llmperf_request_output_throughput"}, wide, rates};
        case Dialect::mlperf:
            return {{"ttft_s", "tpot_s", "e2e_s"},
                    {"mean", "min", "p50", "p90", "p95", "p99", "max"},
                    {"requests_per_s", "system_output_tokens_per_s"}};
        case Dialect::evalscopeOld:
        case Dialect::evalscope:
            return {{"ttft_s", "tpot_s", "itl_s", "e2e_s"},
                    {"mean", "min", "p50", "p75", "p90", "p95", "p99", "max"},
                    rates};
        case Dialect::llmeterOld:
        case Dialect::llmeter:
            return {{"ttft_s", "tpot_s", "e2e_s"},
                    {"mean", "p50", "p90", "p99"},
                    {"requests_per_s", "system_output_tokens_per_s", "output_tokens.total", "output_tokens.mean",
                     "prompt_tokens.total", "prompt_tokens.mean", "error_rate"}};
    }
    return {};
}

/// A harness in two ages, which its reader tells apart by when times end, or names in its note.
Dialect ageOf(const Source& source, std::string_view harness, Dialect dialect) {
    const std::string& end = source.boundary.end;
    if (dialect == Dialect::guidellm && end == "end-marker") return Dialect::guidellmOld;
    if (dialect == Dialect::llmeter && end == "closed") return Dialect::llmeterOld;
    if (dialect == Dialect::evalscope && harness == evalscopeOldHarness) return Dialect::evalscopeOld;
    return dialect;
}

}  // namespace

std::span<const DialectEntry> dialects() { return entries; }
const DialectEntry& entry(Dialect dialect) { return entries[static_cast<std::size_t>(dialect)]; }

std::optional<Dialect> parseDialect(std::string_view name) {
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (entries[i].name == name) return static_cast<Dialect>(i);
    return std::nullopt;
}

std::optional<Dialect> dialectOf(const Dataset& data, std::size_t source) {
    const Source& from = data.sources[source];
    if (const auto named = parseDialect(plainFact(from.context, "note.dialect").value_or(""))) return named;
    const std::string harness = plainFact(from.context, "note.harness").value_or("");
    for (const Origin& origin : origins)
        if (origin.reader == data.files[from.file].reader) return ageOf(from, harness, origin.dialect);
    for (const Origin& origin : origins)
        if (harness.starts_with(origin.harness)) return ageOf(from, harness, origin.dialect);
    return std::nullopt;
}

DialectFigures dialectFigures(const MeasuredRows& rows, std::span<const RunIndex> runs, Dialect dialect,
                              std::stop_token stop) {
    DialectFigures out;
    std::size_t count = 0;
    bool own = true;
    for (const RunIndex run : runs) {
        count += rows.data.runs[at(run)].rowCount;
        own = own && dialectOf(rows.data, rows.data.runs[at(run)].source) == dialect;
    }
    if (count == 0) return out;
    Evaluation evaluation(rows, {runs.begin(), runs.end()}, recipeOf(dialect, own), stop);
    const Printed printed = printedBy(dialect);
    for (const std::string_view total : printed.totals) out[std::string(total)] = evaluation.figure(total);
    for (const std::string_view series : printed.series) {
        for (const std::string_view statistic : printed.statistics) {
            const std::string key = std::string(series) + "." + std::string(statistic);
            out[key] = evaluation.figure(key);
        }
    }
    return out;
}

}  // namespace plumbline
