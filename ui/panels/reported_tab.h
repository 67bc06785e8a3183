// Their number, our number: a level's reported figures beside ours and under a dialect, computed in a job.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTimer>

#include "ui/models/reported_model.h"
#include "ui/panels/pickers.h"
#include "ui/session/job_runner.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

namespace plumbline {

class ReportedTab : public QWidget {
    Q_OBJECT
public:
    ReportedTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    ReportedModel& model() { return m_model; }
    LoadPicker& loadPicker() { return *m_load; }
    QComboBox& configurationPicker() { return *m_configuration; }
    QComboBox& dialectPicker() { return *m_dialect; }
    bool settled() const { return !m_job.busy() && !m_refill.isActive(); }  ///< for pictures and tests

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void offer();
    void compute();
    void present(ReportedTable table);
    std::optional<Dialect> dialect() const;
    std::optional<ConfigurationId> configuration() const;

    Session& m_session;
    ReportedModel m_model;
    QComboBox* m_configuration;
    LoadPicker* m_load;
    QComboBox* m_dialect;
    QTableView* m_table;
    QLabel* m_sentence;
    QTimer m_refill;
    JobRunner m_job;
};

}  // namespace plumbline
