// Figures of a working: five significant digits, as on paper (CLI §4).
#pragma once

#include <string>

namespace plumbline {

/// Five significant digits, a tie upward: 62.5625 is "62.563".
std::string paperFigure(double value);
/// The same without zeros that say nothing, for what was typed in: "1", "0.53125", "8,192".
std::string paperTyped(double value);
std::string paperBytes(double bytes);      ///< "62.563 GB"
std::string paperSeconds(double seconds);  ///< "0.97754 ms"
std::string paperFlop(double flop);        ///< "112.00 P", before "FLOP" or "FLOP/s"

}  // namespace plumbline
