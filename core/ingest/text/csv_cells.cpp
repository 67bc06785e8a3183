#include "core/ingest/text/csv_cells.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

/// The first byte of a cell that is no blank; a tab between tabs is no blank.
std::size_t cellBegin(std::string_view text, std::size_t at, char delimiter) {
    while (at < text.size() && isBlank(text[at]) && text[at] != delimiter) ++at;
    return at;
}

/// A quoted cell whose opening quote is at `at`; moves `at` past what belongs to it.
std::string quotedCell(std::string_view text, std::size_t& at, char delimiter) {
    std::string cell;
    for (++at; at < text.size(); ++at) {
        if (text[at] != '"') {
            cell += text[at];
        } else if (at + 1 < text.size() && text[at + 1] == '"') {
            cell += text[at++];
        } else {
            ++at;
            break;
        }
    }
    const std::size_t end = std::min(text.find(delimiter, at), text.size());
    cell += withoutBlanks(text.substr(at, end - at));  // what follows the closing quote is no other cell
    at = end;
    return cell;
}

/// Finds the end of a record, cell by cell.
class ExtentScan {
public:
    ExtentScan(std::string_view text, bool isEnd, char delimiter, LineEnd lineEnd)
        : m_text(text), m_isEnd(isEnd), m_delimiter(delimiter), m_lineEnd(static_cast<char>(lineEnd)) {}

    CsvExtent scan() {
        for (std::size_t at = 0;; ++at, ++m_cell) {
            at = cellBegin(m_text, at, m_delimiter);
            if (at < m_text.size() && m_text[at] == '"' && !passQuoted(at)) return m_result;
            while (at < m_text.size() && m_text[at] != m_delimiter && m_text[at] != m_lineEnd) ++at;
            if (at == m_text.size()) return end(m_isEnd ? CsvExtent::Kind::whole : CsvExtent::Kind::unfinished, at);
            if (m_text[at] == m_lineEnd) return end(CsvExtent::Kind::whole, at + 1);
        }
    }

private:
    CsvExtent end(CsvExtent::Kind kind, std::size_t length) {
        m_result.kind = kind;
        m_result.length = length;
        return m_result;
    }

    /// Past the closing quote. False: there is none, and the result says so.
    bool passQuoted(std::size_t& at) {
        bool overLines = false;
        for (std::size_t from = at + 1;;) {
            const std::size_t quote = m_text.find('"', from);
            overLines = overLines || m_text.substr(from, quote - from).find(m_lineEnd) != std::string_view::npos;
            if (quote == std::string_view::npos) return m_isEnd ? notClosed() : unfinished();
            if (quote + 1 < m_text.size() && m_text[quote + 1] == '"') {
                from = quote + 2;
                continue;
            }
            const std::size_t next = cellBegin(m_text, quote + 1, m_delimiter);
            if (next == m_text.size() && !m_isEnd) return unfinished();
            if (overLines && next < m_text.size() && !endsCell(m_text[next])) return notClosed();
            if (overLines && !std::exchange(m_result.manyLines, true)) m_result.quotedCell = m_cell;
            at = quote + 1;
            return true;
        }
    }

    bool endsCell(char c) const { return c == m_delimiter || c == '\n' || c == '\r'; }
    bool unfinished() {
        end(CsvExtent::Kind::unfinished, m_text.size());
        return false;
    }
    bool notClosed() {
        const std::size_t line = m_text.find(m_lineEnd);
        end(CsvExtent::Kind::openQuote, line == std::string_view::npos ? m_text.size() : line + 1);
        m_result.quotedCell = m_cell;
        return false;
    }

    std::string_view m_text;
    bool m_isEnd;
    char m_delimiter, m_lineEnd;
    std::size_t m_cell = 1;
    CsvExtent m_result;
};

/// "12", "-1,5", "1.234,5", with an exponent: what a number with a comma looks like.
struct NumberLook {
    bool number = false, comma = false, point = false;
};

/// 1 to 3 digits and then points with three each.
bool isGrouped(std::string_view whole) {
    const std::size_t first = whole.find('.');
    if (first == 0 || first > 3 || first == std::string_view::npos) return false;
    for (std::size_t at = first; at < whole.size(); at += 4)
        if (whole.size() - at < 4 || whole[at] != '.' || !std::all_of(&whole[at + 1], &whole[at + 1] + 3, isDigit))
            return false;
    return true;
}

NumberLook numberLook(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) {
        std::string_view power = text.substr(exponent + 1);
        if (power.starts_with('-') || power.starts_with('+')) power.remove_prefix(1);
        if (power.empty() || !std::all_of(power.begin(), power.end(), isDigit)) return {};
        text = text.substr(0, exponent);
    }
    const std::size_t mark = text.find_last_of(",.");
    const std::string_view whole = text.substr(0, mark);
    const std::string_view fraction = mark == std::string_view::npos ? std::string_view() : text.substr(mark + 1);
    const bool plainWhole = std::all_of(whole.begin(), whole.end(), isDigit);
    if (whole.empty() || !std::all_of(fraction.begin(), fraction.end(), isDigit)) return {};
    if (mark == std::string_view::npos) return {plainWhole, false, false};
    if (fraction.empty()) return {};
    const bool comma = text[mark] == ',';
    return {plainWhole || (comma && isGrouped(whole)), comma, !comma};
}

}  // namespace

LineEnd lineEndOf(std::string_view text) {
    const std::size_t first = text.find_first_of("\r\n");
    if (first == std::string_view::npos || text[first] == '\n') return LineEnd::lf;
    return text.substr(first, 2) == "\r\n" || first + 1 == text.size() ? LineEnd::lf : LineEnd::cr;
}

char delimiterOf(std::string_view header, std::string_view nextLine) {
    std::tuple<bool, std::size_t, char> best{false, 1, ','};
    for (const char delimiter : {'\t', ';', ','}) {
        const std::size_t cells = csvCells(header, delimiter).size();
        const bool both = cells > 1 && csvCells(nextLine, delimiter).size() == cells;
        if (std::pair(both, cells) > std::pair(std::get<0>(best), std::get<1>(best))) best = {both, cells, delimiter};
    }
    return std::get<2>(best);
}

CsvExtent csvExtent(std::string_view text, bool isEnd, char delimiter, LineEnd lineEnd) {
    return ExtentScan(text, isEnd, delimiter, lineEnd).scan();
}

std::vector<std::string> csvCells(std::string_view record, char delimiter) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at <= record.size(); ++at) {
        const std::size_t first = cellBegin(record, at, delimiter);
        if (first < record.size() && record[first] == '"') {
            at = first;
            cells.push_back(quotedCell(record, at, delimiter));
            continue;
        }
        const std::size_t end = std::min(record.find(delimiter, at), record.size());
        cells.emplace_back(withoutBlanks(record.substr(at, end - at)));
        at = end;
    }
    return cells;
}

bool hasDecimalComma(const std::vector<std::vector<std::string>>& records, char delimiter) {
    // "1,234" may be a thousand and more, where it is not the semicolon that makes room for a decimal comma.
    const auto isSure = [&](const std::string& cell) {
        const std::size_t mark = cell.find(',');
        const bool leadingZero = cell[cell.find_first_not_of("+-")] == '0';
        return delimiter == ';' || leadingZero || cell.size() - mark != 4 || cell.find('.') != std::string_view::npos;
    };
    bool comma = false;
    for (const auto& record : records)
        for (const std::string& cell : record) {
            const NumberLook look = numberLook(cell);
            if (look.number && look.point) return false;
            comma = comma || (look.number && look.comma && isSure(cell));
        }
    return comma;
}

void withDecimalPoint(std::string& cell) {
    if (cell.find(',') == std::string_view::npos) return;
    std::string out;
    for (std::size_t at = 0; at <= cell.size();) {
        const std::size_t end = std::min(cell.find(' ', at), cell.size());
        std::string word = cell.substr(at, end - at);
        const NumberLook look = numberLook(word);
        if (!word.empty() && !look.number) return;
        if (look.comma) {
            std::erase(word, '.');
            word[word.find(',')] = '.';
        }
        out += word;
        if (end < cell.size()) out += ' ';
        at = end + 1;
    }
    cell = std::move(out);
}

}  // namespace plumbline
