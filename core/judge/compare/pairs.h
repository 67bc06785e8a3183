// Which levels are compared with which: all pairs at one load, or those that say most, where there are too many.
#pragma once

#include <utility>
#include <vector>

#include "core/judge/checks.h"

namespace plumbline {

struct ChosenPairs {
    std::vector<std::pair<LevelPlace, LevelPlace>> pairs;  ///< by the first configuration, the second and the load
    std::size_t leftOut = 0;
};

/// Pairs of shown configurations at each load that both have, up to SizeLimit::pairs: first those that differ in one
/// dimension, which are found by grouping on all others, then the rest in order.
ChosenPairs choosePairs(const JudgeInput& input);

}  // namespace plumbline
