#include "core/judge/compare/pair_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/judge/quantity_words.h"
#include "core/judge/resample/level_evidence.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// One pair and one quantity.
class Teller {
public:
    Teller(PairReader& reader, LevelPlace a, LevelPlace b, const Quantity& quantity)
        : m_reader(reader), m_input(reader.values.input()), m_a(a), m_b(b), m_quantity(quantity) {
        m_out.runs = {level(a).runs.size(), level(b).runs.size()};
    }

    PairEvidence tell() {
        const bool isItl = m_quantity.ofRows && m_quantity.row == RowMetric::itl;
        if (level(m_a).summaryOnly || level(m_b).summaryOnly || isItl)
            m_out.basis = evidenceOf(m_reader.values, {}, level(m_a).summaryOnly ? m_a : m_b, m_quantity).basis;
        else if (!m_quantity.ofRows)
            bySpreads();
        else if (std::min(m_out.runs[0], m_out.runs[1]) >= enoughRuns)
            byRuns();
        else
            byDraws();
        return std::move(m_out);
    }

private:
    const LevelFigures& level(LevelPlace place) const { return m_input.level(place); }
    const std::string& nameOf(LevelPlace place) const {
        return m_input.figures.configurations[place.configuration].name;
    }

    void bySpreads() {
        std::string basis;
        for (const LevelPlace place : {m_a, m_b}) {
            const RateSpread* spread = m_reader.intervals[place.configuration][place.level].spreadOf(m_quantity.level);
            const auto known = value(level(place), m_quantity);
            if (!spread || !known || !spread->isKnown()) {
                m_out.a.reset();
                m_out.basis = spread && !spread->why.empty()
                                  ? fmt::format("{}: {}", nameOf(place), spread->why)
                                  : fmt::format("of {} no interval is worked out", quantityName(m_quantity));
                return;
            }
            const double error = *known * spread->half / studentQuantile(1 - tail, spread->degrees);
            (place == m_a ? m_out.a : m_out.b) = MeanSpread{*known, error, spread->degrees};
            basis += (basis.empty() ? "" : " and by ") + spread->basis;
        }
        m_out.byRuns = std::min(m_out.runs[0], m_out.runs[1]) >= enoughRuns;
        m_out.basis = "Welch, by " + basis;
        const std::string more = "what is withheld or not counted would add to ";
        if (isAtLeast(level(m_a), m_quantity)) m_out.openLow = more + nameOf(m_a);
        if (isAtLeast(level(m_b), m_quantity)) m_out.openHigh = more + nameOf(m_b);
    }

    void byRuns() {
        for (const LevelPlace place : {m_a, m_b}) {
            const auto& found = m_reader.values.overRuns(place, m_quantity);
            if (!found) {
                m_out.a.reset();
                m_out.basis = fmt::format("the runs of {} are all alike, or one has no {}", nameOf(place),
                                          quantityName(m_quantity));
                return;
            }
            (place == m_a ? m_out.a : m_out.b) = MeanSpread{found->mean, found->standardError(), found->degrees()};
        }
        m_out.byRuns = true;
        m_out.basis = "Welch over the runs' own figures";
    }

    /// A quantile of too few rows has an end that no resampling of those rows can tell.
    void byDraws() {
        m_out.drawnA = m_reader.resampler.of(m_a, m_quantity);
        m_out.drawnB = m_reader.resampler.of(m_b, m_quantity);
        const auto isEmpty = [](const Draws& draws) {
            return std::none_of(draws.begin(), draws.end(), [](const auto& each) { return each.has_value(); });
        };
        if (isEmpty(m_out.drawnA) || isEmpty(m_out.drawnB)) {
            m_out.basis = fmt::format("differences of {} are not resampled", quantityName(m_quantity));
            m_out.drawnA.clear();
            m_out.drawnB.clear();
            return;
        }
        m_out.basis = resamplingText(m_reader.resampler.unitOf(m_b));
        const auto either = [](const std::string& first, const std::string& second) {
            return first.empty() ? second : first;
        };
        m_out.openHigh = either(noUpperLimit(level(m_b), m_quantity), noLowerLimit(level(m_a), m_quantity));
        m_out.openLow = either(noUpperLimit(level(m_a), m_quantity), noLowerLimit(level(m_b), m_quantity));
    }

    PairReader& m_reader;
    const JudgeInput& m_input;
    LevelPlace m_a, m_b;
    Quantity m_quantity;
    PairEvidence m_out;
};

}  // namespace

PairEvidence PairReader::of(LevelPlace a, LevelPlace b, const Quantity& quantity) {
    return Teller(*this, a, b, quantity).tell();
}

std::string sidesText(std::size_t first, std::size_t second) {
    return first == second ? runsText(first) + " a side" : runsText(first) + " against " + runsText(second);
}

}  // namespace plumbline
