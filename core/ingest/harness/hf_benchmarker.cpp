// Hugging Face inference-benchmarker: one document of aggregates, a point each (FORMATS/hf_benchmarker.md).
#include <array>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/document_form.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/redact/raw_text.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// What people write with --extra-meta, under our names.
std::string_view factOf(const std::string& key) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> names{{{"version", "engine_version"},
                                                                                  {"framework", "engine"},
                                                                                  {"tp", "tensor_parallel"},
                                                                                  {"gpu", "accelerator"},
                                                                                  {"gpu_type", "accelerator"},
                                                                                  {"num_gpus", "accelerator_count"},
                                                                                  {"gpu_count", "accelerator_count"}}};
    for (const auto& [theirs, ours] : names)
        if (key == theirs) return ours;
    return key;
}

constexpr std::array facts{form::fact("config.model_name", "model"),
                           form::fact("config.tokenizer", "model"),
                           form::fact("config.tokenizer", "tokenizer"),
                           form::fact("config.profile", "workload.name"),
                           form::fact("config.benchmark_kind", "note.benchmark_kind"),
                           form::fact("config.warmup_duration_secs", "note.warmup_duration_s"),
                           form::fact("config.duration_secs", "note.duration_s"),
                           form::fact("config.run_id", "note.run_id"),
                           form::fact("config.prompt_options.num_tokens", "workload.input_tokens"),
                           form::fact("config.decode_options.num_tokens", "workload.output_tokens"),
                           form::fact("start_time", "note.date"),
                           form::word("Hugging Face inference-benchmarker", "note.harness")};

void describe(const Json& document, Context& context) {
    takeFacts(document, facts, context);
    const Json& meta = valueAtPath(document, "config.meta");
    if (!meta.is_object()) return;
    for (const auto& [key, value] : meta.items())
        if (!isPrivateField(key) && value.is_primitive()) stateNumber(context, factOf(key), value);
}

/// Virtual users are a concurrency; of an arrival rate they are only the cap.
Load loadOf(const Json& result) {
    const std::string executor = textAt(result, {"executor_type"});
    const auto rate = positiveAt(result, {"config", "rate"});
    const auto users = positiveAt(result, {"config", "max_vus"});
    if (executor == "ConstantArrivalRate" && rate) return {LoadKind::requestRate, *rate};
    if (executor == "ConstantVUs" && users) return {LoadKind::concurrency, *users};
    return {};
}

/// What it calls inter-token latency is one mean a request, over its tokens but one: our TPOT.
constexpr std::array figures{form::statistics("time_to_first_token_ms", "ttft_s", 1e-3),
                             form::statistics("inter_token_latency_ms", "tpot_s", 1e-3),
                             form::statistics("e2e_latency_ms", "e2e_s", 1e-3),
                             form::above0("request_rate", "requests_per_s"),
                             form::above0("token_throughput_secs", "system_output_tokens_per_s"),
                             form::above0("total_tokens", "output_tokens.total"),
                             form::above0("total_tokens_sent", "prompt_tokens.total")};

/// The mean of what is reported in total.
void reportMean(Reported& reported, const std::string& metric, double requests) {
    if (const auto total = reported.find(metric + ".total"); total != reported.end())
        reported[metric + ".mean"] = total->second / requests;
}

RunInfo pointOf(const Json& result) {
    RunInfo run;
    run.load = loadOf(result);
    run.declaredRequests = countAt(result, {"total_requests"});
    run.declaredCompleted = countAt(result, {"successful_requests"});
    if (const auto duration = positiveAt(result, {"duration_ms"}))
        run.declaredDuration = toTime(*duration, TimeUnit::milliseconds);
    run.load = loadInForce(run.load, positiveAt(result, {"config", "max_vus"}), run);
    makeSummary(run, countAt(result, {"failed_requests"}));
    if (run.declaredCompleted == 0) return run;  // every 0.0 means "nothing to measure"
    takeFigures(result, figures, run);
    if (const double n = static_cast<double>(run.declaredCompleted.value_or(0)); n > 0)
        for (const char* metric : {"output_tokens", "prompt_tokens"}) reportMean(run.reported, metric, n);
    return run;
}

int probeHfBenchmarker(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("config") || !sample.has("results")) return 0;
    const bool executor = sample.head.find("\"executor_type\"") != std::string_view::npos;
    return executor && sample.has("system") ? 100 : executor ? 70 : 0;
}

Result<ReadOutcome> readHfBenchmarker(const ReadInput& input, const Sample&, RowSink&) {
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    const auto text = readSmallFile(input.path);
    if (!text) return Unexpected{text.error()};
    const auto document = parseDocument(*text, input.path);
    if (!document) return Unexpected{document.error()};
    SourceInfo source;
    describe(*document, source.context);
    leaveOut(source.context, "itl_s",
             "the harness's inter-token latency is one mean a request, over its tokens: it is TPOT here");
    source.boundary = {
        "sent", std::string(name(FirstTokenKind::answerText)), {}, std::string(name(TokenSource::tokenizer)), {}};
    for (const Json& result : valueAt(*document, {"results"})) {
        if (!result.is_object()) continue;
        // A warm-up is no point of a curve.
        if (textAt(result, {"id"}).starts_with("warmup"))
            source.warmupRemoved = true;
        else
            source.runs.push_back(pointOf(result));
    }
    if (source.runs.empty())
        return unexpected(ErrorKind::format, "It holds no result besides the warm-up.", input.path);
    ReadOutcome outcome;
    outcome.summaries = source.runs.size();
    outcome.sources.push_back(std::move(source));
    return outcome;
}

}  // namespace

const Reader hfBenchmarkerReader{"hf-inference-benchmarker",
                                 "Hugging Face inference-benchmarker",
                                 "an object with config, results and system, whose results have executor_type",
                                 {ReaderForm{probeHfBenchmarker, readHfBenchmarker}}};

}  // namespace plumbline
