#include "core/judge/resample/level_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/measure/quantiles.h"
#include "core/measure/streams.h"

namespace plumbline {

LevelValues::LevelValues(const JudgeInput& input) : m_input(input) {
    const auto& verdicts = *input.figures.verdicts;
    const auto& places = *input.figures.places;
    m_masks.resize(verdicts.size());
    for (std::size_t row = 0; row < verdicts.size(); ++row)
        m_masks[row] = places[row] == Place::in ? masksOf(verdicts[row]) : std::uint8_t{0};
    const bool lastText = input.settings.measure.intervalEnd == IntervalEnd::lastText;
    m_prepared = input.data.prepared->rows(input.data, lastText, input.stop);
}

std::vector<double> LevelValues::sorted(LevelPlace place, RowMetric metric) const {
    if (!m_prepared) return {};
    std::vector<std::uint32_t> runs;
    for (const RunIndex run : m_input.runsOf(place)) runs.push_back(static_cast<std::uint32_t>(at(run)));
    SortedValues values(m_input.data, *m_prepared, m_masks);
    const auto found = values.of(runs, metric);
    std::vector<double> out(found.begin(), found.end());
    out.insert(out.end(), m_input.level(place).of(metric).infinite, std::numeric_limits<double>::infinity());
    return out;
}

std::vector<double> LevelValues::sortedOfRun(LevelPlace place, RunIndex run, RowMetric metric) const {
    if (!m_prepared) return {};
    const std::uint32_t alone[] = {static_cast<std::uint32_t>(at(run))};
    SortedValues values(m_input.data, *m_prepared, m_masks);
    const auto found = values.of(alone, metric);
    std::vector<double> out(found.begin(), found.end());
    forEachInfinite(m_input, place, run, metric,
                    [&out](std::size_t) { out.push_back(std::numeric_limits<double>::infinity()); });
    return out;
}

/// Rows of a run, counted from its first, by their start; mostly they are so already.
const std::vector<std::uint32_t>& LevelValues::startOrder(RunIndex index) const {
    const auto [found, isNew] = m_order.try_emplace(index);
    std::vector<std::uint32_t>& order = found->second;
    if (!isNew) return order;
    const Run& run = m_input.data.runs[at(index)];
    const Nanoseconds* start = m_input.data.rows.start.data() + run.firstRow;
    order.resize(run.rowCount);
    std::iota(order.begin(), order.end(), 0U);
    const auto sooner = [start](std::uint32_t a, std::uint32_t b) { return start[a] < start[b]; };
    if (!std::is_sorted(order.begin(), order.end(), sooner)) std::stable_sort(order.begin(), order.end(), sooner);
    return order;
}

std::vector<double> LevelValues::inOrderOfStart(LevelPlace place, RowMetric metric) const {
    std::vector<double> out, byRow;
    if (!m_prepared) return out;
    for (const RunIndex index : m_input.runsOf(place)) {
        const Run& run = m_input.data.runs[at(index)];
        byRow.assign(run.rowCount, std::numeric_limits<double>::quiet_NaN());
        bool any = false;
        for (const StreamFilter& filter : filtersOf(metric)) {
            const RunStream& stream = m_prepared->of(filter.stream, at(index));
            for (std::size_t i = 0; i < stream.values.size(); ++i)
                if ((m_masks[run.firstRow + stream.rows[i]] & filter.mask) != 0)
                    byRow[stream.rows[i]] = stream.values[i], any = true;
        }
        if (!any) continue;
        for (const std::uint32_t row : startOrder(index))
            if (!std::isnan(byRow[row])) out.push_back(byRow[row]);
    }
    return out;
}

std::optional<double> LevelValues::figureOfRun(LevelPlace place, RunIndex run, const Quantity& quantity) const {
    const std::vector<double> values = sortedOfRun(place, run, quantity.row);
    if (values.empty()) return std::nullopt;
    if (quantity.statistic.mean)
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    return quantileOf(values, quantity.statistic.p, percentileRule(m_input.settings.measure, quantity.row));
}

const std::optional<SampleMean>& LevelValues::overRuns(LevelPlace place, const Quantity& quantity) {
    const auto [found, isNew] = m_overRuns.try_emplace({place, keyPath(quantity)});
    if (!isNew) return found->second;
    std::vector<double> figures;
    for (const RunIndex run : m_input.runsOf(place)) {
        const auto figure = figureOfRun(place, run, quantity);
        if (!figure || !std::isfinite(*figure)) return found->second;
        figures.push_back(*figure);
    }
    found->second = meanOfIndependent(figures);
    return found->second;
}

}  // namespace plumbline
