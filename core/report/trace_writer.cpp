// The rows as our own trace (TRACE_FORMAT §1): each field of METRICS §1 that is known, in nanoseconds.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/report/trace_header.h"
#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

/// One row's JSON object, field by field; what is unknown is left out.
class RowLine {
public:
    void open() {
        m_text.clear();
        m_text.push_back('{');
    }
    const fmt::memory_buffer& close() {
        m_text.push_back('}');
        m_text.push_back('\n');
        return m_text;
    }
    void time(std::string_view name, Nanoseconds value) {
        if (!isKnown(value)) return;
        addKey(name, "_ns");
        fmt::format_to(std::back_inserter(m_text), "{}", value.count());
    }
    void count(std::string_view key, Count value) {
        if (isKnown(value)) add(key, "{}", value);
    }
    /// Words of a vocabulary: nothing in them needs escaping.
    void word(std::string_view key, std::string_view value) {
        if (!value.empty() && value != "unknown") add(key, "\"{}\"", value);
    }
    void string(std::string_view key, const std::string& value) {
        if (value.empty()) return;
        using Json = nlohmann::json;
        add(key, "{}", Json(value).dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    void key(std::string_view name, Key value) {
        if (value != 0) word(name, keyText(value));
    }
    void gaps(std::span<const Nanoseconds> values) {
        add("gaps_ns", "[");
        for (std::size_t i = 0; i < values.size(); ++i)
            fmt::format_to(std::back_inserter(m_text), "{}{}", i == 0 ? "" : ",", values[i].count());
        m_text.push_back(']');
    }
    template <class... Values>
    void add(std::string_view key, fmt::format_string<Values...> format, Values&&... values) {
        addKey(key);
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Values>(values)...);
    }

private:
    void addKey(std::string_view key, std::string_view unit = {}) {
        fmt::format_to(std::back_inserter(m_text), "{}\"{}{}\":", m_text.size() > 1 ? "," : "", key, unit);
    }

    fmt::memory_buffer m_text;
};

void writeLoad(const Load& load, RowLine& line) {
    switch (load.kind) {
        case LoadKind::concurrency:
            return line.add("load", R"({{"concurrency":{}}})", load.value);
        case LoadKind::requestRate:
            return line.add("load", R"({{"request_rate":{}}})", load.value);
        case LoadKind::unbounded:
            return line.add("load", R"({{"unbounded":true}})");
        case LoadKind::notStated:
            return;
    }
}

/// A field of a row, where it is known.
template <FieldKind Kind, class Value>
void writeField(const Dataset& data, std::size_t row, std::string_view name, const Value& value, RowLine& line) {
    if constexpr (isTime(Kind)) line.time(name, value);
    if constexpr (isCount(Kind)) line.count(name, value);
    if constexpr (Kind == FieldKind::word) line.word(name, plumbline::name(value));
    if constexpr (isText(Kind)) line.string(name, data.strings[value]);
    if constexpr (Kind == FieldKind::key) line.key(name, value);
    if constexpr (Kind == FieldKind::flag)
        if (value >= 0) line.add(name, "{}", value == 1);
    if constexpr (Kind == FieldKind::repeat) {
        const std::int32_t number = data.runs[at(data.rows.run[row])].info.number;
        const std::int32_t repeat = value != 0 ? value : number;
        if (repeat != 0) line.add(name, "{}", repeat);
    }
}

using Gaps = std::vector<std::vector<Nanoseconds>>;

/// Gaps lie in the workspace and are read for some thousand rows at a time, so that memory doesn't grow with the trace.
constexpr std::size_t block = 4096;

Result<Gaps> readGaps(const Dataset& data, std::size_t first, std::size_t count, std::stop_token stop) {
    Gaps out(count);
    if (!data.gaps) return out;
    std::vector<RowIndex> rows(count);
    for (std::size_t i = 0; i < count; ++i) rows[i] = RowIndex(first + i);
    const Result<void> read = data.gaps->visit(
        rows, [&](std::size_t i, std::span<const Nanoseconds> gaps) { out[i].assign(gaps.begin(), gaps.end()); }, stop);
    if (!read) return Unexpected{read.error()};
    return out;
}

class TraceWriter {
public:
    TraceWriter(const TraceInput& input, std::ostream& out, std::stop_token stop)
        : m_input(input), m_data(input.data), m_out(out), m_stop(std::move(stop)), m_runsOf(input.data.sources.size()) {
        for (std::size_t run = 0; run < m_data.runs.size(); ++run)
            if (m_data.runs[run].rowCount > 0) m_runsOf[m_data.runs[run].source].push_back(run);
    }

    Result<void> write() {
        for (std::size_t source = 0; source < m_data.sources.size(); ++source)
            if (Result<void> done = writeSource(source); !done) return done;
        return m_out.good() ? Result<void>() : unexpected(ErrorKind::io, "The trace could not be written.");
    }

private:
    /// What a harness says of a run needs a header of the run's own, and so does a second run at the same load.
    bool apart(const std::vector<std::size_t>& runs) const {
        std::set<std::pair<Load, std::int32_t>> seen;
        for (const std::size_t run : runs)
            if (saysSomething(m_data.runs[run].info) || !seen.emplace(loadOf(run), m_data.runs[run].info.number).second)
                return runs.size() > 1;
        return false;
    }

    /// One header for a source keeps its runs together, where it can.
    Result<void> writeSource(std::size_t source) {
        const std::vector<std::size_t>& runs = m_runsOf[source];
        const bool own = runs.size() == 1 || apart(runs);
        const bool grouped = m_data.sources.size() > 1 || (own && runs.size() > 1);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (own || i == 0)
                m_out << headerLine(m_input, source, grouped, own ? &m_data.runs[runs[i]].info : nullptr) << '\n';
            if (Result<void> done = writeRun(runs[i]); !done) return done;
        }
        return {};
    }

    Result<void> writeRun(std::size_t run) {
        const Run& span = m_data.runs[run];
        const Load load = loadOf(run);
        for (std::size_t from = 0; from < span.rowCount; from += block) {
            const std::size_t count = std::min<std::size_t>(block, span.rowCount - from);
            const Result<Gaps> gaps = readGaps(m_data, span.firstRow + from, count, m_stop);
            if (!gaps) return Unexpected{gaps.error()};
            for (std::size_t i = 0; i < count; ++i) writeRow(span.firstRow + from + i, load, (*gaps)[i]);
            if (m_stop.stop_requested()) return unexpected(ErrorKind::cancelled, "The export was stopped.");
        }
        return {};
    }

    void writeRow(std::size_t row, const Load& load, std::span<const Nanoseconds> gaps) {
        m_line.open();
        forEachRowField([&](const auto& field) {
            if (field.name == "finish" && isKnown(m_data.rows.gapCount[row])) m_line.gaps(gaps);
            const auto& value = (m_data.rows.*field.inColumns)[row];
            writeField<fieldKind<decltype(field)>>(m_data, row, field.name, value, m_line);
            if (field.name == "id") writeLoad(load, m_line);
        });
        const fmt::memory_buffer& text = m_line.close();
        m_out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }

    /// A load that a person typed is the load in force.
    Load loadOf(std::size_t run) const {
        const Run& one = m_data.runs[run];
        if (!m_input.settings.grouping) return one.info.load;
        std::uint32_t position = 0;
        for (std::size_t before = 0; before < run; ++before)
            if (m_data.runs[before].source == one.source) ++position;
        const auto& typed = m_input.settings.grouping->typedLoads;
        const auto found = typed.find({m_data.sources[one.source].id, position});
        return found == typed.end() ? one.info.load : found->second;
    }

    const TraceInput& m_input;
    const Dataset& m_data;
    std::ostream& m_out;
    std::stop_token m_stop;
    std::vector<std::vector<std::size_t>> m_runsOf;  ///< with rows, by source
    RowLine m_line;
};

}  // namespace

std::vector<std::string> leftOutOfTrace(const TraceInput& input) {
    std::size_t summaries = 0;
    for (const ConfigurationFigures& configuration : input.figures.configurations)
        for (const LevelFigures& level : configuration.levels)
            if (level.summaryOnly) ++summaries;
    std::vector<std::string> out;
    if (summaries > 0)
        out.push_back(fmt::format("{} summary-only level{} not in the trace: a trace holds requests.", summaries,
                                  summaries == 1 ? " is" : "s are"));
    if (!input.data.traffic.empty()) out.emplace_back("The reference traffic is not in the trace: it is no result.");
    return out;
}

Result<void> writeTrace(const TraceInput& input, std::ostream& out, std::stop_token stop) {
    if (input.data.rows.size() == 0)
        return unexpected(ErrorKind::refused, "There are no rows to write: a harness's summary is no trace.", {},
                          "Export the level tables as .csv instead.");
    return TraceWriter(input, out, std::move(stop)).write();
}

}  // namespace plumbline
