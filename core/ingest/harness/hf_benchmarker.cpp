// Hugging Face inference-benchmarker: one document of aggregates, a point each (FORMATS/hf_benchmarker.md).
#include <array>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/redact/raw_text.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using namespace doc;

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

void describe(const Json& document, Context& context) {
    constexpr std::array<std::pair<const char*, const char*>, 7> facts{
        {{"model_name", "model"},
         {"tokenizer", "tokenizer"},
         {"profile", "workload.name"},
         {"benchmark_kind", "note.benchmark_kind"},
         {"warmup_duration_secs", "note.warmup_duration_s"},
         {"duration_secs", "note.duration_s"},
         {"run_id", "note.run_id"}}};
    const Json& config = valueAt(document, {"config"});
    for (const auto& [key, fact] : facts) stateFact(context, fact, valueAt(config, {key}));
    stateFact(context, "workload.input_tokens", valueAt(config, {"prompt_options", "num_tokens"}));
    stateFact(context, "workload.output_tokens", valueAt(config, {"decode_options", "num_tokens"}));
    if (!context.contains("model")) stateFact(context, "model", valueAt(config, {"tokenizer"}));
    const Json& meta = valueAt(config, {"meta"});
    if (meta.is_object())
        for (const auto& [key, value] : meta.items())
            if (!isPrivateField(key) && value.is_primitive()) stateNumber(context, factOf(key), value);
    stateFact(context, "note.date", valueAt(document, {"start_time"}));
    stateFact(context, "note.harness", "Hugging Face inference-benchmarker");
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
void latencies(const Json& result, Reported& out) {
    constexpr std::array<std::pair<const char*, const char*>, 3> metrics{
        {{"time_to_first_token_ms", "ttft_s"}, {"inter_token_latency_ms", "tpot_s"}, {"e2e_latency_ms", "e2e_s"}}};
    for (const auto& [theirs, ours] : metrics) {
        const Json& block = valueAt(result, {theirs});
        if (!block.is_object()) continue;
        for (const auto& [name, value] : block.items())
            reportTime(out, std::string(ours) + "." + (name == "avg" ? "mean" : name), numberOf(value), 1e-3);
    }
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
    latencies(result, run.reported);
    report(run.reported, "requests_per_s", positiveAt(result, {"request_rate"}));
    report(run.reported, "system_output_tokens_per_s", positiveAt(result, {"token_throughput_secs"}));
    const auto output = positiveAt(result, {"total_tokens"}), prompt = positiveAt(result, {"total_tokens_sent"});
    report(run.reported, "output_tokens.total", output);
    report(run.reported, "prompt_tokens.total", prompt);
    if (const double n = static_cast<double>(run.declaredCompleted.value_or(0)); n > 0) {
        if (output) run.reported["output_tokens.mean"] = *output / n;
        if (prompt) run.reported["prompt_tokens.mean"] = *prompt / n;
    }
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
