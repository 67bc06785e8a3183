#include "core/ingest/mapping/mapped_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/mapping/record_table.h"
#include "core/ingest/mapping/unit_watch.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/trace/run_places.h"
#include "core/ingest/trace/trace_row.h"
#include "core/trace/ascii.h"
#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

/// One field with the place of its column.
struct Bound {
    std::string name;
    MappedField field;
    std::size_t column = 0;            ///< unused for a constant
    Nanoseconds Row::*time = nullptr;  ///< of a time; null for others
    std::string gapsKey;               ///< of gaps: with their unit
    TimeBasis as = TimeBasis::offset;
    UnitWatch watch;
};

Nanoseconds Row::*timeNamed(std::string_view name) {
    Nanoseconds Row::*out = nullptr;
    forEachRowField([&](const auto& field) {
        if constexpr (isTime(fieldKind<decltype(field)>))
            if (field.name == name) out = field.inRow;
    });
    return out;
}

/// The same word, whatever its case, or the same number.
bool isSame(std::string_view cell, std::string_view wanted) {
    double a = 0, b = 0;
    if (parseDouble(cell, a) == NumberKind::number && parseDouble(wanted, b) == NumberKind::number) return a == b;
    return lowered(cell) == lowered(wanted);
}

class MappedRead {
public:
    MappedRead(const ReadInput& input, const Sample& sample, const Mapping& mapping, RowSink& sink,
               std::uint64_t records)
        : m_input(input),
          m_sample(sample),
          m_mapping(mapping),
          m_out(sink, m_outcome),
          m_most(records),
          m_rows(m_diagnostics) {}

    Result<ReadOutcome> read() {
        auto table = RecordTable::open(m_input, m_sample, m_mapping.rows, bind(), m_diagnostics);
        if (!table) return Unexpected{table.error()};
        m_outcome.sources.emplace_back();
        TableRecord record;
        while (m_outcome.records < m_most) {
            const auto more = (*table)->next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) break;
            take(record);
        }
        if (const auto complete = checkColumns(**table); !complete) return Unexpected{complete.error()};
        finish();
        return std::move(m_outcome);
    }

private:
    /// The columns that are wanted, each once.
    std::vector<std::string> bind() {
        std::vector<std::string> columns;
        for (const auto& [name, field] : m_mapping.fields) {
            const TimeBasis as = basisOf(name, field);
            Bound bound{name, field, 0, timeNamed(name), {}, as, UnitWatch(as == TimeBasis::absolute)};
            if (name == "gaps")
                bound.gapsKey = fmt::format("gaps_{}", unitNames[static_cast<std::size_t>(*field.unit)]);
            if (!field.column.empty()) {
                const auto found = std::find(columns.begin(), columns.end(), field.column);
                bound.column = static_cast<std::size_t>(found - columns.begin());
                if (found == columns.end()) columns.push_back(field.column);
            }
            m_bound.push_back(std::move(bound));
        }
        if (columns.empty()) columns.emplace_back();  // constants alone: no column is wanted, and not all of them
        return columns;
    }

    Result<void> checkColumns(const RecordTable& table) {
        std::string missing;
        bool any = false;
        for (std::size_t i = 0; i < table.columns().size(); ++i) {
            any = any || table.wasThere(i);
            if (!table.wasThere(i)) missing += (missing.empty() ? "'" : ", '") + table.columns()[i] + "'";
        }
        if (!any)
            return unexpected(ErrorKind::refused,
                              fmt::format("It has none of the columns that the mapping names: {}.", missing),
                              m_input.path, "Check the mapping's columns and its \"rows\".");
        if (!missing.empty())
            m_diagnostics.note("missing-column", 0, [&] {
                return fmt::format("The mapping names columns that are not there, so their fields are unknown: {}.",
                                   missing);
            });
        return {};
    }

    void take(const TableRecord& record) {
        if (!record.broken.empty()) return reject(record, record.broken);
        m_rows.begin(record.line, record.byte);
        const Nanoseconds start = startOf(record);
        for (Bound& bound : m_bound)
            if (const auto& text = cell(bound, record)) put(bound, *text, start, record);
        if (m_rows.end() != TraceLine::row) return reject(record, m_rows.reason());
        Row& row = m_rows.row();
        if (isKnown(row.firstToken) && row.firstTokenKind == FirstTokenKind::unknown)
            row.firstTokenKind = m_mapping.firstTokenKind;
        check(row, record);
        m_out.row(0, m_places.of(row, m_outcome.sources[0].runs), row);
    }

    const std::optional<std::string>& cell(const Bound& bound, const TableRecord& record) const {
        return bound.field.column.empty() ? bound.field.constant : record.cells[bound.column];
    }

    void put(Bound& bound, const std::string& text, Nanoseconds start, const TableRecord& record) {
        if (bound.time != nullptr)
            time(bound, text, start, record);
        else if (!bound.gapsKey.empty())
            m_rows.cell(bound.gapsKey, text);
        else if (bound.field.okWhen)
            m_rows.cell(bound.name, isSame(text, *bound.field.okWhen) ? "ok" : "error");
        else
            m_rows.cell(bound.name, bound.name == "status" ? lowered(text) : text);
    }

    Nanoseconds startOf(const TableRecord& record) const {
        for (const Bound& bound : m_bound)
            if (bound.name == "start" && cell(bound, record)) return parse(bound, *cell(bound, record)).second;
        return unknownTime;
    }

    static std::pair<NumberKind, Nanoseconds> parse(const Bound& bound, const std::string& text) {
        Nanoseconds out = unknownTime;
        if (bound.as == TimeBasis::absolute)
            if (const Nanoseconds date = parseIsoTime(text); isKnown(date)) return {NumberKind::number, date};
        if (!bound.field.unit) return {NumberKind::malformed, out};
        const NumberKind kind = parseTime(text, *bound.field.unit, out);
        return {kind, kind == NumberKind::number ? out : unknownTime};
    }

    void time(Bound& bound, const std::string& text, Nanoseconds start, const TableRecord& record) {
        auto [kind, time] = parse(bound, text);
        if (!isKnown(time)) return noTime(bound, text, kind, record);
        const bool onClock = bound.name == "start" || bound.name == "scheduled";
        double number = 0;
        if (parseDouble(text, number) == NumberKind::number) watch(bound, number, record);
        if (!onClock && bound.as == TimeBasis::absolute) {
            if (!isKnown(start))
                return m_diagnostics.note("no-start", record.line, [&] {
                    return fmt::format("{}: '{}' is a time on a clock, and the start is not known, so it is unknown.",
                                       place(record), bound.field.column);
                });
            time -= start;
        }
        if (!onClock && time.count() < 0)
            return m_diagnostics.note("negative-time", record.line, [&] {
                return fmt::format("{}: '{}' lies before the start ({}), so it is unknown.", place(record),
                                   bound.field.column, text);
            });
        m_rows.time(bound.time, time);
    }

    void noTime(const Bound& bound, const std::string& text, NumberKind kind, const TableRecord& record) {
        const char* const id = kind == NumberKind::notFinite ? "bare-nan" : "wrong-type";
        m_diagnostics.note(id, record.line, [&] {
            return fmt::format("{}: '{}' is '{}', which is no time, so it is unknown.", place(record),
                               bound.field.column, excerpt(text));
        });
    }

    void watch(Bound& bound, double number, const TableRecord& record) {
        const std::uint64_t at = record.line > 0 ? record.line : m_outcome.records;
        const auto change = bound.watch.take(number, m_loadBefore, at);
        if (!change) return;
        m_diagnostics.note("unit-changes", record.line, [&] {
            return fmt::format(
                "The values of '{}' change by a factor of {:.3g} near {} {}: is the unit the same in the "
                "whole file?",
                bound.field.column, change->factor, record.line > 0 ? "line" : "record", change->line);
        });
    }

    /// What two mapped times say of each other.
    void check(const Row& row, const TableRecord& record) {
        m_loadBefore = row.load;
        for (const Nanoseconds first : {row.firstByte, row.firstContent, row.firstToken})
            if (isKnown(first) && isKnown(row.end) && first > row.end)
                return m_diagnostics.note("first-after-end", record.line, [&] {
                    return fmt::format("{}: the first token comes after the end: is a unit wrong?", place(record));
                });
    }

    std::string place(const TableRecord& record) const {
        return record.line > 0 ? fmt::format("Line {}", record.line) : fmt::format("Record {}", m_outcome.records);
    }

    void reject(const TableRecord& record, std::string reason) {
        m_out.reject(std::move(reason), record.text, record.byte, record.line);
    }

    void finish() {
        SourceInfo& source = m_outcome.sources[0];
        if (!m_mapping.name.empty()) source.context["note.mapping"].stated = plumbline::quoted(m_mapping.name);
        if (m_mapping.firstTokenKind != FirstTokenKind::unknown) source.boundary.first = name(m_mapping.firstTokenKind);
        for (const Bound& bound : m_bound)
            if (bound.name == "start") source.boundary.clock = bound.field.clock;
        m_outcome.diagnostics = m_diagnostics.take();
    }

    const ReadInput& m_input;
    const Sample& m_sample;
    const Mapping& m_mapping;
    RowOutput m_out;
    std::uint64_t m_most;
    Diagnostics m_diagnostics;
    TraceRowReader m_rows;
    std::vector<Bound> m_bound;
    RunPlaces m_places;
    Load m_loadBefore;
    ReadOutcome m_outcome;
};

constexpr std::uint64_t allRecords = std::numeric_limits<std::uint64_t>::max();

Result<ReadOutcome> readMapped(const ReadInput& input, const Sample& sample, RowSink& sink) {
    if (input.mapping == nullptr)
        return unexpected(ErrorKind::refused, "It can be read by a mapping only.", input.path, "Give --mapping FILE.");
    return MappedRead(input, sample, *input.mapping, sink, allRecords).read();
}

int probeMapped(const Sample&) { return 0; }

}  // namespace

const Reader mappedReader{"mapping",
                          "any table, JSON or JSON Lines, by a mapping of its columns",
                          "--mapping FILE, or a saved mapping's name; claims nothing by itself",
                          {ReaderForm{probeMapped, readMapped}}};

Result<ReadOutcome> readByMapping(const ReadInput& input, const Sample& sample, const Mapping& mapping, RowSink& sink,
                                  std::uint64_t records) {
    return MappedRead(input, sample, mapping, sink, records).read();
}

}  // namespace plumbline
