#include "core/measure/path_dimensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

bool holdsNumber(const PathWord& word) { return word.shape.find('#') != std::string::npos; }
bool isBareNumber(const PathWord& word) { return word.shape == "#" || word.shape == "/#"; }
bool beginsName(const PathWord& word) { return word.shape.starts_with('/'); }

/// "isl" of "isl1000"; empty where the word is anything but letters and then one number.
std::string lettersBefore(const PathWord& word) {
    std::string_view shape = word.shape;
    if (shape.starts_with('/')) shape.remove_prefix(1);
    return shape.find('#') + 1 == shape.size() ? std::string(shape.substr(0, shape.size() - 1)) : std::string();
}

DimensionValue numberOrText(std::string_view text) {
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc() && end == text.data() + text.size()) return value;
    return std::string(text);
}

/// Whether the word before is the name of this number: "isl" of "isl_1000".
bool isLabelled(const PathWords& words, std::size_t at) {
    return isBareNumber(words[at]) && at > 0 && !beginsName(words[at]) && !holdsNumber(words[at - 1]) &&
           !words[at - 1].shape.ends_with('@');
}

}  // namespace

std::vector<PathDimension> pathDimensions(const PathWords& words) {
    std::vector<PathDimension> out;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const PathWord& word = words[i];
        if (word.explained) continue;
        if (i + 1 < words.size() && !words[i + 1].explained && isLabelled(words, i + 1)) continue;
        PathDimension one{{}, word.text, word.text};
        if (isLabelled(words, i)) {
            one = {words[i - 1].text, numberOrText(word.text), words[i - 1].text + word.before + word.text};
        } else if (const std::string letters = lettersBefore(word); !letters.empty()) {
            one = {letters, numberOrText(std::string_view(word.text).substr(letters.size())), word.text};
        }
        if (one.name.empty() || taken.contains(one.name)) {
            one.name = fmt::format("path {}", i + 1);
            one.value = one.text;
        }
        taken.insert(one.name);
        out.push_back(std::move(one));
    }
    return out;
}

std::string unexplainedText(const PathWords& words) {
    std::string out;
    for (const PathWord& word : words) {
        if (word.explained) continue;
        out += out.empty() ? "" : word.before.empty() ? " " : word.before;
        out += word.text;
    }
    return out;
}

}  // namespace plumbline
