#include "core/report/format.h"
#include "ui/charts/chart_points.h"
#include "ui/charts/chart_text.h"

namespace plumbline {

namespace {

using charts::tr;

const BoundSide& sideOf(const BoundFigures& bound, bool aggregate) { return aggregate ? bound.aggregate : bound.user; }

QString number(const std::optional<double>& value) {
    return value ? QString::fromStdString(formatNumber(*value)) : QStringLiteral("\u2014");
}

QString bandText(const BoundFigures& bound, const BoundSide& side) {
    QString text = tr("measured %1, nominal %2, ceiling %3 tokens/s\nbatch %4: %5")
                       .arg(number(side.measured), number(side.nominal), number(side.ceiling), number(bound.batch),
                            QString::fromStdString(bound.batchBasis));
    if (bound.context) text += QLatin1Char('\n') + tr("%1 tokens of context").arg(number(bound.context));
    return text;
}

/// The fraction's points, moved to what was measured.
void moveToMeasured(const Figures& figures, bool aggregate, ChartSeries& series) {
    for (ChartPoint& point : series.points) {
        const auto& levels = figures.configurations[static_cast<std::size_t>(point.configuration)].levels;
        const BoundFigures& bound = *levels[static_cast<std::size_t>(point.level)].bound;
        const BoundSide& side = sideOf(bound, aggregate);
        point.y = *side.measured;
        point.yRange.reset();
        point.tooltip += QLatin1Char('\n') + bandText(bound, side);
    }
}

/// A pale line over the same loads; the nominal one carries broad bars up to the ceiling.
ChartSeries edge(const Figures& figures, const ChartSeries& measured, bool aggregate, bool ceiling) {
    ChartSeries out = measured;
    out.ghost = true;
    out.markers = false;
    for (ChartPoint& point : out.points) {
        const auto& levels = figures.configurations[static_cast<std::size_t>(point.configuration)].levels;
        const BoundSide& side = sideOf(*levels[static_cast<std::size_t>(point.level)].bound, aggregate);
        point.label.clear();
        point.xRange.reset();
        point.yRange.reset();
        point.y = ceiling ? *side.ceiling : *side.nominal;
        if (!ceiling) point.ySpread = {*side.nominal, *side.ceiling};
    }
    return out;
}

}  // namespace

ChartSpec boundBandChart(const Figures& figures, const Settings& settings, bool aggregate, const ChartLook& given) {
    ChartLook look = given;
    look.ghost = nullptr;  // pale lines are the band here
    ChartSpec spec = boundChart(figures, settings, aggregate, look);
    spec.rings.clear();
    spec.whisker.clear();
    if (!spec.series.isEmpty()) spec.spread = tr("nominal bound to ceiling");
    spec.y.title = aggregate ? tr("System output, tokens/s") : tr("Output per user, median, tokens/s");
    spec.title = tr("%1 within the bound, over load").arg(spec.y.title);
    QVector<ChartSeries> edges;
    for (ChartSeries& series : spec.series) {
        for (const bool ceiling : {false, true}) edges.append(edge(figures, series, aggregate, ceiling));
        moveToMeasured(figures, aggregate, series);
    }
    if (!spec.series.isEmpty())
        spec.notes.append(
            tr("Pale lines and the bars between them: the nominal bound, and the ceiling that cannot be "
               "passed."));
    spec.series = edges + spec.series;
    return spec;
}

}  // namespace plumbline
