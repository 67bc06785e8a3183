#include "core/ingest/mapping/unit_watch.h"

#include <algorithm>
#include <utility>

namespace plumbline {

std::optional<UnitWatch::Change> UnitWatch::take(double value, const Load& load, std::uint64_t line) {
    if (!(value > 0)) return std::nullopt;
    if (load != m_load) {
        m_load = load;
        m_block.clear();
        m_before = 0;
    }
    if (m_block.empty()) m_blockLine = line;
    m_block.push_back(value);
    if (m_block.size() < blockSize) return std::nullopt;
    const auto middle = m_block.begin() + blockSize / 2;
    std::nth_element(m_block.begin(), middle, m_block.end());
    const double median = *middle, before = std::exchange(m_before, median);
    m_block.clear();
    if (before == 0) return std::nullopt;
    const double factor = median / before, size = std::max(factor, 1 / factor);
    if (size < m_least || size > m_most) return std::nullopt;
    return Change{m_blockLine, factor};
}

}  // namespace plumbline
