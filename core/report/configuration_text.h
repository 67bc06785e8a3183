// One configuration as a person reads it at a terminal.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// "[2]": what findings and rows call the second configuration, whose name may be long.
std::string configurationMark(std::size_t position);
/// Name, context, table over loads, then limits, goodput and bound; at most 100 columns wide.
std::string configurationText(const ReportInput& input, std::size_t position);

}  // namespace plumbline
