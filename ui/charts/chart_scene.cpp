#include "ui/charts/chart_scene.h"

#include <QApplication>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsItem>
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

#include "ui/charts/label_placer.h"

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
    return {m_spec,          m_plot,       chartColours(m_dark), m_font, sceneRect(), m_selectedConfiguration,
            m_selectedLevel, m_paintsLines};
}

void ChartScene::setSpec(const ChartSpec& spec) {
    const bool sameAxes = spec.x.title == m_spec.x.title && spec.y.title == m_spec.y.title &&
                          spec.x.log == m_spec.x.log && spec.y.log == m_spec.y.log;
    if (!sameAxes) m_zoomX = m_zoomY = std::nullopt;
    m_spec = spec;
    m_replaces = 0;
    layOut();
    if ((m_zoomX || m_zoomY) && !hasDataIn(m_plot.x, m_plot.y)) setZoom({}, {});  // the data has moved away
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
    showLines();
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
    std::vector<std::pair<const ChartSeries*, QList<QPointF>>> wanted;
    for (const ChartSeries& series : m_spec.series)
        if (QList<QPointF> points = series.line ? lineOf(series) : QList<QPointF>(); points.size() > 1)
            wanted.emplace_back(&series, std::move(points));
    constexpr std::size_t most = 60;  // a line costs Qt Charts a millisecond, however short
    m_tooMany = wanted.size() > most;
    if (m_tooMany) wanted.clear();
    while (m_lines.size() > wanted.size()) {
        m_chart->removeSeries(m_lines.back());
        delete m_lines.back();
        m_lines.pop_back();
    }
    for (std::size_t next = 0; next < wanted.size(); ++next) {
        const bool fresh = next == m_lines.size();
        if (fresh) m_lines.push_back(new QLineSeries);
        fillOne(*m_lines[next], *wanted[next].first, wanted[next].second);
        if (!fresh) continue;
        m_chart->addSeries(m_lines[next]);
        m_lines[next]->attachAxis(m_x);
        m_lines[next]->attachAxis(m_y);
    }
    showLines();
}

/// Far within the data Qt Charts lays out lines of millions of pixels, dash by dash: there we paint what is seen.
void ChartScene::showLines() {
    constexpr double far = 0.02;
    const auto part = [](const AxisRange& shown, const AxisRange& full) {
        return (shown.high - shown.low) / (full.high - full.low);
    };
    m_paintsLines = m_tooMany || std::min(part(m_plot.x, m_fullX), part(m_plot.y, m_fullY)) < far;
    for (QLineSeries* line : m_lines) line->setVisible(!m_paintsLines);
}

/// In chart coordinates, without what an axis cannot draw.
QList<QPointF> ChartScene::lineOf(const ChartSeries& series) const {
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
    return points;
}

void ChartScene::fillOne(QLineSeries& line, const ChartSeries& series, const QList<QPointF>& points) {
    line.setPen(linePen(series));
    line.replace(points);
    ++m_replaces;
}

bool ChartScene::hasDataIn(const AxisRange& x, const AxisRange& y) const {
    const QRectF seen(QPointF(x.low, y.low), QPointF(x.high, y.high));
    const auto at = [this](double valueX, double valueY) -> std::optional<QPointF> {
        const auto cx = m_plot.xMap.toChart(valueX), cy = m_plot.yMap.toChart(valueY);
        return cx && cy ? std::optional(QPointF(*cx, *cy)) : std::nullopt;
    };
    const auto meets = [&](const std::optional<QPointF>& from, const std::optional<QPointF>& to) {
        return from && to && clipped({*from, *to}, seen);
    };
    bool any = false;
    for (const ChartSeries& series : m_spec.series) {
        if (series.ghost) continue;
        for (const ChartPoint& point : series.points) {
            const auto own = at(point.x, point.y);
            any = any || own;
            if (meets(own, own)) return true;
            const auto bar = [&](double fromX, double fromY, double toX, double toY) {
                return meets(at(fromX, fromY), at(toX, toY));
            };
            if (point.xRange && bar(point.xRange->first, point.y, point.xRange->second, point.y)) return true;
            if (point.yRange && bar(point.x, point.yRange->first, point.x, point.yRange->second)) return true;
        }
        if (!series.line) continue;
        const QList<QPointF> line = lineOf(series);
        for (qsizetype i = 1; i < line.size(); ++i)
            if (meets(line[i - 1], line[i])) return true;
    }
    return !any;
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
