#include <map>

#include "core/ingest/grouping.h"
#include "core/measure/naming.h"

namespace plumbline {

std::vector<std::string> configurationNames(const Grouping& grouping, const std::vector<GroupingCandidate>& sources) {
    std::map<SourceId, const GroupingCandidate*> byId;
    for (const GroupingCandidate& source : sources) byId[source.id] = &source;
    std::vector<Nameable> configurations;
    for (const auto& configuration : grouping.configurations) {
        Nameable& named = configurations.emplace_back();
        named.given = configuration.name;
        for (const SourceId id : configuration.sources) {
            const auto found = byId.find(id);
            if (found == byId.end()) continue;
            const GroupingCandidate& source = *found->second;
            if (named.path.empty()) {
                named.path = source.path;
                named.boundary = source.boundary;
                named.promptTokens = source.medianPrompt;
                named.outputTokens = source.medianOutput;
            }
            named.context.insert(source.context.begin(), source.context.end());
        }
    }
    return nameByDifference(configurations);
}

}  // namespace plumbline
