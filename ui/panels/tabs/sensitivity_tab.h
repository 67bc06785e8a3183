// How figures, crossings and rankings hang on a cutoff, its line to drag, and the cutoff that the data suggest.
#pragma once

#include "ui/charts/sensitivity_chart.h"
#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/pickers.h"

class QPushButton;

namespace plumbline {

class SensitivityTab : public ChartTab {
    Q_OBJECT
public:
    SensitivityTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("sensitivity"); }
    bool settled() const override { return !session().refining(); }
    QComboBox& cutoffPicker() { return *m_cutoff; }
    QComboBox& whatPicker() { return *m_what; }
    LoadPicker& loadPicker() { return *m_load; }
    QLabel& sentences() { return *m_sentences; }
    QLabel& suggestion() { return *m_suggestion; }
    /// Puts the suggested cutoff in force; hidden where there is none.
    QPushButton& useButton() { return *m_use; }

protected:
    ChartSpec spec(const ChartLook& look) override;
    void follow() override;

private:
    void takeJudgement();
    void offerWhat();
    void drag(double at, bool released);
    void use();
    CutoffKind kind() const;
    SensitivityPick pick() const;
    const Sensitivity* sensitivity() const;  ///< null while there is none
    void say();

    QComboBox *m_cutoff, *m_what;
    LoadPicker* m_load;
    QLabel *m_sentences, *m_suggestion;
    QPushButton* m_use;
    std::vector<SensitivityPick> m_offered;
    std::shared_ptr<const Judgement> m_judged;  ///< the newest that is refined; it may be of settings just before
};

}  // namespace plumbline
