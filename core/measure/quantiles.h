// Quantiles of sorted values under three rules, each from the individual values.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/measure/settings.h"

namespace plumbline {

/// Where a quantile lies: between the order statistics `lower` and `upper` (from 0), `weight` of the way.
struct Rank {
    std::size_t lower = 0, upper = 0;
    double weight = 0;
};
/// p in [0, 1]; n is not 0.
Rank rankOf(std::size_t n, double p, PercentileRule rule);

/// p in [0, 1]; sorted ascending. Nothing for no values.
std::optional<double> quantileOf(std::span<const double> sorted, double p, PercentileRule rule);

/// The order statistics of the given ranks (from 0, ascending), without sorting: values are left partly ordered. Fewer
/// than asked for when stopped.
std::map<std::size_t, double> orderStatistics(std::vector<double>& values, std::span<const std::size_t> ranks,
                                              std::stop_token stop = {});

}  // namespace plumbline
