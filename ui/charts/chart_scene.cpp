#include "ui/charts/chart_scene.h"

#include <QApplication>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsItem>
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// A graphics item that paints one of our layers over the whole scene.
class LayerItem : public QGraphicsItem {
public:
    using Paint = std::function<void(QPainter&)>;
    LayerItem(QGraphicsItem* parent, double z, Paint paint) : QGraphicsItem(parent), m_paint(std::move(paint)) {
        setZValue(z);
        setAcceptedMouseButtons(Qt::NoButton);
    }
    QRectF boundingRect() const override { return scene() ? scene()->sceneRect() : QRectF(); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        painter->save();
        m_paint(*painter);
        painter->restore();
    }

private:
    Paint m_paint;
};

// Qt Charts puts its background at -1, the plot area at 0 and the series at 5 and above.
constexpr double underLines = 1;
constexpr double overLines = 100;

}  // namespace

ChartScene::ChartScene(QObject* parent)
    : QGraphicsScene(parent),
      m_font(QApplication::font()),
      m_chart(new QChart),
      m_x(new QValueAxis),
      m_y(new QValueAxis) {
    setSceneRect(QRectF(QPointF(0, 0), m_size));  // else the layers, which fill it, would ask for it in turn
    addItem(m_chart);
    m_chart->legend()->hide();
    m_chart->setMargins({0, 0, 0, 0});
    m_chart->setBackgroundRoundness(0);
    m_chart->setDropShadowEnabled(false);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    for (QValueAxis* axis : {m_x, m_y}) axis->setVisible(false);
    const auto whenFull = [this](auto paint) {
        return [this, paint](QPainter& painter) {
            if (!m_spec.series.isEmpty()) paint(painter, input());
        };
    };
    m_layers = {
        new LayerItem(m_chart, underLines, whenFull([](QPainter& p, const LayerInput& in) { paintGrid(p, in); })),
        new LayerItem(m_chart, overLines, whenFull([](QPainter& p, const LayerInput& in) {
                          paintFrame(p, in);
                          p.save();
                          paintMarks(p, in);
                          p.restore();
                          p.setRenderHint(QPainter::Antialiasing);
                          layoutLegend(&p, in);
                      })),
        new LayerItem(m_chart, overLines, [this](QPainter& painter) {
            if (m_spec.series.isEmpty()) paintEmpty(painter, input());
        })};
    setDark(false);
}

LayerInput ChartScene::input() const {
    return {m_spec, m_plot, chartColours(m_dark), m_font, sceneRect(), m_selectedConfiguration, m_selectedLevel};
}

void ChartScene::setSpec(const ChartSpec& spec) {
    const bool sameAxes = spec.x.title == m_spec.x.title && spec.y.title == m_spec.y.title &&
                          spec.x.log == m_spec.x.log && spec.y.log == m_spec.y.log;
    if (!sameAxes) m_zoomX = m_zoomY = std::nullopt;
    m_spec = spec;
    m_replaces = 0;
    layOut();
    fillSeries();
}

void ChartScene::setSize(const QSizeF& size) {
    m_size = size;
    setSceneRect(QRectF(QPointF(0, 0), size));
    m_chart->setGeometry(sceneRect());
    layOut();
}

void ChartScene::setDark(bool dark) {
    m_dark = dark;
    m_chart->setBackgroundBrush(chartColours(dark).ground);
    m_chart->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(chartColours(dark).ground);
    update();
}

void ChartScene::setSelected(int configuration, int level) {
    m_selectedConfiguration = configuration;
    m_selectedLevel = level;
    update();
}

void ChartScene::setZoom(std::optional<AxisRange> x, std::optional<AxisRange> y) {
    m_zoomX = x;
    m_zoomY = y;
    layOut();
}

void ChartScene::layOut() {
    m_plot.xMap = AxisMap(m_spec.x.log);
    m_plot.yMap = AxisMap(m_spec.y.log);
    const PlotRange full = rangeOf(m_spec);
    m_fullX = full.x;
    m_fullY = full.y;
    m_plot.x = m_zoomX.value_or(m_fullX);
    m_plot.y = m_zoomY.value_or(m_fullY);
    placePlot();
    m_x->setRange(m_plot.x.low, m_plot.x.high);
    m_y->setRange(m_plot.y.low, m_plot.y.high);
    m_chart->setPlotArea(m_plot.area);
    for (QGraphicsItem* layer : m_layers) layer->update();
}

void ChartScene::placePlot() {
    const QFontMetricsF metrics(m_font);
    constexpr double tickApart = 30, least = 40;
    double top = 10 + layoutLegend(nullptr, input());
    const bool isUpper =
        m_spec.labelDigits > 0 && m_spec.x.title.isEmpty();  // of a stack: the last plot has the labels
    const double bottom = isUpper ? 6 : 12 + 2 * metrics.height() + 8 + notesHeight(m_spec, m_font, m_size.width());
    double height = std::max(least, m_size.height() - top - bottom);
    // A title longer than its axis lies above it, or it would run into the legend.
    m_plot.yTitleAbove = m_spec.labelDigits > 0 || metrics.horizontalAdvance(m_spec.y.title) > height;
    if (m_plot.yTitleAbove) {
        top += metrics.height() + 4;
        height = std::max(least, m_size.height() - top - bottom);
    }
    m_plot.yTicks =
        axisTicks(m_spec.y, m_plot.y, m_plot.yMap, static_cast<std::size_t>(std::clamp(height / tickApart, 3.0, 10.0)));
    double labels = m_spec.labelDigits * metrics.horizontalAdvance(QLatin1Char('0'));
    for (const Tick& tick : m_plot.yTicks) labels = std::max(labels, metrics.horizontalAdvance(tick.text));
    const double left = (m_plot.yTitleAbove ? 8 : 6 + metrics.height() + 8) + labels + 8;
    const double width = std::max(60.0, m_size.width() - left - 24);
    m_plot.xTicks =
        axisTicks(m_spec.x, m_plot.x, m_plot.xMap, static_cast<std::size_t>(std::clamp(width / 80, 2.0, 10.0)));
    m_plot.area = QRectF(left, top, width, height);
}

void ChartScene::fillSeries() {
    const auto wanted = static_cast<std::size_t>(
        std::count_if(m_spec.series.begin(), m_spec.series.end(), [](const ChartSeries& s) { return s.line; }));
    while (m_lines.size() > wanted) {
        m_chart->removeSeries(m_lines.back());
        delete m_lines.back();
        m_lines.pop_back();
    }
    std::size_t next = 0;
    for (const ChartSeries& series : m_spec.series) {
        if (!series.line) continue;
        const bool fresh = next == m_lines.size();
        if (fresh) m_lines.push_back(new QLineSeries);
        fillOne(*m_lines[next], series);
        if (fresh) {
            m_chart->addSeries(m_lines[next]);
            m_lines[next]->attachAxis(m_x);
            m_lines[next]->attachAxis(m_y);
        }
        ++next;
    }
}

void ChartScene::fillOne(QLineSeries& line, const ChartSeries& series) {
    QList<QPointF> points;
    points.reserve(series.points.size() * (series.steps ? 2 : 1));
    for (const ChartPoint& point : series.points) {
        if (point.faint) continue;
        const auto x = m_plot.xMap.toChart(point.x);
        const auto y = m_plot.yMap.toChart(point.y);
        if (!x || !y) continue;
        if (series.steps && !points.isEmpty()) points.append({*x, points.last().y()});
        points.append({*x, *y});
    }
    QPen pen(series.style.colour, series.ghost ? 1.5 : 2);
    if (series.ghost) {
        QColor pale = series.style.colour;
        pale.setAlphaF(1.0F / 3);
        pen.setColor(pale);
    }
    if (series.dashed) pen.setStyle(Qt::DashLine);
    line.setPen(pen);
    line.replace(points);
    ++m_replaces;
}

const ChartPoint* ChartScene::pointNear(const QPointF& scene, double reach) const {
    const ChartPoint* best = nullptr;
    double bestDistance = reach;
    for (const ChartSeries& series : m_spec.series) {
        if (series.ghost) continue;
        for (const ChartPoint& point : series.points) {
            const auto at = m_plot.toScene(point.x, point.y);
            if (!at || !m_plot.shows(*at)) continue;
            const double distance = std::hypot(at->x() - scene.x(), at->y() - scene.y());
            if (distance >= bestDistance) continue;
            best = &point;
            bestDistance = distance;
        }
    }
    return best;
}

}  // namespace plumbline
