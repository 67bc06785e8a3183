// What readers of production traffic share: rows of one source that is a reference distribution, at a load that nobody
// states.
#pragma once

#include <string>
#include <string_view>

#include "core/ingest/form/row_output.h"
#include "core/ingest/reader/diagnostics.h"

namespace plumbline {

class TrafficOutput {
public:
    explicit TrafficOutput(RowSink& sink) : m_out(sink, m_outcome) {}

    /// Sets the row's record.
    void row(Row& row);
    template <class Text>
    void reject(const Text& record, std::string reason) {
        m_out.reject(record, std::move(reason));
    }
    void rejectLine(const Record& record, std::string reason) {
        m_out.rejectLine(record, std::move(reason), m_diagnostics);
    }
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
