// What a run may say of itself: a load that can be kept up, counts and a duration that are not below nothing.
#pragma once

#include "core/trace/context.h"

namespace plumbline {

/// More users or requests a second than any client keeps up.
inline constexpr double largestLoad = 1e9;
/// Whole numbers up to here are doubles, too.
inline constexpr std::int64_t largestDeclared = std::int64_t{1} << 53;

constexpr bool isLoadValue(double value) { return value > 0 && value <= largestLoad; }
/// A concurrency or a rate with a value that can be one; the other kinds have none.
constexpr bool isLoad(const Load& load) {
    const bool hasValue = load.kind == LoadKind::concurrency || load.kind == LoadKind::requestRate;
    return hasValue ? isLoadValue(load.value) : load.value == 0;
}

/// What holdRun took for unknown.
struct HeldRun {
    bool load = false, duration = false, counts = false;
};
/// Makes unknown, or not stated, what no run can have; times of a clock are held by ClockRange.
HeldRun holdRun(RunInfo& run);

}  // namespace plumbline
