// Their number, our number, as a person reads it at a terminal; at most 100 columns wide.
#pragma once

#include <string>

#include "core/report/report.h"

namespace plumbline {

/// What the harnesses report and the rows do not give by our rules, with the cause; empty where no source reports.
std::string reportedText(const ReportInput& input);
/// "UNDER THE DIALECT vllm", and each level's figures by our rules and by the dialect's.
std::string dialectTitle(Dialect dialect);
std::string dialectText(const ReportInput& input, Dialect dialect);

}  // namespace plumbline
