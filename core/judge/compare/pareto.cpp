#include "core/judge/compare/pareto.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/judge/quantity_words.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

/// One value against another on one axis.
enum class Standing : std::uint8_t { better, worse, tied, open };

struct AxisValue {
    double value = 0;
    Limits limits;
    bool isExact() const { return limits.low == value && limits.high == value; }
};

Standing byValue(const AxisValue& a, const AxisValue& b, bool lowerIsBetter) {
    if (a.value == b.value) return Standing::tied;
    return (a.value < b.value) == lowerIsBetter ? Standing::better : Standing::worse;
}

/// Sure only where the intervals lie apart, or both are single points.
Standing surely(const AxisValue& a, const AxisValue& b, bool lowerIsBetter) {
    if (a.isExact() && b.isExact()) return byValue(a, b, lowerIsBetter);
    if (a.limits.high && b.limits.low && *a.limits.high < *b.limits.low)
        return lowerIsBetter ? Standing::better : Standing::worse;
    if (a.limits.low && b.limits.high && *a.limits.low > *b.limits.high)
        return lowerIsBetter ? Standing::worse : Standing::better;
    return Standing::open;
}

/// Tied on one axis and better on the other beats; tied on both does not.
bool beats(Standing x, Standing y) {
    const auto noWorse = [](Standing each) { return each == Standing::better || each == Standing::tied; };
    return noWorse(x) && noWorse(y) && (x == Standing::better || y == Standing::better);
}
bool mayBeat(Standing x, Standing y) {
    return x != Standing::worse && y != Standing::worse && !(x == Standing::tied && y == Standing::tied);
}

/// Which points of two configurations may beat each other.
class Matches {
public:
    explicit Matches(const Judgement& judgement) {
        for (const LevelComparison& each : judgement.comparisons.all) {
            Pair& pair = m_pairs[{each.a, each.b}];
            pair.isMatched = pair.isMatched || each.matched;
            if (each.matched) continue;
            pair.refusedLoads.push_back(each.load);
            if (pair.refusal.empty()) pair.refusal = each.refusal;
        }
        for (const auto& [pair, what] : m_pairs) {
            if (!what.isMatched) continue;
            m_partners[pair.first].push_back(pair.second);
            m_partners[pair.second].push_back(pair.first);
        }
    }

    bool areComparable(std::size_t a, const Load& loadA, std::size_t b, const Load& loadB) const {
        if (a == b) return true;
        const auto found = m_pairs.find(std::minmax(a, b));
        if (found == m_pairs.end() || !found->second.isMatched) return false;
        const auto& refused = found->second.refusedLoads;
        return std::none_of(refused.begin(), refused.end(),
                            [&](const Load& load) { return load == loadA || load == loadB; });
    }
    /// Those that match a configuration at a load, and itself, ascending.
    std::vector<std::size_t> withPartners(std::size_t configuration) const {
        const auto found = m_partners.find(configuration);
        std::vector<std::size_t> out = found == m_partners.end() ? std::vector<std::size_t>() : found->second;
        out.push_back(configuration);
        std::sort(out.begin(), out.end());
        return out;
    }
    std::vector<std::pair<std::size_t, std::size_t>> compared() const {
        std::vector<std::pair<std::size_t, std::size_t>> out;
        for (const auto& [pair, what] : m_pairs) out.push_back(pair);
        return out;
    }
    /// At every load that the two share.
    bool match(std::size_t a, std::size_t b) const {
        const auto found = m_pairs.find(std::minmax(a, b));
        return found != m_pairs.end() && found->second.isMatched && found->second.refusedLoads.empty();
    }
    /// Why the points of two do not beat each other; empty: they may, everywhere.
    std::string refusal(std::size_t a, std::size_t b, const Figures& figures) const {
        const auto found = m_pairs.find(std::minmax(a, b));
        const auto& all = figures.configurations;
        if (found == m_pairs.end())
            return fmt::format(
                "{} and {} have no load in common at which they could be matched, so their points do "
                "not beat each other.",
                all[a].name, all[b].name);
        const Pair& pair = found->second;
        if (pair.refusal.empty()) return {};
        return pair.refusal + (pair.isMatched ? " Their points there do not beat each other."
                                              : " Their points do not beat each other.");
    }

private:
    struct Pair {
        bool isMatched = false;
        std::vector<Load> refusedLoads;
        std::string refusal;
    };
    std::map<std::pair<std::size_t, std::size_t>, Pair> m_pairs;
    std::map<std::size_t, std::vector<std::size_t>> m_partners;
};

struct Candidate {
    AxisValue x, y;
    FrontPoint point;
    Load load;
};

class FrontMaker {
public:
    FrontMaker(const Settings& settings, const Figures& figures, const Judgement& judgement, Front& front)
        : m_settings(settings),
          m_figures(figures),
          m_judgement(judgement),
          m_matches(judgement),
          m_front(front),
          m_rangeOf(figures.configurations.size()) {}

    void make() {
        for (std::size_t c = 0; c < m_figures.configurations.size(); ++c)
            if (!m_settings.isHidden(m_figures.configurations[c].id)) gather(c);
        for (Candidate& each : m_candidates) place(each);
        for (Candidate& each : m_candidates) m_front.points.push_back(std::move(each.point));
        group();
        refuse();
    }

private:
    /// Each joins the first front with all of whose configurations it matches at every load that they share. Only
    /// those that hold one which it matches at a load are asked.
    void group() {
        std::vector<std::vector<std::size_t>> fronts;
        std::map<std::size_t, std::size_t> frontOf;
        for (const std::size_t each : m_present) {
            std::set<std::size_t> asked;
            for (const std::size_t other : m_matches.withPartners(each))
                if (const auto found = frontOf.find(other); found != frontOf.end()) asked.insert(found->second);
            const auto home = std::find_if(asked.begin(), asked.end(), [&](std::size_t front) {
                return std::all_of(fronts[front].begin(), fronts[front].end(),
                                   [&](std::size_t other) { return m_matches.match(other, each); });
            });
            frontOf[each] = home == asked.end() ? fronts.size() : *home;
            if (home == asked.end()) fronts.emplace_back();
            fronts[frontOf[each]].push_back(each);
        }
        m_front.groups.resize(fronts.size());
        for (std::size_t p = 0; p < m_front.points.size(); ++p)
            m_front.groups[frontOf.at(m_front.points[p].configuration)].push_back(p);
    }

    /// Of more pairs than are compared, only those that were: all others would be refused for their number.
    void refuse() {
        const auto add = [this](std::size_t a, std::size_t b) {
            if (std::string why = m_matches.refusal(a, b, m_figures); !why.empty())
                m_front.refused.push_back(std::move(why));
        };
        const bool areFew = m_judgement.comparisons.leftOut == 0 &&
                            m_present.size() * m_present.size() / 2 <= limitOf(SizeLimit::pairs);
        if (areFew) {
            for (std::size_t i = 0; i < m_present.size(); ++i)
                for (std::size_t j = i + 1; j < m_present.size(); ++j) add(m_present[i], m_present[j]);
            return;
        }
        const auto isPresent = [this](std::size_t c) {
            return std::binary_search(m_present.begin(), m_present.end(), c);
        };
        for (const auto& [a, b] : m_matches.compared())
            if (isPresent(a) && isPresent(b)) add(a, b);
    }

    void gather(std::size_t c) {
        const ConfigurationFigures& configuration = m_figures.configurations[c];
        std::string why = "no load of it has a place on a curve";
        const std::size_t before = m_candidates.size();
        for (const std::size_t number : configuration.line) {
            const LevelFigures& level = configuration.levels[number];
            const auto x = value(level, m_front.x), y = value(level, m_front.y);
            if (!x || !y) {
                const Quantity& missing = x ? m_front.y : m_front.x;
                const std::string reason = withheldReason(level, missing);
                why = fmt::format("{} is withheld{}", quantityName(missing), reason.empty() ? "" : ": " + reason);
                continue;
            }
            const LevelIntervals& intervals = m_judgement.intervals[c][number];
            Candidate next{{*x, limitsOf(intervals, m_front.x)}, {*y, limitsOf(intervals, m_front.y)}, {}, level.load};
            next.point.configuration = c;
            next.point.level = number;
            next.point.x = *x;
            next.point.y = *y;
            m_candidates.push_back(std::move(next));
        }
        m_rangeOf[c] = {before, m_candidates.size()};
        if (m_candidates.size() == before)
            m_front.withheld.emplace_back(c, why);
        else
            m_present.push_back(c);
    }

    void place(Candidate& own) {
        const bool lowX = entry(m_front.x).lowerIsBetter, lowY = entry(m_front.y).lowerIsBetter;
        const Candidate* rival = nullptr;
        const auto consider = [&](const Candidate& other) {
            if (&other == &own) return;
            if (!m_matches.areComparable(own.point.configuration, own.load, other.point.configuration, other.load))
                return;
            if (beats(byValue(other.x, own.x, lowX), byValue(other.y, own.y, lowY))) own.point.onByValue = false;
            const Standing x = surely(other.x, own.x, lowX), y = surely(other.y, own.y, lowY);
            if (own.point.state == FrontState::off || !mayBeat(x, y)) return;
            if (!rival || beats(x, y)) rival = &other;
            own.point.state = beats(x, y) ? FrontState::off : FrontState::undecided;
        };
        for (const std::size_t c : m_matches.withPartners(own.point.configuration))
            for (std::size_t i = m_rangeOf[c].first; i < m_rangeOf[c].second; ++i) consider(m_candidates[i]);
        own.point.text = sentence(own, rival);
    }

    std::string nameOf(const Candidate& each) const {
        return fmt::format("{} at {}", m_figures.configurations[each.point.configuration].name, text(each.load));
    }
    std::string valuesOf(const Candidate& each) const {
        return fmt::format("{} {} and {} {}", quantityName(m_front.x), shownText(m_front.x, each.point.x),
                           quantityName(m_front.y), shownText(m_front.y, each.point.y));
    }
    std::string sentence(const Candidate& own, const Candidate* rival) const {
        const std::string self = fmt::format("{} has {}", nameOf(own), valuesOf(own));
        if (!rival) return self + ": no comparable point is as good on both axes and better on one.";
        const std::string other = fmt::format("{} has {}", nameOf(*rival), valuesOf(*rival));
        if (own.point.state == FrontState::off)
            return fmt::format("{}; {}, no worse on either axis and better on one.", self, other);
        const bool known = own.x.limits.low && own.y.limits.low && rival->x.limits.low && rival->y.limits.low;
        return fmt::format("{}; {}: {}.", self, other,
                           known ? "their intervals overlap, so whether it is beaten cannot be told"
                                 : "without intervals of all four figures it cannot be told whether it is beaten");
    }

    const Settings& m_settings;
    const Figures& m_figures;
    const Judgement& m_judgement;
    Matches m_matches;
    Front& m_front;
    std::vector<Candidate> m_candidates;
    std::vector<std::pair<std::size_t, std::size_t>> m_rangeOf;  ///< of candidates, by configuration
    std::vector<std::size_t> m_present;
};

}  // namespace

std::string_view name(FrontState state) {
    switch (state) {
        case FrontState::on:
            return "on";
        case FrontState::off:
            return "off";
        case FrontState::undecided:
            break;
    }
    return "undecided";
}

Front paretoFront(const Settings& settings, const Figures& figures, const Judgement& judgement, const Quantity& x,
                  const Quantity& y) {
    Front out;
    out.x = x;
    out.y = y;
    if (judgement.intervals.size() == figures.configurations.size())
        FrontMaker(settings, figures, judgement, out).make();
    return out;
}

std::vector<std::pair<Quantity, Quantity>> reportedFronts() {
    std::vector<std::pair<Quantity, Quantity>> out;
    for (const LevelMetric rate : {LevelMetric::systemOutputRate, LevelMetric::perAcceleratorRate})
        for (const Quantity& latency :
             {quantityOf(RowMetric::e2e, quantile(0.5)), quantityOf(RowMetric::ttft, quantile(0.95)),
              quantityOf(RowMetric::tpot, quantile(0.5))})
            out.emplace_back(latency, quantityOf(rate));
    return out;
}

}  // namespace plumbline
