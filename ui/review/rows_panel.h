// The Rows tab: all rows, filtered and sorted off the window's thread.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>

#include "ui/models/rows_model.h"
#include "ui/review/review_actions.h"
#include "ui/review/row_inspector.h"
#include "ui/session/selection.h"

namespace plumbline {

class RowsPanel : public QWidget, public ReviewTarget {
    Q_OBJECT
public:
    RowsPanel(Session& session, Selection& selection, ReviewActions& actions, QWidget* parent = nullptr);

    RowsModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    QLineEdit& filterLine() { return *m_filter; }
    RowInspector& inspector() { return *m_inspector; }
    QToolButton& traceToggle() { return *m_trace; }

    std::vector<RowIndex> rowsToDecide() const override;
    bool hasRowsToDecide() const override { return m_table->selectionModel()->hasSelection(); }
    QString noteToEdit() const override;
    QWidget* panel() override { return this; }

public slots:
    void focusFilter();
    void filterSelectedLevel();

signals:
    void titleChanged(const QString& title);

private:
    void createTable();
    void connectAll();
    void refresh();
    void take();
    void showCount();
    void showSelection();
    void showLevel();
    void takeCurrent();
    void inspectCurrent();

    Session& m_session;
    Selection& m_selection;
    ReviewActions& m_actions;
    RowsModel m_model;
    QTableView* m_table;
    RowInspector* m_inspector;
    QToolButton* m_trace;
    QLineEdit* m_filter;
    QLabel* m_count;
    QTimer m_refill, m_typing;
};

}  // namespace plumbline
