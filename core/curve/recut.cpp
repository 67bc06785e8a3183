#include "core/curve/recut.h"

#include <utility>

#include "core/measure/measure_level.h"
#include "core/trace/parallel.h"

namespace plumbline {

namespace {

LevelPlan planOf(const LevelFigures& level) {
    LevelPlan plan;
    plan.load = level.load;
    for (const RunFigures& run : level.runs) plan.runs.push_back(static_cast<std::uint32_t>(at(run.run)));
    return plan;
}

}  // namespace

Recut::Recut(const Dataset& data, const Settings& settings, const Figures& figures, std::stop_token stop)
    : m_data(data),
      m_settings(settings),
      m_figures(figures),
      m_stop(std::move(stop)),
      m_prepared(data.prepared->rows(data, settings.measure.intervalEnd == IntervalEnd::lastText, m_stop)) {}

std::vector<std::vector<Distribution>> Recut::distributions(const Cutoffs& cutoffs, std::span<const RecutLevel> levels,
                                                            std::span<const RowMetric> metrics) const {
    if (!m_prepared || levels.empty()) return {};
    Settings settings = m_settings;
    settings.measure.minChunks = cutoffs.minChunks;
    settings.measure.minInterval = cutoffs.minInterval;
    std::vector<LevelPlan> plans;
    std::vector<std::uint32_t> runs;
    for (const RecutLevel& each : levels) {
        plans.push_back(planOf(m_figures.configurations[each.configuration].levels[each.level]));
        runs.insert(runs.end(), plans.back().runs.begin(), plans.back().runs.end());
    }
    const Tally sums = tally(m_data, *m_prepared, settings, *m_figures.places, runs, m_stop);
    const MeasureInput input{m_data, *m_prepared, settings, sums};
    std::vector<std::vector<Distribution>> out(levels.size(), std::vector<Distribution>(metrics.size()));
    parallelFor(levels.size() * metrics.size(), m_stop, [&](std::size_t task) {
        const std::size_t level = task / metrics.size(), metric = task % metrics.size();
        SortedValues values(m_data, *m_prepared, sums.masks);
        out[level][metric] = distributionOf(input, plans[level], metrics[metric], values);
    });
    if (m_stop.stop_requested()) out.clear();
    return out;
}

bool followsCutoffs(RowMetric metric) {
    switch (metric) {
        case RowMetric::ttft:
        case RowMetric::ttfc:
        case RowMetric::tpot:
        case RowMetric::itl:
        case RowMetric::rate:
            return true;
        default:
            return false;
    }
}

}  // namespace plumbline
