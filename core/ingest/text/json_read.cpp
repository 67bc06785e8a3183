#include "core/ingest/text/json_read.h"

#include <fmt/format.h>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/text/records.h"
#include "core/trace/ascii.h"
#include "core/trace/time_limits.h"

namespace plumbline {
namespace {

constexpr int deepest = 256;  ///< nesting of a record: more is refused, so that a file cannot exhaust the stack

static_assert(windowPadding >= simdjson::SIMDJSON_PADDING);

const char* sentence(simdjson::error_code error) {
    switch (error) {
        case simdjson::UTF8_ERROR:
            return "Not valid UTF-8";
        case simdjson::UNCLOSED_STRING:
            return "A string is not closed";
        case simdjson::UNESCAPED_CHARS:
            return "A control character stands inside a string";
        case simdjson::STRING_ERROR:
            return "A string holds a malformed escape";
        case simdjson::NUMBER_ERROR:
            return "A number is malformed";
        case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
            return "Brackets do not match, or something follows the object";
        case simdjson::DEPTH_ERROR:
            return "Nested too deeply";
        case simdjson::TRAILING_CONTENT:
            return "Something follows the end of the object";
        case simdjson::INCORRECT_TYPE:
            return "Not a JSON object";
        case simdjson::SCALAR_DOCUMENT_AS_VALUE:
            return "Not a JSON object or list";
        case simdjson::EMPTY:
            return "Empty";
        case simdjson::MEMALLOC:
            return "Too large for the memory of this machine";
        default:
            return "Broken JSON";
    }
}

bool startsNumber(char c) { return c == '-' || isDigit(c); }

}  // namespace

void JsonRead::begin(std::string_view text, std::uint64_t line) {
    m_text = text;
    m_line = line;
    m_depth = 0;
    m_error = simdjson::SUCCESS;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + windowPadding);
    fail(m_parser.iterate(padded).get(m_document));
}

/// What follows the end is seen only now. The reason is put into words while the record's text is there.
bool JsonRead::finish() {
    if (!failed() && m_document.current_location().error() != simdjson::OUT_OF_BOUNDS) fail(simdjson::TRAILING_CONTENT);
    if (failed()) m_reason = explanation();
    return !failed();
}

bool JsonRead::fail(simdjson::error_code error) {
    if (error != simdjson::SUCCESS && m_error == simdjson::SUCCESS) m_error = error;
    return error != simdjson::SUCCESS;
}

std::string JsonRead::explanation() const {
    if (m_error != simdjson::UTF8_ERROR && hasNoBreakSpace(m_text))
        return "It holds U+00A0, a no-break space, where JSON wants a plain one.";
    if (m_error != simdjson::UTF8_ERROR && isUnclosed(m_text) && m_error != simdjson::UNCLOSED_STRING)
        return "An object or a list is not closed.";
    return std::string(sentence(m_error)) + ".";
}

/// The text of a scalar, or the first bytes of anything else; never empty.
std::string_view JsonRead::token(Value& value) {
    std::string_view text = value.raw_json_token();
    while (text.size() > 1 && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text.empty() ? std::string_view(" ") : text;
}

bool JsonRead::isNull(Value& value) { return token(value) == "null"; }

void JsonRead::wrongType(Value& value, std::string_view wanted) {
    if (!isNull(value)) note("wrong-type", fmt::format("not {}, so it is unknown", wanted));
    walk(value);
}

/// One number from a number, or from a string that holds one. False: unknown, and said unless it is null.
template <class Parse>
bool JsonRead::parsed(Value& value, Parse&& parse) {
    const std::string_view raw = token(value);
    const char first = raw.front();
    if (startsNumber(first) || isNotFinite(raw)) {
        const NumberKind kind = parse(raw);
        if (kind == NumberKind::malformed) return fail(simdjson::NUMBER_ERROR), false;
        if (kind != NumberKind::number) unknownNumber(kind);
        return kind == NumberKind::number;
    }
    if (first != '"') return wrongType(value, "a number"), false;
    std::string_view inner;
    if (fail(value.get_string().get(inner)) || inner.empty()) return false;
    const NumberKind kind = parse(inner);
    if (kind == NumberKind::number) note("number-as-text", "a number is written as a text");
    if (kind != NumberKind::number) unknownNumber(kind);
    return kind == NumberKind::number;
}

Nanoseconds JsonRead::time(Value& value, TimeUnit unit, const ClockRange& range) {
    Nanoseconds out = unknownTime;
    parsed(value, [&](std::string_view text) { return parseTime(text, unit, out, range); });
    return out;
}

std::optional<std::int64_t> JsonRead::integer(Value& value) {
    std::int64_t out = 0;
    return parsed(value, [&](std::string_view text) { return parseInteger(text, out); }) ? std::optional(out)
                                                                                         : std::nullopt;
}

std::optional<double> JsonRead::number(Value& value) {
    double out = 0;
    return parsed(value, [&](std::string_view text) { return parseDouble(text, out); }) ? std::optional(out)
                                                                                        : std::nullopt;
}

Count JsonRead::count(Value& value) { return countOf(integer(value)); }

std::optional<bool> JsonRead::flag(Value& value) {
    const std::string_view raw = token(value);
    if (raw == "true" || raw == "false") return raw == "true";
    wrongType(value, "true or false");
    return std::nullopt;
}

std::optional<std::string_view> JsonRead::text(Value& value) {
    const std::string_view raw = token(value);
    if (raw.front() == '"') {
        std::string_view out;
        return fail(value.get_string().get(out)) ? std::nullopt : std::optional(out);
    }
    if (startsNumber(raw.front()) || raw == "true" || raw == "false") {
        walk(value);
        return failed() ? std::nullopt : std::optional(raw);
    }
    wrongType(value, "a text");
    return std::nullopt;
}

template <class T, class Read>
bool JsonRead::list(Value& value, std::vector<T>& out, Read&& read) {
    out.clear();
    bool known = true;
    const bool isList = elements(value, [&](Value& element) { known = read(element) && known; });
    if (!isList || !known) out.clear();
    return isList && known;
}

bool JsonRead::times(Value& value, TimeUnit unit, std::vector<Nanoseconds>& out) {
    Nanoseconds sum{0};
    bool held = true;
    return list(value, out, [&](Value& element) {
        out.push_back(time(element, unit));
        if (!held || !isKnown(out.back())) return false;
        held = isOffset(out.back()) && isOffset(sum += out.back());
        if (!held) unknownNumber(NumberKind::outOfRange);
        return held;
    });
}

bool JsonRead::numbers(Value& value, std::vector<double>& out) {
    return list(value, out, [&](Value& element) {
        const auto one = number(element);
        out.push_back(one.value_or(0));
        return one.has_value();
    });
}

void JsonRead::walk(Value& value) {
    const std::string_view raw = token(value);
    const std::string_view key = m_key;
    if (raw.front() == '{' || raw.front() == '[') {
        if (++m_depth > deepest) return void(fail(simdjson::DEPTH_ERROR));
        if (raw.front() == '{')
            fields(value, [&](std::string_view, Value& inner) { walk(inner); });
        else
            elements(value, [&](Value& inner) { walk(inner); });
        --m_depth;
    } else if (startsNumber(raw.front())) {
        double ignored = 0;
        if (parseDouble(raw, ignored) == NumberKind::malformed) fail(simdjson::NUMBER_ERROR);
    } else if (raw.front() == '"') {
        std::string_view ignored;  // simdjson looks into escapes only when a string is taken
        if (raw.find('\\') != std::string_view::npos) fail(value.get_string().get(ignored));
    } else if (raw != "null" && raw != "true" && raw != "false" && !isNotFinite(raw)) {
        fail(simdjson::TAPE_ERROR);
    }
    m_key = key;
}

}  // namespace plumbline
