// Which levels a configuration's curve goes through, and what is read off it (METRICS §5).
#pragma once

#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

/// Positions of the levels on the line, in order of load: one a load, of one kind of load. Unbounded and not stated
/// loads have no place on it. Of summaries at one load, that of the run with the most loads.
std::vector<std::size_t> lineOf(const Dataset& data, const std::vector<LevelFigures>& levels);

/// Where a limit is passed along the line; levels without the value are passed over.
Crossing crossingOf(const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& line, const Slo& slo);

/// Elasticity d ln(rate) / d ln(load) of the last pair on the line that has rates; above 0.1: still scaling.
Saturation saturationOf(const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& line);

}  // namespace plumbline
