// Whether a series drifts: Mann-Kendall and Sen's slope (METRICS §4); where its beginning ends is core/trace/mser.h.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/trace/mser.h"

namespace plumbline {

struct Trend {
    double statistic = 0;  ///< S: pairs that rise less pairs that fall
    double variance = 0;   ///< of S; with the correction, and never below the plain one
    double p = 1;          ///< two-sided, by the normal law with a continuity correction
    double slope = 0;      ///< Sen's: the median over all pairs, per step
};
/// Mann-Kendall's test with Hamed and Rao's correction for correlation at lags 1 to 3. Nothing for fewer than four
/// values. Sources: M. G. Kendall, Rank Correlation Methods (1975); K. H. Hamed and A. R. Rao, Journal of Hydrology
/// 204 (1998); P. K. Sen, Journal of the American Statistical Association 63 (1968).
std::optional<Trend> trendOf(std::span<const double> series);

}  // namespace plumbline
