// The folders of sample_runs, one function each, and what they share.
#pragma once

#include <chrono>
#include <filesystem>
#include <string_view>
#include <vector>

#include "tests/support/request.h"
#include "tests/support/simulation.h"

namespace plumbline::support {

void writeTwoEngines(const std::filesystem::path& folder);
void writeBufferingProxy(const std::filesystem::path& folder);
void writeReasoning(const std::filesystem::path& folder);
void writeOneTrillionSweep(const std::filesystem::path& folder);
void writeFreshAndRepeated(const std::filesystem::path& folder);
void writeSpeculative(const std::filesystem::path& folder);

/// One load of a sweep and how many requests it gets.
struct Level {
    int concurrency, requests;
};

/// The bound of METRICS §8: 104e9 active parameters, 85% at 0.53125 bytes, over eight accelerators of 8e12 bytes/s.
inline constexpr std::string_view oneTrillionGroups =
    R"("groups": [["experts", 88400000000, 0.53125], ["rest", 15600000000, 1]], )"
    R"("bandwidth_bytes_per_s": 64000000000000)";

Nanoseconds epochTime(int year, unsigned month, unsigned day, int hour);
void writeText(const std::filesystem::path& path, std::string_view text);
/// Header and rows of a trace file.
void writeTraceFile(const std::filesystem::path& path, const RunDescription& run,
                    const std::vector<SimulatedRequest>& requests);
/// context.json of a folder.
void writeContextFile(const std::filesystem::path& folder, const RunDescription& run);
/// "<prefix>-<concurrency>-<number>" for each request, in order.
void nameRequests(std::vector<SimulatedRequest>& requests, std::string_view prefix);
/// When the next level may begin: some seconds after the last end.
Nanoseconds afterRun(const std::vector<SimulatedRequest>& requests);

}  // namespace plumbline::support
