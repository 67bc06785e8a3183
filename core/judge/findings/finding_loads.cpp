// What the set of loads can carry: how many, how often, how far, and in which direction the figures move.
#include <fmt/format.h>

#include <set>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Concurrencies and request rates are no common axis: those that the curve goes through.
std::set<Load> loadsOnCurve(const ConfigurationFigures& configuration) {
    std::set<Load> loads;
    for (const std::size_t level : configuration.line) loads.insert(configuration.levels[level].load);
    return loads;
}

bool oneRunEach(const ConfigurationFigures& configuration) {
    std::multiset<Load> loads;
    for (const LevelFigures& level : configuration.levels) {
        loads.insert(level.load);
        if (level.runs.size() > 1 || loads.count(level.load) > 1) return false;
    }
    return !loads.empty();
}

void findCrossedTwice(const JudgeInput& input, std::size_t c, Findings& out) {
    for (const Crossing& crossing : input.figures.configurations[c].crossings) {
        if (crossing.monotonic || crossing.slo >= input.settings.slos.size()) continue;
        const std::string slo = text(input.settings.slos[crossing.slo]);
        Finding finding = out.of(
            c, fmt::format(
                   "'{}' is passed more than once over the loads; the first passage is taken as the operating point.",
                   slo));
        finding.evidence = {{"slo", slo}};
        if (crossing.between)
            finding.evidence.emplace_back("between",
                                          std::vector<double>{crossing.between->first, crossing.between->second});
        out.push_back(std::move(finding));
    }
}

void findFallingLatency(const JudgeInput& input, std::size_t c, Findings& out) {
    const ConfigurationFigures& configuration = input.figures.configurations[c];
    for (std::size_t i = 1; i < configuration.line.size(); ++i) {
        const LevelFigures& lower = configuration.levels[configuration.line[i - 1]];
        const LevelFigures& upper = configuration.levels[configuration.line[i]];
        const auto before = lower.of(RowMetric::e2e).at(quantile(0.5)),
                   after = upper.of(RowMetric::e2e).at(quantile(0.5));
        if (!before || !after || *before <= 0 || *after >= *before * (1 - out.threshold())) continue;
        Finding finding = out.at(input, {c, configuration.line[i]},
                                 fmt::format("Median latency falls by {} with more load: from {} at {} to {} at {}.",
                                             percentText(1 - *after / *before), secondsText(*before), text(lower.load),
                                             secondsText(*after), text(upper.load)));
        finding.evidence = {{"e2e_s.p50", std::vector<double>{*before, *after}},
                            {"loads", std::vector<double>{lower.load.value, upper.load.value}}};
        out.push_back(std::move(finding));
    }
}

}  // namespace

void findFewLevels(const FindingInput& input, Findings& out) {
    const double enoughLoads = out.threshold();
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const std::size_t loads = loadsOnCurve(input.figures.configurations[c]).size();
        if (static_cast<double>(loads) >= enoughLoads) continue;
        Finding finding =
            out.of(c, loads == 0 ? std::string("No load is stated: there is no curve over loads.")
                                 : fmt::format("{} load{}: where a curve bends cannot be seen from fewer than {}.",
                                               loads, loads == 1 ? "" : "s", enoughLoads));
        finding.evidence = {{"loads", static_cast<double>(loads)}};
        out.push_back(std::move(finding));
    }
}

void findStillScaling(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const Saturation& saturation = input.figures.configurations[c].saturation;
        if (!saturation.elasticity || *saturation.elasticity <= out.threshold()) continue;
        Finding finding = out.of(
            c,
            fmt::format(
                "Still scaling: at the last pair of loads the output rate grows with an elasticity of {:.2f}, so the "
                "peak is not known.",
                *saturation.elasticity));
        finding.evidence = {{"elasticity", *saturation.elasticity}};
        out.push_back(std::move(finding));
    }
}

void findNotMonotonic(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        findCrossedTwice(input, c, out);
        findFallingLatency(input, c, out);
    }
}

void findSingleRun(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const ConfigurationFigures& configuration = input.figures.configurations[c];
        if (!oneRunEach(configuration)) continue;
        Finding finding = out.of(c, "One run at each load: how much a repeat would differ is not known.");
        finding.evidence = {{"levels", static_cast<double>(configuration.levels.size())}};
        out.push_back(std::move(finding));
    }
}

void findSummaryOnly(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const ConfigurationFigures& configuration = input.figures.configurations[c];
        std::size_t summaries = 0;
        for (const LevelFigures& level : configuration.levels) summaries += level.summaryOnly ? 1 : 0;
        if (summaries == 0) continue;
        Finding finding =
            out.of(c, fmt::format("{} hold only a harness's own summary: their figures cannot be recomputed.",
                                  shareText(summaries, configuration.levels.size(), "levels")));
        finding.evidence = {{"levels", static_cast<double>(summaries)}};
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
