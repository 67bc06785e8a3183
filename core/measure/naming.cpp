#include "core/measure/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace plumbline {

namespace {

struct NamedKey {
    std::string_view key;
    std::string_view words;  ///< before the value; "{}" alone where the value says what it is
};
// In the order in which people tell configurations apart.
constexpr std::array<NamedKey, 22> keys{{{"name", "{}"},
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

constexpr std::size_t longestPart = 40;

/// "meta-llama/Llama-3.1-8B" is "Llama-3.1-8B" to people; so is a folder of weights.
std::string lastPart(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path.substr(path.rfind('/') + 1);
}

/// The words for a key's value in one context; empty where it is not stated.
std::string partOf(const Context& context, const NamedKey& named) {
    auto value = plainFact(context, named.key);
    if (!value || value->empty()) return {};
    if (named.key == "model" || named.key == "tokenizer") value = lastPart(*value);
    if (value->size() > longestPart) value = value->substr(0, longestPart) + "...";
    return fmt::format(fmt::runtime(named.words), *value);
}

std::string boundaryPart(const TimingBoundary& boundary) {
    return boundary.first.empty() ? std::string() : "first token: " + boundary.first;
}

using Column = std::vector<std::string>;  ///< one key's words, a context each

std::size_t distinct(const Column& column) { return std::set<std::string>(column.begin(), column.end()).size(); }

void append(Column& names, const Column& parts) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (parts[i].empty()) continue;
        if (!names[i].empty()) names[i] += " · ";
        names[i] += parts[i];
    }
}

std::vector<Column> columnsOf(const std::vector<Context>& contexts, const std::vector<TimingBoundary>& boundaries) {
    std::vector<Column> columns;
    for (const NamedKey& named : keys) {
        Column column;
        for (const Context& context : contexts) column.push_back(partOf(context, named));
        columns.push_back(std::move(column));
    }
    Column column;
    for (const TimingBoundary& boundary : boundaries) column.push_back(boundaryPart(boundary));
    columns.push_back(std::move(column));
    return columns;
}

/// Path without the folders that all have in common, nor the name's ending.
Column pathParts(const std::vector<std::string>& paths) {
    std::size_t common = paths.empty() ? 0 : paths.front().rfind('/') + 1;
    for (const std::string& path : paths) {
        std::size_t same = 0;
        while (same < std::min(common, path.size()) && path[same] == paths.front()[same]) ++same;
        common = same == 0 ? 0 : paths.front().rfind('/', same - 1) + 1;
    }
    Column parts;
    for (const std::string& path : paths) {
        const std::string rest = path.substr(std::min(common, path.size()));
        parts.push_back(rest.substr(0, rest.find('.', rest.rfind('/') + 1)));
    }
    return parts;
}

void numberTheSame(Column& names) {
    std::map<std::string, int> seen;
    Column numbered = names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const int number = ++seen[names[i]];
        if (number > 1) numbered[i] += fmt::format(" ({})", number);
    }
    names = std::move(numbered);
}

}  // namespace

std::vector<std::string> nameByDifference(const std::vector<Context>& contexts,
                                          const std::vector<TimingBoundary>& boundaries,
                                          const std::vector<std::string>& fallbackPaths) {
    const std::vector<Column> columns = columnsOf(contexts, boundaries);
    const std::size_t count = contexts.size();
    Column names = columns.front();  // a stated name stands for all that differs
    const bool allNamed = std::none_of(names.begin(), names.end(), std::mem_fn(&std::string::empty));
    if (!allNamed || distinct(names) < count) {
        for (std::size_t key = 1; key < columns.size() && distinct(names) < count; ++key)
            if (distinct(columns[key]) > 1) append(names, columns[key]);
    }
    if (distinct(names) < count) append(names, pathParts(fallbackPaths));
    const Column paths = pathParts(fallbackPaths);
    for (std::size_t i = 0; i < count; ++i) {
        // With nothing that differs: what it is at all.
        for (std::size_t key = 1; key < columns.size() && names[i].empty(); ++key) names[i] = columns[key][i];
        if (names[i].empty()) names[i] = paths[i].empty() ? fmt::format("configuration {}", i + 1) : paths[i];
    }
    numberTheSame(names);
    return names;
}

}  // namespace plumbline
