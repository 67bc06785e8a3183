// GenAI-Perf's summary of a run, JSON or CSV, whose layout AIPerf took over (FORMATS/genai_perf.md).
#pragma once

#include "core/ingest/harness/aiperf/aiperf_summary.h"

namespace plumbline {

/// By content; AIPerf's own summaries are none.
bool isGenaiPerfSummary(const Sample& sample);
/// Errors: io, format, refused.
Result<AiperfSummary> readGenaiPerfSummary(const std::string& path);
/// "run/profile_export_genai_perf.json" (then .csv) of "run/profile_export.json"; empty when there are none.
std::vector<std::string> genaiPerfSummariesOf(const std::string& path);

}  // namespace plumbline
