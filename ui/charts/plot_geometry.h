// Where the plot lies and how shown units become pixels of the scene.
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "ui/charts/axis_map.h"

namespace plumbline {

struct PlotGeometry {
    QRectF area;  ///< of the plot, scene pixels
    AxisMap xMap, yMap;
    AxisRange x, y;  ///< shown range, chart coordinates
    std::vector<Tick> xTicks, yTicks;
    bool yTitleAbove = false;  ///< it lies over the plot, not beside it

    double xPixel(double coordinate) const {
        return area.left() + (coordinate - x.low) / (x.high - x.low) * area.width();
    }
    double yPixel(double coordinate) const {
        return area.bottom() - (coordinate - y.low) / (y.high - y.low) * area.height();
    }
    /// Shown units to pixels; nothing for what a log axis cannot draw.
    std::optional<QPointF> toScene(double xValue, double yValue) const {
        const auto cx = xMap.toChart(xValue);
        const auto cy = yMap.toChart(yValue);
        if (!cx || !cy) return {};
        return QPointF(xPixel(*cx), yPixel(*cy));
    }
    QPointF toChart(const QPointF& scene) const {
        return {x.low + (scene.x() - area.left()) / area.width() * (x.high - x.low),
                y.low + (area.bottom() - scene.y()) / area.height() * (y.high - y.low)};
    }
    bool shows(const QPointF& scene) const { return area.adjusted(-1, -1, 1, 1).contains(scene); }
};

}  // namespace plumbline
