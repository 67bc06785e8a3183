// Watches the values of one time for a unit that changes in the middle of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/row.h"

namespace plumbline {

/// Compares the medians of blocks of values, one after another and under one load: a factor between 500 and 2,000
/// (of absolute times: 900 and 1,100, as they differ by little else) is no service that became slow.
class UnitWatch {
public:
    explicit UnitWatch(bool absolute) : m_least(absolute ? 900 : 500), m_most(absolute ? 1100 : 2000) {}
    struct Change {
        std::uint64_t line = 0;  ///< or record, where the file has no lines: of the first value of the later block
        double factor = 0;       ///< later over earlier
    };
    /// Takes a value above 0; tells of a change where one block of them ends.
    std::optional<Change> take(double value, const Load& load, std::uint64_t line);

private:
    static constexpr std::size_t blockSize = 8;
    double m_least, m_most;
    std::vector<double> m_block;
    std::uint64_t m_blockLine = 0;
    double m_before = 0;  ///< median of the block before; 0: none
    Load m_load;
};

}  // namespace plumbline
