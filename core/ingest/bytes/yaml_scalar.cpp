#include "core/ingest/bytes/yaml_scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "core/trace/ascii.h"
#include "core/trace/context.h"

namespace plumbline {
namespace {

bool isNull(std::string_view text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::optional<bool> truth(std::string_view text) {
    if (text == "true" || text == "True" || text == "TRUE") return true;
    if (text == "false" || text == "False" || text == "FALSE") return false;
    return std::nullopt;
}

/// 0x1F and 0o17; core has no others, and no sign before them.
std::optional<std::string> otherBase(std::string_view text) {
    if (!text.starts_with("0x") && !text.starts_with("0o")) return std::nullopt;
    const int base = text[1] == 'x' ? 16 : 8;
    const char* const end = text.data() + text.size();
    std::uint64_t value = 0;
    const auto [at, error] = std::from_chars(text.data() + 2, end, value, base);
    if (error != std::errc() || at != end || text.size() == 2) return std::nullopt;
    return std::to_string(value);
}

std::optional<std::string> notFinite(std::string_view text) {
    if (text == ".nan" || text == ".NaN" || text == ".NAN") return "NaN";
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text != ".inf" && text != ".Inf" && text != ".INF") return std::nullopt;
    return negative ? "-Infinity" : "Infinity";
}

/// [-+]? ( digits [. digits?]? | . digits ) ( [eE] [-+]? digits )?, every digit kept, in JSON's spelling.
std::optional<std::string> decimal(std::string_view text) {
    std::string out = text.starts_with('-') ? "-" : "";
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    std::string_view whole = takeDigits(text), fraction;
    const bool hasWhole = !whole.empty();
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits(text);
    }
    if (!hasWhole && fraction.empty()) return std::nullopt;
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    out += whole.empty() ? std::string_view("0") : whole;
    if (!fraction.empty()) out.append(1, '.').append(fraction);
    if (text.empty()) return out;
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    out += 'e';
    if (text.starts_with('-') || text.starts_with('+')) {
        out += text.front();
        text.remove_prefix(1);
    }
    const std::string_view exponent = takeDigits(text);
    if (exponent.empty() || !text.empty()) return std::nullopt;
    return out.append(exponent);
}

std::string plain(std::string_view value) {
    if (isNull(value)) return "null";
    if (const auto flag = truth(value)) return *flag ? "true" : "false";
    if (const auto number = otherBase(value)) return *number;
    if (const auto word = notFinite(value)) return *word;
    if (const auto number = decimal(value)) return *number;
    return plumbline::quoted(value);
}

}  // namespace

std::string yamlScalarAsJson(std::string_view value, std::string_view tag) {
    constexpr std::string_view core = "tag:yaml.org,2002:";
    if (tag == "?" || tag.empty()) return plain(value);
    if (!tag.starts_with(core)) return plumbline::quoted(value);
    const std::string_view type = tag.substr(core.size());
    const bool typed = type == "int" || type == "float" || type == "bool" || type == "null";
    return typed ? plain(value) : plumbline::quoted(value);
}

}  // namespace plumbline
