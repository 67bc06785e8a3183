// Writes one file's rows, sources and runs, inside the transaction of its caller.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/group/grouping.h"
#include "core/ingest/reader/reader.h"
#include "core/sqlite/sqlite.h"
#include "core/store/batches.h"
#include "core/store/row_columns.h"

namespace plumbline {

struct FileIdentity {
    std::string path, reader;
    std::string sha256;  ///< empty while it is being computed
    std::uint64_t bytes = 0;
};

class FileWriter {
public:
    /// Begins a file; its SHA-256 may still be unknown, and is then given to finish().
    FileWriter(Connection& connection, const FileIdentity& file);

    void write(const Batch& batch);
    /// What the clocks, known at last, cannot have: such starts are unknown, and said in the outcome.
    void holdClocks(ReadOutcome& outcome);
    /// Writes what the reader said at the end. Gives the file's sources as grouping wants them; traffic is none of
    /// them.
    std::vector<GroupingCandidate> finish(const ReadOutcome& outcome, const std::string& sha256);

    FileId id() const { return FileId(m_file); }
    std::uint64_t rows() const { return m_rows; }
    std::uint64_t rejected() const { return m_rejected; }

private:
    /// Lengths of ok rows, for the medians that grouping looks at.
    struct SourceState {
        std::int64_t id = 0;
        std::vector<std::int64_t> runs;
        std::vector<Count> prompts, outputs;
        std::size_t rows = 0, okRows = 0;
        Nanoseconds earliest = Nanoseconds::max(), latest = Nanoseconds::min();  ///< on its clock
    };
    SourceState& source(std::size_t ordinal);
    std::int64_t run(std::size_t source, std::size_t ordinal);
    void writeRow(const StoredRow& stored);
    void finishSource(std::size_t ordinal, const SourceInfo& info);
    void finishRun(std::int64_t id, const RunInfo& run);
    GroupingCandidate candidate(SourceState& state, const SourceInfo& info) const;

    Connection& m_connection;
    FileIdentity m_identity;
    std::int64_t m_file = 0;
    std::int64_t m_nextRequest;
    TextWriter m_texts;
    Statement m_insertRequest, m_insertGaps, m_insertFigures, m_insertBlocks, m_insertRejection;
    std::vector<SourceState> m_sources;
    std::uint64_t m_rows = 0, m_rejected = 0;
};

}  // namespace plumbline
