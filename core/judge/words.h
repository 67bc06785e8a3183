// Numbers inside sentences about measurements; core/report's format.h says the same numbers to the window.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/units.h"

namespace plumbline {

/// At least three significant digits, integer digits never rounded away: "1,238", "60.2", "5.10", "0.0129". NaN and
/// infinity, which no figure holds, come out as "?".
std::string numberText(double value, std::string_view separator = ",");
std::string countText(std::uint64_t value, std::string_view separator = ",");
/// A share as "6.5%", and of counts as "13 of 200 rows (6.5%)".
std::string percentText(double share);
std::string shareText(std::size_t part, std::size_t whole, std::string_view things);
/// "s" for one and more seconds as for less: "0.129 s".
std::string secondsText(double seconds);
/// A cutoff as it was set, without digits that nobody set: "0.2 s".
std::string settingText(Nanoseconds time);

}  // namespace plumbline
