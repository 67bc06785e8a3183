// Text that was held back: bytes long before the first token, or most chunks at the very end.
#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Two chunks of a short answer always end together; ten tokens that do are a burst.
constexpr Count fewestTokens = 10;

std::string describeEarly(Nanoseconds firstByte, Nanoseconds first) {
    return fmt::format("the first byte came at {} and the first token at {}, {} later", secondsText(seconds(firstByte)),
                       secondsText(seconds(first)), secondsText(seconds(first - firstByte)));
}

bool longEnough(const Columns& rows, std::size_t row) {
    const Count tokens = isKnown(rows.outputTokens[row]) ? rows.outputTokens[row] : rows.gapCount[row] + 1;
    return tokens >= fewestTokens && rows.gapCount[row] > 0 && rows.gapBasis[row] != GapBasis::synthetic;
}

}  // namespace

void flagEarlyFirstByte(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const Nanoseconds earlyBy = fromSeconds(out.threshold());
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const Nanoseconds first = firstTimeOf(rows, row).time;
            const Nanoseconds early = between(rows.firstByte[row], first);
            if (!isKnown(early)) return;
            const Nanoseconds limit = std::max(earlyBy, first / 2);
            if (early > limit)
                out.add(RowIndex(row), seconds(early), seconds(limit), "s", describeEarly(rows.firstByte[row], first));
        });
    }
}

void flagLateBurst(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    const double lateShare = out.threshold();
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            if (!longEnough(rows, row)) return;
            const double share = static_cast<double>(rows.gapsLate[row]) / rows.gapCount[row];
            if (share > lateShare)
                out.add(RowIndex(row), share, lateShare, "",
                        fmt::format("{} end in the last 5% of the interval",
                                    shareText(static_cast<std::size_t>(rows.gapsLate[row]),
                                              static_cast<std::size_t>(rows.gapCount[row]), "gaps")));
        });
    }
}

}  // namespace plumbline
