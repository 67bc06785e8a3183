#include "core/ingest/form/row_output.h"

#include <fmt/format.h>

namespace plumbline {

void RowOutput::row(std::size_t source, std::size_t run, Row& row) {
    row.record = m_outcome.records++;
    ++m_outcome.rows;
    m_sink.row(source, run, row);
}

void RowOutput::reject(std::string reason, std::string_view text, std::uint64_t byte, std::uint64_t line) {
    m_sink.reject({m_outcome.records++, line, byte, std::move(reason), excerpt(text)});
    ++m_outcome.rejected;
}

void RowOutput::rejectLine(const Record& record, std::string reason, Diagnostics& diagnostics) {
    if (record.last && isUnclosed(record.text)) {
        reason = "Truncated: the file ends inside this record.";
        diagnostics.note("truncated", record.line,
                         [&] { return fmt::format("The file ends inside line {}.", record.line); });
    }
    reject(record, std::move(reason));
}

void RowOutput::broken(const RowsBreak& at, Diagnostics& diagnostics) {
    if (at.inRow) reject(at.why, {}, at.byte);
    diagnostics.note("truncated", 0, [&] { return "Near byte " + std::to_string(at.byte) + ": " + at.why; });
}

}  // namespace plumbline
