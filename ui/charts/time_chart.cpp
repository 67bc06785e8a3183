// A run over time: output rate, requests in flight and TTFT below each other, with the window's edges to drag.
#include <algorithm>

#include "ui/charts/chart_points.h"
#include "ui/charts/chart_text.h"

namespace plumbline {

namespace {

using charts::number;
using charts::tr;

/// What the three plots share.
class TimePlotter {
public:
    TimePlotter(const RunTimeline& run, const WindowEdges& window, std::size_t configuration, std::size_t level,
                const ChartLook& look)
        : m_run(run),
          m_window(window),
          m_configuration(static_cast<int>(configuration)),
          m_level(static_cast<int>(level)),
          m_style(seriesStyle(styleNumber(look, configuration), look.dark)) {}

    ChartSpec plot(const QString& title) const {
        ChartSpec spec;
        spec.title = spec.y.title = title;
        spec.x.low = 0;
        spec.x.high = m_run.length;
        spec.labelDigits = stackedLabelDigits;
        for (const bool begin : {true, false})
            spec.limits.append(
                {Qt::Vertical, begin ? m_window.begin : m_window.end, {}, begin ? windowBegin : windowEnd});
        return spec;
    }

    /// A line of steps, from zero.
    ChartSpec steps(const QString& title, const std::vector<Point>& points, const QString& tooltip) const {
        ChartSpec spec = plot(title);
        spec.y.fromZero = true;
        ChartSeries series = started(points, 1, tooltip);
        series.markers = false;
        series.steps = true;
        spec.series.append(series);
        return spec;
    }

    ChartSpec cloud(const QString& title, const std::vector<Point>& points, double scale, bool log,
                    const QString& tooltip) const {
        ChartSpec spec = plot(title);
        spec.y.log = log;
        spec.y.fromZero = !log;
        ChartSeries series = started(points, scale, tooltip);
        series.line = false;
        for (ChartPoint& point : series.points) point.faint = true;
        if (!series.points.isEmpty()) spec.series.append(series);
        if (series.points.isEmpty()) spec.emptyText = tr("%1: withheld or unknown in every row.").arg(title);
        return spec;
    }

private:
    ChartSeries started(const std::vector<Point>& points, double scale, const QString& tooltip) const {
        ChartSeries series;
        series.style = m_style;
        series.configuration = m_configuration;
        series.points.reserve(static_cast<qsizetype>(points.size()));
        for (const Point& each : points) {
            ChartPoint point{each.x, each.y * scale, {}, tooltip.arg(number(each.y * scale), number(each.x)), {}, {}};
            point.configuration = m_configuration;
            point.level = m_level;
            series.points.append(point);
        }
        return series;
    }

    const RunTimeline& m_run;
    WindowEdges m_window;
    int m_configuration, m_level;
    SeriesStyle m_style;
};

}  // namespace

ChartSpec timeChart(const Figures& figures, const LevelTimeline& timeline, std::size_t run, const WindowEdges& window,
                    std::size_t configuration, std::size_t level, const ChartLook& look) {
    ChartSpec spec;
    const ConfigurationFigures& of = figures.configurations[configuration];
    spec.title = tr("%1, %2").arg(QString::fromStdString(of.name), QString::fromStdString(text(of.levels[level].load)));
    spec.x.title = tr("Time since the first start, s");
    if (run >= timeline.runs.size()) {
        spec.emptyText = QString::fromStdString(timeline.missing);
        return spec;
    }
    const RunTimeline& drawn = timeline.runs[run];
    const TimePlotter plotter(drawn, window, configuration, level, look);
    const MetricEntry& ttft = entry(RowMetric::ttft);
    ChartSpec rate = plotter.steps(tr("Output rate, tokens/s"), drawn.rate, tr("%1 tokens/s from %2 s on"));
    rate.limits[0].text = tr("warm-up until %1 s").arg(number(window.begin));
    rate.limits[1].text = tr("cool-down from %1 s").arg(number(window.end));
    ChartSpec open = plotter.steps(tr("Requests in flight"), drawn.inFlight, tr("%1 in flight from %2 s on"));
    ChartSpec first =
        plotter.cloud(tr("TTFT of each row, ms"), drawn.ttft, ttft.scale, look.logY, tr("TTFT %1 ms, sent at %2 s"));
    first.x.title = spec.x.title;
    rate.title = rate.y.title = tr("%1: %2").arg(spec.title, rate.title);
    spec.stack = {std::move(rate), std::move(open), std::move(first)};
    spec.notes.append(tr("Rate: tokens of the rows that ended in each %1 s").arg(number(drawn.binSeconds)) +
                      (drawn.rateAtLeast ? tr(", at least: some rows' tokens are unknown") : QString()));
    return spec;
}

}  // namespace plumbline
