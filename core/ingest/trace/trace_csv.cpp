// Our own trace as a table (TRACE_FORMAT §3): the fields of a row as columns, the load in load.concurrency and its
// like, gaps separated by blanks. Each line is written as the JSON line that it stands for, so that one reader knows
// the fields.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/text/number_text.h"
#include "core/ingest/trace/trace_row.h"
#include "core/ingest/trace/unknown_keys.h"

namespace plumbline {
namespace {

constexpr std::string_view loadPrefix = "load.";

bool isGaps(std::string_view column) { return column.starts_with("gaps_"); }

bool isColumn(std::string_view column) {
    if (column == "load.concurrency" || column == "load.request_rate" || column == "load.unbounded") return true;
    return column != "load" && column != "plumbline" && isTraceField(column);
}

/// A number and a truth value as they are, NaN in one spelling, anything else as a text.
void appendValue(std::string& out, const std::string& cell) {
    double ignored = 0;
    const NumberKind kind = parseDouble(cell, ignored);
    const bool bare = kind != NumberKind::malformed || cell == "true" || cell == "false";
    out += kind == NumberKind::notFinite ? "NaN" : bare ? cell : plumbline::quoted(cell);
}

/// "0.1 0.2" to "[0.1,0.2]"; "[]" is a known list without gaps, an empty cell is unknown.
void appendGaps(std::string& out, std::string_view cell) {
    if (cell.starts_with('[') && cell.ends_with(']')) cell = cell.substr(1, cell.size() - 2);
    out += '[';
    for (std::size_t at = 0; at < cell.size();) {
        const std::size_t end = std::min(cell.find_first_of(" ,;", at), cell.size());
        if (end > at) {
            if (out.back() != '[') out += ',';
            appendValue(out, std::string(cell.substr(at, end - at)));
        }
        at = end + 1;
    }
    out += ']';
}

class TraceCsv {
public:
    TraceCsv(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_sink(sink), m_table(std::move(source)), m_rows(m_diagnostics) {
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
            if (!column.empty() && !isColumn(column))
                m_unknown.push_back({"unknown-column", unknownKeyText("column", column), 1, line});
    }

    void take(const CsvRecord& record) {
        if (!record.broken.empty()) return reject(record, record.broken);
        if (record.cells.size() != m_columns.size())
            return reject(
                record, fmt::format("It has {} cells where the header has {}.", record.cells.size(), m_columns.size()));
        writeLine(record);
        const std::string_view text = std::string_view(m_line).substr(0, m_line.size() - windowPadding);
        if (m_rows.read({text, record.line, record.byte, false, false}) != TraceLine::row)
            return reject(record, m_rows.reason());
        Row& row = m_rows.row();
        row.record = m_outcome.records++;
        ++m_outcome.rows;
        m_sink.row(0, runOf(row), row);
    }

    void writeLine(const CsvRecord& record) {
        m_line = "{";
        std::string load;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const std::string& column = m_columns[i];
            if (record.cells[i].empty() || !isColumn(column)) continue;
            const bool isLoad = column.starts_with(loadPrefix);
            std::string& out = isLoad ? load : m_line;
            if (!out.empty() && out.back() != '{') out += ',';
            out += plumbline::quoted(isLoad ? std::string_view(column).substr(loadPrefix.size())
                                            : std::string_view(column)) +
                   ":";
            if (isGaps(column))
                appendGaps(out, record.cells[i]);
            else
                appendValue(out, record.cells[i]);
        }
        if (!load.empty()) m_line.append(m_line.size() > 1 ? "," : "").append("\"load\":{").append(load).append("}");
        m_line.append("}").append(windowPadding, '\0');
    }

    std::size_t runOf(const Row& row) {
        auto& runs = m_outcome.sources[0].runs;
        const auto [place, added] = m_places.try_emplace({row.load, row.repeat}, runs.size());
        if (added) {
            runs.emplace_back().load = row.load;
            runs.back().number = row.repeat;
        }
        return place->second;
    }

    void reject(const CsvRecord& record, std::string reason) {
        m_sink.reject(rejection(record, m_outcome.records++, std::move(reason)));
        ++m_outcome.rejected;
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    CsvReader m_table;
    Diagnostics m_diagnostics;
    TraceRowReader m_rows;
    std::vector<std::string> m_columns;
    std::vector<Diagnostic> m_unknown;  ///< one a column
    std::map<std::pair<Load, std::int32_t>, std::size_t> m_places;
    std::string m_line;
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
    const auto known = std::count_if(sample.keys.begin(), sample.keys.end(), isColumn);
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
