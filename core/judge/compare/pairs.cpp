#include "core/judge/compare/pairs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

using LevelPair = std::pair<LevelPlace, LevelPlace>;

/// Levels on a configuration's line by load: at one load there is one.
std::map<Load, std::size_t> comparable(const ConfigurationFigures& configuration) {
    std::map<Load, std::size_t> out;
    for (const std::size_t level : configuration.line) out.emplace(configuration.levels[level].load, level);
    for (std::size_t level = 0; level < configuration.levels.size(); ++level)
        if (configuration.levels[level].load.kind == LoadKind::unbounded)
            out.emplace(configuration.levels[level].load, level);
    return out;
}

/// Comparable levels at one load, in the order of configurations.
using AtLoads = std::map<Load, std::vector<LevelPlace>>;

AtLoads shownAtLoads(const JudgeInput& input) {
    AtLoads out;
    const auto& configurations = input.figures.configurations;
    for (std::size_t i = 0; i < configurations.size(); ++i) {
        if (input.settings.isHidden(configurations[i].id)) continue;
        for (const auto& [load, level] : comparable(configurations[i])) out[load].push_back({i, level});
    }
    return out;
}

std::size_t pairCount(std::size_t count) { return count * (count - (count > 0 ? 1 : 0)) / 2; }

/// A configuration's dimensions (METRICS §6), a hash each.
using Hashes = std::map<std::string, std::size_t, std::less<>>;

Hashes hashesOf(const Dimensions& dimensions) {
    Hashes out;
    for (const auto& [name, value] : dimensions)
        out[name] = std::hash<std::string>{}(name) ^ (std::hash<DimensionValue>{}(value)*31);
    return out;
}

/// Takes pairs as long as there is room.
class Chooser {
public:
    explicit Chooser(std::size_t most) : m_most(most) {}
    bool isFull() const { return m_pairs.size() >= m_most; }
    void addAll(const std::vector<LevelPlace>& places) {
        for (std::size_t a = 0; a < places.size(); ++a)
            for (std::size_t b = a + 1; b < places.size(); ++b) {
                if (isFull()) return;
                m_pairs.emplace(places[a], places[b]);
            }
    }
    std::vector<LevelPair> take() const { return {m_pairs.begin(), m_pairs.end()}; }

private:
    std::size_t m_most;
    std::set<LevelPair> m_pairs;
};

/// Those that agree in all dimensions but one, found without a look at each pair: a sum of hashes without one of them.
void addNearest(const JudgeInput& input, const AtLoads& atLoads, Chooser& chooser) {
    std::vector<Hashes> dimensions;
    for (const ConfigurationFigures& each : input.figures.configurations)
        dimensions.push_back(hashesOf(each.dimensions));
    if (dimensions.empty()) return;
    for (const auto& [key, first] : dimensions.front())  // all have the same names
        for (const auto& [load, places] : atLoads) {
            std::map<std::size_t, std::size_t> groupOf;
            std::vector<std::vector<LevelPlace>> groups;  // in the order of their first members
            for (const LevelPlace place : places) {
                std::size_t others = 0;
                for (const auto& [name, value] : dimensions[place.configuration])
                    if (name != key) others += value * 0x9e3779b97f4a7c15U;
                const auto [group, isNew] = groupOf.try_emplace(others, groups.size());
                if (isNew) groups.emplace_back();
                groups[group->second].push_back(place);
            }
            for (const std::vector<LevelPlace>& group : groups) chooser.addAll(group);
            if (chooser.isFull() || input.stop.stop_requested()) return;
        }
}

}  // namespace

ChosenPairs choosePairs(const JudgeInput& input) {
    const AtLoads atLoads = shownAtLoads(input);
    std::size_t all = 0;
    for (const auto& [load, places] : atLoads) all += pairCount(places.size());
    const std::size_t most = limitOf(SizeLimit::pairs);
    Chooser chooser(std::min(all, most));
    if (all > most) addNearest(input, atLoads, chooser);
    for (const auto& [load, places] : atLoads) chooser.addAll(places);
    ChosenPairs out{chooser.take(), all - std::min(all, most)};
    std::stable_sort(out.pairs.begin(), out.pairs.end(), [&input](const LevelPair& a, const LevelPair& b) {
        const auto keyOf = [&input](const LevelPair& pair) {
            return std::tuple(pair.first.configuration, pair.second.configuration, input.level(pair.first).load);
        };
        return keyOf(a) < keyOf(b);
    });
    return out;
}

}  // namespace plumbline
