#include "core/ingest/redact/raw_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ingest/text/csv.h"
#include "core/ingest/text/json_scanner.h"

namespace plumbline {
namespace {

constexpr std::string_view databaseHead{"SQLite format 3\0", 16};

/// Opened with the byte at the front of its window, and `most` bytes after it, or all that there are.
Result<ByteSource> sourceAt(const ReadInput& input, std::uint64_t byte, std::size_t most) {
    auto source = ByteSource::open(input);
    if (!source) return source;
    if (source->window().starts_with(databaseHead))
        return unexpected(ErrorKind::refused, "It lies in a database, which has no text to show.", input.path,
                          "The row's own fields are beside the trace.");
    // A byte order mark is counted but not in the window.
    while (source->offset() < byte) {
        const auto wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(byte - source->offset(), source->window().size()));
        if (wanted == 0 && source->atEnd())
            return unexpected(ErrorKind::format, fmt::format("It ends before byte {}, where the record began.", byte),
                              input.path, "Read it again.");
        if (const auto read = source->advance(wanted); !read) return Unexpected{read.error()};
    }
    while (source->window().size() < most && !source->atEnd())
        if (const auto read = source->advance(0); !read) return Unexpected{read.error()};
    return source;
}

/// The length of the object or list at the front; nothing where it does not end within the text.
std::optional<std::size_t> lengthOfJson(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth <= 0) return i + 1;
    }
    return std::nullopt;
}

std::string cutText(std::size_t most) { return fmt::format("Cut after {} KiB.", most >> 10); }

RawRecord jsonAtFront(const ByteSource& source, std::size_t most) {
    const std::string_view text = source.window().substr(0, most);
    const auto length = lengthOfJson(text);
    return {piecesOfJson(text.substr(0, length.value_or(text.size()))), length ? std::string() : cutText(most)};
}

/// The record's own values of the lists that hold one for each record, under their keys, and how the object's lists
/// were long; empty where there are none.
class ListPicker {
public:
    ListPicker(ByteSource source, RawPlace::InLists place, std::size_t most)
        : m_scan(std::move(source)), m_place(place), m_left(most) {}

    Result<std::string> pick() {
        std::string key;
        if (m_scan.peek() != JsonScanner::Kind::object || !m_scan.enter()) return std::string();
        while (m_scan.nextKey(key)) {
            if (m_scan.peek() == JsonScanner::Kind::list)
                take(key);
            else
                m_scan.skip();
            if (m_scan.stuck()) break;
        }
        if (const auto status = m_scan.status(); !status) return Unexpected{status.error()};
        return m_out.empty() ? std::string() : "{" + m_out + "}";
    }
    bool cut() const { return m_cut; }

private:
    void take(const std::string& key) {
        std::string found;
        std::size_t count = 0;
        if (!m_scan.enter()) return;
        for (; m_scan.nextElement(); ++count) {
            if (count != m_place.position) {
                if (!m_scan.skip()) return;
                continue;
            }
            std::string_view text;
            if (!m_scan.value(text, m_left)) return;
            found = text.empty() ? std::string("null") : std::string(text);
            m_cut = m_cut || text.empty();
        }
        if (count != m_place.records || found.size() + key.size() > m_left) return;
        m_left -= found.size() + key.size();
        m_out += (m_out.empty() ? "\"" : ",\"") + key + "\":" + found;
    }

    JsonScanner m_scan;
    RawPlace::InLists m_place;
    std::size_t m_left;
    std::string m_out;
    bool m_cut = false;
};

Result<RawRecord> outOfLists(const ReadInput& input, const RawPlace& place, std::size_t most) {
    auto source = sourceAt(input, place.byte, 1);
    if (!source) return Unexpected{source.error()};
    ListPicker picker(std::move(*source), *place.inLists, most);
    const auto text = picker.pick();
    if (!text) return Unexpected{text.error()};
    if (text->empty()) return RawRecord{};
    RawRecord out{piecesOfJson(*text),
                  fmt::format("Its values out of the lists of the result at byte {}: number {} of {}.", place.byte,
                              place.inLists->position + 1, place.inLists->records)};
    if (picker.cut()) out.note += " Values too long to show stand as null.";
    return out;
}

/// The table's record that begins at the byte, under the names of its columns; empty where none begins there.
Result<RawRecord> tableRecord(const ReadInput& input, std::uint64_t byte) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    CsvReader table(std::move(*source));
    CsvRecord record;
    auto more = table.header(record);
    const std::vector<std::string> columns = record.cells;
    while (more && *more && record.byte < byte) more = table.next(record);
    if (!more) return Unexpected{more.error()};
    if (!*more || record.byte != byte || !record.broken.empty()) return RawRecord{};
    return RawRecord{piecesOfCells(columns, record.cells), {}};
}

RawRecord plainLine(std::string_view text) {
    const std::string line(text.substr(0, text.find('\n')));
    return {{{line, line.size(), true}}, {}};  // what it is, is not known: it may be anything
}

}  // namespace

Result<RawRecord> rawRecord(const RawPlace& place, std::size_t most, std::stop_token stop) {
    const ReadInput input{place.path, {}, std::move(stop), [](const Error&) {}};
    if (place.inLists) {
        auto found = outOfLists(input, place, most);
        if (!found || !found->pieces.empty()) return found;
    }
    auto source = sourceAt(input, place.byte, most + 1);
    if (!source) return Unexpected{source.error()};
    const std::string_view text = source->window();
    if (text.empty())
        return unexpected(ErrorKind::format, fmt::format("It ends before byte {}, where the record began.", place.byte),
                          input.path, "Read it again.");
    if (text.front() == '{' || text.front() == '[') return jsonAtFront(*source, most);
    auto record = tableRecord(input, place.byte);
    if (!record || !record->pieces.empty()) return record;
    return plainLine(text.substr(0, most));
}

}  // namespace plumbline
