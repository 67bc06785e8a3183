// Who may be marked as the best of several (METRICS §7): only one that is matched with all it would lead.
#pragma once

#include <span>

#include "core/judge/compare/comparison.h"

namespace plumbline {

/// The comparison of two configurations, in whatever order, at a load; null where they were not compared.
const LevelComparison* comparisonOf(const Comparisons& comparisons, std::size_t one, std::size_t other,
                                    const Load& load);
/// Why the leader may not be marked at this load: the refusal of the first of the others that it is not matched with.
/// Empty: it is matched with all. The others may hold the leader itself.
std::string refusalToLead(const Figures& figures, const Comparisons& comparisons, std::size_t leader,
                          std::span<const std::size_t> others, const Load& load);

}  // namespace plumbline
