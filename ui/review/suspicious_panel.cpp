#include "ui/review/suspicious_panel.h"

#include <QHeaderView>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/badge.h"
#include "ui/models/cell_text.h"
#include "ui/models/row_table.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/review/note_bar.h"

namespace plumbline {

SuspiciousPanel::SuspiciousPanel(Session& session, Selection& selection, ReviewActions& actions, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_actions(actions),
      m_table(new QTableView),
      m_text(new QPlainTextEdit),
      m_inspector(new RowInspector(session)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* split = new QSplitter;
    tuneTable(*m_table, tr("Suspicious rows, worst first"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] : {std::pair{0, 13}, {1, 22}, {2, 22}, {3, 20}, {4, 8}, {5, 64}})
        m_table->setColumnWidth(column, unit * width);
    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 8, 4);
    m_text->setReadOnly(true);
    m_text->setMinimumHeight(m_inspector->raw().minimumHeight());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setPlaceholderText(tr("The row chosen, its rule and its numbers."));
    m_text->setAccessibleName(tr("The selected row and why it is suspicious"));
    m_inspector->addFirstPage(m_text, tr("Why"));
    sideLayout->addWidget(m_inspector, 1);
    auto* buttons = new QHBoxLayout;
    for (QAction* action : actions.actions()) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    sideLayout->addLayout(buttons);
    split->addWidget(m_table);
    split->addWidget(side);
    share(*split, 5, 3);
    new EmptyNote(*m_table, [this] {
        return m_session.judgement() ? tr("Nothing is suspicious under these cutoffs.")
                                     : tr("Rows that look wrong are queued here, the worst first.");
    });
    layout->addWidget(split, 1);
    layout->addWidget(new NoteBar(actions, *this));
    setFocusProxy(m_table);
    actions.attach(*this);
    connect(&session, &Session::figuresChanged, this, &SuspiciousPanel::refresh);
    connect(&session, &Session::judgementChanged, this, &SuspiciousPanel::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SuspiciousPanel::showCurrent);
}

int SuspiciousPanel::current() const {
    const int row = m_table->currentIndex().row();
    return row < m_model.rowCount() ? row : -1;
}

void SuspiciousPanel::refresh() {
    const int was = current();
    m_model.setSnapshot(rowsSnapshot(m_session.shown(), m_session.judgement()));
    if (was >= 0 && current() < 0 && m_model.rowCount() > 0) m_table->selectRow(std::min(was, m_model.rowCount() - 1));
    const int open = m_model.undecided();
    emit titleChanged(m_model.rowCount() > 0 ? tr("Suspicious %1").arg(open) : tr("Suspicious"));
    showCurrent();
}

void SuspiciousPanel::begin() {
    if (current() < 0 && m_model.rowCount() > 0) m_table->selectRow(0);
}

std::vector<RowIndex> SuspiciousPanel::rowsToDecide() const {
    return current() >= 0 ? m_model.rowsAt(current()) : std::vector<RowIndex>{};
}

QString SuspiciousPanel::ruleToDecide() const { return current() >= 0 ? m_model.ruleAt(current()) : QString(); }

QString SuspiciousPanel::noteToEdit() const {
    const Decision* decision = current() >= 0 ? m_model.decisionAt(current()) : nullptr;
    return decision ? qText(decision->note) : QString();
}

void SuspiciousPanel::decided() {
    if (current() + 1 < m_model.rowCount()) m_table->selectRow(current() + 1);
}

void SuspiciousPanel::showCurrent() {
    m_actions.follow();
    const int position = current();
    if (position < 0) {
        m_inspector->inspect({});
        return m_text->clear();
    }
    m_text->setPlainText(story(position));
    const auto& snapshot = *m_model.snapshot();
    const auto& rows = m_model.rowsAt(position);
    m_inspector->inspect(rows.empty() ? std::nullopt : std::optional(rows.front()));
    if (rows.empty() || !m_table->hasFocus()) return;
    m_selection.setRow(rows.front());
    if (const auto place = snapshot.levelOf(rows.front())) {
        const auto& configuration = snapshot.shown.figures->configurations[place->configuration];
        m_selection.setLevel(configuration.id, configuration.levels[place->level].load);
    }
}

/// The flags with their numbers, then the row's own fields, a line each.
QString SuspiciousPanel::story(int position) const {
    const auto& snapshot = *m_model.snapshot();
    const auto& rows = m_model.rowsAt(position);
    const ReviewEntry& entry = m_model.entryAt(position);
    QStringList lines;
    if (const Decision* decision = m_model.decisionAt(position)) {
        lines << tr("%1 by %2, %3").arg(words(*decision), qText(decision->reviewer), qText(decision->at));
        if (!decision->note.empty()) lines << tr("note: %1").arg(qText(decision->note));
        lines << QString();
    }
    if (entry.wholeRule) {
        lines << sentence(entry.text);
        if (rows.empty()) return lines.join(QLatin1Char('\n'));
        if (rows.size() > 1)
            lines << QString() << tr("The first of %1 rows:").arg(cellCount(std::uint64_t{rows.size()}));
        if (rows.size() == 1) lines << QString();
    } else {
        for (const std::size_t flag : entry.flags) lines << sentence(snapshot.judgement->suspicious[flag].text);
        lines << QString();
    }
    if (rows.empty()) return lines.join(QLatin1Char('\n'));
    const RowFigures figures = snapshot.figuresOf(rows.front());
    const RowView view{snapshot, rows.front(), figures};
    for (const RowTableColumn& column : rowTable())
        if (const QString text = cellText(column, view); !text.isEmpty() && text != QStringLiteral("\u2014"))
            lines << column.title + QStringLiteral(": ") + text;
    if (!figures.withheld.empty()) lines << tr("withheld: %1").arg(qText(figures.withheld));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace plumbline
