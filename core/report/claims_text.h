// Claims that were asked for, the Pareto front and what is not known, as text.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// The answer to each claim asked; empty where none was.
std::string claimsAskedText(const ReportInput& input);
/// The front of the system's rate over the median latency; empty for fewer than two configurations on it.
std::string paretoText(const ReportInput& input);
/// What the traces cannot tell, by harness; empty where they tell all.
std::string unknownsText(const ReportInput& input);

}  // namespace plumbline
