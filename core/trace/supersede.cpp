#include "core/trace/supersede.h"

#include <algorithm>
#include <map>
#include <set>
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

std::string_view folderOf(const Dataset& data, std::size_t source) {
    const std::string& path = data.files[data.sources[source].file].path;
    return std::string_view(path).substr(0, path.rfind('/') + 1);
}

bool isInOrAbove(std::string_view a, std::string_view b) { return a.starts_with(b) || b.starts_with(a); }

/// Whether two files each hold one run, in the same form: neither sums the other up.
bool areAlike(const Dataset& data, const RunsOfFile& counts, std::size_t a, std::size_t b) {
    const auto fileOf = [&](std::size_t run) { return data.sources[data.runs[run].source].file; };
    const auto ending = [&](std::size_t run) {
        const std::string_view path = data.files[fileOf(run)].path;
        return path.substr(std::min(path.rfind('.'), path.size()));
    };
    return data.runs[a].info.summaryOnly && data.runs[b].info.summaryOnly && fileOf(a) != fileOf(b) &&
           counts.at(fileOf(a)) == counts.at(fileOf(b)) && ending(a) == ending(b) &&
           data.files[fileOf(a)].reader == data.files[fileOf(b)].reader;
}

/// A file that sums up the stages which its harness wrote beside it, where any of them is here.
void supersedeSums(Dataset& data) {
    std::set<std::pair<std::string_view, std::string_view>> opened;  // folder, reader
    const auto place = [&data](std::size_t source) {
        return std::pair(folderOf(data, source), std::string_view(data.files[data.sources[source].file].reader));
    };
    if (data.files.empty()) return;
    for (const Run& run : data.runs)
        if (!sumsUp(data.sources[run.source])) opened.insert(place(run.source));
    for (Run& run : data.runs)
        if (run.info.summaryOnly && sumsUp(data.sources[run.source]) && opened.contains(place(run.source)))
            run.superseded = true;
}

}  // namespace

bool sumsUp(const Source& source) { return source.context.contains("note.sums_up"); }

void supersede(Dataset& data) {
    supersedeSums(data);
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
        if (areAlike(data, counts, run, kept)) {
            data.runs[run].copyOf = kept;
            if (!isInOrAbove(folderOf(data, data.runs[run].source), folderOf(data, data.runs[kept].source))) continue;
        }
        data.runs[run].superseded = true;
        data.runs[kept].info.reported.insert(info.reported.begin(), info.reported.end());
    }
}

}  // namespace plumbline
