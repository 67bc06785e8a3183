#include <algorithm>

#include "tests/support/calendar.h"
#include "tests/support/statistics.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

constexpr std::string_view comma = ", ";
/// From just before the first request to just after the last reply: what vLLM's clock adds to the requests' own.
constexpr Nanoseconds clientOverhead{1'200'000};

/// vLLM's first event is any message with choices: the empty role chunk where there is one.
Nanoseconds firstEvent(const SimulatedRequest& request) {
    return request.roleChunk.value_or(request.chunkTimes.front());
}

/// Between successive events, the role chunk included.
std::vector<Nanoseconds> gapsOf(const SimulatedRequest& request) {
    std::vector<Nanoseconds> gaps;
    if (!answered(request)) return gaps;
    gaps.reserve(request.chunkTimes.size());
    if (request.roleChunk) gaps.push_back(request.chunkTimes.front() - *request.roleChunk);
    for (std::size_t index = 1; index < request.chunkTimes.size(); ++index)
        gaps.push_back(request.chunkTimes[index] - request.chunkTimes[index - 1]);
    return gaps;
}

class VllmWriter {
public:
    VllmWriter(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests)
        : m_sink(sink), m_run(run), m_requests(requests), m_members(sink, JsonStyle::spaced) {
        measure();
    }
    void write();

private:
    void measure();
    void writeHead();
    void writeTotals();
    void writeDetail();
    void writePeaks();
    void writeMetric(std::string_view name, const std::vector<std::int64_t>& values, int decimals);
    template <typename Each>
    void array(std::string_view key, Each each);
    void ratio(std::string_view key, std::int64_t numerator);

    TextSink& m_sink;
    const RunDescription& m_run;
    const std::vector<SimulatedRequest>& m_requests;
    JsonMembers m_members;
    Nanoseconds m_firstStart{0}, m_lastEnd{0}, m_lastSuccess{0};
    std::int64_t m_completed = 0, m_inputTokens = 0, m_outputTokens = 0;
    std::vector<std::int64_t> m_ttfts, m_tpots, m_itls, m_e2els;  ///< ns, but tpots ps
};

void VllmWriter::measure() {
    if (!m_requests.empty()) m_firstStart = m_requests.front().start;
    for (const auto& request : m_requests) {
        m_lastEnd = std::max(m_lastEnd, request.start + request.end.value_or(Nanoseconds(0)));
        if (!answered(request)) continue;
        const Nanoseconds first = firstEvent(request), last = request.chunkTimes.back();
        ++m_completed;
        m_inputTokens += request.promptTokens.value_or(0);
        m_outputTokens += request.outputTokens.value_or(0);
        m_ttfts.push_back(first.count());
        m_e2els.push_back(last.count());
        for (const Nanoseconds gap : gapsOf(request)) m_itls.push_back(gap.count());
        const int others = request.outputTokens.value_or(0) - 1;
        if (others > 0) m_tpots.push_back(quotient((last - first).count(), others, 3));
        m_lastSuccess = std::max(m_lastSuccess, request.start + last);
    }
}

void VllmWriter::write() {
    writeHead();
    writeTotals();
    writeDetail();
    writePeaks();
    writeMetric("ttft", m_ttfts, 6);
    writeMetric("tpot", m_tpots, 9);
    writeMetric("itl", m_itls, 6);
    writeMetric("e2el", m_e2els, 6);
    m_members.end();
}

void VllmWriter::writeHead() {
    m_members.text("date", stamp(m_run.startedAt + (m_lastEnd - m_firstStart), false));
    m_members.text("endpoint_type", "openai-chat");
    m_members.text("backend", "openai-chat");
    m_members.raw("label", "null");
    m_members.text("model_id", m_run.model);
    m_members.text("tokenizer_id", m_run.model);
    m_members.number("num_prompts", static_cast<std::int64_t>(m_requests.size()));
    m_members.text("request_rate", "inf");
    m_members.raw("burstiness", "1.0");
    m_members.number("max_concurrency", m_run.concurrency);
}

void VllmWriter::ratio(std::string_view key, std::int64_t numerator) {
    const Nanoseconds duration = m_lastEnd - m_firstStart + clientOverhead;
    // Per second with nine decimals: numerator x 10^9 / ns, and nine more places.
    m_members.key(key).decimal(quotient(numerator, duration.count(), 18), 9);
}

void VllmWriter::writeTotals() {
    m_members.key("duration").seconds(m_lastEnd - m_firstStart + clientOverhead);
    m_members.number("completed", m_completed);
    m_members.number("failed", static_cast<std::int64_t>(m_requests.size()) - m_completed);
    m_members.number("total_input_tokens", m_inputTokens);
    m_members.number("total_output_tokens", m_outputTokens);
    ratio("request_throughput", m_completed);
    m_members.raw("request_goodput", "null");
    ratio("output_throughput", m_outputTokens);
    ratio("total_token_throughput", m_inputTokens + m_outputTokens);
}

template <typename Each>
void VllmWriter::array(std::string_view key, Each each) {
    m_members.key(key).put("[");
    for (std::size_t index = 0; index < m_requests.size(); ++index) {
        if (index > 0) m_sink.put(comma);
        each(m_requests[index]);
        m_sink.spill();
    }
    m_sink.put("]");
}

void VllmWriter::writeDetail() {
    array("input_lens", [this](const auto& request) { m_sink.integer(request.promptTokens.value_or(0)); });
    array("output_lens",
          [this](const auto& request) { m_sink.integer(answered(request) ? request.outputTokens.value_or(1) : 0); });
    array("ttfts",
          [this](const auto& request) { m_sink.seconds(answered(request) ? firstEvent(request) : Nanoseconds(0)); });
    array("itls", [this](const auto& request) {
        m_sink.put("[");
        const auto gaps = gapsOf(request);
        for (std::size_t index = 0; index < gaps.size(); ++index) {
            if (index > 0) m_sink.put(comma);
            m_sink.seconds(gaps[index]);
        }
        m_sink.put("]");
    });
    array("start_times", [this](const auto& request) { m_sink.seconds(request.start); });
    array("generated_texts", [this](const auto& request) { m_sink.put(answered(request) ? "\"text\"" : "\"\""); });
    array("errors", [this](const auto& request) { m_sink.quoted(request.error); });
}

/// By whole seconds from the first start, as vLLM counts: events in a second, requests that touch a second.
void VllmWriter::writePeaks() {
    const auto second = [this](Nanoseconds time) {
        return static_cast<std::size_t>(std::chrono::floor<std::chrono::seconds>(time - m_firstStart).count());
    };
    std::vector<std::int64_t> events(second(std::max(m_lastSuccess, m_firstStart)) + 2), touching(events.size());
    for (const auto& request : m_requests) {
        if (!answered(request)) continue;
        if (request.roleChunk) ++events[second(request.start + *request.roleChunk)];
        for (const Nanoseconds time : request.chunkTimes) ++events[second(request.start + time)];
        const std::size_t last = second(request.start + request.chunkTimes.back());
        for (std::size_t bucket = second(request.start); bucket <= last; ++bucket) ++touching[bucket];
    }
    m_members.key("max_output_tokens_per_s").decimal(*std::max_element(events.begin(), events.end()), 0);
    m_members.number("max_concurrent_requests", *std::max_element(touching.begin(), touching.end()));
    m_members.raw("rtfx", "0.0");
}

void VllmWriter::writeMetric(std::string_view name, const std::vector<std::int64_t>& values, int decimals) {
    const SeriesStatistics statistics(values);
    m_members.key(fmt::format("mean_{}_ms", name)).decimal(statistics.mean(), decimals);
    m_members.key(fmt::format("median_{}_ms", name)).decimal(statistics.percentile(50), decimals);
    m_members.key(fmt::format("std_{}_ms", name)).decimal(statistics.deviation(), decimals);
    m_members.key(fmt::format("p99_{}_ms", name)).decimal(statistics.percentile(99), decimals);
}

}  // namespace

void writeVllm(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests) {
    VllmWriter(sink, run, requests).write();
}

std::string vllmFileName(const RunDescription& run) {
    const auto slash = run.model.rfind('/');
    const auto model = slash == std::string::npos ? run.model : run.model.substr(slash + 1);
    return fmt::format("openai-chat-infqps-concurrency{}-{}-{}.json", run.concurrency, model,
                       stamp(run.startedAt, false));
}

}  // namespace plumbline::support
