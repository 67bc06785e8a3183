#include "core/ingest/traffic/traffic_table.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/text/number_text.h"
#include "core/ingest/traffic/traffic_output.h"

namespace plumbline {
namespace {

constexpr std::size_t modelsNamed = 8;

class TrafficTableReader {
public:
    TrafficTableReader(const ReadInput& input, RowSink& sink, const TrafficTable& table, ByteSource source)
        : m_input(input), m_table(table), m_csv(std::move(source)), m_out(sink) {}

    Result<ReadOutcome> read() {
        CsvRecord record;
        const auto header = m_csv.header(record);
        if (!header) return Unexpected{header.error()};
        m_csv.note(m_out.diagnostics());
        place(record.cells);
        while (true) {
            const auto more = m_csv.next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) break;
            take(record);
        }
        return finish();
    }

private:
    using Column = std::optional<std::size_t>;

    /// Of columns that are there twice the last one is taken.
    void place(const std::vector<std::string>& columns) {
        m_columns = columns.size();
        const auto find = [&](std::string_view name) {
            Column found;
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (!name.empty() && columns[i] == name) found = i;
            return found;
        };
        m_prompt = find(m_table.prompt);
        m_output = find(m_table.output);
        m_time = find(m_table.time);
        m_duration = find(m_table.duration);
        m_session = find(m_table.session);
        m_model = find(m_table.model);
    }

    void take(const CsvRecord& record) {
        if (!record.broken.empty()) return reject(record, record.broken);
        if (record.cells.size() != m_columns)
            return reject(record,
                          fmt::format("It has {} cells where the header has {}.", record.cells.size(), m_columns));
        Row row;
        row.line = record.line;
        row.byte = record.byte;
        if (!tokens(record, m_prompt, row.promptTokens) || !tokens(record, m_output, row.outputTokens)) return;
        row.start = start(record);
        row.end = duration(record);
        if (m_session) row.session = record.cells[*m_session];
        if (m_model && m_models.size() <= modelsNamed) m_models.insert(record.cells[*m_model]);
        if (m_table.noOutputIsFailure && row.outputTokens == 0) row.status = Status::error;
        m_out.row(row);
    }

    /// False, and the record is rejected, for what is no number of tokens. An empty cell is unknown, and so is NaN.
    bool tokens(const CsvRecord& record, Column column, Count& out) {
        if (!column || record.cells[*column].empty() || isNotFinite(record.cells[*column])) return true;
        const std::string& cell = record.cells[*column];
        std::int64_t value = 0;
        const bool whole = parseInteger(cell, value) == NumberKind::number;
        if (whole && value >= 0 && value <= std::numeric_limits<Count>::max()) {
            out = static_cast<Count>(value);
            return true;
        }
        reject(record, fmt::format("{} is '{}', which is no number of tokens.",
                                   column == m_prompt ? m_table.prompt : m_table.output, cell));
        return false;
    }

    Nanoseconds start(const CsvRecord& record) {
        if (!m_time) return unknownTime;
        const std::string& cell = record.cells[*m_time];
        Nanoseconds time = unknownTime;
        if (m_table.timeIsDate)
            time = parseIsoTime(cell);
        else if (parseTime(cell, TimeUnit::seconds, time) != NumberKind::number)
            time = unknownTime;
        if (!isKnown(time))
            m_out.diagnostics().note("time-unread", record.line, [&] {
                return fmt::format("In line {} {} is '{}', which is no time that can be read: it is unknown.",
                                   record.line, m_table.time, cell);
            });
        return time;
    }

    Nanoseconds duration(const CsvRecord& record) const {
        Nanoseconds time = unknownTime;
        if (!m_duration || parseTime(record.cells[*m_duration], TimeUnit::seconds, time) != NumberKind::number)
            return unknownTime;
        return time > Nanoseconds(0) ? time : unknownTime;
    }

    void reject(const CsvRecord& record, std::string reason) { m_out.reject(record, std::move(reason)); }

    Result<ReadOutcome> finish() {
        Context context;
        m_models.erase("");
        if (m_models.size() == 1) stateFact(context, "model", *m_models.begin());
        if (m_models.size() > 1)
            m_out.diagnostics().note("models-mixed", 0, [&] {
                return m_models.size() > modelsNamed
                           ? fmt::format("Its requests went to more than {} models: they are one distribution here.",
                                         modelsNamed)
                           : fmt::format("Its requests went to {} models ({}): they are one distribution here.",
                                         m_models.size(), fmt::join(m_models, ", "));
            });
        if (!m_table.remark.empty())
            m_out.diagnostics().note("traffic", 0, [&] { return std::string(m_table.remark); });
        return m_out.finish(m_input.path, m_table.timeIsDate ? "epoch" : "relative", std::move(context), unknownCount);
    }

    const ReadInput& m_input;
    const TrafficTable& m_table;
    CsvReader m_csv;
    TrafficOutput m_out;
    std::size_t m_columns = 0;
    Column m_prompt, m_output, m_time, m_duration, m_session, m_model;
    std::set<std::string> m_models;
};

}  // namespace

Result<ReadOutcome> readTrafficTable(const ReadInput& input, RowSink& sink, const TrafficTable& table) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return TrafficTableReader(input, sink, table, std::move(*source)).read();
}

}  // namespace plumbline
