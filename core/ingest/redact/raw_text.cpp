#include "core/ingest/redact/raw_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/ingest/redact/discreet_text.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::size_t longText = 200;  // characters: beyond it a text is likely a prompt or a reply
constexpr int deepest = 100;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// "generatedText" and "generated_text" are "generated", "text".
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!isLetter(c) && !isDigit(c)) {
            inside = false;
            continue;
        }
        const bool hump = inside && isUpper(c) && !isUpper(name[i - 1]);
        if (!inside || hump) words.emplace_back();
        words.back() += lowerOf(c);
        inside = true;
    }
    return words;
}

/// A value that is plainly a number, a truth value or nothing at all hides nothing.
bool isPlain(std::string_view value) {
    double number = 0;
    const NumberKind kind = parseDouble(value, number);
    if (kind == NumberKind::number || kind == NumberKind::notFinite || kind == NumberKind::outOfRange) return true;
    const std::string word = lowered(value);
    return word.empty() || word == "true" || word == "false" || word == "null" || word == "none";
}

/// What is not stored is not shown either, nor is what only begins like a credential.
bool holdsCredential(std::string_view text) {
    constexpr std::array<std::string_view, 6> beginnings{"sk-", "hf_", "Bearer ", "bearer ", "Basic ", "ghp_"};
    return std::any_of(beginnings.begin(), beginnings.end(), [&](auto begin) { return text.starts_with(begin); }) ||
           withoutPrivate(text) != text;
}

/// Objects under these names hold measurements beside what was said: they are looked into, not hidden whole.
bool isEnvelope(std::string_view name) {
    constexpr std::array<std::string_view, 9> envelopes{"input",     "inputs",  "output", "outputs", "response",
                                                        "responses", "payload", "body",   "delta"};
    const std::vector<std::string> words = wordsOf(name);
    return !words.empty() && isOneOf(words.back(), envelopes);
}

/// Characters, not bytes; an escape of JSON is one.
std::size_t charactersIn(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) continue;
        ++count;
        if (text[i] == '\\' && i + 1 < text.size())
            i += text[i + 1] == 'u' ? std::min<std::size_t>(5, text.size() - i - 1) : 1;
    }
    return count;
}

class Pieces {
public:
    void add(std::string_view text) {
        if (m_hiding > 0) {
            m_hidden += text;
            return;
        }
        if (m_pieces.empty() || m_pieces.back().hidden) m_pieces.emplace_back();
        m_pieces.back().text += text;
    }
    void addHidden(std::string_view text, std::size_t characters) {
        if (m_hiding > 0) return add(text);
        if (!text.empty()) m_pieces.push_back({std::string(text), characters, true});
    }
    void beginHidden() { ++m_hiding; }
    void endHidden(std::size_t characters) {
        if (--m_hiding == 0) addHidden(std::exchange(m_hidden, {}), characters);
    }
    std::vector<RawPiece> take() { return std::move(m_pieces); }

private:
    std::vector<RawPiece> m_pieces;
    std::string m_hidden;
    int m_hiding = 0;
};

/// Walks a JSON text without parsing its numbers: bare NaN, Infinity and the like stand as they are.
class Layout {
public:
    explicit Layout(std::string_view text) : m_text(text) {}

    std::vector<RawPiece> lay() {
        skipSpace();
        const bool whole = value({}, false, 0);
        skipSpace();
        const std::string_view rest = m_text.substr(m_at);
        if (!whole || !rest.empty()) m_out.addHidden(rest, charactersIn(rest));
        return m_out.take();
    }

private:
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace() {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
    }
    void line(int depth) { m_out.add("\n" + std::string(static_cast<std::size_t>(depth) * 2, ' ')); }

    /// The string at the cursor with its quotes; empty where it does not end.
    std::string_view string() {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != '"') end += m_text[end] == '\\' ? std::size_t{2} : std::size_t{1};
        if (end >= m_text.size()) return {};
        const std::string_view found = m_text.substr(m_at, end + 1 - m_at);
        m_at = end + 1;
        return found;
    }

    bool value(std::string_view key, bool isPrivate, int depth) {
        if (depth > deepest) return false;
        const char first = peek();
        if (first == '"') return text(isPrivate);
        if (first == '{' || first == '[') return container(key, isPrivate, depth);
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && !isSpace(peek()) &&
               std::string_view(",]}:").find(peek()) == std::string_view::npos)
            ++m_at;
        m_out.add(m_text.substr(begin, m_at - begin));
        return m_at > begin && m_at < m_text.size();  // what ends with the text may have been cut
    }

    bool text(bool isPrivate) {
        const std::string_view quoted = string();
        if (quoted.empty()) return false;
        const std::string_view inside = quoted.substr(1, quoted.size() - 2);
        const std::size_t characters = charactersIn(inside);
        if ((isPrivate && !isPlain(inside)) || characters > longText || holdsCredential(inside))
            m_out.addHidden(quoted, characters);
        else
            m_out.add(quoted);
        return true;
    }

    bool container(std::string_view key, bool isPrivate, int depth) {
        const bool hides = isPrivate && !(isEnvelope(key) && holdsObjects());
        const std::size_t begin = m_at;
        if (hides) m_out.beginHidden();
        const bool whole = peek() == '{' ? object(depth) : list(key, depth);
        if (hides) m_out.endHidden(charactersIn(m_text.substr(begin, m_at - begin)));
        return whole;
    }

    /// The object or list at the cursor is an object, or a list of containers.
    bool holdsObjects() const {
        if (peek() == '{') return true;
        std::size_t at = m_at + 1;
        while (at < m_text.size() && isSpace(m_text[at])) ++at;
        return at < m_text.size() && (m_text[at] == '{' || m_text[at] == '[');
    }

    bool object(int depth) {
        ++m_at;
        m_out.add("{");
        std::string named;  // of {"key": "gen_ai.prompt", "value": ...}
        for (bool first = true;; first = false) {
            skipSpace();
            if (peek() == '}') return close("}", !first, depth);
            if (!first && !comma()) return false;
            const std::string_view quoted = keyBeforeColon();
            if (quoted.empty()) return false;
            const std::string_view name = quoted.substr(1, quoted.size() - 2);
            line(depth + 1);
            m_out.add(quoted);
            m_out.add(": ");
            if ((name == "key" || name == "name") && peek() == '"') named = nameAhead();
            const bool hides = isPrivateField(name == "value" && !named.empty() ? std::string_view(named) : name);
            if (!value(name, hides, depth + 1)) return false;
        }
    }

    bool list(std::string_view key, int depth) {
        ++m_at;
        m_out.add("[");
        skipSpace();
        const bool lines = peek() == '{' || peek() == '[';
        for (bool first = true;; first = false) {
            skipSpace();
            if (peek() == ']') return close("]", lines && !first, depth);
            if (!first && !comma()) return false;
            if (lines)
                line(depth + 1);
            else if (!first)
                m_out.add(" ");
            if (!value(key, isPrivateField(key), depth + 1)) return false;
        }
    }

    /// Past the colon; empty, and the cursor stays, where none is there.
    std::string_view keyBeforeColon() {
        const std::size_t begin = m_at;
        const std::string_view quoted = peek() == '"' ? string() : std::string_view();
        skipSpace();
        if (quoted.empty() || peek() != ':') {
            m_at = begin;
            return {};
        }
        ++m_at;
        skipSpace();
        return quoted;
    }
    bool comma() {
        if (peek() != ',') return false;
        ++m_at;
        m_out.add(",");
        skipSpace();
        return true;
    }
    bool close(std::string_view bracket, bool onNewLine, int depth) {
        ++m_at;
        if (onNewLine) line(depth);
        m_out.add(bracket);
        return true;
    }
    std::string nameAhead() {
        const std::size_t at = m_at;
        const std::string_view quoted = string();
        m_at = at;
        return quoted.empty() ? std::string() : std::string(quoted.substr(1, quoted.size() - 2));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Pieces m_out;
};

}  // namespace

bool isCredentialField(std::string_view name) {
    constexpr std::array<std::string_view, 17> opening{
        "password", "passwords",  "passwd",  "secret",      "secrets", "cookie", "cookies",       "token",     "apikey",
        "apikeys",  "credential", "headers", "credentials", "bearer",  "auth",   "authorization", "passphrase"};
    constexpr std::array<std::string_view, 8> locks{"api",  "secret",  "access",  "private",
                                                    "auth", "account", "signing", "encryption"};
    const std::vector<std::string> words = wordsOf(name);
    if (words.empty()) return false;
    const std::string before = words.size() > 1 ? words[words.size() - 2] : std::string();
    if (words.back() == "key" || words.back() == "keys") return isOneOf(before, locks);
    return isOneOf(words.back(), opening);
}

bool isPrivateField(std::string_view name) {
    constexpr std::array<std::string_view, 29> spoken{
        "prompt",   "prompts",   "message",      "messages",  "conversation", "content",    "contents", "text",
        "texts",    "reply",     "replies",      "response",  "responses",    "completion", "answer",   "answers",
        "question", "questions", "query",        "input",     "inputs",       "output",     "outputs",  "body",
        "payload",  "thinking",  "instructions", "arguments", "delta"};
    constexpr std::array<std::string_view, 4> numbered{"token", "prompt", "input", "output"};
    constexpr std::array<std::string_view, 2> forAll{"extra", "default"};  // options for all requests
    const std::vector<std::string> words = wordsOf(name);
    if (words.empty()) return false;
    const std::string before = words.size() > 1 ? words[words.size() - 2] : std::string();
    if (words.back() == "ids") return isOneOf(before, numbered);
    return isCredentialField(name) || (isOneOf(words.back(), spoken) && !isOneOf(before, forAll));
}

std::vector<RawPiece> piecesOfJson(std::string_view text) { return Layout(text).lay(); }

std::vector<RawPiece> piecesOfCells(const std::vector<std::string>& columns, const std::vector<std::string>& cells) {
    Pieces out;
    for (std::size_t i = 0; i < std::max(columns.size(), cells.size()); ++i) {
        const std::string name = i < columns.size() ? columns[i] : "column " + std::to_string(i + 1);
        const std::string cell = i < cells.size() ? cells[i] : std::string();
        out.add(name + ": ");
        const std::size_t characters = charactersIn(cell);
        const bool hides = isPrivateField(name) && !isPlain(cell);
        if (hides || characters > longText || holdsCredential(cell))
            out.addHidden(cell, characters);
        else
            out.add(cell);
        out.add("\n");
    }
    return out.take();
}

}  // namespace plumbline
