#include "ui/charts/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline {

namespace {

constexpr double step = 4;  // pixels between the points that stand for a line

}  // namespace

std::optional<QLineF> clipped(const QLineF& segment, const QRectF& within) {
    double from = 0, to = 1;
    const auto cut = [&](double start, double way, double low, double high) {
        if (!std::isfinite(start) || !std::isfinite(way)) return false;
        if (way == 0) return start >= low && start <= high;
        const auto [enters, leaves] = std::minmax({(low - start) / way, (high - start) / way});
        from = std::max(from, enters);
        to = std::min(to, leaves);
        return from <= to;
    };
    if (!cut(segment.x1(), segment.dx(), within.left(), within.right()) ||
        !cut(segment.y1(), segment.dy(), within.top(), within.bottom()))
        return {};
    return QLineF(segment.pointAt(from), segment.pointAt(to));
}

template <class Thing>
LabelPlacer::Grid<Thing>::Grid(const QRectF& bounds, double cell)
    : m_bounds(bounds),
      m_cell(cell),
      m_columns(1 + static_cast<int>(std::max(bounds.width(), 0.0) / cell)),
      m_rows(1 + static_cast<int>(std::max(bounds.height(), 0.0) / cell)),
      m_cells(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows)) {}

/// Calls visit(cell's number) for each cell that the rectangle touches, until one says true.
template <class Thing>
template <class Visit>
bool LabelPlacer::Grid<Thing>::visit(const QRectF& where, const Visit& visit) const {
    const auto position = [&](double at, double origin, int count) {
        return static_cast<int>(std::clamp((at - origin) / m_cell, 0.0, count - 1.0));
    };
    const int right = position(where.right(), m_bounds.left(), m_columns);
    const int bottom = position(where.bottom(), m_bounds.top(), m_rows);
    for (int row = position(where.top(), m_bounds.top(), m_rows); row <= bottom; ++row)
        for (int column = position(where.left(), m_bounds.left(), m_columns); column <= right; ++column)
            if (visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns) +
                      static_cast<std::size_t>(column)))
                return true;
    return false;
}

template <class Thing>
void LabelPlacer::Grid<Thing>::add(const QRectF& where, const Thing& thing) {
    visit(where, [&](std::size_t cell) {
        m_cells[cell].push_back(thing);
        return false;
    });
}

template <class Thing>
template <class Holds>
bool LabelPlacer::Grid<Thing>::any(const QRectF& where, const Holds& holds) const {
    return visit(where, [&](std::size_t cell) { return std::ranges::any_of(m_cells[cell], holds); });
}

LabelPlacer::LabelPlacer(const QRectF& bounds) : m_bounds(bounds), m_taken(bounds, 32), m_lines(bounds, 16) {}

void LabelPlacer::block(const QRectF& taken) {
    if (taken.intersects(m_bounds)) m_taken.add(taken, taken);
}

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
    places.reserve(offsets.size());
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
    if (found) block(*found);
    return found;
}

void LabelPlacer::avoid(const QPointF& from, const QPointF& to) {
    const auto seen = clipped({from, to}, m_bounds);
    if (!seen) return;
    const int steps = std::max(1, static_cast<int>(seen->length() / step));
    for (int i = 0; i <= steps; ++i) {
        const QPointF point = seen->pointAt(double(i) / steps);
        const QRectF around(point, QSizeF(0, 0));
        // Where lines lie on one another, one point stands for all of them.
        const auto isHere = [&](const QPointF& other) { return (other - point).manhattanLength() < 1; };
        if (!m_lines.any(around, isHere)) m_lines.add(around, point);
    }
}

bool LabelPlacer::isCrossed(const QRectF& rect) const {
    return m_lines.any(rect, [&](const QPointF& point) { return rect.contains(point); });
}

bool LabelPlacer::isFree(const QRectF& rect) const {
    return m_bounds.contains(rect) && !m_taken.any(rect, [&](const QRectF& taken) { return taken.intersects(rect); });
}

}  // namespace plumbline
