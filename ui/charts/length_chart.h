// Lengths of prompts and answers, computed beforehand (core/curve/traffic.h), as a chart.
#pragma once

#include "core/curve/traffic.h"
#include "ui/charts/build_charts.h"

namespace plumbline {

struct LengthCurve {
    std::size_t configuration = 0;  ///< of reference traffic it says nothing
    LengthFigures lengths;
    std::vector<Point> points;
    std::optional<double> ks;  ///< distance to the reference traffic
};
struct LengthCurves {
    TokenSide side = TokenSide::prompt;
    std::vector<LengthCurve> ours;
    QString trafficName;
    LengthCurve traffic;  ///< no points: none is drawn
};
/// CDFs over all loads of each configuration, the traffic's dashed beside them, distances as notes.
ChartSpec lengthChart(const Figures& figures, const Settings& settings, const LengthCurves& curves,
                      const ChartLook& look);

}  // namespace plumbline
