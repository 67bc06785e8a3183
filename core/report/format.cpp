#include "core/report/format.h"

#include <fmt/format.h>

#include <cmath>

#include "core/judge/words.h"
#include "core/report/version.h"

namespace plumbline {

std::string_view version() { return PLUMBLINE_VERSION; }

std::string formatNumber(double value, const char* separator) { return numberText(value, separator); }

std::string formatNumber(const std::optional<double>& value, const char* separator) {
    return value ? numberText(*value, separator) : emDash;
}

std::string formatCount(std::uint64_t value, const char* separator) { return countText(value, separator); }

std::string differenceText(double share) {
    const double percent = share * 100;
    if (std::abs(percent) < 0.0005) return "0%";
    return std::abs(percent) < 0.01 ? fmt::format("{:+.3f}%", percent) : fmt::format("{:+.2f}%", percent);
}

}  // namespace plumbline
