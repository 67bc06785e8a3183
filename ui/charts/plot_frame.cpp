#include <QFontMetricsF>
#include <algorithm>

#include "ui/charts/chart_text.h"
#include "ui/charts/marker.h"
#include "ui/charts/plot_layers.h"

namespace plumbline {

namespace {

constexpr double legendSwatch = 26;
constexpr double legendGap = 18;
constexpr int legendRows = 6;         // at most, and no more than its share of the height: the data has the ink
constexpr double legendShare = 0.22;  // the tree tells the rest

struct LegendEntry {
    enum class Swatch { none, series, whisker, spread };
    Swatch swatch = Swatch::none;  ///< none: how many more series there are
    const ChartSeries* series = nullptr;
    QString words;
    double x = 0, width = 0;  ///< width with its swatch
    int row = 0;
};
struct Legend {
    std::vector<LegendEntry> entries;
    int rows = 0;
};

/// Fills rows from left to right, as long as there is a row: then the last entries make room for "and 5 more".
Legend arrange(const LayerInput& in) {
    const QFontMetricsF metrics(in.font);
    const double left = in.scene.left() + 12, right = in.scene.right() - 12;
    const double share = legendShare * in.scene.height() / (metrics.height() + 4);
    const int most = std::clamp(static_cast<int>(share), 1, legendRows);
    using Swatch = LegendEntry::Swatch;
    Legend legend;
    LegendEntry next{Swatch::none, nullptr, {}, left, 0, 0};
    int leftOut = 0;
    const auto add = [&](Swatch swatch, const ChartSeries* series, const QString& words) {
        if (next.row >= most) {
            ++leftOut;
            return;
        }
        next.swatch = swatch;
        next.series = series;
        next.words = metrics.elidedText(words, Qt::ElideMiddle, right - left - legendSwatch);
        next.width = legendSwatch + metrics.horizontalAdvance(next.words) + 1;
        if (next.x > left && next.x + next.width > right) next.x = left, ++next.row;
        if (next.row >= most) {
            ++leftOut;
            return;
        }
        legend.entries.push_back(next);
        next.x += next.width + legendGap;
    };
    // What the marks are comes first: of many series the last are left out.
    if (!in.spec.whisker.isEmpty()) add(Swatch::whisker, nullptr, in.spec.whisker);
    if (!in.spec.spread.isEmpty()) add(Swatch::spread, nullptr, in.spec.spread);
    for (const ChartSeries& series : in.spec.series)
        if (!series.name.isEmpty() && !series.ghost) add(Swatch::series, &series, series.name);
    while (leftOut > 0) {
        const QString words = charts::tr("and %1 more").arg(leftOut);
        const LegendEntry& last = legend.entries.back();
        const double x = last.x + last.width + legendGap;
        const double width = metrics.horizontalAdvance(words) + 1;
        if (x + width <= right || legend.entries.size() == 1) {
            legend.entries.push_back({Swatch::none, nullptr, words, x, width, last.row});
            break;
        }
        legend.entries.pop_back();
        ++leftOut;
    }
    if (!legend.entries.empty()) legend.rows = legend.entries.back().row + 1;
    return legend;
}

/// `left`: its left end, at half of its height.
void paintSwatch(QPainter& painter, const LayerInput& in, const LegendEntry& entry, const QPointF& left) {
    constexpr double width = 18, cap = 3, marker = 9;
    const QPointF right = left + QPointF(width, 0), up(0, cap);
    switch (entry.swatch) {
        case LegendEntry::Swatch::none:
            return;
        case LegendEntry::Swatch::series: {
            const ChartSeries& series = *entry.series;
            painter.setPen(QPen(series.style.colour, 2, series.dashed ? Qt::DashLine : Qt::SolidLine));
            if (series.line) painter.drawLine(left, right);
            if (!series.dashed)
                drawMarker(painter, left + QPointF(width / 2, 0), series.style, marker, false, in.colours.ground);
            return;
        }
        case LegendEntry::Swatch::whisker:
            painter.setPen(whiskerPen(in.colours.faintText));
            painter.drawLine(left, right);
            for (const QPointF& end : {left, right}) painter.drawLine(end - up, end + up);
            return;
        case LegendEntry::Swatch::spread:
            painter.setPen(spreadPen(in.colours.faintText));
            painter.drawLine(left, right);
            return;
    }
}

/// A strip at the top is in full colour, so that a band is told from its neighbour.
void paintBand(QPainter& painter, const LayerInput& in, const ChartBand& band) {
    const QRectF& area = in.plot.area;
    const auto pixel = [&](double value, double otherwise) {
        const auto at = in.plot.xMap.toChart(value);
        return at ? std::clamp(in.plot.xPixel(*at), area.left(), area.right()) : otherwise;
    };
    const double left = pixel(band.from, area.left()), right = pixel(band.to, area.right());
    if (right <= left) return;
    constexpr double strip = 3;
    QColor pale = band.colour;
    pale.setAlphaF(0.09F);
    painter.fillRect(QRectF(left, area.top(), right - left, area.height()), pale);
    painter.fillRect(QRectF(left, area.top(), right - left, strip), band.colour);
    painter.setFont(in.font);
    painter.setPen(in.colours.faintText);
    const QFontMetricsF metrics(in.font);
    const QString words = metrics.elidedText(band.text, Qt::ElideMiddle, right - left - 8);
    const double top = band.textBelow ? area.bottom() - metrics.height() - 1 : area.top() + strip + 1;
    if (metrics.horizontalAdvance(words) < right - left - 4 && words.size() > 3)
        painter.drawText(QRectF(left + 4, top, right - left - 8, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         words);
}

QString notesText(const ChartSpec& spec) { return spec.notes.join(QStringLiteral("  \u00b7  ")); }

void paintAxisTitles(QPainter& painter, const LayerInput& in) {
    const QFontMetricsF metrics(in.font);
    const QRectF& area = in.plot.area;
    painter.setPen(in.colours.text);
    const double below = area.bottom() + 8 + 2 * metrics.height();
    painter.drawText(QRectF(area.left(), below - metrics.height() + 2, area.width(), metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, in.spec.x.title);
    if (in.plot.yTitleAbove) {
        const QRectF above(in.scene.left() + 12, area.top() - metrics.height() - 5, in.scene.width() - 24,
                           metrics.height());
        const QString title = metrics.elidedText(in.spec.y.title, Qt::ElideRight, above.width());
        return painter.drawText(above, Qt::AlignLeft | Qt::AlignTop, title);
    }
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
    const bool isUpper = in.spec.labelDigits > 0 && in.spec.x.title.isEmpty();  // of a stack: the last plot has them
    for (const Tick& tick : isUpper ? std::vector<Tick>() : in.plot.xTicks) {
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
    for (const ChartBand& band : in.spec.bands) paintBand(painter, in, band);
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

QPen whiskerPen(QColor colour) {
    colour.setAlphaF(0.85F);
    return QPen(colour, 1.6);
}

QPen spreadPen(QColor colour) {
    colour.setAlphaF(0.22F);
    return QPen(colour, 7, Qt::SolidLine, Qt::FlatCap);
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
    const Legend legend = arrange(in);
    const double rowHeight = QFontMetricsF(in.font).height() + 4;
    if (painter) {
        painter->setFont(in.font);
        for (const LegendEntry& entry : legend.entries) {
            const double middle = in.scene.top() + 8 + entry.row * rowHeight + rowHeight / 2;
            const double wordsAt = entry.x + (entry.swatch != LegendEntry::Swatch::none ? legendSwatch : 0);
            paintSwatch(*painter, in, entry, {entry.x, middle});
            painter->setPen(entry.swatch == LegendEntry::Swatch::series ? in.colours.text : in.colours.faintText);
            painter->drawText(QRectF(wordsAt, middle - rowHeight / 2, entry.width, rowHeight),
                              Qt::AlignLeft | Qt::AlignVCenter, entry.words);
        }
    }
    return legend.rows == 0 ? 0 : legend.rows * rowHeight + 6;
}

}  // namespace plumbline
