#include "core/store/catalog.h"

#include <algorithm>
#include <unordered_map>

#include "core/trace/typical_lengths.h"

namespace plumbline {
namespace {

Nanoseconds takeTime(const Statement& row, int column) {
    return row.isNull(column) ? unknownTime : Nanoseconds(row.integer(column));
}

using SourceIndex = std::unordered_map<std::int64_t, std::size_t>;

std::vector<StoredSource> readBareSources(Connection& connection, SourceIndex& index) {
    std::vector<StoredSource> sources;
    auto row = connection.prepare(
        "SELECT id, file, boundary_start, boundary_first, boundary_end, boundary_tokens, boundary_clock, "
        "warmup_removed, traffic, block_tokens "
        "FROM sources ORDER BY file, position");
    while (row.next()) {
        StoredSource& source = sources.emplace_back();
        source.id = SourceId(row.integer(0));
        source.file = FileId(row.integer(1));
        source.info.boundary = {std::string(row.text(2)), std::string(row.text(3)), std::string(row.text(4)),
                                std::string(row.text(5)), std::string(row.text(6))};
        source.info.warmupRemoved = row.integer(7) != 0;
        source.info.traffic = row.integer(8) != 0;
        if (!row.isNull(9)) source.info.blockTokens = static_cast<Count>(row.integer(9));
        index[row.integer(0)] = sources.size() - 1;
    }
    return sources;
}

void readContexts(Connection& connection, std::vector<StoredSource>& sources, const SourceIndex& index) {
    auto row = connection.prepare("SELECT source, key, stated, edited FROM contexts");
    while (row.next())
        sources[index.at(row.integer(0))].info.context.emplace(std::string(row.text(1)),
                                                               Fact{row.maybeText(2), row.maybeText(3)});
}

RunInfo takeRun(const Statement& row) {
    RunInfo run;
    run.load = {parseLoadKind(row.text(2)).value_or(LoadKind::notStated), row.real(3)};
    run.number = static_cast<std::int32_t>(row.integer(4));
    run.declaredDuration = takeTime(row, 5);
    run.declaredRequests = row.maybeInteger(6);
    run.declaredCompleted = row.maybeInteger(7);
    run.startsCoarse = row.integer(8) != 0;
    run.summaryOnly = row.integer(9) != 0;
    run.fingerprint = row.text(10);
    run.declaredStart = takeTime(row, 11);
    run.declaredEnd = takeTime(row, 12);
    return run;
}

void readRuns(Connection& connection, std::vector<StoredSource>& sources, const SourceIndex& index) {
    auto row = connection.prepare(
        "SELECT id, source, load_kind, load, number, declared_duration_ns, declared_requests, declared_completed, "
        "starts_coarse, summary_only, fingerprint, declared_start_ns, declared_end_ns FROM runs ORDER BY source, "
        "position");
    std::unordered_map<std::int64_t, std::pair<std::size_t, std::size_t>> places;
    while (row.next()) {
        StoredSource& source = sources[index.at(row.integer(1))];
        places[row.integer(0)] = {index.at(row.integer(1)), source.runs.size()};
        source.runs.push_back(row.integer(0));
        source.info.runs.push_back(takeRun(row));
    }
    auto reported = connection.prepare("SELECT run, key, value FROM reported");
    while (reported.next()) {
        const auto [source, run] = places.at(reported.integer(0));
        sources[source].info.runs[run].reported.emplace(std::string(reported.text(1)), reported.real(2));
    }
}

struct Lengths {
    std::vector<Count> prompts, outputs;
    std::size_t rows = 0, okRows = 0;
};

std::unordered_map<std::int64_t, Lengths> readLengths(Connection& connection) {
    std::unordered_map<std::int64_t, std::int64_t> sourceOfRun;
    auto runs = connection.prepare("SELECT id, source FROM runs");
    while (runs.next()) sourceOfRun[runs.integer(0)] = runs.integer(1);
    std::unordered_map<std::int64_t, Lengths> lengths;
    auto row = connection.prepare("SELECT run, prompt_tokens, output_tokens, status FROM requests");
    while (row.next()) {
        Lengths& of = lengths[sourceOfRun[row.integer(0)]];
        ++of.rows;
        if (row.integer(3) != 0) continue;
        ++of.okRows;
        if (!row.isNull(1)) of.prompts.push_back(static_cast<Count>(row.integer(1)));
        if (row.integer(2) > 0) of.outputs.push_back(static_cast<Count>(row.integer(2)));
    }
    return lengths;
}

/// What summaries say that their requests' lengths were, on average over the runs that say so.
std::optional<double> reportedMean(const SourceInfo& info, std::string_view key) {
    double sum = 0;
    int count = 0;
    for (const RunInfo& run : info.runs) {
        const auto found = run.reported.find(key);
        if (found == run.reported.end()) continue;
        sum += found->second;
        ++count;
    }
    if (count == 0) return std::nullopt;
    return sum / count;
}

}  // namespace

std::vector<DataFile> readFiles(Connection& connection) {
    std::vector<DataFile> files;
    auto row = connection.prepare("SELECT id, path, sha256, reader, records, rows, rejected FROM files ORDER BY id");
    while (row.next()) {
        DataFile file{FileId(row.integer(0)), std::string(row.text(1)), std::string(row.text(2)),
                      std::string(row.text(3))};
        file.records = static_cast<std::uint64_t>(row.integer(4));
        file.rows = static_cast<std::uint64_t>(row.integer(5));
        file.rejected = static_cast<std::uint64_t>(row.integer(6));
        files.push_back(std::move(file));
    }
    return files;
}

std::vector<StoredSource> readSources(Connection& connection) {
    SourceIndex index;
    auto sources = readBareSources(connection, index);
    readContexts(connection, sources, index);
    readRuns(connection, sources, index);
    return sources;
}

GroupingCandidate candidateOf(SourceId id, const DataFile& file, const SourceInfo& info, std::size_t rows) {
    GroupingCandidate candidate;
    std::vector<const RunInfo*> runs;
    for (const RunInfo& run : info.runs) runs.push_back(&run);
    candidate.numbers = pathNumbers(runs, rows);
    candidate.id = id;
    candidate.path = file.path;
    candidate.reader = file.reader;
    candidate.context = info.context;
    candidate.boundary = info.boundary;
    candidate.summaryOnly = !info.runs.empty() && std::all_of(info.runs.begin(), info.runs.end(),
                                                              [](const RunInfo& run) { return run.summaryOnly; });
    if (!candidate.summaryOnly) return candidate;
    candidate.meanPrompt = candidate.medianPrompt = reportedMean(info, "prompt_tokens.mean");
    candidate.meanOutput = candidate.medianOutput = reportedMean(info, "output_tokens.mean");
    return candidate;
}

std::vector<GroupingCandidate> readCandidates(Connection& connection, Medians medians) {
    std::unordered_map<std::int64_t, DataFile> files;
    for (DataFile& file : readFiles(connection)) files.emplace(static_cast<std::int64_t>(file.id), std::move(file));
    std::unordered_map<std::int64_t, Lengths> lengths;
    if (medians == Medians::with) lengths = readLengths(connection);
    std::vector<GroupingCandidate> candidates;
    for (const StoredSource& source : readSources(connection))
        if (!source.info.traffic)
            candidates.push_back(candidateOf(source.id, files.at(static_cast<std::int64_t>(source.file)), source.info,
                                             lengths[static_cast<std::int64_t>(source.id)].rows));
    if (medians == Medians::without) return candidates;
    for (GroupingCandidate& candidate : candidates) {
        Lengths& of = lengths[static_cast<std::int64_t>(candidate.id)];
        candidate.okRows = of.okRows;
        if (candidate.summaryOnly) continue;
        describeLengths(candidate, of.prompts, of.outputs);
    }
    return candidates;
}

void describeLengths(GroupingCandidate& candidate, std::vector<Count>& prompts, std::vector<Count>& outputs) {
    candidate.meanPrompt = meanOf(prompts);
    candidate.meanOutput = meanOf(outputs);
    candidate.medianPrompt = medianOf(prompts);
    candidate.medianOutput = medianOf(outputs);
}

std::optional<LoadKind> parseLoadKind(std::string_view word) {
    for (const auto kind : {LoadKind::concurrency, LoadKind::requestRate, LoadKind::unbounded, LoadKind::notStated})
        if (name(kind) == word) return kind;
    return std::nullopt;
}

}  // namespace plumbline
