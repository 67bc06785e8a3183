#include "core/store/settings_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/store/catalog.h"
#include "core/trace/run_limits.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largestId = std::int64_t{1} << 53;  // the next one fits

constexpr std::array<std::pair<DecisionKind, std::string_view>, 3> decisionWords{
    {{DecisionKind::keep, "keep"}, {DecisionKind::exclude, "exclude"}, {DecisionKind::note, "note"}}};

std::string_view wordOf(DecisionKind kind) {
    for (const auto& [each, word] : decisionWords)
        if (each == kind) return word;
    return "note";
}

DecisionKind kindOf(std::string_view text) {
    for (const auto& [each, word] : decisionWords)
        if (word == text) return each;
    return DecisionKind::note;
}

const std::vector<Decision>& listOf(const Settings& settings) {
    static const std::vector<Decision> none;
    return settings.decisions ? *settings.decisions : none;
}

const Grouping& groupingOf(const Settings& settings) {
    static const Grouping none;
    return settings.grouping ? *settings.grouping : none;
}

std::int64_t number(SourceId id) { return static_cast<std::int64_t>(id); }
std::int64_t number(ConfigurationId id) { return static_cast<std::int64_t>(id); }

std::vector<Decision> readDecisions(Connection& connection) {
    std::vector<Decision> decisions;
    auto row = connection.prepare(
        "SELECT file_sha256, record, request_id, start_ns, decision, reason, note, reviewer, at, never_happened "
        "FROM decisions "
        "ORDER BY position");
    while (row.next()) {
        Decision& each = decisions.emplace_back();
        each.fileSha256 = row.text(0);
        each.record = static_cast<std::uint64_t>(row.integer(1));
        each.id = row.text(2);
        if (const auto start = row.maybeInteger(3)) each.start = Nanoseconds(*start);
        each.kind = kindOf(row.text(4));
        each.reason = row.text(5);
        each.note = row.text(6);
        each.reviewer = row.text(7);
        each.at = row.text(8);
        each.neverHappened = each.kind == DecisionKind::exclude && row.integer(9) != 0;
    }
    return decisions;
}

// Position by position: the one that is added, changed or taken back is written, not the list.
void writeDecisions(Connection& connection, const std::vector<Decision>& now, const std::vector<Decision>& before) {
    auto put = connection.prepare(
        "INSERT OR REPLACE INTO decisions (position, file_sha256, record, request_id, start_ns, decision, reason, "
        "note, reviewer, at, never_happened) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t place = 0; place < now.size(); ++place) {
        const Decision& each = now[place];
        if (place < before.size() && before[place] == each) continue;
        const std::optional<std::int64_t> start =
            isKnown(each.start) ? std::optional<std::int64_t>(each.start.count()) : std::nullopt;
        put.runWith(static_cast<std::int64_t>(place), each.fileSha256, static_cast<std::int64_t>(each.record), each.id,
                    start, wordOf(each.kind), each.reason, each.note, each.reviewer, each.at,
                    std::int64_t{each.neverHappened ? 1 : 0});
    }
    connection.prepare("DELETE FROM decisions WHERE position >= ?").runWith(static_cast<std::int64_t>(now.size()));
}

void writeValues(Connection& connection, const Settings& now, const Settings& before) {
    const Json document = Json::parse(settingsJson(now)), old = Json::parse(settingsJson(before));
    auto put = connection.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)");
    for (const auto& [key, value] : document.items())
        if (!old.contains(key) || old[key] != value || key == "plumbline") put.runWith(key, value.dump());
}

std::string storedDocument(Connection& connection) {
    std::string document = "{";
    auto row = connection.prepare("SELECT key, value FROM settings ORDER BY key");
    while (row.next()) {
        if (document.size() > 1) document += ",";
        document += Json(std::string(row.text(0))).dump(-1, ' ', false, Json::error_handler_t::replace) + ":" +
                    std::string(row.text(1));
    }
    return document + "}";
}

/// Settings without grouping and decisions.
Result<Settings> readValues(Connection& connection) {
    const std::string document = storedDocument(connection);
    if (document == "{}") return Settings();
    return parseSettingsJson(document);
}

std::set<SourceId> sourcesIn(const Grouping& grouping) {
    std::set<SourceId> sources;
    for (const auto& configuration : grouping.configurations)
        sources.insert(configuration.sources.begin(), configuration.sources.end());
    return sources;
}

bool hasConfiguration(const Grouping& grouping, ConfigurationId id) {
    return std::any_of(grouping.configurations.begin(), grouping.configurations.end(),
                       [id](const auto& each) { return each.id == id; });
}

/// Where a source stands: its configuration and its position in it.
using Places = std::map<SourceId, std::pair<ConfigurationId, std::int64_t>>;

Places placesIn(const Grouping& grouping) {
    Places places;
    for (const auto& configuration : grouping.configurations) {
        std::int64_t position = 0;
        for (const SourceId source : configuration.sources) places[source] = {configuration.id, position++};
    }
    return places;
}

/// As the tables have it: a file that was taken out leaves a gap in the positions.
Places storedPlaces(Connection& connection) {
    Places places;
    auto row = connection.prepare("SELECT source, configuration, position FROM members");
    while (row.next()) places[SourceId(row.integer(0))] = {ConfigurationId(row.integer(1)), row.integer(2)};
    return places;
}

void writeConfigurations(Connection& connection, const Grouping& now) {
    std::map<ConfigurationId, std::pair<std::int64_t, std::optional<std::string>>> old;
    auto row = connection.prepare("SELECT id, position, name FROM configurations");
    while (row.next()) old[ConfigurationId(row.integer(0))] = {row.integer(1), row.maybeText(2)};
    auto put = connection.prepare(
        "INSERT INTO configurations (id, position, name) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET position = excluded.position, name = excluded.name");
    std::int64_t position = 0;
    for (const auto& each : now.configurations) {
        const auto was = old.find(each.id);
        if (was == old.end() || was->second != std::pair(position, each.name))
            put.runWith(number(each.id), position, each.name);
        ++position;
    }
}

void writeMembers(Connection& connection, const Places& now, const Places& stored) {
    auto put = connection.prepare(
        "INSERT OR REPLACE INTO members (source, configuration, position) SELECT id, ?, ? FROM sources WHERE id = ?");
    for (const auto& [source, place] : now) {
        const auto was = stored.find(source);
        if (was == stored.end() || was->second != place) put.runWith(number(place.first), place.second, number(source));
    }
    auto drop = connection.prepare("DELETE FROM members WHERE source = ?");
    for (const auto& [source, place] : stored)
        if (!now.contains(source)) drop.runWith(number(source));
}

void writeTypedLoads(Connection& connection, const Grouping& now) {
    connection.run("DELETE FROM typed_loads");
    auto put = connection.prepare(
        "INSERT INTO typed_loads (source, run_position, load_kind, load) SELECT id, ?, ?, ? FROM sources WHERE id = ?");
    for (const auto& [run, typed] : now.typedLoads)
        put.runWith(std::int64_t{run.second}, name(typed.kind), typed.value, number(run.first));
}

ConfigurationId unusedId(const Grouping& a, const Grouping& b) {
    std::int64_t last = 0;
    for (const Grouping* grouping : {&a, &b})
        for (const auto& each : grouping->configurations) last = std::max(last, number(each.id));
    return ConfigurationId(last + 1);
}

}  // namespace

Grouping readGrouping(Connection& connection) {
    Grouping grouping;
    std::map<std::int64_t, std::size_t> places;
    auto configuration = connection.prepare("SELECT id, name FROM configurations ORDER BY position, id");
    while (configuration.next()) {
        if (const std::int64_t id = configuration.integer(0); id < 1 || id > largestId)
            connection.damaged(fmt::format("the row {} of the table configurations has an id out of range", id));
        places[configuration.integer(0)] = grouping.configurations.size();
        grouping.configurations.push_back({ConfigurationId(configuration.integer(0)), configuration.maybeText(1), {}});
    }
    auto member = connection.prepare("SELECT configuration, source FROM members ORDER BY position, source");
    while (member.next()) {
        const auto place = places.find(member.integer(0));
        if (place == places.end())
            connection.damaged(fmt::format("the source {} is in the configuration {}, which is not there",
                                           member.integer(1), member.integer(0)));
        else
            grouping.configurations[place->second].sources.push_back(SourceId(member.integer(1)));
    }
    auto load = connection.prepare("SELECT source, run_position, load_kind, load FROM typed_loads");
    while (load.next()) {
        const auto kind = parseLoadKind(load.text(2));
        const std::int64_t position = load.integer(1);
        if (!kind || !isLoad({*kind, load.real(3)}) || position < 0 ||
            position > std::numeric_limits<std::uint32_t>::max())
            connection.damaged(fmt::format("a load that was typed for the source {} is none", load.integer(0)));
        else
            grouping.typedLoads[{SourceId(load.integer(0)), static_cast<std::uint32_t>(position)}] = {*kind,
                                                                                                      load.real(3)};
    }
    return grouping;
}

// An import adds one source to a thousand others: only what differs is written.
void writeGrouping(Connection& connection, const Grouping& now) {
    writeConfigurations(connection, now);
    writeMembers(connection, placesIn(now), storedPlaces(connection));
    connection.run("DELETE FROM configurations WHERE id NOT IN (SELECT configuration FROM members)");
    writeTypedLoads(connection, now);
}

Result<Settings> readSettings(Connection& connection) {
    auto values = readValues(connection);
    if (!values) return values;
    Settings settings = std::move(*values);
    settings.grouping = std::make_shared<const Grouping>(readGrouping(connection));
    if (auto decisions = readDecisions(connection); !decisions.empty())
        settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(decisions));
    if (auto read = connection.check(); !read) return Unexpected{read.error()};
    return settings;
}

void writeSettings(Connection& connection, const Settings& now, const Settings& before) {
    writeValues(connection, now, before);
    if (now.grouping != before.grouping && groupingOf(now) != groupingOf(before))
        writeGrouping(connection, mergeGrouping(readGrouping(connection), groupingOf(before), groupingOf(now)));
    if (now.decisions != before.decisions) writeDecisions(connection, listOf(now), listOf(before));
}

Grouping mergeGrouping(const Grouping& stored, const Grouping& before, const Grouping& now) {
    Grouping merged = now;
    const std::set<SourceId> placed = sourcesIn(now), seen = sourcesIn(before);
    for (const auto& configuration : stored.configurations) {
        std::vector<SourceId> added;
        for (const SourceId source : configuration.sources)
            if (!placed.contains(source) && !seen.contains(source)) added.push_back(source);
        if (added.empty()) continue;
        auto home = merged.configurations.end();
        if (hasConfiguration(before, configuration.id))
            home = std::find_if(merged.configurations.begin(), merged.configurations.end(),
                                [&](const auto& each) { return each.id == configuration.id; });
        if (home == merged.configurations.end()) {
            const bool taken = hasConfiguration(merged, configuration.id);
            const auto id = taken ? unusedId(stored, merged) : configuration.id;
            home = merged.configurations.insert(merged.configurations.end(), {id, configuration.name, {}});
        }
        home->sources.insert(home->sources.end(), added.begin(), added.end());
    }
    return merged;
}

void dropEmptyConfigurations(Connection& connection) {
    Grouping grouping = readGrouping(connection);
    std::vector<ConfigurationId> empty;
    for (const auto& configuration : grouping.configurations)
        if (configuration.sources.empty()) empty.push_back(configuration.id);
    if (empty.empty()) return;
    std::erase_if(grouping.configurations, [](const auto& configuration) { return configuration.sources.empty(); });
    writeGrouping(connection, grouping);
    const auto before = readValues(connection);
    if (!before) return;  // settings that can't be understood are told of when they are read
    Settings now = *before;
    for (const ConfigurationId id : empty) {
        now.edits.erase(id);
        std::erase(now.hidden, id);
    }
    if (now != *before) writeValues(connection, now, *before);
}

}  // namespace plumbline
