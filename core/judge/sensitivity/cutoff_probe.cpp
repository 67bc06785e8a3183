#include "core/judge/sensitivity/cutoff_probe.h"

#include <algorithm>

#include "core/judge/sensitivity/cutoff_grid.h"
#include "core/measure/guard.h"
#include "core/trace/parallel.h"

namespace plumbline {
namespace {

std::size_t below(const std::vector<std::int64_t>& sorted, std::int64_t cutoff) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), cutoff) - sorted.begin());
}

Guard guardOf(MeasureSettings settings, const Cutoffs& cutoffs) {
    settings.minChunks = cutoffs.minChunks;
    settings.minInterval = cutoffs.minInterval;
    return Guard(settings);
}

Probed probed(const LevelFigures& level, const Quantity& quantity) {
    return {value(level, quantity), notAttained(level, quantity)};
}

}  // namespace

CutoffProbe::CutoffProbe(const FindingInput& input, const Recut& recut, std::vector<LevelPlace> levels,
                         std::span<const Quantity> quantities, const CutoffRange& range)
    : m_input(input),
      m_recut(recut),
      m_quantities(quantities.begin(), quantities.end()),
      m_levels(levels.size()),
      m_known(levels.size()) {
    for (const Quantity& quantity : m_quantities)
        if (quantity.ofRows && followsCutoffs(quantity.row) &&
            std::find(m_metrics.begin(), m_metrics.end(), quantity.row) == m_metrics.end())
            m_metrics.push_back(quantity.row);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        m_levels[i].place = levels[i];
        for (const Quantity& quantity : m_quantities)
            m_levels[i].constant.push_back(probed(input.level(levels[i]), quantity));
    }
    parallelFor(m_levels.size(), input.stop, [&](std::size_t i) { findRows(range, m_levels[i]); });
}

/// What a guard does is its own word: a row counts here when the verdicts at the two ends of the range are not the
/// same.
void CutoffProbe::findRows(const CutoffRange& range, Level& level) const {
    const PreparedRows* prepared = m_recut.prepared();
    if (!prepared || m_input.level(level.place).summaryOnly) return;
    const MeasureSettings& settings = m_input.settings.measure;
    const Guard low = guardOf(settings, range.low), high = guardOf(settings, range.high),
                counted = guardOf(settings, range.counted);
    const bool turnsInterval = range.low.minInterval != range.high.minInterval;
    const bool turnsChunks = range.low.minChunks != range.high.minChunks;
    m_input.forEachRow(level.place, [&](std::size_t row) {
        if ((*m_input.figures.places)[row] != Place::in) return;
        const auto verdict = [&](const Guard& guard) {
            return judged(guard, prepared->settled[row], prepared->tokens[row], prepared->chunks[row],
                          prepared->interval[row]);
        };
        if (verdict(low) == verdict(high)) return;
        level.changes = true;
        level.rows += verdict(low) != verdict(counted) ? 1U : 0U;
        if (turnsInterval && prepared->interval[row] < range.high.minInterval)
            level.intervals.push_back(prepared->interval[row].count());
        if (turnsChunks && prepared->chunks[row] < range.high.minChunks) level.chunks.push_back(prepared->chunks[row]);
    });
    sortOut(level.intervals);
    sortOut(level.chunks);
}

CutoffProbe::State CutoffProbe::stateOf(const Level& level, const Cutoffs& cutoffs) const {
    return {below(level.intervals, cutoffs.minInterval.count()), below(level.chunks, cutoffs.minChunks)};
}

void CutoffProbe::measure(const Cutoffs& cutoffs, std::span<const std::size_t> levels) {
    std::vector<RecutLevel> places;
    for (const std::size_t each : levels)
        places.push_back({m_levels[each].place.configuration, m_levels[each].place.level});
    auto found = m_recut.distributions(cutoffs, places, m_metrics);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Level& level = m_levels[levels[i]];
        std::vector<Probed> values = level.constant;
        LevelFigures holder;
        for (std::size_t metric = 0; metric < m_metrics.size(); ++metric)
            holder.metrics[static_cast<std::size_t>(m_metrics[metric])] = std::move(found[i][metric]);
        for (std::size_t q = 0; q < m_quantities.size(); ++q)
            if (m_quantities[q].ofRows && followsCutoffs(m_quantities[q].row))
                values[q] = probed(holder, m_quantities[q]);
        m_known[levels[i]].emplace(stateOf(level, cutoffs), std::move(values));
    }
}

std::vector<std::span<const Probed>> CutoffProbe::at(const Cutoffs& cutoffs, std::span<const std::size_t> levels) {
    std::vector<std::size_t> unknown;
    for (const std::size_t each : levels)
        if (m_levels[each].changes && !m_known[each].contains(stateOf(m_levels[each], cutoffs)))
            unknown.push_back(each);
    measure(cutoffs, unknown);
    std::vector<std::span<const Probed>> out;
    for (const std::size_t each : levels) {
        const Level& level = m_levels[each];
        if (!level.changes) {
            out.emplace_back(level.constant);
            continue;
        }
        const auto known = m_known[each].find(stateOf(level, cutoffs));
        out.push_back(known == m_known[each].end() ? std::span<const Probed>()
                                                   : std::span<const Probed>(known->second));
    }
    return out;
}

}  // namespace plumbline
