// A figure over a cutoff, computed beforehand (core/judge/sensitivity.h): lines, who leads where, and the rows below.
#pragma once

#include "core/judge/sensitivity/sensitivity.h"
#include "ui/charts/build_charts.h"

namespace plumbline {

/// What of a sensitivity is drawn: a ranking, or where a limit is crossed.
struct SensitivityPick {
    CutoffKind kind = CutoffKind::interval;
    Quantity quantity;
    Load load;
    std::optional<std::size_t> slo;  ///< the load at its crossing, in place of the quantity
    std::int64_t cutoff = 0;         ///< in force now: the line that a hand can drag
};

inline constexpr int cutoffHandle = 0;
/// Two plots in a stack: a line a configuration, gaps where it is withheld, over bands in the colour of who leads; and
/// how many rows lie where, with the suggested cutoff. Figures are those that the sensitivity is of.
ChartSpec sensitivityChart(const Figures& figures, const Settings& settings, const Sensitivity& sensitivity,
                           const SensitivityPick& pick, const ChartLook& look);

}  // namespace plumbline
