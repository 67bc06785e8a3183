// Numbers that people write with a unit, read and written through their decimal digits: 300 ms is 0.3 s to the bit, and
// comes back as "300".
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace plumbline {

/// All of a text as a finite number.
template <class Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(value)) return std::nullopt;
    return value;
}

/// number x 10^exponent, rounded once. Nothing for what is no finite decimal number.
std::optional<double> parseScaled(std::string_view number, int exponent);
/// value x 10^exponent in as few digits as read back to the same value.
std::string scaledText(double value, int exponent);

}  // namespace plumbline
