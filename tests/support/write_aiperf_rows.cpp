#include <algorithm>

#include "tests/support/aiperf.h"
#include "tests/support/statistics.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

using aiperf::latency;
using aiperf::uuid;

class RowWriter {
public:
    RowWriter(TextSink& sink, const RunDescription& run) : m_sink(sink), m_run(run) {}
    void write(const SimulatedRequest& request, std::size_t session);

private:
    void writeMetadata(const SimulatedRequest& request, std::size_t session);
    void writeMetrics(const SimulatedRequest& request);
    void writeChunks(JsonMembers& metrics, const SimulatedRequest& request);
    void writeError(const SimulatedRequest& request);
    template <typename Value>
    void metric(JsonMembers& metrics, std::string_view tag, std::string_view unit, Value value);
    void millis(JsonMembers& metrics, std::string_view tag, Nanoseconds time);
    void tokens(JsonMembers& metrics, std::string_view tag, MaybeCount count);

    TextSink& m_sink;
    const RunDescription& m_run;
};

void RowWriter::write(const SimulatedRequest& request, std::size_t session) {
    JsonMembers row(m_sink, JsonStyle::compact);
    row.key("metadata");
    writeMetadata(request, session);
    row.key("metrics");
    writeMetrics(request);
    if (request.outcome != Outcome::ok) {
        row.key("error");
        writeError(request);
    }
    row.end();
    m_sink.put("\n");
}

// Ids follow from the start, so that they do not depend on the order of writing.
void RowWriter::writeMetadata(const SimulatedRequest& request, std::size_t session) {
    Random random(static_cast<std::uint64_t>(request.start.count()));
    const auto load = static_cast<unsigned>(m_run.concurrency);
    JsonMembers metadata(m_sink, JsonStyle::compact);
    metadata.number("session_num", static_cast<std::int64_t>(session));
    metadata.text("x_request_id", uuid(random));
    metadata.text("x_correlation_id", uuid(random));
    metadata.text("conversation_id", request.promptKey);
    metadata.number("turn_index", std::int64_t{0});
    metadata.number("credit_issued_ns", request.start.count() - random.between(40, 90) * 10'000);
    metadata.number("request_start_ns", request.start.count());
    if (request.headers) metadata.number("request_ack_ns", (request.start + *request.headers).count());
    metadata.number("request_end_ns", (request.start + latency(request)).count());
    metadata.text("worker_id", fmt::format("worker_{:08x}", 0x5eed0000 + load));
    metadata.text("record_processor_id", fmt::format("record_processor_{:08x}", 0x9eed0000 + load));
    metadata.text("benchmark_phase", request.warmup ? "warmup" : "profiling");
    metadata.flag("was_cancelled", request.outcome == Outcome::cancelled);
    metadata.end();
}

template <typename Value>
void RowWriter::metric(JsonMembers& metrics, std::string_view tag, std::string_view unit, Value value) {
    metrics.key(tag).put("{\"value\":");
    value();
    m_sink.put(",\"unit\":\"");
    m_sink.put(unit);
    m_sink.put("\"}");
}

void RowWriter::millis(JsonMembers& metrics, std::string_view tag, Nanoseconds time) {
    metric(metrics, tag, "ms", [&] { m_sink.millis(time); });
}

void RowWriter::tokens(JsonMembers& metrics, std::string_view tag, MaybeCount count) {
    if (count) metric(metrics, tag, "tokens", [&] { m_sink.integer(*count); });
}

void RowWriter::writeMetrics(const SimulatedRequest& request) {
    JsonMembers metrics(m_sink, JsonStyle::compact);
    if (!answered(request)) {
        tokens(metrics, "error_isl", request.promptTokens);
        return metrics.end();
    }
    const int answer = request.outputTokens.value_or(0) - request.reasoningTokens.value_or(0);
    tokens(metrics, "output_sequence_length", request.outputTokens);
    millis(metrics, "request_latency", latency(request));
    millis(metrics, "time_to_first_token", request.chunkTimes.front());
    tokens(metrics, "input_sequence_length", request.promptTokens);
    writeChunks(metrics, request);
    if (request.firstContent) millis(metrics, "time_to_first_output_token", *request.firstContent);
    tokens(metrics, "usage_completion_tokens", request.outputTokens);
    tokens(metrics, "usage_prompt_tokens", request.promptTokens);
    if (answer > 0) tokens(metrics, "output_token_count", answer);
    if (request.reasoningTokens.value_or(0) > 0) tokens(metrics, "reasoning_token_count", request.reasoningTokens);
    metrics.end();
}

void RowWriter::writeChunks(JsonMembers& metrics, const SimulatedRequest& request) {
    const auto& times = request.chunkTimes;
    if (times.size() < 2) return;
    millis(metrics, "time_to_second_token", times[1] - times[0]);
    metric(metrics, "inter_chunk_latency", "ms", [&] {
        for (std::size_t index = 1; index < times.size(); ++index) {
            m_sink.put(index == 1 ? "[" : ",");
            m_sink.millis(times[index] - times[index - 1]);
        }
        m_sink.put("]");
    });
    const std::int64_t others = request.outputTokens.value_or(0) - 1;
    const std::int64_t interval = (times.back() - times.front()).count();
    if (others < 1 || interval < 1) return;
    metric(metrics, "inter_token_latency", "ms", [&] { m_sink.decimal(quotient(interval, others, 3), 9); });
    metric(metrics, "output_token_throughput_per_user", "tokens/sec/user",
           [&] { m_sink.decimal(quotient(others, interval, 15), 6); });
}

void RowWriter::writeError(const SimulatedRequest& request) {
    const bool cancelled = request.outcome == Outcome::cancelled;
    JsonMembers error(m_sink, JsonStyle::compact);
    error.number("code", std::int64_t{cancelled ? 499 : 502});
    error.text("type", cancelled ? "RequestCancellationError" : "ServerError");
    error.text("message", request.error);
    error.end();
}

}  // namespace

void writeAiperfRows(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests) {
    std::vector<const SimulatedRequest*> order;
    for (const auto& request : requests) order.push_back(&request);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* a, const auto* b) { return a->start + latency(*a) < b->start + latency(*b); });
    RowWriter writer(sink, run);
    for (const auto* request : order) {
        writer.write(*request, static_cast<std::size_t>(request - requests.data()));
        sink.spill();
    }
}

}  // namespace plumbline::support
