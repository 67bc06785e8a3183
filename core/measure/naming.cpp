#include "core/measure/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/measure/path_dimensions.h"

namespace plumbline {

namespace {

struct NamedKey {
    std::string_view key;
    std::string_view words;  ///< "{}" alone where the value says what it is
};
// In the order in which people tell configurations apart; keys not listed follow by name, written with their key.
constexpr std::array<NamedKey, 22> knownKeys{{{"name", "{}"},
                                              {"model", "{}"},
                                              {"engine", "{}"},
                                              {"engine_version", "{}"},
                                              {"backend", "{}"},
                                              {"accelerator", "{}"},
                                              {"accelerator_count", "{} accelerators"},
                                              {"quantization", "{}"},
                                              {"tensor_parallel", "TP{}"},
                                              {"pipeline_parallel", "PP{}"},
                                              {"data_parallel", "DP{}"},
                                              {"expert_parallel", "EP{}"},
                                              {"label", "{}"},
                                              {"flags", "{}"},
                                              {"cache_state", "cache {}"},
                                              {"workload.name", "{}"},
                                              {"workload.dataset", "{}"},
                                              {"workload.input_tokens", "{} in"},
                                              {"workload.output_tokens", "{} out"},
                                              {"workload.max_tokens", "limit {}"},
                                              {"model_revision", "revision {}"},
                                              {"tokenizer", "tokenizer {}"}}};
// Not facts of a context, but told apart like one; a space sorts them apart from real keys.
constexpr std::string_view boundaryKey = " boundary";
constexpr std::string_view lengthsKey = " lengths";

constexpr std::size_t longestPart = 40;
constexpr std::size_t mostPathColumns = 32;  // names of words, where paths have little in common

std::size_t rank(std::string_view key) {
    if (key == boundaryKey) return knownKeys.size() + 1;
    if (key == lengthsKey) return knownKeys.size() + 2;
    const auto found =
        std::find_if(knownKeys.begin(), knownKeys.end(), [&](const NamedKey& k) { return k.key == key; });
    return static_cast<std::size_t>(found - knownKeys.begin());
}

/// "meta-llama/Llama-3.1-8B" is "Llama-3.1-8B" to people; so is a folder of weights.
std::string lastPart(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path.substr(path.rfind('/') + 1);
}

std::string wordsFor(std::string_view key, std::string value) {
    if (key == "model" || key == "tokenizer") value = lastPart(value);
    if (value.size() > longestPart) value = value.substr(0, longestPart) + "...";
    if (const std::size_t place = rank(key); place < knownKeys.size())
        return fmt::format(fmt::runtime(knownKeys[place].words), value);
    std::string words(key.starts_with("workload.") ? key.substr(9) : key);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words + " " + value;
}

std::string lengths(const Nameable& configuration) {
    std::string text;
    if (configuration.promptTokens) text = fmt::format("{:.0f} in", *configuration.promptTokens);
    if (configuration.outputTokens)
        text += fmt::format("{}{:.0f} out", text.empty() ? "" : ", ", *configuration.outputTokens);
    return text;
}

using Described = std::map<std::string, std::string, std::less<>>;  // key to the words for its value

Described describe(const Nameable& configuration) {
    Described out;
    for (const auto& [key, fact] : configuration.context) {
        const std::string value = plainText(fact.inForce());
        if (key.starts_with("note.") || key == "bound" || value.empty() || value == "null") continue;
        out.emplace(key, wordsFor(key, value));
    }
    // What it was called where it was exported: not its own name, but what people know it by.
    if (const auto group = plainFact(configuration.context, "note.group"); group && !group->empty())
        out.emplace("name", *group);  // whole: the next export says it again
    if (!configuration.boundary.first.empty()) out.emplace(boundaryKey, "first token: " + configuration.boundary.first);
    if (std::string text = lengths(configuration); !text.empty()) out.emplace(lengthsKey, std::move(text));
    return out;
}

std::vector<std::string> keysInOrder(const std::vector<Described>& all) {
    std::set<std::pair<std::size_t, std::string>> keys;
    for (const Described& each : all)
        for (const auto& [key, text] : each) keys.emplace(rank(key), key);
    std::vector<std::string> out;
    out.reserve(keys.size());
    for (const auto& [place, key] : keys) out.push_back(key);
    return out;
}

using Column = std::vector<std::string>;  ///< words, one a configuration

Column columnOf(const std::vector<Described>& all, const std::string& key) {
    Column column;
    for (const Described& each : all) {
        const auto found = each.find(key);
        column.push_back(found == each.end() ? std::string() : found->second);
    }
    return column;
}

/// Adds the words to the names of those that have one name so far and differ in them.
void tellApart(Column& names, const Column& words) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < names.size(); ++i) alike[names[i]].push_back(i);
    for (const auto& [name, members] : alike) {
        const std::string& first = words[members.front()];
        const bool same = std::all_of(members.begin(), members.end(), [&](std::size_t i) { return words[i] == first; });
        if (same) continue;
        for (const std::size_t i : members)
            if (!words[i].empty()) names[i] += (names[i].empty() ? "" : " · ") + words[i];
    }
}

constexpr std::size_t mostPathWords = 4;  // of a name, beyond those that it needs to be told from the others

/// Adds what differs in the paths of those that have one name so far, all of it where that is little.
void tellApartByPaths(Column& names, const std::vector<Column>& columns) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < names.size(); ++i) alike[names[i]].push_back(i);
    for (const auto& [name, members] : alike) {
        std::size_t said = 0;
        for (const Column& words : columns) {
            const std::string& first = words[members.front()];
            const bool same =
                std::all_of(members.begin(), members.end(), [&](std::size_t i) { return words[i] == first; });
            if (same || said == mostPathWords) continue;
            ++said;
            for (const std::size_t i : members)
                if (!words[i].empty()) names[i] += (names[i].empty() ? "" : " · ") + words[i];
        }
    }
    for (const Column& words : columns) tellApart(names, words);
}

/// What differs in the paths, a column a dimension, in the order in which they come up.
std::vector<std::pair<std::string, std::vector<PathDimension>>> pathColumns(const std::vector<Nameable>& all) {
    std::vector<std::pair<std::string, std::vector<PathDimension>>> columns;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (PathDimension& one : pathDimensions(all[i].words)) {
            auto column =
                std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.first == one.name; });
            if (column == columns.end() && columns.size() == mostPathColumns) continue;
            if (column == columns.end())
                column = columns.insert(columns.end(), {one.name, std::vector<PathDimension>(all.size())});
            column->second[i] = std::move(one);
        }
    }
    std::erase_if(columns, [](const auto& column) {
        return std::all_of(column.second.begin(), column.second.end(),
                           [&](const PathDimension& each) { return each.value == column.second.front().value; });
    });
    return columns;
}

/// What the path calls it; the folder where its files are only told apart by their loads.
std::string pathName(const Nameable& configuration) {
    const bool anyExplained = std::any_of(configuration.words.begin(), configuration.words.end(),
                                          [](const PathWord& word) { return word.explained; });
    std::string folder = lastPart(configuration.folder);
    while (folder.ends_with('/')) folder.pop_back();
    const std::string words = unexplainedText(configuration.words);
    return (anyExplained || words.empty()) && !folder.empty() ? folder : words;
}

/// What one alone, or one of which nothing that differs is known, is called.
std::string plainName(const Described& described, const std::string& path, std::size_t place) {
    for (const char* key : {"name", "model", "engine"})
        if (const auto found = described.find(key); found != described.end()) return found->second;
    return path.empty() ? fmt::format("configuration {}", place + 1) : path;
}

void numberTheSame(Column& names, const std::vector<Nameable>& configurations) {
    std::set<std::string> taken;
    for (const Nameable& configuration : configurations)
        if (configuration.given) taken.insert(*configuration.given);
    std::map<std::string, int> next;  // number of a name that was taken
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (configurations[i].given || taken.insert(names[i]).second) continue;
        const std::string base = names[i];
        int& n = next.try_emplace(base, 2).first->second;
        do names[i] = fmt::format("{} ({})", base, n++);
        while (!taken.insert(names[i]).second);
    }
}

}  // namespace

std::vector<std::string> nameByDifference(const std::vector<Nameable>& configurations) {
    std::vector<Described> all;
    all.reserve(configurations.size());
    for (const Nameable& configuration : configurations) all.push_back(describe(configuration));
    Column names(configurations.size());
    for (const std::string& key : keysInOrder(all))
        if (key != lengthsKey) tellApart(names, columnOf(all, key));
    std::vector<Column> paths;
    for (const auto& [name, column] : pathColumns(configurations))
        for (Column& words = paths.emplace_back(); const PathDimension& each : column) words.push_back(each.text);
    tellApartByPaths(names, paths);
    tellApart(names, columnOf(all, std::string(lengthsKey)));
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) names[i] = plainName(all[i], pathName(configurations[i]), i);
        if (configurations[i].given) names[i] = *configurations[i].given;
    }
    numberTheSame(names, configurations);
    return names;
}

namespace {

DimensionValue factValue(const Context& context, const std::string& key) {
    const auto text = plainFact(context, key);
    if (!text || text->empty() || *text == "null") return {};
    const auto number = numberFact(context, key);
    return number ? DimensionValue(*number) : DimensionValue(*text);
}

using Values = std::vector<DimensionValue>;

/// Whether one tells apart just what the other does.
bool tellTheSame(const Values& a, const Values& b) {
    std::map<DimensionValue, DimensionValue> there, back;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (there.try_emplace(a[i], b[i]).first->second != b[i] || back.try_emplace(b[i], a[i]).first->second != a[i])
            return false;
    return true;
}

}  // namespace

std::vector<Dimensions> dimensionsOf(const std::vector<Nameable>& configurations) {
    std::map<std::string, Values> found;
    std::set<std::string> keys;
    for (const Nameable& each : configurations)
        for (const auto& [key, fact] : each.context)
            if (!key.starts_with("note.") && key != "bound") keys.insert(key);
    for (const std::string& key : keys) {
        Values values;
        for (const Nameable& each : configurations) values.push_back(factValue(each.context, key));
        const bool differ = std::any_of(values.begin(), values.end(), [&](const auto& v) { return v != values[0]; });
        if (differ) found.emplace(key, std::move(values));
    }
    std::map<std::string, Values> ofPaths;
    for (const auto& [name, column] : pathColumns(configurations)) {
        Values values;
        for (const PathDimension& each : column) values.push_back(each.name.empty() ? DimensionValue() : each.value);
        const bool isTold =
            std::any_of(found.begin(), found.end(), [&](const auto& each) { return tellTheSame(each.second, values); });
        if (!isTold) ofPaths.try_emplace(name, std::move(values));
    }
    found.merge(ofPaths);
    std::vector<Dimensions> out(configurations.size());
    for (const auto& [name, values] : found)
        for (std::size_t i = 0; i < out.size(); ++i) out[i].emplace(name, values[i]);
    return out;
}

}  // namespace plumbline
