#include "core/judge/registry.h"

#include <array>
#include <cassert>

namespace plumbline {
namespace {

using enum Severity;

constexpr std::array rules{
    RuleCheck{{"rate-ceiling", wrong,
               "tokens over the time after the first token above the largest rate, or the bound's ceiling"},
              flagRateCeiling},
    RuleCheck{{"out-of-order", wrong, "a negative time, or one before the time that comes first"}, flagOutOfOrder},
    RuleCheck{{duplicateRule, wrong, "all times and counts equal to those of an earlier row, to the nanosecond"},
              flagDuplicates},
    RuleCheck{
        {"early-first-byte", doubtful, "the first byte more than 1 s and half of TTFT before the first token", 1, "s"},
        flagEarlyFirstByte},
    RuleCheck{{"late-burst", doubtful, "more than half of the gaps end in the last 5% of the interval", 0.5},
              flagLateBurst},
    RuleCheck{{"coalesced", doubtful, "of at least 10 gaps more than half are under 1 ms", 0.5}, flagCoalesced},
    RuleCheck{{"stall", doubtful, "a gap above 10 s", 10, "s"}, flagStall},
    RuleCheck{
        {"tokens-disagree", doubtful,
         "two counts of the output tokens, or tokens and one-token chunks, apart by more than 10% and 5 tokens", 0.1},
        flagTokensDisagree},
    RuleCheck{{"above-limit", doubtful,
               "more output tokens than were allowed, or the count that was asked for on a row that got nothing"},
              flagAboveLimit},
    RuleCheck{{placeholderRule, doubtful, "TTFT equal to the last digit in at least 5 rows and 5% of a level", 0.05},
              flagPlaceholder},
    RuleCheck{{"outlier", doubtful, "e2e above the level's p75 by 5 IQR, and 1.5 times p75", 5, "IQR"}, flagOutlier},
    RuleCheck{{"outside-run", doubtful, "sent before the run's declared start, or after its declared end"},
              flagOutsideRun},
    RuleCheck{{"long-trailer", doubtful, "the end more than 0.5 s after the last text", 0.5, "s"}, flagLongTrailer},
};

constexpr std::array findings{
    FindingCheck{{"rate-against-users", wrong,
                  "the system's output rate above what the requests in flight could make at the highest rate of any"},
                 findRateAgainstUsers},
    FindingCheck{{"above-bound", wrong, "user or aggregate measure above the ceiling of the bandwidth bound"},
                 findAboveBound},
    FindingCheck{{"placeholder-value", wrong, "the placeholder rule holds for a level"}, findPlaceholderValue},
    FindingCheck{{"stated-ratio", wrong, "a ratio stated in the context does not follow from its figures", 0.01},
                 findStatedRatio},
    FindingCheck{{"duplicates", wrong, "any duplicate rows or summaries"}, findDuplicates},
    FindingCheck{{"first-wave", doubtful,
                  "the first requests of a closed loop, as many as are in flight, have at least 2 times the others' "
                  "TTFT p50, and TTFT p95 (p99 from 368 rows) changes by more than 20% without them",
                  2, "times"},
                 findFirstWave},
    FindingCheck{
        {"littles-law", doubtful, "requests in flight differ from the declared concurrency by more than 10%", 0.1},
        findLittlesLaw},
    FindingCheck{
        {"rerun-differs", doubtful, "two runs at one load: output rate or mean e2e apart by more than 10%", 0.1},
        findRerunDiffers},
    FindingCheck{
        {"rate-not-sent", doubtful,
         "open loop: sent at a rate below the one asked for by more than 10%, and by more than 2 / sqrt(n) of it", 0.1},
        findRateNotSent},
    FindingCheck{{"population-incomplete", doubtful, "rows fewer than the requests declared"},
                 findPopulationIncomplete},
    FindingCheck{{"errors", doubtful, "error rate above 1%, of the rows or as a summary reports it", 0.01}, findErrors},
    FindingCheck{{"guard-misfires", doubtful,
                  "more than 20% of a level buffered by the interval alone, with gaps like a stream", 0.2},
                 findGuardMisfires},
    FindingCheck{{"drifting", doubtful,
                  "Mann-Kendall over at least 20 batch means of e2e or of the output rate, p < 0.01, and Sen's slope "
                  "moves it by more than 5% over the window",
                  0.05},
                 findDrifting},
    FindingCheck{{"not-monotonic", doubtful,
                  "more than one crossing, or e2e p50 falls by more than 10% between neighbouring loads", 0.1},
                 findNotMonotonic},
    FindingCheck{{"token-source-differs", doubtful,
                  "the two token counts of a level, or of its summary, apart by more than 5%; a row's own token source "
                  "other than "
                  "its header's; or compared configurations differ in token source",
                  0.05},
                 findTokenSourceDiffers},
    FindingCheck{{"reported-differs", doubtful,
                  "a reported figure off by more than 1% from ours under its own population and formula", 0.01},
                 findReportedDiffers},
    FindingCheck{{"warm-cache", doubtful,
                  "the cache stated warm or mixed, cached tokens above 20% of the prompts', or distinct prompts below "
                  "half of the rows",
                  0.2},
                 findWarmCache},
    FindingCheck{{"quantization-differs", doubtful, "compared configurations differ in quantization"},
                 findQuantizationDiffers},
    FindingCheck{{"workload-differs", doubtful, "compared configurations differ in workload, or in the prompts asked"},
                 findWorkloadDiffers},
    FindingCheck{{"boundary-differs", doubtful, "compared configurations differ in timing boundary"},
                 findBoundaryDiffers},
    FindingCheck{{"load-differs", doubtful, "compared configurations have loads that the other has not"},
                 findLoadDiffers},
    FindingCheck{{"client-limit", doubtful, "requests in flight flat within 5% over concurrencies that double", 0.05},
                 findClientLimit},
    FindingCheck{{"coalescing", doubtful,
                  "TTFT doubled or more, ITL halved or more, and e2e within 10%, between two configurations; or most "
                  "gaps of a level under 1 ms",
                  0.5},
                 findCoalescing},
    FindingCheck{{"ranking-depends-on-cutoff", doubtful,
                  "the leader by rate or TTFT changes within intervals of 0 to 1 s and 0 to 10 chunks"},
                 nullptr,
                 findRankingDependsOnCutoff},
    FindingCheck{{"population-differs", note, "the rows and the reported summary count different requests"},
                 findPopulationDiffers},
    FindingCheck{{"cache-state-unknown", note, "no cached counts, no prefix keys, and the cache's state not stated"},
                 findCacheStateUnknown},
    FindingCheck{{"percentile-unstable", note, "a shown percentile has no upper limit at 95%"}, findPercentileUnstable},
    FindingCheck{
        {"short-outputs", note,
         "median output below 64 tokens, or at the lowest load median TTFT above half of median e2e", 64, "tokens"},
        findShortOutputs},
    FindingCheck{{"queue-not-reported", note, "latencies of a client without the server's queue times"},
                 findQueueNotReported},
    FindingCheck{{"context-missing", note, "engine, model, quantization or accelerators not stated"},
                 findContextMissing},
    FindingCheck{
        {"no-bound", note, "formats of the weights, accelerators or replicas unknown: no fraction of the bound"},
        findNoBound},
    FindingCheck{
        {"clock-relative", note, "starts on a clock of the source's own: files cannot be laid over each other"},
        findClockRelative},
    FindingCheck{
        {"input-unlike-traffic", note, "KS distance of the prompts' lengths to the reference traffic's above 0.2", 0.2},
        findInputUnlikeTraffic},
    FindingCheck{{"output-unlike-traffic", note,
                  "KS distance of the answers' lengths to the reference traffic's above 0.2", 0.2},
                 findOutputUnlikeTraffic},
    FindingCheck{{"withheld-ttft", note, "TTFT withheld for more than 5% of a level", 0.05}, findWithheldTtft},
    FindingCheck{{"still-scaling", note, "elasticity above 0.1 at the last pair of loads", 0.1}, findStillScaling},
    FindingCheck{{"few-levels", note, "fewer than eight loads", 8, "loads"}, findFewLevels},
    FindingCheck{{"single-run", note, "one run at each load"}, findSingleRun},
    FindingCheck{{"no-warmup-discarded", note, "no warm-up phase in the source, and none cut off"},
                 findNoWarmupDiscarded},
    FindingCheck{{"summary-only", note, "levels that hold a harness's summary and no rows"}, findSummaryOnly},
};

template <class Checks>
constexpr auto entriesOf(const Checks& checks) {
    std::array<CheckEntry, std::tuple_size_v<Checks>> out{};
    for (std::size_t i = 0; i < checks.size(); ++i) out[i] = checks[i].entry;
    return out;
}

constexpr auto ruleEntries = entriesOf(rules);
constexpr auto findingEntries = entriesOf(findings);

const CheckEntry& find(std::span<const CheckEntry> entries, std::string_view id) {
    for (const CheckEntry& each : entries)
        if (each.id == id) return each;
    assert(false && "an id that is in no registry");
    return entries.front();
}

}  // namespace

std::span<const RuleCheck> ruleChecks() { return rules; }
std::span<const FindingCheck> findingChecks() { return findings; }
std::span<const CheckEntry> ruleRegistry() { return ruleEntries; }
std::span<const CheckEntry> findingRegistry() { return findingEntries; }
Severity ruleSeverity(std::string_view rule) { return find(ruleEntries, rule).severity; }

double registeredThreshold(std::string_view id) {
    for (const auto& entries : {std::span<const CheckEntry>(findingEntries), std::span<const CheckEntry>(ruleEntries)})
        for (const CheckEntry& each : entries)
            if (each.id == id && each.threshold) return *each.threshold;
    assert(false && "an id without a threshold");
    return 0;
}

}  // namespace plumbline
