// Numbers for people: at least three significant digits, thousands separated by a thin space, integer digits never
// rounded away, em dash for what is withheld.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace plumbline {

inline constexpr const char* emDash = "\u2014";
/// `separator` between thousands: a thin space in the window, a comma in a terminal.
std::string formatNumber(double value, const char* separator = "\u2009");
std::string formatNumber(const std::optional<double>& value, const char* separator = "\u2009");
/// A relative difference as "+1.72%" or "-0.004%"; what no printed digit would show is "0%".
std::string differenceText(double share);
std::string formatCount(std::uint64_t value, const char* separator = "\u2009");

}  // namespace plumbline
