// A cell of a CSV file or of a copied table, as a spreadsheet shall take it.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// The text, with a ' before what a spreadsheet would run as a formula (= + - @ TAB CR at its beginning). Of texts
/// alone: a number keeps its minus.
std::string inertText(std::string_view text);

/// An inert text, in quotes where commas, quotes or line ends ask for them.
std::string csvCell(std::string_view text);

}  // namespace plumbline
