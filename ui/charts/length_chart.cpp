// Lengths of prompts and answers: a curve a configuration, and reference traffic dashed beside them.
#include "ui/charts/length_chart.h"

#include "core/report/format.h"
#include "ui/charts/chart_points.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/theme.h"

namespace plumbline {

namespace {

using charts::tr;

void addPoints(ChartSeries& series, const std::vector<Point>& points, const QString& tooltip) {
    series.markers = false;
    series.steps = true;
    const auto add = [&](double x, double y) {
        ChartPoint shown{x, y, {}, tooltip, {}, {}};
        shown.configuration = series.configuration;
        series.points.append(shown);
    };
    add(points.front().x, 0);  // requests of one length are a step from 0 to 1
    for (const Point& point : points) add(point.x, point.y);
}

QString ofHowMany(const LengthFigures& lengths) {
    QString text = tr("n = %1").arg(QString::fromStdString(formatCount(lengths.n)));
    if (lengths.p50)
        text += tr(", p50 %1, p99 %2 tokens")
                    .arg(QString::fromStdString(formatNumber(lengths.p50)),
                         QString::fromStdString(formatNumber(lengths.p99)));
    return text;
}

}  // namespace

ChartSpec lengthChart(const Figures& figures, const Settings& settings, const LengthCurves& curves,
                      const ChartLook& look) {
    ChartSpec spec;
    spec.x.title = curves.side == TokenSide::prompt ? tr("Prompt tokens") : tr("Output tokens");
    spec.x.log = look.logX;
    spec.y.title = tr("Share of requests at or below");
    spec.y.fromZero = true;
    spec.y.high = 1.0;
    spec.title = tr("Distribution of %1").arg(spec.x.title);
    for (const LengthCurve& curve : curves.ours) {
        const ConfigurationFigures& configuration = figures.configurations[curve.configuration];
        if (isHidden(settings, configuration) || curve.points.empty()) continue;
        ChartSeries series;
        series.name = QString::fromStdString(configuration.name);
        series.style = seriesStyle(styleNumber(look, curve.configuration), look.dark);
        series.configuration = static_cast<int>(curve.configuration);
        addPoints(series, curve.points, QStringLiteral("%1\n%2").arg(series.name, ofHowMany(curve.lengths)));
        spec.series.append(series);
        if (curve.ks) spec.notes << tr("%1: KS distance %2").arg(series.name, QString::number(*curve.ks, 'f', 2));
    }
    if (!curves.traffic.points.empty()) {
        ChartSeries series;
        series.name = curves.trafficName;
        series.style.colour = chartColours(look.dark).text;
        series.dashed = true;
        addPoints(series, curves.traffic.points,
                  QStringLiteral("%1\n%2").arg(series.name, ofHowMany(curves.traffic.lengths)));
        spec.series.append(series);
    }
    if (spec.series.isEmpty()) spec.emptyText = tr("No request here tells its %1.").arg(spec.x.title.toLower());
    return spec;
}

}  // namespace plumbline
