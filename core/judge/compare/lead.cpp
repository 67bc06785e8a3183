#include "core/judge/compare/lead.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace plumbline {

const LevelComparison* comparisonOf(const Comparisons& comparisons, std::size_t one, std::size_t other,
                                    const Load& load) {
    const auto [a, b] = std::minmax(one, other);
    const auto wanted = std::tie(a, b, load);
    const auto found = std::lower_bound(
        comparisons.all.begin(), comparisons.all.end(), wanted,
        [](const LevelComparison& each, const auto& key) { return std::tie(each.a, each.b, each.load) < key; });
    const bool isIt = found != comparisons.all.end() && std::tie(found->a, found->b, found->load) == wanted;
    return isIt ? &*found : nullptr;
}

std::string refusalToLead(const Figures& figures, const Comparisons& comparisons, std::size_t leader,
                          std::span<const std::size_t> others, const Load& load) {
    for (const std::size_t other : others) {
        if (other == leader) continue;
        const LevelComparison* pair = comparisonOf(comparisons, leader, other, load);
        if (pair != nullptr && pair->matched) continue;
        if (pair != nullptr) return pair->refusal;
        return fmt::format("{} and {} are not among the pairs that were compared.",
                           figures.configurations[std::min(leader, other)].name,
                           figures.configurations[std::max(leader, other)].name);
    }
    return {};
}

}  // namespace plumbline
