// The Pareto front over the configurations that are shown: which point is on it, off it, or cannot be told.
#pragma once

#include <QLabel>
#include <QTableView>

#include "ui/models/front_model.h"
#include "ui/panels/widgets/front_of.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/session/session.h"

namespace plumbline {

class EmptyNote;

class FrontPanel : public QWidget {
    Q_OBJECT
public:
    explicit FrontPanel(Session& session, QWidget* parent = nullptr);
    FrontModel& model() { return m_model; }
    bool settled() const { return m_front.settled(); }
    QuantityPicker& xPicker() { return *m_x; }
    QuantityPicker& yPicker() { return *m_y; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    void say();
    QString missing() const;
    QString asides() const;

    Session& m_session;
    FrontModel m_model;
    QuantityPicker *m_x, *m_y;
    QTableView* m_table;
    QLabel* m_aside;
    EmptyNote* m_note;
    LazyFront m_front{QT_TRANSLATE_NOOP("Failure", "looking for the Pareto front")};
};

}  // namespace plumbline
