#include "core/trace/time_limits.h"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::array<Nanoseconds Row::*, 8> offsets{&Row::headers,      &Row::firstByte,  &Row::firstReasoning,
                                                    &Row::firstContent, &Row::firstToken, &Row::lastContent,
                                                    &Row::end,          &Row::queue};
constexpr std::array<Nanoseconds Row::*, 2> clockTimes{&Row::scheduled, &Row::start};

bool isHeldOffset(Nanoseconds time) { return !isKnown(time) || isOffset(time); }

bool isHeldOn(const ClockRange& clock, Nanoseconds time) { return !isKnown(time) || clock.holds(time); }

bool addUp(const std::vector<Nanoseconds>& gaps) {
    Nanoseconds sum{0};
    return std::all_of(gaps.begin(), gaps.end(),
                       [&sum](Nanoseconds gap) { return isOffset(gap) && isOffset(sum += gap); });
}

}  // namespace

bool holdsTimes(const Row& row, const ClockRange& clock) {
    return std::all_of(offsets.begin(), offsets.end(), [&row](auto member) { return isHeldOffset(row.*member); }) &&
           std::all_of(clockTimes.begin(), clockTimes.end(),
                       [&](auto member) { return isHeldOn(clock, row.*member); }) &&
           addUp(row.gaps);
}

void dropTimes(Row& row, const ClockRange& clock) {
    for (const auto member : offsets)
        if (!isHeldOffset(row.*member)) row.*member = unknownTime;
    for (const auto member : clockTimes)
        if (!isHeldOn(clock, row.*member)) row.*member = unknownTime;
    if (addUp(row.gaps)) return;
    row.gaps.clear();
    row.gapsKnown = false;
}

}  // namespace plumbline
