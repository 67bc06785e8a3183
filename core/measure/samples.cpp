#include "core/measure/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measure/quantiles.h"

namespace plumbline {

namespace {

double meanOf(const Samples& samples) {
    if (!samples.weighted())
        return std::accumulate(samples.values.begin(), samples.values.end(), 0.0) /
               static_cast<double>(samples.values.size());
    const double all = std::accumulate(samples.weights.begin(), samples.weights.end(), 0.0);
    return std::inner_product(samples.values.begin(), samples.values.end(), samples.weights.begin(), 0.0) / all;
}

std::optional<double> spreadOf(const Samples& samples, bool ofSample) {
    const double mean = meanOf(samples);
    double squares = 0, all = 0;
    for (std::size_t i = 0; i < samples.values.size(); ++i) {
        const double weight = samples.weighted() ? samples.weights[i] : 1;
        squares += weight * (samples.values[i] - mean) * (samples.values[i] - mean);
        all += weight;
    }
    if (ofSample) all -= 1;
    return all > 0 ? std::optional(std::sqrt(squares / all)) : std::nullopt;
}

/// The value of a rank from 0; the values are left partly ordered.
double ranked(std::vector<double>& values, std::size_t rank) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// GuideLLM: values in order, each with its share of the weights; the first at which the sum of shares reaches p. The
/// sum is rounded as it is there: of 14 equal shares the seventh ends below one half.
double weightedQuantile(const Samples& samples, double p) {
    std::vector<std::size_t> order(samples.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return samples.values[a] < samples.values[b]; });
    const auto weight = [&](std::size_t i) { return samples.weighted() ? samples.weights[i] : 1.0; };
    double all = 0, share = 0;
    for (const std::size_t i : order) all += weight(i);
    for (const std::size_t i : order) {
        share += weight(i) / all;
        if (share >= p) return samples.values[i];
    }
    return samples.values[order.back()];
}

/// int(n p), where a product that misses a whole number by rounding alone is that number: 0.29 x 100 is 29.
std::size_t truncatedRank(std::size_t n, double p) {
    const double product = p * static_cast<double>(n), whole = std::round(product);
    const bool isWhole = std::abs(product - whole) <= 1e-12 * std::max(1.0, product);
    return std::min(n - 1, static_cast<std::size_t>(isWhole ? whole : product));
}

/// Python's statistics.quantiles, exclusive: ranks (n + 1) p, and beyond the outermost two values on in their line.
Rank extrapolatedRank(std::size_t n, double p) {
    if (n == 1) return {};
    const double h = (static_cast<double>(n) + 1) * p;
    const double lower = std::clamp(std::floor(h), 1.0, static_cast<double>(n - 1));
    const auto place = static_cast<std::size_t>(lower);
    return {place - 1, place, h - lower};
}

Rank rankBy(std::size_t n, double p, Cut cut) {
    switch (cut) {
        case Cut::truncated:
            return {truncatedRank(n, p), truncatedRank(n, p), 0};
        case Cut::extrapolated:
            return extrapolatedRank(n, p);
        case Cut::nearest:
            return rankOf(n, p, PercentileRule::nearest);
        case Cut::exclusive:
            return rankOf(n, p, PercentileRule::exclusive);
        case Cut::linear:
        case Cut::weighted:
            break;
    }
    return rankOf(n, p, PercentileRule::linear);
}

double quantileBy(Samples& samples, double p, Cut cut) {
    if (cut == Cut::weighted) return weightedQuantile(samples, p);
    const Rank rank = rankBy(samples.values.size(), p, cut);
    const double low = ranked(samples.values, rank.lower);
    return rank.weight == 0 ? low : low + rank.weight * (ranked(samples.values, rank.upper) - low);
}

}  // namespace

std::optional<double> statisticOf(Samples& samples, std::string_view word, Cut cut, bool ofSample) {
    if (samples.values.empty()) return std::nullopt;
    if (word == "std") return spreadOf(samples, ofSample);
    if (word == "min") return *std::min_element(samples.values.begin(), samples.values.end());
    if (word == "max") return *std::max_element(samples.values.begin(), samples.values.end());
    const auto asked = parseStatistic(word);
    if (!asked) return std::nullopt;
    return asked->mean ? meanOf(samples) : quantileBy(samples, asked->p, cut);
}

}  // namespace plumbline
