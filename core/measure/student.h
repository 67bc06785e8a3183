// Student's t, and what stands on it: how sure a mean is, and the difference of two (METRICS §4).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/measure/intervals.h"

namespace plumbline {

/// The value below which Student's t with so many degrees of freedom, above 0 and not needing to be whole, lies with
/// probability p in (0, 1).
double studentQuantile(double p, double degrees);

/// A mean of several figures, and how they lie about it.
struct SampleMean {
    std::size_t count = 0;
    double mean = 0, deviation = 0;  ///< the deviation is over count - 1
    double lag = 0;                  ///< correlation of neighbours, 0 where they are independent or it is negative
    double degrees() const { return static_cast<double>(count) - 1; }
    double standardError() const;
    double half() const;  ///< of the 95% interval: t times the standard error
};

/// Of figures that are independent: runs, or rows. Nothing: fewer than two, or all alike, which tells no width.
std::optional<SampleMean> meanOfIndependent(std::span<const double> figures);
/// Of batches in order of time, which are not: the standard error is larger by sqrt((1 + r) / (1 - r)), r their lag-1
/// correlation. Nothing as above.
std::optional<SampleMean> meanOfBatches(std::span<const double> batches);

/// A figure, its standard error and the degrees of freedom of that.
struct MeanSpread {
    double value = 0, standardError = 0, degrees = 0;
};
/// Welch's 95% interval of b - factor a. Both errors above 0.
/// Source: B. L. Welch, Biometrika 34 (1947).
Limits welch(const MeanSpread& b, const MeanSpread& a, double factor = 1);

}  // namespace plumbline
