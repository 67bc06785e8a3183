#include <QFontMetricsF>

#include "ui/charts/label_placer.h"
#include "ui/charts/marker.h"
#include "ui/charts/plot_layers.h"

namespace plumbline {

namespace {

constexpr double markerSize = 9;

void paintBar(QPainter& painter, const LayerInput& in, const ChartPoint& point, const QColor& colour) {
    QColor pale = colour;
    pale.setAlphaF(0.45F);
    painter.setPen(QPen(pale, 1.4));
    const auto line = [&](std::optional<QPointF> from, std::optional<QPointF> to, QPointF cap) {
        if (!from || !to) return;
        painter.drawLine(*from, *to);
        painter.drawLine(*from - cap, *from + cap);
        painter.drawLine(*to - cap, *to + cap);
    };
    if (point.xRange)
        line(in.plot.toScene(point.xRange->first, point.y), in.plot.toScene(point.xRange->second, point.y), {0, 3});
    if (point.yRange)
        line(in.plot.toScene(point.x, point.yRange->first), in.plot.toScene(point.x, point.yRange->second), {3, 0});
}

void paintSeriesMarks(QPainter& painter, const LayerInput& in, const ChartSeries& series, LabelPlacer& labels) {
    painter.save();
    if (series.ghost) painter.setOpacity(1.0 / 3);
    for (const ChartPoint& point : series.points) {
        const auto at = in.plot.toScene(point.x, point.y);
        if (!at || !in.plot.shows(*at)) continue;
        paintBar(painter, in, point, series.style.colour);
        if (point.faint) painter.setOpacity(0.4);
        if (series.markers)
            drawMarker(painter, *at, series.style, point.faint ? markerSize * 0.6 : markerSize,
                       point.hollow || point.faint, in.colours.ground);
        if (point.faint) painter.setOpacity(series.ghost ? 1.0 / 3 : 1.0);
        labels.block(QRectF(at->x() - 4, at->y() - 4, 8, 8));
    }
    painter.restore();
}

/// Labels keep off the lines between the points.
void avoidLines(const LayerInput& in, LabelPlacer& labels) {
    for (const ChartSeries& series : in.spec.series) {
        if (!series.line || !series.markers) continue;
        std::optional<QPointF> last;
        for (const ChartPoint& point : series.points) {
            const auto at = in.plot.toScene(point.x, point.y);
            if (at && last) labels.avoid(*last, *at);
            if (at) last = at;
        }
    }
}

void paintLabels(QPainter& painter, const LayerInput& in, LabelPlacer& labels) {
    const QFontMetricsF metrics(painter.font());
    for (const ChartSeries& series : in.spec.series) {
        if (series.ghost) continue;
        for (const ChartPoint& point : series.points) {
            if (point.label.isEmpty()) continue;
            const auto at = in.plot.toScene(point.x, point.y);
            if (!at || !in.plot.shows(*at)) continue;
            const QSizeF size(metrics.horizontalAdvance(point.label) + 2, metrics.height() - 2);
            const auto box = labels.place(*at, size, 6);
            if (!box) continue;
            painter.setPen(in.colours.faintText);
            painter.drawText(*box, Qt::AlignCenter, point.label);
        }
    }
}

void paintLimits(QPainter& painter, const LayerInput& in, LabelPlacer& labels) {
    const QFontMetricsF metrics(painter.font());
    const QRectF& area = in.plot.area;
    double down = area.top() + 3;
    for (const ChartLimit& limit : in.spec.limits) {
        const bool vertical = limit.orientation == Qt::Vertical;
        const auto at = (vertical ? in.plot.xMap : in.plot.yMap).toChart(limit.value);
        if (!at) continue;
        const double pixel = vertical ? in.plot.xPixel(*at) : in.plot.yPixel(*at);
        if (vertical ? (pixel < area.left() || pixel > area.right()) : (pixel < area.top() || pixel > area.bottom()))
            continue;
        painter.setPen(QPen(in.colours.limit, 1.3, Qt::DashLine));
        if (vertical)
            painter.drawLine(QPointF(pixel, area.top()), QPointF(pixel, area.bottom()));
        else
            painter.drawLine(QPointF(area.left(), pixel), QPointF(area.right(), pixel));
        const double width = metrics.horizontalAdvance(limit.text) + 6;
        QRectF box(vertical ? pixel + 3 : area.right() - width, vertical ? down : pixel - metrics.height() - 2, width,
                   metrics.height());
        if (vertical && box.right() > area.right()) box.moveRight(pixel - 3);
        if (vertical) down += metrics.height() + 2;
        painter.fillRect(box, in.colours.halo);
        painter.setPen(in.colours.limit);
        painter.drawText(box, Qt::AlignCenter, limit.text);
        labels.block(box);
    }
}

/// Under the markers: a hollow one must stay hollow.
void paintBracket(QPainter& painter, const LayerInput& in, const ChartRing& ring) {
    if (!ring.bracket) return;
    const auto from = in.plot.toScene(ring.bracket->first.x(), ring.bracket->first.y());
    const auto to = in.plot.toScene(ring.bracket->second.x(), ring.bracket->second.y());
    if (!from || !to || !in.plot.shows(*from) || !in.plot.shows(*to)) return;
    QColor pale = ring.style.colour;
    pale.setAlphaF(0.3F);
    painter.setPen(QPen(pale, 7, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(*from, *to);
}

void paintRing(QPainter& painter, const LayerInput& in, const ChartRing& ring, LabelPlacer& labels) {
    const auto at = in.plot.toScene(ring.x, ring.y);
    if (!at || !in.plot.shows(*at)) return;
    painter.setPen(QPen(ring.style.colour, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(*at, 8, 8);
    labels.block(QRectF(at->x() - 8, at->y() - 8, 16, 16));
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(ring.text) + 8, metrics.height() + 2);
    const auto box = labels.place(*at, size, 11);
    if (!box) return;
    painter.fillRect(*box, in.colours.halo);
    painter.setPen(in.colours.text);
    painter.drawText(*box, Qt::AlignCenter, ring.text);
}

void paintSelection(QPainter& painter, const LayerInput& in) {
    for (const ChartSeries& series : in.spec.series) {
        if (series.ghost || series.configuration != in.selectedConfiguration) continue;
        for (const ChartPoint& point : series.points) {
            const auto at = in.plot.toScene(point.x, point.y);
            if (!at || point.faint || point.level != in.selectedLevel || !in.plot.shows(*at)) continue;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(in.colours.accent, 2));
            painter.drawRect(QRectF(at->x() - 9, at->y() - 9, 18, 18));
        }
    }
}

}  // namespace

void paintMarks(QPainter& painter, const LayerInput& in) {
    painter.setRenderHint(QPainter::Antialiasing);
    QFont small = in.font;
    small.setPointSizeF(in.font.pointSizeF() * 0.92);
    painter.setFont(small);
    LabelPlacer labels(in.plot.area.adjusted(1, 1, -1, -1));
    avoidLines(in, labels);
    paintLimits(painter, in, labels);
    for (const ChartRing& ring : in.spec.rings) paintBracket(painter, in, ring);
    for (const ChartSeries& series : in.spec.series)
        if (series.ghost) paintSeriesMarks(painter, in, series, labels);
    for (const ChartSeries& series : in.spec.series)
        if (!series.ghost) paintSeriesMarks(painter, in, series, labels);
    for (const ChartRing& ring : in.spec.rings) paintRing(painter, in, ring, labels);
    paintLabels(painter, in, labels);
    if (in.selectedConfiguration >= 0) paintSelection(painter, in);
}

}  // namespace plumbline
