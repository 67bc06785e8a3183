// What a reader yields, handed on and counted: records = rows + rejected.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/ingest/form/json_rows.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"
#include "core/ingest/text/records.h"

namespace plumbline {

class RowOutput {
public:
    /// Both must outlive this; `outcome` may be made after it.
    RowOutput(RowSink& sink, ReadOutcome& outcome) : m_sink(sink), m_outcome(outcome) {}
    /// Sets the row's record.
    void row(std::size_t source, std::size_t run, Row& row);
    void reject(std::string reason, std::string_view text, std::uint64_t byte, std::uint64_t line = 0);
    /// A record of lines or of a table.
    template <class Text>
    void reject(const Text& record, std::string reason) {
        reject(std::move(reason), record.text, record.byte, record.line);
    }
    /// A line of a file of JSON lines; one that the file's end cuts off is said to be.
    void rejectLine(const Record& record, std::string reason, Diagnostics& diagnostics);
    /// A row that is lost in a break is rejected, and the break is said.
    void broken(const RowsBreak& at, Diagnostics& diagnostics);

private:
    RowSink& m_sink;
    ReadOutcome& m_outcome;
};

}  // namespace plumbline
