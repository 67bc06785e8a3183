#include "core/trace/supersede.h"

#include <map>
#include <tuple>

namespace plumbline {

namespace {

using RunsOfFile = std::map<std::size_t, std::size_t>;

RunsOfFile countRuns(const Dataset& data) {
    RunsOfFile counts;
    for (const Run& run : data.runs) ++counts[data.sources[run.source].file];
    return counts;
}

/// Rows before a summary, a run's own file before one of many runs, the earlier before the later.
std::tuple<bool, std::size_t, std::size_t> rank(const Dataset& data, const RunsOfFile& counts, std::size_t run) {
    const Run& candidate = data.runs[run];
    return {candidate.info.summaryOnly, counts.at(data.sources[candidate.source].file), run};
}

}  // namespace

void supersede(Dataset& data) {
    const RunsOfFile counts = countRuns(data);
    std::map<std::string_view, std::size_t> keeper;
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const std::string& print = data.runs[run].info.fingerprint;
        if (print.empty()) continue;
        const auto [place, isNew] = keeper.try_emplace(print, run);
        if (!isNew && rank(data, counts, run) < rank(data, counts, place->second)) place->second = run;
    }
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        RunInfo& info = data.runs[run].info;
        if (info.fingerprint.empty() || !info.summaryOnly) continue;
        const std::size_t kept = keeper.at(info.fingerprint);
        if (kept == run) continue;
        data.runs[run].superseded = true;
        data.runs[kept].info.reported.insert(info.reported.begin(), info.reported.end());
    }
}

}  // namespace plumbline
