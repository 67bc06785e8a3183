#include "core/trace/context.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace plumbline {

namespace {

bool isString(std::string_view jsonText) {
    return jsonText.size() >= 2 && jsonText.front() == '"' && jsonText.back() == '"';
}

void appendUtf8(std::string& out, std::uint32_t point) {
    const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
    if (point < 0x80) return byte(point);
    if (point < 0x800) {
        byte(0xc0 | (point >> 6));
    } else {
        if (point < 0x10000) {
            byte(0xe0 | (point >> 12));
        } else {
            byte(0xf0 | (point >> 18));
            byte(0x80 | ((point >> 12) & 0x3f));
        }
        byte(0x80 | ((point >> 6) & 0x3f));
    }
    byte(0x80 | (point & 0x3f));
}

std::optional<std::uint32_t> fourDigits(std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    std::uint32_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + 4, value, 16);
    if (failure != std::errc() || end != text.data() + 4) return std::nullopt;
    return value;
}

/// The escape at the head of `rest` (after its backslash, 'u' taken off already); how many characters it takes.
std::size_t appendUnicode(std::string& out, std::string_view rest) {
    const auto high = fourDigits(rest);
    if (!high) return 0;
    if (*high >= 0xd800 && *high < 0xdc00 && rest.substr(4, 2) == "\\u") {
        const auto low = fourDigits(rest.substr(6));
        if (low && *low >= 0xdc00 && *low < 0xe000) {
            appendUtf8(out, 0x10000 + ((*high - 0xd800) << 10) + (*low - 0xdc00));
            return 10;
        }
    }
    appendUtf8(out, *high >= 0xd800 && *high < 0xe000 ? 0xfffd : *high);  // a lone surrogate is no character
    return 4;
}

char escaped(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 't':
            return '\t';
        case 'r':
            return '\r';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        default:
            return letter;
    }
}

std::string unescaped(std::string_view contents) {
    std::string out;
    out.reserve(contents.size());
    for (std::size_t i = 0; i < contents.size(); ++i) {
        if (contents[i] != '\\' || i + 1 == contents.size()) {
            out += contents[i];
            continue;
        }
        const char letter = contents[++i];
        if (letter == 'u') {
            i += appendUnicode(out, contents.substr(i + 1));
        } else {
            out += escaped(letter);
        }
    }
    return out;
}

/// The letter after the backslash, for what JSON writers escape with two characters; else 0.
char shortEscape(char c) {
    switch (c) {
        case '"':
        case '\\':
            return c;
        case '\n':
            return 'n';
        case '\t':
            return 't';
        case '\r':
            return 'r';
        case '\b':
            return 'b';
        case '\f':
            return 'f';
        default:
            return 0;
    }
}

}  // namespace

std::optional<std::string> factText(const Context& context, std::string_view key) {
    const auto found = context.find(key);
    if (found == context.end() || (!found->second.edited && !found->second.stated)) return std::nullopt;
    const std::string& text = found->second.inForce();
    return text == "null" ? std::nullopt : std::optional(text);
}

std::optional<std::string> plainFact(const Context& context, std::string_view key) {
    const auto text = factText(context, key);
    return text ? std::optional(plainText(*text)) : std::nullopt;
}

// A harness that writes "8" in quotes means 8.
std::optional<double> numberFact(const Context& context, std::string_view key) {
    const auto text = plainFact(context, key);
    if (!text || text->empty()) return std::nullopt;
    double value = 0;
    const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (failure != std::errc() || end != text->data() + text->size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string plainText(std::string_view jsonText) {
    if (!isString(jsonText)) return std::string(jsonText);
    return unescaped(jsonText.substr(1, jsonText.size() - 2));
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (const char letter = shortEscape(c)) {
            out += '\\';
            out += letter;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
            out += c;
        }
    }
    return out += '"';
}

}  // namespace plumbline
