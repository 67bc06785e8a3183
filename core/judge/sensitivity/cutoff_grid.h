// Which cutoffs are looked at.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/judge/sensitivity/sensitivity.h"

namespace plumbline {

/// The window's slider ends here; figures are followed up to it, or to the cutoff in force where that is farther.
inline constexpr std::int64_t farInterval = 5'000'000'000;
/// Of more values at which something changes a grid is looked at in their place.
inline constexpr std::size_t mostExact = 128;

struct TriedCutoffs {
    std::vector<std::int64_t> at;  ///< ascending; holds 0, `most`, the one in force, and the end
    bool exact = true;             ///< up to `most`: nothing changes between two neighbours
};
/// breaks: values just above which a verdict changes, ascending and each once. most: mostInterval or mostChunks.
TriedCutoffs triedCutoffs(CutoffKind kind, std::span<const std::int64_t> breaks, std::int64_t present,
                          std::int64_t most);

// Both cutoffs together, coarsely.
inline constexpr std::array<std::int64_t, 8> jointIntervals{0,           50'000'000,  100'000'000, 200'000'000,
                                                            300'000'000, 500'000'000, 700'000'000, mostInterval};
inline constexpr std::array<std::int64_t, 8> jointChunks{0, 1, 2, 3, 4, 5, 7, mostChunks};

/// Ascending, each value once.
void sortOut(std::vector<std::int64_t>& values);

}  // namespace plumbline
