#include "ui/review/trace_drawing.h"

#include <QPainter>
#include <algorithm>

#include "ui/charts/axis_map.h"
#include "ui/charts/theme.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr int side = 10, labelRows = 3;
constexpr double barHeight = 6, chunkHeight = 16;

bool inMilliseconds(const RowTrace& trace) { return trace.to - trace.from < std::chrono::seconds(1); }
double shownTime(const RowTrace& trace, Nanoseconds time) { return seconds(time) * (inMilliseconds(trace) ? 1000 : 1); }
QString unitOf(const RowTrace& trace) { return inMilliseconds(trace) ? QStringLiteral("ms") : QStringLiteral("s"); }

QString timeText(const RowTrace& trace, Nanoseconds time) {
    return cellNumber(shownTime(trace, time)) + QStringLiteral("\u202f") + unitOf(trace);
}

/// "last content, end 2.00 s": what happened at the same time has one label.
QStringList momentTexts(const RowTrace& trace, std::vector<Nanoseconds>& times) {
    QStringList texts;
    for (std::size_t i = 0; i < trace.moments.size();) {
        QStringList names;
        const Nanoseconds time = trace.moments[i].time;
        for (; i < trace.moments.size() && trace.moments[i].time == time; ++i) names << qText(trace.moments[i].name);
        times.push_back(time);
        texts << names.join(QStringLiteral(", ")) + QLatin1Char(' ') + timeText(trace, time);
    }
    return texts;
}

/// How much is lost where a label finds no room.
int weight(const QString& text) {
    if (text.startsWith(QLatin1String("first byte")) || text.startsWith(QLatin1String("headers"))) return 1;
    if (text.startsWith(QLatin1String("first")) || text.contains(QLatin1String("end "))) return 3;
    return text.startsWith(QLatin1String("sent")) ? 0 : 2;
}

}  // namespace

TraceDrawing::TraceDrawing(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("The row's own trace, to scale"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TraceDrawing::setTrace(std::optional<RowTrace> trace) {
    m_trace = std::move(trace);
    const QString words = lines().join(QLatin1Char('\n'));
    setAccessibleDescription(words);
    setToolTip(words.isEmpty() ? QString() : plainTip(words));
    update();
}

QStringList TraceDrawing::lines() const {
    if (!m_trace) return {};
    std::vector<Nanoseconds> times;
    QStringList out = momentTexts(*m_trace, times);
    out << sentence(m_trace->chunkNote);
    return out;
}

QSize TraceDrawing::minimumSizeHint() const {
    const int line = fontMetrics().height();
    return {160, line * (labelRows + 1) + 30};
}
QSize TraceDrawing::sizeHint() const { return {360, minimumSizeHint().height()}; }

double TraceDrawing::lineY() const { return fontMetrics().height() * labelRows + 12; }

double TraceDrawing::place(Nanoseconds time) const {
    const double width = std::max(1, this->width() - 2 * side);
    const double span = seconds(m_trace->to - m_trace->from);
    return side + (span > 0 ? seconds(time - m_trace->from) / span * width : 0);
}

/// The first token and the end find a place before all others, and what is plain from the axis after them; each in the
/// lowest row where it touches none, to the right of its time or else to the left.
std::vector<TraceDrawing::Label> TraceDrawing::labels() const {
    std::vector<Nanoseconds> times;
    const QStringList texts = momentTexts(*m_trace, times);
    std::vector<Label> out;
    for (std::size_t i = 0; i < times.size(); ++i)
        out.push_back({texts[static_cast<qsizetype>(i)], place(times[i]), -1, {}});
    std::ranges::stable_sort(out, std::ranges::greater(), [](const Label& label) { return weight(label.text); });
    std::vector<QRectF> taken;
    for (Label& label : out) {
        const double wide = fontMetrics().horizontalAdvance(label.text) + 4, line = fontMetrics().height();
        for (int row = 0; row < labelRows && label.row < 0; ++row)
            for (const double left : {label.x + 3, label.x - 3 - wide}) {
                const QRectF box(left, (labelRows - 1 - row) * line, wide, line);
                const auto touches = [&](const QRectF& other) { return box.adjusted(-4, 0, 4, 0).intersects(other); };
                if (left < 0 || left + wide > width() || std::ranges::any_of(taken, touches)) continue;
                label.row = row;
                label.box = box;
                taken.push_back(box);
                break;
            }
    }
    return out;
}

void TraceDrawing::paintScale(QPainter& painter) const {
    const ChartColours& colours = chartColours(isDark(palette()));
    const AxisMap map(false);
    const AxisRange range{shownTime(*m_trace, m_trace->from), shownTime(*m_trace, m_trace->to)};
    if (range.high <= range.low) return;
    const double y = lineY() + chunkHeight / 2 + 4;
    const double scale = (width() - 2 * side) / (range.high - range.low);
    double taken = 0;
    std::vector<Tick> ticks = axisTicks(range, map, static_cast<std::size_t>(std::clamp(width() / 70, 2, 10)));
    if (!ticks.empty()) ticks.back().text += QStringLiteral("\u202f") + unitOf(*m_trace);
    for (const Tick& tick : ticks) {
        const double x = side + (tick.at - range.low) * scale;
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(x, lineY()), QPointF(x, y));
        const double wide = fontMetrics().horizontalAdvance(tick.text) + 4;
        const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
        if (left < taken) continue;
        taken = left + wide;
        painter.setPen(colours.faintText);
        painter.drawText(QRectF(left, y, wide, fontMetrics().height()), Qt::AlignCenter, tick.text);
    }
}

/// The wait for the first token pale, what comes after it in the accent's colour, and a stroke for each chunk.
void TraceDrawing::paintLife(QPainter& painter) const {
    const ChartColours& colours = chartColours(isDark(palette()));
    const double y = lineY();
    const auto first = std::ranges::find_if(m_trace->moments, [](const RowMoment& moment) {
        return moment.name.starts_with("first") && moment.name != "first byte";
    });
    const double from = place(m_trace->from), to = place(m_trace->to);
    const double began = first == m_trace->moments.end() ? to : place(first->time);
    painter.fillRect(QRectF(from, y - barHeight / 2, began - from, barHeight), colours.grid);
    QColor pale = colours.accent;
    pale.setAlpha(90);
    painter.fillRect(QRectF(began, y - barHeight / 2, to - began, barHeight), pale);
    QColor stroke = colours.accent;
    stroke.setAlpha(m_trace->chunks.size() > 200 ? 90 : 170);
    painter.setPen(QPen(stroke, 1));
    double last = -1;
    for (const Nanoseconds chunk : m_trace->chunks) {
        const double x = place(chunk);
        if (x - last < 0.25 && x >= last) continue;  // thousands in one pixel are one stroke
        last = x;
        painter.drawLine(QPointF(x, y - chunkHeight / 2), QPointF(x, y + chunkHeight / 2));
    }
}

void TraceDrawing::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColours& colours = chartColours(isDark(palette()));
    painter.setPen(colours.faintText);
    if (!m_trace) {
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Choose a row to see its life."));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintScale(painter);
    paintLife(painter);
    for (const Label& label : labels()) {
        painter.setPen(QPen(colours.axis, 1));
        const double top = label.row < 0 ? lineY() - 12 : label.box.top() + 3;
        painter.drawLine(QPointF(label.x, top), QPointF(label.x, lineY() + barHeight / 2));
        if (label.row < 0) continue;
        painter.setPen(colours.text);
        painter.drawText(label.box, Qt::AlignLeft | Qt::AlignVCenter, label.text);
    }
}

}  // namespace plumbline
