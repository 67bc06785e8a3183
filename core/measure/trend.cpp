#include "core/measure/trend.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace plumbline {

namespace {

constexpr std::size_t lags = 3;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// S and the slopes of all pairs.
std::pair<double, std::vector<double>> pairsOf(std::span<const double> series) {
    double statistic = 0;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < series.size(); ++i)
        for (std::size_t j = i + 1; j < series.size(); ++j) {
            statistic += sign(series[j] - series[i]);
            slopes.push_back((series[j] - series[i]) / static_cast<double>(j - i));
        }
    return {statistic, std::move(slopes)};
}

/// Without correlation; values that are equal count less.
double plainVariance(std::span<const double> series) {
    const auto term = [](double n) { return n * (n - 1) * (2 * n + 5); };
    std::vector<double> sorted(series.begin(), series.end());
    std::sort(sorted.begin(), sorted.end());
    double sum = term(static_cast<double>(series.size()));
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
        while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
        sum -= term(static_cast<double>(end - begin));
    }
    return sum / 18;
}

/// Ranks from 1, the mean rank for equal values.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<double>(begin + end + 1) / 2;
    }
    return ranks;
}

double autocorrelation(const std::vector<double>& values, std::size_t lag) {
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double product = 0, square = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        square += (values[i] - mean) * (values[i] - mean);
        if (i + lag < values.size()) product += (values[i] - mean) * (values[i + lag] - mean);
    }
    return square > 0 ? product / square : 0;
}

/// n / n* of Hamed and Rao, from the ranks of the series without its trend.
double correction(std::span<const double> series, double slope) {
    std::vector<double> rest(series.size());
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = series[i] - slope * static_cast<double>(i);
    const std::vector<double> ranks = ranksOf(rest);
    const auto n = static_cast<double>(series.size());
    double sum = 0;
    for (std::size_t lag = 1; lag <= lags; ++lag) {
        const double left = n - static_cast<double>(lag);
        sum += left * (left - 1) * (left - 2) * autocorrelation(ranks, lag);
    }
    return 1 + 2 / (n * (n - 1) * (n - 2)) * sum;
}

}  // namespace

std::optional<Trend> trendOf(std::span<const double> series) {
    if (series.size() < 4) return std::nullopt;
    Trend trend;
    auto [statistic, slopes] = pairsOf(series);
    trend.statistic = statistic;
    trend.slope = median(std::move(slopes));
    trend.variance = plainVariance(series) * std::max(1.0, correction(series, trend.slope));
    if (trend.variance <= 0) return trend;  // all values are equal
    const double distance = std::max(0.0, std::abs(statistic) - 1) / std::sqrt(trend.variance);
    trend.p = std::erfc(distance / std::sqrt(2.0));
    return trend;
}

}  // namespace plumbline
