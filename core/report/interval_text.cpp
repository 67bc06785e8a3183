#include "core/report/interval_text.h"

#include <fmt/format.h>

#include "core/report/format.h"

namespace plumbline {

std::string intervalText(const Limits& limits, double scale, std::string_view unit, const char* separator) {
    const auto shown = [&](double value) { return formatNumber(value * scale, separator); };
    const std::string ending = unit.empty() ? std::string() : fmt::format(" {}", unit);
    if (limits.low && limits.high)
        return fmt::format("95% interval {} to {}{}", shown(*limits.low), shown(*limits.high), ending);
    if (limits.low)
        return fmt::format("95% interval from {}{}, with no upper limit: too few rows", shown(*limits.low), ending);
    if (limits.high)
        return fmt::format("95% interval up to {}{}, with no lower limit: too few rows", shown(*limits.high), ending);
    return {};
}

}  // namespace plumbline
