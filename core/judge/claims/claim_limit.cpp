// "64 meets 40 s": a level's value and its interval against a limit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/curve/curve.h"
#include "core/curve/line.h"
#include "core/judge/claims/claim_bench.h"
#include "core/judge/compare/decided_loads.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

bool isUpper(Comparison op) { return op == Comparison::less || op == Comparison::lessOrEqual; }

/// The limit as an Slo, whose comparison decides; what it is a limit of does not matter to meets().
Slo sloOf(const ClaimLimit& limit, const Quantity& quantity) {
    Slo out;
    if (quantity.ofRows) out.metric = quantity.row, out.statistic = quantity.statistic;
    out.op = limit.op;
    out.limit = limit.limit;
    out.unit = limit.unit == "tokens/s" ? "" : limit.unit;
    return out;
}

class LimitJudge {
public:
    LimitJudge(ClaimBench& bench, std::size_t configuration, const ClaimForm& form, const Quantity& quantity)
        : m_bench(bench),
          m_configuration(configuration),
          m_quantity(quantity),
          m_slo(sloOf(form.limit, quantity)),
          m_limit(fmt::format("{} {}", wordOf(form.limit.op), shownText(quantity, form.limit.limit))) {}

    ClaimAt at(std::size_t levelNumber) {
        const LevelPlace place{m_configuration, levelNumber};
        const LevelFigures& level = m_bench.level(place);
        ClaimAt out;
        out.load = level.load;
        out.value = valueOrInfinite(m_bench, place, m_quantity);
        if (!out.value) {
            const std::string reason = withheldReason(level, m_quantity);
            out.intervalOf = reason.empty() ? "the trace does not say it" : reason;
            out.text = fmt::format("{}: {} at {} is withheld: {}.", m_bench.nameOf(m_configuration),
                                   quantityName(m_quantity), text(level.load), out.intervalOf);
            return out;
        }
        const Evidence evidence = evidenceOf(m_bench, place, m_quantity);
        out.interval = evidence.interval;
        out.intervalOf = evidence.basis;
        out.runs = {level.runs.size()};
        out.state = decide(out, evidence);
        out.text = sentence(level, out, evidence.isKnown());
        leaveOpen(out.state, out.text, partOfRowsText(m_bench.nameOf(m_configuration), level, m_quantity));
        return out;
    }

    /// What holds instead: where the claim is supported, what the nearest limit is, where the limit is crossed.
    std::string narrower(const std::vector<ClaimAt>& asked) {
        std::string out = elsewhere(asked);
        if (asked.size() == 1) add(out, nearest(asked.front()));
        add(out, crossing());
        return out;
    }

private:
    static void add(std::string& out, const std::string& sentence) {
        if (!sentence.empty()) out += (out.empty() ? "" : " ") + sentence;
    }

    /// The end of the interval that must meet the limit, and the one that must miss it for the claim to fall.
    ClaimState decide(const ClaimAt& part, const Evidence& evidence) const {
        const bool upper = isUpper(m_slo.op);
        const auto &must = upper ? part.interval.high : part.interval.low,
                   &mustNot = upper ? part.interval.low : part.interval.high;
        if (must && meets(m_slo, *must)) return evidence.byRuns ? ClaimState::supported : ClaimState::inTheseRuns;
        if (mustNot && !meets(m_slo, *mustNot)) return ClaimState::notSupported;
        if (!evidence.isKnown() && !meets(m_slo, *part.value)) return ClaimState::notSupported;
        return ClaimState::notDecidable;
    }

    std::string sentence(const LevelFigures& level, const ClaimAt& part, bool intervalKnown) const {
        const std::string limits = limitsText(m_quantity, part.interval);
        std::string out =
            fmt::format("{}: {} at {} is {}{}", m_bench.nameOf(m_configuration), quantityName(m_quantity),
                        text(level.load), shownText(m_quantity, *part.value),
                        limits.empty() ? "" : fmt::format(" ({}, {})", limits, runsText(level.runs.size())));
        const bool isMet = meets(m_slo, *part.value);
        if (!intervalKnown)
            return out +
                   fmt::format(", which {} {} as recorded; {}.", isMet ? "meets" : "misses", m_limit, part.intervalOf);
        switch (part.state) {
            case ClaimState::supported:
            case ClaimState::inTheseRuns:
                return out + fmt::format(", all of which meets {}.", m_limit);
            case ClaimState::notSupported:
                return out + fmt::format(", all of which misses {}.", m_limit);
            case ClaimState::notDecidable:
                break;
        }
        return out + fmt::format(", which {} {}, but the interval holds values that {}.", isMet ? "meets" : "misses",
                                 m_limit, isMet ? "miss it" : "meet it");
    }

    /// Among all levels of the line: "It is supported at 1, 8 and 16."
    std::string elsewhere(const std::vector<ClaimAt>& asked) {
        std::vector<ClaimAt> all;
        for (const std::size_t level : m_bench.configuration(m_configuration).line) all.push_back(at(level));
        const std::string loads = supportedLoads(asked.size() > 1 ? asked : all);
        return loads.empty() ? std::string()
                             : fmt::format("{} meets {} {} at {}.", m_bench.nameOf(m_configuration),
                                           quantityName(m_quantity), m_limit, loads);
    }

    /// The end of the interval as a limit that is met: "At 64 it is below 41.7 s, at 95%."
    std::string nearest(const ClaimAt& part) const {
        const auto& end = isUpper(m_slo.op) ? part.interval.high : part.interval.low;
        if (isSupported(part.state) || !end || !std::isfinite(*end)) return {};
        return fmt::format("At {} it is {} {}, at 95%, {}.", text(*part.load),
                           isUpper(m_slo.op) ? "at most" : "at least", shownText(m_quantity, *end),
                           runsText(part.runs.front()));
    }

    /// Where the limit is crossed, as recorded, and which loads the intervals decide.
    std::string crossing() {
        const ConfigurationFigures& configuration = m_bench.configuration(m_configuration);
        if (!m_quantity.ofRows) return {};
        const Crossing found = crossingOf(configuration.levels, configuration.line, m_slo);
        if (found.state != CrossingState::crossed) return {};
        std::string out = fmt::format("{} {}", configuration.name, text(m_slo, configuration, found));
        if (configuration.levels[found.lower].summaryOnly || configuration.levels[found.upper].summaryOnly)
            return out + ", as recorded: a summary has no interval.";
        return out + "; " +
               text(decidedLoads(m_bench.values, m_bench.data.judgement.intervals, m_configuration, m_slo,
                                 found.state)) +
               ".";
    }

    ClaimBench& m_bench;
    std::size_t m_configuration;
    Quantity m_quantity;
    Slo m_slo;
    std::string m_limit;
};

}  // namespace

void answerLimit(ClaimBench& bench, std::size_t configuration, ClaimAnswer& answer) {
    LimitJudge judge(bench, configuration, answer.form, *answer.quantity);
    const ConfigurationFigures& one = bench.configuration(configuration);
    std::vector<std::size_t> levels;
    if (answer.form.load)
        for (std::size_t level = 0; level < one.levels.size(); ++level) {
            const auto& line = one.line;
            const bool onLine = std::find(line.begin(), line.end(), level) != line.end();
            const bool fits = answer.form.load->fits(one.levels[level].load);
            // Of several summaries at one load the line's own speaks for it.
            if (fits && (onLine || std::none_of(line.begin(), line.end(), [&](std::size_t other) {
                             return one.levels[other].load == one.levels[level].load;
                         })))
                levels.push_back(level);
        }
    else
        levels = one.line;
    for (const std::size_t level : levels) answer.at.push_back(judge.at(level));
    answer.state = together(answer.at);
    answer.text = togetherText(answer.at);
    if (answer.at.empty()) answer.text = fmt::format("{} has no level on a curve.", one.name);
    if (!isSupported(answer.state) && !answer.at.empty()) answer.narrower = judge.narrower(answer.at);
}

}  // namespace plumbline
