#include "ui/charts/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline {

std::optional<QRectF> LabelPlacer::place(const QPointF& point, const QSizeF& size, double distance) {
    return choose(around(point, size, distance));
}

std::vector<QRectF> LabelPlacer::around(const QPointF& point, const QSizeF& size, double distance) {
    const double w = size.width();
    const double h = size.height();
    const double d = distance;
    const std::array<QPointF, 8> offsets{{{d, -h - d / 2},
                                          {-w / 2, -h - d},
                                          {-w - d, -h - d / 2},
                                          {d, d / 2},
                                          {-w / 2, d},
                                          {-w - d, d / 2},
                                          {d, -h / 2},
                                          {-w - d, -h / 2}}};
    std::vector<QRectF> places;
    for (const QPointF& offset : offsets) places.emplace_back(point + offset, size);
    return places;
}

std::optional<QRectF> LabelPlacer::choose(const std::vector<QRectF>& places) {
    std::optional<QRectF> found;
    for (const QRectF& rect : places) {
        if (!isFree(rect) || (found && isCrossed(rect))) continue;
        found = rect;
        if (!isCrossed(rect)) break;
    }
    if (found) m_taken.push_back(*found);
    return found;
}

void LabelPlacer::avoid(const QPointF& from, const QPointF& to) {
    const QPointF way = to - from;
    const int steps = std::max(1, static_cast<int>(std::hypot(way.x(), way.y()) / 4));
    for (int i = 0; i <= steps; ++i) m_lines.push_back(from + way * i / steps);
}

bool LabelPlacer::isCrossed(const QRectF& rect) const {
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const QPointF& point) { return rect.contains(point); });
}

bool LabelPlacer::isFree(const QRectF& rect) const {
    return m_bounds.contains(rect) &&
           std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& taken) { return taken.intersects(rect); });
}

}  // namespace plumbline
