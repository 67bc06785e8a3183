// result_summary.json of MLCommons Endpoints: the load and the harness's own figures, times in ns
// (FORMATS/endpoints.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/ingest/reader/reader.h"

namespace plumbline {

bool isEndpointsSummary(const Sample& sample);
/// Load, counts, figures and what the file says of the run.
void takeEndpointsSummary(const nlohmann::json& document, SourceInfo& source, RunInfo& run);
/// The summary beside a file of events, or in the folder above it.
std::optional<std::string> endpointsSummaryOf(const std::string& eventsPath);

}  // namespace plumbline
