// What keeps compared configurations apart, one finding a kind of difference (METRICS §7).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/judge/checklist.h"
#include "core/judge/registry.h"
#include "core/judge/typical_tokens.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::size_t pairsNamed = 3;

struct Difference {
    const LevelComparison* pair = nullptr;
    std::string words;
};

/// What an item of the checklist says is different; empty where nothing is.
std::string itemWords(const LevelComparison& pair, std::string_view name) {
    const auto item = std::find_if(pair.checks.begin(), pair.checks.end(),
                                   [name](const CheckItem& each) { return each.name == name; });
    return item == pair.checks.end() || item->sameness != Sameness::different ? std::string() : item->words;
}

/// The first load at which each pair differs, by what words says of it.
template <class Words>
std::vector<Difference> differencesIn(const Comparisons& comparisons, Words words) {
    std::vector<Difference> out;
    for (const LevelComparison& pair : comparisons.all) {
        const bool known = !out.empty() && out.back().pair->a == pair.a && out.back().pair->b == pair.b;
        if (known) continue;
        if (std::string said = words(pair); !said.empty()) out.push_back({&pair, std::move(said)});
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

void sayDifferences(const FindingInput& input, const std::vector<Difference>& differences, std::string_view what,
                    Findings& out) {
    if (differences.empty()) return;
    const std::size_t pairs = pairsOf(input.comparisons);
    Finding finding;
    finding.id = out.id();
    finding.severity = out.entry().severity;
    finding.text = fmt::format("Compared configurations differ in {}, {}: {}.", what,
                               shareText(differences.size(), pairs, "pairs"), listOf(input, differences));
    finding.evidence = {{"pairs", static_cast<double>(differences.size())}, {"compared", static_cast<double>(pairs)}};
    out.push_back(std::move(finding));
}

void findDifference(const FindingInput& input, std::string_view item, std::string_view what, Findings& out) {
    const auto words = [item](const LevelComparison& pair) { return itemWords(pair, item); };
    sayDifferences(input, differencesIn(input.comparisons, words), what, out);
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

void findQuantizationDiffers(const FindingInput& input, Findings& out) {
    findDifference(input, "quantization", "quantization", out);
}

void findWorkloadDiffers(const FindingInput& input, Findings& out) {
    TypicalTokens typical(input);
    // Prompts of other lengths that are as long in the middle are one workload, though no claim is made of them.
    const auto words = [&](const LevelComparison& pair) {
        const std::string said = itemWords(pair, "workload");
        return said.empty() || said == otherLengths ? typical.difference(pair.a, pair.b) : said;
    };
    sayDifferences(input, differencesIn(input.comparisons, words), "workload", out);
}

void findBoundaryDiffers(const FindingInput& input, Findings& out) {
    findDifference(input, "timing_boundary", "what their times measure", out);
}

void findTokenSourcesDiffer(const FindingInput& input, Findings& out) {
    findDifference(input, "token_source", "who counted the tokens", out);
}

void findLoadDiffers(const FindingInput& input, Findings& out) {
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (const LevelComparison& pair : input.comparisons.all) {
        if (!seen.insert({pair.a, pair.b}).second) continue;
        const ConfigurationFigures &a = input.figures.configurations[pair.a], &b = input.figures.configurations[pair.b];
        const std::set<Load> loadsA = loadsOf(a), loadsB = loadsOf(b);
        const std::string left = onlyIn(loadsA, loadsB), right = onlyIn(loadsB, loadsA);
        if (left.empty() && right.empty()) continue;
        std::string text = fmt::format("{} and {} are compared at the loads that both have", a.name, b.name);
        if (!left.empty()) text += fmt::format("; {} has {} alone", a.name, left);
        if (!right.empty()) text += fmt::format("; {} has {} alone", b.name, right);
        out.push_back(out.of(pair.b, text + "."));
    }
}

}  // namespace plumbline
