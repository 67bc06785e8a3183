// LLMPerf's summary of a run, flat, and a set of them by concurrency (FORMATS/llmperf.md §3).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ingest/reader/reader.h"

namespace plumbline {

struct LlmperfSummary {
    Context context;
    RunInfo run;
};

LlmperfSummary llmperfSummary(const nlohmann::json& document);

/// The summary beside the rows: "..._summary.json" for "..._individual_responses.json", or the file of that name in
/// "summary/" for one in "individual/". Empty when there is none.
std::string llmperfSummaryOf(const std::string& path);

/// Summaries alone, one or an object of them keyed by concurrency: one point each. Errors: io, format, refused.
extern const ReaderForm llmperfSummaries;

}  // namespace plumbline
