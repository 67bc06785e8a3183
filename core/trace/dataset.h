// What was measured: immutable columns with sorted orders prepared once at load. Changes only on import.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/trace/context.h"
#include "core/trace/result.h"
#include "core/trace/row.h"

namespace plumbline {

struct Prepared;  // core/trace/prepared.h

/// An imported file.
struct DataFile {
    FileId id{};
    std::string path;
    std::string sha256;
    std::string reader;
    std::uint64_t records = 0;
    std::uint64_t rows = 0;
    std::uint64_t rejected = 0;
};

struct Source {
    SourceId id{};
    std::size_t file = 0;  ///< position in Dataset::files
    Context context;
    TimingBoundary boundary;
    bool warmupRemoved = false;
    /// Tokens of a typical request: the median over ok rows (output: over rows with output), the mean of a summary.
    std::optional<double> typicalPrompt, typicalOutput;
};

struct Run {
    std::size_t source = 0;  ///< position in Dataset::sources
    RunInfo info;
    std::uint32_t firstRow = 0;  ///< rows [firstRow, firstRow + rowCount)
    std::uint32_t rowCount = 0;
    bool superseded = false;  ///< a summary of a run whose rows, or whose own file, are here too: no level
    /// Of a summary: another with the very same figures, of whose run it is no sum: a copy. That one makes the level if
    /// this one is superseded, else both make theirs.
    std::optional<std::size_t> copyOf = {};
};

/// One string for each distinct text; 0 is the empty one.
class StringPool {
public:
    StringPool() = default;
    StringPool(StringPool&&) = default;  // a copy would point into the other pool
    StringPool& operator=(StringPool&&) = default;
    std::uint32_t intern(std::string_view text);
    /// The text of a number that intern gave.
    const std::string& operator[](std::uint32_t number) const { return *m_texts[number]; }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers{{"", 0}};
    std::vector<const std::string*> m_texts{&m_numbers.begin()->first};
};

/// Row fields as columns, all of one length; meanings and units as in Row.
struct Columns {
    std::vector<Nanoseconds> scheduled, start, headers, firstByte, firstReasoning, firstContent, firstToken,
        lastContent, end, queue;
    std::vector<FirstTokenKind> firstTokenKind;
    std::vector<Count> chunks, promptTokens, cachedTokens, outputTokens, reasoningTokens, otherOutputTokens,
        firstChunkTokens, maxTokens, turn;
    std::vector<TokenSource> tokenSource;
    std::vector<GapBasis> gapBasis;
    // Of the gaps, which stay in the workspace: how many (unknownCount: not known), their sum, largest, first, how
    // many end in the last 5% of the interval from the first token to the end, how many are under 1 ms, the median.
    std::vector<Count> gapCount;
    std::vector<Nanoseconds> gapSum, gapLargest, gapFirst, gapMedian;
    std::vector<Count> gapsLate, gapsTiny;
    std::vector<Status> status;
    std::vector<Phase> phase;
    std::vector<std::int8_t> deliberate;  ///< -1 unknown, 0 no, 1 yes
    std::vector<std::int32_t> repeat;
    std::vector<Key> promptKey, prefixKey;
    std::vector<std::uint32_t> id, finish, error, session;  ///< numbers in Dataset::strings
    std::vector<std::uint64_t> record, line, byte;
    std::vector<std::int64_t> storeId;  ///< the row's id in the workspace, for reading gaps; 0 in tests
    std::vector<RunIndex> run;
    std::size_t size() const { return start.size(); }
};

/// Reads gaps on demand; may be called from any thread.
class GapSource {
public:
    virtual ~GapSource() = default;
    /// Calls visit(position in rows, gaps) for each row that has gaps, in the order of rows. Stops when asked.
    virtual Result<void> visit(std::span<const RowIndex> rows,
                               const std::function<void(std::size_t, std::span<const Nanoseconds>)>& visit,
                               std::stop_token stop = {}) const = 0;
};

/// Reference traffic: what was asked somewhere in production, not a result. Columns of one length, in file order.
struct TrafficSet {
    std::size_t file = 0;  ///< position in Dataset::files
    std::vector<Nanoseconds> start;
    std::vector<Count> promptTokens, outputTokens;
    std::vector<Status> status;
    Count blockTokens = unknownCount;
    std::vector<std::size_t> blockEnds;  ///< row i has blocks [blockEnds[i - 1], blockEnds[i]); empty: none recorded
    std::vector<Key> blocks;
    std::size_t size() const { return start.size(); }
};

struct Dataset {
    std::vector<DataFile> files;
    std::vector<Source> sources;
    std::vector<Run> runs;
    std::vector<TrafficSet> traffic;
    Columns rows;  ///< ordered by run, within a run by record
    StringPool strings;
    std::shared_ptr<const GapSource> gaps;
    std::shared_ptr<const Prepared> prepared;
};

/// Builds a Dataset from rows in any order; finish() orders them by run and prepares the sorted orders.
class DatasetBuilder {
public:
    DatasetBuilder();
    ~DatasetBuilder();
    std::size_t addFile(DataFile file);
    std::size_t addSource(Source source);
    RunIndex addRun(std::size_t source, RunInfo info);
    void addTraffic(TrafficSet set);
    /// Row::gaps may be left empty when the gap figures are given (load from a workspace does so).
    void addRow(RunIndex run, const Row& row, std::int64_t storeId = 0);
    struct GapFigures {
        Count count = unknownCount;
        Nanoseconds sum = unknownTime, largest = unknownTime, first = unknownTime, median = unknownTime;
        Count late = 0, tiny = 0;
    };
    void addRow(RunIndex run, const Row& row, const GapFigures& gaps, std::int64_t storeId);
    /// Takes the gap source of a workspace; without one the gaps of the added rows are kept in memory.
    std::shared_ptr<const Dataset> finish(std::shared_ptr<const GapSource> gaps = nullptr);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// The gap figures that the columns hold, from a row with its gaps.
DatasetBuilder::GapFigures gapFigures(const Row& row);

}  // namespace plumbline
