// The path rule of metrics §6: two runs of one sweep lie in folders that differ by counters and stamps alone.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/ingest/grouping.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

bool isHex(char c) { return isDigit(c) || (lowerOf(c) >= 'a' && lowerOf(c) <= 'f'); }

// Names of accelerators hold digits that count nothing and tell machines apart: h100/ and h200/ are two places.
constexpr std::array<std::string_view, 36> deviceNames{
    "h100",   "h200",   "h20",     "h800",    "b200",    "b300",    "gb200",  "gb300",  "gh200",
    "a100",   "a800",   "a10",     "a10g",    "a30",     "a40",     "l4",     "l40",    "l40s",
    "v100",   "t4",     "mi210",   "mi250",   "mi250x",  "mi300a",  "mi300x", "mi308x", "mi325x",
    "mi350x", "mi355x", "rtx3090", "rtx4090", "rtx5090", "rtx6000", "gaudi2", "gaudi3", "mi300"};

constexpr std::array<std::string_view, 20> degreeWords{
    "tp",   "dp",    "pp",      "ep",       "cp",   "sp",    "gpu",          "gpus",     "device",      "devices",
    "node", "nodes", "replica", "replicas", "rank", "ranks", "accelerators", "parallel", "parallelism", "parallelsize"};

bool isDegreeWord(std::string_view word) {
    return std::find(degreeWords.begin(), degreeWords.end(), word) != degreeWords.end();
}

/// "h100", "h100sxm5", "mi300x": the name, and after it no further digit of its own number.
bool startsWithDevice(std::string_view word) {
    return std::any_of(deviceNames.begin(), deviceNames.end(), [word](std::string_view name) {
        return word.starts_with(name) && (word.size() == name.size() || !isDigit(word[name.size()]));
    });
}

/// "2xh100", "8xh100sxm5": a count, an x, and a name of letters and digits.
bool countsDevicesBefore(std::string_view word) {
    const std::size_t x = word.find_first_not_of("0123456789");
    if (x == 0 || x == std::string_view::npos || word[x] != 'x' || x + 1 == word.size() || !isLetter(word[x + 1]))
        return false;
    return std::any_of(word.begin() + static_cast<std::ptrdiff_t>(x) + 1, word.end(), isDigit);
}

bool isHexWord(std::string_view word) {
    return word.size() >= 6 && std::all_of(word.begin(), word.end(), isHex) &&
           std::any_of(word.begin(), word.end(), isDigit);
}

/// The letters that end just before `at`, over one separator: "tp" in "tp4", "tp_4", "tp=4"; "parallelsize" in
/// "tensor_parallel_size=4" and "tensor-parallel-size=4".
std::string wordBefore(std::string_view path, std::size_t at) {
    const auto isSeparator = [](char c) { return c == '_' || c == '-' || c == '=' || c == ' '; };
    std::size_t end = at;
    if (end > 0 && isSeparator(path[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && isLetter(path[begin - 1])) --begin;
    std::string word = lowered(path.substr(begin, end - begin));
    if (word == "size" && begin > 0 && isSeparator(path[begin - 1])) return wordBefore(path, begin) + word;
    return word;
}

/// "4gpu", "4-gpus", "2nodes": what is counted stands behind the digits.
bool countedAfter(std::string_view path, std::size_t at) {
    if (at < path.size() && (path[at] == '_' || path[at] == '-' || path[at] == ' ')) ++at;
    std::size_t end = at;
    while (end < path.size() && isLetter(path[end])) ++end;
    const std::string word = lowered(path.substr(at, end - at));
    return word.size() >= 3 && word != "rank" && word != "ranks" && !word.starts_with("parallel") && isDegreeWord(word);
}

/// One run of digits, [begin, end) of the path: do they count devices or degrees?
bool countsDevices(std::string_view path, std::size_t begin, std::size_t end) {
    return isDegreeWord(wordBefore(path, begin)) || countedAfter(path, end);
}

/// A word of letters and digits at [begin, end) of the path, with its digits replaced.
std::string normalisedWord(std::string_view path, std::size_t begin, std::size_t end) {
    const std::string_view word = path.substr(begin, end - begin);
    const std::string small = lowered(word);
    if (isHexWord(word)) return "#";
    if (startsWithDevice(small) || countsDevicesBefore(small)) return std::string(word);
    std::string out;
    for (std::size_t i = begin; i < end;) {
        std::size_t stop = i;
        while (stop < end && isDigit(path[stop])) ++stop;
        if (stop == i) {
            out += path[i++];
            continue;
        }
        if (countsDevices(path, i, stop))
            out += path.substr(i, stop - i);
        else
            out += '#';
        i = stop;
    }
    return out;
}

}  // namespace

std::string groupingPath(const std::string& path, bool folderPerRun) {
    const std::size_t slash = path.rfind('/');
    const std::string kept = !folderPerRun ? path : slash == std::string::npos ? std::string() : path.substr(0, slash);
    std::string out;
    for (std::size_t i = 0; i < kept.size();) {
        std::size_t end = i;
        while (end < kept.size() && (isDigit(kept[end]) || isLetter(kept[end]))) ++end;
        if (end == i) {
            out += kept[i++];
            continue;
        }
        out += normalisedWord(kept, i, end);
        i = end;
    }
    return out;
}

}  // namespace plumbline
