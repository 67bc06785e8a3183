// How sure a level's rates are (METRICS §4, "Intervals of rates"): by runs, or by batch means over blocks of time.
#pragma once

#include <array>

#include "core/judge/resample/level_values.h"

namespace plumbline {

/// The rates of a level that are counted; that of each accelerator is a fixed part of the system's.
inline constexpr std::array countedRates{LevelMetric::systemOutputRate, LevelMetric::requestRate,
                                         LevelMetric::goodputRequests, LevelMetric::goodputTokens};

/// By countedRates. A rate that the level does not have has the reason for that, goodput without limits none at all.
std::array<RateSpread, countedRates.size()> rateSpreads(const LevelValues& values, LevelPlace place);

}  // namespace plumbline
