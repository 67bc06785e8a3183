#include "core/measure/decimal.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace plumbline {

namespace {

std::optional<int> wholeNumber(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    int value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || std::abs(value) > 10'000) return std::nullopt;
    return value;
}

/// Plain digits of 0.d1d2d3... x 10^point.
std::string plainDigits(const std::string& digits, int point) {
    const int count = static_cast<int>(digits.size());
    if (point <= 0) return fmt::format("0.{:0>{}}", digits, count - point);
    if (point >= count) return fmt::format("{:0<{}}", digits, point);
    const auto whole = static_cast<std::size_t>(point);
    return fmt::format("{}.{}", digits.substr(0, whole), digits.substr(whole));
}

}  // namespace

std::optional<double> parseScaled(std::string_view number, int exponent) {
    const std::size_t mark = number.find_first_of("eE");
    if (mark != std::string_view::npos) {
        const auto own = wholeNumber(number.substr(mark + 1));
        if (!own) return std::nullopt;
        exponent += *own;
    }
    const std::string text = fmt::format("{}e{}", number.substr(0, mark), exponent);
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string scaledText(double value, int exponent) {
    if (value == 0) return "0";
    std::array<char, 32> buffer{};
    const auto [end, failure] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t mark = text.find('e');
    std::string digits(text.substr(0, 1));
    if (mark > 2) digits += text.substr(2, mark - 2);
    const int point = wholeNumber(text.substr(mark + 1)).value_or(0) + 1 + exponent;
    const std::string_view sign = value < 0 ? "-" : "";
    if (point < -6 || point > 21) return fmt::format("{}0.{}e{}", sign, digits, point);
    return fmt::format("{}{}", sign, plainDigits(digits, point));
}

}  // namespace plumbline
