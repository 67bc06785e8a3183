// How sure a percentile or a share is, at 95% (METRICS §4): exact binomial order statistics, and Wilson's interval.
#pragma once

#include <cstddef>
#include <optional>

namespace plumbline {

/// Equal tails of 2.5% each.
inline constexpr double tail = 0.025;

/// Order statistics, from 1, between which the true quantile lies. Nothing: too few values for that limit.
struct RankLimits {
    std::optional<std::size_t> lower, upper;
};
/// X ~ Bin(n, p): the largest j with P(X <= j - 1) <= 0.025 and the smallest k with P(X <= k - 1) >= 0.975. p in
/// (0, 1). No values give no limits; fewer than 6, 36, 72, 368 and 3,688 give p50, p90, p95, p99 and p99.9 no upper.
RankLimits rankLimits(std::size_t n, double p);

struct Limits {
    std::optional<double> low, high;
    bool operator==(const Limits&) const = default;
};
/// Wilson's score interval of hits among n; nothing for n = 0.
/// Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927).
Limits wilson(std::size_t hits, std::size_t n);

}  // namespace plumbline
