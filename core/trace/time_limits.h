// How far times may lie, so that a sum or a difference of any two of them fits into 64 bits, and what holds the sum of
// many (CLI §5).
#pragma once

#include <array>
#include <chrono>
#include <limits>
#include <string_view>

#include "core/trace/row.h"

namespace plumbline {

/// Offsets from a start, durations, gaps and what gaps add up to are shorter than 100 days, either way.
inline constexpr Nanoseconds longestOffset = std::chrono::hours(2400);
constexpr bool isOffset(Nanoseconds time) { return time > -longestOffset && time < longestOffset; }

/// Times of a clock: [first, end).
struct ClockRange {
    Nanoseconds first{0}, end{0};
    constexpr bool holds(Nanoseconds time) const { return time >= first && time < end; }
};
/// From 1970 to 2262, which leaves room for an offset; any other clock begins where it likes.
inline constexpr ClockRange epochClock{Nanoseconds(0), std::chrono::seconds(9'214'646'400)};
inline constexpr ClockRange otherClock{Nanoseconds(-(std::int64_t{1} << 62)), Nanoseconds(std::int64_t{1} << 62)};
/// What is held while it is not known which of the two it is.
inline constexpr ClockRange anyClock{otherClock.first, epochClock.end};
/// By the word of TimingBoundary::clock.
constexpr ClockRange clockRange(std::string_view clock) { return clock == "epoch" ? epochClock : otherClock; }

/// Whether all times of a row that are known keep to the limits.
bool holdsTimes(const Row& row, const ClockRange& clock = anyClock);
/// Makes unknown what does not keep to them.
void dropTimes(Row& row, const ClockRange& clock = anyClock);

/// Nanoseconds of many rows or runs together.
__extension__ typedef __int128 WideNanoseconds;
constexpr double secondsOf(WideNanoseconds time) { return static_cast<double>(time) / 1e9; }

/// The sum of a time and what a person set, which knows no limit; the largest or smallest there is where it does not
/// fit.
constexpr Nanoseconds saturatedSum(Nanoseconds time, Nanoseconds by) {
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(time.count(), by.count(), &sum)) return Nanoseconds(sum);
    return by > Nanoseconds(0) ? Nanoseconds::max() : Nanoseconds(std::numeric_limits<std::int64_t>::min() + 1);
}
constexpr Nanoseconds saturatedDifference(Nanoseconds time, Nanoseconds by) {
    std::int64_t difference = 0;
    if (!__builtin_sub_overflow(time.count(), by.count(), &difference)) return Nanoseconds(difference);
    return by < Nanoseconds(0) ? Nanoseconds::max() : Nanoseconds(std::numeric_limits<std::int64_t>::min() + 1);
}

}  // namespace plumbline
