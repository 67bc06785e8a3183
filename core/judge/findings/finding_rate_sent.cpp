// Open loop: whether the rate that was asked for went out at all. Else latencies are of another load than the label
// says (METRICS §4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

/// A rate at which requests were sent, and of how many.
struct Sent {
    double rate = 0, requests = 0;
};

struct Starts {
    Nanoseconds first = unknownTime, last = unknownTime;
    double requests = 0;
    void add(Nanoseconds start) {
        if (!isKnown(start)) return;
        first = isKnown(first) ? std::min(first, start) : start;
        last = isKnown(last) ? std::max(last, start) : start;
        ++requests;
    }
};

/// By the rows' own starts, warm-up and failed ones too, but for those that never happened; each run has its own span.
/// Nothing where a run has none, or none finer than 1 ms.
std::optional<Sent> sentByStarts(const JudgeInput& input, LevelPlace place) {
    double requests = 0, span = 0;
    for (const RunIndex index : input.runsOf(place)) {
        const Run& run = input.data.runs[at(index)];
        Starts starts;
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row)
            if ((*input.figures.places)[row] != Place::neverHappened) starts.add(input.data.rows.start[row]);
        if (starts.requests < 2 || starts.last == starts.first || input.data.prepared->runs[at(index)].coarse)
            return std::nullopt;
        requests += starts.requests;
        span += seconds(starts.last - starts.first);
    }
    return span > 0 ? std::optional(Sent{requests / span, requests}) : std::nullopt;
}

std::optional<double> figure(const Reported& reported, std::string_view key) {
    const auto found = reported.find(key);
    return found == reported.end() ? std::nullopt : std::optional(found->second);
}

/// The longest answer that is known: the last request was sent about that long before the duration ended.
struct Longest {
    double seconds = 0;
    bool isOfTail = false;  ///< a maximum, or a percentile from p90 on
    void add(std::optional<double> value, bool tail) {
        if (!value) return;
        seconds = std::max(seconds, *value);
        isOfTail = isOfTail || tail;
    }
};

Longest longestLatency(const Distribution& e2e) {
    constexpr double tail = 0.9;
    Longest longest;
    longest.add(e2e.mean, false);
    longest.add(e2e.high, true);
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        longest.add(e2e.quantiles[i], standardQuantiles[i] >= tail);
    for (const auto& [p, value] : e2e.more) longest.add(value, p >= tail);
    return longest;
}

/// The harness's own word: of one run alone.
std::optional<Sent> sentByHarness(const JudgeInput& input, LevelPlace place, double requests) {
    const auto runs = input.runsOf(place);
    if (runs.size() != 1) return std::nullopt;
    const auto rate = figure(input.data.runs[at(runs.front())].info.reported, "sent_requests_per_s");
    return rate && *rate > 0 ? std::optional(Sent{*rate, requests}) : std::nullopt;
}

bool hasCap(const JudgeInput& input, LevelPlace place) {
    const auto runs = input.runsOf(place);
    return std::all_of(runs.begin(), runs.end(), [&](RunIndex run) {
        const Source& source = input.data.sources[input.data.runs[at(run)].source];
        return numberFact(source.context, "note.max_concurrency").value_or(0) > 0;
    });
}

/// Where rows do not know their ends, how long the last of them took is not known. Nor is it where a summary tells only
/// means and medians: without a cap, which may well have held requests back, that accuses nobody.
std::optional<Sent> sentByDuration(const JudgeInput& input, LevelPlace place, double requests) {
    const LevelFigures& level = input.level(place);
    const Longest longest = longestLatency(level.of(RowMetric::e2e));
    const auto runs = input.runsOf(place);
    const bool fromRate = std::any_of(runs.begin(), runs.end(), [&](RunIndex run) {
        return hasDurationFromRate(input.data.sources[input.data.runs[at(run)].source].context);
    });
    if (level.inFlightAtLeast || fromRate || (!longest.isOfTail && !hasCap(input, place))) return std::nullopt;
    const double sending = level.windowSeconds.value_or(0) - longest.seconds;
    return sending > 0 && requests > 0 ? std::optional(Sent{requests / sending, requests}) : std::nullopt;
}

double requestsOf(const JudgeInput& input, LevelPlace place) {
    double requests = 0;
    for (const RunIndex index : input.runsOf(place)) {
        const Run& run = input.data.runs[at(index)];
        const auto& declared = run.info.declaredRequests ? run.info.declaredRequests : run.info.declaredCompleted;
        requests += run.rowCount > 0 ? static_cast<double>(run.rowCount) : static_cast<double>(declared.value_or(0));
    }
    return requests;
}

std::optional<Sent> sentAt(const JudgeInput& input, LevelPlace place) {
    const double requests = requestsOf(input, place);
    if (auto own = sentByHarness(input, place, requests)) return own;
    if (auto starts = sentByStarts(input, place)) return starts;
    return sentByDuration(input, place, requests);
}

}  // namespace

void findRateNotSent(const FindingInput& input, Findings& out) {
    const double tolerance = out.threshold();
    for (const LevelPlace place : input.levels()) {
        const LevelFigures& level = input.level(place);
        if (level.load.kind != LoadKind::requestRate || level.load.value <= 0) continue;
        const auto sent = sentAt(input, place);
        if (!sent || sent->requests <= 0) continue;
        const double missing = 1 - sent->rate / level.load.value;
        if (missing <= std::max(tolerance, 2 / std::sqrt(sent->requests))) continue;
        const auto delay = level.of(RowMetric::scheduleDelay).mean;
        const std::string late = delay ? fmt::format("; sends were {} late on average", secondsText(*delay)) : "";
        Finding finding =
            out.at(input, place,
                   fmt::format("{} requests/s were asked for, {} were sent{}: latencies are those of the slower load.",
                               numberText(level.load.value), numberText(sent->rate), late));
        finding.evidence = {{"asked", level.load.value}, {"sent", sent->rate}};
        if (delay) finding.evidence.emplace_back("schedule_delay_mean_s", *delay);
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
