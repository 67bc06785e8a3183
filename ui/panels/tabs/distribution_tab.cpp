#include "ui/panels/tabs/distribution_tab.h"

#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr std::size_t curvePoints = 400;

}  // namespace

DistributionTab::DistributionTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent), m_metric(new QComboBox), m_traffic(new QComboBox), m_load(new LoadPicker) {
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const MetricEntry& metric = entry(static_cast<RowMetric>(i));
        m_metric->addItem(qText(metric.label));
        m_metric->setItemData(m_metric->count() - 1, qText(metric.formula), Qt::ToolTipRole);
    }
    m_metric->addItem(tr("Prompt tokens"));
    m_metric->addItem(tr("Output tokens"));
    m_metric->setAccessibleName(tr("Metric of the distribution"));
    m_metric->setMaxVisibleItems(m_metric->count());
    m_metric->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
    m_load->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
    m_traffic->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
    m_traffic->setAccessibleName(tr("Reference traffic beside it"));
    addPicker(tr("&Distribution of"), m_metric);
    addPicker(tr("&at"), m_load);
    m_against = addPicker(tr("a&gainst"), m_traffic);
    m_logX = addToggle(tr("log x"), tr("Logarithmic x axis"));
    endPickers();
    m_made.onArrival([this] { refresh(); });
    setRingsSelection(false);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &DistributionTab::refresh);
    connect(m_traffic, &QComboBox::currentIndexChanged, this, &DistributionTab::refresh);
    connect(m_load, &LoadPicker::picked, this, &DistributionTab::refresh);
    connect(&selection, &Selection::levelChanged, this, [this] {
        if (const auto load = this->selection().load()) m_load->pick(*load);
    });
}

DistributionTab::Asked DistributionTab::asked() const {
    Asked out;
    out.figures = session().shown().figures;
    const auto index = static_cast<std::size_t>(std::max(m_metric->currentIndex(), 0));
    if (index < rowMetricCount) {
        out.metric = static_cast<RowMetric>(index);
        out.load = m_load->load();
        return out;
    }
    out.side = index == rowMetricCount ? TokenSide::prompt : TokenSide::output;
    if (m_traffic->currentIndex() >= 0 && m_traffic->count() > 0)
        out.traffic = static_cast<std::size_t>(m_traffic->currentIndex());
    return out;
}

/// The set that was picked stays, by its file, while it is there.
void DistributionTab::offerTraffic() {
    const Dataset& open = *session().shown().data;
    QStringList names;
    for (const TrafficSet& set : open.traffic) names << qText(trafficName(open, set));
    QStringList offered;
    for (int i = 0; i < m_traffic->count(); ++i) offered << m_traffic->itemText(i);
    if (names == offered) return;
    const QSignalBlocker quiet(m_traffic);
    const QString picked = m_traffic->currentText();
    m_traffic->clear();
    m_traffic->addItems(names);
    m_traffic->setCurrentIndex(names.isEmpty() ? -1 : std::max(m_traffic->findText(picked), 0));
}

void DistributionTab::follow() {
    const Shown& shown = session().shown();
    m_load->offer(loadsOf(*shown.figures, shown.settings), commonestLoad(*shown.figures, shown.settings));
    offerTraffic();
    const Asked now = asked();
    m_load->setEnabled(!now.side);
    m_load->setToolTip(now.side ? tr("Lengths are those of all loads together.") : QString());
    const bool hasTraffic = m_traffic->count() > 0;
    for (QWidget* part : {static_cast<QWidget*>(m_against), static_cast<QWidget*>(m_traffic)})
        part->setVisible(hasTraffic);
    m_traffic->setEnabled(now.side.has_value());
    m_traffic->setToolTip(tr("The lengths of a reference traffic set, for prompt and output tokens."));
    if (m_made.value() && m_made.value()->data != shown.data) m_made.clear();
    if (!now.load && !now.side) return m_made.put(now, {shown.data, {}, {}});
    m_made.ask(now, [shown](const Asked& asked, const std::stop_token& stop) -> std::optional<Curves> {
        Curves out = asked.side ? lengthsOf(shown, asked, stop) : curvesOf(shown, asked, stop);
        if (out.stopped) return std::nullopt;
        out.data = shown.data;
        return out;
    });
}

DistributionTab::Curves DistributionTab::curvesOf(const Shown& shown, const Asked& asked, const std::stop_token& stop) {
    Curves out;
    for (std::size_t c = 0; c < shown.figures->configurations.size(); ++c) {
        const auto place = placeOf(*shown.figures, shown.figures->configurations[c].id, *asked.load);
        if (!place) continue;
        auto points =
            cdf(*shown.data, shown.settings, *shown.figures, c, place->level, asked.metric, curvePoints, stop);
        out.stopped = stop.stop_requested();
        if (out.stopped) return out;
        out.curves.push_back({c, place->level, std::move(points)});
    }
    return out;
}

DistributionTab::Curves DistributionTab::lengthsOf(const Shown& shown, const Asked& asked,
                                                   const std::stop_token& stop) {
    Curves out;
    const PercentileRule rule = shown.settings.measure.percentile;
    out.lengths.side = *asked.side;
    std::vector<double> traffic;
    if (asked.traffic && *asked.traffic < shown.data->traffic.size()) {
        const TrafficSet& set = shown.data->traffic[*asked.traffic];
        traffic = trafficLengths(set, *asked.side);
        out.lengths.trafficName = qText(trafficName(*shown.data, set));
        out.lengths.traffic = {0, lengthFigures(traffic, rule), cdf(traffic, curvePoints), std::nullopt};
    }
    for (std::size_t c = 0; c < shown.figures->configurations.size(); ++c) {
        const auto ours = configurationLengths(*shown.data, *shown.figures, c, *asked.side);
        out.stopped = stop.stop_requested();
        if (out.stopped) return out;
        out.lengths.ours.push_back({c, lengthFigures(ours, rule), cdf(ours, curvePoints), ksDistance(ours, traffic)});
    }
    return out;
}

ChartSpec DistributionTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    // The curves in hand may be a moment old: they are drawn with the figures that they were read from.
    const Shown& shown = session().shown();
    static const Curves none;
    const Curves& made = m_made.value() ? *m_made.value() : none;
    const Figures& figures = m_made.of() ? *m_made.of()->figures : *shown.figures;
    if (figures.configurations.size() != shown.figures->configurations.size()) look.styleOf.clear();
    const bool ofLengths = m_made.of() ? m_made.of()->side.has_value() : asked().side.has_value();
    if (ofLengths) return lengthChart(figures, shown.settings, made.lengths, look);
    const RowMetric metric = m_made.of() ? m_made.of()->metric : asked().metric;
    return distributionChart(figures, shown.settings, metric, made.curves, look);
}

}  // namespace plumbline
