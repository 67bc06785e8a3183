// Reference traffic as a person reads it at a terminal.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// Lengths of each set and of the configurations against it, and what they share; empty without traffic.
std::string trafficText(const ReportInput& input);

}  // namespace plumbline
