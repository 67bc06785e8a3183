// Our own trace as a table (TRACE_FORMAT §3): the fields of a row as columns, the load in load.concurrency and its
// like, gaps separated by blanks.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ingest/form/row_output.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/trace/run_places.h"
#include "core/ingest/trace/trace_row.h"
#include "core/ingest/trace/unknown_keys.h"

namespace plumbline {
namespace {

class TraceCsv {
public:
    TraceCsv(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_out(sink, m_outcome), m_table(std::move(source)), m_rows(m_diagnostics) {
        m_outcome.sources.emplace_back();
    }

    Result<ReadOutcome> read() {
        CsvRecord record;
        if (const auto header = m_table.header(record); !header) return Unexpected{header.error()};
        m_columns = record.cells;
        m_table.note(m_diagnostics);
        for (auto column = m_columns.begin(); column != m_columns.end(); ++column)  // the last one is taken
            if (std::find(column + 1, m_columns.end(), *column) != m_columns.end()) column->clear();
        noteUnknown(record.line);
        while (true) {
            const auto more = m_table.next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) break;
            take(record);
        }
        if (m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "It is a table of requests without a line.", m_input.path);
        m_outcome.diagnostics = m_diagnostics.take();
        m_outcome.diagnostics.insert(m_outcome.diagnostics.end(), m_unknown.begin(), m_unknown.end());
        return std::move(m_outcome);
    }

private:
    void noteUnknown(std::uint64_t line) {
        for (const std::string& column : m_columns)
            if (!column.empty() && !isTraceColumn(column))
                m_unknown.push_back({"unknown-column", unknownKeyText("column", column), 1, line});
    }

    void take(const CsvRecord& record) {
        if (!record.broken.empty()) return reject(record, record.broken);
        if (record.cells.size() != m_columns.size())
            return reject(
                record, fmt::format("It has {} cells where the header has {}.", record.cells.size(), m_columns.size()));
        m_rows.begin(record.line, record.byte);
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!record.cells[i].empty()) m_rows.cell(m_columns[i], record.cells[i]);
        if (m_rows.end() != TraceLine::row) return reject(record, m_rows.reason());
        Row& row = m_rows.row();
        m_out.row(0, m_places.of(row, m_outcome.sources[0].runs), row);
    }

    void reject(const CsvRecord& record, std::string reason) { m_out.reject(record, std::move(reason)); }

    const ReadInput& m_input;
    RowOutput m_out;
    CsvReader m_table;
    Diagnostics m_diagnostics;
    TraceRowReader m_rows;
    std::vector<std::string> m_columns;
    std::vector<Diagnostic> m_unknown;  ///< one a column
    RunPlaces m_places;
    ReadOutcome m_outcome;
};

Result<ReadOutcome> readTraceCsv(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return TraceCsv(input, sink, std::move(*source)).read();
}

/// Three fields at least, and one of them a time from which a request can be measured.
int probeTraceCsv(const Sample& sample) {
    if (sample.shape != Sample::Shape::table) return 0;
    const auto known = std::count_if(sample.keys.begin(), sample.keys.end(), isTraceColumn);
    const bool timed = std::any_of(sample.keys.begin(), sample.keys.end(), [](const std::string& key) {
        return isTraceField(key) && (key.starts_with("end_") || key.starts_with("first_") || key.starts_with("start_"));
    });
    if (known < 3 || !timed) return 0;
    return static_cast<std::size_t>(known) == sample.keys.size()      ? 95
           : 2 * static_cast<std::size_t>(known) > sample.keys.size() ? 60
                                                                      : 30;
}

}  // namespace

const Reader traceCsvReader{"plumbline-trace-csv",
                            "plumbline trace, CSV",
                            "a table whose columns are the fields of a trace, three at least and a time among them",
                            {ReaderForm{probeTraceCsv, readTraceCsv}}};

}  // namespace plumbline
