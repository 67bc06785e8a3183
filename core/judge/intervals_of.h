// Makes the intervals of a judgement (metrics §4, "Intervals").
#pragma once

#include "core/judge/compare.h"

namespace plumbline {

/// What is resampled: the claimed quantities and what the limits speak of.
std::vector<Quantity> resampledQuantities(const Settings& settings);

/// By configuration and level; of a summary nothing.
std::vector<std::vector<LevelIntervals>> levelIntervals(const JudgeInput& input, Resampler& resampler);

/// Of the load at which each limit is crossed, by configuration and limit; nothing where it is not crossed.
std::vector<std::vector<Limits>> crossingIntervals(const JudgeInput& input, Resampler& resampler);

}  // namespace plumbline
