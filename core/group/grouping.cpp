#include "core/group/grouping.h"

#include <iterator>

#include "core/group/source_grouper.h"

namespace plumbline {

GroupingResult groupSources(const Grouping& existing, const std::vector<GroupingCandidate>& known,
                            const std::vector<GroupingCandidate>& added) {
    std::vector<std::string> paths;
    for (const GroupingCandidate& each : added) paths.push_back(pathOfRun(each.path, each.reader));
    SourceGrouper grouper(existing, known, std::move(paths));
    GroupingResult result;
    for (const GroupingCandidate& candidate : added)
        if (auto place = grouper.place(candidate))
            std::move(place->offered.begin(), place->offered.end(), std::back_inserter(result.offered));
    result.grouping = grouper.grouping();
    return result;
}

}  // namespace plumbline
