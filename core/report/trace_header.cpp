#include "core/report/trace_header.h"

#include <algorithm>

#include "core/ingest/grouping.h"
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

const Grouping::Configuration* configurationOf(const Settings& settings, SourceId source) {
    if (!settings.grouping) return nullptr;
    for (const auto& each : settings.grouping->configurations)
        if (std::find(each.sources.begin(), each.sources.end(), source) != each.sources.end()) return &each;
    return nullptr;
}

std::vector<GroupingCandidate> candidates(const Dataset& data) {
    std::vector<GroupingCandidate> out;
    for (const Source& source : data.sources) {
        const DataFile& file = data.files[source.file];
        GroupingCandidate candidate;
        candidate.id = source.id;
        candidate.path = file.path;
        candidate.reader = file.reader;
        candidate.context = source.context;
        candidate.boundary = source.boundary;
        candidate.medianPrompt = source.typicalPrompt;
        candidate.medianOutput = source.typicalOutput;
        out.push_back(std::move(candidate));
    }
    return out;
}

/// Facts in force, a person's edits of the configuration included.
Context factsInForce(const Dataset& data, const Settings& settings, std::size_t source) {
    Context context = data.sources[source].context;
    const auto* configuration = configurationOf(settings, data.sources[source].id);
    if (configuration == nullptr) return context;
    if (const auto edits = settings.edits.find(configuration->id); edits != settings.edits.end())
        for (const auto& [key, jsonText] : edits->second) context[key].edited = jsonText;
    return context;
}

/// "workload.name" goes into the object "workload", "note.date" into "note", all else into "configuration".
void addFacts(const Context& context, Json& out) {
    for (const auto& [key, fact] : context) {
        if (!fact.stated && !fact.edited) continue;
        Json value = factJson(fact.inForce());
        if (value.is_null()) continue;
        if (key.starts_with("workload."))
            out["workload"][key.substr(9)] = std::move(value);
        else if (key.starts_with("note."))
            out["note"][key.substr(5)] = std::move(value);
        else
            out["configuration"][key] = std::move(value);
    }
}

Json boundaryObject(const TimingBoundary& boundary) {
    Json out = Json::object();
    for (const auto& [key, word] : {std::pair{"start", &boundary.start},
                                    {"first", &boundary.first},
                                    {"end", &boundary.end},
                                    {"tokens", &boundary.tokens},
                                    {"clock", &boundary.clock}})
        if (!word->empty()) out[key] = *word;
    return out;
}

void addRun(const RunInfo& run, Json& out) {
    if (isKnown(run.declaredDuration)) out["run"]["duration_ns"] = run.declaredDuration.count();
    if (run.declaredRequests) out["run"]["requests"] = *run.declaredRequests;
    for (const auto& [key, value] : run.reported) out["reported"][key] = value;
}

}  // namespace

bool saysSomething(const RunInfo& run) {
    return isKnown(run.declaredDuration) || run.declaredRequests || !run.reported.empty();
}

std::vector<std::optional<std::string>> exportNames(const Dataset& data, const Settings& settings) {
    std::vector<std::optional<std::string>> out(data.sources.size());
    if (!settings.grouping) return out;
    const auto& configurations = settings.grouping->configurations;
    const std::vector<std::string> names = configurationNames(*settings.grouping, candidates(data));
    for (std::size_t i = 0; i < data.sources.size(); ++i) {
        const auto* configuration = configurationOf(settings, data.sources[i].id);
        if (configuration == nullptr) continue;
        const bool named = factText(data.sources[i].context, "name").has_value();
        if (configuration->name)
            out[i] = configuration->name;
        else if (!named && configurations.size() > 1)
            out[i] = names[static_cast<std::size_t>(configuration - configurations.data())];
    }
    return out;
}

std::string headerLine(const Dataset& data, const Settings& settings, std::size_t source,
                       const std::optional<std::string>& name, const RunInfo* run) {
    const TimingBoundary& boundary = data.sources[source].boundary;
    Json out = {{"plumbline", "trace/1"}};
    if (!boundary.clock.empty()) out["clock"] = boundary.clock;
    if (const Json object = boundaryObject(boundary); !object.empty()) out["timing_boundary"] = object;
    out["configuration"] = Json::object();
    addFacts(factsInForce(data, settings, source), out);
    if (name) out["configuration"]["name"] = *name;
    if (run != nullptr) addRun(*run, out);
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plumbline
