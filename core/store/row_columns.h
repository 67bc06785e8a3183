// A row to the columns of the table `requests` and back: the one place that knows which is which.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/sqlite/sqlite.h"
#include "core/trace/row_fields.h"

namespace plumbline {

/// Texts of the workspace by their number, for writing: each distinct one is stored once.
class TextWriter {
public:
    explicit TextWriter(Connection& connection);
    /// Nothing for the empty text.
    std::optional<std::int64_t> number(const std::string& text);

private:
    Connection& m_connection;
    Statement m_find, m_insert;
    std::unordered_map<std::string, std::int64_t> m_known;
};

/// Texts by number, for reading; 0 is the empty text.
class TextReader {
public:
    explicit TextReader(Connection& connection);
    /// Null where there is no such text.
    const std::string* find(std::int64_t number) const;

private:
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::string m_empty;
};

/// Columns of the fields of some kinds.
std::vector<std::string> requestColumnsOf(bool (*isOfKind)(FieldKind));
/// "id, run, record, ..." in the order that the two functions below use.
const std::string& requestColumns();
/// "?, ?, ..." for them.
const std::string& requestPlaces();

/// Binds id, run and the row; the row must live until the statement has run.
void putRow(Statement& statement, std::int64_t id, std::int64_t run, const Row& row, TextWriter& texts);
/// The row under the statement; Row::load and Row::gaps are left as they are. Ids are in columns 0 and 1. Gives the
/// name of the first column that holds what no Plumbline writes; null where there is none.
const char* takeRow(const Statement& statement, const TextReader& texts, Row& row);

/// Little-endian int64, one a gap, in ns.
std::span<const std::byte> gapBytes(const std::vector<Nanoseconds>& gaps);
/// False for what is no list of gaps: a length that is not a whole number of them, or a time out of range.
bool takeGaps(std::span<const std::byte> bytes, std::vector<Nanoseconds>& gaps);

/// Hashes of a prompt's blocks: little-endian, 8 bytes each, in order.
std::span<const std::byte> blockBytes(const std::vector<Key>& blocks);
void takeBlocks(std::span<const std::byte> bytes, std::vector<Key>& blocks);

// Columns count, sum_ns, largest_ns, first_ns, median_ns, late, tiny of gap_cache, from a place or column on.
void putGapFigures(Statement& statement, int place, const DatasetBuilder::GapFigures& figures);
DatasetBuilder::GapFigures takeGapFigures(const Statement& statement, int column);

}  // namespace plumbline
