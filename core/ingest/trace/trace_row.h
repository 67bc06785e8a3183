// One line of our own trace format (TRACE_FORMAT §1) into a row.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/records.h"
#include "core/trace/row.h"

namespace plumbline {

enum class TraceLine : std::uint8_t { row, header, broken };

class TraceRowReader {
public:
    explicit TraceRowReader(Diagnostics& diagnostics);
    ~TraceRowReader();

    /// Reads a line into row(). A header is only told: parseHeader() reads it.
    TraceLine read(const Record& record);
    Row& row();
    /// Why the line is broken: one sentence.
    std::string reason() const;
    /// Says which keys of the rows read so far are no fields: "unknown-key", one a key with its count.
    void tellUnknownKeys(std::vector<Diagnostic>& to) const;

    struct State;  ///< of trace_row.cpp

private:
    std::unique_ptr<State> m_state;
};

/// Empties a row and keeps its buffers.
void clear(Row& row);

/// Whether a key, time suffix or not, is one of the format's row fields.
bool isTraceField(std::string_view key);
/// All keys of a row, times once for each unit. They live as long as the program.
std::vector<std::string_view> traceFieldKeys();

}  // namespace plumbline
