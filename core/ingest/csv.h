// A table of text, record by record over moving windows: quoted cells with doubled quotes and line ends inside, LF or
// CRLF, a byte order mark, no final line end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/byte_source.h"
#include "core/trace/diagnostic.h"

namespace plumbline {

struct CsvRecord {
    std::vector<std::string> cells;  ///< without quotes; blanks around unquoted cells are left out
    std::string text;                ///< as it stands in the file, at most its first 200 bytes
    std::uint64_t line = 0;          ///< where it begins, from 1
    std::uint64_t byte = 0;
    std::string broken;  ///< why it can't be cut into cells: one sentence; empty: it can
};

class CsvReader {
public:
    /// Records longer than this are broken: a quote that is never closed must not take the whole file with it.
    static constexpr std::size_t longestRecord = std::size_t{4} << 20;

    explicit CsvReader(ByteSource source) : m_source(std::move(source)) {}

    /// The first record that is neither blank nor a comment (#); it decides between comma, semicolon and tab. False:
    /// there is none. Errors: io, cancelled.
    Result<bool> header(CsvRecord& record);
    /// The next record that is not blank; false at the end of the file. Errors: io, cancelled.
    Result<bool> next(CsvRecord& record);

private:
    Result<std::size_t> recordLength(bool& closed);
    Result<bool> take(CsvRecord& record, bool isHeader);
    void cut(std::string_view text, CsvRecord& record) const;

    ByteSource m_source;
    std::size_t m_position = 0;  ///< in the window
    std::uint64_t m_line = 1;
    char m_delimiter = ',';
};

/// Rejects a record of a table, with its place.
Rejection rejection(const CsvRecord& record, std::uint64_t ordinal, std::string reason);

}  // namespace plumbline
