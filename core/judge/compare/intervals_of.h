// Makes the intervals of a judgement (METRICS §4, "Intervals").
#pragma once

#include "core/judge/resample/level_values.h"

namespace plumbline {

/// By configuration and level; of a summary nothing but why.
std::vector<std::vector<LevelIntervals>> levelIntervals(const LevelValues& values);

/// What the intervals decide of each limit, by configuration and limit. `intervals` are those of the levels.
std::vector<std::vector<DecidedLoads>> crossingIntervals(LevelValues& values,
                                                         const std::vector<std::vector<LevelIntervals>>& intervals);

}  // namespace plumbline
