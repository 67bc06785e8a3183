// A level over time: rate, in flight and TTFT of a run, the window's edges to drag, and what each rule would choose.
#pragma once

#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/session/job_runner.h"

class QToolButton;
class QTableWidget;

namespace plumbline {

class TimeTab : public ChartTab {
    Q_OBJECT
public:
    TimeTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("time"); }
    bool settled() const override { return !m_job.busy() && !m_stale; }
    QComboBox& configurationPicker() { return *m_configuration; }
    LoadPicker& loadPicker() { return *m_load; }
    QComboBox& runPicker() { return *m_run; }
    QTableWidget& choices() { return *m_choices; }
    QToolButton& hidesFigures() { return *m_hides; }
    /// The button that puts the choice of a row of the table in force.
    QToolButton& useButton(int row) { return *m_use[static_cast<std::size_t>(row)]; }

    enum Column { rule, warmup, cooldown, rows, outputRate, ttftP50, ttftP99, e2eMean, use, columnCount };

protected:
    ChartSpec spec(const ChartLook& look) override;
    void follow() override;

private:
    struct Wanted {
        std::shared_ptr<const Figures> figures;
        std::optional<std::size_t> configuration, level;
        bool operator==(const Wanted&) const = default;
    };
    void createTable();
    int widthOf(int column) const;
    void offerConfigurations();
    void offerRuns();
    Wanted wanted() const;
    void compute();
    void drag(int handle, double at, bool released);
    void useChoice(int row);
    void showChoices();

    QComboBox *m_configuration, *m_run;
    LoadPicker* m_load;
    QToolButton *m_logY, *m_rules, *m_hides;
    QTableWidget* m_choices;
    std::vector<QToolButton*> m_use;
    std::vector<ConfigurationId> m_offered;
    Wanted m_computed;  ///< what was asked for last
    Shown m_of;         ///< what the timeline in hand was read from
    Wanted m_place;     ///< and of which level
    LevelTimeline m_timeline;
    bool m_stale = false;
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "laying a level over time")};
};

}  // namespace plumbline
