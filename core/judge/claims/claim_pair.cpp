// "B has a lower TTFT p95": two configurations at each load they have in common, by their difference.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/claims/claim_bench.h"
#include "core/judge/compare/compare.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// What is claimed of a difference or a ratio: to lie below an edge, or above it; on it where a margin was given.
struct Region {
    bool lower = false;
    double edge = 0;
    bool edgeIsIn = false;
    bool has(double value) const { return value == edge ? edgeIsIn : (value < edge) == lower; }
};

/// By how many times the other's value the margin sets the edge; nothing: it is an amount, or none.
std::optional<double> factorOf(const ClaimMargin& margin, bool lower) {
    if (margin.kind == ClaimMargin::Kind::share) return lower ? 1 - margin.amount : 1 + margin.amount;
    if (margin.kind == ClaimMargin::Kind::times) return lower ? 1 / margin.amount : margin.amount;
    return std::nullopt;
}

/// Of resampled rows: subject less other, or subject / other.
Limits drawnInterval(const PairEvidence& evidence, bool ratio) {
    std::vector<std::optional<double>> out;
    for (std::size_t i = 0; i < std::min(evidence.drawnA.size(), evidence.drawnB.size()); ++i) {
        const auto &subject = evidence.drawnB[i], &other = evidence.drawnA[i];
        const bool known = subject && other && !(ratio && *other == 0);
        out.push_back(known ? std::optional(ratio ? *subject / *other : *subject - *other) : std::nullopt);
    }
    return drawnLimits(out);
}

/// How the margin is taken: as a ratio where rows are resampled, else as subject - factor other, which Welch can tell.
void setBasis(const std::optional<double>& factor, bool resampled, ClaimAt& part) {
    part.factor = factor && !resampled ? *factor : 1;
    part.decidedBy = !factor ? ClaimBasis::difference : resampled ? ClaimBasis::ratio : ClaimBasis::scaledDifference;
}

std::optional<double> decisive(const ClaimAt& part) {
    if (!part.value || !part.other) return std::nullopt;
    if (part.decidedBy != ClaimBasis::ratio) return *part.value - part.factor * *part.other;
    return *part.other == 0 ? std::nullopt : std::optional(*part.value / *part.other);
}

std::string pairLimitsText(const Quantity& quantity, const ClaimAt& part) {
    if (part.decidedBy == ClaimBasis::ratio) return limitsText(part.interval);
    const std::string limits = limitsText(quantity, part.interval, true);
    if (limits.empty() || part.decidedBy != ClaimBasis::scaledDifference) return limits;
    return fmt::format("against {} times the other {}", numberText(part.factor), limits);
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
        const PairEvidence evidence = m_bench.pairs.of(other, subject, quantity);
        decidePair(m_form, quantity, evidence, out);
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
            if (const ClaimAt found = plain(pair, asked, way); isSupported(found.state))
                return sentence(asked, way, text(pair.load), &found);
        return otherStatistics(pair, asked, lower);
    }

    /// Over several loads: where the claim holds, where it does without its margin, where the other way round.
    std::string over(const std::vector<const LevelComparison*>& pairs) {
        const Quantity& asked = *m_answer.quantity;
        const bool lower = claimsLower(m_answer.form, asked);
        const std::string whole = supportedLoads(m_answer.at);
        std::string out = whole.empty() ? std::string() : fmt::format("It is supported at {}.", whole);
        for (const bool way : {lower, !lower}) {
            if (way == lower && m_answer.form.margin.kind == ClaimMargin::Kind::none) continue;
            std::vector<ClaimAt> parts;
            parts.reserve(pairs.size());
            for (const LevelComparison* pair : pairs) parts.push_back(plain(*pair, asked, way));
            const std::string loads = supportedLoads(parts);
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
        std::string much;
        if (finite)
            much = fmt::format(", by at least {} at 95%, {}", shownText(quantity, std::abs(*end)),
                               sidesText(found->runs[0], found->runs[1]));
        return fmt::format("{} has a {} {} than {} at {}{}.", m_bench.nameOf(m_subject), lower ? "lower" : "higher",
                           quantityName(quantity), m_bench.nameOf(m_other), loads, much);
    }

    std::string otherStatistics(const LevelComparison& pair, const Quantity& asked, bool lower) {
        std::string out;
        for (const Quantity& each : claimedQuantities()) {
            if (!asked.ofRows || !each.ofRows || each.row != asked.row || each == asked) continue;
            const ClaimAt found = plain(pair, each, lower);
            if (!isSupported(found.state)) continue;
            out += (out.empty() ? "" : " ") + sentence(each, lower, text(pair.load), &found);
        }
        return out.empty() ? out : out + fmt::format(" The two cannot be told apart by {}.", quantityName(asked));
    }

    ClaimBench& m_bench;
    const ClaimAnswer& m_answer;
    std::size_t m_subject, m_other;
};

/// "+80.0 ms (+33.3%); 95% interval +78.0 ms to +82.0 ms, one run a side."
void describe(const Quantity& quantity, bool isKnown, bool isOpen, ClaimAt& part) {
    const bool finite = part.value && part.other && std::isfinite(*part.value) && std::isfinite(*part.other);
    part.text = finite ? signedText(quantity, *part.value - *part.other) : std::string("no difference can be told");
    if (finite && *part.other != 0) part.text += fmt::format(" ({:+.1f}%)", (*part.value / *part.other - 1) * 100);
    if (const std::string limits = pairLimitsText(quantity, part); !limits.empty()) part.text += "; " + limits;
    if (isKnown) part.text += ", " + sidesText(part.runs[0], part.runs[1]);
    if (part.state == ClaimState::notDecidable && isKnown) part.text += ", which does not decide it";
    if (!isKnown || (part.state == ClaimState::notDecidable && isOpen)) part.text += "; " + part.intervalOf;
    part.text += ".";
}

}  // namespace

void decidePair(const ClaimForm& form, const Quantity& quantity, const PairEvidence& evidence, ClaimAt& part) {
    const bool resampled = !evidence.drawnA.empty();
    Region region{claimsLower(form, quantity), 0, form.margin.kind != ClaimMargin::Kind::none};
    const auto factor = factorOf(form.margin, region.lower);
    setBasis(factor, resampled, part);
    if (form.margin.kind == ClaimMargin::Kind::absolute)
        region.edge = region.lower ? -form.margin.amount : form.margin.amount;
    if (part.decidedBy == ClaimBasis::ratio) region.edge = *factor;
    part.runs = {evidence.runs[1], evidence.runs[0]};
    part.interval = resampled ? drawnInterval(evidence, factor.has_value()) : evidence.scaled(part.factor);
    const bool isKnown = part.interval.low || part.interval.high;
    part.intervalOf = isKnown || !resampled ? evidence.basis : "all resamples are alike";
    if (!evidence.openLow.empty()) part.interval.low.reset();
    if (!evidence.openHigh.empty()) part.interval.high.reset();
    const std::string& open = evidence.openHigh.empty() ? evidence.openLow : evidence.openHigh;
    if (isKnown && !open.empty()) part.intervalOf += "; " + open;
    const auto &must = region.lower ? part.interval.high : part.interval.low,
               &mustNot = region.lower ? part.interval.low : part.interval.high;
    const auto found = decisive(part);
    if (must && region.has(*must))
        part.state = evidence.byRuns ? ClaimState::supported : ClaimState::inTheseRuns;
    else if ((mustNot && !region.has(*mustNot)) || (!isKnown && found && !std::isnan(*found) && !region.has(*found)))
        part.state = ClaimState::notSupported;
    describe(quantity, isKnown, !open.empty(), part);
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
    if (isSupported(answer.state) || pairs.empty()) return;
    Narrower narrower(bench, answer, subject, other);
    answer.narrower = pairs.size() == 1 ? narrower.at(*pairs.front()) : narrower.over(pairs);
}

}  // namespace plumbline
