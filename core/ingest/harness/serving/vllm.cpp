// vLLM's serving benchmark: `vllm bench serve`, formerly benchmark_serving.py (FORMATS/vllm.md).
#include <algorithm>

#include "core/ingest/harness/serving/serving_file.h"
#include "core/ingest/reader/all_readers.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

/// Tasks that make no text (embedding, rerank, pooling) are written without output tokens and first tokens.
bool hasPlaceForText(const VllmObject& object) {
    const auto& columns = object.columns;
    if (columns.has(VllmColumn::ttfts) || columns.has(VllmColumn::outputLens) || !object.brokenBy.empty()) return true;
    const auto& scalars = object.scalars.all();
    return object.scalars.has("total_output_tokens") ||
           std::any_of(scalars.begin(), scalars.end(),
                       [](const auto& each) { return each.first.find("_ttft") != std::string::npos; });
}

/// Waits at the client's own gate, where no start tells when a request was meant to go out.
void reportWaits(const VllmColumns& columns, Reported& reported) {
    double sum = 0, longest = 0, known = 0;
    for (std::size_t i = 0; i < columns.size(VllmColumn::queueTimes); ++i) {
        const Nanoseconds wait = columns.time(VllmColumn::queueTimes, i);
        if (!isKnown(wait) || wait < Nanoseconds(0)) continue;
        sum += seconds(wait);
        longest = std::max(longest, seconds(wait));
        ++known;
    }
    if (known == 0) return;
    reported["schedule_delay_s.mean"] = sum / known;
    reported["schedule_delay_s.max"] = longest;
}

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
        ServingRun out{vllmContext(object.scalars), vllmBoundary(vllmEra(object.scalars), starts),
                       vllmRun(object.scalars)};
        if (!hasPlaceForText(object)) out.context[std::string(makesTextFact)].stated = "false";
        if (!makesText(out.context)) out.boundary.first = out.boundary.tokens = "";
        if (!starts) reportWaits(object.columns, out.run.reported);
        return out;
    }
    bool emit(const VllmObject& object, const Load& load, const VllmTarget& target) const override {
        return emitVllmRows(object, vllmEra(object.scalars), load, target);
    }
};

Result<ReadOutcome> readVllm(const ReadInput& input, const Sample&, RowSink& sink) {
    return readServingFile(input, sink, Vllm());
}

int probeVllm(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!isVllmServing([&](std::string_view key) { return sample.has(key); })) return 0;
    const bool named = sample.has("model_id") || sample.has("tokenizer_id") || sample.has("num_prompts");
    return named && sample.has("duration") ? 95 : 60;
}

}  // namespace

const Reader vllmReader{
    "vllm",
    "vLLM serving benchmark (vllm bench serve)",
    "JSON objects, or a list of them, with total_token_throughput, and without keys of SGLang or TensorRT-LLM",
    {ReaderForm{probeVllm, readVllm}}};

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
