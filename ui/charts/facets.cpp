#include "ui/charts/facets.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "ui/charts/axis_map.h"

namespace plumbline {

namespace {

constexpr QSize leastCell(260, 190);
constexpr int leastStacked = 72;
constexpr int stackAxis = 44;
constexpr double pleasing = 1.5;  // width by height of a plot

ChartSpec facet(const ChartSpec& whole, int configuration, const PlotRange& range) {
    ChartSpec spec = whole;
    spec.sideBySide = false;
    spec.notes.clear();
    const auto others = [configuration](const auto& each) { return each.configuration != configuration; };
    spec.series.removeIf(others);
    spec.rings.removeIf(others);
    const AxisMap xMap(whole.x.log), yMap(whole.y.log);
    spec.x.low = xMap.fromChart(range.x.low);
    spec.x.high = xMap.fromChart(range.x.high);
    spec.y.low = yMap.fromChart(range.y.low);
    spec.y.high = yMap.fromChart(range.y.high);
    return spec;
}

}  // namespace

std::vector<ChartSpec> facets(const ChartSpec& whole) {
    if (!whole.stack.empty()) return whole.stack;
    std::set<int> configurations;
    for (const ChartSeries& series : whole.series)
        if (!series.ghost) configurations.insert(series.configuration);
    if (!whole.sideBySide || configurations.empty()) return {whole};
    const PlotRange range = rangeOf(whole);
    std::vector<ChartSpec> all;
    all.reserve(configurations.size());
    for (const int configuration : configurations) all.push_back(facet(whole, configuration, range));
    return all;
}

int FacetGrid::height() const { return std::accumulate(heights.begin(), heights.end(), 0); }

QRect FacetGrid::place(std::size_t plot) const {
    const int column = static_cast<int>(plot) % columns;
    const std::size_t row = plot / static_cast<std::size_t>(columns);
    const int top = std::accumulate(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(row), 0);
    return {column * width, top, width, heights[row]};
}

FacetGrid stackGrid(const std::vector<ChartSpec>& stack, const QSize& pane) {
    double shares = 0;
    for (const ChartSpec& plot : stack) shares += plot.share;
    const int least = leastStacked * static_cast<int>(stack.size());
    const int more = std::max(pane.height() - stackAxis - least, 0);
    FacetGrid grid{1, pane.width(), {}};
    for (const ChartSpec& plot : stack)
        grid.heights.push_back(leastStacked + static_cast<int>(more * plot.share / shares));
    if (!grid.heights.empty()) grid.heights.back() += stackAxis;
    return grid;
}

FacetGrid facetGrid(std::size_t count, const QSize& pane) {
    const int plots = std::max(static_cast<int>(count), 1);
    const double wide = std::sqrt(plots * pane.width() / (pleasing * std::max(pane.height(), 1)));
    const int fits = std::max(pane.width() / leastCell.width(), 1);
    FacetGrid grid;
    grid.columns = std::clamp(static_cast<int>(std::lround(wide)), 1, std::min(fits, plots));
    grid.width = pane.width() / grid.columns;
    const int rows = (plots + grid.columns - 1) / grid.columns;
    const int least = plots == 1 ? 0 : leastCell.height();
    grid.heights.assign(static_cast<std::size_t>(rows), std::max(pane.height() / rows, least));
    return grid;
}

}  // namespace plumbline
