// Which numbers in a path are explained, so that they tell no two configurations apart (METRICS §6).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/context.h"
#include "core/trace/path_words.h"

namespace plumbline {

/// What a source says of itself that a number in its path may repeat; nothing of what its runs differ in.
struct PathNumbers {
    std::optional<double> load;  ///< infinite where it is unbounded
    std::vector<double> requests;
    std::optional<double> seconds;  ///< how long it ran
};
/// `rows` are those of all runs.
PathNumbers pathNumbers(const std::vector<const RunInfo*>& runs, std::size_t rows);

/// A source as its path is read.
struct PathSource {
    std::string path;  ///< of its run
    std::string reader;
    PathNumbers numbers;
};

enum class Explained { no, byItself, bySource };

/// Of the word `at`, which holds a number. `counts`: it is a whole folder or file, and such numbers run from 0 or 1 on.
/// byItself: a repeat, a date, a port or a duration, whatever the source; bySource: what the source says of itself.
Explained explain(const std::vector<PathToken>& words, std::size_t at, bool counts, const PathSource& source);

}  // namespace plumbline
