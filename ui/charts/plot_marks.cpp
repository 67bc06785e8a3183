#include <QFontMetricsF>

#include "ui/charts/label_placer.h"
#include "ui/charts/marker.h"
#include "ui/charts/plot_layers.h"

namespace plumbline {

namespace {

constexpr double markerSize = 9;

/// An end that is not known: dashes that go on from the point, and an arrow in place of a cap.
void paintOpenEnd(QPainter& painter, const QPointF& from, const QPointF& direction) {
    constexpr double length = 16, head = 4;
    const QPen solid = painter.pen();
    QPen dashed = solid;
    dashed.setStyle(Qt::DotLine);
    const QPointF tip = from + direction * length, across(direction.y(), direction.x());
    painter.setPen(dashed);
    painter.drawLine(from, tip);
    painter.setPen(solid);
    painter.drawLine(tip, tip - (direction + across) * head);
    painter.drawLine(tip, tip - (direction - across) * head);
}

/// `along` is the direction of growing values, in pixels.
void paintOneBar(QPainter& painter, std::optional<QPointF> from, std::optional<QPointF> to, QPointF along,
                 const BarLook& look, const QRectF& plot) {
    if (!from || !to) return;
    const QPointF cap(3 * along.y(), 3 * along.x());
    if (const auto seen = clipped({*from, *to}, plot)) painter.drawLine(*seen);
    if (look.lowOpen)
        paintOpenEnd(painter, *from, -along);
    else
        painter.drawLine(*from - cap, *from + cap);
    if (look.highOpen)
        paintOpenEnd(painter, *to, along);
    else
        painter.drawLine(*to - cap, *to + cap);
}

void paintSpread(QPainter& painter, std::optional<QPointF> from, std::optional<QPointF> to, const QRectF& plot) {
    if (!from || !to) return;
    if (const auto seen = clipped({*from, *to}, plot)) painter.drawLine(*seen);
}

void paintBars(QPainter& painter, const LayerInput& in, const ChartPoint& point, const QColor& colour) {
    const auto at = [&](double x, double y) { return in.plot.toScene(x, y); };
    // Pale by its own pen: on a pale line, such as the bound's, it would not be seen.
    const double strength = painter.opacity();
    painter.setOpacity(1);
    painter.setPen(spreadPen(colour));
    if (point.xSpread)
        paintSpread(painter, at(point.xSpread->first, point.y), at(point.xSpread->second, point.y), in.plot.area);
    if (point.ySpread)
        paintSpread(painter, at(point.x, point.ySpread->first), at(point.x, point.ySpread->second), in.plot.area);
    painter.setOpacity(strength);
    painter.setPen(whiskerPen(colour));
    if (point.xRange)
        paintOneBar(painter, at(point.xRange->first, point.y), at(point.xRange->second, point.y), {1, 0}, point.xBar,
                    in.plot.area);
    if (point.yRange)
        paintOneBar(painter, at(point.x, point.yRange->first), at(point.x, point.yRange->second), {0, -1}, point.yBar,
                    in.plot.area);
}

void paintSeriesMarks(QPainter& painter, const LayerInput& in, const ChartSeries& series, LabelPlacer& labels) {
    painter.save();
    if (series.ghost) painter.setOpacity(1.0 / 3);
    for (const ChartPoint& point : series.points) {
        const auto at = in.plot.toScene(point.x, point.y);
        if (!at || !in.plot.shows(*at)) continue;
        paintBars(painter, in, point, series.style.colour);
        if (point.faint) painter.setOpacity(0.4);
        if (series.markers)
            drawMarker(painter, *at, series.style, point.faint ? markerSize * 0.6 : markerSize,
                       point.hollow || point.faint, in.colours.ground);
        if (point.faint) painter.setOpacity(series.ghost ? 1.0 / 3 : 1.0);
        labels.block(QRectF(at->x() - 4, at->y() - 4, 8, 8));
    }
    painter.restore();
}

void paintLines(QPainter& painter, const LayerInput& in) {
    painter.save();
    for (const ChartSeries& series : in.spec.series) {
        if (!series.line) continue;
        painter.setPen(linePen(series));
        std::optional<QPointF> last;
        const auto to = [&](const QPointF& next) {
            if (const auto seen = last ? clipped({*last, next}, in.plot.area) : std::nullopt) painter.drawLine(*seen);
            last = next;
        };
        for (const ChartPoint& point : series.points) {
            const auto at = point.faint ? std::nullopt : in.plot.toScene(point.x, point.y);
            if (!at) continue;
            if (series.steps && last) to({at->x(), last->y()});
            to(*at);
        }
    }
    painter.restore();
}

/// Labels keep off the lines between the points and off the bars.
void avoidLines(const LayerInput& in, LabelPlacer& labels) {
    const auto avoid = [&](const std::optional<QPointF>& from, const std::optional<QPointF>& to) {
        if (from && to) labels.avoid(*from, *to);
    };
    for (const ChartSeries& series : in.spec.series) {
        if (!series.line && !series.markers) continue;
        std::optional<QPointF> last;
        for (const ChartPoint& point : series.points) {
            const auto at = in.plot.toScene(point.x, point.y);
            if (series.line) avoid(last, at);
            if (at) last = at;
            for (const ChartStretch& along : {point.xRange, point.xSpread})
                if (along) avoid(in.plot.toScene(along->first, point.y), in.plot.toScene(along->second, point.y));
            for (const ChartStretch& up : {point.yRange, point.ySpread})
                if (up) avoid(in.plot.toScene(point.x, up->first), in.plot.toScene(point.x, up->second));
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

/// Where a limit's text may stand: along its line, on either side of it.
std::vector<QRectF> placesAlong(const QRectF& area, bool vertical, double pixel, const QSizeF& size) {
    std::vector<QRectF> places;
    // NOLINTBEGIN(clang-analyzer-security.FloatLoopCounter): in pixels, and never by as little as is lost
    if (vertical) {
        for (double y = area.top() + 3; y + size.height() < area.bottom(); y += size.height() + 2)
            for (const double x : {pixel + 3, pixel - 3 - size.width()}) places.emplace_back(QPointF(x, y), size);
    } else {
        for (double x = area.right() - 2 - size.width(); x > area.left(); x -= size.width() + 8)
            for (const double y : {pixel - size.height() - 2, pixel + 2}) places.emplace_back(QPointF(x, y), size);
    }
    // NOLINTEND(clang-analyzer-security.FloatLoopCounter)
    return places;
}

/// What says that a line can be taken.
void paintGrip(QPainter& painter, const QLineF& line, const QColor& colour) {
    const bool vertical = line.dx() == 0;
    const QSizeF size = vertical ? QSizeF(7, 22) : QSizeF(22, 7);
    const QPointF corner = line.center() - QPointF(size.width() / 2, size.height() / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(corner, size), 3, 3);
    painter.setBrush(Qt::NoBrush);
}

void paintLimits(QPainter& painter, const LayerInput& in, LabelPlacer& labels) {
    const QFontMetricsF metrics(painter.font());
    const QRectF& area = in.plot.area;
    for (const ChartLimit& limit : in.spec.limits) {
        const bool vertical = limit.orientation == Qt::Vertical;
        const auto at = (vertical ? in.plot.xMap : in.plot.yMap).toChart(limit.value);
        if (!at) continue;
        const double pixel = vertical ? in.plot.xPixel(*at) : in.plot.yPixel(*at);
        if (vertical ? (pixel < area.left() || pixel > area.right()) : (pixel < area.top() || pixel > area.bottom()))
            continue;
        const QLineF line = vertical ? QLineF(pixel, area.top(), pixel, area.bottom())
                                     : QLineF(area.left(), pixel, area.right(), pixel);
        painter.setPen(QPen(in.colours.limit, 1.3, Qt::DashLine));
        painter.drawLine(line);
        if (limit.handle >= 0) paintGrip(painter, line, in.colours.limit);
        if (limit.text.isEmpty()) {
            labels.avoid(line.p1(), line.p2());
            continue;
        }
        const QSizeF size(metrics.horizontalAdvance(limit.text) + 6, metrics.height());
        const auto box = labels.choose(placesAlong(area, vertical, pixel, size));
        labels.avoid(line.p1(), line.p2());
        if (!box) continue;
        painter.fillRect(*box, in.colours.halo);
        painter.setPen(in.colours.limit);
        painter.drawText(*box, Qt::AlignCenter, limit.text);
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
    std::vector<QRectF> places;
    for (const double distance : {11.0, 28.0, 48.0})
        for (const QRectF& place : LabelPlacer::around(*at, size, distance)) places.push_back(place);
    const auto box = labels.choose(places);
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

QPen linePen(const ChartSeries& series) {
    QPen pen(series.style.colour, series.ghost ? 1.5 : 2);
    if (series.ghost) {
        QColor pale = series.style.colour;
        pale.setAlphaF(1.0F / 3);
        pen.setColor(pale);
    }
    if (series.dashed) pen.setStyle(Qt::DashLine);
    return pen;
}

void paintMarks(QPainter& painter, const LayerInput& in) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (in.paintsLines) paintLines(painter, in);
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
