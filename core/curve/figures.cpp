#include "core/curve/figures.h"

#include <algorithm>
#include <utility>

#include "core/curve/line.h"
#include "core/curve/plan.h"
#include "core/trace/parallel.h"

namespace plumbline {

namespace {

/// One level on its way: tasks of one metric each, then what follows from all of them.
struct Work {
    const LevelPlan* plan = nullptr;
    LevelContext* context = nullptr;
    LevelFigures figures;
};

class Measurer {
public:
    Measurer(const MeasureInput& input, std::stop_token stop, Itl itl)
        : m_input(input), m_stop(std::move(stop)), m_itl(itl) {}

    void measure(std::vector<Work>& work) const {
        parallelFor(work.size(), m_stop, [&](std::size_t i) { begin(work[i]); });
        parallelFor(work.size() * rowMetricCount, m_stop, [&](std::size_t task) {
            distribute(work[task / rowMetricCount], static_cast<RowMetric>(task % rowMetricCount));
        });
        parallelFor(work.size(), m_stop, [&](std::size_t i) { complete(work[i]); });
    }

private:
    void begin(Work& work) const {
        work.figures = work.plan->summaryOnly ? levelOfSummary(m_input.data, *work.plan, *work.context)
                                              : levelOfRows(m_input, *work.plan);
    }

    void distribute(Work& work, RowMetric metric) const {
        if (work.plan->summaryOnly) return;
        SortedValues values(m_input.data, m_input.prepared, m_input.tally.masks);
        work.figures.metrics[static_cast<std::size_t>(metric)] = distributionOf(m_input, *work.plan, metric, values);
    }

    void complete(Work& work) const {
        if (work.plan->summaryOnly) return;
        SortedValues values(m_input.data, m_input.prepared, m_input.tally.masks);
        if (m_itl == Itl::include) addItlQuantiles(m_input, *work.plan, work.figures, m_stop);
        completeLevel(m_input, *work.plan, *work.context, values, work.figures);
    }

    const MeasureInput& m_input;
    std::stop_token m_stop;
    Itl m_itl;
};

ConfigurationFigures finished(const Dataset& data, const Settings& settings, ConfigurationPlan&& plan,
                              std::vector<LevelFigures>&& levels) {
    ConfigurationFigures out;
    out.id = plan.id;
    out.name = std::move(plan.name);
    out.dimensions = std::move(plan.dimensions);
    out.sources = std::move(plan.sources);
    out.context = std::move(plan.context);
    out.boundary = std::move(plan.boundary);
    out.levels = std::move(levels);
    out.line = lineOf(data, out.levels);
    for (std::size_t slo = 0; slo < settings.slos.size(); ++slo) {
        out.crossings.push_back(crossingOf(out.levels, out.line, settings.slos[slo]));
        out.crossings.back().slo = slo;
    }
    out.saturation = saturationOf(out.levels, out.line);
    return out;
}

std::vector<Work> workOf(const std::vector<ConfigurationPlan>& plans, std::vector<LevelContext>& contexts) {
    std::vector<Work> work;
    contexts.reserve(plans.size());
    for (const ConfigurationPlan& plan : plans) {
        contexts.push_back(levelContext(plan.context));
        for (const LevelPlan& level : plan.levels) work.push_back({&level, &contexts.back(), {}});
    }
    return work;
}

void gather(const Dataset& data, const Settings& settings, std::vector<ConfigurationPlan>& plans,
            std::vector<Work>& work, Figures& out) {
    std::size_t next = 0;
    for (ConfigurationPlan& plan : plans) {
        auto& configurations = plan.isMeasured ? out.configurations : out.unmeasured;
        std::vector<LevelFigures> levels;
        for (std::size_t i = 0; i < plan.levels.size(); ++i) levels.push_back(std::move(work[next++].figures));
        configurations.push_back(finished(data, settings, std::move(plan), std::move(levels)));
    }
}

}  // namespace

Figures figures(const Dataset& data, const Settings& settings, std::stop_token stop, Itl itl) {
    Figures out;
    out.withItl = itl == Itl::include;
    out.totalRows = data.rows.size();
    const auto prepared = data.prepared->rows(data, settings.measure.intervalEnd == IntervalEnd::lastText, stop);
    out.stopped = !prepared || stop.stop_requested();
    if (out.stopped) return out;
    Tally sums = tally(data, *prepared, settings, stop);
    auto plans = planOf(data, settings, out.limits);
    std::vector<LevelContext> contexts;
    std::vector<Work> work = workOf(plans, contexts);
    const MeasureInput input{data, *prepared, settings, sums};
    Measurer(input, stop, itl).measure(work);
    out.stopped = stop.stop_requested();
    if (out.stopped) return out;
    gather(data, settings, plans, work, out);
    for (const RunTally& run : sums.runs) out.excludedRows += run.rows.excluded;
    out.decisionsMissing = sums.decisionsMissing;
    out.decisionsAmbiguous = sums.decisionsAmbiguous;
    std::vector<Window> windows;
    windows.reserve(sums.runs.size());
    for (RunTally& run : sums.runs) windows.push_back(std::move(run.window));
    out.windows = std::make_shared<const std::vector<Window>>(std::move(windows));
    out.verdicts = std::make_shared<const std::vector<Verdict>>(std::move(sums.verdicts));
    out.places = std::make_shared<const std::vector<Place>>(std::move(sums.places));
    return out;
}

}  // namespace plumbline
