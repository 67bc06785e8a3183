#include "core/measure/quantiles.h"

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// h counts order statistics from 1 (Hyndman and Fan 1996); clamped to the extremes.
Rank betweenRanks(std::size_t n, double h) {
    const double clamped = std::clamp(h, 1.0, static_cast<double>(n));
    const double whole = std::floor(clamped);
    const auto lower = static_cast<std::size_t>(whole) - 1;
    return {lower, std::min(lower + 1, n - 1), clamped - whole};
}

/// ceil(p n), where a product that misses a whole number by rounding alone counts as that number: 0.07 x 100 is 7.
std::size_t nearestRank(std::size_t n, double p) {
    const double product = p * static_cast<double>(n);
    const double whole = std::round(product);
    const bool isWhole = std::abs(product - whole) <= 1e-12 * std::max(1.0, product);
    const double rank = isWhole ? whole : std::ceil(product);
    return static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(n))) - 1;
}

/// Finds the middle rank, which parts the values for the ranks below from those for the ranks above.
void select(std::span<double> values, std::size_t offset, std::span<const std::size_t> ranks, std::stop_token& stop,
            std::map<std::size_t, double>& found) {
    if (ranks.empty() || stop.stop_requested()) return;
    const std::size_t middle = ranks.size() / 2, place = ranks[middle] - offset;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
    found[ranks[middle]] = values[place];
    select(values.first(place), offset, ranks.first(middle), stop, found);
    select(values.subspan(place + 1), offset + place + 1, ranks.subspan(middle + 1), stop, found);
}

}  // namespace

std::map<std::size_t, double> orderStatistics(std::vector<double>& values, std::span<const std::size_t> ranks,
                                              std::stop_token stop) {
    std::map<std::size_t, double> found;
    select(values, 0, ranks, stop, found);
    return found;
}

Rank rankOf(std::size_t n, double p, PercentileRule rule) {
    const auto count = static_cast<double>(n);
    switch (rule) {
        case PercentileRule::linear:
            return betweenRanks(n, (count - 1) * p + 1);
        case PercentileRule::exclusive:
            return betweenRanks(n, (count + 1) * p);
        case PercentileRule::nearest:
            break;
    }
    const std::size_t rank = nearestRank(n, p);
    return {rank, rank, 0};
}

std::optional<double> quantileOf(std::span<const double> sorted, double p, PercentileRule rule) {
    if (sorted.empty()) return std::nullopt;
    const Rank rank = rankOf(sorted.size(), p, rule);
    const double low = sorted[rank.lower];
    return rank.weight == 0 ? low : low + rank.weight * (sorted[rank.upper] - low);
}

}  // namespace plumbline
