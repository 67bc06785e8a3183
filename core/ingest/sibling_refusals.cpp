// Files that lie beside results of several harnesses: read with them, and nothing by themselves.
#include "core/ingest/harness/evalscope/evalscope_summary.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {

std::string refusalOfSibling(const Sample& sample) {
    const auto has = [&](std::string_view key) { return sample.has(key); };
    if (has("benchmark_version") && has("api_backend"))
        return "It is the description of a genai-bench experiment: open the result files beside it, which it is read "
               "with.";
    if (isEvalscopePercentiles(sample))
        return "It is evalscope's table of percentiles: open benchmark_data.db beside it, which holds the requests.";
    if (has("parallel") && has("number") && (has("tokenizer_path") || has("connect_timeout")))
        return "It is the arguments of an evalscope run: open benchmark_data.db beside it, which they are read with.";
    if (has("clients") && has("n_requests") && (has("total_test_time") || has("endpoint")))
        return "It is LLMeter's description of a run, without figures: open responses.jsonl beside it, or stats.json.";
    if (has("messages") && !has("model") && !has("usage") && !has("response") && !has("choices"))
        return "It is prompts, as LLMeter's payload.jsonl holds them, and no answers: open responses.jsonl beside it, "
               "or "
               "the harness's result.";
    return {};
}

}  // namespace plumbline
