// Header lines of our own trace format, from what a Dataset knows of its sources.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace plumbline {

/// What keeps the sources of one configuration together, and apart from others, when they are read back: its name. It
/// is written beside the configuration, so that it is no part of what the configuration is.
std::string exportGroup(const TraceInput& input, std::size_t source);

/// One line without its end. `grouped` states the group; a header alone in its file needs none. `run` is the run whose
/// duration, requests and reported figures the header states; null: none of them, for several runs.
std::string headerLine(const TraceInput& input, std::size_t source, bool grouped, const RunInfo* run);

/// Whether a header of its own is needed to keep what the harness said of this run.
bool saysSomething(const RunInfo& run);

}  // namespace plumbline
