// Small multiples: one chart apart into one a configuration, all on the same axes.
#pragma once

#include <QRect>
#include <QSize>
#include <vector>

#include "ui/charts/chart_spec.h"

namespace plumbline {

/// A spec for each configuration that draws something, in their order, with the axes of the whole; limits stand in
/// each, notes in none. A stack comes back as its plots. A spec that is not side by side, or that draws nothing, comes
/// back as it is, alone.
std::vector<ChartSpec> facets(const ChartSpec& whole);

/// Columns and rows that `count` plots take in a pane this wide and high: none narrower or lower than can be read,
/// so that they may be higher together than the pane.
struct FacetGrid {
    int columns = 1, width = 0;  ///< width: of one plot
    std::vector<int> heights;    ///< by row
    int height() const;
    QRect place(std::size_t plot) const;
};
FacetGrid facetGrid(std::size_t count, const QSize& pane);
/// One column of plots, all as wide as the pane. What is more than the least height is shared out as their specs say;
/// the last is higher by the labels of x, which it alone has.
FacetGrid stackGrid(const std::vector<ChartSpec>& stack, const QSize& pane);

}  // namespace plumbline
