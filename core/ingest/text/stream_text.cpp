#include "core/ingest/text/stream_text.h"

#include <algorithm>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/records.h"

namespace plumbline {

struct StreamChunkReader::State {
    Diagnostics dropped;  // what is wrong inside a stored text is the server's, and no news of the file
    JsonRead json{dropped};
    std::string padded;
    StreamChunk chunk;

    void top(std::string_view key, JsonRead::Value& value);
    void choice(JsonRead::Value& value);
    void texts(JsonRead::Value& value);
    void usage(JsonRead::Value& value);
    void error(JsonRead::Value& value);
    bool hasText(JsonRead::Value& value) {
        if (json.isNull(value)) {
            json.walk(value);
            return false;
        }
        return !json.text(value).value_or(std::string_view()).empty();
    }
};

namespace {

bool isType(JsonRead::Value& value, simdjson::ondemand::json_type wanted) {
    simdjson::ondemand::json_type type{};
    return !value.type().get(type) && type == wanted;
}
constexpr auto objectType = simdjson::ondemand::json_type::object;

}  // namespace

void StreamChunkReader::State::top(std::string_view key, JsonRead::Value& value) {
    if (key == "choices")
        json.elements(value, [&](JsonRead::Value& each) { choice(each); });
    else if (key == "usage")
        usage(value);
    else if (key == "error")
        error(value);
    else
        json.walk(value);
}

void StreamChunkReader::State::choice(JsonRead::Value& value) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "delta" || key == "message") {
            texts(inner);
        } else if (key == "text") {
            chunk.content = hasText(inner) || chunk.content;
        } else if (key == "finish_reason" && !json.isNull(inner)) {
            chunk.finish = json.text(inner).value_or(std::string_view());
        } else {
            json.walk(inner);
        }
    });
}

void StreamChunkReader::State::texts(JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "content")
            chunk.content = hasText(inner) || chunk.content;
        else if (key == "reasoning_content" || key == "reasoning")
            chunk.reasoning = hasText(inner) || chunk.reasoning;
        else
            json.walk(inner);
    });
}

void StreamChunkReader::State::usage(JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    const auto details = [&](JsonRead::Value& from, std::string_view wanted, Count& count) {
        if (!isType(from, objectType)) return json.walk(from);
        json.fields(from, [&](std::string_view key, JsonRead::Value& inner) {
            if (key == wanted && !json.isNull(inner))
                count = json.count(inner);
            else
                json.walk(inner);
        });
    };
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "prompt_tokens")
            chunk.promptTokens = json.count(inner);
        else if (key == "completion_tokens")
            chunk.outputTokens = json.count(inner);
        else if (key == "completion_tokens_details")
            details(inner, "reasoning_tokens", chunk.reasoningTokens);
        else if (key == "prompt_tokens_details")
            details(inner, "cached_tokens", chunk.cachedTokens);
        else
            json.walk(inner);
    });
}

void StreamChunkReader::State::error(JsonRead::Value& value) {
    if (json.isNull(value)) return json.walk(value);
    if (!isType(value, objectType)) {
        chunk.error = json.text(value).value_or("error");
        return;
    }
    chunk.error = "error";
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "message" && !json.isNull(inner))
            chunk.error = json.text(inner).value_or("error");
        else
            json.walk(inner);
    });
}

StreamChunkReader::StreamChunkReader() : m_state(std::make_unique<State>()) {}
StreamChunkReader::~StreamChunkReader() = default;

StreamChunk StreamChunkReader::read(std::string_view json) {
    State& state = *m_state;
    state.chunk = {};
    state.padded.assign(json);
    state.padded.append(windowPadding, '\0');
    const std::string_view text(state.padded.data(), json.size());
    const bool whole =
        state.json.record(text, 0, [&](std::string_view key, JsonRead::Value& value) { state.top(key, value); });
    return whole ? std::move(state.chunk) : StreamChunk();
}

namespace {

bool beginsEvent(std::string_view piece) {
    return piece.starts_with("data:") || piece.starts_with("event:") || piece.starts_with(":");
}

/// Whether a line without its end is whole all the same, so that another one may follow.
bool isWholeLine(std::string_view line) {
    if (line.starts_with("event:") || line.starts_with(":")) return true;
    if (!line.starts_with("data:")) return false;
    const std::string_view payload = line.substr(5);
    return payload.ends_with("[DONE]") || (payload.ends_with('}') && !isUnclosed(payload));
}

}  // namespace

void StreamText::feed(std::string_view piece, Nanoseconds time) {
    // Some writers store each reading without its line ends.
    if (!m_rest.empty() && beginsEvent(piece) && isWholeLine(m_rest)) finish();
    m_time = time;
    std::size_t from = 0;
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n', from)) {
        m_rest.append(piece.substr(from, end - from));
        line(m_rest);
        m_rest.clear();
        from = end + 1;
    }
    m_rest.append(piece.substr(from));
}

void StreamText::finish() {
    line(m_rest);
    m_rest.clear();
}

void StreamText::line(std::string_view text) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty()) return;
    if (text.starts_with("event:")) {
        m_error = text.find("error") != std::string_view::npos;
        return;
    }
    const bool data = text.starts_with("data:");
    if (!data && (m_streamed || !text.starts_with("{"))) return;
    if (data) {
        m_streamed = true;
        text.remove_prefix(5);
    }
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text != "[DONE]") m_visit(text, m_time, m_error);
    m_error = false;
}

}  // namespace plumbline
