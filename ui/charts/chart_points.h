// What the chart builders share: levels as points, in shown units, with their words.
#pragma once

#include <functional>
#include <optional>

#include "ui/charts/build_charts.h"

namespace plumbline {

/// The quantity's value in its shown unit.
std::optional<double> shown(const LevelFigures& level, const Quantity& quantity);
/// Of one run, where runs carry the quantity.
std::optional<double> shown(const RunFigures& run, const Quantity& quantity);
/// p25 to p75 of a row metric, where the statistic is one that it surrounds (mean or median).
ChartStretch shownSpread(const LevelFigures& level, const Quantity& quantity);
/// The intervals of this level of these figures; null where there are none, as for a ghost.
const LevelIntervals* intervalsOf(const ChartLook& look, const Figures& figures,
                                  const ConfigurationFigures& configuration, const LevelFigures& level);
/// The 95% interval of the quantity; none where it has none. An end that is not known is the value.
struct Whisker {
    ChartStretch range;
    BarLook look;
};
Whisker whiskerOf(const LevelFigures& level, const Quantity& quantity, const LevelIntervals* intervals);
/// Names in the legend what marks the points of the spec have.
void nameMarks(ChartSpec& spec);
/// "A, c=32", then a line a quantity with its interval, n and the metric used.
QString pointTooltip(const ConfigurationFigures& configuration, const LevelFigures& level,
                     const std::vector<Quantity>& quantities, const LevelIntervals* intervals = nullptr);
QString valueText(const LevelFigures& level, const Quantity& quantity);

std::size_t styleNumber(const ChartLook& look, std::size_t configuration);
bool isHidden(const Settings& settings, const ConfigurationFigures& configuration);

using LevelPoint = std::function<std::optional<ChartPoint>(const ConfigurationFigures&, const LevelFigures&)>;
using RunPoint = std::function<std::optional<ChartPoint>(const LevelFigures&, const RunFigures&)>;

/// One line a visible configuration through its levels, points off the line and single runs beside it, the ghost of
/// the figures before. Levels without a point are counted into the notes under `missing`.
void addConfigurations(ChartSpec& spec, const Figures& figures, const Settings& settings, const ChartLook& look,
                       const LevelPoint& levelPoint, const RunPoint& runPoint, const QString& missing);

AxisSpec axisFor(const Quantity& quantity, bool log);

}  // namespace plumbline
