#include "core/ingest/text/json_scanner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/ingest/text/json_nesting.h"
#include "core/trace/context.h"

namespace plumbline {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool endsScalar(char c) {
    return isSpace(c) || c == ',' || c == ']' || c == '}' || c == ':' || c == '[' || c == '{' || c == '"';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

/// Whether the quote at `at` closes a string that began before `from`: an even number of backslashes before it.
bool closes(std::string_view window, std::size_t from, std::size_t at) {
    std::size_t slashes = 0;
    while (at - slashes > from && window[at - slashes - 1] == '\\') ++slashes;
    return slashes % 2 == 0;
}

}  // namespace

bool JsonScanner::more() {
    if (m_error || m_source.atEnd()) return false;
    const auto read = m_source.advance(m_position);
    m_position = 0;
    if (!read) m_error = read.error();
    return !m_error;
}

Result<void> JsonScanner::status() const {
    if (m_error) return Unexpected{*m_error};
    return {};
}

bool JsonScanner::fail(std::string reason) {
    const std::string_view window = m_source.window();
    // What a web page or an editor makes of a space looks like one, so it is named.
    if (window.substr(std::min(m_position, window.size())).starts_with("\xC2\xA0"))
        reason = "It holds U+00A0, a no-break space, where JSON wants a plain one.";
    if (m_reason.empty()) m_reason = std::move(reason);
    return false;
}

/// The next byte that is no white space, without passing it; -1 at the end of the file.
int JsonScanner::look() {
    do {
        const std::string_view window = m_source.window();
        while (m_position < window.size() && isSpace(window[m_position])) ++m_position;
        if (m_position < window.size()) return static_cast<unsigned char>(window[m_position]);
    } while (more());
    return -1;
}

JsonScanner::Kind JsonScanner::peek() {
    switch (look()) {
        case -1:
            return Kind::end;
        case '{':
            return Kind::object;
        case '[':
            return Kind::list;
        case '"':
            return Kind::text;
        case ',':
        case ':':
        case ']':
        case '}':
        case 0xC2:  // no value begins so; a no-break space does
            return Kind::broken;
        default:
            return Kind::scalar;
    }
}

bool JsonScanner::enter() {
    const Kind kind = peek();
    if (kind != Kind::object && kind != Kind::list) return fail("Not an object or a list.");
    ++m_position;
    m_afterValue = false;
    return true;
}

/// Passes the comma before the next key or element, or the closing bracket.
bool JsonScanner::separator(char closing, bool& ended) {
    int next = look();
    ended = next == static_cast<unsigned char>(closing);
    if (ended) {
        ++m_position;
        m_afterValue = true;
        return true;
    }
    if (m_afterValue) {
        if (next == ',') {
            ++m_position;
            next = look();
        } else if (next != -1) {
            return fail("A comma or a closing bracket is missing.");
        }
    }
    if (next != -1) return true;
    m_truncated = true;
    return fail("The file ends inside an object or a list.");
}

bool JsonScanner::nextKey(std::string& key) {
    bool ended = false;
    if (stuck() || !separator('}', ended) || ended) return false;
    if (peek() != Kind::text) return fail("A key is missing.");
    constexpr std::size_t longestKey = 64 << 10;
    std::string_view text;
    if (!value(text, longestKey)) return false;
    key = text.empty() ? std::string() : plainText(text);
    const int colon = look();
    if (colon == -1) m_truncated = true;
    if (colon != ':') return fail("A colon is missing after a key.");
    ++m_position;
    return true;
}

bool JsonScanner::nextElement() {
    bool ended = false;
    return !stuck() && separator(']', ended) && !ended;
}

/// The bytes up to `at` (counted from the cursor) hold no end: reads on. A value that is kept stays in the window until
/// it grows past the limit.
bool JsonScanner::readOn(Keep& keep, std::size_t limit, std::size_t& at) {
    if (keep == Keep::yes && at > limit) keep = Keep::no;
    if (keep == Keep::no) {
        m_position += at;
        at = 0;
    }
    return more();
}

std::optional<std::size_t> JsonScanner::nestedEnd(Keep keep, std::size_t limit) {
    Nesting state;
    std::size_t at = 1;
    while (true) {
        const std::string_view rest = m_source.window().substr(m_position);
        const NestingStop stop = scanNesting(rest.substr(at), state);
        if (stop.closedAt != npos) return at + stop.closedAt + 1;
        at = rest.size();
        if (!readOn(keep, limit, at)) return std::nullopt;
    }
}

std::optional<std::size_t> JsonScanner::textEnd(Keep keep, std::size_t limit) {
    Nesting state{true, false, 0};
    std::size_t at = 1;
    while (true) {
        const std::string_view window = m_source.window().substr(m_position);
        std::size_t from = at;
        if (state.escaped && from < window.size()) ++from;  // the byte after a backslash that ended the last window
        if (from > at) state.escaped = false;
        for (std::size_t quote = window.find('"', from); quote != npos; quote = window.find('"', quote + 1))
            if (closes(window, from, quote)) return quote + 1;
        if (window.size() > from) state.escaped = !closes(window, from, window.size());
        at = window.size();
        if (!readOn(keep, limit, at)) return std::nullopt;
    }
}

std::optional<std::size_t> JsonScanner::scalarEnd(Keep keep, std::size_t limit) {
    std::size_t at = 0;
    while (true) {
        const std::string_view window = m_source.window().substr(m_position);
        while (at < window.size() && !endsScalar(window[at])) ++at;
        if (at < window.size() || m_source.atEnd()) return at;
        if (!readOn(keep, limit, at)) return m_error ? std::nullopt : std::optional(at);
    }
}

/// The length of the value at the cursor; 0 bytes of it may be left in the window when it is not kept.
std::optional<std::size_t> JsonScanner::valueEnd(Keep keep, std::size_t limit) {
    if (stuck() || m_error) return std::nullopt;
    std::optional<std::size_t> end;
    switch (peek()) {
        case Kind::object:
        case Kind::list:
            end = nestedEnd(keep, limit);
            break;
        case Kind::text:
            end = textEnd(keep, limit);
            break;
        case Kind::scalar:
            end = scalarEnd(keep, limit);
            break;
        case Kind::broken:
            fail("A value is missing.");
            return std::nullopt;
        case Kind::end:
            break;
    }
    if (!end && !m_error) {
        m_truncated = true;
        fail("The file ends inside a value.");
    }
    return end;
}

bool JsonScanner::skip() {
    const auto end = valueEnd(Keep::no, 0);
    if (!end) return false;
    m_position += *end;
    m_afterValue = true;
    return true;
}

bool JsonScanner::value(std::string_view& text, std::size_t limit) {
    if (look() == -1) {
        m_truncated = true;
        return fail("The file ends where a value is missing.");
    }
    const std::uint64_t begin = offset();
    const auto end = valueEnd(Keep::yes, limit);
    if (!end) return false;
    const bool kept = offset() == begin && *end <= limit;
    text = kept ? m_source.window().substr(m_position, *end) : std::string_view();
    m_position += *end;
    m_afterValue = true;
    return true;
}

bool JsonScanner::batch(std::string_view& list) {
    if (stuck() || m_error) return false;
    // After a batch the cursor is at the comma behind it, or past the list's end.
    bool ended = false;
    if (!separator(']', ended) || ended) return false;
    Nesting state;
    std::size_t at = 0, comma = npos;
    while (true) {
        const std::string_view rest = m_source.window().substr(m_position);
        const NestingStop stop = scanNesting(rest.substr(at), state);
        if (stop.lastComma != npos) comma = at + stop.lastComma;
        const bool closed = stop.closedAt != npos;
        if (closed && rest[at + stop.closedAt] != ']') return fail("A list is closed by the wrong bracket.");
        if (closed || comma != npos) {
            const std::size_t end = closed ? at + stop.closedAt : comma;
            m_batch.assign(1, '[').append(rest.substr(0, end)).append(1, ']').append(windowPadding, '\0');
            list = std::string_view(m_batch).substr(0, end + 2);
            m_position += end;  // the closing bracket is passed by the next call
            m_afterValue = true;
            return true;
        }
        at = rest.size();
        if (more()) continue;
        if (m_error) return false;
        m_truncated = true;
        return fail("The file ends inside a list.");
    }
}

bool JsonScanner::resync() {
    do {
        const std::string_view window = m_source.window();
        for (std::size_t line = window.find_first_of("\r\n", m_position); line != npos;
             line = window.find_first_of("\r\n", line + 1)) {
            if (line + 1 >= window.size() || window[line + 1] != '{') continue;
            m_position = line + 1;
            m_reason.clear();
            m_truncated = m_afterValue = false;
            return true;
        }
        m_position = window.empty() ? 0 : std::max(m_position, window.size() - 1);  // a line end may be the last byte
    } while (more());
    return false;
}

void splitList(std::string_view list, const std::function<void(std::string_view element)>& visit) {
    if (list.size() < 2 || trimmed(list.substr(1, list.size() - 2)).empty()) return;
    bool inText = false;
    int depth = 0;
    std::size_t from = 1;
    for (std::size_t at = 1; at + 1 < list.size(); ++at) {
        const char c = list[at];
        if (c == '\\' && inText)
            ++at;
        else if (c == '"')
            inText = !inText;
        else if (inText)
            continue;
        else if (c == '[' || c == '{')
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        else if (c == ',' && depth == 0) {
            visit(trimmed(list.substr(from, at - from)));
            from = at + 1;
        }
    }
    visit(trimmed(list.substr(from, list.size() - 1 - from)));
}

}  // namespace plumbline
