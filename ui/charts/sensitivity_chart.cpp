#include "ui/charts/sensitivity_chart.h"

#include <algorithm>

#include "core/report/format.h"
#include "ui/charts/chart_points.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/theme.h"

namespace plumbline {

namespace {

using charts::number;
using charts::tr;

constexpr double shortestShown = 1e-3;  // s; an axis in orders of magnitude begins somewhere, and 0 stands at its begin
constexpr double mostChunksShown = 22;  // the last bin stands for all that are more

class SensitivityPlotter {
public:
    SensitivityPlotter(const Figures& figures, const Sensitivity& sensitivity, const SensitivityPick& pick,
                       const ChartLook& look)
        : m_figures(figures), m_sensitivity(sensitivity), m_of(sensitivity.of(pick.kind)), m_pick(pick), m_look(look) {
        const bool interval = pick.kind == CutoffKind::interval;
        m_low = interval ? shortestShown : 0;
        m_high = inUnit(pick.kind, m_of.at.back());
        for (const CutoffBin& bin : m_of.histogram) {
            if (bin.rows == 0) continue;
            if (interval && bin.from > 0) m_low = std::min(m_low, inUnit(pick.kind, bin.from));
            m_high = std::max(m_high, std::min(inUnit(pick.kind, bin.to), interval ? 1e9 : mostChunksShown));
        }
    }

    ChartSpec lines(const Settings& settings) const;
    ChartSpec rows() const;

private:
    double x(std::int64_t cutoff) const { return std::clamp(inUnit(m_pick.kind, cutoff), m_low, m_high); }
    QString cutoffText(std::int64_t cutoff) const {
        const QString text = QString::number(inUnit(m_pick.kind, cutoff), 'g', 4);
        return m_pick.kind == CutoffKind::interval ? tr("%1 s").arg(text) : text;
    }
    ChartSpec plot(const QString& title) const;
    void addRuns(ChartSpec& spec, std::size_t configuration, const std::vector<std::optional<double>>& values,
                 double scale, const QString& unit) const;
    void addBands(ChartSpec& spec, const RankingSensitivity& ranking) const;

    const Figures& m_figures;
    const Sensitivity& m_sensitivity;
    const CutoffSensitivity& m_of;
    const SensitivityPick& m_pick;
    const ChartLook& m_look;
    double m_low = 0, m_high = 1;
};

ChartSpec SensitivityPlotter::plot(const QString& title) const {
    ChartSpec spec;
    spec.title = spec.y.title = title;
    spec.x.log = m_pick.kind == CutoffKind::interval;
    spec.x.low = m_low;
    spec.x.high = m_high;
    spec.y.fromZero = true;
    spec.labelDigits = stackedLabelDigits;
    spec.limits.append({Qt::Vertical, x(m_pick.cutoff), {}, cutoffHandle});
    return spec;
}

/// A line for each stretch over which the value is known; where it stops it is drawn up to the cutoff that takes it.
void SensitivityPlotter::addRuns(ChartSpec& spec, std::size_t configuration,
                                 const std::vector<std::optional<double>>& values, double scale,
                                 const QString& unit) const {
    const QString name = QString::fromStdString(m_figures.configurations[configuration].name);
    ChartSeries series;
    series.style = seriesStyle(styleNumber(m_look, configuration), m_look.dark);
    series.configuration = static_cast<int>(configuration);
    series.markers = false;
    series.steps = m_of.exact;
    bool named = false;
    const auto add = [&](std::size_t at, double value) {
        const QString words = tr("%1\n%2 %3 at a cutoff of %4").arg(name, number(value), unit, cutoffText(m_of.at[at]));
        ChartPoint point{x(m_of.at[at]), value, {}, words, {}, {}};
        point.configuration = series.configuration;
        series.points.append(point);
    };
    const auto finish = [&] {
        if (series.points.isEmpty()) return;
        if (!named) series.name = name;
        named = true;
        spec.series.append(series);
        series.points.clear();
        series.name.clear();
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i]) {
            add(i, *values[i] * scale);
            continue;
        }
        if (i > 0 && values[i - 1] && m_of.exact) add(i, *values[i - 1] * scale);
        finish();
    }
    finish();
}

void SensitivityPlotter::addBands(ChartSpec& spec, const RankingSensitivity& ranking) const {
    for (std::size_t i = 0; i < ranking.regions.size(); ++i) {
        const LeaderRegion& region = ranking.regions[i];
        if (!region.leader || !ranking.marked[i]) continue;
        const QString name = QString::fromStdString(m_figures.configurations[*region.leader].name);
        spec.bands.append({x(region.from), x(region.to),
                           seriesStyle(styleNumber(m_look, *region.leader), m_look.dark).colour,
                           tr("%1 leads").arg(name), !entry(ranking.quantity).lowerIsBetter});
    }
}

/// Bursts that are trusted lie orders of magnitude above streams, which would all be one line at zero.
void spread(ChartSpec& spec) {
    constexpr double mostTimes = 30;
    std::optional<double> least, most;
    for (const ChartSeries& series : spec.series)
        for (const ChartPoint& point : series.points) {
            least = std::min(least.value_or(point.y), point.y);
            most = std::max(most.value_or(point.y), point.y);
        }
    if (!least || *least <= 0 || *most < mostTimes * *least) return;
    spec.y.log = true;
    spec.y.fromZero = false;
}

ChartSpec SensitivityPlotter::lines(const Settings& settings) const {
    if (m_pick.slo) {
        ChartSpec spec =
            plot(tr("Load at which %1 is crossed").arg(QString::fromStdString(text(settings.slos[*m_pick.slo]))));
        for (const CrossingSensitivity& each : m_of.crossings)
            if (each.slo == *m_pick.slo) addRuns(spec, each.configuration, each.loads, 1, tr("of load"));
        if (spec.series.isEmpty()) spec.emptyText = tr("The limit is crossed at none of these cutoffs.");
        return spec;
    }
    const MetricEntry& metric = entry(m_pick.quantity);
    ChartSpec spec = plot(
        tr("%1, at %2").arg(QString::fromStdString(title(m_pick.quantity)), QString::fromStdString(text(m_pick.load))));
    for (const RankingSensitivity& each : m_of.rankings) {
        if (!(each.quantity == m_pick.quantity) || each.load != m_pick.load) continue;
        for (std::size_t i = 0; i < each.configurations.size(); ++i)
            addRuns(spec, each.configurations[i], each.values[i], metric.scale, charts::words(metric.unit));
        addBands(spec, each);
    }
    spread(spec);
    if (spec.series.isEmpty()) spec.emptyText = tr("Withheld or unknown at every cutoff.");
    return spec;
}

ChartSpec SensitivityPlotter::rows() const {
    const bool interval = m_pick.kind == CutoffKind::interval;
    ChartSpec spec = plot(tr("Rows"));
    spec.x.title =
        interval ? tr("Cutoff, and the rows' interval, s (0 at the left edge)") : tr("Cutoff, and the rows' chunks");
    spec.limits[0].text = tr("cutoff %1").arg(cutoffText(m_pick.cutoff));
    ChartSeries series;
    series.style.colour = chartColours(m_look.dark).faintText;
    series.markers = false;
    series.steps = true;
    std::optional<double> end;
    const auto add = [&](double at, std::size_t count, const QString& words) {
        series.points.append(ChartPoint{at, static_cast<double>(count), {}, words, {}, {}});
    };
    for (const CutoffBin& bin : m_of.histogram) {
        if (x(bin.to) <= m_low) continue;
        const QString where =
            interval ? tr("%1 to %2 s").arg(number(inUnit(m_pick.kind, bin.from)), number(inUnit(m_pick.kind, bin.to)))
            : bin.to - bin.from == 1 ? tr("%1 chunks").arg(bin.from)
                                     : tr("%1 chunks and more").arg(bin.from);
        if (!end) add(x(bin.from), 0, where);
        add(x(bin.from), bin.rows, tr("%1 rows of %2").arg(QString::fromStdString(formatCount(bin.rows)), where));
        end = x(bin.to);
    }
    if (end) add(*end, 0, {});
    if (!series.points.isEmpty()) spec.series.append(series);
    if (series.points.isEmpty()) spec.emptyText = tr("No row tells it.");
    if (interval && m_sensitivity.suggestion)
        spec.limits.append({Qt::Vertical, x(m_sensitivity.suggestion->cutoff.count()),
                            tr("suggested %1").arg(cutoffText(m_sensitivity.suggestion->cutoff.count()))});
    return spec;
}

}  // namespace

ChartSpec sensitivityChart(const Figures& figures, const Settings& settings, const Sensitivity& sensitivity,
                           const SensitivityPick& pick, const ChartLook& look) {
    ChartSpec spec;
    spec.title = tr("Sensitivity to the cutoff");
    if (sensitivity.of(pick.kind).at.empty()) {
        spec.emptyText = tr("No rows here that a cutoff could judge.");
        return spec;
    }
    const SensitivityPlotter plotter(figures, sensitivity, pick, look);
    spec.stack = {plotter.lines(settings), plotter.rows()};
    spec.stack.front().share = 3;  // it has the legend, and what is asked
    for (const RankingSensitivity& each : sensitivity.of(pick.kind).rankings)
        if (!pick.slo && each.quantity == pick.quantity && each.load == pick.load && !each.refusal.empty())
            spec.notes << tr("No leader is shaded where the configurations are not matched.");
    return spec;
}

}  // namespace plumbline
