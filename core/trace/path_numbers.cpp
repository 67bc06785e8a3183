#include "core/trace/path_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

using Words = std::vector<PathToken>;

constexpr std::array<std::string_view, 15> repeatWords{"run",  "r",     "rep",  "repeat",  "trial",
                                                       "iter", "try",   "part", "shard",   "stage",
                                                       "step", "round", "seed", "attempt", "idx"};
constexpr std::array<std::string_view, 3> portWords{"port", "host", "localhost"};
constexpr std::array<std::string_view, 2> durationWords{"time", "duration"};
constexpr std::array<std::string_view, 5> durationUnits{"", "s", "sec", "m", "min"};
// Beside these a number is part of what was measured, even where it happens to equal the load.
constexpr std::array<std::string_view, 31> tellingWords{
    "tp",       "dp",   "pp",    "ep",   "isl", "osl",          "in",     "out",     "fp",         "w",     "a",
    "b",        "v",    "cp",    "sp",   "gpu", "gpus",         "device", "devices", "node",       "nodes", "replica",
    "replicas", "rank", "ranks", "size", "mtp", "accelerators", "bit",    "bits",    "parallelism"};
// "tensor_parallel": a degree, where "parallel" alone is a load.
constexpr std::array<std::string_view, 6> parallelOf{"tensor", "pipeline", "data", "expert", "context", "sequence"};

template <std::size_t size>
bool holds(const std::array<std::string_view, size>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool beginsFolder(const PathToken& word) { return word.before.find('/') != std::string::npos; }

/// The letters of the word before or after, in the same folder's or file's name; empty for one that holds a number.
std::string lettersOf(const Words& words, std::size_t at, int step) {
    const bool exists =
        step < 0 ? at > 0 && !beginsFolder(words[at]) : at + 1 < words.size() && !beginsFolder(words[at + 1]);
    if (!exists) return {};
    const PathToken& word = words[step < 0 ? at - 1 : at + 1];
    return word.numbers == 0 ? lowered(word.text) : std::string();
}

/// What stands beside a number: its own letters, else the words next to it.
struct Beside {
    std::string before, after;
    bool own = false;     ///< they are its own letters
    bool degree = false;  ///< "tensor parallel" before it
};

Beside besideOf(const Words& words, std::size_t at) {
    const PathToken& word = words[at];
    Beside out{word.lettersBefore, word.lettersAfter, true, false};
    if (out.before.empty() && out.after.empty())
        out = {lettersOf(words, at, -1), lettersOf(words, at, 1), false, false};
    const std::size_t label = out.own ? at : at - 1;
    if (out.before == "parallel" && at > 0) out.degree = holds(parallelOf, lettersOf(words, label, -1));
    return out;
}

bool tells(const Beside& beside) {
    if (beside.degree || holds(tellingWords, beside.before)) return true;
    return holds(tellingWords, beside.after) && (beside.own || beside.before.empty());
}

bool isWholeNumber(const PathToken& word) { return std::all_of(word.number.begin(), word.number.end(), isDigit); }

/// Letters directly before the number, its own or a word of their own.
bool comesAfter(const Words& words, std::size_t at, const Beside& beside, bool (*wanted)(std::string_view)) {
    return wanted(beside.before) && (words[at].lettersAfter.empty() || !beside.own);
}

bool isRepeatWord(std::string_view word) { return holds(repeatWords, word); }
bool isPortWord(std::string_view word) { return holds(portWords, word); }

bool isRepeat(const Words& words, std::size_t at, const Beside& beside, bool counts) {
    if (!isWholeNumber(words[at])) return false;
    return comesAfter(words, at, beside, isRepeatWord) ||
           (words[at].whole && words[at].number == words[at].text && counts);
}

/// "time60", "time_60s", "duration=300": the unit may be the number's own letters.
bool isDuration(const Words& words, std::size_t at) {
    const PathToken& word = words[at];
    if (!holds(durationUnits, word.lettersAfter)) return false;
    return holds(durationWords, word.lettersBefore.empty() ? lettersOf(words, at, -1) : word.lettersBefore);
}

/// SGLang's own name of a file: back end, MMDD, number of requests, and what was asked.
bool isOwnNameOfSglang(const Words& words, std::size_t at, const PathSource& source) {
    if (source.reader != "sglang" || at == 0 || beginsFolder(words[at])) return false;
    for (std::size_t after = at + 1; after < words.size(); ++after)
        if (beginsFolder(words[after])) return false;  // a folder
    const std::string& date = words[at].text;
    if (date.size() != 4 || !isWholeNumber(words[at]) || words[at].number != date) return false;
    const int month = std::stoi(date.substr(0, 2)), day = std::stoi(date.substr(2));
    return month >= 1 && month <= 12 && day >= 1 && day <= 31 && !lettersOf(words, at, -1).empty();
}

bool isAmong(const std::vector<double>& values, double value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// Whether the word is the only one of its path that holds this number; stamps hold none.
bool isAlone(const Words& words, std::size_t at, double value) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (i != at && !words[i].stamp && isAmong(words[i].values, value)) return false;
    return true;
}

bool isOfSource(const Words& words, std::size_t at, const Beside& beside, const PathSource& source) {
    const PathToken& word = words[at];
    if (word.values.size() != 1) return false;
    const double value = word.values.front();
    const bool isLoad = source.numbers.load == value;
    const bool isCount = isAmong(source.numbers.requests, value);
    const bool isLength = source.numbers.seconds && (value == std::floor(*source.numbers.seconds) ||
                                                     value == std::round(*source.numbers.seconds));
    if (!isLoad && !isCount && !isLength) return false;
    const bool labelled = isLoadWord(beside.before) || isLoadWord(beside.after);
    const bool bothSides = beside.own && !beside.before.empty() && !beside.after.empty();
    if (isLoad || isCount) {
        if (word.whole && word.number == word.text) return true;
        if (labelled && !bothSides && !tells(beside)) return true;
        if (isCount && at > 0 && isOwnNameOfSglang(words, at - 1, source)) return true;
    }
    return (isLoad || isLength) && !tells(beside) && isAlone(words, at, value);
}

}  // namespace

PathNumbers pathNumbers(const std::vector<const RunInfo*>& runs, std::size_t rows) {
    PathNumbers out;
    if (runs.empty()) return out;
    const RunInfo& first = *runs.front();
    const auto all = [&](auto&& same) { return std::all_of(runs.begin(), runs.end(), same); };
    if (first.load.kind != LoadKind::notStated && all([&](const RunInfo* run) { return run->load == first.load; }))
        out.load = first.load.kind == LoadKind::unbounded ? std::numeric_limits<double>::infinity() : first.load.value;
    for (const auto count : {&RunInfo::declaredRequests, &RunInfo::declaredCompleted})
        if (first.*count && all([&](const RunInfo* run) { return run->*count == first.*count; }))
            out.requests.push_back(static_cast<double>(*(first.*count)));
    if (runs.size() == 1 && rows > 0) out.requests.push_back(static_cast<double>(rows));
    if (runs.size() == 1 && isKnown(first.declaredDuration))
        out.seconds = static_cast<double>(first.declaredDuration.count()) * 1e-9;
    return out;
}

Explained explain(const Words& words, std::size_t at, bool counts, const PathSource& source) {
    const PathToken& word = words[at];
    if (word.stamp || isOwnNameOfSglang(words, at, source)) return Explained::byItself;
    if (word.numbers != 1) return Explained::no;
    const Beside beside = besideOf(words, at);
    if (isRepeat(words, at, beside, counts) || isDuration(words, at)) return Explained::byItself;
    if (isWholeNumber(word) && comesAfter(words, at, beside, isPortWord)) return Explained::byItself;
    return isOfSource(words, at, beside, source) ? Explained::bySource : Explained::no;
}

}  // namespace plumbline
