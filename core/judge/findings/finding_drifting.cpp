// Whether a level is in a steady state over its window (METRICS §4, CLI §6 "drifting").
#include <fmt/format.h>

#include <algorithm>

#include "core/curve/drift.h"
#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// The smaller p of what drifts in a run: the worst of several is shown.
double leastP(const Drift& drift, double threshold) {
    double p = 1;
    for (const DriftTest* test : {&drift.e2e, &drift.rate})
        if (test->drifts(threshold)) p = std::min(p, test->trend->p);
    return p;
}

std::string sentence(const Drift& drift, double threshold, std::size_t drifting, std::size_t runs) {
    std::string out;
    for (const auto& [test, what] : {std::pair{&drift.e2e, "e2e"}, {&drift.rate, "the output rate"}})
        if (test->drifts(threshold)) out += (out.empty() ? "" : "; ") + text(*test, what, threshold);
    if (!out.empty()) out[0] = out[0] == 't' ? 'T' : out[0];
    if (runs > 1) out += fmt::format("; so in {}, this one the worst", shareText(drifting, runs, "runs"));
    return out + ". The figures of the whole window depend on how long it was.";
}

void addEvidence(const DriftTest& test, const std::string& name, Finding& finding) {
    if (!test.trend || !test.change) return;
    finding.evidence.emplace_back(name + "_change", *test.change);
    finding.evidence.emplace_back(name + "_p", test.trend->p);
    finding.evidence.emplace_back(name + "_batches", static_cast<double>(test.batches));
}

}  // namespace

void findDrifting(const FindingInput& input, Findings& out) {
    const double threshold = out.threshold();
    for (const LevelPlace place : input.levels()) {
        if (input.stop.stop_requested()) return;
        const auto drifts = driftsOf(input.data, input.figures, place.configuration, place.level);
        const Drift* worst = nullptr;
        std::size_t drifting = 0;
        for (const Drift& each : drifts) {
            if (!each.drifts(threshold)) continue;
            ++drifting;
            if (!worst || leastP(each, threshold) < leastP(*worst, threshold)) worst = &each;
        }
        if (!worst) continue;
        Finding finding = out.at(input, place, sentence(*worst, threshold, drifting, drifts.size()));
        addEvidence(worst->e2e, "e2e", finding);
        addEvidence(worst->rate, "rate", finding);
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
