#include "core/store/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/store/stored_rules.h"
#include "core/trace/run_limits.h"
#include "core/trace/typical_lengths.h"

namespace plumbline {
namespace {

using SourceIndex = std::unordered_map<std::int64_t, std::size_t>;

/// The value under an id; null, and the connection says so, where the id leads nowhere.
template <class Map>
auto* foundIn(Map& map, std::int64_t id, Connection& connection, std::string_view child, std::string_view parent) {
    const auto found = map.find(id);
    if (found == map.end())
        connection.damaged(fmt::format(
            "a row of the table {} belongs to the row {} of the table {}, which is not there", child, id, parent));
    return found == map.end() ? nullptr : &found->second;
}

/// Numbers of a row, held to the limits of ingest; the connection says which is beyond them.
class Numbers {
public:
    Numbers(Connection& connection, const Statement& row, std::string_view table)
        : m_connection(connection), m_row(row), m_table(table) {}

    Nanoseconds time(int column, std::string_view name) {
        if (m_row.isNull(column)) return unknownTime;
        const Nanoseconds value(m_row.integer(column));
        hold(isStoredTime(value), name);
        return value;
    }
    std::int64_t between(int column, std::int64_t least, std::int64_t most, std::string_view name) {
        const std::int64_t value = m_row.integer(column);
        hold(value >= least && value <= most, name);
        return value;
    }
    Nanoseconds duration(int column, std::string_view name) {
        const Nanoseconds value = time(column, name);
        hold(!isKnown(value) || value >= Nanoseconds(0), name);
        return value;
    }
    std::optional<std::int64_t> declared(int column, std::string_view name) {
        if (m_row.isNull(column)) return std::nullopt;
        return between(column, 0, largestDeclared, name);
    }
    std::uint64_t count(int column, std::string_view name) {
        return static_cast<std::uint64_t>(between(column, 0, largestDeclared, name));
    }
    double finite(int column, std::string_view name) {
        const double value = m_row.real(column);
        hold(std::isfinite(value), name);
        return value;
    }
    Load load(int kindColumn, int column) {
        const auto kind = parseLoadKind(m_row.text(kindColumn));
        hold(kind.has_value(), "load_kind");
        const Load load{kind.value_or(LoadKind::notStated), m_row.real(column)};
        hold(!kind || isLoad(load), "load");
        return load;
    }

private:
    void hold(bool isFine, std::string_view name) {
        if (!isFine)
            m_connection.damaged(
                fmt::format("in the row {} of the table {}, {} is out of range", m_row.integer(0), m_table, name));
    }
    Connection& m_connection;
    const Statement& m_row;
    std::string_view m_table;
};

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
        if (!row.isNull(9))
            source.info.blockTokens = static_cast<Count>(
                Numbers(connection, row, "sources").between(9, 0, std::numeric_limits<Count>::max(), "block_tokens"));
        index[row.integer(0)] = sources.size() - 1;
    }
    return sources;
}

void readContexts(Connection& connection, std::vector<StoredSource>& sources, const SourceIndex& index) {
    auto row = connection.prepare("SELECT source, key, stated, edited FROM contexts");
    while (row.next())
        if (const auto* place = foundIn(index, row.integer(0), connection, "contexts", "sources"))
            sources[*place].info.context.emplace(std::string(row.text(1)), Fact{row.maybeText(2), row.maybeText(3)});
}

RunInfo takeRun(Connection& connection, const Statement& row) {
    Numbers numbers(connection, row, "runs");
    RunInfo run;
    run.load = numbers.load(2, 3);
    run.number = static_cast<std::int32_t>(numbers.between(4, std::numeric_limits<std::int32_t>::min(),
                                                           std::numeric_limits<std::int32_t>::max(), "number"));
    run.declaredDuration = numbers.duration(5, "declared_duration_ns");
    run.declaredRequests = numbers.declared(6, "declared_requests");
    run.declaredCompleted = numbers.declared(7, "declared_completed");
    run.startsCoarse = row.integer(8) != 0;
    run.summaryOnly = row.integer(9) != 0;
    run.fingerprint = row.text(10);
    run.declaredStart = numbers.time(11, "declared_start_ns");
    run.declaredEnd = numbers.time(12, "declared_end_ns");
    return run;
}

void readRuns(Connection& connection, std::vector<StoredSource>& sources, const SourceIndex& index) {
    auto row = connection.prepare(
        "SELECT id, source, load_kind, load, number, declared_duration_ns, declared_requests, declared_completed, "
        "starts_coarse, summary_only, fingerprint, declared_start_ns, declared_end_ns FROM runs ORDER BY source, "
        "position");
    std::unordered_map<std::int64_t, std::pair<std::size_t, std::size_t>> places;
    while (row.next()) {
        const auto* place = foundIn(index, row.integer(1), connection, "runs", "sources");
        if (!place) return;
        StoredSource& source = sources[*place];
        places[row.integer(0)] = {*place, source.runs.size()};
        source.runs.push_back(row.integer(0));
        source.info.runs.push_back(takeRun(connection, row));
    }
    auto reported = connection.prepare("SELECT run, key, value FROM reported");
    while (reported.next()) {
        const auto* place = foundIn(places, reported.integer(0), connection, "reported", "runs");
        if (!place) return;
        const auto [source, run] = *place;
        sources[source].info.runs[run].reported.emplace(std::string(reported.text(1)),
                                                        Numbers(connection, reported, "reported").finite(2, "value"));
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
        Numbers numbers(connection, row, "files");
        file.records = numbers.count(4, "records");
        file.rows = numbers.count(5, "rows");
        file.rejected = numbers.count(6, "rejected");
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
            if (const auto* file =
                    foundIn(files, static_cast<std::int64_t>(source.file), connection, "sources", "files"))
                candidates.push_back(
                    candidateOf(source.id, *file, source.info, lengths[static_cast<std::int64_t>(source.id)].rows));
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
