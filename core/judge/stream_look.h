// What gaps like a stream are (METRICS §3, the finding guard-misfires).
#pragma once

#include "core/trace/dataset.h"

namespace plumbline {

/// At least 10 chunks, a median gap of 1 ms or more, and no gap above half the interval. No gaps known: it cannot be
/// told, and so it does not.
inline bool looksLikeStream(const Columns& rows, std::size_t row, Nanoseconds interval) {
    constexpr Count streamChunks = 10;
    constexpr Nanoseconds streamMedian{1'000'000};
    const Count chunks = isKnown(rows.chunks[row]) ? rows.chunks[row] : rows.gapCount[row] + 1;
    return rows.gapCount[row] > 0 && chunks >= streamChunks && rows.gapMedian[row] >= streamMedian &&
           rows.gapLargest[row] <= interval / 2;
}

}  // namespace plumbline
