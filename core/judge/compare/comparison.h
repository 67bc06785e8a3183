// Two configurations at one load: what is the same, and what may be claimed (METRICS §7).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/curve/figures.h"
#include "core/measure/intervals.h"

namespace plumbline {

enum class Sameness : std::uint8_t { same, different, unknown };
std::string_view name(Sameness sameness);

/// One item of the checklist, by its name in CLI §3.4 ("workload", "completions", "cache_state", ...).
struct CheckItem {
    std::string_view name;
    Sameness sameness = Sameness::unknown;
    std::string words;      ///< what is different, or not known: "120 and 96 completions"; empty where it is the same
    bool required = false;  ///< a claim needs it the same and known; of others only that they do not differ, or nothing
    bool mayDiffer = false;  ///< it is what is compared
};

/// One metric at one load: difference = b - a and ratio = b / a, in stored units.
struct Claim {
    Quantity quantity;
    double a = 0, b = 0, difference = 0;
    std::optional<double> ratio;
    Limits interval;                        ///< of the difference, 95%
    std::string noInterval;                 ///< why there is none; empty: there is one
    std::array<std::size_t, 2> runs{1, 1};  ///< of a and b
    bool byRuns = false;                    ///< decided by three runs or more a side; else it is of these runs alone
    std::optional<double> probability;      ///< that a row of a has a smaller value than a row of b, ties by half
    std::vector<double> shift;              ///< b - a at the deciles 0.1 to 0.9; empty for a rate of the system
    /// Why the interval says too much: the smaller side has too few rows for an upper limit of its own; empty: it has.
    std::string openEnd;
    bool decided() const;  ///< the interval is known and leaves zero out, and no end is open
    std::string text;      ///< one sentence
};

/// What would be claimed of a matched pair, but that a side has no value: withheld, or not attained by failed rows.
struct Unclaimed {
    Quantity quantity;
    std::optional<double> a, b;  ///< of the side that has one
    bool notAttainedA = false, notAttainedB = false;
    std::string text;  ///< one sentence: who has what, and why the other has none
};

struct LevelComparison {
    std::size_t a = 0, b = 0;            ///< positions in Figures::configurations, in the order of files
    std::size_t levelA = 0, levelB = 0;  ///< positions in their levels
    Load load;
    bool matched = false;
    std::vector<CheckItem> checks;
    std::vector<Claim> claims;         ///< only of a matched pair
    std::vector<Unclaimed> unclaimed;  ///< only of a matched pair; what neither side records is not in it
    std::string refusal;               ///< why there are no claims; empty for a matched pair
    std::string beside;                ///< what is unknown beside the claims; empty: nothing
    std::string resampling;            ///< what the intervals come from
};

struct Comparisons {
    std::vector<LevelComparison> all;  ///< by a, b and load
    std::size_t leftOut = 0;           ///< pairs above the limit (SizeLimit::pairs)
};

}  // namespace plumbline
