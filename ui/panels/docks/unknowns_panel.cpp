#include "ui/panels/docks/unknowns_panel.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

UnknownsPanel::UnknownsPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_table(new QTableView) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    tuneTable(*m_table, tr("What the traces cannot tell, and what to record next time"));
    m_table->setModel(&m_model);
    m_table->setWordWrap(true);
    m_table->setColumnWidth(UnknownsModel::harnessColumn, fontMetrics().averageCharWidth() * 16);
    m_table->horizontalHeader()->setStretchLastSection(false);
    for (const int column : {UnknownsModel::whatColumn, UnknownsModel::blocksColumn, UnknownsModel::recordColumn})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table, [this] {
        if (isVisible()) m_table->resizeRowsToContents();
    });
    new EmptyNote(*m_table, [this] {
        if (!m_session.files().isOpen()) return tr("What the traces cannot tell is listed here, once there are some.");
        return m_session.judgementShown() ? tr("The traces tell all that is asked of them.") : tr("Being judged\u2026");
    });
    layout->addWidget(m_table, 1);
    connect(&session, &Session::judgementChanged, this, [this] {
        if (isVisible()) fill();
    });
}

void UnknownsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
}

void UnknownsPanel::fill() {
    m_model.set(m_session.shown(), m_session.judgementShown() ? m_session.judgement() : nullptr);
    m_table->resizeRowsToContents();
}

}  // namespace plumbline
