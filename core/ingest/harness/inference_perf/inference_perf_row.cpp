#include "core/ingest/harness/inference_perf/inference_perf_row.h"

#include <algorithm>
#include <vector>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/stream_text.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

/// Which layout a row has, and so what its time stamps are of.
enum class Layout : std::uint8_t {
    none,       ///< 0.1: no stamps at all
    anyLine,    ///< 0.2 to 0.4: of each line, or each event, of the stream, of whatever kind
    answerText  ///< 0.5 on: of the events with answer text
};

}  // namespace

struct InferencePerfRowReader::State {
    explicit State(Diagnostics& shared) : diagnostics(shared), json(shared) {}

    void top(std::string_view key, JsonRead::Value& value);
    void info(std::string_view key, JsonRead::Value& value);
    void requestMetrics(JsonRead::Value& value);
    void response(std::string_view key, JsonRead::Value& value);
    void usage(JsonRead::Value& value);
    void error(JsonRead::Value& value);
    bool complete();
    void tokens();
    void answerTimes();
    void lineTimes();
    bool placeEvents();
    void textAt(const std::vector<Nanoseconds>& times);
    bool stamps(JsonRead::Value& value, std::vector<Nanoseconds>& out);

    Diagnostics& diagnostics;
    JsonRead json;
    StreamChunkReader chunkReader;
    Row row;
    std::string why;
    Nanoseconds start = unknownTime, end = unknownTime;
    Count prompt = unknownCount, usagePrompt = unknownCount, output = unknownCount, usageOutput = unknownCount;
    std::vector<Nanoseconds> chunkTimes, tokenTimes;
    std::string_view body;
    Layout layout = Layout::none;
    bool chunksListed = false;
};

bool InferencePerfRowReader::State::stamps(JsonRead::Value& value, std::vector<Nanoseconds>& out) {
    out.clear();
    if (json.isNull(value)) {
        json.walk(value);
        return false;
    }
    return json.elements(value, [&](JsonRead::Value& each) {
        const Nanoseconds time = json.time(each, TimeUnit::seconds);
        if (isKnown(time)) out.push_back(time);
    });
}

void InferencePerfRowReader::State::top(std::string_view key, JsonRead::Value& value) {
    if (key == "start_time")
        start = json.time(value, TimeUnit::seconds);
    else if (key == "end_time")
        end = json.time(value, TimeUnit::seconds);
    else if (key == "info" && !json.isNull(value))
        json.fields(value, [&](std::string_view name, JsonRead::Value& inner) { info(name, inner); });
    else if (key == "request" && !json.isNull(value)) {
        if (const auto text = json.text(value); text && text->size() > 2) row.promptKey = internKey(*text);
    } else if (key == "response" && !json.isNull(value))
        body = json.text(value).value_or(std::string_view());
    else if (key == "error")
        error(value);
    else
        json.walk(value);
}

void InferencePerfRowReader::State::info(std::string_view key, JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    if (key == "request_metrics") return requestMetrics(value);
    if (key == "response_info" || key == "response_metrics") {
        layout = Layout::answerText;
        json.fields(value, [&](std::string_view name, JsonRead::Value& inner) { response(name, inner); });
    } else if (key == "input_tokens") {
        prompt = json.count(value);
    } else if (key == "output_tokens") {
        output = json.count(value);
    } else if (key == "output_token_times") {
        if (stamps(value, tokenTimes) && layout == Layout::none) layout = Layout::anyLine;
    } else {
        json.walk(value);
    }
}

void InferencePerfRowReader::State::requestMetrics(JsonRead::Value& value) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key != "text" || json.isNull(inner)) return json.walk(inner);
        json.fields(inner, [&](std::string_view name, JsonRead::Value& each) {
            if (name == "input_tokens")
                prompt = json.count(each);
            else
                json.walk(each);
        });
    });
}

void InferencePerfRowReader::State::response(std::string_view key, JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    if (key == "output_tokens")
        output = json.count(value);
    else if (key == "chunk_times")
        chunksListed = stamps(value, chunkTimes);
    else if (key == "output_token_times")
        stamps(value, tokenTimes);
    else if (key == "server_usage")
        usage(value);
    else
        json.walk(value);
}

void InferencePerfRowReader::State::usage(JsonRead::Value& value) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        const bool details = key == "completion_tokens_details" || key == "prompt_tokens_details";
        if (json.isNull(inner)) return json.walk(inner);
        if (key == "prompt_tokens")
            usagePrompt = json.count(inner);
        else if (key == "completion_tokens")
            usageOutput = json.count(inner);
        else if (details)
            json.fields(inner, [&](std::string_view name, JsonRead::Value& each) {
                if (json.isNull(each)) return json.walk(each);
                if (name == "reasoning_tokens")
                    row.reasoningTokens = json.count(each);
                else if (name == "cached_tokens")
                    row.cachedTokens = json.count(each);
                else
                    json.walk(each);
            });
        else
            json.walk(inner);
    });
}

void InferencePerfRowReader::State::error(JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    row.status = Status::error;
    std::string type, message;
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "error_type")
            type = json.text(inner).value_or(std::string_view());
        else if (key == "error_msg")
            message = json.text(inner).value_or(std::string_view());
        else
            json.walk(inner);
    });
    if (type.find("Cancel") != std::string::npos) row.status = Status::cancelled;
    message = withoutKeys(message);
    row.error = message.empty() ? type : type.empty() ? message : type + ": " + message;
}

bool InferencePerfRowReader::State::complete() {
    if (!isKnown(start)) why = "It has no start_time, so it is no request of inference-perf.";
    return why.empty();
}

/// The server's own count where there is one; the client's tokenizer counted the other.
void InferencePerfRowReader::State::tokens() {
    row.promptTokens = isKnown(usagePrompt) ? usagePrompt : prompt;
    if (isKnown(usageOutput)) {
        row.outputTokens = usageOutput;
        row.otherOutputTokens = output;
        row.tokenSource = TokenSource::usage;
    } else if (isKnown(output)) {
        row.outputTokens = output;
        row.tokenSource = TokenSource::tokenizer;
    }
}

/// Chunks with text arrived at these times.
void InferencePerfRowReader::State::textAt(const std::vector<Nanoseconds>& times) {
    row.chunks = static_cast<Count>(times.size());
    row.lastContent = times.back() - start;
    row.gapsKnown = true;
    row.gapBasis = GapBasis::chunk;
    for (std::size_t i = 1; i < times.size(); ++i) row.gaps.push_back(times[i] - times[i - 1]);
}

/// Without chunk_times each token has its chunk's time: equal times are one chunk, and no gap lies between them.
void InferencePerfRowReader::State::answerTimes() {
    std::vector<Nanoseconds>& times = chunksListed && !chunkTimes.empty() ? chunkTimes : tokenTimes;
    if (&times == &tokenTimes) times.erase(std::unique(times.begin(), times.end()), times.end());
    if (times.empty()) return;
    row.firstToken = times.front() - start;
    row.firstTokenKind = FirstTokenKind::answerText;
    textAt(times);
}

/// To 0.4 blank lines, role, usage and end events were stamped too. The stored stream, where it is there, tells which
/// stamps are of text.
void InferencePerfRowReader::State::lineTimes() {
    if (tokenTimes.empty()) return;
    row.firstToken = tokenTimes.front() - start;
    row.firstTokenKind = FirstTokenKind::anyEvent;
    if (placeEvents()) return;
    diagnostics.note("stamps-of-any-line", 0, [] {
        return "Its time stamps are of lines or events of any kind, blank and closing ones too: the first is taken as "
               "the first event, and gaps are taken as unknown.";
    });
}

/// True when each stamp could be given to a line, or to an event, of the stored stream.
bool InferencePerfRowReader::State::placeEvents() {
    std::vector<std::string_view> lines, events;
    for (std::size_t from = 0; from < body.size();) {
        const std::size_t lineEnd = std::min(body.find('\n', from), body.size());
        lines.push_back(body.substr(from, lineEnd - from));
        if (lines.back().starts_with("data:")) events.push_back(lines.back());
        from = lineEnd + 1;
    }
    const bool byLine = lines.size() == tokenTimes.size();
    if (events.empty() || (!byLine && events.size() != tokenTimes.size())) return false;
    const auto& stamped = byLine ? lines : events;
    std::vector<Nanoseconds> times;
    for (std::size_t i = 0; i < stamped.size(); ++i) {
        if (!stamped[i].starts_with("data:")) continue;
        const StreamChunk chunk = chunkReader.read(stamped[i].substr(5));
        if (chunk.reasoning && !isKnown(row.firstReasoning)) row.firstReasoning = tokenTimes[i] - start;
        if (chunk.content && !isKnown(row.firstContent)) row.firstContent = tokenTimes[i] - start;
        if (chunk.content || chunk.reasoning) times.push_back(tokenTimes[i]);
    }
    if (!times.empty()) textAt(times);
    return true;
}

InferencePerfRowReader::InferencePerfRowReader(Diagnostics& diagnostics)
    : m_state(std::make_unique<State>(diagnostics)) {}
InferencePerfRowReader::~InferencePerfRowReader() = default;

bool InferencePerfRowReader::read(std::string_view text) {
    State& state = *m_state;
    clear(state.row);
    state.why.clear();
    state.start = state.end = unknownTime;
    state.prompt = state.usagePrompt = state.output = state.usageOutput = unknownCount;
    state.chunkTimes.clear();
    state.tokenTimes.clear();
    state.body = {};
    state.layout = Layout::none;
    state.chunksListed = false;
    const bool whole =
        state.json.record(text, 0, [&](std::string_view key, JsonRead::Value& value) { state.top(key, value); });
    if (!whole) state.why = state.json.reason();
    if (!whole || !state.complete()) return false;
    state.row.start = state.start;
    state.row.end = between(state.start, state.end);
    state.tokens();
    if (state.layout == Layout::answerText) state.answerTimes();
    if (state.layout == Layout::anyLine) state.lineTimes();
    return true;
}

Row& InferencePerfRowReader::row() { return m_state->row; }
const std::string& InferencePerfRowReader::reason() const { return m_state->why; }

}  // namespace plumbline
