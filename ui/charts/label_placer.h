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
    /// The first free place around the point, or nothing.
    std::optional<QRectF> place(const QPointF& point, const QSizeF& size, double distance);

private:
    bool isFree(const QRectF& rect) const;

    QRectF m_bounds;
    std::vector<QRectF> m_taken;
};

}  // namespace plumbline
