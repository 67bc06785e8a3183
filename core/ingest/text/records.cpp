#include "core/ingest/text/records.h"

#include <algorithm>
#include <utility>

#include "core/ingest/text/csv_cells.h"

namespace plumbline {
namespace {

bool isBlankLine(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Calls outside(i) for each byte that stands outside of strings; true when the text ends inside one.
template <class Outside>
bool scanOutsideStrings(std::string_view json, Outside&& outside) {
    bool inside = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '"') {
            inside = !inside;
        } else if (!inside) {
            outside(i);
        } else if (json[i] == '\\') {
            ++i;
        }
    }
    return inside;
}

}  // namespace

RecordReader::RecordReader(ByteSource source, std::size_t cap) : m_source(std::move(source)), m_cap(cap) {}

Result<bool> RecordReader::next(Record& record) {
    if (m_lineEnd == '\0')
        if (const auto begun = begin(); !begun) return Unexpected{begun.error()};
    while (true) {
        if (m_passing) {
            if (const auto passed = passLine(); !passed) return Unexpected{passed.error()};
        }
        const auto length = lineLength();
        if (!length) return Unexpected{length.error()};
        const std::string_view rest = m_source.window().substr(m_position);
        record.tooLong = m_passing = *length > m_cap;
        record.text = rest.substr(0, std::min(*length, m_cap));
        record.byte = m_source.offset() + m_position;
        record.line = ++m_line;
        record.last = m_source.atEnd() && *length == rest.size();
        if (record.tooLong) return true;
        m_position += *length + (record.last ? 0 : 1);
        if (record.text.ends_with('\r')) record.text.remove_suffix(1);
        if (!isBlankLine(record.text)) return true;
        if (record.last) return false;
    }
}

/// The file's line end, from its first one; CR alone is white space in JSON where lines end with LF.
Result<void> RecordReader::begin() {
    const auto known = [&] {
        const std::size_t end = m_source.window().find_first_of("\r\n");
        return m_source.atEnd() || m_source.window().size() > m_cap ||
               (end != std::string_view::npos && end + 1 < m_source.window().size());
    };
    while (!known())
        if (const auto read = m_source.advance(0); !read) return read;
    m_lineEnd = static_cast<char>(lineEndOf(m_source.window()));
    return {};
}

/// Length of the line that begins at m_position, reading on until its end is seen, or until it is known to be above the
/// cap.
Result<std::size_t> RecordReader::lineLength() {
    std::size_t scanned = 0;
    while (true) {
        const std::string_view rest = m_source.window().substr(m_position);
        const std::size_t end = rest.find(m_lineEnd, scanned);
        if (end != std::string_view::npos) return end;
        if (m_source.atEnd() || rest.size() > m_cap) return rest.size();
        scanned = rest.size();
        if (const auto read = m_source.advance(m_position); !read) return Unexpected{read.error()};
        m_position = 0;
    }
}

/// Goes to the beginning of the next line without keeping what lies between.
Result<void> RecordReader::passLine() {
    while (true) {
        const std::size_t end = m_source.window().find(m_lineEnd, m_position);
        m_position = end == std::string_view::npos ? m_source.window().size() : end + 1;
        m_passing = end == std::string_view::npos && !m_source.atEnd();
        if (!m_passing) return {};
        if (const auto read = m_source.advance(m_position); !read) return read;
        m_position = 0;
    }
}

Result<void> forEachRecord(const ReadInput& input, const std::function<void(const Record&)>& visit) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    RecordReader records(std::move(*source));
    Record next;
    for (;;) {
        const auto more = records.next(next);
        if (!more) return Unexpected{more.error()};
        if (!*more) return {};
        visit(next);
    }
}

std::string excerpt(std::string_view text) {
    constexpr std::size_t most = 200;
    if (text.size() <= most) return std::string(text);
    std::size_t cut = most;
    while (cut > most - 4 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // inside a UTF-8 character
    return std::string(text.substr(0, cut));
}

bool isUnclosed(std::string_view json) {
    std::int64_t depth = 0;
    const bool insideString = scanOutsideStrings(json, [&](std::size_t i) {
        if (json[i] == '{' || json[i] == '[') ++depth;
        if (json[i] == '}' || json[i] == ']') --depth;
    });
    return insideString || depth > 0;
}

bool hasNoBreakSpace(std::string_view json) {
    bool found = false;
    scanOutsideStrings(json, [&](std::size_t i) { found = found || json.substr(i, 2) == "\xC2\xA0"; });
    return found;
}

}  // namespace plumbline
