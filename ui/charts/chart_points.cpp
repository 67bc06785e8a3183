#include "ui/charts/chart_points.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <vector>

#include "core/judge/judge.h"
#include "core/report/format.h"
#include "core/report/interval_text.h"
#include "ui/charts/chart_text.h"

namespace plumbline {

namespace {

QString qt(const std::string& text) { return QString::fromStdString(text); }

ChartSeries seriesOf(const ConfigurationFigures& configuration, std::size_t number, const ChartLook& look) {
    ChartSeries series;
    series.name = qt(configuration.name);
    series.style = seriesStyle(styleNumber(look, number), look.dark);
    series.configuration = static_cast<int>(number);
    return series;
}

void place(ChartPoint& point, int configuration, std::size_t level) {
    point.configuration = configuration;
    point.level = static_cast<int>(level);
}

/// Levels on the line in its order; the rest (summary-only repeats) as a series without a line.
std::size_t addLevels(ChartSpec& spec, const ConfigurationFigures& configuration, ChartSeries series,
                      const LevelPoint& levelPoint) {
    std::size_t missing = 0;
    ChartSeries beside = series;
    beside.name.clear();
    beside.line = false;
    std::vector<bool> onLine(configuration.levels.size());
    for (const std::size_t level : configuration.line) {
        onLine[level] = true;
        auto point = levelPoint(configuration, configuration.levels[level]);
        if (!point) {
            ++missing;
            continue;
        }
        place(*point, series.configuration, level);
        series.points.append(*point);
    }
    for (std::size_t level = 0; level < configuration.levels.size(); ++level) {
        if (onLine[level]) continue;
        auto point = levelPoint(configuration, configuration.levels[level]);
        if (!point || configuration.levels[level].load.kind == LoadKind::notStated) continue;
        place(*point, series.configuration, level);
        beside.points.append(*point);
    }
    if (series.points.isEmpty()) beside.name = series.name;  // the legend must know it by something
    if (!series.points.isEmpty()) spec.series.append(series);
    if (!beside.points.isEmpty()) spec.series.append(beside);
    return missing;
}

void addRuns(ChartSpec& spec, const ConfigurationFigures& configuration, ChartSeries series, const RunPoint& runPoint) {
    series.name.clear();
    series.line = false;
    for (std::size_t level = 0; level < configuration.levels.size(); ++level) {
        const LevelFigures& figures = configuration.levels[level];
        if (figures.runs.size() < 2) continue;
        for (const RunFigures& run : figures.runs) {
            auto point = runPoint(figures, run);
            if (!point) continue;
            point->faint = true;
            place(*point, series.configuration, level);
            series.points.append(*point);
        }
    }
    if (!series.points.isEmpty()) spec.series.append(series);
}

void addGhost(ChartSpec& spec, const Figures& ghost, const Settings& settings, const ChartLook& look,
              const LevelPoint& levelPoint) {
    for (std::size_t i = 0; i < ghost.configurations.size(); ++i) {
        if (isHidden(settings, ghost.configurations[i])) continue;
        ChartSeries series = seriesOf(ghost.configurations[i], i, look);
        series.ghost = true;
        const LevelPoint plain = [&](const ConfigurationFigures& c, const LevelFigures& l) {
            auto point = levelPoint(c, l);
            if (!point) return point;
            point->label.clear();
            for (ChartStretch* each : {&point->xRange, &point->yRange, &point->xSpread, &point->ySpread}) each->reset();
            return point;
        };
        addLevels(spec, ghost.configurations[i], series, plain);
    }
}

}  // namespace

std::optional<double> shown(const LevelFigures& level, const Quantity& quantity) {
    const auto stored = value(level, quantity);
    if (!stored) return {};
    return *stored * entry(quantity).scale;
}

std::optional<double> shown(const RunFigures& run, const Quantity& quantity) {
    std::optional<double> stored;
    if (quantity == quantityOf(RowMetric::e2e, meanStatistic)) stored = run.e2eMean;
    if (quantity == quantityOf(RowMetric::ttft, plumbline::quantile(0.5))) stored = run.ttftP50;
    if (quantity == quantityOf(LevelMetric::systemOutputRate)) stored = run.systemOutputRate;
    if (quantity == quantityOf(LevelMetric::requestRate)) stored = run.requestRate;
    if (quantity == quantityOf(LevelMetric::inFlight)) stored = run.inFlight;
    if (!stored) return {};
    return *stored * entry(quantity).scale;
}

ChartStretch shownSpread(const LevelFigures& level, const Quantity& quantity) {
    if (!quantity.ofRows || !(quantity.statistic.mean || quantity.statistic == quantile(0.5))) return {};
    const auto low = shown(level, quantityOf(quantity.row, plumbline::quantile(0.25)));
    const auto high = shown(level, quantityOf(quantity.row, plumbline::quantile(0.75)));
    if (!low || !high) return {};
    return std::pair(*low, *high);
}

QString valueText(const LevelFigures& level, const Quantity& quantity) {
    const MetricEntry& metric = entry(quantity);
    const auto number = shown(level, quantity);
    const QString unit = charts::words(metric.unit);
    if (number) return qt(formatNumber(*number)) + (unit.isEmpty() ? QString() : ' ' + unit);
    const std::string reason = withheldReason(level, quantity);
    return QString::fromUtf8(emDash) + (reason.empty() ? QString() : QStringLiteral(" (%1)").arg(qt(reason)));
}

const LevelIntervals* intervalsOf(const ChartLook& look, const Figures& figures,
                                  const ConfigurationFigures& configuration, const LevelFigures& level) {
    if (!look.intervals) return nullptr;
    const std::less<const ConfigurationFigures*> before;
    const ConfigurationFigures* const first = figures.configurations.data();
    if (before(&configuration, first) || !before(&configuration, first + figures.configurations.size())) return nullptr;
    const auto position = static_cast<std::size_t>(&configuration - first);
    if (position >= look.intervals->size()) return nullptr;
    const auto place = static_cast<std::size_t>(&level - configuration.levels.data());
    const auto& levels = (*look.intervals)[position];
    return place < levels.size() ? &levels[place] : nullptr;
}

namespace {

/// In stored units; nothing for a mean, and for a percentile that is none of the standard ones.
Limits limitsOf(const LevelIntervals* intervals, const Quantity& quantity) {
    return intervals ? plumbline::limitsOf(*intervals, quantity) : Limits{};
}

}  // namespace

Whisker whiskerOf(const LevelFigures& level, const Quantity& quantity, const LevelIntervals* intervals) {
    const Limits limits = limitsOf(intervals, quantity);
    const auto shownValue = shown(level, quantity);
    if (!shownValue || (!limits.low && !limits.high)) return {};
    const double scale = entry(quantity).scale;
    const double low = limits.low ? *limits.low * scale : *shownValue;
    const double high = limits.high ? *limits.high * scale : *shownValue;
    return {std::pair(low, high), {!limits.low, !limits.high}};
}

QString pointTooltip(const ConfigurationFigures& configuration, const LevelFigures& level,
                     const std::vector<Quantity>& quantities, const LevelIntervals* intervals) {
    QStringList lines{QStringLiteral("%1, %2").arg(qt(configuration.name), qt(text(level.load)))};
    for (const Quantity& quantity : quantities) {
        QString name = qt(title(quantity));
        const qsizetype unit = name.lastIndexOf(QStringLiteral(", "));
        lines << QStringLiteral("%1: %2").arg(unit > 0 ? name.left(unit) : name, valueText(level, quantity));
        const MetricEntry& metric = entry(quantity);
        const QString interval = qt(intervalText(limitsOf(intervals, quantity), metric.scale, metric.unit));
        if (interval.isEmpty()) continue;
        lines.back() += QStringLiteral("; ") + interval;
        if (const auto n = level.of(quantity.row).n; n && quantity.ofRows)
            lines.back() += charts::tr(", n = %1").arg(qt(formatCount(*n)));
    }
    if (level.summaryOnly) {
        lines << charts::tr("summary only: as reported by the harness");
    } else {
        lines << qt(countText(level));
        if (level.ratePostFirstContent + level.rateEndToEnd + level.rateVisible > 0)
            lines << QCoreApplication::translate("Charts",
                                                 "rate per row: %1 post-first-content, %2 end-to-end, %3 visible")
                         .arg(qt(formatCount(level.ratePostFirstContent)))
                         .arg(qt(formatCount(level.rateEndToEnd)))
                         .arg(qt(formatCount(level.rateVisible)));
    }
    return lines.join('\n');
}

std::size_t styleNumber(const ChartLook& look, std::size_t configuration) {
    return configuration < look.styleOf.size() ? look.styleOf[configuration] : configuration;
}

bool isHidden(const Settings& settings, const ConfigurationFigures& configuration) {
    return std::count(settings.hidden.begin(), settings.hidden.end(), configuration.id) > 0;
}

void addConfigurations(ChartSpec& spec, const Figures& figures, const Settings& settings, const ChartLook& look,
                       const LevelPoint& levelPoint, const RunPoint& runPoint, const QString& missing) {
    if (look.ghost) addGhost(spec, *look.ghost, settings, look, levelPoint);
    constexpr qsizetype mostNamed = 4;
    QStringList notDrawn;
    for (std::size_t i = 0; i < figures.configurations.size(); ++i) {
        const ConfigurationFigures& configuration = figures.configurations[i];
        if (isHidden(settings, configuration)) continue;
        const ChartSeries series = seriesOf(configuration, i, look);
        if (look.showRuns) addRuns(spec, configuration, series, runPoint);
        const std::size_t left = addLevels(spec, configuration, series, levelPoint);
        if (left > 0) notDrawn << QStringLiteral("%1 (%2)").arg(series.name).arg(left);
    }
    if (notDrawn.isEmpty()) return;
    if (const qsizetype more = notDrawn.size() - mostNamed; more > 1)
        notDrawn = notDrawn.mid(0, mostNamed) << charts::tr("and %1 more").arg(more);
    spec.notes << charts::tr("Levels not drawn, %1: %2").arg(missing, notDrawn.join(QStringLiteral(", ")));
}

void nameMarks(ChartSpec& spec) {
    const auto any = [&spec](auto member, auto other) {
        return std::ranges::any_of(spec.series, [&](const ChartSeries& series) {
            return std::ranges::any_of(series.points,
                                       [&](const ChartPoint& each) { return each.*member || each.*other; });
        });
    };
    if (any(&ChartPoint::xRange, &ChartPoint::yRange)) spec.whisker = charts::tr("95% interval");
    if (any(&ChartPoint::xSpread, &ChartPoint::ySpread)) spec.spread = charts::tr("rows, p25 to p75");
}

AxisSpec axisFor(const Quantity& quantity, bool log) {
    AxisSpec axis;
    axis.title = qt(title(quantity));
    axis.log = log;
    axis.fromZero = !entry(quantity).lowerIsBetter;
    return axis;
}

}  // namespace plumbline
