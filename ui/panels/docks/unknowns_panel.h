// What the traces cannot tell, by harness.
#pragma once

#include <QTableView>

#include "ui/models/unknowns_model.h"
#include "ui/session/session.h"

namespace plumbline {

class UnknownsPanel : public QWidget {
    Q_OBJECT
public:
    explicit UnknownsPanel(Session& session, QWidget* parent = nullptr);
    UnknownsModel& model() { return m_model; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();

    Session& m_session;
    UnknownsModel m_model;
    QTableView* m_table;
};

}  // namespace plumbline
