// A tab with a chart: pickers above, the pane below, drawn anew once per user action and only while it is seen.
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "ui/charts/build_charts.h"
#include "ui/charts/chart_pane.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

namespace plumbline {

class ChartTab : public QWidget {
    Q_OBJECT
public:
    ChartTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    ChartPane& pane() { return *m_pane; }
    /// Draws at once what is waiting to be drawn; for pictures and tests.
    void flush();
    /// Nothing is on its way to it; for pictures and tests.
    virtual bool settled() const { return true; }
    /// A name for a file saved from it.
    virtual QString fileStem() const = 0;

protected:
    virtual ChartSpec spec(const ChartLook& look) = 0;
    /// Called when there are new figures, before spec; pickers follow here.
    virtual void follow() {}
    QLabel* addPicker(const QString& label, QWidget* picker);
    QToolButton* addToggle(const QString& label, const QString& tip);
    /// The toggle that sets the configurations beside each other, on shared axes.
    QToolButton* addSideBySide();
    /// The toggle of the intervals of percentiles, on; they are drawn once they are judged.
    QToolButton* addIntervals();
    /// The toggle of the spread of rows, off.
    QToolButton* addSpread();
    void endPickers();
    /// Where every point of a line is of one level, there is nothing to ring.
    void setRingsSelection(bool rings) { m_ringsSelection = rings; }
    void refresh();
    Session& session() const { return m_session; }
    Selection& selection() const { return m_selection; }
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    void showSelected();
    ChartLook look() const;

    Session& m_session;
    Selection& m_selection;
    ChartPane* m_pane;
    QHBoxLayout* m_pickers;
    QTimer m_redraw;
    bool m_dirty = true;
    bool m_ringsSelection = true;
};

}  // namespace plumbline
