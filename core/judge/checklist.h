// The checklist of METRICS §7 for two levels at one load.
#pragma once

#include <map>

#include "core/judge/checks.h"
#include "core/judge/compare/comparison.h"
#include "core/judge/typical_tokens.h"

namespace plumbline {

/// What was asked at a level, so that two can be held against each other. Sorted; over the rows in the statistics,
/// failed ones included.
struct WorkAsked {
    std::vector<std::pair<Key, Count>> keys;  ///< prompt key and turn
    std::vector<Count> promptTokens;
    std::vector<Nanoseconds> arrivals;  ///< since the first, of the scheduled times where all are known, else of starts
    std::size_t rows = 0;
    bool warmupLeftOut = false;  ///< by phase or by the window, or by the source before it wrote
    bool keysKnown = false, promptsKnown = false, scheduled = false, arrivalsKnown = false;
};
WorkAsked askedAt(const JudgeInput& input, LevelPlace place);

/// Words of the item "workload" where nothing but the prompts' lengths tells them apart.
inline constexpr std::string_view otherLengths = "the prompts have other lengths";

/// All items, in the order of CLI §3.4.
std::vector<CheckItem> checklist(const JudgeInput& input, LevelPlace a, LevelPlace b, const WorkAsked& askedA,
                                 const WorkAsked& askedB, TypicalTokens& typical);

}  // namespace plumbline
