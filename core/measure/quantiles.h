// Quantiles of sorted values under three rules, each from the individual values.
#pragma once

#include <optional>
#include <span>

#include "core/measure/settings.h"

namespace plumbline {

/// p in [0, 1]; sorted ascending. Nothing for no values.
std::optional<double> quantileOf(std::span<const double> sorted, double p, PercentileRule rule);

}  // namespace plumbline
