#include "core/ingest/csv.h"

#include <algorithm>
#include <array>

#include "core/ingest/records.h"

namespace plumbline {
namespace {

constexpr std::size_t npos = std::string_view::npos;

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == npos; }

std::string_view withoutLineEnd(std::string_view text) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

/// The most frequent of the three that tables are written with, quoted text left out; comma where there is none.
char delimiterOf(std::string_view header) {
    std::array<std::pair<char, int>, 3> found{{{',', 0}, {';', 0}, {'\t', 0}}};
    bool quoted = false;
    for (const char c : header) {
        if (c == '"') quoted = !quoted;
        for (auto& [delimiter, count] : found)
            if (!quoted && c == delimiter) ++count;
    }
    return std::max_element(found.begin(), found.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
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

}  // namespace

/// Bytes of the record at the cursor, line end included. Not closed: a quote is open at its end.
Result<std::size_t> CsvReader::recordLength(bool& closed) {
    std::size_t at = 0;
    bool quoted = false;
    while (true) {
        const std::string_view rest = m_source.window().substr(m_position);
        while (at < rest.size() && at <= longestRecord) {
            const std::size_t next = rest.find_first_of(quoted ? "\"" : "\"\n", at);
            if (next == npos) {
                at = rest.size();
            } else if (rest[next] == '\n') {
                closed = true;
                return next + 1;
            } else {
                quoted = !quoted;
                at = next + 1;
            }
        }
        if (at > longestRecord || m_source.atEnd()) break;
        if (const auto read = m_source.advance(m_position); !read) return Unexpected{read.error()};
        m_position = 0;
    }
    closed = !quoted && at <= longestRecord;
    if (closed) return at;
    const std::string_view rest = m_source.window().substr(m_position);
    return std::min(rest.find('\n'), rest.size() - 1) + 1;  // the first line alone is given up
}

Result<bool> CsvReader::take(CsvRecord& record, bool isHeader) {
    bool closed = false;
    const auto length = recordLength(closed);
    if (!length) return Unexpected{length.error()};
    if (*length == 0) return false;
    const std::string_view raw = m_source.window().substr(m_position, *length);
    if (isHeader && !raw.starts_with('#')) m_delimiter = delimiterOf(raw);
    record.line = m_line;
    record.byte = m_source.offset() + m_position;
    record.text = excerpt(withoutLineEnd(raw));
    record.broken = closed ? "" : "A quote is not closed.";
    record.cells.clear();
    if (closed) cut(withoutLineEnd(raw), record);
    m_line += static_cast<std::uint64_t>(std::count(raw.begin(), raw.end(), '\n'));
    m_position += *length;
    return true;
}

void CsvReader::cut(std::string_view text, CsvRecord& record) const {
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const std::size_t first = m_delimiter == '\t' ? at : std::min(text.find_first_not_of(" \t", at), text.size());
        if (first < text.size() && text[first] == '"') {
            at = first;
            record.cells.push_back(quotedCell(text, at, m_delimiter));
            continue;
        }
        const std::size_t end = std::min(text.find(m_delimiter, at), text.size());
        record.cells.emplace_back(withoutBlanks(text.substr(at, end - at)));
        at = end;
    }
}

Result<bool> CsvReader::header(CsvRecord& record) {
    while (true) {
        const auto some = take(record, true);
        if (!some || !*some) return some;
        if (!isBlank(record.text) && !record.text.starts_with('#')) return true;
    }
}

Result<bool> CsvReader::next(CsvRecord& record) {
    while (true) {
        const auto some = take(record, false);
        if (!some || !*some) return some;
        if (!record.broken.empty() || !isBlank(record.text)) return true;
    }
}

Rejection rejection(const CsvRecord& record, std::uint64_t ordinal, std::string reason) {
    return {ordinal, record.line, record.byte, std::move(reason), record.text};
}

}  // namespace plumbline
