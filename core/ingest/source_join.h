// Objects of one file that say the same of themselves are one source: the lines of a sweep, the benchmarks of a report.
#pragma once

#include <cstddef>
#include <vector>

#include "core/trace/context.h"

namespace plumbline {

/// The source that this context and boundary belong to, added where there is none. Notes may differ (the date of each
/// run); those that do are dropped.
std::size_t joinSource(std::vector<SourceInfo>& sources, Context context, TimingBoundary boundary);

}  // namespace plumbline
