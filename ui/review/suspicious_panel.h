// The review queue: a person decides, one key a row, and every figure follows.
#pragma once

#include <QPlainTextEdit>
#include <QTableView>

#include "ui/models/review_model.h"
#include "ui/review/review_actions.h"
#include "ui/review/row_inspector.h"
#include "ui/session/selection.h"

namespace plumbline {

class SuspiciousPanel : public QWidget, public ReviewTarget {
    Q_OBJECT
public:
    SuspiciousPanel(Session& session, Selection& selection, ReviewActions& actions, QWidget* parent = nullptr);
    SuspiciousModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    RowInspector& inspector() { return *m_inspector; }

    std::vector<RowIndex> rowsToDecide() const override;
    bool hasRowsToDecide() const override { return current() >= 0; }
    QString ruleToDecide() const override;
    QString noteToEdit() const override;
    QWidget* panel() override { return this; }
    void decided() override;
    void begin();  ///< at the worst, where nothing is selected yet

signals:
    void titleChanged(const QString& title);

private:
    void refresh();
    void showCurrent();
    int current() const;
    QString story(int position) const;

    Session& m_session;
    Selection& m_selection;
    ReviewActions& m_actions;
    SuspiciousModel m_model;
    QTableView* m_table;
    QPlainTextEdit* m_text;
    RowInspector* m_inspector;
};

}  // namespace plumbline
