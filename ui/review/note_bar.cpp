#include "ui/review/note_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>

namespace plumbline {

NoteBar::NoteBar(ReviewActions& actions, ReviewTarget& target, QWidget* parent)
    : QWidget(parent), m_actions(actions), m_target(target), m_line(new QLineEdit) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    auto* label = new QLabel(tr("Note"));
    label->setBuddy(m_line);
    m_line->setAccessibleName(tr("Note on the selected rows"));
    m_line->setPlaceholderText(tr("why; Return keeps it, Escape leaves it"));
    layout->addWidget(label);
    layout->addWidget(m_line, 1);
    hide();
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        m_actions.putNote(m_rows, m_rule, m_line->text().trimmed());
        leave();
    });
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &NoteBar::leave);
    connect(&actions, &ReviewActions::noteAsked, this, [this](QWidget* panel) {
        if (panel == m_target.panel()) ask();
    });
}

void NoteBar::ask() {
    m_rows = m_target.rowsToDecide();
    if (m_rows.empty()) return;
    m_rule = m_target.ruleToDecide();
    m_line->setText(m_target.noteToEdit());
    show();
    m_line->selectAll();
    m_line->setFocus();
}

void NoteBar::leave() {
    hide();
    if (QWidget* next = m_target.panel()) next->setFocus();
}

}  // namespace plumbline
