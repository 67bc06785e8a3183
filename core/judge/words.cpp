#include "core/judge/words.h"

#include <fmt/format.h>

#include <cmath>

namespace plumbline {
namespace {

void separateThousands(std::string& digits, std::string_view separator) {
    const std::size_t begin = digits.starts_with('-') ? 1 : 0;
    for (std::size_t dot = std::min(digits.find('.'), digits.size()); dot > begin + 3; dot -= 3)
        digits.insert(dot - 3, separator);
}

/// Decimals that leave at least three significant digits, and one where a rate of some hundreds has a tenth to say.
int decimals(double magnitude) {
    if (magnitude >= 999.95) return 0;
    if (magnitude >= 9.995) return 1;
    if (magnitude >= 0.9995) return 2;
    return 2 - static_cast<int>(std::floor(std::log10(magnitude * 1.0005)));
}

}  // namespace

std::string numberText(double value, std::string_view separator) {
    if (!std::isfinite(value)) return "?";
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude < 1e-6 || magnitude >= 1e15)) return fmt::format("{:.2e}", value);
    const bool whole = value == std::round(value);
    std::string digits = fmt::format("{:.{}f}", value, whole ? 0 : decimals(magnitude));
    separateThousands(digits, separator);
    return digits;
}

std::string countText(std::uint64_t value, std::string_view separator) {
    std::string digits = fmt::format("{}", value);
    separateThousands(digits, separator);
    return digits;
}

std::string percentText(double share) { return numberText(share * 100) + "%"; }

std::string shareText(std::size_t part, std::size_t whole, std::string_view things) {
    const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
    return fmt::format("{} of {} {} ({})", countText(part), countText(whole), things, percentText(share));
}

std::string secondsText(double seconds) { return numberText(seconds) + " s"; }

std::string settingText(Nanoseconds time) { return fmt::format("{} s", static_cast<double>(time.count()) / 1e9); }

}  // namespace plumbline
