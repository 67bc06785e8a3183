// A table of text, record by record over moving windows: quoted cells with doubled quotes and line ends inside, LF,
// CRLF or CR alone, a byte order mark, no final line end, decimal commas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/csv_cells.h"
#include "core/trace/diagnostic.h"

namespace plumbline {

struct CsvRecord {
    /// Without quotes; blanks around unquoted cells are left out, and empty cells beyond the header's. Numbers have a
    /// decimal point, whatever the file has.
    std::vector<std::string> cells;
    std::string text;        ///< as it stands in the file, at most its first 200 bytes
    std::uint64_t line = 0;  ///< where it begins, from 1
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
    /// Says what the header and the first records tell of the table itself: decimal commas ("decimal-comma") and
    /// columns that are there twice ("duplicate-column"). To be called after header().
    void note(Diagnostics& diagnostics) const;

private:
    Result<CsvExtent> extent();
    Result<bool> take(CsvRecord& record, bool isHeader);
    Result<void> begin();
    Result<void> learn(std::size_t length);
    void open(CsvExtent& extent, CsvRecord& record);
    void giveUp(CsvExtent& extent, CsvRecord& record, std::string reason);
    void cut(std::string_view text, CsvRecord& record) const;

    ByteSource m_source;
    std::size_t m_position = 0;  ///< in the window
    std::uint64_t m_line = 1;
    char m_delimiter = ',';
    LineEnd m_lineEnd = LineEnd::lf;
    bool m_begun = false, m_decimalComma = false;
    std::vector<std::string> m_columns;  ///< empty until the header has been read
    std::uint64_t m_headerLine = 0;
};

}  // namespace plumbline
