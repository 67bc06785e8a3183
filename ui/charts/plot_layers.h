// What our own scene items paint under and over the lines of Qt Charts: grid, ticks, titles, bars, markers, loads at
// points, limits, rings, legend.
#pragma once

#include <QPainter>

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_geometry.h"
#include "ui/charts/theme.h"

namespace plumbline {

struct LayerInput {
    const ChartSpec& spec;
    const PlotGeometry& plot;
    const ChartColours& colours;
    QFont font;
    QRectF scene;
    int selectedConfiguration = -1, selectedLevel = -1;
    bool paintsLines = false;  ///< Qt Charts does not draw the lines between the points
};

/// How whiskers and the pale broad bars of a spread are drawn, at the points and in the legend.
QPen whiskerPen(QColor colour);
QPen spreadPen(QColor colour);

/// Of the line between a series' points.
QPen linePen(const ChartSeries& series);
void paintGrid(QPainter& painter, const LayerInput& in);
void paintFrame(QPainter& painter, const LayerInput& in);  ///< ticks, axis titles, notes
void paintMarks(QPainter& painter, const LayerInput& in);  ///< bars, limits, markers, labels, rings
void paintEmpty(QPainter& painter, const LayerInput& in);  ///< the text in place of a plot
/// Draws nothing when painter is null; returns the height that the legend takes at this width.
double layoutLegend(QPainter* painter, const LayerInput& in);
/// Height of the notes below the axis title.
double notesHeight(const ChartSpec& spec, const QFont& font, double width);

}  // namespace plumbline
