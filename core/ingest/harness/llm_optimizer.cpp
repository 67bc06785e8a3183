// BentoML llm-optimizer: one tested configuration a line, a summary each (FORMATS/llm_optimizer.md).
#include <array>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// -1 stands for "not known" in metadata.
void stateKnown(Context& context, std::string_view key, const Json& value) {
    if (positiveOf(value)) stateFirst(context, key, value);
}

/// The engine by the command that started it; the command itself may hold keys, and is not kept.
void engine(const std::string& command, Context& context) {
    for (const char* name : {"vllm", "sglang", "trtllm", "lmdeploy"})
        if (command.find(name) != std::string::npos) return stateFirst(context, "engine", name);
}

void server(const Json& config, Context& context) {
    const Json& arguments = valueAt(config, {"server_args"});
    for (const char* key : {"tensor_parallel_size", "tp_size", "tp"})
        stateKnown(context, "tensor_parallel", valueAt(arguments, {key}));
    for (const char* key : {"pipeline_parallel_size", "pp_size"})
        stateKnown(context, "pipeline_parallel", valueAt(arguments, {key}));
    for (const char* key : {"data_parallel_size", "dp_size"})
        stateKnown(context, "data_parallel", valueAt(arguments, {key}));
    stateFirst(context, "quantization", valueAt(arguments, {"quantization"}));
    if (arguments.is_object())
        for (const auto& [key, value] : arguments.items())
            if (!value.is_structured() && key.find("key") == std::string::npos && !key.ends_with("_size") &&
                !key.ends_with("token"))
                stateFirst(context, key, value);
    stateFirst(context, "flags", publicFlags(valueAt(config, {"server_cmd_args"})));
}

void workload(const Json& document, Context& context) {
    const Json& client = valueAt(document, {"config", "client_args"});
    const Json& metadata = valueAt(document, {"metadata"});
    stateFirst(context, "workload.dataset", valueAt(document, {"results", "dataset_name"}));
    stateFirst(context, "workload.dataset", valueAt(client, {"dataset_name"}));
    stateKnown(context, "workload.input_tokens", valueAt(metadata, {"input_tokens"}));
    stateKnown(context, "workload.input_tokens", valueAt(client, {"random_input_len"}));
    stateKnown(context, "workload.output_tokens", valueAt(metadata, {"output_tokens"}));
    stateKnown(context, "workload.output_tokens", valueAt(client, {"random_output_len"}));
    stateFirst(context, "note.constraints", valueAt(document, {"constraints"}));
    stateFirst(context, "note.num_prompts", valueAt(client, {"num_prompts"}));
    stateFirst(context, "note.max_concurrency", valueAt(client, {"max_concurrency"}));
}

Load loadOf(const Json& client, const Json& results) {
    for (const Json* from : {&client, &results})
        if (const auto rate = positiveOf(valueAt(*from, {"request_rate"}))) return {LoadKind::requestRate, *rate};
    for (const Json* from : {&results, &client})
        if (const auto users = positiveOf(valueAt(*from, {"max_concurrency"}))) return {LoadKind::concurrency, *users};
    return {};
}

void figures(const Json& results, RunInfo& run) {
    const auto completed = wholeOf(valueAt(results, {"completed"}));
    run.declaredCompleted = completed;
    if (const auto duration = positiveOf(valueAt(results, {"duration"})))
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    if (completed == 0) return;  // each 0.0 is "nothing to measure"
    for (const auto& [key, value] : results.items()) reportServingFigure(run.reported, key, value);
    reportTotal(run.reported, "system_output_tokens_per_s", valueAt(results, {"output_throughput"}));
    reportTotal(run.reported, "requests_per_s", valueAt(results, {"request_throughput"}));
    reportTotal(run.reported, "output_tokens.total", valueAt(results, {"total_output_tokens"}));
    reportTotal(run.reported, "prompt_tokens.total", valueAt(results, {"total_input_tokens"}));
    for (const std::string key : {"output_tokens", "prompt_tokens"})
        if (const auto total = run.reported.find(key + ".total"); completed && total != run.reported.end())
            run.reported[key + ".mean"] = total->second / static_cast<double>(*completed);
}

std::string take(const Json& document, SourceInfo& source, RunInfo& run) {
    const Json& results = valueAt(document, {"results"});
    if (!results.is_object()) return "It has no results, so it is no record of llm-optimizer.";
    const Json& client = valueAt(document, {"config", "client_args"});
    const Json& metadata = valueAt(document, {"metadata"});
    Context& context = source.context;
    engine(stringOf(valueAt(document, {"cmd"})), context);
    stateFirst(context, "backend", valueAt(results, {"backend"}));
    stateFirst(context, "model", valueAt(metadata, {"model_tag"}));
    stateFirst(context, "accelerator", valueAt(metadata, {"gpu_type"}));
    stateKnown(context, "accelerator_count", valueAt(metadata, {"gpu_count"}));
    server(valueAt(document, {"config"}), context);
    workload(document, context);
    stateFirst(context, "note.harness", "llm-optimizer");
    run.load = loadOf(client, results);
    run.declaredRequests = wholeOf(valueAt(client, {"num_prompts"}));
    figures(results, run);
    auto cap = positiveOf(valueAt(results, {"max_concurrency"}));
    if (!cap) cap = positiveOf(valueAt(client, {"max_concurrency"}));
    run.load = loadInForce(run.load, cap, run);
    return {};
}

int probe(const Sample& sample) {
    using Shape = Sample::Shape;
    const bool json = sample.shape == Shape::object || sample.shape == Shape::lines || sample.shape == Shape::array;
    return json && sample.has("config") && sample.has("results") && sample.has("cmd") && sample.has("metadata") ? 100
                                                                                                                : 0;
}

Result<ReadOutcome> read(const ReadInput& input, const Sample&, RowSink& sink) {
    return readSummaryDocuments(input, sink, take);
}

}  // namespace

const Reader llmOptimizerReader{"llm-optimizer",
                                "BentoML llm-optimizer",
                                "objects with config, results, cmd and metadata: summaries only",
                                {ReaderForm{probe, read}}};

}  // namespace plumbline
