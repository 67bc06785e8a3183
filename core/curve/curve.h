// From levels to pictures' data: crossings, saturation, distributions for drawing, decimation (METRICS §5).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

/// Any quantity at a crossing: the same fraction between the two neighbouring levels. Nothing where either is withheld.
std::optional<double> atCrossing(const ConfigurationFigures& configuration, const Crossing& crossing,
                                 const Quantity& quantity);
/// "crosses e2e mean < 40 s between 48 and 64; c = 60.2 if straight between them, with 768.6 tokens/s"; the other
/// states in words.
std::string text(const Slo& slo, const ConfigurationFigures& configuration, const Crossing& crossing);

struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

/// The empirical distribution of a row metric over a level, at most maxPoints, denser toward the tail, with its
/// extremes. ITL reads the gaps. Empty for a summary-only or withheld metric.
std::vector<Point> cdf(const Dataset& data, const Settings& settings, const Figures& figures, std::size_t configuration,
                       std::size_t level, RowMetric metric, std::size_t maxPoints = 400, std::stop_token stop = {});

/// The same of any values, sorted ascending; empty for none.
std::vector<Point> cdf(std::span<const double> sorted, std::size_t maxPoints = 400);

/// First, min, max and last of each of `columns` pixel columns over [x0, x1], plus one neighbour each side; the points
/// are sorted by x. Few points come back as they are; extremes and order are kept.
std::vector<Point> decimate(std::span<const Point> points, double x0, double x1, std::size_t columns,
                            bool logX = false);

/// Nice round ticks covering [low, high], at most `most`; logarithmic ones at 1, 2, 5 within decades. Values ascending.
std::vector<double> niceTicks(double low, double high, std::size_t most = 10, bool log = false);

}  // namespace plumbline
