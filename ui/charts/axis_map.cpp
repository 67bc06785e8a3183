#include "ui/charts/axis_map.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

QString thinSpaced(QString digits) {
    const qsizetype point = digits.indexOf('.');
    const qsizetype first = digits.startsWith('-') ? 1 : 0;
    for (qsizetype i = (point < 0 ? digits.size() : point) - 3; i > first; i -= 3) digits.insert(i, QChar(0x2009));
    return digits;
}

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

}  // namespace

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
    return range;
}

std::vector<Tick> axisTicks(const AxisRange& range, const AxisMap& map, std::size_t most) {
    const std::vector<double> values = niceTicks(map.fromChart(range.low), map.fromChart(range.high), most, map.log());
    const int decimals = decimalsFor(values);
    std::vector<Tick> ticks;
    for (const double value : values) {
        const auto at = map.toChart(value);
        if (!at || *at < range.low - 1e-12 || *at > range.high + 1e-12) continue;
        ticks.push_back({*at, map.log() ? logLabel(value) : thinSpaced(QString::number(value, 'f', decimals))});
    }
    return ticks;
}

}  // namespace plumbline
