#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::size_t fewestRows = 5;

/// T of a row that counts here, in ns.
std::optional<std::int64_t> timeOf(const Columns& rows, std::size_t row) {
    const Nanoseconds first = firstTimeOf(rows, row).time;
    if (!isKnown(first) || first < Nanoseconds{0} || rows.status[row] != Status::ok) return std::nullopt;
    return first.count();
}

std::vector<std::int64_t> sortedTimes(const JudgeInput& input, LevelPlace place) {
    std::vector<std::int64_t> out;
    out.reserve(input.level(place).rows.total);
    input.forEachRow(place, [&](std::size_t row) {
        if (const auto time = timeOf(input.data.rows, row)) out.push_back(*time);
    });
    std::sort(out.begin(), out.end());
    return out;
}

/// The step of the clock that wrote these times: with whole milliseconds, values repeat by chance.
std::int64_t clockStep(const std::vector<std::int64_t>& times) {
    std::int64_t step = 0;
    for (const std::int64_t time : times) {
        step = std::gcd(step, time);
        if (step == 1) break;
    }
    return std::max<std::int64_t>(step, 1);
}

std::size_t countOf(const std::vector<std::int64_t>& times, std::int64_t time) {
    const auto [first, last] = std::equal_range(times.begin(), times.end(), time);
    return static_cast<std::size_t>(last - first);
}

/// A time that many rows have, and how many.
using Placeholders = std::map<std::int64_t, std::size_t>;

/// A real value has neighbours one step of the clock away; a placeholder stands alone among them.
Placeholders placeholdersAmong(const std::vector<std::int64_t>& times, double threshold) {
    Placeholders out;
    const std::int64_t step = clockStep(times);
    for (std::size_t begin = 0, end = 0; begin < times.size(); begin = end) {
        while (end < times.size() && times[end] == times[begin]) ++end;
        if (static_cast<double>(end - begin) < threshold) continue;
        const std::size_t beside = std::max(countOf(times, times[begin] - step), countOf(times, times[begin] + step));
        if (end - begin >= 3 * beside) out.emplace(times[begin], end - begin);
    }
    return out;
}

void flag(std::size_t row, std::int64_t time, std::size_t count, std::size_t all, double threshold, RowFlags& out) {
    out.add(RowIndex(row), static_cast<double>(count), threshold, "rows",
            fmt::format("TTFT is {} ns, to the last digit, in {}", countText(static_cast<std::uint64_t>(time)),
                        shareText(count, all, "rows of the level")));
}

}  // namespace

void flagPlaceholder(const JudgeInput& input, RowFlags& out) {
    const double fewestShare = out.threshold();
    for (const LevelPlace place : input.levels()) {
        const std::vector<std::int64_t> times = sortedTimes(input, place);
        const double threshold =
            std::max(static_cast<double>(fewestRows), fewestShare * static_cast<double>(times.size()));
        const Placeholders found = placeholdersAmong(times, threshold);
        if (found.empty()) continue;
        input.forEachRow(place, [&](std::size_t row) {
            const auto time = timeOf(input.data.rows, row);
            const auto same = time ? found.find(*time) : found.end();
            if (same != found.end()) flag(row, same->first, same->second, times.size(), threshold, out);
        });
    }
}

}  // namespace plumbline
