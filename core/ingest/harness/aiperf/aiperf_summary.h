// AIPerf's summary of a run, JSON or CSV: the load, the configuration, and the harness's own figures
// (FORMATS/aiperf.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/reader/reader.h"

namespace plumbline {

struct AiperfSummary {
    Context context;
    RunInfo run;                         ///< load, declared duration and counts, reported figures, fingerprint
    std::optional<bool> serverTokens;    ///< the server's usage was asked for in place of the client's tokenizer
    std::optional<std::int64_t> failed;  ///< requests, by its own count
    bool warmupAsked = false;
};

/// By content; the timeslices, the aggregates of several runs and GenAI-Perf's imitation are none.
bool isAiperfSummaryJson(const Sample& sample);
bool isAiperfSummaryCsv(const Sample& sample);

/// Errors: io, format, refused. A CSV holds figures only, so its load and context are taken from the JSON beside it.
Result<AiperfSummary> readAiperfSummary(const std::string& path);

/// The summaries of the run whose rows, or whose other summary, `path` is; the JSON first. Empty when there are none.
std::vector<std::string> aiperfSummariesOf(const std::string& path);

/// Context, load and what was asked for, from the document of a summary (aiperf_context.cpp).
void describeAiperfRun(const nlohmann::json& document, AiperfSummary& summary);

}  // namespace plumbline
