// "B has a lower TTFT p95": two configurations at each load they have in common, by resampled differences.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/claim_bench.h"
#include "core/judge/compare.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Draws of subject less other, or of subject / other.
std::vector<std::optional<double>> combined(const PairDraws& draws, bool ratio) {
    std::vector<std::optional<double>> out;
    for (std::size_t i = 0; i < std::min(draws.subject.size(), draws.other.size()); ++i) {
        const auto &a = draws.subject[i], &b = draws.other[i];
        const bool known = a && b && !(ratio && *b == 0);
        out.push_back(known ? std::optional(ratio ? *a / *b : *a - *b) : std::nullopt);
    }
    return out;
}

/// Where the claimed region begins: of a difference, or of a ratio.
double edgeOf(const ClaimForm& form, bool lower) {
    switch (form.margin.kind) {
        case ClaimMargin::Kind::share:
            return lower ? 1 - form.margin.amount : 1 + form.margin.amount;
        case ClaimMargin::Kind::times:
            return lower ? 1 / form.margin.amount : form.margin.amount;
        case ClaimMargin::Kind::absolute:
            return lower ? -form.margin.amount : form.margin.amount;
        case ClaimMargin::Kind::none:
            break;
    }
    return 0;
}

/// The claimed region is below the edge, or above it; the edge itself is in it where a margin was given.
bool isClaimed(const ClaimForm& form, bool lower, double value) {
    const double edge = edgeOf(form, lower);
    if (value == edge) return form.margin.kind != ClaimMargin::Kind::none;
    return lower ? value < edge : value > edge;
}

std::optional<double> decisive(const ClaimAt& part) {
    if (!part.value || !part.other) return std::nullopt;
    if (part.decidedBy == ClaimBasis::difference) return *part.value - *part.other;
    return *part.other == 0 ? std::nullopt : std::optional(*part.value / *part.other);
}

class PairJudge {
public:
    PairJudge(ClaimBench& bench, std::size_t subject, std::size_t other, const ClaimForm& form)
        : m_bench(bench), m_subject(subject), m_other(other), m_form(form) {}

    std::vector<const LevelComparison*> comparisons() const {
        std::vector<const LevelComparison*> out;
        const auto [low, high] = std::minmax(m_subject, m_other);
        for (const LevelComparison& each : m_bench.data.judgement.comparisons.all)
            if (each.a == low && each.b == high && (!m_form.load || m_form.load->fits(each.load))) out.push_back(&each);
        return out;
    }

    ClaimAt at(const LevelComparison& pair, const Quantity& quantity) {
        ClaimAt out;
        out.load = pair.load;
        if (!pair.matched) {
            out.intervalOf = "the two are no matched pair there";
            out.text = pair.refusal;
            return out;
        }
        const bool swapped = m_subject != pair.a;
        const LevelPlace subject{m_subject, swapped ? pair.levelB : pair.levelA},
            other{m_other, swapped ? pair.levelA : pair.levelB};
        out.value = valueOrInfinite(m_bench, subject, quantity);
        out.other = valueOrInfinite(m_bench, other, quantity);
        if (!out.value || !out.other) {
            withheld(out.value ? other : subject, quantity, out);
            return out;
        }
        decidePair(m_form, quantity, draws(subject, other, quantity, out), out);
        out.text = fmt::format("{} has {} {} at {} and {} has {}: {}", m_bench.nameOf(m_subject),
                               quantityName(quantity), shownText(quantity, *out.value), text(pair.load),
                               m_bench.nameOf(m_other), shownText(quantity, *out.other), out.text);
        std::string few;
        for (const LevelPlace place : {subject, other})
            few += partOfRowsText(m_bench.nameOf(place.configuration), m_bench.level(place), quantity);
        leaveOpen(out.state, out.text, few);
        if (!pair.beside.empty()) out.text += fmt::format(" Not known, and to be said beside it: {}.", pair.beside);
        return out;
    }

private:
    void withheld(LevelPlace place, const Quantity& quantity, ClaimAt& out) const {
        const std::string reason = withheldReason(m_bench.level(place), quantity);
        out.intervalOf = reason.empty() ? "the trace does not say it" : reason;
        out.text = fmt::format("{}: {} at {} is withheld: {}.", m_bench.nameOf(place.configuration),
                               quantityName(quantity), text(*out.load), out.intervalOf);
    }

    /// A quantile of too few rows has an end that no resampling of those rows can tell (metrics §4).
    PairDraws draws(LevelPlace subject, LevelPlace other, const Quantity& quantity, ClaimAt& out) {
        const LevelFigures &ours = m_bench.level(subject), &theirs = m_bench.level(other);
        PairDraws draws{drawsOf(m_bench, subject, quantity), drawsOf(m_bench, other, quantity)};
        for (Draws* drawn : {&draws.subject, &draws.other})
            if (std::none_of(drawn->begin(), drawn->end(), [](const auto& each) { return each.has_value(); }))
                drawn->clear();
        for (const auto& [place, drawn] : {std::pair{subject, &draws.subject}, {other, &draws.other}})
            if (drawn->empty() && out.intervalOf.empty()) out.intervalOf = whyNoDraws(place, quantity);
        std::string open;
        const auto opens = [&open](const std::string& why) {
            if (open.empty()) open = why;
            return !why.empty();
        };
        draws.openHigh = opens(noUpperLimit(ours, quantity)) || opens(noLowerLimit(theirs, quantity));
        draws.openLow = opens(noUpperLimit(theirs, quantity)) || opens(noLowerLimit(ours, quantity));
        if (!out.intervalOf.empty()) return draws;
        out.intervalOf = resamplingText(m_bench.resampler.unitOf(subject));
        if (!open.empty()) out.intervalOf += "; " + open;
        return draws;
    }

    std::string whyNoDraws(LevelPlace place, const Quantity& quantity) {
        const bool gaps = quantity.ofRows && quantity.row == RowMetric::itl;
        if (gaps || m_bench.level(place).summaryOnly) return evidenceOf(m_bench, place, quantity).basis;
        return fmt::format("differences of {} are not resampled", quantityName(quantity));
    }

    ClaimBench& m_bench;
    std::size_t m_subject, m_other;
    const ClaimForm& m_form;
};

/// The claim without its margin, or the other way round, or of another statistic: what of it does hold.
class Narrower {
public:
    Narrower(ClaimBench& bench, const ClaimAnswer& answer, std::size_t subject, std::size_t other)
        : m_bench(bench), m_answer(answer), m_subject(subject), m_other(other) {}

    /// At one load, with what it is by at least.
    std::string at(const LevelComparison& pair) {
        const Quantity& asked = *m_answer.quantity;
        const bool lower = claimsLower(m_answer.form, asked);
        for (const bool way : {lower, !lower})
            if (const ClaimAt found = plain(pair, asked, way); found.state == ClaimState::supported)
                return sentence(asked, way, text(pair.load), &found);
        return otherStatistics(pair, asked, lower);
    }

    /// Over several loads: where the claim holds, where it does without its margin, where the other way round.
    std::string over(const std::vector<const LevelComparison*>& pairs) {
        const Quantity& asked = *m_answer.quantity;
        const bool lower = claimsLower(m_answer.form, asked);
        const std::string whole = loadsIn(m_answer.at, ClaimState::supported);
        std::string out = whole.empty() ? std::string() : fmt::format("It is supported at {}.", whole);
        for (const bool way : {lower, !lower}) {
            if (way == lower && m_answer.form.margin.kind == ClaimMargin::Kind::none) continue;
            std::vector<ClaimAt> parts;
            for (const LevelComparison* pair : pairs) parts.push_back(plain(*pair, asked, way));
            const std::string loads = loadsIn(parts, ClaimState::supported);
            if (!loads.empty()) out += (out.empty() ? "" : " ") + sentence(asked, way, loads, nullptr);
        }
        return out;
    }

private:
    ClaimAt plain(const LevelComparison& pair, const Quantity& quantity, bool lower) {
        ClaimForm form = m_answer.form;
        form.sense = lower ? ClaimSense::lower : ClaimSense::higher;
        form.margin = {};
        return PairJudge(m_bench, m_subject, m_other, form).at(pair, quantity);
    }

    /// "B has a lower TTFT p50 than A at concurrency 8, by at least 12.0 ms at 95%."
    std::string sentence(const Quantity& quantity, bool lower, const std::string& loads, const ClaimAt* found) const {
        const auto end = !found ? std::nullopt : lower ? found->interval.high : found->interval.low;
        const bool finite = end && std::isfinite(*end);
        return fmt::format("{} has a {} {} than {} at {}{}.", m_bench.nameOf(m_subject), lower ? "lower" : "higher",
                           quantityName(quantity), m_bench.nameOf(m_other), loads,
                           finite ? fmt::format(", by at least {} at 95%", shownText(quantity, std::abs(*end))) : "");
    }

    std::string otherStatistics(const LevelComparison& pair, const Quantity& asked, bool lower) {
        std::string out;
        for (const Quantity& each : claimedQuantities()) {
            if (!asked.ofRows || !each.ofRows || each.row != asked.row || each == asked) continue;
            const ClaimAt found = plain(pair, each, lower);
            if (found.state != ClaimState::supported) continue;
            out += (out.empty() ? "" : " ") + sentence(each, lower, text(pair.load), &found);
        }
        return out.empty() ? out : out + fmt::format(" The two cannot be told apart by {}.", quantityName(asked));
    }

    ClaimBench& m_bench;
    const ClaimAnswer& m_answer;
    std::size_t m_subject, m_other;
};

}  // namespace

void decidePair(const ClaimForm& form, const Quantity& quantity, const PairDraws& draws, ClaimAt& part) {
    const bool lower = claimsLower(form, quantity);
    const bool relative = form.margin.kind == ClaimMargin::Kind::share || form.margin.kind == ClaimMargin::Kind::times;
    part.decidedBy = relative ? ClaimBasis::ratio : ClaimBasis::difference;
    part.interval = drawnLimits(combined(draws, relative));
    if (draws.openLow) part.interval.low.reset();
    if (draws.openHigh) part.interval.high.reset();
    const bool isKnown = !draws.subject.empty() && !draws.other.empty();
    const auto &must = lower ? part.interval.high : part.interval.low,
               &mustNot = lower ? part.interval.low : part.interval.high;
    const auto found = decisive(part);
    if (must && isClaimed(form, lower, *must))
        part.state = ClaimState::supported;
    else if (mustNot && !isClaimed(form, lower, *mustNot))
        part.state = ClaimState::notSupported;
    else if (!isKnown && found && !std::isnan(*found) && !isClaimed(form, lower, *found))
        part.state = ClaimState::notSupported;
    const std::string limits = relative ? limitsText(part.interval) : limitsText(quantity, part.interval, true);
    const bool finite = part.value && part.other && std::isfinite(*part.value) && std::isfinite(*part.other);
    part.text = finite ? signedText(quantity, *part.value - *part.other) : std::string("no difference can be told");
    if (finite && *part.other != 0) part.text += fmt::format(" ({:+.1f}%)", (*part.value / *part.other - 1) * 100);
    if (!limits.empty()) part.text += "; " + limits;
    if (part.state == ClaimState::notDecidable && isKnown) part.text += ", which does not decide it";
    if (!isKnown || (part.state == ClaimState::notDecidable && (draws.openLow || draws.openHigh)))
        part.text += "; " + part.intervalOf;
    part.text += ".";
}

void answerPair(ClaimBench& bench, std::size_t subject, std::size_t other, ClaimAnswer& answer) {
    PairJudge judge(bench, subject, other, answer.form);
    const auto pairs = judge.comparisons();
    for (const LevelComparison* pair : pairs) answer.at.push_back(judge.at(*pair, *answer.quantity));
    answer.state = together(answer.at);
    answer.text = togetherText(answer.at);
    if (answer.at.empty())
        answer.text = fmt::format("{} and {} were not compared{}: they have no such load in common.",
                                  bench.nameOf(subject), bench.nameOf(other), answer.form.load ? " there" : "");
    if (answer.state == ClaimState::supported || pairs.empty()) return;
    Narrower narrower(bench, answer, subject, other);
    answer.narrower = pairs.size() == 1 ? narrower.at(*pairs.front()) : narrower.over(pairs);
}

}  // namespace plumbline
