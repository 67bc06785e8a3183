// W: the time over which a run's rates are taken (METRICS §4).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measure/classify.h"
#include "core/measure/settings.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// The words for a W that was worked back so.
inline constexpr std::string_view fromRateBasis = "from the harness's own rate";

enum class WindowBasis : std::uint8_t { starts, duration, none };

struct Window {
    WindowBasis basis = WindowBasis::none;
    Nanoseconds begin{0}, end{0};  ///< on the source's clock; of basis starts
    Nanoseconds lastStart{0};      ///< of basis starts
    Nanoseconds length{0};
    Nanoseconds warmup{0};       ///< in force at the beginning, by hand or by MSER-5
    bool trimmed = false;        ///< warm-up or cool-down taken off: rows count where they end
    bool fromRate = false;       ///< the harness's duration, worked back from a rate of its own: good for no rate
    bool neverHappened = false;  ///< none of the run's rows did: it has no time, and a level has it from its other runs
    std::string reason;          ///< why there is none
    bool holds(Nanoseconds time) const { return begin <= time && time <= end; }
};

/// Whether the run's own times make its W: starts and ends known, and no coarser than 1 ms.
bool hasStarts(const Dataset& data, std::size_t run);

/// W of a run. Starts unknown or coarser than 1 ms: the harness's duration, and nothing is trimmed. Rows that never
/// happened have no part in it; places: of all rows, or none, and then all happened.
Window windowOf(const Dataset& data, std::size_t run, const MeasureSettings& settings,
                std::span<const Place> places = {});

}  // namespace plumbline
