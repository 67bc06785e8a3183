// Configurations are named by what differs among those loaded (metrics §6).
#pragma once

#include <string>
#include <vector>

#include "core/trace/context.h"

namespace plumbline {

/// One name a context, all different: the configuration's own name, else the values that tell it from the others, else
/// its fallback (a path, cut to the parts that differ). The three lists have one length; none gives none.
std::vector<std::string> nameByDifference(const std::vector<Context>& contexts,
                                          const std::vector<TimingBoundary>& boundaries,
                                          const std::vector<std::string>& fallbackPaths);

}  // namespace plumbline
