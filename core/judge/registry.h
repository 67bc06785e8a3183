// The checkers by name. A new one is its own file, a line here and a line in registry.cpp.
#pragma once

#include "core/judge/checks.h"

namespace plumbline {

// Rules of which a finding speaks.
inline constexpr std::string_view duplicateRule = "duplicate", placeholderRule = "placeholder";

// Suspicious rules (METRICS §3).
void flagRateCeiling(const JudgeInput& input, RowFlags& out);
void flagOutOfOrder(const JudgeInput& input, RowFlags& out);
void flagDuplicates(const JudgeInput& input, RowFlags& out);
void flagEarlyFirstByte(const JudgeInput& input, RowFlags& out);
void flagLateBurst(const JudgeInput& input, RowFlags& out);
void flagCoalesced(const JudgeInput& input, RowFlags& out);
void flagStall(const JudgeInput& input, RowFlags& out);
void flagTokensDisagree(const JudgeInput& input, RowFlags& out);
void flagAboveLimit(const JudgeInput& input, RowFlags& out);
void flagPlaceholder(const JudgeInput& input, RowFlags& out);
void flagOutlier(const JudgeInput& input, RowFlags& out);
void flagOutsideRun(const JudgeInput& input, RowFlags& out);
void flagLongTrailer(const JudgeInput& input, RowFlags& out);

// Findings (CLI §6).
void findFirstWave(const FindingInput& input, Findings& out);
void findLittlesLaw(const FindingInput& input, Findings& out);
void findRerunDiffers(const FindingInput& input, Findings& out);
void findDuplicates(const FindingInput& input, Findings& out);
void findRateNotSent(const FindingInput& input, Findings& out);
void findPopulationIncomplete(const FindingInput& input, Findings& out);
void findNoWarmupDiscarded(const FindingInput& input, Findings& out);
void findSingleRun(const FindingInput& input, Findings& out);
void findFewLevels(const FindingInput& input, Findings& out);
void findStillScaling(const FindingInput& input, Findings& out);
void findNotMonotonic(const FindingInput& input, Findings& out);
void findWithheldTtft(const FindingInput& input, Findings& out);
void findGuardMisfires(const FindingInput& input, Findings& out);
void findErrors(const FindingInput& input, Findings& out);
void findSummaryOnly(const FindingInput& input, Findings& out);
void findAboveBound(const FindingInput& input, Findings& out);
void findNoBound(const FindingInput& input, Findings& out);
void findRateAgainstUsers(const FindingInput& input, Findings& out);
void findReportedDiffers(const FindingInput& input, Findings& out);
void findPopulationDiffers(const FindingInput& input, Findings& out);
void findPlaceholderValue(const FindingInput& input, Findings& out);
void findStatedRatio(const FindingInput& input, Findings& out);
void findQuantizationDiffers(const FindingInput& input, Findings& out);
void findWorkloadDiffers(const FindingInput& input, Findings& out);
void findBoundaryDiffers(const FindingInput& input, Findings& out);
void findTokenSourcesDiffer(const FindingInput& input, Findings& out);
void findLoadDiffers(const FindingInput& input, Findings& out);
void findPercentileUnstable(const FindingInput& input, Findings& out);
void findTokenSourceDiffers(const FindingInput& input, Findings& out);
void findWarmCache(const FindingInput& input, Findings& out);
void findCacheStateUnknown(const FindingInput& input, Findings& out);
void findClientLimit(const FindingInput& input, Findings& out);
void findCoalescing(const FindingInput& input, Findings& out);
void findShortOutputs(const FindingInput& input, Findings& out);
void findQueueNotReported(const FindingInput& input, Findings& out);
void findContextMissing(const FindingInput& input, Findings& out);
void findDrifting(const FindingInput& input, Findings& out);
void findClockRelative(const FindingInput& input, Findings& out);
void findInputUnlikeTraffic(const FindingInput& input, Findings& out);
void findOutputUnlikeTraffic(const FindingInput& input, Findings& out);
void findRankingDependsOnCutoff(const FindingInput& input, const Sensitivity& sensitivity, Findings& out);

/// The threshold of the registry's entry of a rule or finding; the id must be in it, and have one.
double registeredThreshold(std::string_view id);

}  // namespace plumbline
