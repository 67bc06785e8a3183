// Figures, crossings and rankings over the cutoffs (METRICS §2, CLI §6's ranking-depends-on-cutoff).
#include "core/judge/sensitivity/sensitivity.h"

#include <algorithm>
#include <map>

#include "core/curve/line.h"
#include "core/judge/sensitivity/cutoff_gap.h"
#include "core/judge/sensitivity/cutoff_grid.h"
#include "core/judge/sensitivity/cutoff_probe.h"
#include "core/judge/sensitivity/leader_regions.h"
#include "core/judge/sensitivity/sensitivity_words.h"

namespace plumbline {
namespace {

constexpr std::array headlines{quantityOf(RowMetric::rate, quantile(0.5)), quantityOf(RowMetric::ttft, quantile(0.5))};
constexpr std::array others{quantityOf(RowMetric::rate, meanStatistic), quantityOf(RowMetric::ttft, quantile(0.99)),
                            quantityOf(RowMetric::tpot, quantile(0.5))};

/// Changes of one leader that are sought between two values of a grid; each costs some ten levels measured.
constexpr std::size_t mostSearches = 6;

/// Levels at one load, one a configuration: positions in the probes' list.
struct Group {
    std::vector<std::size_t> configurations, levels, probed;
};

/// On the line, or of a load that has no place on it.
bool stands(const ConfigurationFigures& configuration, std::size_t level) {
    const LoadKind kind = configuration.levels[level].load.kind;
    if (kind == LoadKind::unbounded || kind == LoadKind::notStated) return true;
    return std::find(configuration.line.begin(), configuration.line.end(), level) != configuration.line.end();
}

void put(const Statistic& statistic, const Probed& probed, Distribution& out) {
    out = {};
    out.infinite = probed.notAttained ? 1 : 0;
    if (!probed.value) return;
    if (statistic.mean)
        out.mean = probed.value;
    else
        out.more = {{statistic.p, *probed.value}};
    for (std::size_t i = 0; i < standardQuantiles.size() && !statistic.mean; ++i)
        if (standardQuantiles[i] == statistic.p) out.quantiles[i] = probed.value;
}

class Survey {
public:
    explicit Survey(const FindingInput& input);
    CutoffSensitivity over(CutoffKind kind);
    JointSensitivity both();
    std::vector<std::size_t> shown() const { return m_shown; }

private:
    Cutoffs present() const { return {m_input.settings.measure.minChunks, m_input.settings.measure.minInterval}; }
    Cutoffs with(CutoffKind kind, std::int64_t cutoff) const {
        const MeasureSettings turned = withCutoff(m_input.settings.measure, kind, cutoff);
        return {turned.minChunks, turned.minInterval};
    }
    void prepareRankings(CutoffSensitivity& out) const;
    void prepareCrossings(CutoffSensitivity& out) const;
    void follow(CutoffProbe& probe, CutoffSensitivity& out) const;
    void followCrossing(const std::vector<std::span<const Probed>>& figures, CrossingSensitivity& out) const;
    void findLeaders(CutoffProbe& probe, CutoffSensitivity& out) const;
    std::vector<std::optional<double>> valuesAt(CutoffProbe& probe, CutoffKind kind, std::int64_t cutoff,
                                                const RankingSensitivity& ranking) const;
    std::size_t positionOf(const Quantity& quantity) const {
        return static_cast<std::size_t>(std::find(m_quantities.begin(), m_quantities.end(), quantity) -
                                        m_quantities.begin());
    }
    std::vector<std::int64_t> breaksOf(CutoffKind kind, const CutoffProbe& probe,
                                       std::span<const std::size_t> levels) const;

    const FindingInput& m_input;
    Recut m_recut;
    std::vector<std::size_t> m_shown, m_all;
    std::vector<LevelPlace> m_places;
    std::map<Load, Group> m_groups;
    std::vector<Quantity> m_quantities;
};

Survey::Survey(const FindingInput& input)
    : m_input(input), m_recut(input.data, input.settings, input.figures, input.stop) {
    for (const LevelPlace place : input.levels()) {
        const ConfigurationFigures& configuration = input.figures.configurations[place.configuration];
        if (input.settings.isHidden(input.figures.configurations[place.configuration].id) ||
            !stands(configuration, place.level))
            continue;
        if (m_shown.empty() || m_shown.back() != place.configuration) m_shown.push_back(place.configuration);
        Group& group = m_groups[configuration.levels[place.level].load];
        if (!group.configurations.empty() && group.configurations.back() == place.configuration) continue;
        group.configurations.push_back(place.configuration);
        group.levels.push_back(place.level);
        group.probed.push_back(m_places.size());
        m_all.push_back(m_places.size());
        m_places.push_back(place);
    }
    m_quantities.assign(headlines.begin(), headlines.end());
    m_quantities.insert(m_quantities.end(), others.begin(), others.end());
    for (const Slo& slo : input.settings.slos) {
        const Quantity quantity = quantityOf(slo.metric, slo.statistic);
        if (positionOf(quantity) == m_quantities.size()) m_quantities.push_back(quantity);
    }
}

std::vector<std::int64_t> Survey::breaksOf(CutoffKind kind, const CutoffProbe& probe,
                                           std::span<const std::size_t> levels) const {
    std::vector<std::int64_t> out;
    for (const std::size_t each : levels) {
        const auto& values = kind == CutoffKind::interval ? probe.intervals(each) : probe.chunks(each);
        out.insert(out.end(), values.begin(), values.end());
    }
    sortOut(out);
    return out;
}

void Survey::prepareRankings(CutoffSensitivity& out) const {
    for (const auto& [load, group] : m_groups)
        for (std::size_t i = 0; i < headlines.size() + others.size(); ++i) {
            RankingSensitivity ranking;
            ranking.quantity = m_quantities[i];
            ranking.load = load;
            ranking.headline = i < headlines.size();
            ranking.configurations = group.configurations;
            ranking.levels = group.levels;
            ranking.values.resize(group.configurations.size());
            out.rankings.push_back(std::move(ranking));
        }
}

void Survey::prepareCrossings(CutoffSensitivity& out) const {
    for (const std::size_t configuration : m_shown)
        for (std::size_t slo = 0; slo < m_input.settings.slos.size(); ++slo) {
            const Slo& limit = m_input.settings.slos[slo];
            CrossingSensitivity crossing;
            crossing.configuration = configuration;
            crossing.slo = slo;
            crossing.followed = limit.metric != RowMetric::itl || limit.statistic.mean;
            out.crossings.push_back(std::move(crossing));
        }
}

/// The crossing is the engine's own, on levels that hold what it reads.
void Survey::followCrossing(const std::vector<std::span<const Probed>>& figures, CrossingSensitivity& out) const {
    const Slo& slo = m_input.settings.slos[out.slo];
    const ConfigurationFigures& configuration = m_input.figures.configurations[out.configuration];
    const std::size_t quantity = positionOf(quantityOf(slo.metric, slo.statistic));
    std::vector<LevelFigures> levels(configuration.levels.size());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].configuration != out.configuration) continue;
        LevelFigures& level = levels[m_places[i].level];
        level.load = m_input.level(m_places[i]).load;
        level.systemOutputRate = m_input.level(m_places[i]).systemOutputRate;
        put(slo.statistic, figures[i][quantity], level.metrics[static_cast<std::size_t>(slo.metric)]);
    }
    const Crossing crossing = crossingOf(levels, configuration.line, slo);
    out.states.push_back(crossing.state);
    out.loads.push_back(crossing.load);
}

void Survey::follow(CutoffProbe& probe, CutoffSensitivity& out) const {
    for (const std::int64_t cutoff : out.at) {
        const auto figures = probe.at(with(out.kind, cutoff), m_all);
        if (m_input.stop.stop_requested()) return;
        std::size_t next = 0;
        for (const auto& [load, group] : m_groups)
            for (std::size_t quantity = 0; quantity < headlines.size() + others.size(); ++quantity, ++next)
                for (std::size_t i = 0; i < group.probed.size(); ++i)
                    out.rankings[next].values[i].push_back(figures[group.probed[i]][quantity].value);
        for (CrossingSensitivity& crossing : out.crossings)
            if (crossing.followed) followCrossing(figures, crossing);
    }
}

/// One quantity of a group at one cutoff, whether it is among those looked at or not.
std::vector<std::optional<double>> Survey::valuesAt(CutoffProbe& probe, CutoffKind kind, std::int64_t cutoff,
                                                    const RankingSensitivity& ranking) const {
    const std::size_t quantity = positionOf(ranking.quantity);
    std::vector<std::optional<double>> out;
    for (const auto& figures : probe.at(with(kind, cutoff), m_groups.at(ranking.load).probed))
        out.push_back(figures.empty() ? std::nullopt : figures[quantity].value);
    return out;
}

void Survey::findLeaders(CutoffProbe& probe, CutoffSensitivity& out) const {
    const Load* of = nullptr;  // rankings of one load stand together
    std::vector<std::int64_t> breaks;
    for (RankingSensitivity& ranking : out.rankings) {
        if (m_input.stop.stop_requested()) return;
        if (ranking.configurations.size() < 2 || ranking.load.kind == LoadKind::notStated) continue;
        if (!of || *of != ranking.load) breaks = breaksOf(out.kind, probe, m_groups.at(ranking.load).probed);
        of = &ranking.load;
        const auto leaderAt = [&](std::int64_t cutoff) -> std::optional<std::size_t> {
            const auto leader =
                leaderOf(valuesAt(probe, out.kind, cutoff, ranking), entry(ranking.quantity).lowerIsBetter);
            return leader ? std::optional(ranking.configurations[*leader]) : std::nullopt;
        };
        ranking.regions = leaderRegions({out.at, breaks, out.most, ranking.headline ? mostSearches : 0}, leaderAt);
        for (const LeaderRegion& region : ranking.regions)
            ranking.regionValues.push_back(valuesAt(probe, out.kind, region.from, ranking));
    }
}

CutoffSensitivity Survey::over(CutoffKind kind) {
    CutoffSensitivity out;
    out.kind = kind;
    out.present = cutoffOf(kind, m_input.settings.measure);
    out.most = kind == CutoffKind::interval ? mostInterval : mostChunks;
    const std::int64_t far = kind == CutoffKind::interval ? farInterval : mostChunks;
    CutoffProbe probe(m_input, m_recut, m_places, m_quantities,
                      {with(kind, 0), with(kind, std::max(far, out.present)), with(kind, out.most)});
    if (m_input.stop.stop_requested()) return out;
    for (const std::size_t each : m_all) {
        out.rows += probe.rows(each);
        out.measured += m_input.level(m_places[each]).rows.measured();
    }
    prepareRankings(out);
    prepareCrossings(out);
    TriedCutoffs tried = triedCutoffs(kind, breaksOf(kind, probe, m_all), out.present, out.most);
    out.at = std::move(tried.at);
    out.exact = tried.exact;
    follow(probe, out);
    findLeaders(probe, out);
    if (m_input.stop.stop_requested()) return out;
    for (RankingSensitivity& ranking : out.rankings) describe(m_input, out, ranking);
    for (CrossingSensitivity& crossing : out.crossings) describe(m_input, out, crossing);
    out.histogram = cutoffHistogram(m_input, m_places, *m_recut.prepared(), kind);
    out.text = cutoffText(out);
    return out;
}

JointSensitivity Survey::both() {
    JointSensitivity out;
    out.intervals.assign(jointIntervals.begin(), jointIntervals.end());
    out.chunks.assign(jointChunks.begin(), jointChunks.end());
    std::vector<std::size_t> levels;
    for (const auto& [load, group] : m_groups) {
        if (group.probed.size() < 2 || load.kind == LoadKind::notStated) continue;
        levels.insert(levels.end(), group.probed.begin(), group.probed.end());
        for (const Quantity& quantity : headlines) out.rankings.push_back({quantity, load, {}, {}, {}});
    }
    const Cutoffs highest{static_cast<int>(mostChunks), Nanoseconds(mostInterval)};
    CutoffProbe probe(m_input, m_recut, m_places, headlines, {{}, highest, highest});
    for (const std::int64_t interval : levels.empty() ? std::vector<std::int64_t>{} : out.intervals)
        for (const std::int64_t chunks : out.chunks) {
            if (m_input.stop.stop_requested()) return out;
            const Cutoffs cutoffs{static_cast<int>(chunks), Nanoseconds(interval)};
            (void)probe.at(cutoffs, levels);  // all at once, over the threads
            for (JointRanking& ranking : out.rankings) {
                const Group& group = m_groups.at(ranking.load);
                std::vector<std::optional<double>> values;
                for (const auto& figures : probe.at(cutoffs, group.probed))
                    values.push_back(figures.empty() ? std::nullopt : figures[positionOf(ranking.quantity)].value);
                const auto leader = leaderOf(values, entry(ranking.quantity).lowerIsBetter);
                ranking.leaders.push_back(leader ? std::optional(group.configurations[*leader]) : std::nullopt);
            }
        }
    return out;
}

}  // namespace

Sensitivity sensitivityOf(const FindingInput& input) {
    Sensitivity out;
    Survey survey(input);
    for (const CutoffKind kind : {CutoffKind::interval, CutoffKind::chunks}) {
        out.cutoffs[static_cast<std::size_t>(kind)] = survey.over(kind);
        if (input.stop.stop_requested()) return out;
    }
    out.both = survey.both();
    if (input.stop.stop_requested()) return out;
    for (JointRanking& ranking : out.both.rankings) describe(input, out, ranking);
    suggestCutoff(input, survey.shown(), out);
    out.text = untouchedText(input, survey.shown());
    return out;
}

}  // namespace plumbline
