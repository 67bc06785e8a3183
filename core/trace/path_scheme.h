// Paths side by side: what all have in common is left off, and of what differs is said whether it is explained
// (METRICS §6).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/trace/path_numbers.h"

namespace plumbline {

struct PathWord {
    std::string text;        ///< as it stands
    std::string shape;       ///< its numbers as '#', an id as '@'; begins with '/' where a folder or the file begins
    std::string before;      ///< what separates it from the word before it
    bool explained = false;  ///< it tells no two configurations apart, whatever it is
    bool bySource = false;   ///< because of what its source says of itself
    bool operator==(const PathWord&) const = default;
};
using PathWords = std::vector<PathWord>;

class PathScheme {
public:
    /// Of nothing: no path has anything in common with another.
    PathScheme();
    /// The paths of runs (pathOfRun) of all files there are; one that comes twice counts once.
    explicit PathScheme(std::vector<std::string> paths);
    PathScheme(PathScheme&&) noexcept;
    PathScheme& operator=(PathScheme&&) noexcept;
    ~PathScheme();

    /// The words below the deepest folder common to all paths.
    PathWords words(const PathSource& source) const;
    /// Whether a word of the path looks like a run's id and stands in another path too.
    bool sharesId(const std::string& path) const;
    /// The deepest folder common to all, with the '/' at its end.
    const std::string& folder() const;

private:
    struct State;
    std::unique_ptr<const State> m_state;
};

/// Whether the paths of two sources tell them apart: -1 where they do not, else the place of the first word that does.
/// The number of words where one has fewer, or folders lie elsewhere.
int differingWord(const PathWords& a, const PathWords& b);

/// The words of several sources that are one configuration: the first's, and those in which another differs are
/// explained. Of paths of another form the first speaks alone. Null pointers are passed over.
PathWords wordsOfAll(const std::vector<const PathWords*>& paths);

/// One text for all paths that agree word by word, explained words aside.
std::string pathKey(const PathWords& words);
/// The same with what the source itself explains left as it stands, in all combinations: two paths agree just where
/// they have one of these in common.
std::vector<std::string> pathKeys(const PathWords& words);

}  // namespace plumbline
