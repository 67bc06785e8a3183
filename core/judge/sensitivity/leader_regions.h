// Who leads over a cutoff: the stretches between the values at which it changes.
#pragma once

#include <functional>
#include <span>

#include "core/judge/sensitivity/sensitivity.h"

namespace plumbline {

/// Position of the best value. Nothing: a tie, or fewer than two values.
std::optional<std::size_t> leaderOf(std::span<const std::optional<double>> values, bool lowerIsBetter);

struct LeaderSearch {
    std::span<const std::int64_t> at;      ///< cutoffs looked at, ascending from 0
    std::span<const std::int64_t> breaks;  ///< values just above which anything can change, ascending
    std::int64_t most = 0;                 ///< the last cutoff of the last region; it is among `at`
    std::size_t searches = 0;  ///< how often a change between two of `at` is sought among several breaks, by halving
};

/// Regions over [0, most], one after the other. A change is at its break, exactly; where the searches are used up, at
/// the next of `at`. Two changes between two of `at` that undo each other are not seen.
std::vector<LeaderRegion> leaderRegions(const LeaderSearch& search,
                                        const std::function<std::optional<std::size_t>(std::int64_t)>& leaderAt);

}  // namespace plumbline
