// Values with their weights, and what harnesses make of them. Private to this room.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/measure/recipe.h"

namespace plumbline {

struct Samples {
    std::vector<double> values, weights;  ///< no weights: all alike
    std::size_t zeros = 0;                ///< that stand for "not seen"
    bool weighted() const { return !weights.empty(); }
};

/// "mean", "std", "min", "max", "p99": nothing for no values, and for another word. `ofSample`: the standard deviation
/// is over n - 1. The values are left partly ordered.
std::optional<double> statisticOf(Samples& samples, std::string_view word, Cut cut, bool ofSample);

}  // namespace plumbline
