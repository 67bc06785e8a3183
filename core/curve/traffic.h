// Reference traffic beside what was measured: lengths of prompts and answers, how far apart two distributions are, and
// how much of the prompts is shared (FORMATS/traffic.md §6).
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

enum class TokenSide : std::uint8_t { prompt, output };

/// Token counts of requests, ascending: of traffic, those that did not fail and whose count is known.
std::vector<double> trafficLengths(const TrafficSet& set, TokenSide side);
/// Of a configuration, rows in the statistics that got an answer; of all its loads together. Empty for summaries.
std::vector<double> configurationLengths(const Dataset& data, const Figures& figures, std::size_t configuration,
                                         TokenSide side);

struct LengthFigures {
    std::size_t n = 0;
    std::optional<double> mean, p50, p90, p99, min, max;  ///< tokens; nothing of nothing
};
LengthFigures lengthFigures(std::span<const double> sorted, PercentileRule rule);

/// The largest difference of the two empirical distribution functions (Kolmogorov and Smirnov), 0 to 1; both ascending.
/// Nothing where one of them is empty.
std::optional<double> ksDistance(std::span<const double> a, std::span<const double> b);

/// Lengths against those of traffic.
struct LengthsAgainst {
    LengthFigures lengths;
    std::optional<double> ks;
    std::optional<double> p50Ratio, p90Ratio, p99Ratio;  ///< ours over the traffic's
};

struct PrefixSharing {
    Count blockTokens = unknownCount;
    /// Shares, 0 to 1: of blocks and of prompt tokens that an earlier request had asked for, and of requests with any.
    std::optional<double> blockHit, tokenHit, requestsWithHit;
    std::size_t requests = 0;  ///< over which it was computed
    bool chained = true;       ///< no hash comes back after one that is new, as it must where hashes stand for prefixes
    std::string text;          ///< how it was computed, or why it can't be: a sentence
    bool known() const { return blockHit || tokenHit || requestsWithHit; }
};
/// With a cache without end. Unknown, with the reason, without hashes or without the size of a block.
PrefixSharing prefixSharing(const TrafficSet& set);
/// From prefix keys, within each run, and from cached tokens as the server counted them; else why not.
PrefixSharing prefixSharing(const Dataset& data, const Figures& figures, std::size_t configuration);

struct ConfigurationAgainst {
    LengthsAgainst prompt, output;
    PrefixSharing sharing;
};

struct TrafficFigures {
    std::size_t rows = 0, failures = 0;
    LengthFigures prompt, output;
    PrefixSharing sharing;
    std::vector<ConfigurationAgainst> configurations;  ///< in the order of Figures
};
/// One set against every configuration; what a stop was asked for is incomplete.
TrafficFigures trafficFigures(const Dataset& data, const TrafficSet& set, const Settings& settings,
                              const Figures& figures, std::stop_token stop = {});

/// The file name of a set of traffic, for people.
std::string trafficName(const Dataset& data, const TrafficSet& set);

}  // namespace plumbline
