#include "core/curve/line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace plumbline {

namespace {

constexpr double scalingElasticity = 0.1;

std::vector<std::size_t> ofKind(const std::vector<LevelFigures>& levels, LoadKind kind) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].load.kind == kind) positions.push_back(i);
    return positions;
}

/// Concurrencies and request rates are no common axis: the kind with more levels, concurrency at a tie.
std::vector<std::size_t> ofOneKind(const std::vector<LevelFigures>& levels) {
    auto concurrencies = ofKind(levels, LoadKind::concurrency);
    auto rates = ofKind(levels, LoadKind::requestRate);
    return rates.size() > concurrencies.size() ? rates : concurrencies;
}

/// A sweep that only summaries tell of: its source where that holds several loads, and its number.
using Sweep = std::pair<std::size_t, std::int32_t>;
constexpr std::size_t anySource = static_cast<std::size_t>(-1);

class Sweeps {
public:
    Sweeps(const Dataset& data, const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& positions)
        : m_data(data), m_levels(levels) {
        for (const std::size_t i : positions)
            if (levels[i].summaryOnly) m_loadsOfSource[sourceOf(i)].insert(levels[i].load);
        for (const std::size_t i : positions)
            if (levels[i].summaryOnly) m_loads[sweepOf(i)].insert(levels[i].load);
    }

    /// The sweep with the most loads; of equals the first.
    Sweep longest() const {
        const auto fewer = [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); };
        return std::max_element(m_loads.begin(), m_loads.end(), fewer)->first;
    }
    bool empty() const { return m_loads.empty(); }

    Sweep sweepOf(std::size_t level) const {
        const std::size_t source = sourceOf(level);
        const bool holdsSeveral = m_loadsOfSource.at(source).size() > 1;
        return {holdsSeveral ? source : anySource, runOf(level).info.number};
    }

private:
    const Run& runOf(std::size_t level) const { return m_data.runs[at(m_levels[level].runs.front().run)]; }
    std::size_t sourceOf(std::size_t level) const { return runOf(level).source; }

    const Dataset& m_data;
    const std::vector<LevelFigures>& m_levels;
    std::map<std::size_t, std::set<Load>> m_loadsOfSource;
    std::map<Sweep, std::set<Load>> m_loads;
};

struct Valued {
    std::size_t level = 0;
    double value = 0;
};

/// Levels on the line that have the quantity; one that is not attained is infinite.
std::vector<Valued> valuesOn(const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& line,
                             const Quantity& quantity) {
    std::vector<Valued> out;
    for (const std::size_t level : line) {
        const auto known = value(levels[level], quantity);
        if (known || notAttained(levels[level], quantity))
            out.push_back({level, known.value_or(std::numeric_limits<double>::infinity())});
    }
    return out;
}

/// Linear in load, the same fraction for every other metric there (METRICS §5).
void place(const std::vector<LevelFigures>& levels, const Slo& slo, const Valued& lower, const Valued& upper,
           Crossing& crossing) {
    const double from = levels[lower.level].load.value, to = levels[upper.level].load.value;
    crossing.state = CrossingState::crossed;
    crossing.lower = lower.level;
    crossing.upper = upper.level;
    crossing.between = {from, to};
    if (!std::isfinite(lower.value) || !std::isfinite(upper.value)) return;  // the bracket is all that can be told
    crossing.fraction = (slo.limit - lower.value) / (upper.value - lower.value);
    crossing.load = from + crossing.fraction * (to - from);
    const auto low = levels[lower.level].systemOutputRate, high = levels[upper.level].systemOutputRate;
    if (low && high) crossing.systemOutputRate = *low + crossing.fraction * (*high - *low);
}

}  // namespace

std::string_view name(CrossingState state) {
    switch (state) {
        case CrossingState::crossed:
            return "crossed";
        case CrossingState::notReached:
            return "not_reached";
        case CrossingState::alreadyMissed:
            return "already_missed";
        case CrossingState::withheld:
            break;
    }
    return "withheld";
}

std::vector<std::size_t> lineOf(const Dataset& data, const std::vector<LevelFigures>& levels) {
    const auto positions = ofOneKind(levels);
    const Sweeps sweeps(data, levels, positions);
    std::map<double, std::size_t> byLoad;
    for (const std::size_t i : positions)
        if (!levels[i].summaryOnly) byLoad.emplace(levels[i].load.value, i);
    if (!sweeps.empty()) {
        const Sweep longest = sweeps.longest();
        for (const std::size_t i : positions)
            if (levels[i].summaryOnly && sweeps.sweepOf(i) == longest) byLoad.emplace(levels[i].load.value, i);
    }
    std::vector<std::size_t> line;
    line.reserve(byLoad.size());
    for (const auto& [load, level] : byLoad) line.push_back(level);
    return line;
}

Crossing crossingOf(const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& line, const Slo& slo) {
    Crossing crossing;
    const auto values = valuesOn(levels, line, quantityOf(slo.metric, slo.statistic));
    if (values.empty()) return crossing;
    std::size_t turns = 0;
    crossing.state = meets(slo, values.front().value) ? CrossingState::notReached : CrossingState::alreadyMissed;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const bool before = meets(slo, values[i - 1].value), now = meets(slo, values[i].value);
        if (before != now) ++turns;
        if (before && !now && crossing.state == CrossingState::notReached)
            place(levels, slo, values[i - 1], values[i], crossing);
    }
    crossing.monotonic = turns <= (crossing.state == CrossingState::alreadyMissed ? 0U : 1U);
    return crossing;
}

Saturation saturationOf(const std::vector<LevelFigures>& levels, const std::vector<std::size_t>& line) {
    Saturation saturation;
    const auto rates = valuesOn(levels, line, quantityOf(LevelMetric::systemOutputRate));
    if (rates.size() < 2) return saturation;
    const Valued& before = rates[rates.size() - 2];
    const Valued& last = rates.back();
    const double from = levels[before.level].load.value, to = levels[last.level].load.value;
    if (from <= 0 || before.value <= 0 || last.value <= 0) return saturation;
    saturation.elasticity = std::log(last.value / before.value) / std::log(to / from);
    saturation.stillScaling = *saturation.elasticity > scalingElasticity;
    return saturation;
}

}  // namespace plumbline
