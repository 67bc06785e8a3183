// How sure one figure of a level is, and from what: the intervals that limits and crossings are held to.
#pragma once

#include "core/judge/resample/level_values.h"

namespace plumbline {

/// An end may be infinite; no end: it cannot be told.
struct Evidence {
    Limits interval;
    std::string basis;    ///< "order statistics of 512 rows"; of no interval: why there is none
    bool byRuns = false;  ///< over three runs or more, so that how much a repeat differs is in it
    bool isKnown() const { return interval.low || interval.high; }
};

/// Latencies of three runs or more by t over the runs' own figures, else percentiles by order statistics and means by
/// batch means; shares by Wilson; rates as in the level's intervals. `own` are those of the level.
Evidence evidenceOf(LevelValues& values, const LevelIntervals& own, LevelPlace place, const Quantity& quantity);

/// Some rows are withheld, or their tokens unknown, so that the value is a lower limit of its own.
bool isAtLeast(const LevelFigures& level, const Quantity& quantity);

/// "one run", "two runs", "5 runs".
std::string runsText(std::size_t runs);

}  // namespace plumbline
