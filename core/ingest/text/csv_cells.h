// Where a record of a table ends and how it is cut into cells: over text in memory, without the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What ends a line: LF, with or without CR before it, or CR alone as old programs write it.
enum class LineEnd : char { lf = '\n', cr = '\r' };
/// By the first line end of a text; LF where there is none.
LineEnd lineEndOf(std::string_view text);

/// Comma, semicolon or tab: the one that cuts the first two lines into the most cells, as many in both; else the most
/// frequent in the first one. Comma where there is none.
char delimiterOf(std::string_view header, std::string_view nextLine = {});

struct CsvExtent {
    enum class Kind { whole, unfinished, openQuote } kind = Kind::whole;
    std::size_t length = 0;      ///< line end included; of an open quote, the first line
    bool manyLines = false;      ///< a quoted cell holds a line end
    std::size_t quotedCell = 0;  ///< the cell, from 1, in which the open quote opens, else the first of many lines
};
/// The record at the beginning of `text`. A quote opens at the beginning of a cell and closes before a delimiter or a
/// line end; one that runs over a line end and then closes in the middle of a cell was never closed where it opened.
/// Unfinished: the text ends first and is not the file's end.
CsvExtent csvExtent(std::string_view text, bool isEnd, char delimiter, LineEnd lineEnd);

/// A record without its line end, cut into cells: without quotes, and without blanks around unquoted cells.
std::vector<std::string> csvCells(std::string_view record, char delimiter);

/// Whether the numbers of a table, cut into records, are written with a decimal comma: some are, beyond doubt, and none
/// with a point.
bool hasDecimalComma(const std::vector<std::vector<std::string>>& records, char delimiter);
/// "1,5" and "1.234,5" to "1.5" and "1234.5", lists of them separated by blanks too; other cells as they are.
void withDecimalPoint(std::string& cell);

}  // namespace plumbline
