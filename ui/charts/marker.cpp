#include "ui/charts/marker.h"

#include <QPainterPath>
#include <QPixmap>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace plumbline {

namespace {

/// Corners of a regular polygon or, with inner below 1, of a star; the first corner points at `from` degrees.
QPolygonF corners(int count, double from, double inner = 1.0) {
    QPolygonF polygon;
    const int steps = inner < 1 ? 2 * count : count;
    for (int i = 0; i < steps; ++i) {
        const double angle = (from + 360.0 * i / steps) * std::numbers::pi / 180;
        const double radius = i % 2 == 1 && inner < 1 ? inner : 1.0;
        polygon << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return polygon;
}

QPainterPath unitShape(MarkerShape shape) {
    QPainterPath path;
    switch (shape) {
        case MarkerShape::circle:
            path.addEllipse(QPointF(0, 0), 0.9, 0.9);
            break;
        case MarkerShape::square:
            path.addRect(-0.8, -0.8, 1.6, 1.6);
            break;
        case MarkerShape::triangle:
            path.addPolygon(corners(3, -90));
            break;
        case MarkerShape::diamond:
            path.addPolygon(corners(4, -90));
            break;
        case MarkerShape::invertedTriangle:
            path.addPolygon(corners(3, 90));
            break;
        case MarkerShape::cross:
            path.addPolygon(corners(4, -45, 0.38));
            break;
        case MarkerShape::pentagon:
            path.addPolygon(corners(5, -90));
            break;
        case MarkerShape::star:
            path.addPolygon(corners(5, -90, 0.45));
            break;
    }
    path.closeSubpath();
    return path;
}

}  // namespace

void drawMarker(QPainter& painter, const QPointF& centre, const SeriesStyle& style, double size, bool hollow,
                const QColor& ground) {
    painter.save();
    painter.translate(centre);
    painter.scale(size / 2, size / 2);
    QPen pen(style.colour, 1.6);
    pen.setCosmetic(true);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(hollow ? ground : style.colour);
    painter.drawPath(unitShape(style.marker));
    painter.restore();
}

QIcon markerIcon(const SeriesStyle& style, int size) {
    // A few dozen in all, asked for thousands of times. On the window's thread alone, as pixmaps are.
    static std::map<std::tuple<QRgb, MarkerShape, int>, QIcon> known;
    QIcon& icon = known[{style.colour.rgba(), style.marker, size}];
    if (!icon.isNull()) return icon;
    for (int scale = 1; scale <= 2; ++scale) {
        QPixmap pixmap(size * scale, size * scale);
        pixmap.fill(Qt::transparent);
        pixmap.setDevicePixelRatio(scale);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        drawMarker(painter, {size / 2.0, size / 2.0}, style, size * 0.62, false, Qt::transparent);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

}  // namespace plumbline
