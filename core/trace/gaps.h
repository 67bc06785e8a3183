// Gaps of rows that were never in a workspace: kept in memory, one list after the other.
#pragma once

#include <cstddef>
#include <vector>

#include "core/trace/dataset.h"

namespace plumbline {

class GapsInMemory : public GapSource {
public:
    /// Lists are added row by row, in the order in which the rows come.
    void add(std::span<const Nanoseconds> gaps);
    /// From now on row i has the list that was added at order[i].
    void reorder(std::span<const std::uint32_t> order);
    bool empty() const { return m_gaps.empty(); }

    Result<void> visit(std::span<const RowIndex> rows,
                       const std::function<void(std::size_t, std::span<const Nanoseconds>)>& visit,
                       std::stop_token stop = {}) const override;

private:
    struct Extent {
        std::size_t offset = 0, count = 0;
    };
    std::vector<Nanoseconds> m_gaps;
    std::vector<Extent> m_extents;
};

}  // namespace plumbline
