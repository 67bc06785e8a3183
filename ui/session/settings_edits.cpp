#include "ui/session/settings_edits.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "ui/session/lookup.h"

namespace plumbline {
namespace {

using Configuration = Grouping::Configuration;

Settings withGrouping(const Settings& settings, Grouping grouping) {
    Settings now = settings;
    now.grouping = std::make_shared<const Grouping>(std::move(grouping));
    return now;
}

Grouping groupingOf(const Settings& settings) { return settings.grouping ? *settings.grouping : Grouping{}; }

Configuration* find(Grouping& grouping, ConfigurationId id) {
    const auto found = std::ranges::find(grouping.configurations, id, &Configuration::id);
    return found == grouping.configurations.end() ? nullptr : &*found;
}

Configuration* holderOf(Grouping& grouping, SourceId source) {
    for (Configuration& configuration : grouping.configurations)
        if (std::ranges::find(configuration.sources, source) != configuration.sources.end()) return &configuration;
    return nullptr;
}

ConfigurationId freshId(const Grouping& grouping) {
    std::int64_t highest = 0;
    for (const Configuration& configuration : grouping.configurations)
        highest = std::max(highest, static_cast<std::int64_t>(configuration.id));
    return ConfigurationId{highest + 1};
}

std::uint32_t positionInSource(const Dataset& data, RunIndex run) {
    std::uint32_t position = 0;
    for (std::size_t i = 0; i < at(run); ++i) position += data.runs[i].source == data.runs[at(run)].source;
    return position;
}

}  // namespace

Settings merged(const Settings& settings, const std::vector<ConfigurationId>& ids) {
    Grouping grouping = groupingOf(settings);
    std::vector<Configuration> kept;
    Configuration* target = nullptr;
    kept.reserve(grouping.configurations.size());
    for (Configuration& configuration : grouping.configurations) {
        const bool chosen = std::ranges::find(ids, configuration.id) != ids.end();
        if (chosen && target) {
            target->sources.insert(target->sources.end(), configuration.sources.begin(), configuration.sources.end());
            continue;
        }
        kept.push_back(std::move(configuration));
        if (chosen) target = &kept.back();  // reserved above: it does not move
    }
    grouping.configurations = std::move(kept);
    return withGrouping(settings, std::move(grouping));
}

Settings splitBySource(const Settings& settings, ConfigurationId id) {
    Grouping grouping = groupingOf(settings);
    Configuration* whole = find(grouping, id);
    if (!whole || whole->sources.size() < 2) return settings;
    const std::vector<SourceId> parts(whole->sources.begin() + 1, whole->sources.end());
    whole->sources.resize(1);
    auto place = grouping.configurations.begin() + (whole - grouping.configurations.data()) + 1;
    Settings now = settings;
    for (const SourceId source : parts) {
        const ConfigurationId fresh = freshId(grouping);
        place = grouping.configurations.insert(place, Configuration{fresh, {}, {source}}) + 1;
        if (const auto edits = settings.edits.find(id); edits != settings.edits.end()) now.edits[fresh] = edits->second;
    }
    return withGrouping(now, std::move(grouping));
}

Settings joined(const Settings& settings, SourceId a, SourceId b) {
    Grouping grouping = groupingOf(settings);
    const Configuration* first = holderOf(grouping, a);
    const Configuration* second = holderOf(grouping, b);
    if (!first || !second || first == second) return settings;
    return merged(settings, {first->id, second->id});
}

Settings renamed(const Settings& settings, ConfigurationId id, const std::string& name) {
    Grouping grouping = groupingOf(settings);
    Configuration* configuration = find(grouping, id);
    if (!configuration) return settings;
    configuration->name = name.empty() ? std::nullopt : std::optional(name);
    return withGrouping(settings, std::move(grouping));
}

Settings withTypedLoad(const Settings& settings, const Dataset& data, std::span<const RunIndex> runs,
                       const Load& load) {
    Grouping grouping = groupingOf(settings);
    for (const RunIndex run : runs) {
        const SourceId source = data.sources[data.runs[at(run)].source].id;
        grouping.typedLoads[{source, positionInSource(data, run)}] = load;
    }
    return withGrouping(settings, std::move(grouping));
}

Settings withEdit(const Settings& settings, ConfigurationId id, const std::string& key,
                  const std::optional<std::string>& json) {
    Settings now = settings;
    if (json) {
        now.edits[id][key] = *json;
    } else if (const auto edits = now.edits.find(id); edits != now.edits.end()) {
        edits->second.erase(key);
        if (edits->second.empty()) now.edits.erase(edits);
    }
    return now;
}

std::optional<double> defaultThreshold(const std::string& id) {
    for (const auto& registry : {findingRegistry(), ruleRegistry()})
        for (const CheckEntry& entry : registry)
            if (entry.id == id && entry.threshold) return entry.threshold;
    return {};
}

Settings withThreshold(const Settings& settings, const std::string& id, std::optional<double> threshold) {
    Settings now = settings;
    now.thresholds.erase(id);
    if (threshold && threshold != defaultThreshold(id)) now.thresholds[id] = *threshold;
    return now;
}

Settings withShown(const Settings& settings, ConfigurationId id, bool shown) {
    Settings now = settings;
    std::erase(now.hidden, id);
    if (!shown) now.hidden.push_back(id);
    std::ranges::sort(now.hidden);
    return now;
}

Settings withDecisions(const Settings& settings, const Dataset& data, std::span<const RowIndex> rows,
                       const Verdicting& verdicting) {
    auto decisions = settings.decisions ? *settings.decisions : std::vector<Decision>{};
    const DecisionIndex index(settings.decisions);
    for (const RowIndex row : rows) {
        Decision decision{fileOf(data, row).sha256, data.rows.record[at(row)], data.strings[data.rows.id[at(row)]],
                          data.rows.start[at(row)], verdicting.kind,           verdicting.reason,
                          verdicting.note,          verdicting.reviewer,       verdicting.at};
        decision.neverHappened = verdicting.neverHappened;
        const auto position = index.position(data, row);
        if (!position) {
            decisions.push_back(std::move(decision));
            continue;
        }
        Decision& old = decisions[*position];
        if (verdicting.kind == DecisionKind::note) {
            decision.kind = old.kind;
            decision.neverHappened = old.neverHappened;
        }
        if (decision.note.empty() && verdicting.kind != DecisionKind::note) decision.note = old.note;
        if (decision.reason.empty()) decision.reason = old.reason;
        old = std::move(decision);
    }
    Settings now = settings;
    now.decisions = std::make_shared<const std::vector<Decision>>(std::move(decisions));
    return now;
}

Settings withoutDecisions(const Settings& settings, const Dataset& data, std::span<const RowIndex> rows) {
    const DecisionIndex index(settings.decisions);
    std::set<std::size_t> out;
    for (const RowIndex row : rows)
        if (const auto position = index.position(data, row)) out.insert(*position);
    if (out.empty()) return settings;
    std::vector<Decision> kept;
    for (std::size_t i = 0; i < settings.decisions->size(); ++i)
        if (!out.contains(i)) kept.push_back((*settings.decisions)[i]);
    Settings now = settings;
    now.decisions = kept.empty() ? nullptr : std::make_shared<const std::vector<Decision>>(std::move(kept));
    return now;
}

Grouping adopted(const Grouping& base, const Grouping& stored) {
    std::set<SourceId> present;
    for (const Configuration& configuration : stored.configurations)
        present.insert(configuration.sources.begin(), configuration.sources.end());
    Grouping out = base;
    for (Configuration& configuration : out.configurations)
        std::erase_if(configuration.sources, [&](SourceId source) { return !present.contains(source); });
    std::erase_if(out.configurations, [](const Configuration& configuration) { return configuration.sources.empty(); });
    std::unordered_map<SourceId, std::size_t> holders;  // position of the configuration that holds it
    std::set<ConfigurationId> ids;
    for (std::size_t i = 0; i < out.configurations.size(); ++i) {
        ids.insert(out.configurations[i].id);
        for (const SourceId source : out.configurations[i].sources) holders.try_emplace(source, i);
    }
    for (const Configuration& wanted : stored.configurations) {
        const auto held = std::ranges::find_if(wanted.sources, [&](SourceId each) { return holders.contains(each); });
        std::optional<std::size_t> beside;
        if (held != wanted.sources.end()) beside = holders[*held];
        for (const SourceId source : wanted.sources) {
            if (holders.contains(source)) continue;
            if (!beside) {
                const ConfigurationId id = ids.contains(wanted.id) ? freshId(out) : wanted.id;
                ids.insert(id);
                beside = out.configurations.size();
                out.configurations.push_back({id, wanted.name, {}});
            }
            out.configurations[*beside].sources.push_back(source);
            holders[source] = *beside;
        }
    }
    std::erase_if(out.typedLoads, [&](const auto& typed) { return !present.contains(typed.first.first); });
    return out;
}

namespace {

/// By what a decision is known again, whatever file and record it speaks of now.
auto nameOf(const Decision& decision) {
    return std::tie(decision.id, decision.start, decision.kind, decision.reason, decision.note, decision.reviewer,
                    decision.at);
}

}  // namespace

std::shared_ptr<const std::vector<Decision>> carriedOver(const std::shared_ptr<const std::vector<Decision>>& decisions,
                                                         const std::shared_ptr<const std::vector<Decision>>& stored,
                                                         const Dataset& data) {
    if (!decisions || !stored) return decisions;
    std::set<std::string_view> present;
    for (const DataFile& file : data.files) present.insert(file.sha256);
    const auto isGone = [&](const Decision& one) { return !present.contains(one.fileSha256); };
    if (std::ranges::none_of(*decisions, isGone)) return decisions;
    const auto byName = [](const Decision* a, const Decision* b) { return nameOf(*a) < nameOf(*b); };
    std::multiset<const Decision*, decltype(byName)> there(byName);
    for (const Decision& one : *stored)
        if (!isGone(one)) there.insert(&one);
    std::vector<Decision> out = *decisions;
    for (Decision& one : out) {
        if (!isGone(one)) continue;
        const auto [begin, end] = there.equal_range(&one);
        // Rows without id and start share a name: the store carries those to the record of the same number alone.
        const auto same = std::find_if(begin, end, [&](const Decision* each) { return each->record == one.record; });
        const auto found = same != end ? same : begin != end && std::next(begin) == end ? begin : end;
        if (found == end) continue;
        one.fileSha256 = (*found)->fileSha256;
        one.record = (*found)->record;
    }
    return std::make_shared<const std::vector<Decision>>(std::move(out));
}

}  // namespace plumbline
