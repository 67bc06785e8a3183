// What can be said against the figures: findings, suspicious rows, intervals, comparisons.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/judge/compare/comparison.h"
#include "core/judge/reported/reported.h"
#include "core/judge/sensitivity/sensitivity.h"
#include "core/judge/unknowns.h"

namespace plumbline {

enum class Severity : std::uint8_t { wrong, doubtful, note };
std::string_view name(Severity severity);

/// A rule or a finding: id, severity, when it fires, for help and the docs.
struct CheckEntry {
    std::string_view id;
    Severity severity;
    std::string_view fires;
    /// What a person may change (Settings::thresholds), and its unit ("", "s", "loads"); nothing: the rule has none.
    std::optional<double> threshold{};
    std::string_view unit{};
};
using EvidenceValue = std::variant<double, std::string, std::vector<double>>;

struct Finding {
    std::string id;
    Severity severity = Severity::note;
    std::optional<std::size_t> configuration;  ///< position in Figures::configurations
    std::optional<Load> load;
    std::string text;  ///< one sentence with its numbers
    std::vector<std::pair<std::string, EvidenceValue>> evidence;
    std::vector<RowIndex> rows;            ///< evidence rows, where there are any
    std::optional<MeasureSettings> offer;  ///< settings that one click would apply
    std::string offerText;                 ///< "Set the interval to 0.129 s"
    /// A person's own threshold under which it was found; nothing where the registry's stands.
    std::optional<double> changedThreshold;
};

struct Suspicious {
    RowIndex row{};
    std::string rule;  ///< "rate-ceiling", "out-of-order", "duplicate", ...
    double value = 0, threshold = 0;
    std::string unit;  ///< of both
    std::string text;
};

/// A queue entry: one row's flags together, or one rule that hits more than 20% of a level.
struct ReviewEntry {
    std::vector<std::size_t> flags;  ///< positions in Judgement::suspicious
    std::size_t configuration = 0, level = 0;
    bool wholeRule = false;
    std::string text;
};

/// How sure a rate is: half of its 95% interval as a share of the rate itself.
struct RateSpread {
    double half = 0, degrees = 0;  ///< above 0, or nothing is known; of Student's t
    bool byRuns = false;           ///< over three runs or more, so that how much a repeat differs is in it
    std::string basis;             ///< "batch means of 30 blocks of time"
    std::string why;               ///< why there is none; empty: there is one
    bool isKnown() const { return half > 0; }
};

/// How sure a level's figures are, at 95%: percentiles by exact order statistics, means by batch means, shares by
/// Wilson.
struct LevelIntervals {
    /// By metric and standard quantile. ITL has none: gaps of one response are no independent values.
    std::array<std::array<Limits, standardQuantiles.size()>, rowMetricCount> quantiles;
    std::array<Limits, rowMetricCount> means;
    std::array<std::string, rowMetricCount> noMean;  ///< why a mean has none; empty: it has one
    Limits errorRate;
    /// By metric of a level; goodput's are of its low end, and its share attained by Wilson.
    std::array<Limits, levelMetricCount> rates;
    std::array<RateSpread, 4> spreads;  ///< what those of rates come from, by countedRates
    /// Null for what is no rate.
    const RateSpread* spreadOf(LevelMetric metric) const;
    const Limits& of(LevelMetric metric) const { return rates[static_cast<std::size_t>(metric)]; }
    const Limits& of(RowMetric metric, std::size_t quantile) const {
        return quantiles[static_cast<std::size_t>(metric)][quantile];
    }
};

/// What the intervals of the loads decide of a limit (METRICS §5): nobody measured between two loads.
struct DecidedLoads {
    std::optional<double> low;   ///< up to this load every load's interval meets the limit
    std::optional<double> high;  ///< this is the lowest load whose interval misses it
    std::string noLow, noHigh;   ///< why there is none
    std::string undecided;       ///< the first load whose interval decides nothing, and why; empty: all decide
};

struct Judgement {
    std::vector<Finding> findings;                             ///< worst first, then by configuration and load
    std::vector<Suspicious> suspicious;                        ///< by row, then rule
    std::vector<ReviewEntry> queue;                            ///< worst first; decided rows stay, with their decision
    std::vector<std::vector<std::size_t>> suspiciousPerLevel;  ///< rows flagged, by configuration and level
    std::vector<std::vector<LevelIntervals>> intervals;        ///< by configuration and level
    std::vector<std::vector<DecidedLoads>> crossings;          ///< by configuration and limit
    Comparisons comparisons;
    ReportedDifferences reported;
    std::vector<Unknown> unknowns;           ///< what the traces cannot tell, by harness
    std::optional<Sensitivity> sensitivity;  ///< nothing in a first answer, before it is refined
    bool stopped = false;

    /// Nothing for a level that has no such run, and where the judgement was stopped.
    std::span<const ReportedRun> reportedAt(std::size_t configuration, std::size_t level) const;
};

/// "meets it up to 32 and misses it from 96 by the intervals", ...; why there is none of both.
std::string text(const DecidedLoads& decided);

/// The interval of any quantity of a level; nothing where it has none.
Limits limitsOf(const LevelIntervals& intervals, const Quantity& quantity);

}  // namespace plumbline
