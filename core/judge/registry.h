// The checkers by name. A new one is its own file, a line here and a line in registry.cpp.
#pragma once

#include "core/judge/checks.h"

namespace plumbline {

// Suspicious rules (metrics §3).
void flagRateCeiling(const JudgeInput& input, std::vector<Suspicious>& out);
void flagOutOfOrder(const JudgeInput& input, std::vector<Suspicious>& out);
void flagDuplicates(const JudgeInput& input, std::vector<Suspicious>& out);
void flagEarlyFirstByte(const JudgeInput& input, std::vector<Suspicious>& out);
void flagLateBurst(const JudgeInput& input, std::vector<Suspicious>& out);
void flagPlaceholder(const JudgeInput& input, std::vector<Suspicious>& out);

// Findings (cli.md).
void findLittlesLaw(const JudgeInput& input, std::vector<Finding>& out);
void findRerunDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findDuplicates(const JudgeInput& input, std::vector<Finding>& out);
void findPopulationIncomplete(const JudgeInput& input, std::vector<Finding>& out);
void findNoWarmupDiscarded(const JudgeInput& input, std::vector<Finding>& out);
void findSingleRun(const JudgeInput& input, std::vector<Finding>& out);
void findFewLevels(const JudgeInput& input, std::vector<Finding>& out);
void findStillScaling(const JudgeInput& input, std::vector<Finding>& out);
void findNotMonotonic(const JudgeInput& input, std::vector<Finding>& out);
void findWithheldTtft(const JudgeInput& input, std::vector<Finding>& out);
void findGuardMisfires(const JudgeInput& input, std::vector<Finding>& out);
void findErrors(const JudgeInput& input, std::vector<Finding>& out);
void findSummaryOnly(const JudgeInput& input, std::vector<Finding>& out);

/// The registry's entry of a finding; the id must be in it.
const CheckEntry& findingEntry(std::string_view id);

}  // namespace plumbline
