// TensorRT-LLM's in-process benchmark, trtllm-bench: its requests (--request_json) and its report (--report_json, a
// summary). No HTTP is between (FORMATS/trtllm.md §2).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_document.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

constexpr auto ns = TimeUnit::nanoseconds;

/// What the harness computed of each request is not taken: with -1 for the first token its figures have the size of the
/// clock, which is monotonic and never stands at 0 during a run. `output_tokens` is a list of the tokens themselves in
/// one revision, their number in another.
constexpr std::array keys{
    form::text("id", &Row::id),
    form::count("num_input_tokens", &Row::promptTokens),
    form::at("start_timestamp", &Row::start, ns, Zero::isNone),
    form::at("first_token_timestamp", &Row::firstToken, ns, Zero::isNone),
    form::at("end_timestamp", &Row::end, ns, Zero::isNone),
    form::count("num_output_tokens", &Row::outputTokens),
    KeyForm{.path = "output_tokens", .place = CountOrLength{&Row::outputTokens}, .alternate = true},
    form::error("error", ErrorPart::flag)};
/// Of the requests neither concurrency nor model is told.
constexpr std::array facts{form::word("tensorrt-llm", "engine"), form::word("trtllm-bench", "note.harness")};

class Hooks final : public FormHooks {
    void complete(FormRecord& record, FormFile& file) override {
        if (isKnown(record.row.firstToken)) return;
        file.diagnostics.note("ttft-unmeasured", 0, [&] {
            return fmt::format("Record {} has no time of its first token: the run was not streamed.", file.records);
        });
    }
};

constexpr RecordForm requestsForm{.keys = keys,
                                  .facts = facts,
                                  .start = "sent",
                                  .end = "last-text",
                                  .clock = "monotonic",
                                  .first = FirstTokenKind::engine,
                                  .tokens = TokenSource::usage,
                                  .hooks = makeHooks<Hooks>};

constexpr std::array reportFacts{form::word("tensorrt-llm", "engine"),
                                 form::word("trtllm-bench", "note.harness"),
                                 form::fact("engine.model", "model"),
                                 form::fact("engine.version", "engine_version"),
                                 form::fact("engine.revision", "model_revision"),
                                 form::fact("engine.backend", "backend"),
                                 form::fact("engine.dtype", "dtype"),
                                 form::fact("engine.kv_cache_dtype", "kv_cache_dtype"),
                                 form::fact("engine.quantization", "quantization"),
                                 form::fact("world_info.tp_size", "tensor_parallel"),
                                 form::fact("world_info.pp_size", "pipeline_parallel"),
                                 form::fact("world_info.ep_size", "expert_parallel"),
                                 form::fact("world_info.world_size", "accelerator_count"),
                                 form::fact("world_info.max_batch_size", "max_batch_size"),
                                 form::fact("world_info.max_num_tokens", "max_num_tokens"),
                                 form::fact("world_info.scheduling_policy", "scheduling_policy"),
                                 form::fact("machine.name", "accelerator")};

/// Percentiles are the element at floor(n p): with few requests several of them are the maximum.
constexpr std::array reportFigures{
    form::statistics("performance.request_latency_percentiles_ms", "e2e_s", 1e-3),
    form::from0("performance.avg_request_latency_ms", "e2e_s.mean", 1e-3),
    form::statistics("streaming_metrics.ttft_percentiles", "ttft_s", 1e-3),
    form::from0("streaming_metrics.avg_ttft_ms", "ttft_s.mean", 1e-3),
    form::statistics("streaming_metrics.tpot_percentiles", "tpot_s", 1e-3),
    form::from0("streaming_metrics.avg_tpot_ms", "tpot_s.mean", 1e-3),
    form::from0("performance.system_output_throughput_tok_s", "system_output_tokens_per_s"),
    form::from0("performance.request_throughput_req_s", "requests_per_s"),
    form::from0("performance.output_throughput_per_user_tok_s", "user_throughput"),
    form::from0("request_info.avg_num_concurrent_requests", "in_flight"),
    form::from0("request_info.avg_input_length", "prompt_tokens.mean"),
    form::from0("request_info.avg_output_length", "output_tokens.mean"),
    form::completed("request_info.num_requests"),
    form::duration("performance.total_latency_ms", 1e-3)};

Result<ReadOutcome> readReport(const ReadInput& input, const Sample&, RowSink&) {
    const auto text = readSmallFile(input.path);
    if (!text) return Unexpected{text.error()};
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    const auto report = parseDocument(*text, input.path);
    if (!report) return Unexpected{report.error()};
    SourceInfo source;
    takeFacts(*report, reportFacts, source.context);
    source.boundary = {"sent", {}, "last-text", std::string(name(TokenSource::usage)), {}};
    if (valueAtPath(*report, "streaming_metrics").is_object()) source.boundary.first = name(FirstTokenKind::engine);
    leaveOut(source.context, "error_rate", "trtllm-bench counts no requests that failed");
    RunInfo& run = source.runs.emplace_back();
    run.summaryOnly = true;
    takeFigures(*report, reportFigures, run);
    if (run.reported.empty())
        return unexpected(ErrorKind::format, "The report of trtllm-bench holds no figures.", input.path,
                          "Give the file of --request_json.");
    ReadOutcome outcome;
    outcome.summaries = 1;
    outcome.sources.push_back(std::move(source));
    outcome.diagnostics.push_back(
        {"load-not-stated", "The report does not hold the concurrency that was asked for, so its load is not stated.",
         1, 0});
    return outcome;
}

int probeRequests(const Sample& sample) {
    const bool named =
        sample.has("start_timestamp") && sample.has("first_token_timestamp") && sample.has("num_input_tokens");
    return sample.shape == Sample::Shape::array && named ? 96 : 0;
}

int probeReport(const Sample& sample) {
    return sample.shape == Sample::Shape::object && sample.has("world_info") && sample.has("performance") ? 96 : 0;
}

}  // namespace

const Reader trtllmBenchReader{
    "trtllm-bench",
    "TensorRT-LLM in-process benchmark (trtllm-bench)",
    "a list with start_timestamp, first_token_timestamp and num_input_tokens; or a report with world_info and "
    "performance",
    {ReaderForm{.probe = probeRequests, .records = &requestsForm}, ReaderForm{probeReport, readReport}}};

}  // namespace plumbline
