// Letters and digits of ASCII alone: keys and paths of files must not follow the locale, nor trip over UTF-8.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace plumbline {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
/// The small letter of a capital; any other character as it is.
constexpr char lowerOf(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool isLetter(char c) { return lowerOf(c) >= 'a' && lowerOf(c) <= 'z'; }

inline std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lowerOf(c);
    return out;
}

/// Takes the digits that the text begins with off it; empty where it begins with none.
inline std::string_view takeDigits(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && isDigit(text[length])) ++length;
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return digits;
}

template <std::size_t size>
constexpr bool isOneOf(std::string_view word, const std::array<std::string_view, size>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace plumbline
