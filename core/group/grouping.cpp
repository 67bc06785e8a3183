#include <map>

#include "core/group/grouping.h"
#include "core/measure/naming.h"

namespace plumbline {

std::vector<std::string> configurationNames(const Grouping& grouping, const std::vector<GroupingCandidate>& sources) {
    std::map<SourceId, const GroupingCandidate*> byId;
    for (const GroupingCandidate& source : sources) byId[source.id] = &source;
    std::vector<std::string> paths;
    paths.reserve(sources.size());
    for (const GroupingCandidate& source : sources) paths.push_back(pathOfRun(source.path, source.reader));
    const PathScheme scheme(std::move(paths));
    std::vector<Nameable> configurations;
    for (const auto& configuration : grouping.configurations) {
        Nameable& named = configurations.emplace_back();
        named.given = configuration.name;
        named.folder = scheme.folder();
        std::vector<PathWords> words;
        for (const SourceId id : configuration.sources) {
            const auto found = byId.find(id);
            if (found == byId.end()) continue;
            const GroupingCandidate& source = *found->second;
            if (words.empty()) {
                named.boundary = source.boundary;
                named.promptTokens = source.medianPrompt;
                named.outputTokens = source.medianOutput;
            }
            words.push_back(scheme.words({pathOfRun(source.path, source.reader), source.reader, source.numbers}));
            named.context.insert(source.context.begin(), source.context.end());
        }
        std::vector<const PathWords*> all;
        all.reserve(words.size());
        for (const PathWords& each : words) all.push_back(&each);
        named.words = wordsOfAll(all);
    }
    return nameByDifference(configurations);
}

}  // namespace plumbline
