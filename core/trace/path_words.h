// The words of a path (METRICS §6): runs of letters and digits, a point between two digits included. A harness writes
// one folder a run or one file a run, and what is in the names is often all that tells two configurations apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

struct PathToken {
    std::string text;            ///< as it stands: "isl1000", "16.0qps", a UUID
    std::string before;          ///< what stands between it and the word before it; holds '/' where a folder begins
    std::string shape;           ///< its numbers as '#': "isl#"; a whole "inf" is a number
    std::size_t numbers = 0;     ///< how many
    std::vector<double> values;  ///< of its numbers; one with two points or more has none
    /// Of a word with one number: that number's text, and the letters on each side, small.
    std::string number, lettersBefore, lettersAfter;
    bool whole = false;  ///< all of a folder's name, or of a file's without its ending
    bool stamp = false;  ///< a date, the time beside one, or seconds since 1970: when, not what
    enum class Id : std::uint8_t { none, likely, certain } id = Id::none;  ///< of a run: hexadecimal, or a UUID
};

/// The words of a path, in order. A path that ends in '/' is a folder's; else its last name loses its ending.
std::vector<PathToken> splitPath(std::string_view path);

/// The path that stands for a run of this reader: where its harness writes one folder a run, the folder ("a/c8/").
std::string pathOfRun(const std::string& path, std::string_view reader);

/// Letters that say of the number beside them that it is a load or a number of requests.
bool isLoadWord(std::string_view small);

}  // namespace plumbline
