// How sure the difference of two levels is, and from what: their runs, their spreads, or resampled rows (METRICS §4).
#pragma once

#include "core/judge/resample/resampler.h"

namespace plumbline {

/// Of b against a. Two sides with standard errors go to Welch, rows of fewer than three runs are resampled; else the
/// basis says why nothing is known.
struct PairEvidence {
    std::optional<MeanSpread> a, b;
    Draws drawnA, drawnB;
    std::string basis;
    bool byRuns = false;                    ///< three runs or more on both sides, and compared by them
    std::array<std::size_t, 2> runs{1, 1};  ///< of a and b
    std::string openLow, openHigh;          ///< why an end of b - a cannot be told, whatever the interval says
    bool isKnown() const { return a || !drawnA.empty(); }
    /// Of b - factor a, by Welch; nothing where rows are resampled.
    Limits scaled(double factor) const { return a && b ? welch(*b, *a, factor) : Limits{}; }
};

/// What pairs of levels are told from. All must outlive it.
struct PairReader {
    LevelValues& values;
    Resampler& resampler;
    const std::vector<std::vector<LevelIntervals>>& intervals;
    PairEvidence of(LevelPlace a, LevelPlace b, const Quantity& quantity);
};

/// "one run a side", "5 runs a side", "3 runs against one run": of the first against the second.
std::string sidesText(std::size_t first, std::size_t second);

}  // namespace plumbline
