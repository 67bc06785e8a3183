#include "core/ingest/form/doc_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ingest/redact/discreet_text.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/ingest/text/records.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool saysNothing(const Json& value) {
    if (value.is_string()) return value == "" || value == "None" || value == "N/A";
    return value.is_null() || (value.is_structured() && value.empty());
}

/// Digits [at, at + length) as a number; -1 where they are none.
int digits(std::string_view text, std::size_t at, std::size_t length) {
    int value = -1;
    if (at + length > text.size()) return -1;
    const char* const end = text.data() + at + length;
    const auto [last, error] = std::from_chars(text.data() + at, end, value);
    return error == std::errc() && last == end && value >= 0 ? value : -1;
}

/// "Z", "+02:00", "-0700" or nothing, in seconds east; nothing for other words.
std::optional<int> zoneOf(std::string_view text) {
    if (text.empty() || text == "Z" || text == "z" || text == " UTC") return 0;
    if (text[0] != '+' && text[0] != '-') return std::nullopt;
    const int hours = digits(text, 1, 2);
    const int minutes = digits(text, text.size() > 3 && text[3] == ':' ? 4 : 3, 2);
    if (hours < 0) return std::nullopt;
    const int east = hours * 3600 + std::max(minutes, 0) * 60;
    return text[0] == '-' ? -east : east;
}

}  // namespace

const Json& valueAt(const Json& from, std::initializer_list<const char*> keys) {
    static const Json nothing;
    const Json* value = &from;
    for (const char* key : keys) {
        if (!value->is_object()) return nothing;
        const auto found = value->find(key);
        if (found == value->end()) return nothing;
        value = &*found;
    }
    return *value;
}

std::optional<double> numberOf(const Json& value) {
    double number = 0;
    if (value.is_string()) {
        if (parseDouble(value.get_ref<const std::string&>(), number) != NumberKind::number) return std::nullopt;
        return number;
    }
    if (!value.is_number()) return std::nullopt;
    number = value.get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> positiveOf(const Json& value) {
    const auto number = numberOf(value);
    return number && *number > 0 ? number : std::nullopt;
}

std::optional<std::int64_t> wholeOf(const Json& value) {
    const auto number = numberOf(value);
    if (!number || *number < 0 || *number > 1e15 || *number != std::floor(*number)) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::string stringOf(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

std::optional<double> numberAt(const Json& from, std::initializer_list<const char*> keys) {
    return numberOf(valueAt(from, keys));
}

std::optional<double> positiveAt(const Json& from, std::initializer_list<const char*> keys) {
    return positiveOf(valueAt(from, keys));
}

std::optional<std::int64_t> countAt(const Json& from, std::initializer_list<const char*> keys) {
    return wholeOf(valueAt(from, keys));
}

std::string textAt(const Json& from, std::initializer_list<const char*> keys) { return stringOf(valueAt(from, keys)); }

void stateFact(Context& context, std::string_view key, const Json& value) {
    if (saysNothing(value)) return;
    context[std::string(key)].stated = value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void stateNumber(Context& context, std::string_view key, const Json& value) {
    const bool asText = value.is_string() && numberOf(value).has_value();
    if (asText)
        context[std::string(key)].stated = value.get<std::string>();
    else
        stateFact(context, key, value);
}

std::string withoutKeys(std::string_view text) {
    constexpr std::size_t longest = 400;
    const std::string out = withoutPrivate(text.substr(0, 2 * longest));
    return out.size() > longest ? std::string(excerpt(std::string_view(out).substr(0, longest))) : out;
}

void report(Reported& reported, const std::string& key, std::optional<double> value) {
    if (value) reported[key] = *value;
}

void reportTime(Reported& reported, const std::string& key, std::optional<double> value, double factor) {
    if (value && *value > 0) reported[key] = *value * factor;
}

Nanoseconds parseIsoTime(std::string_view text) {
    using namespace std::chrono;
    const int y = digits(text, 0, 4), m = digits(text, 5, 2), d = digits(text, 8, 2);
    const int hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
    if (text.size() < 19 || y < 1970 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return unknownTime;
    const year_month_day date{year(y), month(static_cast<unsigned>(m)), day(static_cast<unsigned>(d))};
    if (m < 0 || d < 0 || !date.ok() || y > 2100) return unknownTime;
    std::size_t at = 19;
    Nanoseconds fraction{0};
    if (at < text.size() && text[at] == '.') {
        std::size_t end = at + 1;
        while (end < text.size() && isDigit(text[end])) ++end;
        const std::string number = "0" + std::string(text.substr(at, end - at));
        if (parseTime(number, TimeUnit::seconds, fraction) != NumberKind::number) return unknownTime;
        at = end;
    }
    const auto zone = zoneOf(text.substr(at));
    if (!zone) return unknownTime;
    const Nanoseconds whole =
        sys_days(date).time_since_epoch() + hours(hour) + minutes(minute) + std::chrono::seconds(second - *zone);
    return whole + fraction;
}

bool readBeside(const std::string& path, Json& document, std::string& problem) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    const auto text = readSmallFile(path);
    auto parsed = text ? parseDocument(*text, path) : Result<Json>(Unexpected{text.error()});
    if (!parsed) {
        problem = parsed.error().text();
        return false;
    }
    document = std::move(*parsed);
    return true;
}

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

}  // namespace plumbline
