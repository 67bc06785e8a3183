#include "core/trace/time_limits.h"

#include <algorithm>

#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

bool isHeldOffset(Nanoseconds time) { return !isKnown(time) || isOffset(time); }

bool isHeldOn(const ClockRange& clock, Nanoseconds time) { return !isKnown(time) || clock.holds(time); }

bool addUp(const std::vector<Nanoseconds>& gaps) {
    Nanoseconds sum{0};
    return std::all_of(gaps.begin(), gaps.end(),
                       [&sum](Nanoseconds gap) { return isOffset(gap) && isOffset(sum += gap); });
}

}  // namespace

bool holdsTimes(const Row& row, const ClockRange& clock) {
    bool holds = addUp(row.gaps);
    forEachRowField([&](const auto& field) {
        if constexpr (fieldKind<decltype(field)> == FieldKind::offset) holds = holds && isHeldOffset(row.*field.inRow);
        if constexpr (fieldKind<decltype(field)> == FieldKind::clockTime)
            holds = holds && isHeldOn(clock, row.*field.inRow);
    });
    return holds;
}

void dropTimes(Row& row, const ClockRange& clock) {
    forEachRowField([&](const auto& field) {
        if constexpr (fieldKind<decltype(field)> == FieldKind::offset)
            if (!isHeldOffset(row.*field.inRow)) row.*field.inRow = unknownTime;
        if constexpr (fieldKind<decltype(field)> == FieldKind::clockTime)
            if (!isHeldOn(clock, row.*field.inRow)) row.*field.inRow = unknownTime;
    });
    if (addUp(row.gaps)) return;
    row.gaps.clear();
    row.gapsKnown = false;
}

}  // namespace plumbline
