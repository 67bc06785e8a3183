#include "ui/panels/tabs/chart_tabs.h"

namespace plumbline {

CurveTab::CurveTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_x(new QuantityPicker(quantityOf(RowMetric::e2e, meanStatistic), tr("Quantity on the x axis"))),
      m_y(new QuantityPicker(quantityOf(LevelMetric::systemOutputRate), tr("Quantity on the y axis"))) {
    addPicker(tr("&y"), m_y);
    addPicker(tr("over &x"), m_x);
    m_logX = addToggle(tr("log x"), tr("Logarithmic x axis"));
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    m_runs = addToggle(tr("runs"), tr("Each run of a level as a faint point, where there are several"));
    m_runs->setChecked(true);
    m_intervals = addIntervals();
    m_spread = addSpread();
    m_front = addToggle(tr("front"), tr("The Pareto front: a dashed line through the points that no comparable point "
                                        "beats on both axes"));
    m_sideBySide = addSideBySide();
    endPickers();
    for (QuantityPicker* picker : {m_x, m_y}) connect(picker, &QuantityPicker::picked, this, &CurveTab::refresh);
    m_frontLine.onArrival([this] { refresh(); });
}

ChartSpec CurveTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    look.showRuns = m_runs->isChecked();
    if (!m_intervals->isChecked()) look.intervals = nullptr;
    look.spread = m_spread->isChecked();
    const Shown& shown = session().shown();
    if (m_front->isChecked() && session().judgementShown()) look.front = frontOf();
    ChartSpec spec = curveChart(*shown.figures, shown.settings, m_x->quantity(), m_y->quantity(), look);
    spec.sideBySide = m_sideBySide->isChecked();
    return spec;
}

/// The front of what is shown; null while a job works it out.
const Front* CurveTab::frontOf() {
    FrontOf wanted{session().shown(), session().judgement(), m_x->quantity(), m_y->quantity()};
    askFor(m_frontLine, wanted);
    return m_frontLine.of() && *m_frontLine.of() == wanted ? m_frontLine.value() : nullptr;
}

LoadTab::LoadTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_y(new QuantityPicker(quantityOf(RowMetric::ttft, quantile(0.5)), tr("Quantity over load"))) {
    addPicker(tr("&Quantity"), m_y);
    m_logX = addToggle(tr("log load"), tr("Logarithmic load axis"));
    m_logX->setChecked(true);
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    m_runs = addToggle(tr("runs"), tr("Each run of a level as a faint point, where there are several"));
    m_runs->setChecked(true);
    m_intervals = addIntervals();
    m_spread = addSpread();
    m_sideBySide = addSideBySide();
    endPickers();
    connect(m_y, &QuantityPicker::picked, this, &LoadTab::refresh);
}

ChartSpec LoadTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    look.showRuns = m_runs->isChecked();
    if (!m_intervals->isChecked()) look.intervals = nullptr;
    look.spread = m_spread->isChecked();
    const Shown& shown = session().shown();
    ChartSpec spec = loadChart(*shown.figures, shown.settings, m_y->quantity(), look);
    spec.sideBySide = m_sideBySide->isChecked();
    return spec;
}

BoundTab::BoundTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent), m_side(new QComboBox) {
    m_side->addItems({tr("fraction per user"), tr("fraction in aggregate"), tr("tokens/s per user, in the band"),
                      tr("tokens/s in aggregate, in the band")});
    m_side->setAccessibleName(tr("What of the bound is drawn"));
    m_side->setToolTip(
        tr("per user: the median of (N - 1) / G over streamed rows; in aggregate: the system output rate"));
    m_side->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    addPicker(tr("&Bound"), m_side);
    m_logX = addToggle(tr("log load"), tr("Logarithmic load axis"));
    m_logX->setChecked(true);
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    m_sideBySide = addSideBySide();
    endPickers();
    connect(m_side, &QComboBox::currentIndexChanged, this, &BoundTab::refresh);
}

ChartSpec BoundTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    const Shown& shown = session().shown();
    const bool aggregate = m_side->currentIndex() % 2 == 1, band = m_side->currentIndex() >= 2;
    ChartSpec spec = (band ? boundBandChart : boundChart)(*shown.figures, shown.settings, aggregate, look);
    spec.sideBySide = m_sideBySide->isChecked();
    return spec;
}

}  // namespace plumbline
