#include <algorithm>
#include <array>
#include <cmath>

#include "core/curve/curve.h"

namespace plumbline {

namespace {

/// whole x 10^exponent, rounded once: 3 x 10^-1 is 0.3.
double decimal(double whole, int exponent) {
    return exponent >= 0 ? whole * std::pow(10.0, exponent) : whole / std::pow(10.0, -exponent);
}

std::vector<double> multiples(double low, double high, int factor, int exponent) {
    const double step = decimal(factor, exponent);
    const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);  // 0.3 / 0.1 is 3
    std::vector<double> ticks;
    const double steps = last - first;
    // Counted in whole steps: a double that is large enough stays what it is when 1 is added.
    for (int i = 0; i <= steps; ++i) {
        const double tick = decimal((first + i) * factor, exponent);
        if (ticks.empty() || ticks.back() < tick) ticks.push_back(tick);
    }
    return ticks;
}

std::vector<double> linearTicks(double low, double high, std::size_t most) {
    const int start = static_cast<int>(std::floor(std::log10((high - low) / static_cast<double>(most)))) - 1;
    for (int exponent = start;; ++exponent)
        for (const int factor : {1, 2, 5}) {
            const double step = decimal(factor, exponent);
            if ((high - low) / step > static_cast<double>(most)) continue;
            auto ticks = multiples(low, high, factor, exponent);
            if (ticks.size() <= most) return ticks;
        }
}

/// Ticks of the given leading digits from the last at or below low to the first at or above high.
std::vector<double> decadeTicks(double low, double high, std::span<const int> digits, int stride) {
    const int from = static_cast<int>(std::floor(std::log10(low))) - 1,
              to = static_cast<int>(std::ceil(std::log10(high))) + 1;
    std::vector<double> all;
    for (int exponent = from - stride; exponent <= to + stride; ++exponent)
        if (exponent % stride == 0)
            for (const int digit : digits) all.push_back(decimal(digit, exponent));
    const auto first = std::upper_bound(all.begin(), all.end(), low) - 1;
    const auto last = std::lower_bound(all.begin(), all.end(), high);
    return {first, last + 1};
}

std::vector<double> logTicks(double low, double high, std::size_t most) {
    constexpr std::array<int, 3> fine{1, 2, 5};
    auto ticks = decadeTicks(low, high, fine, 1);
    for (int stride = 1; ticks.size() > most; ++stride)
        ticks = decadeTicks(low, high, std::span(fine).first(1), stride);
    return ticks;
}

}  // namespace

std::vector<double> niceTicks(double low, double high, std::size_t most, bool log) {
    if (!std::isfinite(low) || !std::isfinite(high) || low > high || (log && high <= 0)) return {};
    const std::size_t count = std::max<std::size_t>(most, 2);
    if (log) return logTicks(low > 0 ? low : high / 1000, high, count);
    if (low == high) {
        const double around = low == 0 ? 1 : std::abs(low) / 2;
        low -= around;
        high += around;
    }
    return linearTicks(low, high, count);
}

}  // namespace plumbline
