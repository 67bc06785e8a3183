// The Compare table at a chosen load.
#pragma once

#include <QTableView>
#include <QTimer>

#include "ui/models/compare_model.h"
#include "ui/panels/comparison_panel.h"
#include "ui/panels/pickers.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

namespace plumbline {

class CompareTab : public QWidget {
    Q_OBJECT
public:
    CompareTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    CompareModel& model() { return m_model; }
    LoadPicker& loadPicker() { return *m_load; }
    ComparisonPanel& claims() { return *m_claims; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fill();

    Session& m_session;
    CompareModel m_model;
    LoadPicker* m_load;
    QTableView* m_table;
    ComparisonPanel* m_claims;
    QTimer m_refill;
};

}  // namespace plumbline
