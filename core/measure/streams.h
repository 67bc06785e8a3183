// The sorted values of a metric over several runs under given verdicts: filters of the orders made at load.
#pragma once

#include <span>
#include <vector>

#include "core/measure/tally.h"

namespace plumbline {

/// Which values of which rows a metric's distribution holds. ITL has none here: its values are gaps.
struct StreamFilter {
    Stream stream;
    std::uint8_t mask;
};
std::span<const StreamFilter> filtersOf(RowMetric metric);

/// Values and the room to gather them in, kept from call to call.
class SortedValues {
public:
    SortedValues(const Dataset& data, const PreparedRows& prepared, std::span<const std::uint8_t> masks)
        : m_data(data), m_prepared(prepared), m_masks(masks) {}

    /// Ascending, over the runs; valid until the next call. Empty for ITL and for no rows.
    std::span<const double> of(std::span<const std::uint32_t> runs, RowMetric metric);

private:
    void gather(std::uint32_t run, const StreamFilter& filter);
    void merge();

    const Dataset& m_data;
    const PreparedRows& m_prepared;
    std::span<const std::uint8_t> m_masks;
    std::vector<double> m_values, m_other;
    std::vector<std::size_t> m_ends;  ///< of the ascending pieces that m_values is made of
    std::size_t m_size = 0;
};

/// The gaps of the streamed rows, in s, in the order of rows; a proven role chunk's left out. Errors: those of the gap
/// source.
Result<std::vector<double>> itlGaps(const Dataset& data, std::span<const std::uint8_t> masks,
                                    std::span<const std::uint32_t> runs, std::size_t expected, std::stop_token stop);

}  // namespace plumbline
