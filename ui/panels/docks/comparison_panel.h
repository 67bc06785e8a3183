// Below the Compare table: two configurations chosen, the checklist of what they have in common, and the claims or the
// sentence that refuses them.
#pragma once

#include <QComboBox>
#include <QTableView>

#include "ui/models/comparison_model.h"
#include "ui/session/session.h"

namespace plumbline {

class EmptyNote;

class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonPanel(Session& session, QWidget* parent = nullptr);
    void compareAt(const std::optional<Load>& load);
    ComparisonModel& model() { return m_model; }
    QComboBox& first() { return *m_first; }
    QComboBox& second() { return *m_second; }

private:
    void offer();
    void fill();
    QString missing() const;
    std::optional<std::size_t> picked(const QComboBox& box) const;
    const LevelComparison* found() const;
    void fitRows();

    Session& m_session;
    ComparisonModel m_model;
    QComboBox *m_first, *m_second;
    QTableView* m_table;
    EmptyNote* m_note;
    std::optional<Load> m_load;
};

}  // namespace plumbline
