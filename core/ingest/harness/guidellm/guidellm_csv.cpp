// GuideLLM's summary table of 0.4 and later: three lines of headers (group, metric, statistic), then a line a
// benchmark, without requests. A line is brought into the report's form, so that both are taken alike
// (FORMATS/guidellm.md §1).
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/source_join.h"
#include "core/ingest/harness/guidellm/guidellm.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

struct Metric {
    std::string_view group, column;
    const char* name;
};
constexpr std::array metrics{
    Metric{"Request Latency", "Successful Sec", "request_latency"},
    Metric{"Time to First Token", "Successful ms", "time_to_first_token_ms"},
    Metric{"Time per Output Token", "Successful ms", "time_per_output_token_ms"},
    Metric{"Inter Token Latency", "Successful ms", "inter_token_latency_ms"},
    Metric{"Server Throughput", "Successful Requests/Sec", "requests_per_second"},
    Metric{"Server Throughput", "Successful Concurrency", "request_concurrency"},
    Metric{"Token Metrics", "Successful Input Tokens", "prompt_token_count"},
    Metric{"Token Metrics", "Successful Output Tokens", "output_token_count"},
    Metric{"Token Throughput", "Successful Output Tokens/Sec", "output_tokens_per_second"},
};

/// What a cell of percentiles lists, in this order; the median has a column of its own.
constexpr std::array percentiles{"min", "p001", "p01", "p05", "p10", "p25", "p75", "p90", "p95", "p99", "max"};

Json numberOf(const std::string& cell) {
    double value = 0;
    return parseDouble(cell, value) == NumberKind::number ? Json(value) : Json();
}

Json documentOf(const std::string& cell) {
    auto parsed = parseDocument(cell, {});
    return parsed ? std::move(*parsed) : Json();
}

/// "concurrent@8.0" and "constant@2.50"; a bare word is a strategy without a number.
Json strategyOf(const std::string& cell) {
    const std::size_t cut = cell.find('@');
    Json out{{"type_", cell.substr(0, cut)}};
    if (cut == std::string::npos) return out;
    const Json number = numberOf(cell.substr(cut + 1));
    out[cell.starts_with("concurrent") ? "streams" : "rate"] = number;
    return out;
}

class Table {
public:
    Table(std::vector<std::string> groups, std::vector<std::string> columns, std::vector<std::string> statistics)
        : m_groups(std::move(groups)), m_columns(std::move(columns)), m_statistics(std::move(statistics)) {}

    bool fits() const { return m_groups.size() == m_columns.size() && m_groups.size() == m_statistics.size(); }
    std::size_t width() const { return m_groups.size(); }

    Json report(const std::vector<std::string>& cells) const {
        return {{"metadata", documentOf(cell(cells, "Runtime Info", "Metadata"))},
                {"args", documentOf(cell(cells, "Runtime Info", "Arguments"))}};
    }

    Json benchmark(const std::vector<std::string>& cells) const {
        Json out{{"config",
                  {{"id_", cell(cells, "Benchmark", "ID")},
                   {"strategy", strategyOf(cell(cells, "Benchmark", "Strategy"))},
                   {"backend", documentOf(cell(cells, "Run Info", "Backend"))},
                   {"requests", documentOf(cell(cells, "Run Info", "Requests"))}}},
                 {"duration", numberOf(cell(cells, "Timings", "Duration"))},
                 {"cooldown_duration", numberOf(cell(cells, "Timings", "Cooldown"))},
                 {"metrics", figures(cells)}};
        out["scheduler_metrics"]["requests_made"] = {
            {"successful", numberOf(cell(cells, "Scheduler Metrics", "Requests Made Successful"))},
            {"total", numberOf(cell(cells, "Scheduler Metrics", "Requests Made Total"))}};
        out["metrics"]["request_totals"] = {{"successful", numberOf(cell(cells, "Request Counts", "Successful"))},
                                            {"total", numberOf(cell(cells, "Request Counts", "Total"))}};
        return out;
    }

private:
    std::string cell(const std::vector<std::string>& cells, std::string_view group, std::string_view column) const {
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            if (m_groups[i] == group && m_columns[i] == column) return cells[i];
        return {};
    }

    Json figures(const std::vector<std::string>& cells) const {
        Json out = Json::object();
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            for (const Metric& metric : metrics)
                if (m_groups[i] == metric.group && m_columns[i] == metric.column)
                    take(m_statistics[i], cells[i], out[metric.name]["successful"]);
        return out;
    }

    static void take(const std::string& statistic, const std::string& cell, Json& block) {
        if (statistic == "Mean") block["mean"] = numberOf(cell);
        if (statistic == "Median") block["median"] = numberOf(cell);
        if (statistic == "Std Dev") block["std_dev"] = numberOf(cell);
        if (statistic != "Percentiles") return;
        const Json values = documentOf(cell);
        if (!values.is_array() || values.size() != percentiles.size()) return;
        for (std::size_t i = 0; i < percentiles.size(); ++i) {
            const bool extreme = percentiles[i][0] == 'm';
            (extreme ? block : block["percentiles"])[percentiles[i]] = values[i];
        }
    }

    std::vector<std::string> m_groups, m_columns, m_statistics;
};

class CsvFile {
public:
    CsvFile(RowSink& sink, ByteSource source) : m_out(sink, m_outcome), m_csv(std::move(source)) {}

    Result<ReadOutcome> read(const std::string& path) {
        std::array<CsvRecord, 3> headers;
        for (CsvRecord& header : headers) {
            const auto more = &header == &headers[0] ? m_csv.header(header) : m_csv.next(header);
            if (!more) return Unexpected{more.error()};
            if (!*more) return unexpected(ErrorKind::format, "The table has fewer than three header lines.", path);
        }
        const Table table(headers[0].cells, headers[1].cells, headers[2].cells);
        if (!table.fits())
            return unexpected(ErrorKind::format, "The three header lines differ in their number of columns.", path,
                              "Give the report in JSON.");
        CsvRecord record;
        while (true) {
            const auto more = m_csv.next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) break;
            take(table, record);
        }
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

private:
    void take(const Table& table, const CsvRecord& record) {
        if (!record.broken.empty()) return reject(record, record.broken);
        if (record.cells.size() != table.width()) return reject(record, "Its number of cells is not the header's.");
        GuideLlmBenchmark one =
            describeGuideLlm(table.report(record.cells), table.benchmark(record.cells), m_diagnostics);
        makeSummary(one.run);
        if (one.run.reported.empty()) return reject(record, "No figures.");
        ++m_outcome.summaries;
        leaveOutGuideLlm(one.context);
        const std::size_t source =
            m_joiner.join(std::move(one.context), std::move(one.boundary), lengthsOfSummary(one.run));
        m_outcome.sources[source].runs.push_back(std::move(one.run));
    }

    void reject(const CsvRecord& record, std::string reason) { m_out.reject(record, std::move(reason)); }

    RowOutput m_out;
    CsvReader m_csv;
    Diagnostics m_diagnostics;
    ReadOutcome m_outcome;
    SourceJoiner m_joiner{m_outcome.sources};
};

int probeCsv(const Sample& sample) {
    const bool groups = !sample.keys.empty() && sample.keys.front() == "Run Info" && sample.has("Benchmark") &&
                        sample.has("Request Counts");
    return sample.shape == Sample::Shape::table && groups ? 96 : 0;
}

Result<ReadOutcome> readCsv(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return CsvFile(sink, std::move(*source)).read(input.path);
}

}  // namespace

const ReaderForm guideLlmCsv{probeCsv, readCsv};

}  // namespace plumbline
