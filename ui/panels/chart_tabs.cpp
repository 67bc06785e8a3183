#include "ui/panels/chart_tabs.h"

namespace plumbline {

CurveTab::CurveTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_x(new QuantityPicker(quantityOf(RowMetric::e2e, meanStatistic), tr("Quantity on the x axis"))),
      m_y(new QuantityPicker(quantityOf(LevelMetric::systemOutputRate), tr("Quantity on the y axis"))) {
    addPicker(tr("&y"), m_y);
    addPicker(tr("over &x"), m_x);
    m_logX = addToggle(tr("log x"), tr("Logarithmic x axis"));
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    m_runs = addToggle(tr("single runs"), tr("Each run of a level as a faint point, where there are several"));
    m_runs->setChecked(true);
    endPickers();
    for (QuantityPicker* picker : {m_x, m_y}) connect(picker, &QuantityPicker::picked, this, &CurveTab::refresh);
}

ChartSpec CurveTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    look.showRuns = m_runs->isChecked();
    const Shown& shown = session().shown();
    return curveChart(*shown.figures, shown.settings, m_x->quantity(), m_y->quantity(), look);
}

LoadTab::LoadTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_y(new QuantityPicker(quantityOf(RowMetric::ttft, quantile(0.5)), tr("Quantity over load"))) {
    addPicker(tr("&Quantity"), m_y);
    m_logX = addToggle(tr("log load"), tr("Logarithmic load axis"));
    m_logX->setChecked(true);
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    m_runs = addToggle(tr("single runs"), tr("Each run of a level as a faint point, where there are several"));
    m_runs->setChecked(true);
    endPickers();
    connect(m_y, &QuantityPicker::picked, this, &LoadTab::refresh);
}

ChartSpec LoadTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    look.showRuns = m_runs->isChecked();
    const Shown& shown = session().shown();
    return loadChart(*shown.figures, shown.settings, m_y->quantity(), look);
}

BoundTab::BoundTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent), m_side(new QComboBox) {
    m_side->addItems({tr("per user"), tr("in aggregate")});
    m_side->setAccessibleName(tr("Side of the bound"));
    m_side->setToolTip(
        tr("per user: the median of (N - 1) / G over streamed rows; in aggregate: the system output rate"));
    m_side->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    addPicker(tr("&Fraction of the bound"), m_side);
    m_logX = addToggle(tr("log load"), tr("Logarithmic load axis"));
    m_logX->setChecked(true);
    m_logY = addToggle(tr("log y"), tr("Logarithmic y axis"));
    endPickers();
    connect(m_side, &QComboBox::currentIndexChanged, this, &BoundTab::refresh);
}

ChartSpec BoundTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logX = m_logX->isChecked();
    look.logY = m_logY->isChecked();
    const Shown& shown = session().shown();
    return boundChart(*shown.figures, shown.settings, m_side->currentIndex() == 1, look);
}

}  // namespace plumbline
