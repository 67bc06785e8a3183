// Figures to chart specs, one function a tab. Reads values, does no arithmetic on measurements.
#pragma once

#include "core/curve/figures.h"
#include "core/curve/timeline.h"
#include "core/measure/settings.h"
#include "ui/charts/chart_spec.h"

namespace plumbline {

struct LevelIntervals;  // core/judge/judge.h
struct Front;           // core/judge/pareto.h

struct ChartLook {
    bool dark = false;
    bool showRuns = true;  ///< single runs as faint points
    bool logX = false, logY = false;
    const Figures* ghost = nullptr;  ///< the figures before the change, drawn at a third of their strength
    /// By configuration and level of the figures, drawn as whiskers; null: not known, or not wanted.
    const std::vector<std::vector<LevelIntervals>>* intervals = nullptr;
    bool spread = false;               ///< p25 to p75 of the rows, beside a mean or median on an axis
    const Front* front = nullptr;      ///< over the curve's two quantities, drawn dashed; null: not wanted
    std::vector<std::size_t> styleOf;  ///< style number by configuration; empty: its position
};

/// y over x, one point a level, loads at the points, whiskers, SLO lines and crossings where an axis is an SLO's
/// metric.
ChartSpec curveChart(const Figures& figures, const Settings& settings, const Quantity& x, const Quantity& y,
                     const ChartLook& look);
/// Any quantity over load.
ChartSpec loadChart(const Figures& figures, const Settings& settings, const Quantity& y, const ChartLook& look);
/// Fraction of the bound over load, per user or in aggregate.
ChartSpec boundChart(const Figures& figures, const Settings& settings, bool aggregate, const ChartLook& look);
/// Measured tokens/s over load within the band from the nominal bound to the ceiling, drawn pale.
ChartSpec boundBandChart(const Figures& figures, const Settings& settings, bool aggregate, const ChartLook& look);
/// CDFs computed beforehand (core/curve), one a configuration at its level.
struct DistributionCurve {
    std::size_t configuration = 0, level = 0;
    std::vector<Point> points;
};
ChartSpec distributionChart(const Figures& figures, const Settings& settings, RowMetric metric,
                            const std::vector<DistributionCurve>& curves, const ChartLook& look);

/// A run over time: three plots in a stack, with the window's edges as limits that have these handles. `run`: position
/// in the timeline. Empty with the timeline's reason where there is no such run.
inline constexpr int windowBegin = 0, windowEnd = 1;
ChartSpec timeChart(const Figures& figures, const LevelTimeline& timeline, std::size_t run, const WindowEdges& window,
                    std::size_t configuration, std::size_t level, const ChartLook& look);

}  // namespace plumbline
