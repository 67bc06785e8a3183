#include "core/curve/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/curve/in_flight.h"
#include "core/measure/guard.h"
#include "core/measure/tally.h"

namespace plumbline {

namespace {

constexpr std::size_t mostBins = 120, rowsPerBin = 8;

Nanoseconds lengthOf(const Columns& rows, std::size_t row) {
    return isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
}

/// One run's lines.
class Liner {
public:
    Liner(const Dataset& data, const PreparedRows& prepared, const Figures& figures, std::size_t run,
          std::size_t columns)
        : m_data(data),
          m_prepared(prepared),
          m_figures(figures),
          m_run(run),
          m_columns(columns),
          m_first(data.prepared->runs[run].firstStart) {}

    RunTimeline make() const {
        RunTimeline out;
        out.run = RunIndex(static_cast<std::uint32_t>(m_run));
        out.length = since(m_data.prepared->runs[m_run].lastEnd);
        if (out.length <= 0) return out;
        addRate(out);
        for (const OpenAt& each : openRequests(m_data, m_run, *m_figures.places))
            out.inFlight.push_back({since(each.from), static_cast<double>(each.requests)});
        out.inFlight = decimate(out.inFlight, 0, out.length, m_columns);
        out.ttft = decimate(values(Stream::ttft, ofLatency), 0, out.length, m_columns);
        out.e2e = decimate(values(Stream::e2e, ofMeasured), 0, out.length, m_columns);
        return out;
    }

private:
    double since(Nanoseconds time) const { return seconds(time - m_first); }

    /// A row that rates are made of, in W or not: what a reviewer excluded was done all the same.
    bool isCounted(std::size_t row) const {
        return (*m_figures.places)[row] != Place::neverHappened && m_data.rows.phase[row] == Phase::measured &&
               isMeasured((*m_figures.verdicts)[row]) && isKnown(m_data.rows.start[row]);
    }
    /// A row that a latency is of, in W or not.
    bool isShown(std::size_t row) const { return isCounted(row) && !isExcluded((*m_figures.places)[row]); }

    void addRate(RunTimeline& out) const {
        const Columns& rows = m_data.rows;
        const Run& run = m_data.runs[m_run];
        std::vector<std::size_t> ended;
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row)
            if (isCounted(row) && isKnown(lengthOf(rows, row))) ended.push_back(row);
        const std::size_t bins = std::clamp<std::size_t>(ended.size() / rowsPerBin, 1, mostBins);
        out.binSeconds = out.length / static_cast<double>(bins);
        std::vector<double> tokens(bins);
        for (const std::size_t row : ended) {
            const double at = since(rows.start[row] + lengthOf(rows, row)) / out.binSeconds;
            const auto bin = std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, at)));
            tokens[bin] += std::max(0, rows.outputTokens[row]);
            out.rateAtLeast = out.rateAtLeast || !isKnown(rows.outputTokens[row]);
        }
        for (std::size_t bin = 0; bin < bins; ++bin)
            out.rate.push_back({static_cast<double>(bin) * out.binSeconds, tokens[bin] / out.binSeconds});
        out.rate.push_back({out.length, out.rate.back().y});
    }

    std::vector<Point> values(Stream stream, std::uint8_t mask) const {
        const RunStream& of = m_prepared.of(stream, m_run);
        const std::size_t firstRow = m_data.runs[m_run].firstRow;
        std::vector<Point> out;
        for (std::size_t i = 0; i < of.values.size(); ++i) {
            const std::size_t row = firstRow + of.rows[i];
            if (isShown(row) && (masksOf((*m_figures.verdicts)[row]) & mask) != 0)
                out.push_back({since(m_data.rows.start[row]), of.values[i]});
        }
        std::stable_sort(out.begin(), out.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
        return out;
    }

    const Dataset& m_data;
    const PreparedRows& m_prepared;
    const Figures& m_figures;
    std::size_t m_run, m_columns;
    Nanoseconds m_first;
};

/// Measures the level under each choice; a choice that is in force already has its figures.
class Chooser {
public:
    Chooser(const Dataset& data, const Settings& settings, const Figures& shown, std::size_t configuration,
            std::size_t level, std::stop_token stop)
        : m_data(data),
          m_settings(settings),
          m_shown(shown),
          m_configuration(configuration),
          m_level(level),
          m_stop(std::move(stop)) {
        for (const RunFigures& run : shown.configurations[configuration].levels[level].runs)
            if (hasStarts(data, at(run.run))) m_runs.push_back(at(run.run));
    }

    std::vector<WarmupChoice> all() const {
        std::vector<WarmupChoice> out{wholeRun(), byHand(), byMser(), byShare()};
        for (WarmupChoice& each : out) measure(each);
        return out;
    }

private:
    static WarmupChoice wholeRun() {
        WarmupChoice out;
        out.name = "whole run";
        return out;
    }

    WarmupChoice byHand() const {
        WarmupChoice out;
        out.name = "by hand";
        out.warmup = m_settings.measure.warmup;
        out.cooldown = m_settings.measure.cooldown;
        return out;
    }

    WarmupChoice byMser() const {
        WarmupChoice out;
        out.name = "MSER-5";
        out.automatic = true;
        out.cooldown = m_settings.measure.cooldown;
        for (const std::size_t run : m_runs) {
            const AutoWarmup& rule = m_data.prepared->runs[run].warmup;
            out.trusted = out.trusted && rule.outcome == AutoWarmup::Outcome::found;
            out.warmup = std::max(out.warmup, rule.cut);
        }
        return out;
    }

    /// One setting for all runs: the longest that any of them needs.
    WarmupChoice byShare() const {
        WarmupChoice out;
        out.name = "in-flight share";
        for (const std::size_t run : m_runs) {
            const InFlightShare share = inFlightShare(m_data, run, *m_shown.places);
            out.trusted = out.trusted && share.trusted;
            if (out.text.empty() || share.warmup > out.warmup) out.text = share.text;
            out.warmup = std::max(out.warmup, share.warmup);
            out.cooldown = std::max(out.cooldown, share.cooldown);
        }
        return out;
    }

    void measure(WarmupChoice& choice) const {
        const Settings now = chosen(m_settings, choice);
        if (now.measure == m_settings.measure) return take(m_shown, choice);
        const Figures figured = figures(m_data, now, m_stop, Itl::leaveOut);
        if (!figured.stopped) take(figured, choice);
    }

    void take(const Figures& figured, WarmupChoice& choice) const {
        const LevelFigures& level = figured.configurations[m_configuration].levels[m_level];
        choice.systemOutputRate = level.systemOutputRate;
        choice.ttftP50 = level.of(RowMetric::ttft).at(quantile(0.5));
        choice.ttftP99 = level.of(RowMetric::ttft).at(quantile(0.99));
        choice.e2eMean = level.of(RowMetric::e2e).mean;
        choice.measured = level.rows.measured();
        if (!choice.text.empty()) return;
        const auto reason = level.withheld.find("window_s");
        choice.text = level.windowBasis.empty() && reason != level.withheld.end() ? reason->second : level.windowBasis;
    }

    const Dataset& m_data;
    const Settings& m_settings;
    const Figures& m_shown;
    std::size_t m_configuration, m_level;
    std::stop_token m_stop;
    std::vector<std::size_t> m_runs;
};

}  // namespace

Settings chosen(const Settings& settings, const WarmupChoice& choice) {
    Settings now = settings;
    now.measure.warmupAuto = choice.automatic;
    if (!choice.automatic) now.measure.warmup = choice.warmup;
    now.measure.cooldown = choice.cooldown;
    return now;
}

WindowEdges windowEdges(const Dataset& data, RunIndex run, const MeasureSettings& settings,
                        std::span<const Place> places) {
    const Window window = windowOf(data, at(run), settings, places);
    if (window.basis != WindowBasis::starts) return {};
    const Nanoseconds first = data.prepared->runs[at(run)].firstStart;
    return {seconds(window.begin - first), seconds(window.end - first)};
}

Settings withEdge(const Settings& settings, const RunTimeline& run, bool atBegin, double at) {
    constexpr double step = 1e-3;  // finer than a hand can mean
    const double inside = std::round(std::clamp(at, 0.0, run.length) / step) * step;
    Settings now = settings;
    if (atBegin) {
        now.measure.warmupAuto = false;
        now.measure.warmup = fromSeconds(inside);
    } else {
        now.measure.cooldown = fromSeconds(std::max(0.0, run.length - inside));
    }
    return now;
}

LevelTimeline timelineOf(const Dataset& data, const Settings& settings, const Figures& figures,
                         std::size_t configuration, std::size_t level, std::size_t columns, std::stop_token stop) {
    LevelTimeline out;
    const LevelFigures& figured = figures.configurations[configuration].levels[level];
    if (figured.summaryOnly || !figures.verdicts || !figures.places) {
        out.missing = "Only a summary tells of this level: there are no rows to lay over time.";
        return out;
    }
    const auto prepared = data.prepared->rows(data, settings.measure.intervalEnd == IntervalEnd::lastText, stop);
    for (const RunFigures& run : figured.runs) {
        if (!prepared || stop.stop_requested()) break;
        if (!hasStarts(data, at(run.run))) continue;
        RunTimeline line = Liner(data, *prepared, figures, at(run.run), columns).make();
        if (line.length > 0) out.runs.push_back(std::move(line));
    }
    if (out.runs.empty())
        out.missing = "No run of this level knows start times finer than 1 ms: there is no time to lay it over.";
    else
        out.choices = Chooser(data, settings, figures, configuration, level, stop).all();
    out.drifts = driftsOf(data, figures, configuration, level);
    out.stopped = stop.stop_requested();
    return out;
}

std::string driftSentence(const LevelTimeline& timeline, double threshold) {
    std::string out;
    for (std::size_t i = 0; i < timeline.drifts.size(); ++i) {
        const Drift& drift = timeline.drifts[i];
        const std::string which = timeline.drifts.size() > 1 ? fmt::format("run {}: ", i + 1) : std::string();
        out += fmt::format("{}{}{}; {}", out.empty() ? "" : ". ", which, text(drift.e2e, "e2e", threshold),
                           text(drift.rate, "the output rate", threshold));
    }
    return out.empty() ? out : out + ".";
}

}  // namespace plumbline
