// One line for a note, shown when it is asked for; Return keeps it, Escape leaves it.
#pragma once

#include <QLineEdit>
#include <QWidget>

#include "ui/review/review_actions.h"

namespace plumbline {

class NoteBar : public QWidget {
    Q_OBJECT
public:
    NoteBar(ReviewActions& actions, ReviewTarget& target, QWidget* parent = nullptr);
    void ask();
    QLineEdit& line() { return *m_line; }

private:
    void leave();

    ReviewActions& m_actions;
    ReviewTarget& m_target;
    QLineEdit* m_line;
    std::vector<RowIndex> m_rows;  ///< those that it was asked for
    QString m_rule;
};

}  // namespace plumbline
