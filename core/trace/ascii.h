// Letters and digits of ASCII alone: keys and paths of files must not follow the locale, nor trip over UTF-8.
#pragma once

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

}  // namespace plumbline
