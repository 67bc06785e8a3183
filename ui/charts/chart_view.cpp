#include "ui/charts/chart_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {

namespace {

constexpr double reach = 12;  // pixels around a point that count as on it
constexpr double thin = 4;    // pixels: a box that is thinner leaves that axis alone

/// Keeps a range inside the full one and no smaller than what can be drawn: below a millionth of all data, or where
/// neighbouring doubles would be some pixels apart.
AxisRange clamped(AxisRange range, const AxisRange& full) {
    constexpr double smallest = 1e-6, doublesAcross = 1e5;
    const double magnitude = std::max(std::abs(full.low), std::abs(full.high));
    const double least =
        std::max((full.high - full.low) * smallest, magnitude * std::numeric_limits<double>::epsilon() * doublesAcross);
    const double middle = range.low + (range.high - range.low) / 2;
    double width = range.high - range.low;
    if (!std::isfinite(middle) || !std::isfinite(width) || width >= full.high - full.low) return full;
    if (width >= least && range.low >= full.low && range.high <= full.high) return range;
    width = std::min(std::max(width, least), full.high - full.low);
    range.low = std::clamp(middle - width / 2, full.low, full.high - width);
    range.high = range.low + width;
    return range;
}

AxisRange scaled(const AxisRange& range, double about, double factor) {
    return {about + (range.low - about) * factor, about + (range.high - about) * factor};
}

}  // namespace

ChartView::ChartView(QWidget* parent)
    : QGraphicsView(parent), m_scene(new ChartScene(this)), m_band(new QRubberBand(QRubberBand::Rectangle, this)) {
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    m_scene->setSize(viewport()->size());
}

/// What leaves all data is not taken: there would be nothing to find the way back by.
void ChartView::apply(AxisRange x, AxisRange y) {
    x = clamped(x, m_scene->fullX());
    y = clamped(y, m_scene->fullY());
    if (!m_scene->hasDataIn(x, y) && m_scene->hasDataIn(m_scene->plot().x, m_scene->plot().y)) return;
    const bool whole = x == m_scene->fullX() && y == m_scene->fullY();
    if (whole)
        m_scene->setZoom({}, {});
    else
        m_scene->setZoom(x, y);
    emit zoomed(QRectF(QPointF(x.low, y.low), QPointF(x.high, y.high)));
}

void ChartView::zoomBy(double factor, std::optional<QPointF> about) {
    constexpr double most = 100;  // a step: a wheel may report a whole turn at once
    factor = std::clamp(factor, 1 / most, most);
    const PlotGeometry& plot = m_scene->plot();
    const QPointF centre = plot.toChart(about.value_or(plot.area.center()));
    apply(scaled(plot.x, centre.x(), factor), scaled(plot.y, centre.y(), factor));
}

void ChartView::resetZoom() { apply(m_scene->fullX(), m_scene->fullY()); }

void ChartView::wheelEvent(QWheelEvent* event) {
    if (m_wheelScrolls && !event->modifiers().testFlag(Qt::ControlModifier)) return event->ignore();
    const QPointF at = mapToScene(event->position().toPoint());
    if (m_scene->plot().shows(at)) zoomBy(std::pow(0.85, event->angleDelta().y() / 120.0), at);
    event->accept();
}

void ChartView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    if (const ChartLimit* limit = handleNear(event->pos()); limit && event->button() == Qt::LeftButton) {
        m_dragged = *limit;
        return;
    }
    m_pressed = event->pos();
    m_panning = event->button() == Qt::MiddleButton || event->modifiers().testFlag(Qt::ShiftModifier);
    setCursor(m_panning ? Qt::ClosedHandCursor : Qt::ArrowCursor);
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragged) return drag(event->pos(), false);
    if (!m_pressed) return hover(event->pos());
    if (m_panning) {
        pan(mapToScene(*m_pressed), mapToScene(event->pos()));
        m_pressed = event->pos();
        return;
    }
    m_band->setGeometry(QRect(*m_pressed, event->pos()).normalized());
    m_band->setVisible((event->pos() - *m_pressed).manhattanLength() > 6);
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragged) {
        drag(event->pos(), true);
        m_dragged.reset();
        return;
    }
    if (!m_pressed) return;
    const QRectF box(mapToScene(*m_pressed), mapToScene(event->pos()));
    const bool dragged = m_band->isVisible();
    m_band->hide();
    m_pressed.reset();
    unsetCursor();
    if (m_panning) return;
    if (dragged) {
        zoomTo(box.normalized());
    } else if (const ChartPoint* point = m_scene->pointNear(box.bottomRight(), reach)) {
        emit pointClicked(point->configuration, point->level);
    }
}

/// A box that is thin in one direction zooms along the other axis.
void ChartView::zoomTo(const QRectF& box) {
    const PlotGeometry& plot = m_scene->plot();
    const QPointF low = plot.toChart(box.bottomLeft()), high = plot.toChart(box.topRight());
    const bool alongX = box.width() >= thin, alongY = box.height() >= thin;
    if (!alongX && !alongY) return;
    apply(alongX ? AxisRange{low.x(), high.x()} : plot.x, alongY ? AxisRange{low.y(), high.y()} : plot.y);
}

void ChartView::mouseDoubleClickEvent(QMouseEvent*) { resetZoom(); }

void ChartView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoomBy(0.8);
            break;
        case Qt::Key_Minus:
            zoomBy(1.25);
            break;
        case Qt::Key_0:
            resetZoom();
            break;
        case Qt::Key_Left:
            pan({0, 0}, {40, 0});
            break;
        case Qt::Key_Right:
            pan({0, 0}, {-40, 0});
            break;
        case Qt::Key_Up:
            pan({0, 0}, {0, 40});
            break;
        case Qt::Key_Down:
            pan({0, 0}, {0, -40});
            break;
        default:
            QGraphicsView::keyPressEvent(event);
    }
}

void ChartView::pan(const QPointF& from, const QPointF& to) {
    const PlotGeometry& plot = m_scene->plot();
    const QPointF shift = plot.toChart(from) - plot.toChart(to);
    apply({plot.x.low + shift.x(), plot.x.high + shift.x()}, {plot.y.low + shift.y(), plot.y.high + shift.y()});
}

const ChartLimit* ChartView::handleNear(const QPoint& at) const {
    constexpr double grip = 6;  // pixels on either side of the line
    const PlotGeometry& plot = m_scene->plot();
    const QPointF scene = mapToScene(at);
    if (!plot.shows(scene)) return nullptr;
    const ChartLimit* best = nullptr;
    double nearest = grip;
    for (const ChartLimit& limit : m_scene->spec().limits) {
        const bool vertical = limit.orientation == Qt::Vertical;
        const auto place = (vertical ? plot.xMap : plot.yMap).toChart(limit.value);
        if (limit.handle < 0 || !place) continue;
        const double distance = std::abs(vertical ? plot.xPixel(*place) - scene.x() : plot.yPixel(*place) - scene.y());
        if (distance > nearest) continue;
        best = &limit;
        nearest = distance;
    }
    return best;
}

void ChartView::drag(const QPoint& at, bool released) {
    const PlotGeometry& plot = m_scene->plot();
    const QPointF chart = plot.toChart(mapToScene(at));
    const bool vertical = m_dragged->orientation == Qt::Vertical;
    const double value = vertical ? plot.xMap.fromChart(std::clamp(chart.x(), plot.x.low, plot.x.high))
                                  : plot.yMap.fromChart(std::clamp(chart.y(), plot.y.low, plot.y.high));
    emit limitDragged(m_dragged->handle, value, released);
}

void ChartView::hover(const QPoint& at) {
    if (const ChartLimit* limit = handleNear(at)) {
        viewport()->setCursor(limit->orientation == Qt::Vertical ? Qt::SplitHCursor : Qt::SplitVCursor);
        return QToolTip::hideText();
    }
    const ChartPoint* point = m_scene->pointNear(mapToScene(at), reach);
    viewport()->setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!point) return QToolTip::hideText();
    // Names come from files: shown as they are, never as rich text.
    QToolTip::showText(viewport()->mapToGlobal(at),
                       QStringLiteral("<qt>%1</qt>").arg(point->tooltip.toHtmlEscaped().replace('\n', "<br>")),
                       viewport());
    emit pointHovered(point->configuration, point->level);
}

}  // namespace plumbline
