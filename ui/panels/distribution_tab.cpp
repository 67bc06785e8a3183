#include "ui/panels/distribution_tab.h"

#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr std::size_t curvePoints = 400;

struct Curves {
    std::vector<DistributionCurve> curves;
    bool stopped = false;
};

Curves computeCurves(const Shown& shown, const Load& load, RowMetric metric, const std::stop_token& stop) {
    Curves out;
    for (std::size_t c = 0; c < shown.figures->configurations.size(); ++c) {
        const auto place = placeOf(*shown.figures, shown.figures->configurations[c].id, load);
        if (!place) continue;
        auto points = cdf(*shown.data, shown.settings, *shown.figures, c, place->level, metric, curvePoints, stop);
        if (stop.stop_requested()) return {{}, true};
        out.curves.push_back({c, place->level, std::move(points)});
    }
    return out;
}

}  // namespace

DistributionTab::DistributionTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent), m_metric(new QComboBox), m_load(new LoadPicker) {
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const MetricEntry& metric = entry(static_cast<RowMetric>(i));
        m_metric->addItem(qText(std::string(metric.label)));
        m_metric->setItemData(m_metric->count() - 1, qText(std::string(metric.formula)), Qt::ToolTipRole);
    }
    m_metric->setAccessibleName(tr("Metric of the distribution"));
    m_metric->setMaxVisibleItems(static_cast<int>(rowMetricCount));
    m_metric->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
    m_load->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
    addPicker(tr("&Distribution of"), m_metric);
    addPicker(tr("&at"), m_load);
    m_logX = addToggle(tr("log x"), tr("Logarithmic x axis"));
    endPickers();
    setRingsSelection(false);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &DistributionTab::refresh);
    connect(m_load, &LoadPicker::picked, this, &DistributionTab::refresh);
    connect(&selection, &Selection::levelChanged, this, [this] {
        if (const auto load = this->selection().load()) m_load->pick(*load);
    });
}

RowMetric DistributionTab::metric() const { return static_cast<RowMetric>(std::max(m_metric->currentIndex(), 0)); }

void DistributionTab::follow() {
    const Shown& shown = session().shown();
    m_load->offer(loadsOf(*shown.figures, shown.settings));
    if (m_computedData != shown.data) {
        m_curves.clear();
        m_curvesOf = shown.figures;
    }
    const bool same =
        m_computedFor == shown.figures && m_computedLoad == m_load->load() && m_computedMetric == metric();
    if (!same) compute();
}

void DistributionTab::compute() {
    const Shown shown = session().shown();
    m_computedFor = shown.figures;
    m_computedData = shown.data;
    m_computedLoad = m_load->load();
    m_computedMetric = metric();
    if (!m_computedLoad) {
        m_curves.clear();
        m_curvesOf = shown.figures;
        return;
    }
    m_stale = true;
    m_job.start([shown, load = *m_computedLoad,
                 metric = m_computedMetric](std::stop_token stop) { return computeCurves(shown, load, metric, stop); },
                [this, of = shown.figures](Curves result) {
                    if (result.stopped) return;
                    m_curves = std::move(result.curves);
                    m_curvesOf = of;
                    m_stale = m_computedFor != of;
                    refresh();
                },
                JobRunner::Older::finish);
}

ChartSpec DistributionTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    // The curves in hand may be a moment old: they are drawn with the figures that they were read from.
    const Shown& shown = session().shown();
    const Figures& figures = m_curvesOf ? *m_curvesOf : *shown.figures;
    if (m_curvesOf && m_curvesOf->configurations.size() != shown.figures->configurations.size()) look.styleOf.clear();
    return distributionChart(figures, shown.settings, metric(), m_curves, look);
}

}  // namespace plumbline
