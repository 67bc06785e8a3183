#include <algorithm>
#include <cmath>
#include <set>

#include "core/curve/curve.h"
#include "core/measure/quantiles.h"
#include "core/measure/streams.h"

namespace plumbline {

namespace {

std::vector<std::uint8_t> masksFor(const Dataset& data, const Figures& figures,
                                   const std::vector<std::uint32_t>& runs) {
    std::vector<std::uint8_t> masks(data.rows.size(), 0);
    for (const std::uint32_t run : runs) {
        const std::size_t first = data.runs[run].firstRow;
        for (std::size_t row = first; row < first + data.runs[run].rowCount; ++row)
            if ((*figures.places)[row] == Place::in) masks[row] = masksOf((*figures.verdicts)[row]);
    }
    return masks;
}

/// Half of the ranks evenly over all, half evenly over the logarithm of what lies above: the tail is the message.
std::vector<std::size_t> ranksOf(std::size_t n, std::size_t maxPoints) {
    const std::size_t points = std::max<std::size_t>(maxPoints, 2);
    std::set<std::size_t> ranks{0, n - 1};
    const auto last = static_cast<double>(n - 1);
    const std::size_t half = n <= points ? n : points / 2;
    for (std::size_t i = 0; i < half && ranks.size() < points; ++i)
        ranks.insert(static_cast<std::size_t>(std::llround(last * static_cast<double>(i) / static_cast<double>(half))));
    for (std::size_t i = 0; n > points && i < half && ranks.size() < points; ++i) {
        const double above = std::pow(last, 1 - static_cast<double>(i) / static_cast<double>(half));
        ranks.insert(static_cast<std::size_t>(std::llround(last - above)));
    }
    return {ranks.begin(), ranks.end()};
}

template <class At>
std::vector<Point> pointsAt(std::size_t n, const std::vector<std::size_t>& ranks, const At& at) {
    std::vector<Point> points;
    points.reserve(ranks.size());
    for (const std::size_t rank : ranks)
        points.push_back({at(rank), static_cast<double>(rank + 1) / static_cast<double>(n)});
    return points;
}

std::vector<Point> cdfOfGaps(const Dataset& data, const std::vector<std::uint8_t>& masks,
                             const std::vector<std::uint32_t>& runs, std::size_t maxPoints, std::stop_token stop) {
    auto gaps = itlGaps(data, masks, runs, 0, stop);
    if (!gaps || gaps->empty()) return {};
    const auto ranks = ranksOf(gaps->size(), maxPoints);
    const auto found = orderStatistics(*gaps, ranks, stop);
    if (found.size() < ranks.size()) return {};
    return pointsAt(gaps->size(), ranks, [&found](std::size_t rank) { return found.at(rank); });
}

}  // namespace

std::vector<Point> cdf(const Dataset& data, const Settings& settings, const Figures& figures, std::size_t configuration,
                       std::size_t level, RowMetric metric, std::size_t maxPoints, std::stop_token stop) {
    const LevelFigures& figured = figures.configurations[configuration].levels[level];
    if (figured.summaryOnly || !figures.verdicts || !figures.places) return {};
    std::vector<std::uint32_t> runs;
    for (const RunFigures& run : figured.runs) runs.push_back(static_cast<std::uint32_t>(at(run.run)));
    const auto masks = masksFor(data, figures, runs);
    if (metric == RowMetric::itl) return cdfOfGaps(data, masks, runs, maxPoints, stop);
    const auto prepared = data.prepared->rows(data, settings.measure.intervalEnd == IntervalEnd::lastText, stop);
    if (!prepared) return {};
    SortedValues values(data, *prepared, masks);
    const auto sorted = values.of(runs, metric);
    if (sorted.empty()) return {};
    // Rows at infinity hold the curve below 1: it ends at the share that was attained.
    return pointsAt(sorted.size() + figured.of(metric).infinite, ranksOf(sorted.size(), maxPoints),
                    [&sorted](std::size_t rank) { return sorted[rank]; });
}

std::vector<Point> cdf(std::span<const double> sorted, std::size_t maxPoints) {
    if (sorted.empty()) return {};
    return pointsAt(sorted.size(), ranksOf(sorted.size(), maxPoints),
                    [sorted](std::size_t rank) { return sorted[rank]; });
}

}  // namespace plumbline
