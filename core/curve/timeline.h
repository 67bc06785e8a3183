// A level over time: what its runs did from their first start on, where its window begins and ends, and what each rule
// for that would choose (METRICS §4).
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/curve/curve.h"
#include "core/curve/drift.h"

namespace plumbline {

/// One run; x of every point is in s since the run's first start.
struct RunTimeline {
    RunIndex run{};
    double length = 0;             ///< s, from the first start to the last end
    double binSeconds = 0;         ///< of the rate
    std::vector<Point> rate;       ///< tokens/s of the rows that ended in the bin which begins at x; the last closes it
    std::vector<Point> inFlight;   ///< requests open from x on
    std::vector<Point> ttft, e2e;  ///< s, of the rows that are given one, by start
    bool rateAtLeast = false;      ///< some row's tokens are unknown
};

/// What one rule would cut off, and what the headline figures would then be.
struct WarmupChoice {
    std::string name;  ///< "whole run", "by hand", "MSER-5", "in-flight share"
    bool automatic = false;
    Nanoseconds warmup{0}, cooldown{0};  ///< as settings; with automatic the largest cut of any run
    bool trusted = true;                 ///< false: the rule found nothing that it can stand by, and cuts nothing
    std::optional<double> systemOutputRate, ttftP50, ttftP99, e2eMean;  ///< tokens/s, s
    std::size_t measured = 0;
    std::string text;  ///< what the rule says, in a sentence
};
/// The settings with a choice in force.
Settings chosen(const Settings& settings, const WarmupChoice& choice);

/// The edges of a run's window, in s since its first start.
struct WindowEdges {
    double begin = 0, end = 0;
};
WindowEdges windowEdges(const Dataset& data, RunIndex run, const MeasureSettings& settings,
                        std::span<const Place> places = {});
/// The settings with an edge of that run's window moved by hand to `at`, s since its first start, kept within the run.
Settings withEdge(const Settings& settings, const RunTimeline& run, bool atBegin, double at);

struct LevelTimeline {
    std::vector<RunTimeline> runs;  ///< those that know their starts and ends
    std::vector<WarmupChoice> choices;
    std::vector<Drift> drifts;  ///< by run of the level
    std::string missing;        ///< why there is nothing to draw; else empty
    bool stopped = false;
};

/// The level's time under the figures' settings. Lines are decimated to `columns` pixel columns: the first, lowest,
/// highest and last of each. Choices measure the level anew, under the same cutoffs.
LevelTimeline timelineOf(const Dataset& data, const Settings& settings, const Figures& figures,
                         std::size_t configuration, std::size_t level, std::size_t columns = 600,
                         std::stop_token stop = {});

/// Where in-flight reaches 95% of its median over the middle half of the run, and where it last holds that.
struct InFlightShare {
    Nanoseconds warmup{0}, cooldown{0};
    bool trusted = false;
    std::string text;
};
InFlightShare inFlightShare(const Dataset& data, std::size_t run, std::span<const Place> places = {});

/// "e2e does not drift: ...; the output rate drifts: ..." of the level's runs.
std::string driftSentence(const LevelTimeline& timeline, double threshold);

}  // namespace plumbline
