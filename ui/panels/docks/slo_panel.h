// Limits typed as text, and for each configuration where it crosses them, in words.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

#include "ui/session/session.h"

namespace plumbline {

class SloPanel : public QWidget {
    Q_OBJECT
public:
    explicit SloPanel(Session& session, QWidget* parent = nullptr);
    QLineEdit& entryLine() { return *m_entry; }
    QListWidget& list() { return *m_list; }
    QLabel& problem() { return *m_problem; }

private:
    void add();
    void removeCurrent();
    void refresh();
    void addCrossings(std::size_t slo, std::size_t position);

    Session& m_session;
    QLineEdit* m_entry;
    QLabel* m_problem;
    QListWidget* m_list;
    QAction* m_remove;
};

}  // namespace plumbline
