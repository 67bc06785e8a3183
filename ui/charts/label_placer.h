// Puts small labels beside points so that none covers another; one that finds no room is left out.
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

namespace plumbline {

class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds) : m_bounds(bounds) {}
    /// Keeps labels off this rectangle (a marker, a line's text).
    void block(const QRectF& taken) { m_taken.push_back(taken); }
    /// Labels cross this line only where there is no other place.
    void avoid(const QPointF& from, const QPointF& to);
    /// The first place around the point that is free of lines, else the first that is free at all, or nothing.
    std::optional<QRectF> place(const QPointF& point, const QSizeF& size, double distance);
    /// The eight places around a point at that distance, the best first.
    static std::vector<QRectF> around(const QPointF& point, const QSizeF& size, double distance);
    /// The first of these places that is free of lines, else the first that is free, else nothing.
    std::optional<QRectF> choose(const std::vector<QRectF>& places);

private:
    bool isFree(const QRectF& rect) const;
    bool isCrossed(const QRectF& rect) const;

    QRectF m_bounds;
    std::vector<QRectF> m_taken;
    std::vector<QPointF> m_lines;  ///< points along the lines to avoid
};

}  // namespace plumbline
