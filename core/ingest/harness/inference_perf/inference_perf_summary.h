// inference-perf's files about a whole run or a stage of it, and what lies beside its per-request file
// (FORMATS/inference_perf.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

/// By content: the lifecycle summary of a run or a stage, not the servers' own (Prometheus) figures.
bool isInferencePerfSummary(const Sample& sample);
/// By its name, as the harness gives it: of all stages of a run.
bool isInferencePerfWholeRun(const std::string& path);
/// The load where the file tells it, counts and the harness's figures.
void takeInferencePerfSummary(const nlohmann::json& document, RunInfo& run, Context& context, Diagnostics& diagnostics);

/// A stage as its own file sums it up.
struct InferencePerfStage {
    RunInfo run;
    double sendSeconds = 0;  ///< from its first to its last request; 0: not told
};

/// What lies beside `path`: all that could be read, and the files that were.
struct InferencePerfSiblings {
    std::vector<InferencePerfStage> stages;  ///< by their number
    RunInfo summary;
    Context context;
    std::vector<std::string> files;
};
InferencePerfSiblings inferencePerfSiblings(const std::string& path, Diagnostics& diagnostics);

/// What config.yaml beside `path` tells of model, server, data and load options; read files are added to `files`. A
/// person's keys stay out.
Context inferencePerfContext(const std::string& path, Diagnostics& diagnostics, std::vector<std::string>& files);

}  // namespace plumbline
