#include "core/curve/plan.h"

#include <algorithm>
#include <map>

#include "core/trace/prepared.h"

namespace plumbline {

namespace {

/// Positions of sources by their ids.
std::map<SourceId, std::size_t> positionsOf(const Dataset& data) {
    std::map<SourceId, std::size_t> positions;
    for (std::size_t source = 0; source < data.sources.size(); ++source) positions[data.sources[source].id] = source;
    return positions;
}

std::vector<ConfigurationPlan> grouped(const Dataset& data, const Grouping& grouping) {
    const auto positions = positionsOf(data);
    std::vector<bool> isPlaced(data.sources.size(), false);
    std::vector<ConfigurationPlan> plans;
    for (const auto& configuration : grouping.configurations) {
        ConfigurationPlan plan;
        plan.id = configuration.id;
        plan.name = configuration.name.value_or("");
        for (const SourceId id : configuration.sources) {
            const auto found = positions.find(id);
            if (found == positions.end() || isPlaced[found->second]) continue;
            isPlaced[found->second] = true;
            plan.sources.push_back(found->second);
        }
        std::sort(plan.sources.begin(), plan.sources.end());
        if (!plan.sources.empty()) plans.push_back(std::move(plan));
    }
    for (std::size_t source = 0; source < data.sources.size(); ++source) {
        if (isPlaced[source]) continue;
        ConfigurationPlan plan;
        plan.id = ConfigurationId(-1 - static_cast<std::int64_t>(source));
        plan.sources = {source};
        plans.push_back(std::move(plan));
    }
    return plans;
}

void fillBoundary(TimingBoundary& boundary, const TimingBoundary& other) {
    const auto fill = [](std::string& text, const std::string& from) {
        if (text.empty()) text = from;
    };
    fill(boundary.start, other.start);
    fill(boundary.first, other.first);
    fill(boundary.end, other.end);
    fill(boundary.tokens, other.tokens);
    fill(boundary.clock, other.clock);
}

/// By source, who counted the tokens. A row's own word outranks its header's: where all rows name one, that is it.
std::vector<std::string> tokenSources(const Dataset& data) {
    std::vector<unsigned> named(data.sources.size(), 0);
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        named[data.runs[run].source] |= data.prepared->runs[run].tokenSources;
    std::vector<std::string> out;
    for (std::size_t source = 0; source < data.sources.size(); ++source) {
        out.push_back(data.sources[source].boundary.tokens);
        for (unsigned word = 1; word <= static_cast<unsigned>(TokenSource::requested); ++word)
            if (named[source] == 1U << word) out.back() = name(static_cast<TokenSource>(word));
    }
    return out;
}

void describe(const Dataset& data, const Settings& settings, const std::vector<std::string>& tokens,
              ConfigurationPlan& plan) {
    for (const std::size_t source : plan.sources) {
        plan.context.insert(data.sources[source].context.begin(), data.sources[source].context.end());
        TimingBoundary boundary = data.sources[source].boundary;
        boundary.tokens = tokens[source];
        fillBoundary(plan.boundary, boundary);
    }
    const auto edits = settings.edits.find(plan.id);
    if (edits == settings.edits.end()) return;
    for (const auto& [key, jsonText] : edits->second) plan.context[key].edited = jsonText;
}

struct LoadedRun {
    Load load;
    std::uint32_t run = 0;
    bool summaryOnly = false;
    friend bool operator<(const LoadedRun& a, const LoadedRun& b) {
        return std::tie(a.load, a.summaryOnly, a.run) < std::tie(b.load, b.summaryOnly, b.run);
    }
};

/// Runs of each source with the loads in force, a person's word before the file's.
std::vector<std::vector<LoadedRun>> loadedRuns(const Dataset& data, const Grouping& grouping) {
    std::vector<std::vector<LoadedRun>> runs(data.sources.size());
    std::vector<std::uint32_t> position(data.sources.size(), 0);
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const Run& info = data.runs[run];
        const auto typed = grouping.typedLoads.find({data.sources[info.source].id, position[info.source]++});
        const Load load = typed != grouping.typedLoads.end() ? typed->second : info.info.load;
        const bool isSummary = info.info.summaryOnly && info.rowCount == 0;
        if (!info.superseded) runs[info.source].push_back({load, static_cast<std::uint32_t>(run), isSummary});
    }
    return runs;
}

// Runs with rows at one load are one level. Summaries are never pooled, nor are runs whose load nobody states.
bool joins(const LevelPlan& level, const LoadedRun& run) {
    return level.load == run.load && !level.summaryOnly && !run.summaryOnly && run.load.kind != LoadKind::notStated;
}

std::vector<LevelPlan> levelsOf(const std::vector<std::vector<LoadedRun>>& bySource,
                                const std::vector<std::size_t>& sources) {
    std::vector<LoadedRun> runs;
    for (const std::size_t source : sources) runs.insert(runs.end(), bySource[source].begin(), bySource[source].end());
    std::sort(runs.begin(), runs.end());
    std::vector<LevelPlan> levels;
    for (const LoadedRun& run : runs) {
        if (levels.empty() || !joins(levels.back(), run)) levels.push_back({run.load, {}, run.summaryOnly});
        levels.back().runs.push_back(run.run);
    }
    return levels;
}

/// Whether all that the sources of a configuration say is said by runs that are here themselves: it is those runs'
/// reported figures and no configuration (METRICS §6).
bool isSuperseded(const Dataset& data, const ConfigurationPlan& plan) {
    if (!plan.levels.empty()) return false;
    return std::any_of(data.runs.begin(), data.runs.end(), [&](const Run& run) {
        return run.superseded && std::binary_search(plan.sources.begin(), plan.sources.end(), run.source);
    });
}

/// The first ones are measured: the last configuration that is, with as many levels as there is room for.
void keepToLimits(std::vector<ConfigurationPlan>& plans, std::vector<LimitMet>& met) {
    const std::size_t most = limitOf(SizeLimit::configurations), mostLevels = limitOf(SizeLimit::levels);
    if (plans.size() > most) met.push_back({SizeLimit::configurations, most, plans.size() - most});
    std::size_t room = mostLevels, leftOut = 0;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::vector<LevelPlan>& levels = plans[i].levels;
        const std::size_t kept = i < most ? std::min(room, levels.size()) : 0;
        if (i < most) leftOut += levels.size() - kept;
        plans[i].isMeasured = i < most && (kept > 0 || levels.empty());
        levels.resize(kept);
        room -= kept;
    }
    if (leftOut > 0) met.push_back({SizeLimit::levels, mostLevels, leftOut});
}

void nameAll(const Dataset& data, std::vector<ConfigurationPlan>& plans) {
    std::vector<Nameable> configurations;
    for (const ConfigurationPlan& plan : plans) {
        const Source& first = data.sources[plan.sources.front()];
        std::vector<const PathWords*> paths;
        for (const std::size_t source : plan.sources) paths.push_back(&data.prepared->paths[source]);
        configurations.push_back({plan.name.empty() ? std::nullopt : std::optional(plan.name), plan.context,
                                  plan.boundary, first.typicalPrompt, first.typicalOutput, wordsOfAll(paths),
                                  data.prepared->folder});
    }
    const auto names = nameByDifference(configurations);
    auto dimensions = dimensionsOf(configurations);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].name = names[i];
        plans[i].dimensions = std::move(dimensions[i]);
    }
}

}  // namespace

std::vector<ConfigurationPlan> planOf(const Dataset& data, const Settings& settings, std::vector<LimitMet>& met) {
    static const Grouping nothing;
    const Grouping& grouping = settings.grouping ? *settings.grouping : nothing;
    auto plans = grouped(data, grouping);
    const auto firstFile = [&data](const ConfigurationPlan& plan) { return data.sources[plan.sources.front()].file; };
    std::stable_sort(plans.begin(), plans.end(),
                     [&](const auto& a, const auto& b) { return firstFile(a) < firstFile(b); });
    const auto runs = loadedRuns(data, grouping);
    const auto tokens = tokenSources(data);
    for (ConfigurationPlan& plan : plans) {
        describe(data, settings, tokens, plan);
        plan.levels = levelsOf(runs, plan.sources);
    }
    std::erase_if(plans, [&data](const ConfigurationPlan& plan) { return isSuperseded(data, plan); });
    keepToLimits(plans, met);
    nameAll(data, plans);
    return plans;
}

}  // namespace plumbline
