#include "core/measure/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

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

/// Paths without the folders that all have in common, nor the name's ending.
Column pathParts(const std::vector<Nameable>& configurations) {
    const std::string first = configurations.empty() ? std::string() : configurations.front().path;
    std::size_t common = first.rfind('/') + 1;
    for (const Nameable& configuration : configurations) {
        const std::string& path = configuration.path;
        std::size_t same = 0;
        while (same < std::min(common, path.size()) && path[same] == first[same]) ++same;
        common = same == 0 ? 0 : first.rfind('/', same - 1) + 1;
    }
    Column parts;
    for (const Nameable& configuration : configurations) {
        const std::string rest = configuration.path.substr(std::min(common, configuration.path.size()));
        parts.push_back(rest.substr(0, rest.find('.', rest.rfind('/') + 1)));
    }
    return parts;
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
    for (const Nameable& configuration : configurations) all.push_back(describe(configuration));
    Column names(configurations.size());
    for (const std::string& key : keysInOrder(all)) tellApart(names, columnOf(all, key));
    const Column paths = pathParts(configurations);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty() && names.size() == 1) names[i] = plainName(all[i], paths[i], i);
    tellApart(names, paths);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) names[i] = plainName(all[i], paths[i], i);
        if (configurations[i].given) names[i] = *configurations[i].given;
    }
    numberTheSame(names, configurations);
    return names;
}

}  // namespace plumbline
