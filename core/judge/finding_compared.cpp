// What keeps compared configurations apart, one finding a kind of difference (metrics §7).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::size_t pairsNamed = 3;

struct Difference {
    const LevelComparison* pair = nullptr;
    std::string words;
};

/// The first load at which each pair differs in an item.
std::vector<Difference> differencesIn(const Comparisons& comparisons, std::string_view name) {
    std::vector<Difference> out;
    for (const LevelComparison& pair : comparisons.all) {
        const auto item = std::find_if(pair.checks.begin(), pair.checks.end(),
                                       [name](const CheckItem& each) { return each.name == name; });
        if (item == pair.checks.end() || item->sameness != Sameness::different) continue;
        const bool known = !out.empty() && out.back().pair->a == pair.a && out.back().pair->b == pair.b;
        if (!known) out.push_back({&pair, item->words});
    }
    return out;
}

std::size_t pairsOf(const Comparisons& comparisons) {
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (const LevelComparison& each : comparisons.all) pairs.insert({each.a, each.b});
    return pairs.size();
}

std::string listOf(const JudgeInput& input, const std::vector<Difference>& differences) {
    std::string out;
    for (std::size_t i = 0; i < std::min(pairsNamed, differences.size()); ++i) {
        const LevelComparison& pair = *differences[i].pair;
        out += fmt::format("{}{} and {} ({})", i == 0 ? "" : "; ", input.figures.configurations[pair.a].name,
                           input.figures.configurations[pair.b].name, differences[i].words);
    }
    if (differences.size() > pairsNamed) out += fmt::format("; and {} more", differences.size() - pairsNamed);
    return out;
}

void findDifference(const JudgeInput& input, std::string_view item, std::string_view id, std::string_view what,
                    std::vector<Finding>& out) {
    if (input.comparisons == nullptr) return;
    const std::vector<Difference> differences = differencesIn(*input.comparisons, item);
    if (differences.empty()) return;
    const std::size_t pairs = pairsOf(*input.comparisons);
    Finding finding;
    const CheckEntry& entry = findingEntry(id);
    finding.id = entry.id;
    finding.severity = entry.severity;
    finding.text = fmt::format("Compared configurations differ in {}, {}: {}.", what,
                               shareText(differences.size(), pairs, "pairs"), listOf(input, differences));
    finding.evidence = {{"pairs", static_cast<double>(differences.size())}, {"compared", static_cast<double>(pairs)}};
    out.push_back(std::move(finding));
}

std::set<Load> loadsOf(const ConfigurationFigures& configuration) {
    std::set<Load> loads;
    for (const std::size_t level : configuration.line) loads.insert(configuration.levels[level].load);
    return loads;
}

std::string onlyIn(const std::set<Load>& these, const std::set<Load>& others) {
    std::string out;
    for (const Load& load : these)
        if (!others.contains(load)) out += (out.empty() ? "" : ", ") + shortText(load);
    return out;
}

}  // namespace

void findQuantizationDiffers(const JudgeInput& input, std::vector<Finding>& out) {
    findDifference(input, "quantization", "quantization-differs", "quantization", out);
}

void findWorkloadDiffers(const JudgeInput& input, std::vector<Finding>& out) {
    findDifference(input, "workload", "workload-differs", "workload", out);
}

void findBoundaryDiffers(const JudgeInput& input, std::vector<Finding>& out) {
    findDifference(input, "timing_boundary", "boundary-differs", "what their times measure", out);
}

void findTokenSourcesDiffer(const JudgeInput& input, std::vector<Finding>& out) {
    findDifference(input, "token_source", "token-source-differs", "who counted the tokens", out);
}

void findLoadDiffers(const JudgeInput& input, std::vector<Finding>& out) {
    if (input.comparisons == nullptr) return;
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (const LevelComparison& pair : input.comparisons->all) {
        if (!seen.insert({pair.a, pair.b}).second) continue;
        const ConfigurationFigures &a = input.figures.configurations[pair.a], &b = input.figures.configurations[pair.b];
        const std::set<Load> loadsA = loadsOf(a), loadsB = loadsOf(b);
        const std::string left = onlyIn(loadsA, loadsB), right = onlyIn(loadsB, loadsA);
        if (left.empty() && right.empty()) continue;
        std::string text = fmt::format("{} and {} are compared at the loads that both have", a.name, b.name);
        if (!left.empty()) text += fmt::format("; {} has {} alone", a.name, left);
        if (!right.empty()) text += fmt::format("; {} has {} alone", b.name, right);
        out.push_back(findingOf(findingEntry("load-differs"), pair.b, text + "."));
    }
}

}  // namespace plumbline
