// Keep, exclude, note, take back: on whatever rows the panel in use has selected.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "ui/session/session.h"

namespace plumbline {

/// A panel that has rows to decide on.
class ReviewTarget {
public:
    virtual ~ReviewTarget() = default;
    virtual std::vector<RowIndex> rowsToDecide() const = 0;
    virtual bool hasRowsToDecide() const = 0;  ///< cheap, however many are selected
    virtual QString ruleToDecide() const { return {}; }
    virtual QString noteToEdit() const { return {}; }
    virtual QWidget* panel() = 0;
    virtual void decided() {}  ///< after keep or exclude: on to the next
};

/// Keys K, X and N work inside the panels only, so that no letter typed elsewhere decides anything.
class ReviewActions : public QObject {
    Q_OBJECT
public:
    explicit ReviewActions(Session& session, QObject* parent = nullptr);

    /// Adds the keys to the panel; it lives as long as the window. The one with the focus is the one in use.
    void attach(ReviewTarget& target);
    /// The panel that the menu acts on, also when the focus is elsewhere.
    void use(ReviewTarget& target);
    QList<QAction*> actions() const { return {m_keep, m_exclude, m_never, m_note, m_takeBack}; }
    void follow();  ///< enables what can be done with what is selected

    void keep();
    void exclude();
    void excludeAsNeverHappened();  ///< no such request was sent: out of the rates too
    void takeBack();
    /// Puts the note on the rows; empty takes it off.
    void putNote(const std::vector<RowIndex>& rows, const QString& rule, const QString& note);

signals:
    void noteAsked(QWidget* panel);
    /// More than one row was decided on at once: how many, and what it does. One undo takes it back.
    void decidedMany(const QString& text);

private:
    QAction* add(const QString& text, const QString& icon, const QKeySequence& key, void (ReviewActions::*act)());
    void decide(DecisionKind kind, bool neverHappened = false);
    void askNote();

    Session& m_session;
    std::vector<ReviewTarget*> m_targets;
    ReviewTarget* m_target = nullptr;
    QAction *m_keep, *m_exclude, *m_never, *m_note, *m_takeBack;
};

}  // namespace plumbline
