#include <fmt/format.h>

#include <cmath>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

Finding describe(const JudgeInput& input, LevelPlace place, double declared, double whole, double between,
                 const Findings& out) {
    Finding finding = out.at(
        input, place,
        fmt::format(
            "Concurrency {} was declared, but {} requests were in flight over the window, and {} from the first to the "
            "last start.",
            numberText(declared), numberText(whole), numberText(between)));
    finding.evidence = {{"declared", declared}, {"in_flight", whole}, {"in_flight_between_starts", between}};
    return finding;
}

}  // namespace

// The second window leaves out the tail, in which a closed loop drains: a short run isn't blamed for its end.
void findLittlesLaw(const FindingInput& input, Findings& out) {
    const auto differs = [tolerance = out.threshold()](double measured, double declared, bool atLeast) {
        const double apart = measured / declared - 1;
        return apart > tolerance || (!atLeast && -apart > tolerance);
    };
    for (const LevelPlace place : input.levels()) {
        const LittlesLaw& law = input.level(place).littlesLaw;
        const bool atLeast = input.level(place).inFlightAtLeast;  // rows without times were in flight too
        if (!law.declared || *law.declared <= 0 || !law.inFlight || !law.inFlightBetweenStarts) continue;
        if (differs(*law.inFlight, *law.declared, atLeast) &&
            differs(*law.inFlightBetweenStarts, *law.declared, atLeast))
            out.push_back(describe(input, place, *law.declared, *law.inFlight, *law.inFlightBetweenStarts, out));
    }
}

}  // namespace plumbline
