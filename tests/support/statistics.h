// The statistics that harnesses print, in whole numbers throughout: numpy's linear percentiles, population deviation.
#pragma once

#include <cstdint>
#include <vector>

namespace plumbline::support {

/// numerator / denominator as a whole number of 10^-decimals; 0 where the denominator is 0, as the harnesses print it.
std::int64_t quotient(std::int64_t numerator, std::int64_t denominator, int decimals);

/// Over whole numbers of some unit; results are in that unit, to the nearest whole. Of nothing: 0, as harnesses print.
class SeriesStatistics {
public:
    explicit SeriesStatistics(std::vector<std::int64_t> values);

    std::int64_t count() const { return static_cast<std::int64_t>(m_sorted.size()); }
    std::int64_t sum() const { return m_sum; }
    std::int64_t mean() const { return quotient(m_sum, count(), 0); }
    std::int64_t deviation() const;
    std::int64_t percentile(int percent) const;  ///< Hyndman-Fan 7
    std::int64_t min() const { return percentile(0); }
    std::int64_t max() const { return percentile(100); }

private:
    std::vector<std::int64_t> m_sorted;
    std::int64_t m_sum = 0;
};

}  // namespace plumbline::support
