// One chart as a scene: Qt Charts draws the lines, our own items all else. The pane shows one; an export makes another.
#pragma once

#include <QFont>
#include <QGraphicsScene>
#include <QHash>
#include <functional>
#include <optional>
#include <vector>

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_geometry.h"
#include "ui/charts/plot_layers.h"

class QChart;
class QLineSeries;
class QValueAxis;

namespace plumbline {

class ChartScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit ChartScene(QObject* parent = nullptr);

    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return m_spec; }
    void setSize(const QSizeF& size);
    void setDark(bool dark);
    void setSelected(int configuration, int level);

    /// The shown range in chart coordinates; nothing: all data.
    void setZoom(std::optional<AxisRange> x, std::optional<AxisRange> y);
    const std::optional<AxisRange>& zoomX() const { return m_zoomX; }
    const std::optional<AxisRange>& zoomY() const { return m_zoomY; }
    const PlotGeometry& plot() const { return m_plot; }
    /// The range of all data, which zooming out does not pass.
    AxisRange fullX() const { return m_fullX; }
    AxisRange fullY() const { return m_fullY; }

    /// Whether a point, a bar or a line between points lies in the range; true where there is nothing to draw at all.
    bool hasDataIn(const AxisRange& x, const AxisRange& y) const;

    /// The nearest point within `reach` pixels, or null.
    const ChartPoint* pointNear(const QPointF& scene, double reach) const;
    int replaces() const { return m_replaces; }
    const QFont& font() const { return m_font; }

private:
    void layOut();
    void placePlot();
    void fillSeries();
    void showLines();
    QList<QPointF> lineOf(const ChartSeries& series) const;
    void fillOne(QLineSeries& line, const ChartSeries& series, const QList<QPointF>& points);
    LayerInput input() const;

    ChartSpec m_spec;
    bool m_dark = false;
    QFont m_font;
    QSizeF m_size{640, 400};
    PlotGeometry m_plot;
    AxisRange m_fullX, m_fullY;
    std::optional<AxisRange> m_zoomX, m_zoomY;
    int m_selectedConfiguration = -1, m_selectedLevel = -1;
    int m_replaces = 0;
    bool m_tooMany = false;      ///< lines for Qt Charts
    bool m_paintsLines = false;  ///< the layers paint them
    QChart* m_chart;             // owned by the scene, as are the axes and lines by the chart
    QValueAxis* m_x;
    QValueAxis* m_y;
    std::vector<QLineSeries*> m_lines;
    std::vector<QGraphicsItem*> m_layers;
};

}  // namespace plumbline
