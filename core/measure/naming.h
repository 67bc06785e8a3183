// Configurations are named by what differs among those loaded (metrics §6).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/context.h"

namespace plumbline {

/// What a name can be made of. Lengths tell apart only what nothing else does, and the path what lengths do not.
struct Nameable {
    std::optional<std::string> given;  ///< by a person: stands as it is
    Context context;
    TimingBoundary boundary;
    std::optional<double> promptTokens, outputTokens;  ///< a median, or the mean of a summary
    std::string path;                                  ///< of its first file
};

/// One name each, all different: the stated name, and beside it, for those still alike, the values that tell them from
/// each other. None gives none.
std::vector<std::string> nameByDifference(const std::vector<Nameable>& configurations);

}  // namespace plumbline
