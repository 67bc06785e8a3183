// Words of paths as dimensions: "isl1000" and "isl_1000" are isl = 1000 (METRICS §6).
#pragma once

#include <string>
#include <vector>

#include "core/measure/naming.h"

namespace plumbline {

struct PathDimension {
    std::string name;      ///< the letters of "isl1000", else "path N" with the word's place
    DimensionValue value;  ///< a number, or a text
    std::string text;      ///< as it stands in the path: "isl1000", "isl_1000"
};

/// One for each word that is not explained, in order; a name comes once.
std::vector<PathDimension> pathDimensions(const PathWords& words);

/// The words that are not explained, as they stand in the path; empty where there is none.
std::string unexplainedText(const PathWords& words);

}  // namespace plumbline
