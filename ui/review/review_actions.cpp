#include "ui/review/review_actions.h"

#include <QApplication>
#include <QWidget>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/reviewer.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

ReviewActions::ReviewActions(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    m_keep = add(tr("&Keep"), QStringLiteral("keep"), Qt::Key_K, &ReviewActions::keep);
    m_exclude = add(tr("E&xclude"), QStringLiteral("exclude"), Qt::Key_X, &ReviewActions::exclude);
    m_exclude->setToolTip(tr("Out of the statistics; the rates keep its tokens, for the system made them (X)"));
    m_never = add(tr("Exclude: ne&ver happened"), QStringLiteral("cancel"), Qt::SHIFT | Qt::Key_X,
                  &ReviewActions::excludeAsNeverHappened);
    m_never->setIconText(tr("Never happened"));
    m_never->setToolTip(tr("Out of the statistics and of the rates: no such request was sent (Shift+X)"));
    m_note = add(tr("&Note\u2026"), QStringLiteral("note"), Qt::Key_N, &ReviewActions::askNote);
    m_takeBack =
        add(tr("&Take the decision back"), QStringLiteral("undo"), Qt::Key_Backspace, &ReviewActions::takeBack);
    m_takeBack->setIconText(tr("Take back"));
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        for (ReviewTarget* target : m_targets)
            if (now && target->panel()->isAncestorOf(now)) use(*target);
    });
    follow();
}

QAction* ReviewActions::add(const QString& text, const QString& icon, const QKeySequence& key,
                            void (ReviewActions::*act)()) {
    auto* action = new QAction(symbol(icon), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void ReviewActions::attach(ReviewTarget& target) {
    target.panel()->addActions(actions());
    m_targets.push_back(&target);
    if (!m_target) use(target);
}

void ReviewActions::use(ReviewTarget& target) {
    m_target = &target;
    follow();
}

void ReviewActions::follow() {
    const bool some = m_target && m_target->hasRowsToDecide() && m_session.files().readOnlyReason().isEmpty();
    for (QAction* action : actions()) action->setEnabled(some);
}

namespace {

/// What a decision on many rows at once does, with its count.
QString sentenceOn(std::size_t rows, DecisionKind kind, bool neverHappened) {
    const QString count = cellCount(std::uint64_t{rows});
    if (kind == DecisionKind::keep) return ReviewActions::tr("%1 rows are kept.").arg(count);
    if (neverHappened)
        return ReviewActions::tr("%1 rows are excluded as never happened: they leave the rates too.").arg(count);
    return ReviewActions::tr("%1 rows are excluded from the statistics; the rates keep what the system did for them.")
        .arg(count);
}

}  // namespace

void ReviewActions::decide(DecisionKind kind, bool neverHappened) {
    if (!m_target || !m_session.shown().data) return;
    const auto rows = m_target->rowsToDecide();
    if (rows.empty()) return;
    Verdicting verdicting{kind, m_target->ruleToDecide().toStdString(), {}, reviewerName(), timeNow(), neverHappened};
    m_session.change(withDecisions(m_session.settings(), *m_session.shown().data, rows, verdicting));
    m_target->decided();
    if (rows.size() > 1) emit decidedMany(sentenceOn(rows.size(), kind, neverHappened));
}

void ReviewActions::keep() { decide(DecisionKind::keep); }
void ReviewActions::exclude() { decide(DecisionKind::exclude); }
void ReviewActions::excludeAsNeverHappened() { decide(DecisionKind::exclude, true); }

void ReviewActions::takeBack() {
    if (!m_target || !m_session.shown().data) return;
    m_session.change(withoutDecisions(m_session.settings(), *m_session.shown().data, m_target->rowsToDecide()));
}

void ReviewActions::askNote() {
    if (m_target) emit noteAsked(m_target->panel());
}

void ReviewActions::putNote(const std::vector<RowIndex>& rows, const QString& rule, const QString& note) {
    if (rows.empty() || !m_session.shown().data) return;
    Verdicting verdicting{DecisionKind::note, rule.toStdString(), note.toStdString(), reviewerName(), timeNow()};
    m_session.change(withDecisions(m_session.settings(), *m_session.shown().data, rows, verdicting));
}

}  // namespace plumbline
