#include <QFontMetricsF>
#include <algorithm>

#include "ui/charts/marker.h"
#include "ui/charts/plot_layers.h"

namespace plumbline {

namespace {

constexpr double legendSwatch = 26;
constexpr double legendGap = 18;
constexpr int legendRows = 6;  // beyond it the tree tells them

QString notesText(const ChartSpec& spec) { return spec.notes.join(QStringLiteral("  \u00b7  ")); }

void paintAxisTitles(QPainter& painter, const LayerInput& in) {
    const QFontMetricsF metrics(in.font);
    const QRectF& area = in.plot.area;
    painter.setPen(in.colours.text);
    const double below = area.bottom() + 8 + 2 * metrics.height();
    painter.drawText(QRectF(area.left(), below - metrics.height() + 2, area.width(), metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, in.spec.x.title);
    painter.save();
    painter.translate(in.scene.left() + 6, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-area.height() / 2 - 40, 0, area.height() + 80, metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, in.spec.y.title);
    painter.restore();
}

void paintTickLabels(QPainter& painter, const LayerInput& in) {
    const QFontMetricsF metrics(in.font);
    const QRectF& area = in.plot.area;
    painter.setPen(in.colours.faintText);
    double freeFrom = in.scene.left();
    for (const Tick& tick : in.plot.xTicks) {
        const double width = metrics.horizontalAdvance(tick.text);
        const QRectF box(in.plot.xPixel(tick.at) - width / 2, area.bottom() + 5, width + 1, metrics.height());
        if (box.left() < freeFrom) continue;  // a crowded log axis keeps the first of two that would touch
        painter.drawText(box, Qt::AlignCenter, tick.text);
        freeFrom = box.right() + 6;
    }
    for (const Tick& tick : in.plot.yTicks) {
        const QRectF box(in.scene.left(), in.plot.yPixel(tick.at) - metrics.height() / 2,
                         area.left() - in.scene.left() - 7, metrics.height());
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
}

}  // namespace

void paintGrid(QPainter& painter, const LayerInput& in) {
    const QRectF& area = in.plot.area;
    painter.setPen(QPen(in.colours.grid, 1));
    for (const Tick& tick : in.plot.xTicks) {
        const double x = in.plot.xPixel(tick.at);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    for (const Tick& tick : in.plot.yTicks) {
        const double y = in.plot.yPixel(tick.at);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(in.colours.axis, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
}

void paintFrame(QPainter& painter, const LayerInput& in) {
    painter.setFont(in.font);
    paintTickLabels(painter, in);
    paintAxisTitles(painter, in);
    if (in.spec.notes.isEmpty()) return;
    const double height = notesHeight(in.spec, in.font, in.scene.width());
    painter.setPen(in.colours.faintText);
    painter.drawText(QRectF(in.scene.left() + 10, in.scene.bottom() - height - 4, in.scene.width() - 20, height),
                     Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, notesText(in.spec));
}

double notesHeight(const ChartSpec& spec, const QFont& font, double width) {
    if (spec.notes.isEmpty()) return 0;
    return QFontMetricsF(font)
        .boundingRect(QRectF(0, 0, width - 20, 400), Qt::AlignLeft | Qt::TextWordWrap, notesText(spec))
        .height();
}

void paintEmpty(QPainter& painter, const LayerInput& in) {
    QFont larger = in.font;
    larger.setPointSizeF(in.font.pointSizeF() * 1.15);
    painter.setFont(larger);
    painter.setPen(in.colours.faintText);
    painter.drawText(in.scene.adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap, in.spec.emptyText);
}

double layoutLegend(QPainter* painter, const LayerInput& in) {
    const QFontMetricsF metrics(in.font);
    const double rowHeight = metrics.height() + 4;
    const double left = in.scene.left() + 12;
    const double right = in.scene.right() - 12;
    double x = left;
    int row = 0;
    int named = 0;
    if (painter) painter->setFont(in.font);
    for (const ChartSeries& series : in.spec.series) {
        if (series.name.isEmpty() || series.ghost) continue;
        const QString name = metrics.elidedText(series.name, Qt::ElideMiddle, right - left - legendSwatch);
        const double width = legendSwatch + metrics.horizontalAdvance(name);
        if (x > left && x + width > right) {
            x = left;
            if (++row >= legendRows) break;
        }
        ++named;
        if (painter) {
            const double middle = in.scene.top() + 8 + row * rowHeight + rowHeight / 2;
            painter->setPen(QPen(series.style.colour, 2));
            if (series.line) painter->drawLine(QPointF(x, middle), QPointF(x + 18, middle));
            drawMarker(*painter, {x + 9, middle}, series.style, 9, false, in.colours.ground);
            painter->setPen(in.colours.text);
            painter->drawText(QRectF(x + legendSwatch, middle - rowHeight / 2, width, rowHeight),
                              Qt::AlignLeft | Qt::AlignVCenter, name);
        }
        x += width + legendGap;
    }
    return named == 0 ? 0 : std::min(row + 1, legendRows) * rowHeight + 6;
}

}  // namespace plumbline
