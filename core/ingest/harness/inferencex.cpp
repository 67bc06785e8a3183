// InferenceX, formerly InferenceMAX: points of a sweep as it aggregates them (FORMATS/inferencex.md). Its raw client
// files are vLLM's, and that reader's.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

double countOf(const Json& document, const char* key) { return positiveOf(valueAt(document, {key})).value_or(1); }

/// Accelerators of the whole system, and those that made the output tokens: the decode part where the two are apart.
struct Accelerators {
    double all = 0, decode = 0;
};
Accelerators acceleratorsOf(const Json& document) {
    const auto prefill = positiveOf(valueAt(document, {"num_prefill_gpu"}));
    const auto decode = positiveOf(valueAt(document, {"num_decode_gpu"}));
    const Json& apart = valueAt(document, {"disagg"});
    const bool disaggregated = apart == true || stringOf(apart) == "true";
    if (prefill && decode) return {*prefill + *decode, disaggregated ? *decode : *prefill + *decode};
    if (!positiveOf(valueAt(document, {"tp"}))) return {};
    const double all = countOf(document, "tp") * countOf(document, "pp") * countOf(document, "pcp");
    return {all, all};
}

/// "p99_intvty" is 1000 / p99 TPOT in ms: the slow tail, so the first percentile of the speeds. A reciprocal of a mean
/// or of a deviation is no statistic of the speeds.
void interactivity(std::string_view name, const Json& value, Reported& reported) {
    const std::string statistic = statisticName(name.substr(0, name.find('_')));
    double percent = 0;
    if (!statistic.starts_with('p') || parseDouble(statistic.substr(1), percent) != NumberKind::number) return;
    const std::string tail = statisticName("p" + std::to_string(100 - percent));
    reportStatistic(reported, "rate_tokens_per_s", tail, value);
}

void figures(const Json& document, const Accelerators& accelerators, RunInfo& run) {
    for (const auto& [key, value] : document.items()) {
        if (key.ends_with("_intvty"))
            interactivity(key, value, run.reported);
        else
            reportServingFigure(run.reported, key, value);
    }
    Reported& reported = run.reported;
    reportTotal(reported, "system_output_tokens_per_s", valueAt(document, {"output_throughput"}));
    reportTotal(reported, "requests_per_s", valueAt(document, {"request_throughput"}));
    if (accelerators.decode > 0)
        reportTotal(reported, "system_output_tokens_per_s", valueAt(document, {"output_tput_per_gpu"}),
                    accelerators.decode);
    run.declaredCompleted = wholeOf(valueAt(document, {"completed"}));
    run.declaredRequests = wholeOf(valueAt(document, {"num_prompts"}));
    if (const auto duration = positiveOf(valueAt(document, {"duration"})))
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    if (const auto n = run.declaredCompleted.value_or(0); n > 0) {
        reportTotal(reported, "prompt_tokens.mean", valueAt(document, {"total_input_tokens"}),
                    1 / static_cast<double>(n));
        reportTotal(reported, "output_tokens.mean", valueAt(document, {"total_output_tokens"}),
                    1 / static_cast<double>(n));
    }
}

void describe(const Json& document, const Accelerators& accelerators, Context& context) {
    using Pair = std::pair<const char*, const char*>;
    constexpr std::array<Pair, 22> facts{
        {{"model_id", "model"},
         {"model", "model"},
         {"infmax_model_prefix", "note.model_prefix"},
         {"tokenizer_id", "tokenizer"},
         {"hw", "accelerator"},
         {"framework", "engine"},
         {"image", "engine_version"},
         {"backend", "backend"},
         {"precision", "quantization"},
         {"spec_decoding", "spec_decoding"},
         {"disagg", "disaggregated"},
         {"recipe_fingerprint", "note.recipe_fingerprint"},
         {"tp", "tensor_parallel"},
         {"pp", "pipeline_parallel"},
         {"ep", "expert_parallel"},
         {"dcp", "decode_context_parallel"},
         {"pcp", "prefill_context_parallel"},
         {"dp_attention", "dp_attention"},
         {"isl", "workload.input_tokens"},  // nominal: real lengths are drawn around it
         {"osl", "workload.output_tokens"},
         {"date", "note.date"},
         {"burstiness", "note.burstiness"}}};
    for (const auto& [key, fact] : facts) stateFirst(context, fact, valueAt(document, {key}));
    for (const auto& [key, value] : document.items())
        if ((key.starts_with("prefill_") || key.starts_with("decode_")) && !value.is_structured())
            stateFirst(context, key, value);
    if (accelerators.all > 0) stateFirst(context, "accelerator_count", std::llround(accelerators.all));
    stateFirst(context, "note.harness", "InferenceX");
}

Load loadOf(const Json& document) {
    for (const char* key : {"conc", "max_concurrency", "users"})
        if (const auto users = positiveOf(valueAt(document, {key}))) return {LoadKind::concurrency, *users};
    const Json& rate = valueAt(document, {"request_rate"});
    if (const auto perSecond = positiveOf(rate)) return {LoadKind::requestRate, *perSecond};
    return isInfinity(stringOf(rate)) ? Load{LoadKind::unbounded, 0} : Load{};
}

/// AgentX: the figures are blocks in seconds; its TPOT is a copy of its ITL, so it is none of ours.
void agentFigures(const Json& document, RunInfo& run) {
    const Json& latency = valueAt(document, {"request_metrics", "latency"});
    reportBlock(run.reported, "ttft_s", valueAt(latency, {"ttft"}));
    reportBlock(run.reported, "itl_s", valueAt(latency, {"itl"}));
    reportBlock(run.reported, "e2e_s", valueAt(latency, {"e2el"}));
    const Json& accounting = valueAt(document, {"request_accounting"});
    run.declaredCompleted = wholeOf(valueAt(accounting, {"completed"}));
    for (const char* key : {"failed", "errored", "errors"})
        if (const auto failed = wholeOf(valueAt(accounting, {key}))) return makeSummary(run, failed);
}

bool isAgentX(const Json& document) { return valueAt(document, {"request_metrics", "latency"}).is_object(); }

std::string take(const Json& document, SourceInfo& source, RunInfo& run) {
    const Accelerators accelerators = acceleratorsOf(document);
    describe(document, accelerators, source.context);
    run.load = loadOf(document);
    // Its client is a vLLM of 2025: the role chunk is its first token.
    source.boundary = {
        "sent", std::string(name(FirstTokenKind::anyEvent)), "last-text", std::string(name(TokenSource::usage)), {}};
    if (isAgentX(document)) {
        source.boundary = {};
        agentFigures(document, run);
        leaveOut(source.context, "tpot_s", "AgentX's TPOT is a copy of its ITL");
    } else {
        figures(document, accelerators, run);
        run.load = loadInForce(run.load, std::nullopt, run);
        for (const char* statistic : {"rate_tokens_per_s.mean", "rate_tokens_per_s.std"})
            leaveOut(source.context, statistic,
                     "the reciprocal of a mean or of a deviation is no statistic of the speeds");
    }
    return {};
}

int probe(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (sample.has("request_metrics") && sample.has("request_accounting")) return 95;
    const bool seconds = sample.has("median_ttft") || sample.has("mean_ttft") || sample.has("p99_ttft");
    const bool suffixed = std::any_of(sample.keys.begin(), sample.keys.end(),
                                      [](const std::string& key) { return key.ends_with("_ttft_ms"); });
    const bool point = (sample.has("conc") && sample.has("hw")) || sample.has("tput_per_gpu");
    if (seconds && !suffixed) return point ? 100 : sample.has("max_concurrency") ? 95 : 0;
    return point && (sample.has("median_intvty") || sample.has("mean_intvty")) ? 95 : 0;
}

Result<ReadOutcome> read(const ReadInput& input, const Sample&, RowSink& sink) {
    return readSummaryDocuments(input, sink, take);
}

}  // namespace

const Reader inferencexReader{
    "inferencex",
    "InferenceX aggregates (formerly InferenceMAX)",
    "objects, or a list of them, with median_ttft in seconds and conc or max_concurrency: summaries only",
    {ReaderForm{probe, read}}};

}  // namespace plumbline
