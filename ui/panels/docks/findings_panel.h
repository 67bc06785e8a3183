// The Findings tab: a click goes to what a finding is about; an offer is one click from being applied.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include "ui/models/findings_model.h"
#include "ui/panels/widgets/threshold_bar.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

class QPlainTextEdit;

namespace plumbline {

class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    FindingsPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
    FindingsModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    QPushButton& offerButton() { return *m_offer; }
    ThresholdBar& thresholds() { return *m_thresholds; }

private:
    void createMenu();
    void refresh();
    void showCurrent();
    void goTo(int position);
    void applyOffer();

    Session& m_session;
    Selection& m_selection;
    FindingsModel m_model;
    QTableView* m_table;
    QPlainTextEdit* m_text;
    QPushButton* m_offer;
    ThresholdBar* m_thresholds;
    QAction *m_set = nullptr, *m_reset = nullptr;
};

}  // namespace plumbline
