// Statistics under the rules of the harnesses, to hold their own summaries against our rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/core/ingest/ingested.h"

namespace plumbline::test {

inline double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// Hyndman-Fan 7: numpy and pandas.
inline double linearQuantile(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    const double at = p * double(values.size() - 1);
    const auto low = std::size_t(at);
    return values[low] + (at - double(low)) * (values[std::min(low + 1, values.size() - 1)] - values[low]);
}

/// Python's statistics.quantiles, exclusive (Hyndman-Fan 6, not clamped: it extrapolates from the two outermost).
inline double exclusiveQuantile(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    const double at = p * double(values.size() + 1);
    const auto low = std::min(std::max(std::size_t(at), std::size_t(1)), values.size() - 1);
    return values[low - 1] + (at - double(low)) * (values[low] - values[low - 1]);
}

/// The element at the index floor(n p) of the sorted list.
inline double indexQuantile(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    return values[std::min(std::size_t(double(values.size()) * p), values.size() - 1)];
}

/// Values of the rows without an error, where they are known; times in seconds.
template <class Get>
std::vector<double> valuesOf(const Ingested& file, Get get) {
    std::vector<double> out;
    for (const auto& placed : file.rows)
        if (placed.row.status == Status::ok)
            if (const auto value = get(placed.row); isKnown(value)) {
                if constexpr (std::is_same_v<decltype(value), const Nanoseconds>)
                    out.push_back(seconds(value));
                else
                    out.push_back(double(value));
            }
    return out;
}

inline std::vector<double> ttfts(const Ingested& file) {
    return valuesOf(file, [](const Row& row) { return row.firstToken; });
}
inline std::vector<double> latencies(const Ingested& file) {
    return valuesOf(file, [](const Row& row) { return isKnown(row.end) ? row.end : row.lastContent; });
}
inline double outputTokens(const Ingested& file) {
    const auto values = valuesOf(file, [](const Row& row) { return row.outputTokens; });
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Within 1e-3 of it, or within half of the last digit that it is printed with.
inline bool agrees(double ours, double theirs, double lastDigit = 0) {
    return std::abs(ours - theirs) <= std::max(1e-3 * std::abs(theirs), 0.51 * lastDigit);
}

}  // namespace plumbline::test
