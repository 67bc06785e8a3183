// A level over time: rate, in flight and TTFT of a run, the window's edges to drag, and what each rule would choose.
#pragma once

#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/session/lazy_result.h"

class QToolButton;
class QTableWidget;

namespace plumbline {

class TimeTab : public ChartTab {
    Q_OBJECT
public:
    TimeTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("time"); }
    bool settled() const override { return m_made.settled(); }
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
    /// The timeline in hand, and what it was read from.
    struct Made {
        Shown of;
        LevelTimeline timeline;
    };
    void createTable();
    int widthOf(int column) const;
    void offerConfigurations();
    void offerRuns();
    Wanted wanted() const;
    void compute();
    const LevelTimeline& timeline() const;  ///< in hand; empty where none is
    void drag(int handle, double at, bool released);
    void useChoice(int row);
    void showChoices();

    QComboBox *m_configuration, *m_run;
    LoadPicker* m_load;
    QToolButton *m_logY, *m_rules, *m_hides;
    QTableWidget* m_choices;
    std::vector<QToolButton*> m_use;
    std::vector<ConfigurationId> m_offered;
    LazyResult<Wanted, Made> m_made{QT_TRANSLATE_NOOP("Failure", "laying a level over time"), JobRunner::Older::finish};
};

}  // namespace plumbline
