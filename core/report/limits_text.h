// The section on limits of `plumbline analyze`.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// One sentence a limit that was met; empty where none was.
std::string limitsText(const ReportInput& input);

}  // namespace plumbline
