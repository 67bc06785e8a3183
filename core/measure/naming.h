// Configurations are named by what differs among those loaded (METRICS §6).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/trace/context.h"
#include "core/trace/path_scheme.h"

namespace plumbline {

/// What a name can be made of. The path tells apart what no fact does, and lengths what the path does not.
struct Nameable {
    std::optional<std::string> given;  ///< by a person: stands as it is
    Context context;
    TimingBoundary boundary;
    std::optional<double> promptTokens, outputTokens;  ///< a median, or the mean of a summary
    PathWords words;                                   ///< of its files' paths (wordsOfAll)
    std::string folder;                                ///< common to all files
};

/// A number, a text, or unknown.
using DimensionValue = std::variant<std::monostate, double, std::string>;
using Dimensions = std::map<std::string, DimensionValue>;

/// What differs among the configurations, by name (METRICS §6): keys of the context, then words of paths that they do
/// not tell already. One each, all with the same names; of one configuration, or none, there is nothing.
std::vector<Dimensions> dimensionsOf(const std::vector<Nameable>& configurations);

/// One name each, all different: the stated name, and beside it, for those still alike, the values that tell them from
/// each other. None gives none.
std::vector<std::string> nameByDifference(const std::vector<Nameable>& configurations);

}  // namespace plumbline
