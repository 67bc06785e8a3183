// A table of one summary a line (TRACE_FORMAT §5): figures that someone wrote down, one point each,
// never recomputed. Such a line is no record of a request: good ones count in `summaries`, bad ones as rejected
// records.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

/// What a column holds; a figure's `path` is its key path in the JSON, and `factor` makes seconds of its unit.
struct Column {
    enum class Kind { figure, concurrency, requestRate, unbounded, requests, run, unknown } kind = Kind::unknown;
    std::string path;
    double factor = 1;
};

/// "mean", "p99", "p99.9"; empty for other words.
std::string statistic(std::string_view word) {
    if (word == "mean") return "mean";
    double percent = 0;
    if (!word.starts_with('p') || parseDouble(word.substr(1), percent) != NumberKind::number) return {};
    return percent >= 0 && percent <= 100 ? std::string(word) : std::string();
}

/// `<metric>_<mean|pNN>_<s|ms>` for latencies, `rate_<mean|pNN>_tokens_per_s`.
std::optional<Column> figure(std::string_view name) {
    if (name == "system_output_tokens_per_s" || name == "requests_per_s")
        return Column{Column::Kind::figure, std::string(name)};
    const std::size_t cut = name.find('_');
    if (cut == std::string_view::npos) return std::nullopt;
    const std::string_view metric = name.substr(0, cut), rest = name.substr(cut + 1);
    const std::size_t unitAt = rest.find('_');
    if (unitAt == std::string_view::npos) return std::nullopt;
    const std::string which = statistic(rest.substr(0, unitAt));
    const std::string_view unit = rest.substr(unitAt + 1);
    if (which.empty()) return std::nullopt;
    if (metric == "rate" && unit == "tokens_per_s") return Column{Column::Kind::figure, "rate_tokens_per_s." + which};
    constexpr std::array<std::string_view, 4> metrics{"ttft", "tpot", "itl", "e2e"};
    const bool known =
        std::find(metrics.begin(), metrics.end(), metric) != metrics.end() && (unit == "s" || unit == "ms");
    if (!known) return std::nullopt;
    return Column{Column::Kind::figure, fmt::format("{}_s.{}", metric, which), unit == "ms" ? 1e-3 : 1};
}

Column column(std::string_view name) {
    using Kind = Column::Kind;
    if (name == "load.concurrency") return {Kind::concurrency, {}};
    if (name == "load.request_rate") return {Kind::requestRate, {}};
    if (name == "load.unbounded") return {Kind::unbounded, {}};
    if (name == "n") return {Kind::requests, {}};
    if (name == "run") return {Kind::run, {}};
    return figure(name).value_or(Column{});
}

class SummaryTable {
public:
    SummaryTable(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_sink(sink), m_table(std::move(source)) {
        m_outcome.sources.emplace_back();
    }

    Result<ReadOutcome> read() {
        CsvRecord record;
        if (const auto header = m_table.header(record); !header) return Unexpected{header.error()};
        takeHeader(record);
        while (true) {
            const auto more = m_table.next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) break;
            take(record);
        }
        if (m_outcome.summaries == 0 && m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "It is a summary table without a line.", m_input.path);
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

private:
    void takeHeader(const CsvRecord& record) {
        m_table.note(m_diagnostics);
        for (const std::string& name : record.cells) {
            m_names.push_back(name);
            m_columns.push_back(column(name));
            if (m_columns.back().kind == Column::Kind::unknown)
                m_diagnostics.note("unknown-column", record.line, [&] {
                    return fmt::format("The column '{}' is none of a summary table: it is left out.", name);
                });
        }
    }

    void take(const CsvRecord& record) {
        std::string reason = record.broken;
        if (reason.empty() && record.cells.size() != m_columns.size())
            reason = fmt::format("It has {} cells where the header has {}.", record.cells.size(), m_columns.size());
        RunInfo run;
        run.summaryOnly = true;
        for (std::size_t i = 0; i < m_columns.size() && reason.empty(); ++i)
            if (!record.cells[i].empty()) reason = cell(i, record.cells[i], run);
        if (reason.empty() && run.reported.empty()) reason = "It holds no figure.";
        if (!reason.empty()) {
            m_sink.reject(rejection(record, m_outcome.records++, std::move(reason)));
            ++m_outcome.rejected;
            return;
        }
        ++m_outcome.summaries;
        m_outcome.sources[0].runs.push_back(std::move(run));
    }

    /// Puts one cell where it belongs; why it can't be, else nothing.
    std::string cell(std::size_t i, const std::string& text, RunInfo& run) {
        using Kind = Column::Kind;
        const Column& column = m_columns[i];
        if (column.kind == Kind::unknown) return {};
        if (column.kind == Kind::unbounded) return unbounded(i, text, run);
        double value = 0;
        const NumberKind kind = parseDouble(text, value);
        if (kind == NumberKind::notFinite) {  // unknown, as an empty cell is
            m_diagnostics.note("bare-nan", 0, [&] {
                return fmt::format("'{}' is '{}', no finite number, so it is unknown.", m_names[i], text);
            });
            return {};
        }
        if (kind != NumberKind::number) return fmt::format("'{}' is '{}', which is no number.", m_names[i], text);
        if (value < 0) return fmt::format("'{}' is {}, which is less than nothing.", m_names[i], text);
        switch (column.kind) {
            case Kind::figure:
                return figureCell(column, i, value, run);
            case Kind::requests:
            case Kind::run:
                return wholeCell(i, text, value, run);
            default:
                return loadCell(column.kind, i, value, run);
        }
    }

    std::string figureCell(const Column& column, std::size_t i, double value, RunInfo& run) {
        const bool isLatency = column.path.find("_s.") != std::string::npos && !column.path.starts_with("rate_");
        if (value == 0 && isLatency) {  // what spreadsheets write for "none"
            m_diagnostics.note("zero-latency", 0,
                               [&] { return fmt::format("'{}' of 0 is taken for unknown.", m_names[i]); });
            return {};
        }
        const double scaled = value * column.factor;
        const auto [stored, isNew] = run.reported.emplace(column.path, scaled);
        constexpr double rounding = 1e-3;  // of the same figure in two units
        if (!isNew && std::abs(stored->second - scaled) > rounding * std::max(stored->second, scaled))
            m_diagnostics.note("contradiction", 0, [&] {
                return fmt::format("Two columns hold {} and differ: the last, '{}', is used.", column.path, m_names[i]);
            });
        stored->second = scaled;
        return {};
    }

    std::string wholeCell(std::size_t i, const std::string& text, double value, RunInfo& run) {
        if (value != std::floor(value) || value > 1e9)
            return fmt::format("'{}' is {}, which is no whole number.", m_names[i], text);
        if (m_columns[i].kind == Column::Kind::run)
            run.number = static_cast<std::int32_t>(value);
        else
            run.declaredCompleted = static_cast<std::int64_t>(value);
        return {};
    }

    /// A concurrency beside a rate is a cap: context, no load (METRICS §1).
    std::string loadCell(Column::Kind kind, std::size_t i, double value, RunInfo& run) {
        if (value == 0) return fmt::format("'{}' is 0, which is no load.", m_names[i]);
        const bool isRate = kind == Column::Kind::requestRate;
        if (isRate || run.load.kind != LoadKind::requestRate)
            run.load = {isRate ? LoadKind::requestRate : LoadKind::concurrency, value};
        return {};
    }

    std::string unbounded(std::size_t i, const std::string& text, RunInfo& run) {
        if (text != "true" && text != "false" && text != "1" && text != "0")
            return fmt::format("'{}' is '{}', which is neither true nor false.", m_names[i], text);
        const bool yes = text == "true" || text == "1";
        if (yes && run.load.kind == LoadKind::notStated) run.load = {LoadKind::unbounded, 0};
        return {};
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    CsvReader m_table;
    Diagnostics m_diagnostics;
    std::vector<std::string> m_names;
    std::vector<Column> m_columns;
    ReadOutcome m_outcome;
};

Result<ReadOutcome> readSummaryTable(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return SummaryTable(input, sink, std::move(*source)).read();
}

int probeSummaryTable(const Sample& sample) {
    if (sample.shape != Sample::Shape::table) return 0;
    const bool load = sample.has("load.concurrency") || sample.has("load.request_rate") || sample.has("load.unbounded");
    const bool figures = std::any_of(sample.keys.begin(), sample.keys.end(),
                                     [](const std::string& key) { return figure(key).has_value(); });
    return load && figures ? 95 : 0;
}

}  // namespace

const Reader summaryTableReader{"plumbline-summary",
                                "plumbline summary table, CSV",
                                "a table with load.concurrency (or load.request_rate) and figures such as e2e_mean_s",
                                {ReaderForm{probeSummaryTable, readSummaryTable}}};

}  // namespace plumbline
