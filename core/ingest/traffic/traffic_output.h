// What readers of production traffic share: rows of one source that is a reference distribution, at a load that nobody
// states.
#pragma once

#include <string>
#include <string_view>

#include "core/ingest/form/json_rows.h"
#include "core/ingest/reader/diagnostics.h"

namespace plumbline {

class TrafficOutput {
public:
    explicit TrafficOutput(RowSink& sink) : m_out(sink, m_outcome) {}

    /// Sets the row's record.
    void row(Row& row);
    void reject(std::string reason, std::string_view text, std::uint64_t byte, std::uint64_t line);
    Diagnostics& diagnostics() { return m_diagnostics; }

    /// The outcome: one source of traffic. `clock` is the word for the starts; empty where there are none. Errors:
    /// refused, for a file without a request.
    Result<ReadOutcome> finish(const std::string& path, std::string_view clock, Context context, Count blockTokens);

private:
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    bool m_anyStart = false, m_wholeSeconds = true;
};

}  // namespace plumbline
