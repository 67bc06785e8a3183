#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

bool isAbove(const BoundSide& side) { return side.measured && side.ceiling && *side.measured > *side.ceiling; }

std::string overText(const BoundSide& side, const char* whose) {
    return fmt::format("{} tokens/s {} are above the {} that the bound's inputs allow", numberText(*side.measured),
                       whose, numberText(*side.ceiling));
}

void addEvidence(const BoundSide& side, const std::string& name, Finding& finding) {
    if (side.measured) finding.evidence.emplace_back(name + "_measured", *side.measured);
    if (side.ceiling) finding.evidence.emplace_back(name + "_ceiling", *side.ceiling);
}

struct Above {
    bool user = false, aggregate = false;
};

// Only the ceiling: tokens that agree on their experts may pass the nominal bound (BOUND §2). A request's first
// token comes out of its prefill, so what all users decode is less by one for each request.
Above aboveOf(const LevelFigures& level) {
    BoundSide aggregate = level.bound->aggregate;
    if (aggregate.measured) *aggregate.measured -= level.requestRate.value_or(0);
    return {isAbove(level.bound->user), isAbove(aggregate)};
}

Finding describe(const JudgeInput& input, LevelPlace place, Above above, const Findings& out) {
    const BoundFigures& bound = *input.level(place).bound;
    std::string text;
    if (above.user) text = overText(bound.user, "per user");
    if (above.aggregate) text += (text.empty() ? "" : ", and ") + overText(bound.aggregate, "of all users");
    const std::string batch = bound.batch ? fmt::format(" at a batch of {}", numberText(*bound.batch)) : std::string();
    Finding finding =
        out.at(input, place, fmt::format("{}{}: an input of the bound is wrong, or the file is.", text, batch));
    if (bound.batch) finding.evidence.emplace_back("batch", *bound.batch);
    addEvidence(bound.user, "user", finding);
    addEvidence(bound.aggregate, "aggregate", finding);
    return finding;
}

}  // namespace

void findAboveBound(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        if (!input.level(place).bound) continue;
        const Above above = aboveOf(input.level(place));
        if (above.user || above.aggregate) out.push_back(describe(input, place, above, out));
    }
}

}  // namespace plumbline
