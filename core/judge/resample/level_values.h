// Values of the rows of a level that are in its statistics, in their orders, and the figures of each of its runs.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/judge/checks.h"
#include "core/measure/guard.h"
#include "core/measure/student.h"
#include "core/measure/tally.h"

namespace plumbline {

/// With so many runs or more a level's figures are compared by the runs' own (METRICS §4, "Runs a side").
inline constexpr std::size_t enoughRuns = 3;

/// Not for two threads at once: what was asked for is kept.
class LevelValues {
public:
    explicit LevelValues(const JudgeInput& input);

    const JudgeInput& input() const { return m_input; }
    /// Null: stopped before the rows were ready.
    const PreparedRows* prepared() const { return m_prepared.get(); }
    /// InDistribution, by row; none for a row that is out.
    std::span<const std::uint8_t> masks() const { return m_masks; }

    /// Ascending; failed rows at infinity where they count so. Empty for ITL, for a summary and once stopped.
    std::vector<double> sorted(LevelPlace place, RowMetric metric) const;
    /// The same of one run of the level.
    std::vector<double> sortedOfRun(LevelPlace place, RunIndex run, RowMetric metric) const;
    /// Run after run, each in order of start; without the failed ones.
    std::vector<double> inOrderOfStart(LevelPlace place, RowMetric metric) const;

    /// The mean over the runs' own figures; nothing: fewer than two have one, or all are alike.
    const std::optional<SampleMean>& overRuns(LevelPlace place, const Quantity& ofRows);

private:
    std::optional<double> figureOfRun(LevelPlace place, RunIndex run, const Quantity& quantity) const;
    const std::vector<std::uint32_t>& startOrder(RunIndex run) const;

    const JudgeInput& m_input;
    std::vector<std::uint8_t> m_masks;
    std::shared_ptr<const PreparedRows> m_prepared;
    mutable std::map<RunIndex, std::vector<std::uint32_t>> m_order;
    std::map<std::pair<LevelPlace, std::string>, std::optional<SampleMean>> m_overRuns;
};

/// Calls f(row position) for the failed rows of a run that count as infinitely slow in a metric of this level.
template <class F>
void forEachInfinite(const JudgeInput& input, LevelPlace place, RunIndex index, RowMetric metric, F f) {
    if (input.level(place).of(metric).infinite == 0) return;
    const Columns& rows = input.data.rows;
    const Run& run = input.data.runs[at(index)];
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        const bool isIn = (*input.figures.places)[row] == Place::in;
        if (!isIn || !isFailed((*input.figures.verdicts)[row], rows.deliberate[row])) continue;
        if (metric != RowMetric::e2eFromScheduled || isKnown(rows.scheduled[row])) f(row);
    }
}

}  // namespace plumbline
