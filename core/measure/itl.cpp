#include "core/measure/streams.h"

namespace plumbline {

namespace {

std::vector<RowIndex> streamedRows(const Dataset& data, std::span<const std::uint8_t> masks,
                                   std::span<const std::uint32_t> runs) {
    std::vector<RowIndex> rows;
    for (const std::uint32_t run : runs) {
        const std::uint32_t first = data.runs[run].firstRow;
        for (std::uint32_t row = first; row < first + data.runs[run].rowCount; ++row)
            if ((masks[row] & ofStreamed) != 0 && data.rows.gapCount[row] > 0) rows.push_back(RowIndex(row));
    }
    return rows;
}

}  // namespace

Result<std::vector<double>> itlGaps(const Dataset& data, std::span<const std::uint8_t> masks,
                                    std::span<const std::uint32_t> runs, std::size_t expected, std::stop_token stop) {
    std::vector<double> pooled;
    if (!data.gaps) return unexpected(ErrorKind::workspace, "The gaps of these rows are not at hand.");
    const std::vector<RowIndex> rows = streamedRows(data, masks, runs);
    pooled.reserve(expected);
    const auto take = [&](std::size_t position, std::span<const Nanoseconds> gaps) {
        const std::size_t row = at(rows[position]);
        const bool role = derive(data.rows, row, {}, false).roleChunk;
        for (const Nanoseconds gap : gaps.subspan(role && !gaps.empty() ? 1 : 0)) pooled.push_back(seconds(gap));
    };
    const auto read = data.gaps->visit(rows, take, stop);
    if (!read) return Unexpected{read.error()};
    if (stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading gaps was stopped.");
    return pooled;
}

}  // namespace plumbline
