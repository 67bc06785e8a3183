#include "core/measure/intervals.h"

#include <algorithm>
#include <cmath>  // with lgamma_r, for std::lgamma writes a global
#include <vector>

namespace plumbline {

namespace {

double logFactorial(std::size_t n) {
    int sign = 0;
    return lgamma_r(static_cast<double>(n) + 1, &sign);
}

double probability(std::size_t n, std::size_t k, double p) {
    const auto hits = static_cast<double>(k), misses = static_cast<double>(n - k);
    return std::exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + hits * std::log(p) +
                    misses * std::log1p(-p));
}

/// P(X = k) from the mode outwards, one side of it, the mode first; terms that no sum would feel are left out.
template <class Next>
std::vector<double> termsFrom(double atMode, std::size_t most, Next next) {
    std::vector<double> terms{atMode};
    while (terms.size() <= most && terms.back() > atMode * 1e-18) terms.push_back(next(terms.size(), terms.back()));
    return terms;
}

/// How many terms, from the far end of the tail inwards, sum to no more than the tail.
std::size_t withinTail(const std::vector<double>& terms) {
    double sum = 0;
    std::size_t taken = 0;
    for (auto term = terms.rbegin(); term != terms.rend() && sum + *term <= tail; ++term, ++taken) sum += *term;
    return taken;
}

}  // namespace

RankLimits rankLimits(std::size_t n, double p) {
    if (n == 0) return {};
    const std::size_t mode = std::min(n, static_cast<std::size_t>(static_cast<double>(n + 1) * p));
    const double atMode = probability(n, mode, p);
    const double odds = p / (1 - p);
    // P(X = k - 1) = P(X = k) k / ((n - k + 1) odds), and the reverse upwards.
    const auto below = termsFrom(atMode, mode, [&](std::size_t step, double last) {
        const std::size_t k = mode - step + 1;
        return last * static_cast<double>(k) / (static_cast<double>(n - k + 1) * odds);
    });
    const auto above = termsFrom(atMode, n - mode, [&](std::size_t step, double last) {
        const std::size_t k = mode + step - 1;
        return last * static_cast<double>(n - k) * odds / static_cast<double>(k + 1);
    });
    RankLimits limits;
    // below holds P(X = mode) down to P(X = mode - size + 1); what lies further left counts as nothing.
    const std::size_t first = mode + 1 - below.size(), low = first + withinTail(below);
    const std::size_t last = mode + above.size() - 1, high = last + 1 - withinTail(above);
    if (low >= 1) limits.lower = low;
    if (high <= n) limits.upper = high;
    return limits;
}

Limits wilson(std::size_t hits, std::size_t n) {
    if (n == 0) return {};
    constexpr double z = 1.959963984540054;  // the normal quantile of 0.975
    const auto count = static_cast<double>(n);
    const double share = static_cast<double>(hits) / count, square = z * z / count;
    const double middle = share + square / 2;
    const double half = z * std::sqrt(share * (1 - share) / count + square / (4 * count));
    // None and all of them end at 0 and 1 exactly, which rounding may miss.
    return {hits == 0 ? 0 : (middle - half) / (1 + square), hits == n ? 1 : (middle + half) / (1 + square)};
}

}  // namespace plumbline
