#include "core/trace/path_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

// How results end, packed ones twice; what a file is written in does not tell what was measured.
constexpr std::array<std::string_view, 16> endings{"json", "jsonl", "ndjson", "csv",    "tsv", "txt", "yaml", "yml",
                                                   "log",  "out",   "db",     "sqlite", "gz",  "zst", "html", "trace"};

constexpr std::array<std::string_view, 20> loadWords{
    "c",  "cc",    "con", "conc", "concurrency", "clients", "users",    "u",       "vu", "parallel",
    "bs", "batch", "qps", "rps",  "rate",        "req",     "requests", "prompts", "n",  "p"};
constexpr std::array<std::string_view, 2> countWords{"num", "number"};

bool isHexDigit(char c) { return isDigit(c) || (lowerOf(c) >= 'a' && lowerOf(c) <= 'f'); }
/// Bytes of other scripts are letters: names in them must tell apart, too.
bool isWordLetter(char c) { return isLetter(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }
bool isWordCharacter(char c) { return isDigit(c) || isWordLetter(c); }

bool areDigits(std::string_view text, std::size_t length) {
    return text.size() == length && std::all_of(text.begin(), text.end(), isDigit);
}
bool isBetween(std::string_view digits, int low, int high) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value >= low && value <= high;
}

bool isYear(std::string_view text) { return areDigits(text, 4) && (text.starts_with("19") || text.starts_with("20")); }
bool isMonth(std::string_view text) { return areDigits(text, 2) && isBetween(text, 1, 12); }
bool isDay(std::string_view text) { return areDigits(text, 2) && isBetween(text, 1, 31); }
bool isDate(std::string_view text) {
    return areDigits(text, 8) && isYear(text.substr(0, 4)) && isMonth(text.substr(4, 2)) && isDay(text.substr(6));
}
bool isSixty(std::string_view text) { return areDigits(text, 2) && isBetween(text, 0, 60); }

std::string_view withoutZone(std::string_view text) {
    if (!text.empty() && lowerOf(text.back()) == 'z') text.remove_suffix(1);
    return text;
}
/// "0900", "090000", "090000.123", each with or without a Z.
bool isTime(std::string_view text) {
    text = withoutZone(text);
    const std::size_t point = text.find('.');
    if (point == 6) text = text.substr(0, point);
    if (!areDigits(text, 4) && !areDigits(text, 6)) return false;
    return isBetween(text.substr(0, 2), 0, 24) && isSixty(text.substr(2, 2)) &&
           (text.size() == 4 || isSixty(text.substr(4)));
}
bool isTimePart(std::string_view text) {
    text = withoutZone(text);
    return isSixty(text.substr(0, text.find('.')));
}

/// Seconds or milliseconds since 1970, of this century so far.
bool isEpoch(std::string_view number) {
    const std::string_view whole = number.substr(0, number.find('.'));
    return (areDigits(whole, 10) || areDigits(whole, 13)) && (whole.front() == '1' || whole.starts_with("20"));
}

bool isUuid(std::string_view text) {
    constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (text.size() < form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'x' ? !isHexDigit(text[i]) : text[i] != form[i]) return false;
    return text.size() == form.size() || !isWordCharacter(text[form.size()]);
}

bool isHexWord(std::string_view text) {
    return text.size() >= 6 && std::all_of(text.begin(), text.end(), isHexDigit) &&
           std::any_of(text.begin(), text.end(), isDigit) && std::any_of(text.begin(), text.end(), isLetter);
}

std::size_t wordEnd(std::string_view part, std::size_t at) {
    const auto isPoint = [&](std::size_t i) {
        return part[i] == '.' && i + 1 < part.size() && isDigit(part[i - 1]) && isDigit(part[i + 1]);
    };
    while (at < part.size() && (isWordCharacter(part[at]) || isPoint(at))) ++at;
    return at;
}

void addNumber(PathToken& token, std::string_view digits) {
    ++token.numbers;
    token.number = digits;
    token.shape += '#';
    double value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure == std::errc() && end == digits.data() + digits.size()) token.values.push_back(value);
}

/// "inf", "infqps" and "rateinf": a number, and the letters of a load.
bool takeInfinity(PathToken& token) {
    constexpr std::string_view infinity = "inf";
    const std::string small = lowered(token.text);
    const std::string_view word = small;
    std::string_view front, back;
    if (word.starts_with(infinity))
        back = word.substr(infinity.size());
    else if (word.ends_with(infinity))
        front = word.substr(0, word.size() - infinity.size());
    else
        return false;
    for (const std::string_view side : {front, back})
        if (!side.empty() && !isLoadWord(side)) return false;
    token.numbers = 1;
    token.number = infinity;
    token.values = {std::numeric_limits<double>::infinity()};
    token.lettersBefore = front;
    token.lettersAfter = back;
    token.shape = token.lettersBefore + '#' + token.lettersAfter;
    return true;
}

void takeApart(PathToken& token) {
    if (takeInfinity(token)) return;
    const std::string_view text = token.text;
    std::string letters;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        if (isDigit(text[at])) {
            while (end < text.size() && (isDigit(text[end]) || text[end] == '.')) ++end;
            addNumber(token, text.substr(at, end - at));
            token.lettersBefore = std::move(letters);
            letters.clear();
        } else {
            while (end < text.size() && !isDigit(text[end])) ++end;
            token.shape += text.substr(at, end - at);
            letters = lowered(text.substr(at, end - at));
        }
        at = end;
    }
    token.lettersAfter = std::move(letters);
    token.stamp = token.numbers == 1 && (isDate(token.number) || isEpoch(token.number));
    if (isHexWord(text) && !token.stamp) token.id = PathToken::Id::likely;
}

/// From `at` on: what is the time of a date that ends before it.
void stampTime(std::vector<PathToken>& words, std::size_t at) {
    if (at < words.size() && isTime(words[at].text)) {
        words[at].stamp = true;
        return;
    }
    const std::size_t end = at + 3;
    if (end > words.size()) return;
    const auto isPart = [&](std::size_t i) { return isTimePart(words[i].text); };
    if (isPart(at) && isPart(at + 1) && isPart(at + 2))
        for (; at < end; ++at) words[at].stamp = true;
}

/// "20260914T090000Z", "20260914090000": a date and its time in one word.
bool isDateWithTime(std::string_view text) {
    if (text.size() < 12 || !isDate(text.substr(0, 8))) return false;
    text.remove_prefix(lowerOf(text[8]) == 't' ? 9 : 8);
    return isTime(text);
}

/// "14T09" and "14T090000Z" behind a year and a month.
bool isDayWithTime(std::string_view text) {
    return text.size() >= 5 && isDay(text.substr(0, 2)) && lowerOf(text[2]) == 't' &&
           (isTimePart(text.substr(3)) || isTime(text.substr(3)));
}

/// Marks dates, and the times beside them, of one folder's or file's words.
void markStamps(std::vector<PathToken>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        PathToken& word = words[i];
        const std::string_view text = word.text;
        const bool pointed = text.size() >= 10 && isYear(text.substr(0, 4)) && text[4] == '.' &&
                             isMonth(text.substr(5, 2)) && text[7] == '.' && isDay(text.substr(8, 2)) &&
                             (text.size() == 10 || text[10] == '.');
        if (pointed || isDateWithTime(text)) word.stamp = true;
        if (pointed || (word.stamp && isDate(word.number))) stampTime(words, i + 1);
        if (!isYear(text) || i + 2 >= words.size() || !isMonth(words[i + 1].text)) continue;
        const std::string_view day = words[i + 2].text;
        if (!isDay(day) && !isDayWithTime(day)) continue;
        for (std::size_t each = i; each < i + 3; ++each) words[each].stamp = true;
        if (isDay(day)) stampTime(words, i + 3);
        for (std::size_t each = i + 3; !isDay(day) && each < std::min(i + 5, words.size()); ++each)
            if (isTimePart(words[each].text)) words[each].stamp = true;
    }
    for (PathToken& word : words)
        if (word.stamp) word.id = PathToken::Id::none;
}

std::vector<PathToken> splitName(std::string_view name) {
    std::vector<PathToken> words;
    std::size_t end = 0;
    for (std::size_t at = 0; at < name.size();) {
        if (!isWordCharacter(name[at])) {
            ++at;
            continue;
        }
        PathToken& token = words.emplace_back();
        token.before = name.substr(end, at - end);
        const bool uuid = isUuid(name.substr(at));
        end = uuid ? at + 36 : wordEnd(name, at);
        token.text = name.substr(at, end - at);
        if (uuid) {
            token.id = PathToken::Id::certain;
            token.shape = "@";
        } else {
            takeApart(token);
        }
        at = end;
    }
    if (words.size() == 1) words.front().whole = words.front().text == name;
    markStamps(words);
    return words;
}

std::string_view withoutEnding(std::string_view name) {
    for (;;) {
        const std::size_t point = name.rfind('.');
        if (point == 0 || point == std::string_view::npos) return name;
        if (!isOneOf(lowered(name.substr(point + 1)), endings)) return name;
        name = name.substr(0, point);
    }
}

}  // namespace

bool isLoadWord(std::string_view small) { return isOneOf(small, loadWords) || isOneOf(small, countWords); }

std::vector<PathToken> splitPath(std::string_view path) {
    std::vector<PathToken> out;
    std::string between;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view name = path.substr(0, slash);
        std::vector<PathToken> words = splitName(slash == std::string_view::npos ? withoutEnding(name) : name);
        if (!words.empty()) {
            words.front().before = between + words.front().before;
            between.clear();
        }
        std::move(words.begin(), words.end(), std::back_inserter(out));
        if (slash == std::string_view::npos) break;
        between += '/';
        path.remove_prefix(slash + 1);
    }
    return out;
}

std::string pathOfRun(const std::string& path, std::string_view reader) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
    if (reader == "aiperf" || reader == "evalscope" || reader == "llmeter") return folder;
    if (reader != "vllm" || slash == std::string::npos || slash == 0) return path;
    // vLLM's sweep writes one folder a combination: run=0.json, run=1.json, summary.json.
    const std::size_t above = folder.rfind('/', slash - 1);
    const std::string_view name = std::string_view(folder).substr(above == std::string::npos ? 0 : above + 1);
    return name.starts_with("SERVE-") ? folder : path;
}

}  // namespace plumbline
