#include "core/curve/in_flight.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/curve/timeline.h"
#include "core/trace/prepared.h"

namespace plumbline {

namespace {

constexpr double fullShare = 0.95;

/// Time-weighted median of the requests in flight over [begin, end].
std::int64_t medianOver(const std::vector<OpenAt>& open, Nanoseconds begin, Nanoseconds end) {
    std::vector<std::pair<std::int64_t, Nanoseconds>> times;
    for (std::size_t i = 0; i + 1 < open.size(); ++i) {
        const Nanoseconds lasts = std::min(open[i + 1].from, end) - std::max(open[i].from, begin);
        if (lasts > Nanoseconds(0)) times.emplace_back(open[i].requests, lasts);
    }
    std::sort(times.begin(), times.end());
    Nanoseconds passed{0};
    for (const auto& [requests, lasts] : times) {
        passed += lasts;
        if (passed >= end - begin - passed) return requests;  // twice a span may not fit
    }
    return 0;
}

}  // namespace

std::vector<OpenAt> openRequests(const Dataset& data, std::size_t index, std::span<const Place> places) {
    const RunTimes& times = data.prepared->runs[index];
    if (!isKnown(times.firstStart) || !isKnown(times.lastEnd)) return {};
    struct Change {
        Nanoseconds time{0};
        int by = 0;
    };
    std::vector<Change> changes;
    const Run& run = data.runs[index];
    const Columns& rows = data.rows;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        const Nanoseconds length = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
        if (!isKnown(rows.start[row]) || !isKnown(length) || length <= Nanoseconds(0)) continue;
        if (!places.empty() && places[row] == Place::neverHappened) continue;
        const Nanoseconds from = std::max(rows.start[row], times.firstStart);
        const Nanoseconds to = std::min(rows.start[row] + length, times.lastEnd);
        if (to <= from) continue;
        changes.push_back({from, 1});
        changes.push_back({to, -1});
    }
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.time < b.time; });
    std::vector<OpenAt> out;
    std::int64_t open = 0;
    for (std::size_t i = 0; i < changes.size();) {
        const Nanoseconds time = changes[i].time;
        for (; i < changes.size() && changes[i].time == time; ++i) open += changes[i].by;
        if (out.empty() || out.back().requests != open || i == changes.size()) out.push_back({time, open});
    }
    return out;
}

InFlightShare inFlightShare(const Dataset& data, std::size_t run, std::span<const Place> places) {
    InFlightShare out;
    const std::vector<OpenAt> open = openRequests(data, run, places);
    const Nanoseconds first = data.prepared->runs[run].firstStart, last = data.prepared->runs[run].lastEnd;
    if (open.empty() || last <= first) {
        out.text = "no requests with known times";
        return out;
    }
    const Nanoseconds length = last - first;
    const std::int64_t median = medianOver(open, first + length / 4, last - length / 4);
    const auto holds = [median](const OpenAt& at) {
        return static_cast<double>(at.requests) >= fullShare * static_cast<double>(median);
    };
    const auto reached = std::find_if(open.begin(), open.end(), holds);
    const auto left = std::find_if(open.rbegin(), open.rend(), holds);
    if (median <= 0 || reached == open.end() || left == open.rbegin()) {
        out.text = "for half of the middle of the run or more nothing is in flight: no share of it can be reached";
        return out;
    }
    // The median is held for half of the middle half: both ends lie on their own side of the middle.
    out.trusted = true;
    out.warmup = reached->from - first;
    out.cooldown = last - (left - 1)->from;
    out.text = fmt::format(
        "in flight reaches 95% of its median, {}, after {:.4g} s and last holds it {:.4g} s before "
        "the end",
        median, seconds(out.warmup), seconds(out.cooldown));
    return out;
}

}  // namespace plumbline
