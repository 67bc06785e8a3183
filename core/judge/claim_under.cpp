// "B has a higher output rate than A under e2e mean < 40 s": two configurations, each where it just meets the limit.
#include <fmt/format.h>

#include <algorithm>

#include "core/curve/curve.h"
#include "core/curve/line.h"
#include "core/judge/claim_bench.h"
#include "core/judge/intervals_of.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Where one configuration crosses the limit, its value there, and draws of that value.
struct OperatingPoint {
    Crossing crossing;
    std::optional<double> value;
    std::vector<std::optional<double>> draws;
    std::string few;               ///< what is known of part of the rows beside the crossing; empty: nothing is
    std::string noLower, noUpper;  ///< why the draws bound the value on one side only; empty: they do on both
};

/// What the levels beside the crossing leave unknown. A limit on too few rows moves the crossing, to either side.
void lookBeside(const ClaimBench& bench, LevelPlace place, const Quantity& limited, const Quantity& quantity,
                OperatingPoint& out) {
    const LevelFigures& level = bench.level(place);
    const auto keep = [](std::string& first, std::string why) {
        if (first.empty()) first = std::move(why);
    };
    keep(out.few, partOfRowsText(bench.nameOf(place.configuration), level, quantity));
    keep(out.few, partOfRowsText(bench.nameOf(place.configuration), level, limited));
    keep(out.noLower, noLowerLimit(level, quantity));
    keep(out.noUpper, noUpperLimit(level, quantity));
    for (std::string* end : {&out.noLower, &out.noUpper}) {
        keep(*end, noLowerLimit(level, limited));
        keep(*end, noUpperLimit(level, limited));
    }
}

OperatingPoint operatingPoint(ClaimBench& bench, std::size_t configuration, const Slo& slo, const Quantity& quantity) {
    const ConfigurationFigures& one = bench.configuration(configuration);
    OperatingPoint out;
    out.crossing = crossingOf(one.levels, one.line, slo);
    out.value = atCrossing(one, out.crossing, quantity);
    if (!out.value) return out;
    const LevelPlace lower{configuration, out.crossing.lower}, upper{configuration, out.crossing.upper};
    const Quantity limited = quantityOf(slo.metric, slo.statistic);
    for (const LevelPlace place : {lower, upper}) lookBeside(bench, place, limited, quantity, out);
    const Draws &limitLow = bench.resampler.of(lower, limited), &limitHigh = bench.resampler.of(upper, limited);
    const Draws low = drawsOf(bench, lower, quantity), high = drawsOf(bench, upper, quantity);
    for (std::size_t i = 0; i < std::min({limitLow.size(), limitHigh.size(), low.size(), high.size()}); ++i) {
        const bool known = limitLow[i] && limitHigh[i] && low[i] && high[i];
        out.draws.push_back(
            known ? std::optional(*low[i] + crossedShare(slo, *limitLow[i], *limitHigh[i]) * (*high[i] - *low[i]))
                  : std::nullopt);
    }
    return out;
}

/// The workload must match: at some load that both have, and at each of the four beside the two crossings that is one.
std::string refusalOf(const ClaimBench& bench, std::size_t subject, std::size_t other, const OperatingPoint& ours,
                      const OperatingPoint& theirs) {
    const auto [low, high] = std::minmax(subject, other);
    const auto beside = [&](const Load& load) {
        const auto &a = bench.configuration(subject).levels, &b = bench.configuration(other).levels;
        return load == a[ours.crossing.lower].load || load == a[ours.crossing.upper].load ||
               load == b[theirs.crossing.lower].load || load == b[theirs.crossing.upper].load;
    };
    bool isMatched = false;
    std::string refusal;
    for (const LevelComparison& each : bench.data.judgement.comparisons.all) {
        if (each.a != low || each.b != high) continue;
        isMatched = isMatched || each.matched;
        if (!each.matched && (beside(each.load) || refusal.empty())) refusal = each.refusal;
        if (!each.matched && beside(each.load)) return refusal;
    }
    if (isMatched) return {};
    return refusal.empty() ? fmt::format("{} and {} have no load in common at which their workloads could be matched.",
                                         bench.nameOf(subject), bench.nameOf(other))
                           : refusal;
}

/// The draws of both, and which end of their difference those cannot tell; why is said in intervalOf.
PairDraws pairOf(const OperatingPoint& ours, const OperatingPoint& theirs, std::string& intervalOf) {
    PairDraws out{ours.draws, theirs.draws};
    const std::string& high = ours.noUpper.empty() ? theirs.noLower : ours.noUpper;
    const std::string& low = theirs.noUpper.empty() ? ours.noLower : theirs.noUpper;
    out.openHigh = !high.empty();
    out.openLow = !low.empty();
    if (out.openHigh || out.openLow) intervalOf += "; " + (high.empty() ? low : high);
    return out;
}

std::string whereText(const ClaimBench& bench, std::size_t configuration, const OperatingPoint& point,
                      const Quantity& quantity) {
    return fmt::format("{} has {} {} at {}", bench.nameOf(configuration), quantityName(quantity),
                       shownText(quantity, *point.value), numberText(*point.crossing.load));
}

}  // namespace

void answerUnder(ClaimBench& bench, std::size_t subject, std::size_t other, ClaimAnswer& answer) {
    const Slo& slo = *answer.form.under;
    const Quantity& quantity = *answer.quantity;
    const OperatingPoint ours = operatingPoint(bench, subject, slo, quantity),
                         theirs = operatingPoint(bench, other, slo, quantity);
    for (const auto& [who, point] : {std::pair{subject, &ours}, {other, &theirs}}) {
        if (point->value) continue;
        const bool crossed = point->crossing.state == CrossingState::crossed;
        answer.text = fmt::format(
            "{} {}{}, so there is no operating point to compare.", bench.nameOf(who),
            text(slo, bench.configuration(who), point->crossing),
            crossed && point->crossing.load ? fmt::format("; {} is withheld there", quantityName(quantity)) : "");
        return;
    }
    ClaimAt part;
    part.value = ours.value;
    part.other = theirs.value;
    if (const std::string refusal = refusalOf(bench, subject, other, ours, theirs); !refusal.empty()) {
        part.intervalOf = "the two are no matched pair";
        answer.text = refusal;
    } else {
        const bool drawn = !ours.draws.empty() && !theirs.draws.empty();
        const LevelPlace place{subject, ours.crossing.lower};
        part.intervalOf = drawn ? resamplingText(bench.resampler.unitOf(place))
                                : fmt::format("no interval can be told: {}", evidenceOf(bench, place, quantity).basis);
        decidePair(answer.form, quantity, drawn ? pairOf(ours, theirs, part.intervalOf) : PairDraws(), part);
        answer.text =
            fmt::format("Where each just meets {}, {} and {}: {}", text(slo), whereText(bench, subject, ours, quantity),
                        whereText(bench, other, theirs, quantity), part.text);
        leaveOpen(part.state, answer.text, ours.few + theirs.few);
    }
    part.text = answer.text;
    answer.state = part.state;
    answer.at.push_back(std::move(part));
}

}  // namespace plumbline
