#include "ui/charts/front_lines.h"

#include <algorithm>
#include <map>

#include "ui/charts/chart_text.h"

namespace plumbline {

namespace {

using charts::tr;

QString stateWord(FrontState state) {
    switch (state) {
        case FrontState::on:
            return tr("on the front");
        case FrontState::off:
            return tr("off the front");
        case FrontState::undecided:
            break;
    }
    return tr("on the front or off it: undecided");
}

/// Whether there is one: a point alone makes no line.
bool addLine(ChartSpec& spec, const Front& front, const std::vector<std::size_t>& group, bool dark, bool named) {
    ChartSeries line;
    line.style.colour = dark ? QColor(200, 204, 210) : QColor(70, 76, 84);
    line.markers = false;
    line.dashed = true;
    if (named) line.name = tr("Pareto front");
    for (const std::size_t each : group) {
        const FrontPoint& point = front.points[each];
        if (point.state != FrontState::on) continue;
        line.points.append({point.x * entry(front.x).scale, point.y * entry(front.y).scale, {}, {}, {}, {}});
    }
    std::ranges::sort(line.points, [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    if (line.points.size() < 2) return false;
    spec.series.append(line);
    return true;
}

}  // namespace

void addFront(ChartSpec& spec, const Figures& figures, const Front& front, bool dark) {
    bool named = false;
    for (const std::vector<std::size_t>& group : front.groups) named |= addLine(spec, front, group, dark, !named);
    std::map<std::pair<int, int>, FrontState> states;
    for (const FrontPoint& point : front.points)
        states[{static_cast<int>(point.configuration), static_cast<int>(point.level)}] = point.state;
    for (ChartSeries& series : spec.series)
        for (ChartPoint& drawn : series.points)
            if (const auto found = states.find({drawn.configuration, drawn.level});
                found != states.end() && !series.ghost && !drawn.faint)
                drawn.tooltip += '\n' + stateWord(found->second);
    QStringList undecided;
    for (const FrontPoint& point : front.points) {
        const ConfigurationFigures& configuration = figures.configurations[point.configuration];
        if (point.state == FrontState::undecided)
            undecided << QStringLiteral("%1 %2").arg(
                QString::fromStdString(configuration.name),
                QString::fromStdString(shortText(configuration.levels[point.level].load)));
    }
    constexpr qsizetype mostNamed = 4;
    if (const qsizetype more = undecided.size() - mostNamed; more > 1)
        undecided = undecided.mid(0, mostNamed) << tr("and %1 more").arg(more);
    if (!undecided.isEmpty()) spec.notes << tr("Pareto front, undecided: %1").arg(undecided.join(QStringLiteral(", ")));
    if (front.groups.size() > 1)
        spec.notes << tr("Pareto front: %1 of their own, as not all configurations match").arg(front.groups.size());
}

}  // namespace plumbline
