// What evalscope perf writes beside its database: summary, percentiles, arguments, and the folder's name
// (FORMATS/evalscope.md §5).
#pragma once

#include <string>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

struct EvalscopeRun {
    Context context;
    RunInfo run;
    std::vector<std::string> siblings;  ///< the documents that were read
};

/// benchmark_percentile.json, by content: no result of its own.
bool isEvalscopePercentiles(const Sample& sample);

/// All that the documents of the folder of `path`, and its name, tell. What can't be read is noted.
EvalscopeRun evalscopeRunOf(const std::string& path, Diagnostics& diagnostics);

/// benchmark_summary.json without its database: one point. Errors: format, cancelled.
extern const ReaderForm evalscopeSummary;

}  // namespace plumbline
