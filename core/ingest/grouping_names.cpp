// Configurations are named by what differs among those loaded (metrics §6).
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/ingest/grouping.h"

namespace plumbline {
namespace {

using Described = std::map<std::string, std::string, std::less<>>;  // key to the words for its value

// In the order in which people tell configurations apart; what is not listed follows by name.
constexpr std::array<std::string_view, 21> order{"name",
                                                 "model",
                                                 "engine",
                                                 "engine_version",
                                                 "backend",
                                                 "accelerator",
                                                 "accelerator_count",
                                                 "quantization",
                                                 "tensor_parallel",
                                                 "pipeline_parallel",
                                                 "data_parallel",
                                                 "expert_parallel",
                                                 "label",
                                                 "cache_state",
                                                 "workload.name",
                                                 "workload.dataset",
                                                 "workload.input_tokens",
                                                 "workload.output_tokens",
                                                 " reader",
                                                 "model_revision",
                                                 "tokenizer"};

/// Lengths vary from run to run: they tell apart only what nothing else does.
std::size_t rank(std::string_view key) {
    if (key == " lengths") return order.size() + 1;
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), key) - order.begin());
}

/// Values that say by themselves what they are; all others are written with their key.
bool speaksForItself(std::string_view key) {
    constexpr std::array<std::string_view, 11> plain{
        "name",  "model",         "engine",           "backend",  "accelerator", "quantization",
        "label", "workload.name", "workload.dataset", " lengths", " reader"};
    return std::find(plain.begin(), plain.end(), key) != plain.end();
}

std::string keyWords(std::string_view key) {
    if (key == "tensor_parallel") return "TP";
    if (key == "pipeline_parallel") return "PP";
    if (key == "data_parallel") return "DP";
    if (key == "expert_parallel") return "EP";
    if (key == "accelerator_count") return "accelerators";
    if (key.starts_with("workload.")) key.remove_prefix(9);
    std::string words(key);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

/// "meta-llama/Llama-3.1-8B" is "Llama-3.1-8B" to people; so is a folder of weights.
std::string lastPart(const std::string& path) {
    const std::size_t end = path.find_last_not_of('/');
    if (end == std::string::npos) return path;
    const std::size_t slash = path.rfind('/', end);
    return path.substr(slash == std::string::npos ? 0 : slash + 1,
                       end - (slash == std::string::npos ? 0 : slash + 1) + 1);
}

std::string words(const std::string& key, const std::string& value) {
    if (key == "model" || key == "tokenizer") return (key == "tokenizer" ? "tokenizer " : "") + lastPart(value);
    constexpr std::size_t longest = 40;
    std::string text = value.size() <= longest ? value : value.substr(0, longest) + "...";
    return speaksForItself(key) ? text : keyWords(key) + " " + text;
}

std::string lengths(const GroupingCandidate& c) {
    const auto whole = [](double tokens) { return std::to_string(std::llround(tokens)); };
    std::string text;
    if (c.medianPrompt) text = whole(*c.medianPrompt) + " in";
    if (c.medianOutput) text += (text.empty() ? "" : ", ") + whole(*c.medianOutput) + " out";
    return text;
}

/// What is known of a configuration: of its first source that knows it.
Described describe(const Grouping::Configuration& configuration,
                   const std::map<SourceId, const GroupingCandidate*>& byId) {
    Described out;
    for (SourceId id : configuration.sources) {
        const auto found = byId.find(id);
        if (found == byId.end()) continue;
        const GroupingCandidate& source = *found->second;
        for (const auto& [key, fact] : source.context) {
            const std::string value = plainText(fact.inForce());
            if (key.starts_with("note.") || key == "bound" || value.empty() || value == "null") continue;
            out.emplace(key, words(key, value));
        }
        out.emplace(" reader", source.reader);
        if (const std::string text = lengths(source); !text.empty()) out.emplace(" lengths", text);
    }
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

std::string valueOf(const Described& described, const std::string& key) {
    const auto found = described.find(key);
    return found == described.end() ? std::string() : found->second;
}

/// Adds the words of `key` to the names of those configurations that have one name so far and differ in it.
void tellApart(std::vector<std::string>& names, const std::vector<Described>& all, const std::string& key) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < names.size(); ++i) alike[names[i]].push_back(i);
    for (const auto& [name, members] : alike) {
        const std::string first = valueOf(all[members.front()], key);
        const bool same =
            std::all_of(members.begin(), members.end(), [&](std::size_t i) { return valueOf(all[i], key) == first; });
        if (same) continue;
        for (std::size_t i : members) {
            const std::string text = valueOf(all[i], key);
            if (!text.empty()) names[i] += (names[i].empty() ? "" : ", ") + text;
        }
    }
}

/// What one configuration alone, or one of which nothing that differs is known, is called.
std::string plainName(const Described& described) {
    for (const char* key : {"name", "model", " reader"})
        if (const std::string text = valueOf(described, key); !text.empty()) return text;
    return "configuration";
}

void number(std::vector<std::string>& names, const std::vector<bool>& given) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (given[i]) taken.insert(names[i]);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (given[i]) continue;
        const std::string base = names[i];
        for (int n = 2; !taken.insert(names[i]).second; ++n) names[i] = base + " (" + std::to_string(n) + ")";
    }
}

}  // namespace

std::vector<std::string> configurationNames(const Grouping& grouping, const std::vector<GroupingCandidate>& sources) {
    std::map<SourceId, const GroupingCandidate*> byId;
    for (const GroupingCandidate& source : sources) byId[source.id] = &source;
    std::vector<Described> all;
    for (const auto& configuration : grouping.configurations) all.push_back(describe(configuration, byId));

    std::vector<std::string> names(all.size());
    for (const std::string& key : keysInOrder(all)) tellApart(names, all, key);
    std::vector<bool> given(all.size(), false);
    for (std::size_t i = 0; i < all.size(); ++i) {
        given[i] = grouping.configurations[i].name.has_value();
        if (given[i]) names[i] = *grouping.configurations[i].name;
        if (names[i].empty()) names[i] = plainName(all[i]);
    }
    number(names, given);
    return names;
}

}  // namespace plumbline
