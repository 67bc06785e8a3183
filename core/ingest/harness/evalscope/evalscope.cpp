// evalscope perf: its SQLite database of requests, read by the names of its columns (FORMATS/evalscope.md). What Python
// has pickled is never looked into: unpickling runs code.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/bytes/foreign_database.h"
#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/harness/evalscope/evalscope_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_read.h"
#include "core/measure/dialect.h"

namespace plumbline {
namespace {

/// The columns that are read; which of them are there is the only version that the database states.
enum class Column : std::uint8_t {
    request,
    start,
    chunkTimes,  ///< a stamp for each data line, the usage event too: to 1.1.0
    gaps,        ///< between events with choices: from 1.1.1 on
    success,
    completed,
    latency,
    firstChunk,
    promptTokens,
    outputTokens,
    id,
    isStream
};
constexpr std::array<std::string_view, 12> columnNames{
    "request", "start_time",          "chunk_times",   "inter_token_latencies", "success",    "completed_time",
    "latency", "first_chunk_latency", "prompt_tokens", "completion_tokens",     "request_id", "is_stream"};
constexpr int at(Column column) { return static_cast<int>(column); }

/// What is wanted of a request's body, where it is plain JSON.
struct Body {
    std::string model;
    Count maxTokens = unknownCount;
    bool chat = false, plain = false;
};

class EvalscopeDatabase {
public:
    EvalscopeDatabase(const ReadInput& input, RowSink& sink, Connection database)
        : m_input(input), m_out(sink, m_outcome), m_database(std::move(database)), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        const StoppedBy stopped(m_database, m_input.stop);
        m_told = evalscopeRunOf(m_input.path, m_diagnostics);
        m_outcome.siblings = m_told.siblings;
        const std::string query = select();
        if (const auto worked = m_database.check(); !worked) return Unexpected{worked.error()};
        if (query.empty())
            return unexpected(ErrorKind::format, "It has no plain table 'result' with start_time and success.",
                              m_input.path, "Open a benchmark_data.db of evalscope perf.");
        Statement rows = m_database.prepare(query);
        while (rows.next()) {
            if (m_input.stop.stop_requested())
                return unexpected(ErrorKind::cancelled, "Reading was cancelled.", m_input.path);
            take(rows);
        }
        if (const auto worked = m_database.check(); !worked && !keepWhatWasRead(worked.error()))
            return Unexpected{worked.error()};
        return finish();
    }

private:
    /// Columns that are not there come as null.
    std::string select() {
        std::array<bool, columnNames.size()> there{};
        for (const std::string& column : m_database.plainColumns("result").value_or(std::vector<std::string>()))
            for (std::size_t i = 0; i < columnNames.size(); ++i) there[i] = there[i] || column == columnNames[i];
        const auto has = [&](Column column) { return there[static_cast<std::size_t>(column)]; };
        if (!has(Column::start) || !has(Column::success)) return {};
        m_stamps = has(Column::chunkTimes) && !has(Column::gaps);
        std::string list;
        for (std::size_t i = 0; i < columnNames.size(); ++i)
            list += (i > 0 ? ", " : "") + (there[i] ? std::string(columnNames[i]) : std::string("NULL"));
        return "SELECT " + list + " FROM result ORDER BY rowid";
    }

    /// A damaged database gives the rows before the damage.
    bool keepWhatWasRead(const Error& error) {
        if (error.kind == ErrorKind::cancelled || m_outcome.records == 0) return false;
        m_diagnostics.note("truncated", 0, [&] {
            return fmt::format("After record {}: {} What had been read is kept.", m_outcome.records, error.message);
        });
        return true;
    }

    void take(const Statement& from) {
        const auto success = number(from, Column::success);
        if (!success || (*success != 0 && *success != 1)) {
            m_out.reject("It does not say whether it succeeded.", {}, 0);
            return;
        }
        Row row;
        row.record = m_outcome.records;
        row.load = m_told.run.load;
        row.id = from.maybeText(at(Column::id)).value_or(std::string());
        readBody(from, row);
        row.start = time(from, Column::start);
        row.promptTokens = count(from, Column::promptTokens);
        row.outputTokens = count(from, Column::outputTokens);
        if (isKnown(row.outputTokens)) row.tokenSource = TokenSource::usage;
        times(from, row);
        if (*success == 0) row.status = Status::error;
        m_out.row(0, 0, row);
    }

    void times(const Statement& from, Row& row) {
        const Nanoseconds completed = time(from, Column::completed);
        row.end = time(from, Column::latency);
        if (!isKnown(row.end)) row.end = between(row.start, completed);
        if (number(from, Column::isStream) == 0.0) return;  // its "first chunk" is the whole answer
        row.firstToken = time(from, Column::firstChunk);
        if (isKnown(row.firstToken)) row.firstTokenKind = FirstTokenKind::anyEvent;
        if (isKnown(row.firstToken)) gaps(from, row);
        noteRoleChunk(row);
    }

    /// Gaps as the file lists them, but for the usage event that ends a list of stamps. The number of chunks counts
    /// every event: the role chunk among them, unless the row proves it by more events than tokens.
    void gaps(const Statement& from, Row& row) {
        std::vector<Nanoseconds> values;
        row.gapsKnown = list(from.text(at(m_stamps ? Column::chunkTimes : Column::gaps)), values);
        if (!row.gapsKnown) return;
        row.gapBasis = GapBasis::chunk;
        if (m_stamps) {
            if (values.size() > 1) values.pop_back();
            for (std::size_t i = 1; i < values.size(); ++i) row.gaps.push_back(values[i] - values[i - 1]);
        } else {
            row.gaps = std::move(values);
        }
        const auto count = static_cast<Count>(row.gaps.size());
        const bool roleProven = m_body.chat && isKnown(row.outputTokens) && count > 0 && count >= row.outputTokens;
        row.chunks = roleProven ? count : count + 1;
    }

    /// No value is made of it: where text began can't be told for sure.
    void noteRoleChunk(const Row& row) {
        constexpr std::size_t fewest = 4;
        constexpr int factor = 3;
        if (row.gaps.size() < fewest) return;
        m_sorted.assign(row.gaps.begin() + 1, row.gaps.end());
        const auto middle = m_sorted.begin() + static_cast<std::ptrdiff_t>(m_sorted.size() / 2);
        std::nth_element(m_sorted.begin(), middle, m_sorted.end());
        if (row.gaps[0] <= factor * *middle) return;
        m_diagnostics.note("role-chunk", 0, [&] {
            return fmt::format(
                "The first gap is more than three times the median of the others, first in record {}: its first event "
                "was probably an empty role chunk, so TTFT there is that of the connection, and the first gap is the "
                "wait for text.",
                row.record);
        });
    }

    /// The body is a hash here, and a few of its fields; up to 1.1.0 it is pickled and no more than the hash.
    void readBody(const Statement& from, Row& row) {
        m_body = {};
        const std::string_view text = from.text(at(Column::request));
        if (text.empty()) return;
        row.promptKey = internKey(text);
        if (text.front() != '{') return;
        m_body.plain = m_json.record(padded(text), 0, [this](std::string_view key, JsonRead::Value& value) {
            if (key == "model")
                m_body.model = m_json.text(value).value_or(std::string_view());
            else if (key == "max_tokens" || key == "max_completion_tokens")
                m_body.maxTokens = m_json.count(value);
            else
                m_json.walk(value);
            m_body.chat = m_body.chat || key == "messages";
        });
        row.maxTokens = m_body.maxTokens;
        if (m_model.empty()) m_model = m_body.model;
    }

    std::string_view padded(std::string_view text) {
        m_text.assign(text);
        m_text.append(windowPadding, '\0');
        return std::string_view(m_text).substr(0, text.size());
    }

    /// A JSON list of seconds; false when there is none.
    bool list(std::string_view text, std::vector<Nanoseconds>& out) {
        if (text.empty()) return false;
        bool whole = false;
        const bool read = m_json.element(padded(text), 0, [&](JsonRead::Value& value) {
            m_json.setKey(m_stamps ? "chunk_times" : "inter_token_latencies");
            whole = m_stamps ? stamps(value, out) : m_json.times(value, TimeUnit::seconds, out);
        });
        return read && whole;
    }
    /// Stamps are times of a clock that may have run for longer than any gap.
    bool stamps(JsonRead::Value& value, std::vector<Nanoseconds>& out) {
        bool known = true;
        const bool isList = m_json.elements(value, [&](JsonRead::Value& element) {
            out.push_back(m_json.time(element, TimeUnit::seconds));
            known = known && isKnown(out.back());
        });
        return isList && known;
    }

    std::optional<double> number(const Statement& from, Column column) const {
        if (from.isNull(at(column))) return std::nullopt;
        const double value = from.real(at(column));
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    }
    /// 0 is what the harness writes for "none".
    Nanoseconds time(const Statement& from, Column column) const {
        const auto value = number(from, column);
        return value && *value != 0 ? toTime(*value, TimeUnit::seconds) : unknownTime;
    }
    Count count(const Statement& from, Column column) const {
        const auto value = number(from, column);
        return value && *value >= 0 && *value < 2e9 ? static_cast<Count>(*value) : unknownCount;
    }

    Result<ReadOutcome> finish() {
        SourceInfo source;
        source.context = std::move(m_told.context);
        // The stamps are the one sign of the older versions.
        if (m_stamps) stateFact(source.context, "note.harness", evalscopeOldHarness);
        if (!m_model.empty() && !source.context.contains("model")) stateFact(source.context, "model", m_model);
        source.boundary = {"sent", std::string(name(FirstTokenKind::anyEvent)), "closed",
                           std::string(name(TokenSource::usage)), "monotonic"};
        source.runs.push_back(std::move(m_told.run));
        m_outcome.sources.push_back(std::move(source));
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowOutput m_out;
    Connection m_database;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    ReadOutcome m_outcome;
    EvalscopeRun m_told;
    Body m_body;
    std::string m_text, m_model;
    std::vector<Nanoseconds> m_sorted;
    bool m_stamps = false;
};

int probeDatabase(const Sample& sample) {
    const bool table = sample.holds("TABLE result") && sample.holds("first_chunk_latency");
    return sample.head.starts_with("SQLite format 3") && table ? 100 : 0;
}

Result<ReadOutcome> readDatabase(const ReadInput& input, const Sample&, RowSink& sink) {
    auto database = openForeignDatabase(input);
    if (!database) return Unexpected{database.error()};
    return EvalscopeDatabase(input, sink, std::move(*database)).read();
}

}  // namespace

const Reader evalscopeReader{
    "evalscope",
    "evalscope perf (ModelScope)",
    "a SQLite database with a table result and a column first_chunk_latency; or a summary with "
    "Total requests and Time taken for tests",
    {ReaderForm{probeDatabase, readDatabase}, evalscopeSummary}};

}  // namespace plumbline
