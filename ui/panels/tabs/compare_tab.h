// The Compare table at a chosen load; below it what may be claimed: the checklist, a claim asked, the front, unknowns.
#pragma once

#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>

#include "ui/models/compare_model.h"
#include "ui/panels/docks/claim_panel.h"
#include "ui/panels/docks/comparison_panel.h"
#include "ui/panels/docks/front_panel.h"
#include "ui/panels/docks/unknowns_panel.h"
#include "ui/panels/widgets/pickers.h"
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
    ClaimPanel& ask() { return *m_ask; }
    FrontPanel& front() { return *m_front; }
    UnknownsPanel& unknowns() { return *m_unknowns; }
    QTabWidget& below() { return *m_below; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fill();
    void showLegend(bool judged);

    Session& m_session;
    CompareModel m_model;
    LoadPicker* m_load;
    QLabel* m_legend;
    QTableView* m_table;
    ComparisonPanel* m_claims;
    ClaimPanel* m_ask;
    FrontPanel* m_front;
    UnknownsPanel* m_unknowns;
    QTabWidget* m_below;
    QTimer m_refill;
};

}  // namespace plumbline
