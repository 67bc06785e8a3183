// What LLMeter writes beside its responses, and how a load test's levels are told apart in one file
// (FORMATS/llmeter.md §2, §5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

struct LlmeterRun {
    Context context;
    RunInfo run;                            ///< load, counts, duration, times, reported figures, fingerprint
    std::optional<std::int64_t> clients;    ///< of the last level, where a load test wrote several
    std::optional<std::int64_t> perClient;  ///< requests
    std::string endpointType;               ///< its class: tells streaming, and what the first token is
    std::vector<std::string> siblings;      ///< the documents that were read
};

/// From run_config.json, summary.json and stats.json in the folder of `path`, and the folder's name.
LlmeterRun llmeterRunOf(const std::string& path, Diagnostics& diagnostics);

/// A level of a load test: its clients, and how many rows of the file are its own.
struct LlmeterLevel {
    std::int64_t clients = 0, rows = 0;
};
/// The levels in the order of the file, when the context beside it lists the client counts ("run": {"clients": [1, 4]})
/// and they add up to `rows` in one way; with "requests_per_client" beside them where they would not. Empty otherwise.
std::vector<LlmeterLevel> llmeterLevels(const std::string& path, const LlmeterRun& told, std::int64_t rows);

/// stats.json without responses: one point. summary.json has no figures, run_config.json neither. Errors: format,
/// cancelled.
extern const ReaderForm llmeterStats;

}  // namespace plumbline
