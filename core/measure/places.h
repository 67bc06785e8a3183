// Which rows are out of the statistics before any verdict counts: by a reviewer, by phase, by the window.
#pragma once

#include <vector>

#include "core/measure/classify.h"
#include "core/measure/window.h"

namespace plumbline {

/// What the decisions found. A decision finds its row by file SHA-256 and record, and where that file is not here, by
/// id and start; it is on one row, so that one which finds none, or several, has no effect and is counted.
struct FoundRows {
    std::vector<RowIndex> excluded;       ///< ascending
    std::vector<RowIndex> neverHappened;  ///< of them, ascending: said to be so, or flagged as duplicates
    std::size_t missing = 0, ambiguous = 0;
};
FoundRows findRows(const Dataset& data, const Settings& settings);
/// Puts the excluded rows into the places of all rows.
void placeExcluded(const FoundRows& found, std::vector<Place>& places);

/// Place of one row that no decision excludes.
inline Place placeOf(Phase phase, Nanoseconds start, const Window& window) {
    const bool byTime = window.basis == WindowBasis::starts && window.trimmed && isKnown(start);
    if (phase == Phase::warmup || (byTime && start < window.begin)) return Place::warmup;
    if (phase == Phase::cooldown || (byTime && start > window.end)) return Place::cooldown;
    return Place::in;
}

/// Place of one row; where there are decisions by a pass over all, for one may change another row's window.
Place placeOf(const Dataset& data, const Settings& settings, RowIndex row);

}  // namespace plumbline
