// Where the beginning of a series ends: MSER-5 (METRICS §4). It lives beside the data, because warm-up is prepared at
// load, whatever the cutoffs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace plumbline {

struct Truncation {
    std::size_t cut = 0;   ///< values to leave out at the beginning
    bool trusted = false;  ///< false: the best cut lies at the edge of the half that is searched
};
/// MSER-5: means of five values each, and the cut in the first half after which the standard error of the mean is
/// smallest. Nothing for fewer than ten batches. Source: K. P. White, Simulation 69 (1997).
std::optional<Truncation> mser5(std::span<const double> series);

}  // namespace plumbline
