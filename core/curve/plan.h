// What is to be measured: configurations, and the runs that make each of their levels.
#pragma once

#include <string>
#include <vector>

#include "core/measure/measure_level.h"
#include "core/measure/naming.h"
#include "core/trace/size_limits.h"

namespace plumbline {

struct ConfigurationPlan {
    ConfigurationId id{};
    std::string name;
    Dimensions dimensions;             ///< what differs among the configurations
    std::vector<std::size_t> sources;  ///< positions in Dataset::sources, ascending
    Context context;                   ///< of all sources, the first speaks first; edits applied
    TimingBoundary boundary;
    std::vector<LevelPlan> levels;  ///< by load; at one load rows before summaries, then in the order of runs
    bool isMeasured = true;         ///< not above the limits
};

/// Configurations in the order of first file. A source that the grouping does not place is a configuration of its own,
/// with a negative id. Those above the limits of configurations and levels keep no levels, and are said in
/// `met`.
std::vector<ConfigurationPlan> planOf(const Dataset& data, const Settings& settings, std::vector<LimitMet>& met);

}  // namespace plumbline
