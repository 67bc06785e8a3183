// Their number, our number: a level's reported figures beside ours, as judged, or all of it under a dialect, computed
// in a job.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTimer>

#include "ui/models/reported_model.h"
#include "ui/panels/widgets/pickers.h"
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
    /// For pictures and tests.
    bool settled() const { return !m_job.busy() && !m_refill.isActive() && !m_waiting; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void offer();
    void compute();
    void showJudged(const ShownLevel& place);
    void computeDialect(const ShownLevel& place, Dialect dialect);
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
    std::optional<std::pair<ConfigurationId, Load>> m_judged;  ///< whose judged figures are in the table
    bool m_waiting = false;                                    ///< for the judgement
    QTimer m_refill;
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "measuring by another harness's rules")};
};

}  // namespace plumbline
