#include "core/measure/window.h"

#include <fmt/format.h>

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

Window ofDuration(const Dataset& data, const Run& run) {
    Window window;
    const Nanoseconds declared = run.info.declaredDuration;
    if (!isKnown(declared) || declared <= Nanoseconds(0)) {
        window.reason = run.info.startsCoarse ? "start times coarser than 1 ms, and no duration stated"
                                              : "no start times, and no duration stated";
        return window;
    }
    window.reason = missingRows(data, run);
    if (!window.reason.empty()) return window;
    window.basis = WindowBasis::duration;
    window.length = declared;
    return window;
}

}  // namespace

bool hasStarts(const Dataset& data, std::size_t run) {
    const RunTimes& times = data.prepared->runs[run];
    return isKnown(times.firstStart) && isKnown(times.lastEnd) && !data.runs[run].info.startsCoarse;
}

Window windowOf(const Dataset& data, std::size_t run, const MeasureSettings& settings) {
    if (!hasStarts(data, run)) return ofDuration(data, data.runs[run]);
    const RunTimes& times = data.prepared->runs[run];
    Window window;
    window.basis = WindowBasis::starts;
    window.begin = times.firstStart + settings.warmup;
    window.end = times.lastEnd - settings.cooldown;
    window.length = window.end - window.begin;
    window.trimmed = settings.warmup > Nanoseconds(0) || settings.cooldown > Nanoseconds(0);
    if (window.length <= Nanoseconds(0))
        window.reason =
            window.trimmed ? "warm-up and cool-down leave no time" : "all requests start and end at one time";
    return window;
}

}  // namespace plumbline
