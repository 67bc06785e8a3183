// A 95% interval in words, beside the figure that it is of.
#pragma once

#include <string>
#include <string_view>

#include "core/measure/intervals.h"

namespace plumbline {

/// "95% interval 120 to 141 ms"; of one limit "95% interval from 120 ms, with no upper limit: too few rows". Empty
/// where there is neither. Limits in stored units, shown times `scale` in `unit` (may be empty); `separator` as in
/// format.h.
std::string intervalText(const Limits& limits, double scale, std::string_view unit, const char* separator = "\u2009");

}  // namespace plumbline
