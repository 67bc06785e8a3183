#include <set>

#include "core/report/format.h"
#include "ui/charts/chart_points.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/front_lines.h"

namespace plumbline {

namespace {

using charts::tr;

/// An SLO on the axis' own metric and statistic is a line across the plot.
void addLimits(ChartSpec& spec, const Settings& settings, const Quantity& axis, Qt::Orientation orientation) {
    if (!axis.ofRows) return;
    for (const Slo& slo : settings.slos) {
        if (slo.metric != axis.row || !(slo.statistic == axis.statistic)) continue;
        spec.limits.append({orientation, slo.limit * entry(axis).scale, QString::fromStdString(text(slo))});
    }
}

QString ringText(const Settings& settings, const ConfigurationFigures& configuration, const Crossing& crossing) {
    const bool isRate = configuration.levels[crossing.lower].load.kind == LoadKind::requestRate;
    QString words =
        (isRate ? tr("%1: %2 requests/s if straight") : tr("%1: c = %2 if straight"))
            .arg(QString::fromStdString(configuration.name), QString::fromStdString(formatNumber(*crossing.load)));
    if (settings.slos.size() > 1)
        words += QStringLiteral(" (%1)").arg(QString::fromStdString(text(settings.slos[crossing.slo])));
    return words;
}

/// A ring at the operating point, with the bracket between its neighbours. x and y give a level's place on the plot.
using Coordinate = std::function<std::optional<double>(const LevelFigures&)>;
using CrossingCoordinate = std::function<std::optional<double>(const ConfigurationFigures&, const Crossing&)>;

void addRings(ChartSpec& spec, const Figures& figures, const Settings& settings, const ChartLook& look,
              const CrossingCoordinate& x, const CrossingCoordinate& y, const Coordinate& levelX,
              const Coordinate& levelY) {
    for (std::size_t i = 0; i < figures.configurations.size(); ++i) {
        const ConfigurationFigures& configuration = figures.configurations[i];
        if (isHidden(settings, configuration)) continue;
        for (const Crossing& crossing : configuration.crossings) {
            if (crossing.state != CrossingState::crossed || !crossing.load) continue;
            const auto atX = x(configuration, crossing);
            const auto atY = y(configuration, crossing);
            if (!atX || !atY) continue;
            ChartRing ring{*atX,
                           *atY,
                           ringText(settings, configuration, crossing),
                           seriesStyle(styleNumber(look, i), look.dark),
                           {},
                           static_cast<int>(i)};
            const LevelFigures& lower = configuration.levels[crossing.lower];
            const LevelFigures& upper = configuration.levels[crossing.upper];
            const auto x0 = levelX(lower), y0 = levelY(lower), x1 = levelX(upper), y1 = levelY(upper);
            if (x0 && y0 && x1 && y1) ring.bracket = {QPointF(*x0, *y0), QPointF(*x1, *y1)};
            spec.rings.append(ring);
        }
    }
}

CrossingCoordinate crossingOf(const Quantity& quantity) {
    return [quantity](const ConfigurationFigures& configuration, const Crossing& crossing) -> std::optional<double> {
        const auto stored = atCrossing(configuration, crossing, quantity);
        if (!stored) return {};
        return *stored * entry(quantity).scale;
    };
}

Coordinate levelOf(const Quantity& quantity) {
    return [quantity](const LevelFigures& level) { return shown(level, quantity); };
}

QString nothingToDraw(const Figures& figures, const QString& axes) {
    if (figures.configurations.empty()) return tr("Nothing is open yet. Drop result files or folders here.");
    return tr("No level has a load and a value for %1. Choose another quantity, or type a load in the configuration "
              "tree.")
        .arg(axes);
}

/// The x axis of load charts holds one kind of load: concurrency where there is any, else the request rate.
LoadKind loadKindOf(const Figures& figures, const Settings& settings) {
    for (const ConfigurationFigures& configuration : figures.configurations)
        for (const LevelFigures& level : configuration.levels)
            if (!isHidden(settings, configuration) && level.load.kind == LoadKind::concurrency)
                return LoadKind::concurrency;
    return LoadKind::requestRate;
}

/// The loads measured, as ticks of a log axis: doublings lie evenly there, and are what one looks for.
std::vector<double> loadTicks(const Figures& figures, const Settings& settings, LoadKind kind) {
    std::set<double> loads;
    for (const ConfigurationFigures& configuration : figures.configurations)
        for (const LevelFigures& level : configuration.levels)
            if (!isHidden(settings, configuration) && level.load.kind == kind) loads.insert(level.load.value);
    return {loads.begin(), loads.end()};
}

/// `missing` says why a level is not drawn.
ChartSpec overLoad(const Figures& figures, const Settings& settings, const Quantity& y, const ChartLook& look,
                   const QString& missing) {
    ChartSpec spec;
    const LoadKind kind = loadKindOf(figures, settings);
    spec.x.title = kind == LoadKind::concurrency ? tr("Load, concurrency") : tr("Load, requests/s");
    spec.x.log = look.logX;
    if (look.logX) spec.x.ticks = loadTicks(figures, settings, kind);
    spec.y = axisFor(y, look.logY);
    spec.title = tr("%1 over load").arg(spec.y.title);
    const LevelPoint levelPoint = [&](const ConfigurationFigures& c,
                                      const LevelFigures& level) -> std::optional<ChartPoint> {
        const auto py = shown(level, y);
        if (!py || level.load.kind != kind) return {};
        const LevelIntervals* intervals = intervalsOf(look, figures, c, level);
        const Whisker whisker = whiskerOf(level, y, intervals);
        ChartPoint point{level.load.value, *py, {}, pointTooltip(c, level, {y}, intervals), {}, whisker.range};
        point.yBar = whisker.look;
        if (look.spread) point.ySpread = shownSpread(level, y);
        point.hollow = level.summaryOnly;
        return point;
    };
    const RunPoint runPoint = [&](const LevelFigures& level, const RunFigures& run) -> std::optional<ChartPoint> {
        const auto py = shown(run, y);
        if (!py || level.load.kind != kind) return {};
        return ChartPoint{level.load.value, *py, {}, tr("one run"), {}, {}};
    };
    addConfigurations(spec, figures, settings, look, levelPoint, runPoint, missing);
    nameMarks(spec);
    addLimits(spec, settings, y, Qt::Horizontal);
    const CrossingCoordinate load = [kind](const ConfigurationFigures& c, const Crossing& crossing) {
        return c.levels[crossing.lower].load.kind == kind ? crossing.load : std::nullopt;
    };
    addRings(
        spec, figures, settings, look, load, crossingOf(y),
        [](const LevelFigures& level) { return std::optional(level.load.value); }, levelOf(y));
    if (spec.series.isEmpty()) spec.emptyText = nothingToDraw(figures, spec.y.title);
    return spec;
}

}  // namespace

ChartSpec curveChart(const Figures& figures, const Settings& settings, const Quantity& x, const Quantity& y,
                     const ChartLook& look) {
    ChartSpec spec;
    spec.x = axisFor(x, look.logX);
    spec.y = axisFor(y, look.logY);
    spec.title = tr("%1 over %2").arg(spec.y.title, spec.x.title);
    const LevelPoint levelPoint = [&](const ConfigurationFigures& c,
                                      const LevelFigures& level) -> std::optional<ChartPoint> {
        const auto px = shown(level, x);
        const auto py = shown(level, y);
        if (!px || !py) return {};
        const LevelIntervals* intervals = intervalsOf(look, figures, c, level);
        const Whisker across = whiskerOf(level, x, intervals), up = whiskerOf(level, y, intervals);
        ChartPoint point{*px,
                         *py,
                         QString::fromStdString(shortText(level.load)),
                         pointTooltip(c, level, {x, y}, intervals),
                         across.range,
                         up.range};
        point.xBar = across.look;
        point.yBar = up.look;
        if (look.spread) {
            point.xSpread = shownSpread(level, x);
            point.ySpread = shownSpread(level, y);
        }
        point.hollow = level.summaryOnly || level.systemOutputRateAtLeast;
        return point;
    };
    const RunPoint runPoint = [&](const LevelFigures& level, const RunFigures& run) -> std::optional<ChartPoint> {
        const auto px = shown(run, x);
        const auto py = shown(run, y);
        if (!px || !py) return {};
        return ChartPoint{*px, *py, {}, tr("one run at %1").arg(QString::fromStdString(text(level.load))), {}, {}};
    };
    addConfigurations(spec, figures, settings, look, levelPoint, runPoint, tr("the value is withheld there"));
    nameMarks(spec);
    addLimits(spec, settings, x, Qt::Vertical);
    addLimits(spec, settings, y, Qt::Horizontal);
    addRings(spec, figures, settings, look, crossingOf(x), crossingOf(y), levelOf(x), levelOf(y));
    if (look.front) addFront(spec, figures, *look.front, look.dark);
    if (spec.series.isEmpty()) spec.emptyText = nothingToDraw(figures, tr("both axes"));
    return spec;
}

ChartSpec loadChart(const Figures& figures, const Settings& settings, const Quantity& y, const ChartLook& look) {
    return overLoad(figures, settings, y, look, tr("withheld, or another kind of load"));
}

ChartSpec boundChart(const Figures& figures, const Settings& settings, bool aggregate, const ChartLook& look) {
    const Quantity fraction = quantityOf(aggregate ? LevelMetric::aggregateFraction : LevelMetric::userFraction);
    ChartSpec spec = overLoad(figures, settings, fraction, look, tr("no bound, or withheld"));
    spec.y.fromZero = true;
    if (spec.series.isEmpty() && !figures.configurations.empty())
        spec.emptyText =
            tr("No bound can be worked out yet. Give weight groups and the bandwidth in the Bound dock, or "
               "in a context.json beside the files.");
    return spec;
}

ChartSpec distributionChart(const Figures& figures, const Settings& settings, RowMetric metric,
                            const std::vector<DistributionCurve>& curves, const ChartLook& look) {
    ChartSpec spec;
    const Quantity median = quantityOf(metric, quantile(0.5));
    const MetricEntry& row = entry(metric);
    const QString label = charts::words(row.label);
    spec.x.title = QStringLiteral("%1, %2").arg(label, charts::words(row.unit));
    spec.x.log = look.logX;
    spec.y.title = tr("Share of samples at or below");
    spec.y.fromZero = true;
    spec.y.high = 1.0;
    spec.title = tr("Distribution of %1").arg(spec.x.title);
    for (const DistributionCurve& curve : curves) {
        const ConfigurationFigures& configuration = figures.configurations[curve.configuration];
        if (isHidden(settings, configuration)) continue;
        const LevelFigures& level = configuration.levels[curve.level];
        ChartSeries series;
        series.name =
            tr("%1, %2").arg(QString::fromStdString(configuration.name), QString::fromStdString(text(level.load)));
        series.style = seriesStyle(styleNumber(look, curve.configuration), look.dark);
        series.markers = false;
        series.steps = true;
        series.configuration = static_cast<int>(curve.configuration);
        const QString tooltip = pointTooltip(configuration, level, {median});
        for (const Point& point : curve.points) {
            ChartPoint shownPoint{point.x * row.scale, point.y, {}, tooltip, {}, {}};
            shownPoint.configuration = series.configuration;
            shownPoint.level = static_cast<int>(curve.level);
            series.points.append(shownPoint);
        }
        if (!series.points.isEmpty()) spec.series.append(series);
    }
    for (const Slo& slo : settings.slos)
        if (slo.metric == metric)
            spec.limits.append({Qt::Vertical, slo.limit * row.scale, QString::fromStdString(text(slo))});
    if (spec.series.isEmpty())
        spec.emptyText =
            curves.empty() && figures.configurations.empty()
                ? nothingToDraw(figures, spec.x.title)
                : tr("%1: withheld or unknown in every row of this load. Choose another load or metric.").arg(label);
    return spec;
}

}  // namespace plumbline
