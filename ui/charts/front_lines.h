// The Pareto front over the points of a curve chart.
#pragma once

#include "core/judge/compare/pareto.h"
#include "ui/charts/build_charts.h"

namespace plumbline {

/// A dashed line through the points that are on the front, one for each group that can be compared; what each point is
/// goes to its tooltip, what cannot be told to the notes.
void addFront(ChartSpec& spec, const Figures& figures, const Front& front, bool dark);

}  // namespace plumbline
