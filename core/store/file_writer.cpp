#include "core/store/file_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ingest/reader/held_sink.h"
#include "core/store/catalog.h"
#include "core/store/review_log.h"
#include "core/trace/time_limits.h"

namespace plumbline {
namespace {

std::int64_t whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::optional<std::int64_t> known(Nanoseconds time) {
    if (!isKnown(time)) return std::nullopt;
    return time.count();
}

std::optional<std::int64_t> known(Count count) {
    if (!isKnown(count)) return std::nullopt;
    return count;
}

std::optional<std::int64_t> positive(std::uint64_t value) {
    if (value == 0) return std::nullopt;
    return whole(value);
}

std::optional<std::string_view> filled(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return text;
}

}  // namespace

FileWriter::FileWriter(Connection& connection, const FileIdentity& file)
    : m_connection(connection),
      m_identity(file),
      m_nextRequest(connection.number("SELECT coalesce(max(id), 0) + 1 FROM requests")),
      m_texts(connection),
      m_insertRequest(
          connection.prepare("INSERT INTO requests (" + requestColumns() + ") VALUES (" + requestPlaces() + ")")),
      m_insertGaps(connection.prepare("INSERT INTO gaps (request, ns) VALUES (?, ?)")),
      m_insertFigures(connection.prepare("INSERT INTO gap_cache (request, count, sum_ns, largest_ns, first_ns, "
                                         "median_ns, late, tiny) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")),
      m_insertBlocks(connection.prepare("INSERT INTO blocks (request, hashes) VALUES (?, ?)")),
      m_insertRejection(connection.prepare(
          "INSERT INTO rejections (file, record, line, byte, reason, excerpt) VALUES (?, ?, ?, ?, ?, ?)")) {
    connection.prepare("INSERT INTO files (path, reader, sha256, bytes, imported_at) VALUES (?, ?, ?, ?, ?)")
        .runWith(std::string_view(file.path), std::string_view(file.reader), std::string_view(file.sha256),
                 whole(file.bytes), std::string_view(nowInUtc()));
    m_file = connection.lastId();
}

FileWriter::SourceState& FileWriter::source(std::size_t ordinal) {
    while (m_sources.size() <= ordinal) {
        const auto position = whole(m_sources.size());
        m_connection.prepare("INSERT INTO sources (file, position) VALUES (?, ?)").runWith(m_file, position);
        m_sources.emplace_back().id = m_connection.lastId();
    }
    return m_sources[ordinal];
}

std::int64_t FileWriter::run(std::size_t sourceOrdinal, std::size_t ordinal) {
    SourceState& state = source(sourceOrdinal);
    while (state.runs.size() <= ordinal) {
        const auto position = whole(state.runs.size());
        m_connection.prepare("INSERT INTO runs (source, position) VALUES (?, ?)").runWith(state.id, position);
        state.runs.push_back(m_connection.lastId());
    }
    return state.runs[ordinal];
}

void FileWriter::write(const Batch& batch) {
    for (std::size_t row = 0; row < batch.rowCount; ++row) writeRow(batch.rows[row]);
    m_rows += batch.rowCount;
    for (const Rejection& each : batch.rejections)
        m_insertRejection.runWith(m_file, whole(each.record), positive(each.line), whole(each.byte),
                                  std::string_view(each.reason), std::string_view(each.excerpt));
    m_rejected += batch.rejections.size();
}

void FileWriter::writeRow(const StoredRow& stored) {
    const Row& row = stored.row;
    const std::int64_t id = m_nextRequest++;
    putRow(m_insertRequest, id, run(stored.source, stored.run), row, m_texts);
    m_insertRequest.run();
    if (row.gapsKnown) {
        m_insertGaps.runWith(id, gapBytes(row.gaps));
        m_insertFigures.put(1, id);
        putGapFigures(m_insertFigures, 2, stored.figures);
        m_insertFigures.run();
    }
    if (!row.blocks.empty()) m_insertBlocks.runWith(id, blockBytes(row.blocks));
    SourceState& state = source(stored.source);
    for (const Nanoseconds time : {row.start, row.scheduled})
        if (isKnown(time)) state.earliest = std::min(state.earliest, time), state.latest = std::max(state.latest, time);
    ++state.rows;
    if (row.status != Status::ok) return;
    ++state.okRows;
    if (isKnown(row.promptTokens)) state.prompts.push_back(row.promptTokens);
    if (row.outputTokens > 0) state.outputs.push_back(row.outputTokens);
}

void FileWriter::holdClocks(ReadOutcome& outcome) {
    for (std::size_t ordinal = 0; ordinal < std::min(outcome.sources.size(), m_sources.size()); ++ordinal) {
        const SourceState& state = m_sources[ordinal];
        const std::string& clock = outcome.sources[ordinal].boundary.clock;
        const ClockRange range = clockRange(clock);
        if (state.earliest > state.latest || (range.holds(state.earliest) && range.holds(state.latest))) continue;
        std::int64_t count = 0;
        for (const char* const column : {"start_ns", "scheduled_ns"}) {
            m_connection
                .prepare(fmt::format("UPDATE requests SET {0} = NULL WHERE run IN (SELECT id FROM runs WHERE source = "
                                     "?) AND ({0} < ? OR {0} >= ?)",
                                     column))
                .runWith(state.id, range.first.count(), range.end.count());
            count += m_connection.changes();
        }
        outcome.diagnostics.push_back(startsOffClock(clock, static_cast<std::uint64_t>(count)));
    }
}

std::vector<GroupingCandidate> FileWriter::finish(const ReadOutcome& outcome, const std::string& sha256) {
    m_connection.prepare("UPDATE files SET sha256 = ?, records = ?, rows = ?, rejected = ?, summaries = ? WHERE id = ?")
        .runWith(std::string_view(sha256), whole(outcome.records), whole(m_rows), whole(m_rejected),
                 whole(outcome.summaries), m_file);
    auto diagnostic =
        m_connection.prepare("INSERT INTO diagnostics (file, kind, text, count, line) VALUES (?, ?, ?, ?, ?)");
    for (const Diagnostic& each : outcome.diagnostics)
        diagnostic.runWith(m_file, std::string_view(each.id), std::string_view(each.text), whole(each.count),
                           positive(each.line));
    std::vector<GroupingCandidate> candidates;
    for (std::size_t ordinal = 0; ordinal < outcome.sources.size(); ++ordinal) {
        finishSource(ordinal, outcome.sources[ordinal]);
        if (!outcome.sources[ordinal].traffic)
            candidates.push_back(candidate(m_sources[ordinal], outcome.sources[ordinal]));
    }
    return candidates;
}

void FileWriter::finishSource(std::size_t ordinal, const SourceInfo& info) {
    const std::int64_t id = source(ordinal).id;
    const TimingBoundary& boundary = info.boundary;
    m_connection
        .prepare(
            "UPDATE sources SET boundary_start = ?, boundary_first = ?, boundary_end = ?, boundary_tokens = ?, "
            "boundary_clock = ?, warmup_removed = ?, traffic = ?, block_tokens = ? WHERE id = ?")
        .runWith(filled(boundary.start), filled(boundary.first), filled(boundary.end), filled(boundary.tokens),
                 filled(boundary.clock), std::int64_t{info.warmupRemoved}, std::int64_t{info.traffic},
                 known(info.blockTokens), id);
    auto fact = m_connection.prepare("INSERT INTO contexts (source, key, stated, edited) VALUES (?, ?, ?, ?)");
    for (const auto& [key, value] : info.context) fact.runWith(id, std::string_view(key), value.stated, value.edited);
    for (std::size_t each = 0; each < info.runs.size(); ++each) finishRun(run(ordinal, each), info.runs[each]);
}

void FileWriter::finishRun(std::int64_t id, const RunInfo& info) {
    m_connection
        .prepare(
            "UPDATE runs SET load_kind = ?, load = ?, number = ?, declared_duration_ns = ?, declared_requests = ?, "
            "declared_completed = ?, starts_coarse = ?, summary_only = ?, fingerprint = ?, declared_start_ns = ?, "
            "declared_end_ns = ? WHERE id = ?")
        .runWith(name(info.load.kind), info.load.value, std::int64_t{info.number}, known(info.declaredDuration),
                 info.declaredRequests, info.declaredCompleted, std::int64_t{info.startsCoarse},
                 std::int64_t{info.summaryOnly}, filled(info.fingerprint), known(info.declaredStart),
                 known(info.declaredEnd), id);
    auto reported = m_connection.prepare("INSERT INTO reported (run, key, value) VALUES (?, ?, ?)");
    for (const auto& [key, value] : info.reported) reported.runWith(id, std::string_view(key), value);
}

GroupingCandidate FileWriter::candidate(SourceState& state, const SourceInfo& info) const {
    DataFile file;
    file.path = m_identity.path;
    file.reader = m_identity.reader;
    GroupingCandidate out = candidateOf(SourceId(state.id), file, info, state.rows);
    out.okRows = state.okRows;
    if (out.summaryOnly) return out;
    describeLengths(out, state.prompts, state.outputs);
    return out;
}

}  // namespace plumbline
