// What hangs on the cutoffs, as text.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// For each cutoff what it decides, and the suggested one; empty where no row is judged by them.
std::string sensitivityText(const ReportInput& input);

}  // namespace plumbline
