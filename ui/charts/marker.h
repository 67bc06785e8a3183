// Marker shapes, drawn at a point or into an icon.
#pragma once

#include <QIcon>
#include <QPainter>

#include "ui/charts/chart_spec.h"

namespace plumbline {

/// Draws the shape within `size` pixels around `centre`; hollow ones are filled with `ground`.
void drawMarker(QPainter& painter, const QPointF& centre, const SeriesStyle& style, double size, bool hollow,
                const QColor& ground);
/// The same as an icon, for trees, tables and legends.
QIcon markerIcon(const SeriesStyle& style, int size = 16);

}  // namespace plumbline
