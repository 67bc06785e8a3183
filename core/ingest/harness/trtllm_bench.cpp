// TensorRT-LLM's in-process benchmark, trtllm-bench: its requests (--request_json) and its report (--report_json, a
// summary). No HTTP is between (FORMATS/trtllm.md §2).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

enum class Field : std::uint8_t { id, inputTokens, start, first, end, outputTokens, tokens, error };
const std::unordered_map<std::string_view, Field> fieldNames{{"id", Field::id},
                                                             {"num_input_tokens", Field::inputTokens},
                                                             {"start_timestamp", Field::start},
                                                             {"first_token_timestamp", Field::first},
                                                             {"end_timestamp", Field::end},
                                                             {"num_output_tokens", Field::outputTokens},
                                                             {"output_tokens", Field::tokens},
                                                             {"error", Field::error}};

/// Reads the list of requests; what the harness computed of each is not taken: with -1 for the first token its
/// figures have the size of the clock.
class Requests {
public:
    Requests(RowSink& sink, ByteSource source)
        : m_sink(sink), m_scanner(std::move(source)), m_json(m_diagnostics), m_fields(fieldNames) {}

    Result<ReadOutcome> read() {
        bool followed = m_scanner.peek() == JsonScanner::Kind::list && m_scanner.enter();
        while (followed && m_scanner.nextElement()) {
            const std::uint64_t byte = m_scanner.offset();
            std::string_view text;
            if (!m_scanner.value(text, RecordReader::defaultCap)) break;
            take(text, byte);
        }
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        if (m_scanner.stuck())
            reject({}, m_scanner.offset(), m_scanner.reason());
        else if (m_scanner.peek() != JsonScanner::Kind::end)
            reject({}, m_scanner.offset(), followed ? "Something follows the list of requests." : "Not a JSON list.");
        m_outcome.sources.push_back(source());
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

private:
    void take(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return reject(text, byte, "Too long to be a request.");
        m_row = {};
        m_end = m_first = unknownTime;
        m_fields.restart();
        const bool whole = m_json.element(text, 0, [&](JsonRead::Value& value) {
            m_isObject = m_json.fields(
                value, [&](std::string_view key, JsonRead::Value& field) { take(m_fields.find(key), field); });
        });
        if (!whole) return reject(text, byte, m_json.reason());
        if (!m_isObject) return reject(text, byte, "An entry of the list is no object.");
        m_row.record = m_outcome.records++;
        m_row.byte = byte;
        complete();
        ++m_outcome.rows;
        m_sink.row(0, 0, m_row);
    }

    void take(const Field* field, JsonRead::Value& value) {
        if (!field) return m_json.walk(value);
        switch (*field) {
            case Field::id:
                m_row.id = m_json.text(value).value_or(std::string_view());
                return;
            case Field::inputTokens:
                m_row.promptTokens = m_json.count(value);
                return;
            case Field::start:
                m_row.start = stamp(value);
                return;
            case Field::first:
                m_first = stamp(value);
                return;
            case Field::end:
                m_end = stamp(value);
                return;
            case Field::outputTokens:
                m_row.outputTokens = m_json.count(value);
                return;
            case Field::tokens:
                countTokens(value);
                return;
            case Field::error:
                if (m_json.flag(value).value_or(false)) m_row.status = Status::error;
                return;
        }
    }

    /// -1 stands for none; a monotonic clock never stands at 0 during a run.
    Nanoseconds stamp(JsonRead::Value& value) {
        const Nanoseconds time = m_json.time(value, TimeUnit::nanoseconds);
        return isKnown(time) && time > Nanoseconds::zero() ? time : unknownTime;
    }

    /// A list of the tokens themselves in one revision, their number in another.
    void countTokens(JsonRead::Value& value) {
        Count listed = 0;
        if (value.raw_json_token().front() == '[')
            m_json.elements(value, [&](JsonRead::Value& token) {
                m_json.walk(token);
                ++listed;
            });
        else
            listed = m_json.count(value);
        if (!isKnown(m_row.outputTokens)) m_row.outputTokens = listed;
    }

    void complete() {
        m_row.firstToken = between(m_row.start, m_first);
        if (isKnown(m_row.firstToken)) m_row.firstTokenKind = FirstTokenKind::engine;
        m_row.end = between(m_row.start, m_end);
        if (isKnown(m_row.outputTokens)) m_row.tokenSource = TokenSource::usage;
        if (isKnown(m_row.firstToken)) return;
        m_diagnostics.note("ttft-unmeasured", 0, [&] {
            return fmt::format("Record {} has no time of its first token: the run was not streamed.", m_row.record);
        });
    }

    void reject(std::string_view text, std::uint64_t byte, std::string reason) {
        m_sink.reject({m_outcome.records++, 0, byte, std::move(reason), excerpt(text)});
        ++m_outcome.rejected;
    }

    static SourceInfo source() {
        SourceInfo out;
        out.boundary = {"sent", std::string(name(FirstTokenKind::engine)), "last-text",
                        std::string(name(TokenSource::usage)), "monotonic"};
        out.context["engine"].stated = plumbline::quoted("tensorrt-llm");
        out.context["note.harness"].stated = plumbline::quoted("trtllm-bench");
        out.runs.emplace_back();  // neither its concurrency nor its model is told
        return out;
    }

    RowSink& m_sink;
    JsonScanner m_scanner;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    FieldMap<Field> m_fields;
    ReadOutcome m_outcome;
    Row m_row;
    Nanoseconds m_first = unknownTime, m_end = unknownTime;
    bool m_isObject = false;
};

const Json& at(const Json& from, const char* key) {
    static const Json nothing;
    if (!from.is_object()) return nothing;
    const auto found = from.find(key);
    return found == from.end() ? nothing : *found;
}

void state(Context& context, const char* fact, const Json& value) {
    const bool says = (value.is_string() && !value.empty() && value != "N/A") || value.is_number();
    if (says) context[fact].stated = value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Context contextOf(const Json& report) {
    Context context;
    const Json& engine = at(report, "engine");
    const Json& world = at(report, "world_info");
    context["engine"].stated = plumbline::quoted("tensorrt-llm");
    context["note.harness"].stated = plumbline::quoted("trtllm-bench");
    constexpr std::pair<const char*, const char*> engineFacts[]{{"model", "model"},
                                                                {"version", "engine_version"},
                                                                {"revision", "model_revision"},
                                                                {"backend", "backend"},
                                                                {"dtype", "dtype"},
                                                                {"kv_cache_dtype", "kv_cache_dtype"},
                                                                {"quantization", "quantization"}};
    for (const auto& [key, fact] : engineFacts) state(context, fact, at(engine, key));
    constexpr std::pair<const char*, const char*> worldFacts[]{{"tp_size", "tensor_parallel"},
                                                               {"pp_size", "pipeline_parallel"},
                                                               {"ep_size", "expert_parallel"},
                                                               {"world_size", "accelerator_count"},
                                                               {"max_batch_size", "max_batch_size"},
                                                               {"max_num_tokens", "max_num_tokens"},
                                                               {"scheduling_policy", "scheduling_policy"}};
    for (const auto& [key, fact] : worldFacts) state(context, fact, at(world, key));
    state(context, "accelerator", at(at(report, "machine"), "name"));
    return context;
}

/// Percentiles are the element at floor(n p): with few requests several of them are the maximum.
void reportDistribution(const Json& block, const std::string& metric, double factor, Reported& out) {
    if (!block.is_object()) return;
    for (const auto& [key, value] : block.items()) {
        if (!value.is_number() || !std::isfinite(value.get<double>())) continue;
        const bool percentile = key.size() > 1 && key[0] == 'p';
        const std::string which = key == "average" ? "mean" : key == "minimum" ? "min" : key == "maximum" ? "max" : key;
        if (percentile || which != key) out[metric + "." + which] = value.get<double>() * factor;
    }
}

void reportOne(const Json& value, const char* key, double factor, Reported& out) {
    if (value.is_number() && std::isfinite(value.get<double>())) out.try_emplace(key, value.get<double>() * factor);
}

RunInfo runOf(const Json& report) {
    RunInfo run;
    run.summaryOnly = true;
    const Json& performance = at(report, "performance");
    const Json& requests = at(report, "request_info");
    const Json& streaming = at(report, "streaming_metrics");
    Reported& out = run.reported;
    reportDistribution(at(performance, "request_latency_percentiles_ms"), "e2e_s", 1e-3, out);
    reportOne(at(performance, "avg_request_latency_ms"), "e2e_s.mean", 1e-3, out);
    reportDistribution(at(streaming, "ttft_percentiles"), "ttft_s", 1e-3, out);
    reportOne(at(streaming, "avg_ttft_ms"), "ttft_s.mean", 1e-3, out);
    reportDistribution(at(streaming, "tpot_percentiles"), "tpot_s", 1e-3, out);
    reportOne(at(streaming, "avg_tpot_ms"), "tpot_s.mean", 1e-3, out);
    reportOne(at(performance, "system_output_throughput_tok_s"), "system_output_tokens_per_s", 1, out);
    reportOne(at(performance, "request_throughput_req_s"), "requests_per_s", 1, out);
    reportOne(at(performance, "output_throughput_per_user_tok_s"), "user_throughput", 1, out);
    reportOne(at(requests, "avg_num_concurrent_requests"), "in_flight", 1, out);
    reportOne(at(requests, "avg_input_length"), "prompt_tokens.mean", 1, out);
    reportOne(at(requests, "avg_output_length"), "output_tokens.mean", 1, out);
    if (const Json& count = at(requests, "num_requests"); count.is_number_integer())
        run.declaredCompleted = count.get<std::int64_t>();
    if (const Json& total = at(performance, "total_latency_ms"); total.is_number() && total.get<double>() > 0)
        run.declaredDuration = toTime(total.get<double>() * 1e-3, TimeUnit::seconds);
    return run;
}

Result<ReadOutcome> readReport(const ReadInput& input, const Sample&, RowSink&) {
    const auto text = readSmallFile(input.path);
    if (!text) return Unexpected{text.error()};
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    const auto report = parseDocument(*text, input.path);
    if (!report) return Unexpected{report.error()};
    SourceInfo source;
    source.context = contextOf(*report);
    source.boundary = {"sent", {}, "last-text", std::string(name(TokenSource::usage)), {}};
    if (at(*report, "streaming_metrics").is_object()) source.boundary.first = name(FirstTokenKind::engine);
    leaveOut(source.context, "error_rate", "trtllm-bench counts no requests that failed");
    source.runs.push_back(runOf(*report));
    if (source.runs.front().reported.empty())
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
    const bool keys =
        sample.has("start_timestamp") && sample.has("first_token_timestamp") && sample.has("num_input_tokens");
    return sample.shape == Sample::Shape::array && keys ? 96 : 0;
}

Result<ReadOutcome> readRequests(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return Requests(sink, std::move(*source)).read();
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
    {ReaderForm{probeRequests, readRequests}, ReaderForm{probeReport, readReport}}};

}  // namespace plumbline
