// Header lines of our own trace format, from what a Dataset knows of its sources.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace plumbline {

/// By source: the configuration's name to write. Nothing where the source states its own and no person gave another,
/// or where all is one configuration.
std::vector<std::optional<std::string>> exportNames(const Dataset& data, const Settings& settings);

/// One line without its end. `run` is the run whose duration, requests and reported figures the header states; null:
/// none of them, for several runs.
std::string headerLine(const Dataset& data, const Settings& settings, std::size_t source,
                       const std::optional<std::string>& name, const RunInfo* run);

/// Whether a header of its own is needed to keep what the harness said of this run.
bool saysSomething(const RunInfo& run);

}  // namespace plumbline
