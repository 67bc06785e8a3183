// Any table or JSON as records of cells by column, for mappings: CSV by its header, JSON by the dotted paths of its
// scalars, over moving windows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

struct TableRecord {
    std::vector<std::optional<std::string>> cells;  ///< by column; empty: not there, null, or an empty cell
    std::uint64_t line = 0;                         ///< from 1; 0: not a line format
    std::uint64_t byte = 0;
    std::string text;    ///< as it stands in the file, at most its first 200 bytes
    std::string broken;  ///< why it can't be read: one sentence; empty: it can
};

class RecordTable {
public:
    virtual ~RecordTable() = default;
    /// `rows` as in Mapping; `wanted` are the columns to read, none for all that there are (at most 500). What is
    /// noticed goes to `diagnostics`. Errors: io, cancelled, refused for what is neither table nor JSON. `input` and
    /// `diagnostics` must outlive the table.
    static Result<std::unique_ptr<RecordTable>> open(const ReadInput& input, const Sample& sample,
                                                     const std::string& rows, std::vector<std::string> wanted,
                                                     Diagnostics& diagnostics);
    /// The next record; false at the end. Errors: io, cancelled.
    virtual Result<bool> next(TableRecord& record) = 0;
    /// Wanted ones, or those found so far.
    const std::vector<std::string>& columns() const { return m_columns; }
    /// Of the columns: whether it was there, in a header or in a record.
    bool wasThere(std::size_t column) const { return m_there[column]; }

protected:
    std::vector<std::string> m_columns;
    std::vector<bool> m_there;
};

}  // namespace plumbline
