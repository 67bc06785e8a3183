#include "core/store/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/measure/setting_table.h"
#include "core/trace/context.h"

namespace plumbline {
namespace {

using Sentences = std::vector<std::string>;

// Above this many decisions at once a sentence counts them.
constexpr std::size_t singleDecisions = 5;

// The names are those of the command line's options.
void describeMeasure(Sentences& out, const MeasureSettings& now, const MeasureSettings& before) {
    for (const SettingEntry& entry : settingTable()) {
        const std::string was = valueText(entry, before), is = valueText(entry, now);
        if (!entry.option.empty() && was != is) out.push_back(fmt::format("{} {} to {}", entry.logName(), was, is));
    }
}

void describeSlos(Sentences& out, const std::vector<Slo>& now, const std::vector<Slo>& before) {
    const auto has = [](const std::vector<Slo>& slos, const Slo& slo) {
        return std::find(slos.begin(), slos.end(), slo) != slos.end();
    };
    for (const Slo& slo : before)
        if (!has(now, slo)) out.push_back("took away the SLO " + text(slo));
    for (const Slo& slo : now)
        if (!has(before, slo)) out.push_back("added the SLO " + text(slo));
}

std::string nameOf(ConfigurationId id, const ChangeNames& names) {
    const auto found = names.configurations.find(id);
    return found == names.configurations.end() ? fmt::format("configuration {}", static_cast<std::int64_t>(id))
                                               : found->second;
}

std::string nameOf(SourceId id, const ChangeNames& names) {
    const auto found = names.sources.find(id);
    return found == names.sources.end() ? fmt::format("source {}", static_cast<std::int64_t>(id)) : found->second;
}

std::map<SourceId, ConfigurationId> homes(const Grouping& grouping) {
    std::map<SourceId, ConfigurationId> out;
    for (const auto& configuration : grouping.configurations)
        for (const SourceId source : configuration.sources) out[source] = configuration.id;
    return out;
}

void describeMoves(Sentences& out, const Grouping& now, const Grouping& before, const ChangeNames& names) {
    const auto old = homes(before);
    for (const auto& [source, home] : homes(now)) {
        const auto from = old.find(source);
        if (from == old.end() || from->second == home) continue;
        out.push_back(fmt::format("moved {} from {} to {}", nameOf(source, names), nameOf(from->second, names),
                                  nameOf(home, names)));
    }
}

void describeNames(Sentences& out, const Grouping& now, const Grouping& before, const ChangeNames& names) {
    std::map<ConfigurationId, std::optional<std::string>> old;
    for (const auto& configuration : before.configurations) old[configuration.id] = configuration.name;
    for (const auto& configuration : now.configurations) {
        const auto from = old.find(configuration.id);
        const auto was = from == old.end() ? std::nullopt : from->second;
        if (was == configuration.name) continue;
        if (configuration.name)
            out.push_back(
                fmt::format("named {} {}", was.value_or(nameOf(configuration.id, names)), *configuration.name));
        else
            out.push_back(fmt::format("took back the name {}", *was));
    }
}

void describeLoads(Sentences& out, const Grouping& now, const Grouping& before, const ChangeNames& names) {
    const auto place = [&names](const auto& run) {
        return fmt::format("run {} of {}", run.second + 1, nameOf(run.first, names));
    };
    for (const auto& [run, load] : now.typedLoads) {
        const auto was = before.typedLoads.find(run);
        if (was == before.typedLoads.end() || was->second != load)
            out.push_back(fmt::format("typed the load of {}: {}", place(run), text(load)));
    }
    for (const auto& [run, load] : before.typedLoads)
        if (!now.typedLoads.contains(run))
            out.push_back(fmt::format("took back the typed load of {}: {}", place(run), text(load)));
}

void describeEdits(Sentences& out, const ContextEdits& now, const ContextEdits& before, const ChangeNames& names) {
    const auto valueIn = [](const ContextEdits& edits, ConfigurationId id, const std::string& key) {
        const auto configuration = edits.find(id);
        if (configuration == edits.end()) return std::optional<std::string>();
        const auto value = configuration->second.find(key);
        if (value == configuration->second.end()) return std::optional<std::string>();
        return std::optional<std::string>(value->second);
    };
    for (const auto& [id, edits] : now)
        for (const auto& [key, value] : edits)
            if (valueIn(before, id, key) != value)
                out.push_back(fmt::format("{} of {}: {}", key, nameOf(id, names), plainText(value)));
    for (const auto& [id, edits] : before)
        for (const auto& [key, value] : edits)
            if (!valueIn(now, id, key))
                out.push_back(fmt::format("took back {} of {}: {}", key, nameOf(id, names), plainText(value)));
}

void describeHidden(Sentences& out, const Settings& now, const Settings& before, const ChangeNames& names) {
    const auto has = [](const std::vector<ConfigurationId>& list, ConfigurationId id) {
        return std::find(list.begin(), list.end(), id) != list.end();
    };
    for (const ConfigurationId id : now.hidden)
        if (!has(before.hidden, id)) out.push_back("hid " + nameOf(id, names));
    for (const ConfigurationId id : before.hidden)
        if (!has(now.hidden, id)) out.push_back("showed " + nameOf(id, names));
}

void describeThresholds(Sentences& out, const Settings& now, const Settings& before) {
    for (const auto& [id, value] : now.thresholds) {
        const auto was = before.thresholds.find(id);
        if (was == before.thresholds.end() || was->second != value)
            out.push_back(fmt::format("threshold of {}: {}", id, value));
    }
    for (const auto& [id, value] : before.thresholds)
        if (!now.thresholds.contains(id)) out.push_back(fmt::format("took back the threshold of {}", id));
}

using DecisionKey = std::tuple<std::string_view, std::uint64_t, std::string_view, Nanoseconds>;
DecisionKey keyOf(const Decision& each) { return {each.fileSha256, each.record, each.id, each.start}; }

std::map<DecisionKey, const Decision*> byRow(const Settings& settings) {
    std::map<DecisionKey, const Decision*> out;
    if (settings.decisions)
        for (const Decision& each : *settings.decisions) out[keyOf(each)] = &each;
    return out;
}

std::string verbOf(const Decision& decision, bool takenBack) {
    switch (decision.kind) {
        case DecisionKind::keep:
            return takenBack ? "took back keeping" : "kept";
        case DecisionKind::exclude:
            if (decision.neverHappened)
                return takenBack ? "took back excluding as never happened" : "excluded as never happened";
            return takenBack ? "took back excluding" : "excluded";
        case DecisionKind::note:
            break;
    }
    return takenBack ? "took back the note on" : "noted";
}

std::string rowName(const Decision& decision, const ChangeNames& names) {
    const auto file = names.files.find(decision.fileSha256);
    if (file != names.files.end()) return fmt::format("row {} of {}", decision.record, file->second);
    return decision.id.empty() ? fmt::format("row {}", decision.record) : "row " + decision.id;
}

std::string tail(const Decision& decision) {
    std::string out;
    if (!decision.reason.empty()) out += ": " + decision.reason;
    if (!decision.note.empty()) out += fmt::format(" (\"{}\")", decision.note);
    return out;
}

void describe(Sentences& out, const std::vector<const Decision*>& changed, bool takenBack, const ChangeNames& names) {
    std::map<std::tuple<DecisionKind, bool, std::string>, std::vector<const Decision*>> alike;
    for (const Decision* each : changed) alike[{each->kind, each->neverHappened, each->reason}].push_back(each);
    for (const auto& [key, decisions] : alike) {
        const std::string verb = verbOf(*decisions.front(), takenBack);
        if (decisions.size() > singleDecisions) {
            const std::string reason = decisions.front()->reason.empty() ? "" : ": " + decisions.front()->reason;
            out.push_back(fmt::format("{} {} rows{}", verb, decisions.size(), reason));
            continue;
        }
        for (const Decision* each : decisions) out.push_back(verb + " " + rowName(*each, names) + tail(*each));
    }
}

void describeDecisions(Sentences& out, const Settings& now, const Settings& before, const ChangeNames& names) {
    if (now.decisions == before.decisions) return;
    const auto current = byRow(now), old = byRow(before);
    std::vector<const Decision*> made, takenBack;
    for (const auto& [key, decision] : current) {
        const auto was = old.find(key);
        if (was == old.end() || *was->second != *decision) made.push_back(decision);
    }
    for (const auto& [key, decision] : old)
        if (!current.contains(key)) takenBack.push_back(decision);
    describe(out, takenBack, true, names);
    describe(out, made, false, names);
}

}  // namespace

std::vector<std::string> describeChanges(const Settings& now, const Settings& before, const ChangeNames& names) {
    static const Grouping none;
    const Grouping& grouping = now.grouping ? *now.grouping : none;
    const Grouping& old = before.grouping ? *before.grouping : none;
    Sentences out;
    describeMeasure(out, now.measure, before.measure);
    describeSlos(out, now.slos, before.slos);
    describeMoves(out, grouping, old, names);
    describeNames(out, grouping, old, names);
    describeLoads(out, grouping, old, names);
    describeEdits(out, now.edits, before.edits, names);
    describeHidden(out, now, before, names);
    describeThresholds(out, now, before);
    describeDecisions(out, now, before, names);
    return out;
}

}  // namespace plumbline
