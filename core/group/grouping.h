// Which sources are one configuration (METRICS §6): decided once, at import, from all ok rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure/settings.h"
#include "core/trace/context.h"
#include "core/trace/path_numbers.h"

namespace plumbline {

/// What grouping looks at. Lengths over ok rows (output: rows with output); a summary has its mean in both.
struct GroupingCandidate {
    SourceId id{};
    std::string path;
    std::string reader;
    Context context;
    TimingBoundary boundary;
    std::size_t okRows = 0;
    bool summaryOnly = false;
    std::optional<double> medianPrompt, medianOutput;
    std::optional<double> meanPrompt, meanOutput;  ///< what a summary is compared with: like with like
    PathNumbers numbers;                           ///< what a number in its path may repeat
};

/// A join that is likely but not sure: a person is asked.
struct OfferedJoin {
    SourceId a{}, b{};
    std::string reason;  ///< "the paths differ: v0.9.1 and v0.10.0", "fewer than 30 rows and lengths not declared"
};

/// Names of configurations by what differs among them, in order; a given name stands.
std::vector<std::string> configurationNames(const Grouping& grouping, const std::vector<GroupingCandidate>& sources);

}  // namespace plumbline
