// Chunks that came together, and streams that stood still.
#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Fewer gaps say nothing of how chunks come (METRICS §3).
constexpr Count fewestGaps = 10;

bool measuredGaps(const Columns& rows, std::size_t row) {
    return rows.gapCount[row] > 0 && rows.gapBasis[row] != GapBasis::synthetic;
}

}  // namespace

void flagCoalesced(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const double limit = out.threshold();
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            if (!measuredGaps(rows, row) || rows.gapCount[row] < fewestGaps) return;
            const double share = static_cast<double>(rows.gapsTiny[row]) / rows.gapCount[row];
            if (share <= limit) return;
            out.add(RowIndex(row), share, limit, "",
                    fmt::format("{} are under 1 ms: chunks that came together",
                                shareText(static_cast<std::size_t>(rows.gapsTiny[row]),
                                          static_cast<std::size_t>(rows.gapCount[row]), "gaps")));
        });
    }
}

void flagStall(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const double limit = out.threshold();
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            if (!measuredGaps(rows, row) || !isKnown(rows.gapLargest[row])) return;
            const double largest = seconds(rows.gapLargest[row]);
            if (largest <= limit) return;
            out.add(RowIndex(row), largest, limit, "s",
                    fmt::format("nothing came for {} in mid-stream", secondsText(largest)));
        });
    }
}

}  // namespace plumbline
