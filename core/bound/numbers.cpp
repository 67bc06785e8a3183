#include "core/bound/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace plumbline {

// The nudge takes a tie upward as a person does: 62.5625 is 62.563, where printf says 62.562.
std::string paperFigure(double value) {
    const double nudged = value * (1 + 4 * std::numeric_limits<double>::epsilon());
    if (value >= 1e15 || (value != 0 && value < 1e-4)) return fmt::format("{:.4e}", nudged);
    std::string digits = value >= 1e4 ? fmt::format("{:.0f}", nudged) : fmt::format("{:#.5g}", nudged);
    if (digits.ends_with('.')) digits.pop_back();
    for (std::size_t dot = std::min(digits.find('.'), digits.size()); dot > 3; dot -= 3) digits.insert(dot - 3, ",");
    return digits;
}

std::string paperTyped(double value) {
    std::string digits = paperFigure(value);
    if (digits.find('.') == std::string::npos || digits.find('e') != std::string::npos) return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return digits;
}

std::string paperBytes(double bytes) {
    if (bytes >= 1e12) return paperFigure(bytes / 1e12) + " TB";
    return bytes >= 1e9 ? paperFigure(bytes / 1e9) + " GB" : paperFigure(bytes / 1e6) + " MB";
}

std::string paperSeconds(double seconds) { return paperFigure(seconds * 1e3) + " ms"; }

std::string paperFlop(double flop) {
    if (flop >= 1e15) return paperFigure(flop / 1e15) + " P";
    return flop >= 1e12 ? paperFigure(flop / 1e12) + " T" : paperFigure(flop / 1e9) + " G";
}

}  // namespace plumbline
