#include "ui/panels/docks/findings_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

FindingsPanel::FindingsPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_table(new QTableView),
      m_text(new QPlainTextEdit),
      m_offer(new QPushButton),
      m_thresholds(new ThresholdBar(session)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* split = new QSplitter;
    tuneTable(*m_table, tr("Findings, worst first"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(8, 0, 8, 8);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("The finding in full, with its evidence"));
    sideLayout->addWidget(m_text, 1);
    sideLayout->addWidget(m_offer);
    m_offer->hide();
    split->addWidget(m_table);
    split->addWidget(side);
    share(*split, 2, 1);
    new EmptyNote(*m_table, [this] {
        return m_session.judgement() ? tr("No check finds anything to say about these figures.")
                                     : tr("What the checks find in the figures is listed here, the worst first.");
    });
    layout->setSpacing(0);
    layout->addWidget(split, 1);
    layout->addWidget(m_thresholds);
    createMenu();
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] : {std::pair{0, 13}, {1, 25}, {2, 22}, {3, 20}, {4, 80}})
        m_table->setColumnWidth(column, unit * width);
    connect(&session, &Session::judgementChanged, this, &FindingsPanel::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FindingsPanel::showCurrent);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { goTo(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { goTo(index.row()); });
    connect(m_offer, &QPushButton::clicked, this, &FindingsPanel::applyOffer);
}

void FindingsPanel::createMenu() {
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_set = new QAction(tr("Set the &threshold\u2026"), this);
    m_reset = new QAction(tr("Threshold back to the &default"), this);
    connect(m_set, &QAction::triggered, m_thresholds, &ThresholdBar::edit);
    connect(m_reset, &QAction::triggered, m_thresholds, &ThresholdBar::reset);
    m_table->addActions({m_set, m_reset});
}

void FindingsPanel::refresh() {
    const int current = m_table->currentIndex().row();
    m_model.set(m_session.shown(), m_session.judgement());
    if (m_model.rowCount() > 0) m_table->selectRow(std::clamp(current, 0, m_model.rowCount() - 1));
    showCurrent();
}

void FindingsPanel::showCurrent() {
    const int row = m_table->currentIndex().row();
    if (row < 0 || row >= m_model.rowCount()) {
        m_offer->hide();
        m_set->setEnabled(false);
        m_reset->setEnabled(false);
        return m_text->clear();
    }
    const Finding& finding = m_model.findingAt(row);
    QString said = sentence(finding.text);
    if (const QString evidence = m_model.evidenceAt(row); !evidence.isEmpty())
        said += QStringLiteral("\n\n") + evidence;
    if (const QString own = m_model.thresholdAt(row); !own.isEmpty()) said += QStringLiteral("\n\n") + own;
    m_text->setPlainText(said);
    const bool has = m_thresholds->pick(finding.id);
    m_set->setEnabled(has);
    m_reset->setEnabled(has && m_session.settings().thresholds.contains(finding.id));
    m_offer->setVisible(finding.offer.has_value());
    m_offer->setText(finding.offerText.empty() ? tr("Apply") : qText(finding.offerText));
}

void FindingsPanel::goTo(int position) {
    const Finding& finding = m_model.findingAt(position);
    const auto& figures = m_session.shown().figures;
    if (!finding.configuration || *finding.configuration >= figures->configurations.size()) return;
    m_selection.setLevel(figures->configurations[*finding.configuration].id, finding.load);
    if (!finding.rows.empty()) m_selection.setRow(finding.rows.front());
}

void FindingsPanel::applyOffer() {
    const int row = m_table->currentIndex().row();
    if (row < 0 || !m_model.findingAt(row).offer) return;
    Settings now = m_session.settings();
    now.measure = *m_model.findingAt(row).offer;
    m_session.change(now);
}

}  // namespace plumbline
