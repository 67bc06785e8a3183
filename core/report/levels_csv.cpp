// The level tables as CSV: one row a configuration and level, columns named as the JSON's key paths.
#include <fmt/format.h>

#include "core/report/csv_cell.h"
#include "core/report/report.h"

namespace plumbline {
namespace {

class CsvRow {
public:
    explicit CsvRow(std::string& out) : m_out(out) {}
    ~CsvRow() { m_out += '\n'; }
    CsvRow(const CsvRow&) = delete;
    CsvRow& operator=(const CsvRow&) = delete;

    void text(std::string_view value) { cell(csvCell(value)); }
    void number(const std::optional<double>& value) { cell(value ? fmt::format("{}", *value) : ""); }
    void count(std::size_t value) { cell(fmt::format("{}", value)); }

private:
    void cell(const std::string& written) {
        if (!m_first) m_out += ',';
        m_first = false;
        m_out += written;
    }
    std::string& m_out;
    bool m_first = true;
};

std::vector<Quantity> rowQuantities() {
    std::vector<Quantity> out;
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        out.push_back(quantityOf(static_cast<RowMetric>(i), meanStatistic));
        for (const double p : standardQuantiles) out.push_back(quantityOf(static_cast<RowMetric>(i), quantile(p)));
    }
    return out;
}

void writeTitles(const std::vector<Quantity>& quantities, std::string& out) {
    CsvRow row(out);
    for (const char* key : {"configuration",
                            "load.kind",
                            "load.value",
                            "runs",
                            "summary_only",
                            "rows.total",
                            "rows.measured",
                            "rows.streamed",
                            "rows.short",
                            "rows.buffered",
                            "rows.unobservable",
                            "rows.error",
                            "rows.empty",
                            "rows.cancelled",
                            "rows.incomplete",
                            "rows.warmup",
                            "rows.cooldown",
                            "rows.excluded",
                            "rows.suspicious",
                            "excluded_in_rates.rows",
                            "excluded_in_rates.output_tokens",
                            "window_s"})
        row.text(key);
    for (std::size_t i = 0; i < levelMetricCount; ++i) row.text(entry(static_cast<LevelMetric>(i)).jsonKey);
    const Quantity* before = nullptr;
    for (const Quantity& each : quantities) {
        if (before == nullptr || before->row != each.row) row.text(fmt::format("{}.n", entry(each.row).jsonKey));
        row.text(keyPath(each));
        before = &each;
    }
}

void writeCounts(const LevelFigures& level, std::size_t suspicious, CsvRow& row) {
    row.count(level.rows.total);
    row.count(level.rows.measured());
    for (const Verdict verdict : {Verdict::streamed, Verdict::shortOutput, Verdict::buffered, Verdict::unobservable,
                                  Verdict::error, Verdict::empty, Verdict::cancelled, Verdict::incomplete})
        row.count(level.rows.of(verdict));
    row.count(level.rows.warmup);
    row.count(level.rows.cooldown);
    row.count(level.rows.excluded);
    row.count(suspicious);
    row.count(level.excludedInRates.rows);
    row.number(level.excludedInRates.outputTokens);
}

void writeMetrics(const LevelFigures& level, const std::vector<Quantity>& quantities, CsvRow& row) {
    for (std::size_t i = 0; i < levelMetricCount; ++i)
        row.number(value(level, quantityOf(static_cast<LevelMetric>(i))));
    const Quantity* before = nullptr;
    for (const Quantity& each : quantities) {
        const auto n = level.of(each.row).n;
        if (before == nullptr || before->row != each.row) row.text(n ? fmt::format("{}", *n) : "");
        row.number(value(level, each));
        before = &each;
    }
}

void writeLevel(const std::string& name, const LevelFigures& level, std::size_t suspicious,
                const std::vector<Quantity>& quantities, std::string& out) {
    const bool numbered = level.load.kind == LoadKind::concurrency || level.load.kind == LoadKind::requestRate;
    CsvRow row(out);
    row.text(name);
    row.text(plumbline::name(level.load.kind));
    row.number(numbered ? std::optional(level.load.value) : std::nullopt);
    row.count(level.runs.size());
    row.text(level.summaryOnly ? "true" : "false");
    writeCounts(level, suspicious, row);
    row.number(level.windowSeconds);
    writeMetrics(level, quantities, row);
}

}  // namespace

std::string levelsCsv(const ReportInput& input) {
    const std::vector<Quantity> quantities = rowQuantities();
    std::string out;
    writeTitles(quantities, out);
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const ConfigurationFigures& configuration = input.figures.configurations[c];
        for (std::size_t l = 0; l < configuration.levels.size(); ++l)
            writeLevel(configuration.name, configuration.levels[l], input.judgement.suspiciousPerLevel[c][l],
                       quantities, out);
    }
    return out;
}

}  // namespace plumbline
