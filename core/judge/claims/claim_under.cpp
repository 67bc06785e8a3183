// "B has a higher output rate than A under e2e mean < 40 s": two configurations, each where it would just meet the
// limit. Nobody measured there, so both values are told, and nothing is decided (METRICS §5).
#include <fmt/format.h>

#include <algorithm>

#include "core/curve/curve.h"
#include "core/curve/line.h"
#include "core/judge/claims/claim_bench.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

struct OperatingPoint {
    Crossing crossing;
    std::optional<double> value;
};

OperatingPoint operatingPoint(const ConfigurationFigures& one, const Slo& slo, const Quantity& quantity) {
    OperatingPoint out;
    out.crossing = crossingOf(one.levels, one.line, slo);
    out.value = atCrossing(one, out.crossing, quantity);
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

std::string whereText(const ClaimBench& bench, std::size_t configuration, const OperatingPoint& point,
                      const Quantity& quantity) {
    return fmt::format("{} has {} {} at {}", bench.nameOf(configuration), quantityName(quantity),
                       shownText(quantity, *point.value), numberText(*point.crossing.load));
}

}  // namespace

void answerUnder(ClaimBench& bench, std::size_t subject, std::size_t other, ClaimAnswer& answer) {
    const Slo& slo = *answer.form.under;
    const Quantity& quantity = *answer.quantity;
    const OperatingPoint ours = operatingPoint(bench.configuration(subject), slo, quantity),
                         theirs = operatingPoint(bench.configuration(other), slo, quantity);
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
    part.decidedBy = ClaimBasis::difference;
    if (const std::string refusal = refusalOf(bench, subject, other, ours, theirs); !refusal.empty()) {
        part.intervalOf = "the two are no matched pair";
        part.text = refusal;
    } else {
        part.intervalOf = "nobody measured at either load: both are read off straight lines between their neighbours";
        part.text =
            fmt::format("Where each would just meet {}, {} and {}: {}, which decides nothing, for {}.", text(slo),
                        whereText(bench, subject, ours, quantity), whereText(bench, other, theirs, quantity),
                        signedText(quantity, *part.value - *part.other), part.intervalOf);
    }
    answer.text = part.text;
    answer.state = part.state;
    answer.at.push_back(std::move(part));
}

}  // namespace plumbline
