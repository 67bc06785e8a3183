// The hand on a chart: hover, click, wheel and box zoom, pan. Zooming out stops at the data.
#pragma once

#include <QGraphicsView>
#include <QRubberBand>
#include <optional>

#include "ui/charts/chart_scene.h"

namespace plumbline {

class ChartView : public QGraphicsView {
    Q_OBJECT
public:
    explicit ChartView(ChartScene* scene, QWidget* parent = nullptr);

    void zoomBy(double factor, std::optional<QPointF> about = {});
    void resetZoom();

signals:
    void pointClicked(int configuration, int level);
    void pointHovered(int configuration, int level);
    void zoomed(QRectF range);

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
    void pan(const QPointF& from, const QPointF& to);
    void apply(AxisRange x, AxisRange y);

    ChartScene* m_scene;
    QRubberBand* m_band;
    std::optional<QPoint> m_pressed;
    bool m_panning = false;
};

}  // namespace plumbline
