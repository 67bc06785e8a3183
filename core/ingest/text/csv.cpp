#include "core/ingest/text/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::string_view withoutLineEnd(std::string_view text) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

std::uint64_t linesIn(std::string_view text, LineEnd lineEnd) {
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), static_cast<char>(lineEnd)));
}

/// Numbers that a decimal comma is told by: those of this many records.
constexpr std::size_t recordsLookedAt = 1000;

}  // namespace

/// The record at the cursor, with all of it in the window, unless it is longer than a record may be.
Result<CsvExtent> CsvReader::extent() {
    while (true) {
        const std::string_view rest = m_source.window().substr(m_position);
        CsvExtent found = csvExtent(rest, m_source.atEnd(), m_delimiter, m_lineEnd);
        if (found.kind == CsvExtent::Kind::unfinished && rest.size() > longestRecord) {
            const std::size_t line = rest.find(static_cast<char>(m_lineEnd));
            found.kind = CsvExtent::Kind::openQuote;
            found.length = std::min(line, rest.size() - 1) + 1;
        }
        if (found.kind != CsvExtent::Kind::unfinished) return found;
        if (const auto read = m_source.advance(m_position); !read) return Unexpected{read.error()};
        m_position = 0;
    }
}

/// Gives up the first line of a record alone: a quote that is open there would make one cell of all that follows.
void CsvReader::giveUp(CsvExtent& extent, CsvRecord& record, std::string reason) {
    const std::string_view rest = m_source.window().substr(m_position);
    const std::size_t line = rest.find(static_cast<char>(m_lineEnd));
    extent.length = std::min(line, rest.size() - 1) + 1;
    record.cells.clear();
    record.broken = std::move(reason);
}

void CsvReader::open(CsvExtent& extent, CsvRecord& record) {
    if (extent.kind == CsvExtent::Kind::openQuote)
        return giveUp(
            extent, record,
            extent.quotedCell == 0
                ? fmt::format("It is longer than {} MiB, or a quote in it is not closed.", longestRecord >> 20)
                : fmt::format("A quote is not closed: it opens in cell {}.", extent.quotedCell));
    cut(withoutLineEnd(m_source.window().substr(m_position, extent.length)), record);
    // Quotes that open in two records pair up over the lines between, and their cells don't fit the header then.
    if (extent.manyLines && !m_columns.empty() && record.cells.size() != m_columns.size())
        giveUp(
            extent, record,
            fmt::format("A quote is not closed, it seems: with what follows the one that opens in cell {}, it has {} "
                        "cells where the header has {}.",
                        extent.quotedCell, record.cells.size(), m_columns.size()));
}

/// The line end that the file has, from its first one.
Result<void> CsvReader::begin() {
    const auto known = [&] {
        const std::size_t end = m_source.window().find_first_of("\r\n");
        return m_source.atEnd() || m_source.window().size() > longestRecord ||
               (end != std::string_view::npos && end + 1 < m_source.window().size());
    };
    while (!known())
        if (const auto read = m_source.advance(0); !read) return read;
    m_lineEnd = lineEndOf(m_source.window());
    m_begun = true;
    return {};
}

Result<bool> CsvReader::take(CsvRecord& record, bool isHeader) {
    if (!m_begun)
        if (const auto begun = begin(); !begun) return Unexpected{begun.error()};
    auto found = extent();
    if (!found) return Unexpected{found.error()};
    if (found->length == 0) return false;
    std::string_view raw = m_source.window().substr(m_position, found->length);
    if (isHeader && !raw.starts_with('#') && !isBlank(raw)) {
        if (const auto learnt = learn(found->length); !learnt) return Unexpected{learnt.error()};
        found = extent();  // as it is cut by the delimiter that is known now
        if (!found) return Unexpected{found.error()};
    }
    record.line = m_line;
    record.byte = m_source.offset() + m_position;
    record.broken.clear();
    open(*found, record);
    raw = m_source.window().substr(m_position, found->length);
    record.text = excerpt(withoutLineEnd(raw));
    m_line += linesIn(raw, m_lineEnd);
    m_position += found->length;
    return true;
}

/// The delimiter, and whether numbers have a comma, from the header of `length` bytes at the cursor and what follows.
Result<void> CsvReader::learn(std::size_t length) {
    while (m_source.window().size() - m_position < length + ByteSource::defaultStep / 2 && !m_source.atEnd()) {
        if (const auto read = m_source.advance(m_position); !read) return read;
        m_position = 0;
    }
    std::string_view rest = m_source.window().substr(m_position);
    const char lineEnd = static_cast<char>(m_lineEnd);
    const std::string_view next = rest.substr(length);
    m_delimiter =
        delimiterOf(withoutLineEnd(rest.substr(0, length)), withoutLineEnd(next.substr(0, next.find(lineEnd))));
    rest.remove_prefix(length);
    std::vector<std::vector<std::string>> records;
    while (!rest.empty() && records.size() < recordsLookedAt) {
        const CsvExtent one = csvExtent(rest, true, m_delimiter, m_lineEnd);
        if (one.length == rest.size() && !m_source.atEnd()) break;
        if (one.kind == CsvExtent::Kind::whole)
            records.push_back(csvCells(withoutLineEnd(rest.substr(0, one.length)), m_delimiter));
        rest.remove_prefix(one.length);
    }
    m_decimalComma = hasDecimalComma(records, m_delimiter);
    return {};
}

void CsvReader::cut(std::string_view text, CsvRecord& record) const {
    record.cells = csvCells(text, m_delimiter);
    if (m_columns.empty()) return;
    while (record.cells.size() > m_columns.size() && record.cells.back().empty()) record.cells.pop_back();
    if (m_decimalComma)
        for (std::string& cell : record.cells) withDecimalPoint(cell);
}

Result<bool> CsvReader::header(CsvRecord& record) {
    while (true) {
        const auto some = take(record, true);
        if (!some || !*some) return some;
        if (isBlank(record.text) || record.text.starts_with('#')) continue;
        m_columns = record.cells;
        m_headerLine = record.line;
        return true;
    }
}

void CsvReader::note(Diagnostics& diagnostics) const {
    if (m_decimalComma)
        diagnostics.note("decimal-comma", m_headerLine,
                         [] { return std::string("Numbers are written with a decimal comma, and read so."); });
    for (auto column = m_columns.begin(); column != m_columns.end(); ++column)
        if (!column->empty() && std::find(m_columns.begin(), column, *column) != column)
            diagnostics.note("duplicate-column", m_headerLine, [&] {
                return fmt::format("The column '{}' is there twice: the last one is taken.", *column);
            });
}

Result<bool> CsvReader::next(CsvRecord& record) {
    while (true) {
        const auto some = take(record, false);
        if (!some || !*some) return some;
        if (!record.broken.empty() || !isBlank(record.text)) return true;
    }
}

}  // namespace plumbline
