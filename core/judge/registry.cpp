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
    RuleCheck{{"duplicate", wrong, "all times and counts equal to those of an earlier row, to the nanosecond"},
              flagDuplicates},
    RuleCheck{{"early-first-byte", doubtful, "the first byte more than 1 s and half of TTFT before the first token"},
              flagEarlyFirstByte},
    RuleCheck{{"late-burst", doubtful, "more than half of the gaps end in the last 5% of the interval"}, flagLateBurst},
    RuleCheck{{"placeholder", doubtful, "TTFT equal to the last digit in at least 5 rows and 5% of a level"},
              flagPlaceholder},
};

constexpr std::array findings{
    FindingCheck{{"duplicates", wrong, "any duplicate rows"}, findDuplicates},
    FindingCheck{{"littles-law", doubtful, "requests in flight differ from the declared concurrency by more than 10%"},
                 findLittlesLaw},
    FindingCheck{{"rerun-differs", doubtful, "two runs at one load: output rate or mean e2e apart by more than 10%"},
                 findRerunDiffers},
    FindingCheck{{"population-incomplete", doubtful, "rows fewer than the requests declared"},
                 findPopulationIncomplete},
    FindingCheck{{"errors", doubtful, "error rate above 1%"}, findErrors},
    FindingCheck{{"guard-misfires", doubtful,
                  "more than 20% of a level buffered by the interval alone, with gaps like a stream"},
                 findGuardMisfires},
    FindingCheck{{"not-monotonic", doubtful,
                  "more than one crossing, or e2e p50 falls by more than 10% between neighbouring loads"},
                 findNotMonotonic},
    FindingCheck{{"withheld-ttft", note, "TTFT withheld for more than 5% of a level"}, findWithheldTtft},
    FindingCheck{{"still-scaling", note, "elasticity above 0.1 at the last pair of loads"}, findStillScaling},
    FindingCheck{{"few-levels", note, "fewer than eight loads"}, findFewLevels},
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
const CheckEntry& findingEntry(std::string_view id) { return find(findingEntries, id); }

}  // namespace plumbline
