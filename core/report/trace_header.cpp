#include "core/report/trace_header.h"

#include <algorithm>
#include <cassert>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

const ConfigurationFigures& configurationOf(const Figures& figures, std::size_t source) {
    const auto holds = [source](const ConfigurationFigures& each) {
        return std::find(each.sources.begin(), each.sources.end(), source) != each.sources.end();
    };
    const auto found = std::find_if(figures.configurations.begin(), figures.configurations.end(), holds);
    if (found != figures.configurations.end()) return *found;
    const auto other = std::find_if(figures.unmeasured.begin(), figures.unmeasured.end(), holds);
    assert(other != figures.unmeasured.end() && "a source is in a configuration");
    return *other;
}

bool namedByPerson(const Settings& settings, ConfigurationId id) {
    if (!settings.grouping) return false;
    const auto& all = settings.grouping->configurations;
    return std::any_of(all.begin(), all.end(), [id](const auto& each) { return each.id == id && each.name; });
}

/// Facts in force, a person's edits of the configuration included.
Context factsInForce(const TraceInput& input, std::size_t source) {
    Context context = input.data.sources[source].context;
    const auto edits = input.settings.edits.find(configurationOf(input.figures, source).id);
    if (edits != input.settings.edits.end())
        for (const auto& [key, jsonText] : edits->second) context[key].edited = jsonText;
    return context;
}

/// "workload.name" goes into the object "workload", "note.date" into "note", all else into "configuration".
void addFact(const std::string& key, const std::string& jsonText, Json& out) {
    Json value = factJson(jsonText);
    if (value.is_null()) return;
    if (key.starts_with("workload."))
        out["workload"][key.substr(9)] = std::move(value);
    else if (key.starts_with("note."))
        out["note"][key.substr(5)] = std::move(value);
    else
        out["configuration"][key] = std::move(value);
}

/// What the file said stays where it was; what was edited since goes into "edited", which is in force. The group and
/// the harness of an older export give way to this one's.
void addFacts(const Context& context, Json& out) {
    Json edited = Json::object();
    for (const auto& [key, fact] : context) {
        if (key == "note.group" || key == "note.dialect") continue;
        if (fact.stated) addFact(key, *fact.stated, out);
        if (fact.edited) addFact(key, *fact.edited, edited);
    }
    if (!edited.empty()) out["edited"] = std::move(edited);
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
    if (run.declaredCompleted) out["run"]["completed"] = *run.declaredCompleted;
    if (run.startsCoarse) out["run"]["starts_coarse"] = true;
    for (const auto& [key, value] : run.reported) out["reported"][key] = value;
}

}  // namespace

bool saysSomething(const RunInfo& run) {
    return isKnown(run.declaredDuration) || run.declaredRequests || run.declaredCompleted || run.startsCoarse ||
           !run.reported.empty();
}

std::string exportGroup(const TraceInput& input, std::size_t source) {
    return configurationOf(input.figures, source).name;
}

std::string headerLine(const TraceInput& input, std::size_t source, bool grouped, const RunInfo* run) {
    const TimingBoundary& boundary = input.data.sources[source].boundary;
    const ConfigurationFigures& configuration = configurationOf(input.figures, source);
    Json out = {{"plumbline", "trace/1"}};
    if (!boundary.clock.empty()) out["clock"] = boundary.clock;
    if (const Json object = boundaryObject(boundary); !object.empty()) out["timing_boundary"] = object;
    out["configuration"] = Json::object();
    addFacts(factsInForce(input, source), out);
    if (namedByPerson(input.settings, configuration.id)) out["edited"]["configuration"]["name"] = configuration.name;
    if (grouped) out["group"] = exportGroup(input, source);
    if (input.data.sources[source].warmupRemoved) out["warmup_removed"] = true;
    if (const auto dialect = dialectOf(input.data, source)) out["harness"] = entry(*dialect).name;
    if (run != nullptr) addRun(*run, out);
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plumbline
