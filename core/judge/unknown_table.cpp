#include "core/judge/unknown_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

constexpr std::array entries{
    UnknownEntry{"rows", "the single requests: only a summary is here",
                 "every interval, and so every claim of a difference; goodput, steady state and the review of rows",
                 "keep the harness's file with a record for each request"},
    UnknownEntry{"load", "the load that was asked for",
                 "a place on a curve, where a limit is crossed, and any comparison at a load",
                 "name the load in the file, or type it in the configuration tree"},
    UnknownEntry{"workload", "what was asked: neither prompt keys nor all prompt lengths",
                 "every claim between configurations: that both were asked the same cannot be shown",
                 "record each prompt's id or hash, or its length in tokens"},
    UnknownEntry{"quantization", "the format of the weights", "every claim between configurations, and the bound", "",
                 R"({"quantization": "fp8"})"},
    UnknownEntry{"timing_boundary", "from which event to which the times run",
                 "every claim between configurations: another client may stop its clock elsewhere",
                 "name the client and its version, or write the trace with the boundary in its header"},
    UnknownEntry{"token_source", "who counted the output tokens",
                 "every claim between configurations, and any rate to better than a tokenizer's difference",
                 "ask the server for usage in the stream, and record that the counts are the server's"},
    UnknownEntry{"starts", "when the requests were sent",
                 "warm-up and cool-down by time, drift, in flight, Little's law, and resampling by blocks of time",
                 "record a start time for each request, on one clock"},
    UnknownEntry{"first_token", "when the first token came",
                 "TTFT, TPOT, the rate per user while it streams, and whether a server buffers",
                 "stream the responses, and record the time of the first token"},
    UnknownEntry{"gaps", "the times between chunks", "ITL, stalls within a response, and whether tokens come in bursts",
                 "record the time of each chunk"},
    UnknownEntry{"chunks", "in how many chunks each response came",
                 "that a response was not buffered: it is judged by its interval alone",
                 "record the number of chunks that carried text"},
    UnknownEntry{"schedule", "when each request was meant to be sent, under an open load",
                 "whether the client kept up, and latencies from the schedule, which a late client hides",
                 "record the scheduled time beside the time sent"},
    UnknownEntry{"cache_state", "whether the prompt cache was cold",
                 "that TTFT and output rate are those of fresh prompts; it is said beside every claim",
                 "record cached prompt tokens for each request", R"({"cache_state": "cold"})"},
    UnknownEntry{"accelerators", "the accelerators and their number",
                 "the rate per accelerator, its Pareto front, and the bound", "",
                 R"({"accelerator": "H100", "accelerator_count": 8})"},
    UnknownEntry{"model_revision", "the revision of the model",
                 "nothing, but it is said beside every claim: two revisions may share a name", "",
                 R"({"model_revision": "a1b2c3d"})"},
    UnknownEntry{"engine", "the engine and its version", "what a difference between configurations comes from", "",
                 R"({"engine": "vllm", "engine_version": "0.11.0"})"},
    UnknownEntry{"bound", "what the bound is worked out from: formats of the weights, accelerators, replicas",
                 "how much of the possible rate is reached, and that a rate is possible at all",
                 "give the model, its formats and the replicas in the Bound dock",
                 R"({"bound": {"groups": [["all", 8e9, 2]], "bandwidth_bytes_per_s": 3.35e12}})"},
    UnknownEntry{"queue", "how long requests waited in the server", "whether a latency is waiting or work",
                 "record the server's queue time for each request"},
    UnknownEntry{"output_quality", "whether the answers were right",
                 "that a faster configuration does the same work; it is said beside every claim", "check the answers",
                 R"({"output_checked": true})"},
    UnknownEntry{"repeats", "what a second run would give: one run at each load",
                 "that the figures would come out again on another day",
                 "run each load three times or more; runs are then what is compared"},
};

struct Recording {
    std::string_view harness, id, record;
};
// The switches are those of each harness's own command line.
constexpr std::array recordings{
    Recording{"vllm", "rows", "give --save-result and --save-detailed"},
    Recording{"vllm", "starts", "give --save-detailed, with a vLLM of 2026 or later: it writes start_times"},
    Recording{"vllm", "quantization", "give --metadata quantization=fp8"},
    Recording{"vllm", "accelerators", "give --metadata gpu=H100 gpu_count=8"},
    Recording{"vllm", "model_revision", "give --metadata revision=a1b2c3d"},
    Recording{"vllm", "engine", "give --metadata vllm_version=0.11.0"},
    Recording{"vllm", "cache_state",
              "its rows have no cached counts: start the server anew, or with prefix caching off, and give --metadata "
              "cache_state=cold"},
    Recording{"vllm", "first_token", "give --save-detailed, and leave streaming on"},
    Recording{"sglang", "rows", "give --output-details"},
    Recording{"sglang", "cache_state", "give --cache-report: it adds cached_tokens to each row"},
    Recording{"sglang", "starts",
              "its file has no start times, whatever is given: use another client where time matters"},
    Recording{"sglang", "first_token", "give --output-details, and do not give --disable-stream"},
    Recording{"sglang", "chunks",
              "its native endpoint spreads chunks over tokens: give --backend sglang-oai, which keeps the chunks"},
    Recording{"sglang", "quantization", "use a client that writes server_info (0.5 and later)"},
    Recording{"trtllm-serving", "rows", "give --save-result and --save-detailed"},
    Recording{"trtllm-serving", "starts", "its file has no start times: use another client where time matters"},
    Recording{"trtllm-serving", "first_token", "do not give --non-streaming"},
    Recording{"trtllm-bench", "rows", "give --request_json beside --report_json"},
    Recording{"trtllm-bench", "first_token", "give --streaming"},
    Recording{"trtllm-bench", "load", "its report does not hold the concurrency: type it in the configuration tree"},
    Recording{"llm-optimizer", "rows", "keep the result files of the client that it runs, besides --output-json"},
    Recording{"llmperf", "rows", "keep the _individual_responses.json beside the summary"},
    Recording{"llmperf", "starts", "its rows have no times of day: use another client where time matters"},
    Recording{"llmperf", "gaps", "its rows have one mean gap each: use another client where ITL matters"},
    Recording{"aiperf", "rows", "keep profile_export.jsonl beside the summary"},
    Recording{"aiperf", "first_token", "give --streaming"},
    Recording{"aiperf", "load", "keep profile_export_aiperf.json beside profile_export.jsonl: the load stands there"},
    Recording{"aiperf", "accelerators", "leave GPU telemetry on: the summary then counts the accelerators"},
    Recording{"genai-perf", "rows", "keep the raw profile_export.json beside the summary"},
    Recording{"genai-perf", "first_token", "give --streaming"},
    Recording{"guidellm", "rows",
              "write JSON or YAML, not CSV or HTML, and keep all requests: no sample_requests or sample_size"},
    Recording{"guidellm", "gaps", "its rows have one mean gap each: use another client where ITL matters"},
    Recording{"inference-perf", "rows",
              "set report.request_lifecycle.per_request to true in its configuration: it is off by default"},
    Recording{"inference-perf", "load", "keep the stage files and config.yaml beside the per-request file"},
    Recording{"genai-bench", "rows", "keep the file of each scenario and level, not the .xlsx alone"},
    Recording{"genai-bench", "starts", "its rows have no start times: use another client where time matters"},
    Recording{"genai-bench", "gaps", "its rows have no chunk times: use another client where ITL matters"},
    Recording{"genai-bench", "accelerators",
              "give the server's GPU type and count on its command line: experiment_metadata.json then has them"},
    Recording{"evalscope", "rows", "keep benchmark_data.db beside the summaries"},
    Recording{"evalscope", "load", "keep benchmark_args.json beside benchmark_data.db"},
    Recording{"llmeter", "starts", "use 0.1.10 or later; its times are whole seconds, too coarse for windows"},
    Recording{"llmeter", "gaps", "its rows have no chunk times: use another client where ITL matters"},
    Recording{"hf-inference-benchmarker", "rows", "it writes no rows: use another client where intervals matter"},
    Recording{"inferencex", "rows", "keep the client's own JSON with detailed saving, or the AIPerf sibling"},
    Recording{"llm-d", "rows", "keep the result files of the harness it ran: its report has no requests"},
    Recording{"otel", "gaps", "spans have no chunk times: use a client's trace where ITL matters"},
    Recording{"litellm", "first_token", "log streamed calls: completionStartTime is then the first chunk's"},
};

}  // namespace

std::span<const UnknownEntry> unknownEntries() { return entries; }

std::string recordWith(std::string_view harness, const UnknownEntry& entry) {
    const auto found = std::find_if(recordings.begin(), recordings.end(), [&](const Recording& each) {
        return each.harness == harness && each.id == entry.id;
    });
    const std::string record(found != recordings.end() ? found->record : entry.record);
    if (entry.context.empty()) return record;
    return fmt::format("{}say it in a context.json beside the file: {}", record.empty() ? "" : record + ", or ",
                       entry.context);
}

}  // namespace plumbline
