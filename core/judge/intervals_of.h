// Makes the intervals of a judgement (metrics §4, "Intervals").
#pragma once

#include "core/judge/compare.h"

namespace plumbline {

/// What is resampled: the claimed quantities, the rates, and what the limits speak of.
std::vector<Quantity> resampledQuantities(const Settings& settings);

/// The interval of the load at one crossing. The resampler must know the limit's quantity.
Limits crossingLimits(Resampler& resampler, std::size_t configuration, const Crossing& crossing, const Slo& slo);

/// The share of the way from the lower level to the upper at which a limit is crossed between two values. A pair that
/// is not passed puts it at the end that it points to: nothing is extrapolated.
double crossedShare(const Slo& slo, double lower, double upper);

/// By configuration and level; of a summary nothing.
std::vector<std::vector<LevelIntervals>> levelIntervals(const JudgeInput& input, Resampler& resampler);

/// Of the load at which each limit is crossed, by configuration and limit; nothing where it is not crossed.
std::vector<std::vector<Limits>> crossingIntervals(const JudgeInput& input, Resampler& resampler);

}  // namespace plumbline
