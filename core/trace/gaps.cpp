#include "core/trace/gaps.h"

#include <algorithm>
#include <numeric>

#include "core/trace/derived.h"

namespace plumbline {

namespace {

constexpr Nanoseconds tinyGap{1'000'000};

// Of an even number of gaps the mean of the middle two.
Nanoseconds medianOf(std::vector<Nanoseconds> gaps) {
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    if (gaps.size() % 2 == 1) return *middle;
    const Nanoseconds below = *std::max_element(gaps.begin(), middle);
    return below + (*middle - below) / 2;
}

/// Gaps that end in the last 5% of G (METRICS §3, late-burst); 0 where T or the end is unknown.
Count lateGaps(const Row& row) {
    const FirstTime first = firstTime(row);
    const Nanoseconds end = isKnown(row.end) ? row.end : row.lastContent;
    if (!isKnown(first.time) || !isKnown(end) || end <= first.time) return 0;
    const Nanoseconds late = end - (end - first.time) / 20;
    Nanoseconds now = first.time;
    Count count = 0;
    for (const Nanoseconds gap : row.gaps) {
        now += gap;
        if (now > late) ++count;
    }
    return count;
}

}  // namespace

DatasetBuilder::GapFigures gapFigures(const Row& row) {
    DatasetBuilder::GapFigures figures;
    if (!row.gapsKnown) return figures;
    figures.count = static_cast<Count>(row.gaps.size());
    figures.sum = std::accumulate(row.gaps.begin(), row.gaps.end(), Nanoseconds(0));
    if (row.gaps.empty()) return figures;
    figures.first = row.gaps.front();
    figures.largest = *std::max_element(row.gaps.begin(), row.gaps.end());
    figures.median = medianOf(row.gaps);
    figures.late = lateGaps(row);
    const auto isTiny = [](Nanoseconds gap) { return gap < tinyGap; };
    figures.tiny = static_cast<Count>(std::count_if(row.gaps.begin(), row.gaps.end(), isTiny));
    return figures;
}

void GapsInMemory::add(std::span<const Nanoseconds> gaps) {
    m_extents.push_back({m_gaps.size(), gaps.size()});
    m_gaps.insert(m_gaps.end(), gaps.begin(), gaps.end());
}

void GapsInMemory::reorder(std::span<const std::uint32_t> order) {
    std::vector<Extent> extents;
    extents.reserve(order.size());
    for (const std::uint32_t from : order) extents.push_back(m_extents[from]);
    m_extents = std::move(extents);
}

Result<void> GapsInMemory::visit(std::span<const RowIndex> rows,
                                 const std::function<void(std::size_t, std::span<const Nanoseconds>)>& visit,
                                 std::stop_token stop) const {
    for (std::size_t position = 0; position < rows.size(); ++position) {
        if (position % 1024 == 0 && stop.stop_requested())
            return unexpected(ErrorKind::cancelled, "Reading gaps was stopped.");
        const Extent extent = m_extents[at(rows[position])];
        if (extent.count > 0) visit(position, std::span(m_gaps).subspan(extent.offset, extent.count));
    }
    return {};
}

}  // namespace plumbline
