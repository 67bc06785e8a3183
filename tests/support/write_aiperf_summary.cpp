#include <algorithm>
#include <functional>

#include "tests/support/aiperf.h"
#include "tests/support/calendar.h"
#include "tests/support/statistics.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

using aiperf::latency;
using aiperf::uuid;

/// How far before the first request, and after the last reply, AIPerf's own run lasts.
constexpr Nanoseconds clientOverhead{1'000'000};

using Value = std::function<std::optional<std::int64_t>(const SimulatedRequest&)>;

/// One distribution of the summary: what to take from a row, as whole numbers of 10^-decimals of the unit.
struct Block {
    std::string_view tag, unit;
    int decimals;
    Value value;
};

std::int64_t interval(const SimulatedRequest& request) {
    return (request.chunkTimes.back() - request.chunkTimes.front()).count();
}

/// Token counts in millionths, so that their means keep a fraction.
std::optional<std::int64_t> millionths(MaybeCount count) {
    if (!count) return std::nullopt;
    return std::int64_t{*count} * 1'000'000;
}

std::optional<std::int64_t> tokenLatency(const SimulatedRequest& request) {
    const int others = request.outputTokens.value_or(0) - 1;
    if (others < 1) return std::nullopt;
    return quotient(interval(request), others, 3);
}

std::optional<std::int64_t> tokenRate(const SimulatedRequest& request) {
    const int others = request.outputTokens.value_or(0) - 1;
    if (others < 1 || interval(request) < 1) return std::nullopt;
    return quotient(others, interval(request), 15);
}

std::vector<Block> blocks() {
    return {
        {"request_latency", "ms", 6, [](const auto& request) { return latency(request).count(); }},
        {"time_to_first_token", "ms", 6, [](const auto& request) { return request.chunkTimes.front().count(); }},
        {"inter_token_latency", "ms", 9, tokenLatency},
        {"output_token_throughput_per_user", "tokens/sec/user", 6, tokenRate},
        {"output_sequence_length", "tokens", 6, [](const auto& request) { return millionths(request.outputTokens); }},
        {"input_sequence_length", "tokens", 6, [](const auto& request) { return millionths(request.promptTokens); }},
    };
}

std::vector<const SimulatedRequest*> successes(const std::vector<SimulatedRequest>& requests, bool warmup) {
    std::vector<const SimulatedRequest*> chosen;
    for (const auto& request : requests)
        if (answered(request) && request.warmup == warmup) chosen.push_back(&request);
    return chosen;
}

class SummaryWriter {
public:
    SummaryWriter(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests)
        : m_sink(sink), m_run(run), m_measured(successes(requests, false)), m_warmup(successes(requests, true)) {
        m_asked = std::count_if(requests.begin(), requests.end(), [](const auto& row) { return !row.warmup; });
        measure();
    }
    void write();

private:
    void measure();
    void writeHead();
    void writeDistributions(const std::vector<const SimulatedRequest*>& rows, std::string_view indent);
    void writeDistribution(const Block& block, const std::vector<std::int64_t>& values, std::string_view indent);
    void writeChunkGaps();
    void writeRates();
    void writeWarmup();
    void writeConfig();
    void writeTail();
    void scalar(std::string_view tag, std::string_view unit, std::int64_t value, int decimals);
    void timestamp(std::string_view tag, Nanoseconds time);

    TextSink& m_sink;
    const RunDescription& m_run;
    std::vector<const SimulatedRequest*> m_measured, m_warmup;
    Nanoseconds m_first{0}, m_last{0};
    std::int64_t m_asked = 0, m_outputTokens = 0, m_inputTokens = 0;
};

void SummaryWriter::measure() {
    if (m_measured.empty()) return;
    m_first = m_measured.front()->start;
    for (const auto* request : m_measured) {
        m_first = std::min(m_first, request->start);
        m_last = std::max(m_last, request->start + latency(*request));
        m_outputTokens += request->outputTokens.value_or(0);
        m_inputTokens += request->promptTokens.value_or(0);
    }
}

void SummaryWriter::write() {
    m_sink.put("{\n");
    writeHead();
    writeDistributions(m_measured, "  ");
    writeChunkGaps();
    writeRates();
    writeWarmup();
    writeConfig();
    writeTail();
    m_sink.put("}\n");
}

void SummaryWriter::writeHead() {
    Random random(static_cast<std::uint64_t>(m_first.count()) + 1);
    m_sink.print("  \"schema_version\": \"1.2\",\n  \"aiperf_version\": \"0.8.0\",\n  \"benchmark_id\": \"{}\",\n",
                 uuid(random));
}

void SummaryWriter::scalar(std::string_view tag, std::string_view unit, std::int64_t value, int decimals) {
    m_sink.print("  \"{}\": {{\n    \"unit\": \"{}\",\n    \"avg\": ", tag, unit);
    m_sink.decimal(value, decimals);
    m_sink.put("\n  },\n");
}

// AIPerf averages stamps as doubles, which loses their last digits; so does this.
void SummaryWriter::timestamp(std::string_view tag, Nanoseconds time) {
    m_sink.print("  \"{}\": {{\n    \"unit\": \"ns\",\n    \"avg\": {}\n  }},\n", tag,
                 static_cast<double>(time.count()));
}

void SummaryWriter::writeDistributions(const std::vector<const SimulatedRequest*>& rows, std::string_view indent) {
    for (const auto& block : blocks()) {
        std::vector<std::int64_t> values;
        for (const auto* row : rows)
            if (const auto value = block.value(*row)) values.push_back(*value);
        writeDistribution(block, values, indent);
    }
}

void SummaryWriter::writeDistribution(const Block& block, const std::vector<std::int64_t>& values,
                                      std::string_view indent) {
    const SeriesStatistics statistics(values);
    const auto line = [&](std::string_view key, std::int64_t value) {
        m_sink.print("{}  \"{}\": ", indent, key);
        m_sink.decimal(value, block.decimals);
        m_sink.put(",\n");
    };
    m_sink.print("{}\"{}\": {{\n{}  \"unit\": \"{}\",\n", indent, block.tag, indent, block.unit);
    line("avg", statistics.mean());
    for (const int percent : {1, 5, 10, 25, 50, 75, 90, 95, 99})
        line(fmt::format("p{}", percent), statistics.percentile(percent));
    line("min", statistics.min());
    line("max", statistics.max());
    line("std", statistics.deviation());
    m_sink.print("{}  \"count\": {},\n{}  \"sum\": ", indent, statistics.count(), indent);
    m_sink.decimal(statistics.sum(), block.decimals);
    m_sink.print("\n{}}},\n", indent);
}

void SummaryWriter::writeChunkGaps() {
    std::vector<std::int64_t> gaps;
    for (const auto* request : m_measured)
        for (std::size_t index = 1; index < request->chunkTimes.size(); ++index)
            gaps.push_back((request->chunkTimes[index] - request->chunkTimes[index - 1]).count());
    writeDistribution({"inter_chunk_latency", "ms", 6, {}}, gaps, "  ");
}

void SummaryWriter::writeRates() {
    const auto measured = static_cast<std::int64_t>(m_measured.size());
    const std::int64_t duration = (m_last - m_first).count();
    // 0.8 divides tokens by the run's own window, requests by the span of its requests.
    const std::int64_t window = duration + 2 * clientOverhead.count();
    scalar("request_throughput", "requests/sec", quotient(measured, duration, 18), 9);
    scalar("request_count", "requests", measured, 0);
    scalar("output_token_throughput", "tokens/sec", quotient(m_outputTokens, window, 18), 9);
    scalar("benchmark_duration", "sec", duration, 9);
    scalar("total_isl", "tokens", m_inputTokens, 0);
    scalar("total_osl", "tokens", m_outputTokens, 0);
    timestamp("min_request_timestamp", m_first);
    timestamp("max_response_timestamp", m_last);
}

void SummaryWriter::writeWarmup() {
    if (m_warmup.empty()) return;
    m_sink.put("  \"warmup_metrics\": {\n");
    writeDistributions(m_warmup, "    ");
    m_sink.print("    \"request_count\": {{\n      \"unit\": \"requests\",\n      \"avg\": {}.0\n    }}\n  }},\n",
                 m_warmup.size());
}

void SummaryWriter::writeConfig() {
    m_sink.print(R"(  "input_config": {{
    "endpoint": {{"model_names": ["{0}"], "custom_endpoint": "/v1/chat/completions", "type": "chat", "streaming": true,
                 "urls": ["http://localhost:8000"], "use_server_token_count": true}},
    "input": {{"extra": [["ignore_eos", true]], "random_seed": 42,
              "prompt": {{"input_tokens": {{"mean": {1}}}, "output_tokens": {{"mean": {2}}}}}}},
    "output": {{"artifact_directory": "artifacts/concurrency{3}"}},
    "loadgen": {{"concurrency": {3}, "request_count": {4}, "warmup_request_count": {5}}},
    "cli_command": "aiperf profile --model '{0}' --endpoint-type 'chat' --streaming --concurrency {3}",
    "no_gpu_telemetry": true
  }},
)",
                 m_run.model, m_run.promptTokens, m_run.outputTokens, m_run.concurrency, m_asked, m_warmup.size());
}

void SummaryWriter::writeTail() {
    m_sink.print(R"(  "was_cancelled": false,
  "error_summary": [],
  "start_time": "{}",
  "end_time": "{}"
)",
                 stamp(m_first - clientOverhead, true), stamp(m_last + clientOverhead, true));
}

}  // namespace

void writeAiperfSummary(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests) {
    SummaryWriter(sink, run, requests).write();
}

void writeAiperf(const std::filesystem::path& folder, const RunDescription& run,
                 const std::vector<SimulatedRequest>& requests) {
    TextSink rows(folder / "profile_export.jsonl");
    writeAiperfRows(rows, run, requests);
    rows.close();
    TextSink summary(folder / "profile_export_aiperf.json");
    writeAiperfSummary(summary, run, requests);
    summary.close();
}

}  // namespace plumbline::support
