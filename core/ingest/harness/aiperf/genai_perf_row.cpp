#include "core/ingest/harness/aiperf/genai_perf_row.h"

#include <algorithm>
#include <vector>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/form/doc_facts.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/stream_text.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

/// Ticks of the C++ system clock: nanoseconds on Linux (19 digits), microseconds where the library counts those (16).
/// Between the two lies no time that a clock shows: unknown.
Nanoseconds fromTicks(std::int64_t ticks) {
    constexpr std::int64_t leastNanoseconds = 100'000'000'000'000'000;
    constexpr std::int64_t lastMicroseconds = 9'000'000'000'000'000;  // in the year 2255
    if (ticks >= leastNanoseconds || ticks == 0) return Nanoseconds(ticks);
    return ticks < 0 || ticks > lastMicroseconds ? unknownTime : Nanoseconds(ticks * 1000);
}

}  // namespace

struct GenaiPerfRowReader::State {
    explicit State(Diagnostics& shared) : diagnostics(shared), json(shared) {}

    void field(std::string_view key, JsonRead::Value& value);
    void inputs(JsonRead::Value& value);
    void payload(std::string_view text);
    void payloadField(std::string_view key, JsonRead::Value& value);
    void output(JsonRead::Value& value);
    bool complete();
    void readings();
    void outputs();
    void event(const StreamChunk& chunk, Nanoseconds time, bool named);
    void tokens(const StreamChunk& chunk);
    void finish(bool streamed);

    Diagnostics& diagnostics;
    Diagnostics dropped;
    JsonRead json, inner{dropped};
    StreamChunkReader chunks;
    std::string padded;
    GenaiPerfRequest request;
    Row row;
    std::string why;
    std::vector<Nanoseconds> times, textTimes;
    std::vector<std::string_view> texts;
    bool triton = false;
};

void GenaiPerfRowReader::State::field(std::string_view key, JsonRead::Value& value) {
    if (key == "timestamp") {
        if (const auto ticks = json.integer(value)) row.start = fromTicks(*ticks);
    } else if (key == "sequence_id") {
        row.session = json.text(value).value_or(std::string_view());
    } else if (key == "request_inputs") {
        inputs(value);
    } else if (key == "response_timestamps") {
        json.elements(value, [&](JsonRead::Value& each) {
            if (const auto ticks = json.integer(each)) times.push_back(fromTicks(*ticks));
        });
    } else if (key == "response_outputs") {
        json.elements(value, [&](JsonRead::Value& each) { output(each); });
    } else {
        json.walk(value);
    }
}

void GenaiPerfRowReader::State::inputs(JsonRead::Value& value) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& each) {
        if (key == "payload") {
            if (const auto text = json.text(each)) payload(*text);
        } else if (key == "max_tokens") {
            row.maxTokens = json.count(each);
        } else {
            json.walk(each);
        }
    });
}

/// The request's body: a text that holds JSON. The prompt is only hashed.
void GenaiPerfRowReader::State::payload(std::string_view text) {
    row.promptKey = internKey(text);
    padded.assign(text);
    padded.append(windowPadding, '\0');
    inner.record(std::string_view(padded.data(), text.size()), 0,
                 [&](std::string_view key, JsonRead::Value& value) { payloadField(key, value); });
}

void GenaiPerfRowReader::State::payloadField(std::string_view key, JsonRead::Value& value) {
    if (key == "model" && request.model.empty())
        request.model = inner.text(value).value_or(std::string_view());
    else if (key == "stream" && !request.stream)
        request.stream = inner.flag(value);
    else if (key == "max_tokens" || key == "max_completion_tokens")
        row.maxTokens = inner.count(value);
    else if (key == "session_id")
        row.session = inner.text(value).value_or(std::string_view());
    else
        inner.walk(value);
}

void GenaiPerfRowReader::State::output(JsonRead::Value& value) {
    const std::size_t before = texts.size();
    json.fields(value, [&](std::string_view key, JsonRead::Value& each) {
        const bool wanted = (key == "response" || key == "text_output") && texts.size() == before;
        if (!wanted) return json.walk(each);
        triton = triton || key == "text_output";
        texts.emplace_back();
        if (json.isNull(each)) return json.walk(each);
        texts.back() = json.text(each).value_or(std::string_view());
    });
    if (texts.size() == before) texts.emplace_back();
}

bool GenaiPerfRowReader::State::complete() {
    if (!isKnown(row.start))
        why = "It has no timestamp, so it is no request of Perf Analyzer.";
    else if (!texts.empty() && texts.size() != times.size())
        why = "It has not as many response_outputs as response_timestamps.";
    else if (!std::all_of(times.begin(), times.end(), [](Nanoseconds each) { return isKnown(each); }))
        why = "One of its response_timestamps is a time that no clock shows.";
    return why.empty();
}

void GenaiPerfRowReader::State::readings() {
    if (times.empty()) return;
    row.firstByte = times.front() - row.start;
    row.end = times.back() - row.start;
    if (triton) return outputs();
    StreamText stream(
        [&](std::string_view text, Nanoseconds time, bool error) { event(chunks.read(text), time, error); });
    for (std::size_t i = 0; i < texts.size(); ++i) stream.feed(texts[i], times[i]);
    stream.finish();
    finish(stream.streamed());
}

/// Triton's own streams hold a text in each output.
void GenaiPerfRowReader::State::outputs() {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        StreamChunk chunk;
        chunk.content = !texts[i].empty();
        event(chunk, times[i], false);
    }
    finish(texts.size() > 1);
}

void GenaiPerfRowReader::State::event(const StreamChunk& chunk, Nanoseconds time, bool named) {
    tokens(chunk);
    if (!chunk.finish.empty()) row.finish = chunk.finish;
    if (named || !chunk.error.empty()) {
        row.status = Status::error;
        row.error = chunk.error.empty() ? "error event in the stream" : withoutKeys(chunk.error);
    }
    if (!chunk.content && !chunk.reasoning) return;
    if (chunk.reasoning && !isKnown(row.firstReasoning)) row.firstReasoning = time - row.start;
    if (chunk.content && !isKnown(row.firstContent)) row.firstContent = time - row.start;
    textTimes.push_back(time);
}

void GenaiPerfRowReader::State::tokens(const StreamChunk& chunk) {
    if (isKnown(chunk.promptTokens)) row.promptTokens = chunk.promptTokens;
    if (isKnown(chunk.cachedTokens)) row.cachedTokens = chunk.cachedTokens;
    if (isKnown(chunk.reasoningTokens)) row.reasoningTokens = chunk.reasoningTokens;
    if (!isKnown(chunk.outputTokens)) return;
    row.outputTokens = chunk.outputTokens;
    row.tokenSource = TokenSource::usage;
}

/// All that stands in one reading came at once, so gaps are between readings. A reply that was not streamed has no
/// first token, whatever a summary says.
void GenaiPerfRowReader::State::finish(bool streamed) {
    if (!streamed || textTimes.empty()) {
        row.firstContent = row.firstReasoning = unknownTime;
        return;
    }
    row.chunks = static_cast<Count>(textTimes.size());
    row.lastContent = textTimes.back() - row.start;
    row.gapsKnown = true;
    row.gapBasis = GapBasis::read;
    for (std::size_t i = 1; i < textTimes.size(); ++i)
        if (textTimes[i] != textTimes[i - 1]) row.gaps.push_back(textTimes[i] - textTimes[i - 1]);
    if (isKnown(row.outputTokens)) return;
    row.outputTokens = row.chunks;
    row.tokenSource = TokenSource::chunks;
    diagnostics.note("tokens-from-chunks", 0,
                     [] { return "The stream holds no usage: events with text are counted for its output tokens."; });
}

GenaiPerfRowReader::GenaiPerfRowReader(Diagnostics& diagnostics) : m_state(std::make_unique<State>(diagnostics)) {}
GenaiPerfRowReader::~GenaiPerfRowReader() = default;

bool GenaiPerfRowReader::read(std::string_view text) {
    State& state = *m_state;
    clear(state.row);
    state.why.clear();
    state.times.clear();
    state.textTimes.clear();
    state.texts.clear();
    state.triton = false;
    const bool whole =
        state.json.record(text, 0, [&](std::string_view key, JsonRead::Value& value) { state.field(key, value); });
    if (!whole) state.why = state.json.reason();
    if (!whole || !state.complete()) return false;
    state.readings();
    return true;
}

Row& GenaiPerfRowReader::row() { return m_state->row; }
const std::string& GenaiPerfRowReader::reason() const { return m_state->why; }
const GenaiPerfRequest& GenaiPerfRowReader::request() const { return m_state->request; }

}  // namespace plumbline
