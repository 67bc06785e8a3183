// Runs written as their harnesses would: our own trace, vLLM's detailed result of 2026, AIPerf's run directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/request.h"
#include "tests/support/text_sink.h"

namespace plumbline::support {

/// The header line of a trace, or the contents of a context file (TRACE_FORMAT §2, §4), without a line's end. A context
/// says nothing of timing: the result file beside it does.
enum class HeaderUse : std::uint8_t { trace, context };
std::string headerJson(const RunDescription& run, HeaderUse use);

/// One request a line, unknown keys left out; each request carries its own load. No header.
void writeTraceRow(TextSink& sink, const SimulatedRequest& request);
/// Header and rows.
void writeTrace(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests);

/// One object as `vllm bench serve --save-result --save-detailed --percentile-metrics ttft,tpot,itl,e2el` writes it for
/// chat: rows in order of start, the role chunk as first event, the summary by vLLM's own formulas. No line's end.
void writeVllm(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests);
/// "openai-chat-infqps-concurrency4-model-20260725-052911.json"
std::string vllmFileName(const RunDescription& run);

/// profile_export.jsonl of AIPerf 0.8: rows in order of their ends.
void writeAiperfRows(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests);
/// profile_export_aiperf.json of the same run; warm-up rows go to their own block.
void writeAiperfSummary(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests);
/// Both, in a folder.
void writeAiperf(const std::filesystem::path& folder, const RunDescription& run,
                 const std::vector<SimulatedRequest>& requests);

}  // namespace plumbline::support
