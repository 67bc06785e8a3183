#include "core/measure/window.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/source_facts.h"
#include "core/trace/time_limits.h"

namespace plumbline {

namespace {

/// Rows fewer than the harness counted, and no starts to say when they were: no rate can be told.
std::string missingRows(const Dataset& data, const Run& run) {
    const auto declared = run.info.declaredRequests ? run.info.declaredRequests : run.info.declaredCompleted;
    if (declared && *declared > static_cast<std::int64_t>(run.rowCount))
        return fmt::format("{} rows of {} requests that the harness counted, and no start times", run.rowCount,
                           *declared);
    if (!run.info.declaredCompleted) return {};
    std::int64_t completed = 0;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row)
        if (data.rows.status[row] == Status::ok) ++completed;
    if (completed >= *run.info.declaredCompleted) return {};
    return fmt::format("{} completed rows of {} that the harness counted, and no start times", completed,
                       *run.info.declaredCompleted);
}

const char* whyNoStarts(const RunTimes& times) {
    if (times.coarse) return "start times coarser than 1 ms";
    return isKnown(times.firstStart) ? "no response's end is known" : "no start times";
}

bool hasStarts(const RunTimes& times) { return isKnown(times.firstStart) && isKnown(times.lastEnd) && !times.coarse; }

/// Leaves the rows that never happened out of the times. False: the run has rows, and none of them happened.
bool leaveOutNeverHappened(const Dataset& data, const Run& run, std::span<const Place> places, RunTimes& times) {
    const auto own = places.subspan(run.firstRow, run.rowCount);
    const auto never = static_cast<std::size_t>(std::count(own.begin(), own.end(), Place::neverHappened));
    if (never == 0) return true;
    times.firstStart = times.lastStart = times.lastEnd = unknownTime;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i] != Place::neverHappened) times.add(data.rows, run.firstRow + i);
    return never < own.size();
}

Window ofDuration(const Dataset& data, const Run& run, const RunTimes& times) {
    Window window;
    const Nanoseconds declared = run.info.declaredDuration;
    if (!isKnown(declared) || declared <= Nanoseconds(0)) {
        window.reason = std::string(whyNoStarts(times)) + ", and no duration stated";
        return window;
    }
    window.reason = missingRows(data, run);
    if (!window.reason.empty()) return window;
    window.basis = WindowBasis::duration;
    window.length = declared;
    window.fromRate = hasDurationFromRate(data.sources[run.source].context);
    return window;
}

}  // namespace

bool hasStarts(const Dataset& data, std::size_t run) { return hasStarts(data.prepared->runs[run]); }

Window windowOf(const Dataset& data, std::size_t run, const MeasureSettings& settings, std::span<const Place> places) {
    Window window;
    RunTimes times = data.prepared->runs[run];
    if (!places.empty() && !leaveOutNeverHappened(data, data.runs[run], places, times)) {
        window.neverHappened = true;
        window.reason = "none of its requests happened, by review";
        return window;
    }
    if (!hasStarts(times)) return ofDuration(data, data.runs[run], times);
    window.basis = WindowBasis::starts;
    window.warmup = settings.warmupAuto ? times.warmup.cut : settings.warmup;
    window.begin = saturatedSum(times.firstStart, window.warmup);
    window.end = saturatedDifference(times.lastEnd, settings.cooldown);
    window.lastStart = times.lastStart;
    window.length = saturatedDifference(window.end, window.begin);
    window.trimmed = window.warmup > Nanoseconds(0) || settings.cooldown > Nanoseconds(0);
    if (window.length <= Nanoseconds(0))
        window.reason =
            window.trimmed ? "warm-up and cool-down leave no time" : "all requests start and end at one time";
    return window;
}

}  // namespace plumbline
