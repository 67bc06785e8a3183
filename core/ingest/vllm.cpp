// vLLM's serving benchmark: `vllm bench serve`, formerly benchmark_serving.py (formats/a.md §1).
#include "core/ingest/all_readers.h"
#include "core/ingest/serving_file.h"

namespace plumbline {
namespace {

class Vllm : public ServingHarness {
public:
    bool claims(const VllmScalars& scalars) const override {
        return isVllmServing([&](std::string_view key) { return scalars.has(key); });
    }
    std::string notClaimed() const override {
        return "No result of vLLM's serving benchmark: total_token_throughput is missing.";
    }
    bool isWarmup(const VllmScalars& scalars) const override { return isVllmWarmup(scalars); }
    ServingRun describe(const VllmObject& object, Diagnostics&) const override {
        const bool starts = object.columns.size(VllmColumn::startTimes) > 0 && object.hasRows();
        return {vllmContext(object.scalars), vllmBoundary(vllmEra(object.scalars), starts), vllmRun(object.scalars)};
    }
    bool emit(const VllmObject& object, const Load& load, const VllmTarget& target) const override {
        return emitVllmRows(object, vllmEra(object.scalars), load, target);
    }
};

Result<ReadOutcome> readVllm(const ReadInput& input, RowSink& sink) { return readServingFile(input, sink, Vllm()); }

int probeVllm(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!isVllmServing([&](std::string_view key) { return sample.has(key); })) return 0;
    const bool named = sample.has("model_id") || sample.has("tokenizer_id") || sample.has("num_prompts");
    return named && sample.has("duration") ? 95 : 60;
}

}  // namespace

const Reader vllmReader{
    "vllm", "vLLM serving benchmark (vllm bench serve)",
    "JSON objects, or a list of them, with total_token_throughput, and without keys of SGLang or TensorRT-LLM",
    probeVllm, readVllm};

std::string refusalOfVllmFile(const Sample& sample) {
    const auto has = [&](std::string_view key) { return sample.has(key); };
    if (sample.shape == Sample::Shape::array && has("benchmark") && has("metric") && has("model"))
        return "It is vLLM's copy of a result for the PyTorch dashboard, without requests: open the result beside it, "
               "whose name lacks "
               "'.pytorch'.";
    if (has("avg_latency") && (has("latencies") || has("percentiles")))
        return "It is the result of vllm bench latency, which serves no requests: open one of vllm bench serve.";
    if (has("elapsed_time") && has("requests_per_second") && !has("total_token_throughput"))
        return "It is the result of vllm bench throughput, which runs offline: open one of vllm bench serve.";
    if (has("error_type") && has("serve_overrides"))
        return "It is the note of a vLLM sweep on a run that failed: open the run files beside it.";
    return {};
}

}  // namespace plumbline
