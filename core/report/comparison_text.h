// What may be claimed of each pair of configurations, as text.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// A refusal for each pair that matches nowhere, the claims of those that do; empty where nothing is compared.
std::string comparisonsText(const ReportInput& input);

}  // namespace plumbline
