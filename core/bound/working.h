// A bound line by line, as on paper (CLI §4).
#pragma once

#include <string>
#include <vector>

#include "core/bound/bound.h"

namespace plumbline {

/// Of a bound whose figures are in.
std::vector<std::string> workingOf(const Bound& bound);

}  // namespace plumbline
