// Puts small labels beside points so that none covers another; one that finds no room is left out.
#pragma once

#include <QLineF>
#include <QRectF>
#include <optional>
#include <vector>

namespace plumbline {

/// The part of the segment within the rectangle; nothing where there is none, or where an end is not finite.
std::optional<QLineF> clipped(const QLineF& segment, const QRectF& within);

class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds);
    /// Keeps labels off this rectangle (a marker, a line's text).
    void block(const QRectF& taken);
    /// Labels cross this line only where there is no other place.
    void avoid(const QPointF& from, const QPointF& to);
    /// The first place around the point that is free of lines, else the first that is free at all, or nothing.
    std::optional<QRectF> place(const QPointF& point, const QSizeF& size, double distance);
    /// The eight places around a point at that distance, the best first.
    static std::vector<QRectF> around(const QPointF& point, const QSizeF& size, double distance);
    /// The first of these places that is free of lines, else the first that is free, else nothing.
    std::optional<QRectF> choose(const std::vector<QRectF>& places);

private:
    /// What lies in the bounds, by square cells: a look at a place meets its neighbours only, however much there is.
    template <class Thing>
    class Grid {
    public:
        Grid(const QRectF& bounds, double cell);
        void add(const QRectF& where, const Thing& thing);
        template <class Holds>
        bool any(const QRectF& where, const Holds& holds) const;

    private:
        template <class Visit>
        bool visit(const QRectF& where, const Visit& visit) const;
        QRectF m_bounds;
        double m_cell;
        int m_columns, m_rows;
        std::vector<std::vector<Thing>> m_cells;
    };

    bool isFree(const QRectF& rect) const;
    bool isCrossed(const QRectF& rect) const;

    QRectF m_bounds;
    Grid<QRectF> m_taken;
    Grid<QPointF> m_lines;  ///< points along the lines to avoid
};

}  // namespace plumbline
