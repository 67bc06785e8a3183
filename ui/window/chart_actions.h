// What can be done with the chart in front: copy, save as PNG or SVG, its data as CSV, reset the zoom.
#pragma once

#include <QAction>
#include <QObject>
#include <QTabWidget>
#include <functional>

#include "ui/panels/tabs/chart_tab.h"
#include "ui/session/ordered_tasks.h"

namespace plumbline {

class ChartActions : public QObject {
    Q_OBJECT
public:
    ChartActions(QTabWidget& tabs, Session& session, QWidget& window);
    QAction* copy() const { return m_copy; }
    QAction* saveImage() const { return m_save; }
    QAction* saveData() const { return m_data; }
    QAction* resetZoom() const { return m_zoom; }
    ChartTab* current() const;
    /// A picture of the chart in front, as the ending of the name says.
    void write(const QString& path);

private:
    QAction* add(const QString& text, const QString& icon, const QKeySequence& key, void (ChartActions::*act)());
    void follow();
    void copyChart();
    void askImage();
    void askData();
    void resetChartZoom();
    void save(const QString& path, std::function<QByteArray()> bytes);

    QTabWidget& m_tabs;
    Session& m_session;
    QWidget& m_window;
    QAction *m_copy, *m_save, *m_data, *m_zoom;
    OrderedTasks m_writer;  ///< last: it ends what it writes before what is above goes
};

}  // namespace plumbline
