// Which loads the intervals decide about a limit (METRICS §5).
#pragma once

#include "core/judge/resample/level_evidence.h"

namespace plumbline {

/// In order of load along the configuration's line. `intervals` are the judgement's, by configuration and level.
DecidedLoads decidedLoads(LevelValues& values, const std::vector<std::vector<LevelIntervals>>& intervals,
                          std::size_t configuration, const Slo& slo, CrossingState state);

}  // namespace plumbline
