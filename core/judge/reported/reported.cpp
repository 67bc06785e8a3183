#include "core/judge/reported/reported.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/judge/reported/reported_cause.h"

namespace plumbline {
namespace {

constexpr std::array<std::string_view, 16> order{"requests_per_s",
                                                 "system_output_tokens_per_s",
                                                 "total_tokens_per_s",
                                                 "in_flight",
                                                 "error_rate",
                                                 "output_tokens.total",
                                                 "output_tokens.mean",
                                                 "prompt_tokens.total",
                                                 "prompt_tokens.mean",
                                                 "ttft_s",
                                                 "ttfc_s",
                                                 "tpot_s",
                                                 "time_per_output_token_s",
                                                 "itl_s",
                                                 "e2e_s",
                                                 "rate_tokens_per_s"};

/// mean, std, min, percentiles by number, max.
std::tuple<std::size_t, int, double> placeOf(std::string_view key) {
    const std::string_view series = seriesOf(key);
    const auto place = static_cast<std::size_t>(std::find(order.begin(), order.end(), series) - order.begin());
    if (series.size() == key.size()) return {place, 0, 0};
    const std::string_view word = key.substr(series.size() + 1);
    if (word == "std") return {place, 1, 0};
    if (word == "min") return {place, 2, 0};
    if (word == "max") return {place, 4, 0};
    const auto statistic = parseStatistic(word);
    return statistic && !statistic->mean ? std::tuple{place, 3, statistic->p} : std::tuple{place, 0, 0.0};
}

MeasuredRows measuredRows(const Dataset& data, const Settings& settings, const Figures& figures) {
    return {data, settings, *figures.verdicts, *figures.places, *figures.windows};
}

ReportedRun compareRun(const MeasuredRows& rows, const LevelFigures& level, const RunFigures& run,
                       const std::stop_token& stop) {
    const Run& of = rows.data.runs[at(run.run)];
    ReportedRun out{run.run, dialectOf(rows.data, of.source), {}};
    CauseFinder finder(rows, level, run, out.dialect, stop);
    // Rows without a schedule have no delay that could be another one.
    const bool hasSchedule = level.of(RowMetric::scheduleDelay).n.value_or(0) > 0;
    for (const auto& [key, value] : of.info.reported) {
        if (stop.stop_requested()) return out;
        if (isComparable(key) && (hasSchedule || !key.starts_with("schedule_delay_s.")))
            out.figures.push_back(finder.compare(key, value));
    }
    std::stable_sort(out.figures.begin(), out.figures.end(),
                     [](const ReportedFigure& a, const ReportedFigure& b) { return placeOf(a.key) < placeOf(b.key); });
    return out;
}

}  // namespace

std::vector<ReportedRun> reportedAtLevel(const Dataset& data, const Settings& settings, const Figures& figures,
                                         std::size_t configuration, std::size_t level, std::stop_token stop) {
    std::vector<ReportedRun> out;
    const LevelFigures& of = figures.configurations[configuration].levels[level];
    if (of.summaryOnly || !figures.verdicts || !figures.places) return out;
    const MeasuredRows rows = measuredRows(data, settings, figures);
    for (const RunFigures& run : of.runs) {
        const Run& told = data.runs[at(run.run)];
        if (told.rowCount == 0 || told.info.reported.empty()) continue;
        out.push_back(compareRun(rows, of, run, stop));
    }
    return out;
}

ReportedDifferences reportedDifferences(const Dataset& data, const Settings& settings, const Figures& figures,
                                        std::stop_token stop) {
    ReportedDifferences out;
    for (std::size_t c = 0; c < figures.configurations.size(); ++c) {
        auto& levels = out.emplace_back();
        for (std::size_t l = 0; l < figures.configurations[c].levels.size(); ++l)
            levels.push_back(reportedAtLevel(data, settings, figures, c, l, stop));
    }
    return out;
}

DialectFigures dialectAtLevel(const Dataset& data, const Settings& settings, const Figures& figures,
                              std::size_t configuration, std::size_t level, Dialect dialect, std::stop_token stop) {
    const LevelFigures& of = figures.configurations[configuration].levels[level];
    if (of.summaryOnly || !figures.verdicts || !figures.places) return {};
    std::vector<RunIndex> runs;
    for (const RunFigures& run : of.runs) runs.push_back(run.run);
    return dialectFigures(measuredRows(data, settings, figures), runs, dialect, std::move(stop));
}

}  // namespace plumbline
