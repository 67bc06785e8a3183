// Quantities of levels inside sentences about measurements.
#pragma once

#include <string>

#include "core/measure/metric.h"

namespace plumbline {

/// "TTFT p95"; a figure of the whole level has no statistic.
std::string quantityName(const Quantity& quantity);
/// A stored value in the unit that is shown: "240 ms". Infinite: "not attained".
std::string shownText(const Quantity& quantity, double value);
/// A difference of stored values: "+80.0 ms", "-13.6 tokens/s".
std::string signedText(const Quantity& quantity, double difference);

/// Rows without which the quantile has no upper limit of its own by order statistics (METRICS §4), where the level has
/// fewer: "100 rows are too few for an upper limit of p99". Empty: it has one, or is no quantile of rows.
std::string noUpperLimit(const LevelFigures& level, const Quantity& quantity);
/// The same of the lower limit, which small quantiles of few rows lack.
std::string noLowerLimit(const LevelFigures& level, const Quantity& quantity);

/// " TTFT is known of only 13 of 46 rows (28.3%) of A.": beside a claim of a figure that more than 5% of the measured
/// rows do not have, for those that have it may be the better ones. Empty: nearly all have it.
std::string partOfRowsText(const std::string& name, const LevelFigures& level, const Quantity& quantity);

}  // namespace plumbline
