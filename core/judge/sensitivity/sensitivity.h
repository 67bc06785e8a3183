// What hangs on the two cutoffs of METRICS §2: headline figures, crossings and rankings as functions of each, and the
// cutoff that a gap in the data itself would put.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

struct SettingEntry;

/// Cutoffs are whole numbers here: nanoseconds of an interval, or chunks.
enum class CutoffKind : std::uint8_t { interval, chunks };
const SettingEntry& entryOf(CutoffKind kind);
double inUnit(CutoffKind kind, std::int64_t cutoff);                      ///< s, or chunks
std::int64_t cutoffOf(CutoffKind kind, const MeasureSettings& settings);  ///< the one in force
MeasureSettings withCutoff(MeasureSettings settings, CutoffKind kind, std::int64_t cutoff);

/// Within these the finding ranking-depends-on-cutoff looks for another leader; the figures are followed further.
inline constexpr std::int64_t mostInterval = 1'000'000'000, mostChunks = 10;

/// From one cutoff to another, both included, the same configuration leads. Nothing: a tie, or fewer than two of them
/// have the value there.
struct LeaderRegion {
    std::int64_t from = 0, to = 0;
    std::optional<std::size_t> leader;  ///< position in Figures::configurations
    bool operator==(const LeaderRegion&) const = default;
};

/// One quantity at one load, of the configurations that are shown and have it.
struct RankingSensitivity {
    Quantity quantity;
    Load load;
    bool headline = false;                    ///< what the finding looks at: rate p50 and TTFT p50
    std::vector<std::size_t> configurations;  ///< positions in Figures::configurations, in the order of files
    std::vector<std::size_t> levels;          ///< of each, the position among its levels
    /// By configuration here, then by CutoffSensitivity::at, in stored units. Nothing: withheld there.
    std::vector<std::vector<std::optional<double>>> values;
    std::vector<LeaderRegion> regions;  ///< over 0 to CutoffSensitivity::most; empty for one configuration alone
    /// By region, then by configuration here: the values where it begins, which need not be one of `at`.
    std::vector<std::vector<std::optional<double>>> regionValues;
    std::vector<bool> marked;  ///< by region: its leader is matched with all that have the value there (METRICS §7)
    bool changes = false;      ///< a configuration that still has the value is led by another elsewhere
    std::string refusal;       ///< why one who leads is not matched, so that nothing is claimed; empty: all are
    std::string text;          ///< one sentence
};

/// Where a limit is crossed under each of CutoffSensitivity::at.
struct CrossingSensitivity {
    std::size_t configuration = 0, slo = 0;
    bool followed = true;  ///< no: a percentile of ITL, which needs every gap of every row at each cutoff
    std::vector<CrossingState> states;
    std::vector<std::optional<double>> loads;
    std::string text;
};

struct CutoffBin {
    std::int64_t from = 0, to = 0;  ///< to is not in it
    std::size_t rows = 0;
};

/// One cutoff over its whole range, the other as it is set.
struct CutoffSensitivity {
    CutoffKind kind = CutoffKind::interval;
    std::int64_t present = 0, most = 0;
    std::vector<std::int64_t> at;  ///< cutoffs looked at, ascending: from 0 to `most`, and further
    /// Up to `most`, every value above which a verdict changes has the next cutoff in `at`: between two of them nothing
    /// moves. No: `at` is a grid, and where the leader changes is found between two of its values.
    bool exact = true;
    std::size_t rows = 0, measured = 0;        ///< whose verdict changes within 0 to `most`, of those that are judged
    std::vector<RankingSensitivity> rankings;  ///< by load, then quantity
    std::vector<CrossingSensitivity> crossings;
    std::vector<CutoffBin> histogram;  ///< rows that the guards judge, by what the cutoff is held to
    std::string text;                  ///< what hangs on it, in a sentence or two
};

/// Both cutoffs at once: a row that two guards take out comes back only when both let it.
struct JointRanking {
    Quantity quantity;
    Load load;
    std::vector<std::optional<std::size_t>> leaders;  ///< by interval, then by chunks
    std::string refusal;  ///< why some of those who are ranked are not matched, so that none may be marked
    std::string text;     ///< where both together make a leader that neither makes alone; empty: nowhere
};
struct JointSensitivity {
    std::vector<std::int64_t> intervals, chunks;
    std::vector<JointRanking> rankings;  ///< of the headline quantities with two configurations or more
};

/// Halfway, in orders of magnitude, across the widest empty stretch of intervals between rows that look held back and
/// rows that stream.
struct SuggestedCutoff {
    Nanoseconds cutoff{0}, below{0}, above{0};  ///< the longest interval below the gap, the shortest above it
    std::size_t rowsBelow = 0, rowsAbove = 0;
};

struct Sensitivity {
    std::array<CutoffSensitivity, 2> cutoffs;  ///< by CutoffKind
    JointSensitivity both;
    std::optional<SuggestedCutoff> suggestion;
    std::string suggestionText;  ///< the suggestion with its rule, or why there is none
    std::string text;            ///< what does not hang on cutoffs at all
    const CutoffSensitivity& of(CutoffKind kind) const { return cutoffs[static_cast<std::size_t>(kind)]; }
};

class FindingInput;
/// Of the configurations that are shown. Half done, and of no use, once a stop was asked
/// for. The same to the bit for the same input; without rows there is nothing but the sentences.
Sensitivity sensitivityOf(const FindingInput& input);

}  // namespace plumbline
