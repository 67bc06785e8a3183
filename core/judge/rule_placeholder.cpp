#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::size_t fewestRows = 5;
constexpr double fewestShare = 0.05;

struct TimedRow {
    std::int64_t time = 0;  ///< T, ns
    std::size_t row = 0;
    auto operator<=>(const TimedRow&) const = default;
};

std::vector<TimedRow> timedRows(const JudgeInput& input, LevelPlace place) {
    const Columns& rows = input.data.rows;
    std::vector<TimedRow> out;
    input.forEachRow(place, [&](std::size_t row) {
        const Nanoseconds first = firstTimeOf(rows, row).time;
        if (isKnown(first) && rows.status[row] == Status::ok) out.push_back({first.count(), row});
    });
    std::sort(out.begin(), out.end());
    return out;
}

/// The step of the clock that wrote these times: with whole milliseconds, values repeat by chance.
std::int64_t clockStep(const std::vector<TimedRow>& timed) {
    std::int64_t step = 0;
    for (const TimedRow& each : timed) {
        step = std::gcd(step, each.time);
        if (step == 1) break;
    }
    return std::max<std::int64_t>(step, 1);
}

struct Same {
    std::size_t begin = 0, end = 0;
    std::size_t count() const { return end - begin; }
};

std::vector<Same> groups(const std::vector<TimedRow>& timed) {
    std::vector<Same> out;
    for (std::size_t i = 0; i < timed.size(); ++i) {
        if (i == 0 || timed[i].time != timed[i - 1].time) out.push_back({i, i});
        out.back().end = i + 1;
    }
    return out;
}

/// Rows at the times one step of the clock beside this group's: a real value has neighbours, a placeholder stands
/// alone.
std::size_t neighbours(const std::vector<TimedRow>& timed, const std::vector<Same>& all, std::size_t which,
                       std::int64_t step) {
    const auto at = [&](std::size_t group) { return timed[all[group].begin].time; };
    std::size_t most = 0;
    if (which > 0 && at(which) - at(which - 1) == step) most = all[which - 1].count();
    if (which + 1 < all.size() && at(which + 1) - at(which) == step) most = std::max(most, all[which + 1].count());
    return most;
}

void flagGroup(const std::vector<TimedRow>& timed, const Same& same, double threshold, std::vector<Suspicious>& out) {
    const std::string text = fmt::format("TTFT is {} ns, to the last digit, in {}",
                                         countText(static_cast<std::uint64_t>(timed[same.begin].time)),
                                         shareText(same.count(), timed.size(), "rows of the level"));
    for (std::size_t i = same.begin; i < same.end; ++i)
        out.push_back(
            {RowIndex(timed[i].row), "placeholder", static_cast<double>(same.count()), threshold, "rows", text});
}

}  // namespace

void flagPlaceholder(const JudgeInput& input, std::vector<Suspicious>& out) {
    for (const LevelPlace place : input.levels()) {
        const std::vector<TimedRow> timed = timedRows(input, place);
        const double threshold =
            std::max(static_cast<double>(fewestRows), fewestShare * static_cast<double>(timed.size()));
        const std::int64_t step = clockStep(timed);
        const std::vector<Same> all = groups(timed);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool many = static_cast<double>(all[i].count()) >= threshold;
            if (many && timed[all[i].begin].time >= 0 && all[i].count() >= 3 * neighbours(timed, all, i, step))
                flagGroup(timed, all[i], threshold, out);
        }
    }
}

}  // namespace plumbline
