#include "core/ingest/redact/discreet_text.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/ingest/redact/raw_text.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::string_view blot = "...";
constexpr std::size_t shortestKey = shortestPrivate;

/// How keys begin, and what follows at least.
struct KeyMark {
    std::string_view begin;
    std::size_t atLeast = shortestKey;
};
constexpr std::array<KeyMark, 27> keyMarks{{{"sk-"},
                                            {"ghp_"},
                                            {"gho_", 30},
                                            {"ghu_", 30},
                                            {"ghs_", 30},
                                            {"ghr_", 30},
                                            {"github_pat_", 20},
                                            {"pplx-", 30},
                                            {"sk_live_", 16},
                                            {"sk_test_", 16},
                                            {"rk_live_", 16},
                                            {"rk_test_", 16},
                                            {"whsec_", 16},
                                            {"gsk_"},
                                            {"xai-"},
                                            {"nvapi-"},
                                            {"AIza"},
                                            {"AKIA"},
                                            {"glpat-", 20},
                                            {"r8_", 37},
                                            {"xapp-", 10},
                                            {"xoxa-", 10},
                                            {"xoxb-", 10},
                                            {"xoxe-", 10},
                                            {"xoxp-", 10},
                                            {"xoxr-", 10},
                                            {"xoxs-", 10}}};

/// What follows "password" in a sentence about one, and is none.
constexpr std::array<std::string_view, 31> wordsOfSentences{
    "is",       "was",    "for",    "has",     "not",       "must", "authentication", "auth", "required",
    "mismatch", "and",    "or",     "in",      "of",        "to",   "expired",        "does", "failed",
    "field",    "login",  "cannot", "invalid", "protected", "null", "none",           "true", "false",
    "attempt",  "change", "reset",  "policy"};

bool isWord(char c) { return isDigit(c) || isLetter(c) || c == '_' || c == '-'; }
bool isKeyCharacter(char c) { return isWord(c) || c == '.' || c == '*' || c == '/' || c == '+'; }

class Discreet {
public:
    explicit Discreet(std::string_view text) : m_text(text) {}

    std::string take() {
        while (m_at < m_text.size()) {
            const bool begins = m_at == 0 || !isWord(m_text[m_at - 1]);
            if (const std::size_t end = endOfPem(); end > m_at)
                blotTo(end);
            else if (const std::size_t last = begins ? endOfShape() : m_at; last > m_at)
                blotTo(last);
            else if (begins && isWord(m_text[m_at]))
                word();
            else if (m_text.substr(m_at, 3) == "://")
                address();
            else
                m_out += m_text[m_at++];
        }
        return std::move(m_out);
    }

private:
    char at(std::size_t place) const { return place < m_text.size() ? m_text[place] : '\0'; }

    template <typename Is>
    std::size_t endOf(std::size_t from, Is is) const {
        while (from < m_text.size() && is(m_text[from])) ++from;
        return from;
    }
    std::size_t pastSpace(std::size_t from) const {
        return endOf(from, [](char c) { return c == ' ' || c == '\t'; });
    }
    /// Past a quote, which may be escaped; `from` where there is none.
    std::size_t pastQuote(std::size_t from) const {
        while (at(from) == '\\' && (at(from + 1) == '\\' || at(from + 1) == '"' || at(from + 1) == '\'')) ++from;
        return at(from) == '"' || at(from) == '\'' ? from + 1 : from;
    }
    void copyTo(std::size_t end) {
        m_out += m_text.substr(m_at, end - m_at);
        m_at = end;
    }
    void blotTo(std::size_t end) {
        m_out += blot;
        m_at = end;
    }

    /// Past "-----END ...-----" of a block that begins here, or the end of the text; the cursor where none begins.
    std::size_t endOfPem() const {
        constexpr std::string_view begin = "-----BEGIN ", end = "-----END ", dashes = "-----";
        if (!m_text.substr(m_at).starts_with(begin)) return m_at;
        const std::size_t last = m_text.find(end, m_at);
        const std::size_t close = last == m_text.npos ? last : m_text.find(dashes, last + end.size());
        return close == m_text.npos ? m_text.size() : close + dashes.size();
    }

    /// Past a JWT or an AWS secret that begins here; the cursor where there is none.
    std::size_t endOfShape() const {
        const std::size_t token = endOfJwt();
        return token > m_at ? token : endOfAwsSecret();
    }
    /// Three parts of base64url with dots between; "eyJ" is "{" and a quote.
    std::size_t endOfJwt() const {
        if (!m_text.substr(m_at).starts_with("eyJ")) return m_at;
        std::size_t end = m_at;
        for (int part = 0; part < 3; ++part) {
            if (part > 0 && at(end++) != '.') return m_at;
            const std::size_t from = end;
            end = endOf(from, isWord);
            if (end - from < shortestKey) return m_at;
        }
        return end;
    }
    /// 40 characters of base64 that change between capitals, small letters, digits and signs as words and paths do not.
    std::size_t endOfAwsSecret() const {
        constexpr std::size_t length = 40, fewestChanges = 14;
        const auto isBase64 = [](char c) { return isDigit(c) || isLetter(c) || c == '/' || c == '+'; };
        const auto kind = [](char c) { return isDigit(c) ? 0 : isUpper(c) ? 1 : isLetter(c) ? 2 : 3; };
        const char before = m_at > 0 ? m_text[m_at - 1] : ' ';
        const std::size_t end = endOf(m_at, isBase64);
        if (end - m_at != length || isWord(at(end)) || before == '/' || before == '+' || before == '.') return m_at;
        std::array<std::size_t, 4> counts{};
        std::size_t changes = 0;
        for (std::size_t i = m_at; i < end; ++i) {
            ++counts[static_cast<std::size_t>(kind(m_text[i]))];
            changes += i > m_at && kind(m_text[i]) != kind(m_text[i - 1]) ? 1U : 0U;
        }
        return counts[0] > 0 && counts[1] > 0 && counts[2] > 0 && changes >= fewestChanges ? end : m_at;
    }

    // "Bearer abc", "sk-abc", or the name of a value.
    void word() {
        const std::size_t end = endOfWord();
        const std::string_view name = m_text.substr(m_at, end - m_at);
        if (isKey(name)) return blotTo(endOf(m_at, isKeyCharacter));
        const std::size_t colon = pastSpace(pastQuote(end));
        const bool isQuoted = pastQuote(end) != end;
        const bool inQuery = m_at > 0 && (m_text[m_at - 1] == '?' || m_text[m_at - 1] == '&');
        const bool named = at(colon) == ':' || at(colon) == '=';
        // "first token: answer-text" is a sentence.
        const bool isMember = isQuoted || at(colon) == '=' || (name != "token" && name != "headers");
        const bool opens = (isMember && isCredentialField(name)) || (name == "key" && (inQuery || saidApi())) ||
                           (name == "provided" && saidKey()) || (at(end) == '=' && isSignature(name));
        copyTo(end);
        if (isScheme(name)) return schemeValue();
        if (lowered(name) == "token" && !isQuoted && isMadeUp(endOf(end, isBetween))) return secretToken();
        if (isPassword(name) && (named ? !isQuoted : at(end) == ' ')) return passwordValue(named ? colon + 1 : end);
        if (!named || (!opens && !(isQuoted && isPrivateField(name) && name != "message"))) return;
        copyTo(pastSpace(colon + 1));
        value();
    }

    bool isScheme(std::string_view name) const {
        constexpr std::array<std::string_view, 4> schemes{"Bearer", "bearer", "Basic", "basic"};
        return isOneOf(name, schemes) && at(m_at) == ' ';
    }
    void schemeValue() {
        const std::size_t from = m_at + 1, end = endOf(from, isKeyCharacter);
        if (end - from < shortestKey) return;
        copyTo(from);
        blotTo(end);
    }

    static bool isBetween(char c) { return c == ':' || c == ' ' || c == '\t'; }
    /// "abcdef0123456789", but not "answer-text", "128" or "gpt2": a long word of letters and several digits.
    bool isMadeUp(std::size_t from) const {
        constexpr std::size_t shortest = 16, fewestDigits = 4;
        const std::string_view word = m_text.substr(from, endOf(from, isWord) - from);
        const auto digits = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), isDigit));
        return word.size() >= shortest && digits >= fewestDigits && std::any_of(word.begin(), word.end(), isLetter);
    }
    void secretToken() {
        copyTo(endOf(m_at, isBetween));
        blotTo(endOf(m_at, isKeyCharacter));
    }

    /// A word ends where a block of PEM begins, though dashes are of words.
    std::size_t endOfWord() const {
        const std::size_t end = endOf(m_at, isWord);
        const std::size_t block = m_text.substr(m_at, end - m_at + 1).find("-----BEGIN ");
        return block == m_text.npos || block == 0 ? end : m_at + block;
    }

    static bool isSignature(std::string_view name) {
        const std::string word = lowered(name);
        return word == "sig" || word == "signature" || word.starts_with("x-amz-");
    }
    static bool isPassword(std::string_view name) {
        const std::string word = lowered(name);
        return word == "password" || word == "passwd";
    }
    /// "PASSWORD hunter2", "passwd: hunter2", but not "password is required".
    void passwordValue(std::size_t from) {
        const std::size_t begin = pastSpace(from);
        if (pastQuote(begin) != begin || at(begin) == '{' || at(begin) == '[') return copyTo(begin), value();
        const std::size_t end =
            endOf(begin, [](char c) { return std::string_view(" \t\n,;&\"'})]\\").find(c) == std::string_view::npos; });
        if (end == begin || isOneOf(lowered(m_text.substr(begin, end - begin)), wordsOfSentences)) return;
        copyTo(begin);
        blotTo(end);
    }

    static bool isKey(std::string_view word) {
        for (const KeyMark& mark : keyMarks)
            if (word.starts_with(mark.begin) && word.size() >= mark.begin.size() + mark.atLeast) return true;
        // "hf_overrides" is an option; a token mixes cases and digits.
        const std::string_view rest = word.substr(std::min<std::size_t>(3, word.size()));
        return word.starts_with("hf_") && rest.size() >= shortestKey && rest.find('_') == rest.npos &&
               std::any_of(rest.begin(), rest.end(), [](char c) { return isDigit(c) || isUpper(c); });
    }
    bool saidApi() const { return m_out.ends_with("API ") || m_out.ends_with("api ") || m_out.ends_with("Api "); }
    bool saidKey() const { return m_out.ends_with("key ") || m_out.ends_with("token "); }

    // A quoted text, a list or object, or a word. Numbers and truth values hide nothing.
    void value() {
        const std::size_t open = pastQuote(m_at);
        if (open != m_at) return quoted(open);
        if (at(m_at) == '{' || at(m_at) == '[') return blotTo(endOfContainer());
        const std::size_t end =
            endOf(m_at, [](char c) { return std::string_view(" \t\n,;&\"'})]\\").find(c) == std::string_view::npos; });
        const std::string_view word = m_text.substr(m_at, end - m_at);
        if (isScheme(word)) return;
        if (word.size() >= shortestKey && !std::all_of(word.begin(), word.end(), isDigit)) blotTo(end);
    }
    void quoted(std::size_t open) {
        const std::string_view quote = m_text.substr(m_at, open - m_at);
        copyTo(open);
        std::size_t end = m_at;
        while (end < m_text.size() && m_text.substr(end, quote.size()) != quote)
            end += m_text[end] == '\\' && quote.size() == 1 ? std::size_t{2} : std::size_t{1};
        if (end > m_at) blotTo(std::min(end, m_text.size()));
    }
    /// Past the bracket that closes the one at the cursor; the end of the text where none does.
    std::size_t endOfContainer() const {
        std::size_t depth = 0;
        for (std::size_t i = m_at; i < m_text.size(); ++i) {
            const char c = m_text[i];
            if (c == '{' || c == '[') ++depth;
            if ((c == '}' || c == ']') && --depth == 0) return i + 1;
        }
        return m_text.size();
    }

    /// "https://user:password@host": what stands before the @ goes.
    void address() {
        copyTo(m_at + 3);
        const std::size_t end =
            endOf(m_at, [](char c) { return std::string_view(" \t\n/?#\"'\\").find(c) == std::string_view::npos; });
        const std::size_t before = m_text.substr(m_at, end - m_at).rfind('@');
        if (before != std::string_view::npos) blotTo(m_at + before);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
};

}  // namespace

std::string withoutPrivate(std::string_view text) { return Discreet(text).take(); }

}  // namespace plumbline
