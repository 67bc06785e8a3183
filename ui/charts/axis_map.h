// From shown units to the coordinates that the chart works in, and back; and the ticks of an axis. A log axis is drawn
// on a linear one over log10: Qt Charts' own drops a series with one value at or below zero, and shows no tick label
// within a decade.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/charts/chart_spec.h"

namespace plumbline {

/// "12345.5" as "12 345.5", with thin spaces.
QString thinSpaced(QString digits);

struct AxisRange {
    double low = 0, high = 1;  ///< chart coordinates
    bool operator==(const AxisRange&) const = default;
};

class AxisMap {
public:
    AxisMap() = default;
    explicit AxisMap(bool log) : m_log(log) {}
    bool log() const { return m_log; }
    /// Nothing for what cannot be drawn: not finite, or at or below zero on a log axis.
    std::optional<double> toChart(double value) const;
    double fromChart(double coordinate) const;

private:
    bool m_log = false;
};

struct Tick {
    double at = 0;  ///< chart coordinate
    QString text;
};

/// The range that shows the values with a margin; zero included when asked. A single value gets room around it.
AxisRange rangeOf(const std::vector<double>& chartValues, const AxisSpec& axis, const AxisMap& map);
/// Of all that the spec draws, on both axes.
struct PlotRange {
    AxisRange x, y;
};
PlotRange rangeOf(const ChartSpec& spec);
/// At most `most` ticks with thin-spaced, equally precise labels.
std::vector<Tick> axisTicks(const AxisRange& range, const AxisMap& map, std::size_t most);
/// The axis' own ticks where some are seen and they are few enough; else as above.
std::vector<Tick> axisTicks(const AxisSpec& axis, const AxisRange& range, const AxisMap& map, std::size_t most);

}  // namespace plumbline
