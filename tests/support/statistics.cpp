#include "tests/support/statistics.h"

#include <algorithm>
#include <numeric>

#include "tests/support/int128.h"

namespace plumbline::support {

namespace {

/// The largest whole number whose square is not above the argument (Newton's method from above).
std::int64_t squareRoot(Int128 square) {
    if (square <= 0) return 0;
    Int128 root = 1;
    while (root * root <= square) root *= 2;
    for (Int128 better = (root + square / root) / 2; better < root; better = (root + square / root) / 2) root = better;
    return static_cast<std::int64_t>(root);
}

}  // namespace

std::int64_t quotient(std::int64_t numerator, std::int64_t denominator, int decimals) {
    if (denominator == 0) return 0;
    Int128 scaled = numerator;
    for (int digit = 0; digit < decimals; ++digit) scaled *= 10;
    return nearest(scaled, denominator);
}

SeriesStatistics::SeriesStatistics(std::vector<std::int64_t> values)
    : m_sorted(std::move(values)), m_sum(std::accumulate(m_sorted.begin(), m_sorted.end(), std::int64_t{0})) {
    std::sort(m_sorted.begin(), m_sorted.end());
}

std::int64_t SeriesStatistics::deviation() const {
    if (m_sorted.empty()) return 0;
    Int128 squares = 0;
    for (const std::int64_t value : m_sorted) squares += Int128(value - mean()) * (value - mean());
    return squareRoot(squares / count());
}

std::int64_t SeriesStatistics::percentile(int percent) const {
    if (m_sorted.empty()) return 0;
    const std::int64_t hundredths = (count() - 1) * percent;
    const auto below = static_cast<std::size_t>(hundredths / 100);
    const std::int64_t low = m_sorted[below];
    if (hundredths % 100 == 0) return low;
    return low + nearest(Int128(m_sorted[below + 1] - low) * (hundredths % 100), 100);
}

}  // namespace plumbline::support
