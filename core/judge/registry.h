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
void flagCoalesced(const JudgeInput& input, std::vector<Suspicious>& out);
void flagStall(const JudgeInput& input, std::vector<Suspicious>& out);
void flagTokensDisagree(const JudgeInput& input, std::vector<Suspicious>& out);
void flagAboveLimit(const JudgeInput& input, std::vector<Suspicious>& out);
void flagPlaceholder(const JudgeInput& input, std::vector<Suspicious>& out);
void flagOutlier(const JudgeInput& input, std::vector<Suspicious>& out);
void flagOutsideRun(const JudgeInput& input, std::vector<Suspicious>& out);
void flagLongTrailer(const JudgeInput& input, std::vector<Suspicious>& out);

// Findings (cli.md).
void findFirstWave(const JudgeInput& input, std::vector<Finding>& out);
void findLittlesLaw(const JudgeInput& input, std::vector<Finding>& out);
void findRerunDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findDuplicates(const JudgeInput& input, std::vector<Finding>& out);
void findRateNotSent(const JudgeInput& input, std::vector<Finding>& out);
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
void findAboveBound(const JudgeInput& input, std::vector<Finding>& out);
void findNoBound(const JudgeInput& input, std::vector<Finding>& out);
void findRateAgainstUsers(const JudgeInput& input, std::vector<Finding>& out);
void findReportedDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findPopulationDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findPlaceholderValue(const JudgeInput& input, std::vector<Finding>& out);
void findStatedRatio(const JudgeInput& input, std::vector<Finding>& out);
void findQuantizationDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findWorkloadDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findBoundaryDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findTokenSourcesDiffer(const JudgeInput& input, std::vector<Finding>& out);
void findLoadDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findPercentileUnstable(const JudgeInput& input, std::vector<Finding>& out);
void findTokenSourceDiffers(const JudgeInput& input, std::vector<Finding>& out);
void findWarmCache(const JudgeInput& input, std::vector<Finding>& out);
void findCacheStateUnknown(const JudgeInput& input, std::vector<Finding>& out);
void findClientLimit(const JudgeInput& input, std::vector<Finding>& out);
void findCoalescing(const JudgeInput& input, std::vector<Finding>& out);
void findShortOutputs(const JudgeInput& input, std::vector<Finding>& out);
void findQueueNotReported(const JudgeInput& input, std::vector<Finding>& out);
void findContextMissing(const JudgeInput& input, std::vector<Finding>& out);
void findDrifting(const JudgeInput& input, std::vector<Finding>& out);
void findClockRelative(const JudgeInput& input, std::vector<Finding>& out);
void findInputUnlikeTraffic(const JudgeInput& input, std::vector<Finding>& out);
void findOutputUnlikeTraffic(const JudgeInput& input, std::vector<Finding>& out);
void findRankingDependsOnCutoff(const JudgeInput& input, std::vector<Finding>& out);

/// The registry's entry of a finding; the id must be in it.
const CheckEntry& findingEntry(std::string_view id);
/// The threshold of the registry's entry of a rule or finding; the id must be in it, and have one.
double registeredThreshold(std::string_view id);

}  // namespace plumbline
