// Numbers that people write with a unit, read and written through their decimal digits: 300 ms is 0.3 s to the bit, and
// comes back as "300".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// number x 10^exponent, rounded once. Nothing for what is no finite decimal number.
std::optional<double> parseScaled(std::string_view number, int exponent);
/// value x 10^exponent in as few digits as read back to the same value.
std::string scaledText(double value, int exponent);

}  // namespace plumbline
