// The stored text of an answer's stream (server-sent events): which event carried text, of which kind, and the usage
// that the server sent with it. Texts themselves are looked at and dropped.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/trace/row.h"

namespace plumbline {

/// What one event of an OpenAI-style stream tells, or one whole reply that was not streamed.
struct StreamChunk {
    bool content = false;    ///< visible text
    bool reasoning = false;  ///< reasoning text
    Count promptTokens = unknownCount, cachedTokens = unknownCount;
    Count outputTokens = unknownCount, reasoningTokens = unknownCount;
    std::string finish;
    std::string error;  ///< the server's own words; empty: no error
};

class StreamChunkReader {
public:
    StreamChunkReader();
    ~StreamChunkReader();
    /// Reads the JSON after "data:"; what is broken or no JSON tells nothing.
    StreamChunk read(std::string_view json);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Puts events together from pieces as the network handed them over: a piece holds half an event, one, or several.
class StreamText {
public:
    /// Called for each payload of a "data:" line with the time at which the last of its bytes came; `error` when the
    /// server named the event so. End markers, comments and blank lines make no call.
    using Visit = std::function<void(std::string_view json, Nanoseconds time, bool error)>;
    explicit StreamText(Visit visit) : m_visit(std::move(visit)) {}

    void feed(std::string_view piece, Nanoseconds time);
    /// After the last piece.
    void finish();
    /// Whether a "data:" line was there: else the text is a reply in one piece, visited as it is.
    bool streamed() const { return m_streamed; }

private:
    void line(std::string_view text);

    Visit m_visit;
    std::string m_rest;  ///< of a line whose end has not come
    Nanoseconds m_time = unknownTime;
    bool m_streamed = false, m_error = false;
};

}  // namespace plumbline
