// One line of our own trace format (trace-format.md) into a row.
#pragma once

#include <memory>
#include <string>

#include "core/ingest/diagnostics.h"
#include "core/ingest/records.h"
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

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Empties a row and keeps its buffers.
void clear(Row& row);

/// Whether a key, time suffix or not, is one of the format's row fields.
bool isTraceField(std::string_view key);

}  // namespace plumbline
