#include "ui/charts/axis_map.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// As many decimals as the finest step between neighbours needs.
int decimalsFor(const std::vector<double>& values) {
    double step = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double gap = values[i] - values[i - 1];
        if (gap > 0 && (step == 0 || gap < step)) step = gap;
    }
    if (step <= 0) return 2;
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
}

/// On a log axis neighbours differ in size: each label has its own decimals.
QString logLabel(double value) {
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(value) - 1e-9)), 0, 9);
    return thinSpaced(QString::number(value, 'f', decimals));
}

bool isSeen(double value, const AxisRange& range, const AxisMap& map) {
    const auto at = map.toChart(value);
    return at && *at >= range.low - 1e-12 && *at <= range.high + 1e-12;
}

/// Nice ticks enclose the range; those outside are not seen, so that more may be asked for than fit. A log axis zoomed
/// into less than its ticks' distance takes a linear one's.
std::vector<double> seenTicks(const AxisRange& range, const AxisMap& map, std::size_t most) {
    for (const bool log : {map.log(), false})
        for (std::size_t asked = most + 2; asked >= 2; --asked) {
            std::vector<double> values = niceTicks(map.fromChart(range.low), map.fromChart(range.high), asked, log);
            std::erase_if(values, [&](double value) { return !isSeen(value, range, map); });
            if (values.size() < 2 && log) break;
            if (values.size() <= most) return values;
        }
    return {};
}

}  // namespace

QString thinSpaced(QString digits) {
    const qsizetype point = digits.indexOf('.');
    const qsizetype first = digits.startsWith('-') ? 1 : 0;
    for (qsizetype i = (point < 0 ? digits.size() : point) - 3; i > first; i -= 3) digits.insert(i, QChar(0x2009));
    return digits;
}

std::optional<double> AxisMap::toChart(double value) const {
    if (!std::isfinite(value)) return {};
    if (!m_log) return value;
    if (value <= 0) return {};
    return std::log10(value);
}

double AxisMap::fromChart(double coordinate) const { return m_log ? std::pow(10.0, coordinate) : coordinate; }

AxisRange rangeOf(const std::vector<double>& chartValues, const AxisSpec& axis, const AxisMap& map) {
    if (chartValues.empty()) return {0, 1};
    const auto [low, high] = std::minmax_element(chartValues.begin(), chartValues.end());
    AxisRange range{*low, *high};
    const bool zero = !map.log() && (axis.fromZero || (range.low > 0 && range.low < 0.35 * range.high));
    if (zero) range.low = std::min(range.low, 0.0);
    double margin = 0.06 * (range.high - range.low);
    if (margin <= 0) margin = map.log() ? 0.15 : std::max(0.1 * std::abs(range.high), 1e-9);
    range.high += margin;
    if (!zero || range.low < 0) range.low -= margin;
    if (axis.low) range.low = map.toChart(*axis.low).value_or(range.low);
    if (axis.high) range.high = map.toChart(*axis.high).value_or(range.high);
    // Ends that are given may meet (a run of no length), or lie so close that doubles cannot tell them apart.
    const double apart = std::max({1e-9, std::abs(range.low) * 1e-9, std::abs(range.high) * 1e-9});
    if (!(range.high - range.low >= apart)) range.high = range.low + apart;
    return range;
}

std::vector<Tick> axisTicks(const AxisRange& range, const AxisMap& map, std::size_t most) {
    const std::vector<double> values = seenTicks(range, map, most);
    const int decimals = decimalsFor(values);
    std::vector<Tick> ticks;
    ticks.reserve(values.size());
    for (const double value : values)
        ticks.push_back(
            {*map.toChart(value), map.log() ? logLabel(value) : thinSpaced(QString::number(value, 'f', decimals))});
    return ticks;
}

std::vector<Tick> axisTicks(const AxisSpec& axis, const AxisRange& range, const AxisMap& map, std::size_t most) {
    constexpr std::size_t mostOwn = 10;
    std::vector<Tick> own;
    for (const double value : axis.ticks)
        if (isSeen(value, range, map)) own.push_back({*map.toChart(value), thinSpaced(QString::number(value, 'g', 6))});
    return own.size() >= 2 && own.size() <= mostOwn ? own : axisTicks(range, map, most);
}

PlotRange rangeOf(const ChartSpec& spec) {
    const AxisMap xMap(spec.x.log), yMap(spec.y.log);
    std::vector<double> xs, ys;
    const auto take = [&](double x, double y) {
        const auto cx = xMap.toChart(x);
        const auto cy = yMap.toChart(y);
        if (!cx || !cy) return;
        xs.push_back(*cx);
        ys.push_back(*cy);
    };
    for (const ChartSeries& series : spec.series)
        for (const ChartPoint& point : series.points) {
            take(point.x, point.y);
            for (const ChartStretch& along : {point.xRange, point.xSpread})
                if (along) take(along->first, point.y), take(along->second, point.y);
            for (const ChartStretch& up : {point.yRange, point.ySpread})
                if (up) take(point.x, up->first), take(point.x, up->second);
        }
    return {rangeOf(xs, spec.x, xMap), rangeOf(ys, spec.y, yMap)};
}

}  // namespace plumbline
