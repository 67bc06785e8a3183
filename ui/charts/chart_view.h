// The hand on a chart: hover, click, wheel and box zoom, pan. Zooming stops at all data, at what can be told apart, and
// where all data would be out of sight.
#pragma once

#include <QGraphicsView>
#include <QRubberBand>
#include <optional>

#include "ui/charts/chart_scene.h"

namespace plumbline {

class ChartView : public QGraphicsView {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);  ///< with a scene of its own
    ChartScene& chart() const { return *m_scene; }

    /// The wheel is left to whatever the plot lies in, and zooms with Ctrl only.
    void setWheelScrolls(bool scrolls) { m_wheelScrolls = scrolls; }

    void zoomBy(double factor, std::optional<QPointF> about = {});
    void resetZoom();

signals:
    void pointClicked(int configuration, int level);
    void pointHovered(int configuration, int level);
    void zoomed(QRectF range);
    void limitDragged(int handle, double value, bool released);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void hover(const QPoint& at);
    const ChartLimit* handleNear(const QPoint& at) const;
    void drag(const QPoint& at, bool released);
    void pan(const QPointF& from, const QPointF& to);
    void zoomTo(const QRectF& box);
    void apply(AxisRange x, AxisRange y);

    ChartScene* m_scene;
    QRubberBand* m_band;
    std::optional<QPoint> m_pressed;
    std::optional<ChartLimit> m_dragged;  ///< as it was when the hand took it: the spec is made anew meanwhile
    bool m_panning = false, m_wheelScrolls = false;
};

}  // namespace plumbline
