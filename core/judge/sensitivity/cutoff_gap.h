// How the rows lie along a cutoff, and the cutoff that the widest gap between them would put.
#pragma once

#include <span>
#include <vector>

#include "core/judge/checks.h"
#include "core/judge/sensitivity/sensitivity.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// Bins of intervals from 1 us on, ten a decade, so many that the longest has one: fewer than 170, whatever it is.
std::vector<CutoffBin> intervalBins(std::int64_t longest);

/// Rows in the statistics that the guards judge, by their interval (ten bins a decade from 1 us on, and one below it)
/// or by their chunks (one bin a number up to 20, and one above). Bins touch each other; none where no row knows it.
std::vector<CutoffBin> cutoffHistogram(const JudgeInput& input, std::span<const LevelPlace> levels,
                                       const PreparedRows& prepared, CutoffKind kind);

/// One row that the guards judge.
struct JudgedInterval {
    Nanoseconds interval{0};
    bool likeStream = false;  ///< by its gaps
};
enum class GapState : std::uint8_t { found, fewRows, noGap, streamsBelow };
struct GapSearch {
    GapState state = GapState::fewRows;
    SuggestedCutoff gap;  ///< where there is one, also of streamsBelow
    std::size_t streamsBelow = 0;
};
/// The widest empty stretch in orders of magnitude that has on each side 5 rows and 1% of them or more, begins below
/// 1 s and is half an order wide or wider. found: no more than half of the rows below it look like streams. Intervals
/// under 1 us count as 1 us. Of no use once a stop was asked for.
GapSearch widestGap(std::vector<JudgedInterval> rows, std::stop_token stop = {});

/// Puts the suggestion and its sentence, from all rows of these configurations.
void suggestCutoff(const JudgeInput& input, std::span<const std::size_t> configurations, Sensitivity& out);

}  // namespace plumbline
