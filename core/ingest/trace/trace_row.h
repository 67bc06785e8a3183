// One line of our own trace format (TRACE_FORMAT §1), or the cells of a table with its fields (§3), into a row.
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
    /// The same for a row whose fields stand in cells: its beginning, each cell that says something, its end.
    void begin(std::uint64_t line, std::uint64_t byte);
    /// `key` is a field's, with its unit where it is a time, or "load.concurrency" and its like; it must live on.
    void cell(std::string_view key, std::string_view text);
    /// A time that is known already.
    void time(Nanoseconds Row::*field, Nanoseconds value);
    TraceLine end();
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
/// The same of a column of a table, where the load has columns of its own.
bool isTraceColumn(std::string_view column);
/// All keys of a row, times once for each unit. They live as long as the program.
std::vector<std::string_view> traceFieldKeys();

}  // namespace plumbline
