// Objects of one file that say the same of themselves, of requests of about the same lengths, are one source: the lines
// of a sweep, the benchmarks of a report.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/group/grouping_fit.h"
#include "core/trace/context.h"

namespace plumbline {

class SourceJoiner {
public:
    /// `sources` must outlive this.
    explicit SourceJoiner(std::vector<SourceInfo>& sources) : m_sources(sources) {}

    /// The source that this context, boundary and workload belong to, added where there is none. Notes may differ (the
    /// date of each run); those that do are dropped. Lengths apart as those of two files would be (METRICS §6) part.
    std::size_t join(Context context, TimingBoundary boundary, const WorkloadLengths& lengths);

private:
    /// The least and the largest of each length in a source, of objects with rows and of summaries.
    struct Extent {
        WorkloadLengths least, largest;
        bool isEmpty = true;
    };
    struct Extents {
        Extent rows, summaries;
    };
    bool isNear(const Extents& extents, const WorkloadLengths& lengths) const;

    std::vector<SourceInfo>& m_sources;
    std::vector<Extents> m_extents;                                     ///< one a source
    std::unordered_map<std::string, std::vector<std::size_t>> m_alike;  ///< sources by what they say of themselves
};

/// Lengths of an object with rows: prompt tokens of those that went well, output tokens of those with output. Reorders.
WorkloadLengths lengthsOfRows(std::vector<Count>& prompts, std::vector<Count>& outputs);
/// What a harness's own figures say that they were, on average.
WorkloadLengths lengthsOfSummary(const RunInfo& run);

}  // namespace plumbline
