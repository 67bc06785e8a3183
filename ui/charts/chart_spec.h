// A chart as a value: what to draw, in core's numbers. The pane draws it; nothing here knows Qt Charts.
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <vector>

#include "core/curve/curve.h"

namespace plumbline {

enum class MarkerShape { circle, square, triangle, diamond, invertedTriangle, cross, pentagon, star };

/// Okabe-Ito colours in a fixed order, each with its own marker; a configuration keeps its own wherever it appears.
struct SeriesStyle {
    QColor colour;
    MarkerShape marker = MarkerShape::circle;
};
SeriesStyle seriesStyle(std::size_t configuration, bool dark);

struct AxisSpec {
    QString title;  ///< quantity, statistic and unit
    bool log = false;
    bool fromZero = false;            ///< a rate starts from zero
    std::optional<double> low, high;  ///< fixed ends; else from the data
    std::vector<double> ticks;        ///< where they are wanted (the loads measured); else at nice numbers
};

/// Which ends of a whisker are not known: they are drawn open.
struct BarLook {
    bool lowOpen = false, highOpen = false;
};
using ChartStretch = std::optional<std::pair<double, double>>;

/// A point in shown units. `key` comes back with clicks and hovers: configuration and level.
struct ChartPoint {
    double x = 0, y = 0;
    QString label;                ///< the load, beside the point
    QString tooltip;              ///< value with n and the metric used; plain text
    ChartStretch xRange, yRange;  ///< whiskers: the 95% interval of the value, and no other
    bool hollow = false;          ///< withheld in part, or summary only
    bool faint = false;           ///< one run of several
    int configuration = -1, level = -1;
    BarLook xBar = {}, yBar = {};
    ChartStretch xSpread = {}, ySpread = {};  ///< a pale broad bar under the point: what ChartSpec::spread says
};

struct ChartSeries {
    QString name;  ///< legend; what differs between configurations
    SeriesStyle style;
    QVector<ChartPoint> points;
    bool line = true, markers = true, ghost = false, steps = false;
    bool dashed = false;  ///< what was not measured here: reference traffic
    int configuration = -1;
};

/// A limit across the plot (an SLO, a cutoff), dashed, with its text.
struct ChartLimit {
    Qt::Orientation orientation = Qt::Vertical;
    double value = 0;
    QString text;
    int handle = -1;  ///< 0 or more: a hand can drag it, and the drag comes back with this number
};

/// A ring at an operating point, with the bracket between its neighbours.
struct ChartRing {
    double x = 0, y = 0;
    QString text;
    SeriesStyle style;
    std::optional<std::pair<QPointF, QPointF>> bracket;
    int configuration = -1;
};

/// A stretch of x in a pale colour, with its words at the top.
struct ChartBand {
    double from = 0, to = 0;
    QColor colour;
    QString text;
    bool textBelow = false;  ///< at its foot, where what leads is drawn at the top
};

struct ChartSpec {
    QString title;
    AxisSpec x, y;
    QVector<ChartSeries> series;
    QVector<ChartLimit> limits;
    QVector<ChartBand> bands;
    QVector<ChartRing> rings;
    QString whisker, spread;  ///< in the legend, what whiskers and pale bars are; empty: there are none
    QString emptyText;        ///< shown in place of the plot when there is nothing to draw: what is missing, what to do
    QStringList notes;        ///< below the plot: "3 points at or below zero not drawn"
    bool sideBySide = false;  ///< small multiples: a plot a configuration, on shared axes
    /// Plots below each other on one x axis; then of this spec only title, empty text and notes are shown.
    std::vector<ChartSpec> stack;
    /// Of a plot in a stack: digits' widths kept for the labels of y, so that the plots lie one below the other.
    int labelDigits = 0;
    double share = 1;  ///< of a plot in a stack: of the height to share out, against the others'
};

/// For ChartSpec::labelDigits.
inline constexpr int stackedLabelDigits = 7;

}  // namespace plumbline
