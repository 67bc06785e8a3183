// Pairs of configurations at each load they have in common, and the claims of those that match (METRICS §7).
#include "core/judge/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/judge/checklist.h"
#include "core/judge/compare/pairs.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"
#include "core/measure/quantiles.h"

namespace plumbline {
namespace {

std::string intervalText(const Claim& claim) {
    if (!claim.interval.low || !claim.interval.high)
        return fmt::format("; no interval of the difference can be told: {}", claim.noInterval);
    return fmt::format("; 95% interval of the difference {} to {}, {}{}",
                       signedText(claim.quantity, *claim.interval.low),
                       signedText(claim.quantity, *claim.interval.high), sidesText(claim.runs[0], claim.runs[1]),
                       claim.decided()         ? ""
                       : claim.openEnd.empty() ? ", so which is the better is not decided"
                                               : fmt::format(", but {}, so it is not decided", claim.openEnd));
}

std::string claimText(const JudgeInput& input, const LevelComparison& pair, const Claim& claim) {
    const auto& names = input.figures.configurations;
    const bool less = claim.difference < 0, better = less == entry(claim.quantity).lowerIsBetter;
    const std::string workload = plainFact(names[pair.a].context, "workload.name").value_or("the workload of both");
    const std::string relative = claim.ratio ? fmt::format(" ({:+.1f}%)", (*claim.ratio - 1) * 100) : std::string();
    const std::string direction = claim.difference == 0 ? "the same" : better ? "better" : "worse";
    return fmt::format("{} at {} on {}: {} has {} and {} has {}, {}{}, {}{}.", quantityName(claim.quantity),
                       text(pair.load), workload, names[pair.b].name, shownText(claim.quantity, claim.b),
                       names[pair.a].name, shownText(claim.quantity, claim.a),
                       signedText(claim.quantity, claim.difference), relative, direction, intervalText(claim));
}

/// "timing boundary", for a sentence.
std::string spoken(std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

/// "workload: different (...)": what stands between two levels and a claim. Empty for a matched pair.
std::string obstacles(const std::vector<CheckItem>& checks) {
    std::string out;
    for (const CheckItem& item : checks) {
        const bool differs = item.sameness == Sameness::different && !item.mayDiffer;
        if (!differs && !(item.required && item.sameness == Sameness::unknown)) continue;
        out += fmt::format("{}{} {} ({})", out.empty() ? "" : "; ", spoken(item.name), name(item.sameness), item.words);
    }
    return out;
}

bool differsIn(const std::vector<CheckItem>& checks, std::string_view name) {
    return std::any_of(checks.begin(), checks.end(), [name](const CheckItem& item) {
        return item.name == name && item.sameness == Sameness::different;
    });
}

std::string unknowns(const std::vector<CheckItem>& checks) {
    std::string out;
    for (const CheckItem& item : checks)
        if (item.sameness == Sameness::unknown) out += fmt::format("{}{}", out.empty() ? "" : ", ", spoken(item.name));
    return out;
}

/// P(A < B) + P(A = B) / 2 from sorted values: how often the one of two rows drawn by chance is the smaller.
std::optional<double> smallerShare(std::span<const double> a, std::span<const double> b) {
    if (a.empty() || b.empty()) return std::nullopt;
    double halves = 0;
    std::size_t below = 0, upTo = 0;
    for (const double value : b) {
        while (below < a.size() && a[below] < value) ++below;
        while (upTo < a.size() && a[upTo] <= value) ++upTo;
        halves += static_cast<double>(below + upTo);
    }
    return halves / 2 / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

class Comparer {
public:
    explicit Comparer(PairReader& reader) : m_input(reader.values.input()), m_reader(reader) {}

    LevelComparison compare(LevelPlace a, LevelPlace b) {
        LevelComparison out;
        out.a = a.configuration, out.levelA = a.level;
        out.b = b.configuration, out.levelB = b.level;
        out.load = m_input.level(a).load;
        out.checks = checklist(m_input, a, b, asked(a), asked(b), m_typical);
        const std::string between = obstacles(out.checks);
        out.matched = between.empty();
        if (!out.matched) {
            out.refusal = refusal(out, between);
            return out;
        }
        out.beside = unknowns(out.checks);
        for (const Quantity& quantity : claimedQuantities()) claim(a, b, quantity, out);
        if (!out.claims.empty()) out.resampling = basesOf(out);
        return out;
    }

private:
    const WorkAsked& asked(LevelPlace place) {
        const auto known = m_asked.find(place);
        return known != m_asked.end() ? known->second : m_asked.emplace(place, askedAt(m_input, place)).first->second;
    }

    std::string refusal(const LevelComparison& pair, const std::string& between) const {
        const auto& names = m_input.figures.configurations;
        std::string out = fmt::format("{} and {} cannot be compared at {}: {}.", names[pair.a].name, names[pair.b].name,
                                      text(pair.load), between);
        if (differsIn(pair.checks, "workload"))
            out += " For a claim over both workloads, record one mixed replay on each side.";
        return out;
    }

    void claim(LevelPlace a, LevelPlace b, const Quantity& quantity, LevelComparison& out) {
        const auto first = value(m_input.level(a), quantity), second = value(m_input.level(b), quantity);
        if (!first || !second) {
            noClaim(a, b, quantity, out);
            return;
        }
        Claim claim;
        claim.quantity = quantity;
        claim.a = *first;
        claim.b = *second;
        claim.difference = *second - *first;
        if (*first != 0) claim.ratio = *second / *first;
        addInterval(m_reader.of(a, b, quantity), claim);
        if (claim.openEnd.empty() && !claim.byRuns)
            claim.openEnd = noUpperLimit(m_input.level(*second < *first ? b : a), quantity);
        if (quantity.ofRows) addRows(a, b, quantity.row, claim);
        claim.text = claimText(m_input, out, claim);
        for (const LevelPlace place : {a, b})
            claim.text += partOfRowsText(m_input.figures.configurations[place.configuration].name, m_input.level(place),
                                         quantity);
        out.claims.push_back(std::move(claim));
    }

    /// Of a side without a value: that failed requests keep it from being attained, or why it is withheld. What
    /// neither side records is no news.
    void noClaim(LevelPlace a, LevelPlace b, const Quantity& quantity, LevelComparison& out) const {
        Unclaimed none;
        none.quantity = quantity;
        none.a = value(m_input.level(a), quantity);
        none.b = value(m_input.level(b), quantity);
        none.notAttainedA = notAttained(m_input.level(a), quantity);
        none.notAttainedB = notAttained(m_input.level(b), quantity);
        if (!none.a && !none.b && !none.notAttainedA && !none.notAttainedB) return;
        none.text = fmt::format("{} at {}: {}, {}; no difference can be told.", quantityName(quantity), text(out.load),
                                sideText(b, quantity), sideText(a, quantity));
        out.unclaimed.push_back(std::move(none));
    }

    std::string sideText(LevelPlace place, const Quantity& quantity) const {
        const LevelFigures& level = m_input.level(place);
        const std::string& name = m_input.figures.configurations[place.configuration].name;
        if (const auto known = value(level, quantity))
            return fmt::format("{} has {}", name, shownText(quantity, *known));
        if (notAttained(level, quantity))
            return fmt::format("{} does not attain it, with {} failed that count as infinitely slow", name,
                               shareText(level.rows.failed(), level.rows.sent(), "requests"));
        const std::string reason = withheldReason(level, quantity);
        return fmt::format("{} has none{}", name, reason.empty() ? "" : fmt::format(" ({})", reason));
    }

    /// A pair's own ends that cannot be told are of quantiles, whose smaller side is looked at; of rates both count.
    void addInterval(const PairEvidence& evidence, Claim& claim) {
        claim.runs = evidence.runs;
        claim.byRuns = evidence.byRuns;
        claim.interval = evidence.scaled(1);
        if (evidence.a) claim.openEnd = evidence.openLow.empty() ? evidence.openHigh : evidence.openLow;
        std::vector<std::optional<double>> differences;
        for (std::size_t i = 0; i < std::min(evidence.drawnA.size(), evidence.drawnB.size()); ++i) {
            const auto &first = evidence.drawnA[i], &second = evidence.drawnB[i];
            differences.push_back(first && second ? std::optional(*second - *first) : std::nullopt);
        }
        if (!differences.empty()) claim.interval = percentileLimits(differences);
        const bool isWhole = claim.interval.low && claim.interval.high;
        if (!isWhole) claim.noInterval = evidence.isKnown() ? "all resamples are alike" : evidence.basis;
        if (isWhole) m_bases[claim.quantity.ofRows] = evidence.basis;
    }

    /// What the intervals come from: of latencies, and of the rate.
    std::string basesOf(const LevelComparison& pair) {
        std::string out;
        for (const bool ofRows : {true, false}) {
            std::string& basis = m_bases[ofRows];
            if (!basis.empty())
                out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", ofRows ? "latencies" : "output rate", basis);
            basis.clear();
        }
        return out.empty() ? out
                           : fmt::format("{} ({})", out, sidesText(pair.claims[0].runs[0], pair.claims[0].runs[1]));
    }

    void addRows(LevelPlace a, LevelPlace b, RowMetric metric, Claim& claim) {
        const std::vector<double> first = m_reader.values.sorted(a, metric), second = m_reader.values.sorted(b, metric);
        claim.probability = smallerShare(first, second);
        const PercentileRule rule = percentileRule(m_input.settings.measure, metric);
        for (int decile = 1; decile <= 9 && !first.empty() && !second.empty(); ++decile)
            claim.shift.push_back(*quantileOf(second, decile / 10.0, rule) - *quantileOf(first, decile / 10.0, rule));
    }

    const JudgeInput& m_input;
    PairReader& m_reader;
    std::array<std::string, 2> m_bases;  ///< of the pair at hand: by whether they are of rows
    std::map<LevelPlace, WorkAsked> m_asked;
    TypicalTokens m_typical{m_input};
};

}  // namespace

std::string_view name(Sameness sameness) {
    switch (sameness) {
        case Sameness::same:
            return "same";
        case Sameness::different:
            return "different";
        case Sameness::unknown:
            break;
    }
    return "unknown";
}

bool Claim::decided() const {
    return openEnd.empty() && interval.low && interval.high && (*interval.low > 0 || *interval.high < 0);
}

std::vector<Quantity> claimedQuantities() {
    std::vector<Quantity> out;
    for (const RowMetric metric : {RowMetric::ttft, RowMetric::tpot, RowMetric::e2e})
        for (const double p : {0.5, 0.95, 0.99}) out.push_back(quantityOf(metric, quantile(p)));
    out.push_back(quantityOf(LevelMetric::systemOutputRate));
    return out;
}

Comparisons compareAll(PairReader& reader) {
    Comparisons out;
    Comparer comparer(reader);
    const JudgeInput& input = reader.values.input();
    const ChosenPairs chosen = choosePairs(input);
    for (const auto& [a, b] : chosen.pairs) {
        if (input.stop.stop_requested()) return out;
        out.all.push_back(comparer.compare(a, b));
    }
    out.leftOut = chosen.leftOut;
    return out;
}

}  // namespace plumbline
