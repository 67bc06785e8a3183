#include "core/group/source_grouper.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "core/group/grouping_together.h"

namespace plumbline {
namespace {

constexpr std::size_t mostOffers = 3;
constexpr std::size_t mostAsked = 64;  // configurations that are looked at for an offer alone

std::string keyOf(std::string_view a, std::string_view b, std::string_view c = {}) {
    return std::string(a) + '\n' + std::string(b) + '\n' + std::string(c);
}

}  // namespace

/// A configuration that a source joins shares its model and a key of its path (or both sources need no path), or the
/// run that a harness laid down, or its group in its file; one that it may be offered, its model or its path. So those
/// are looked up, and all others are not asked.
struct SourceGrouper::State {
    PathScheme paths;
    Grouping grouping;
    std::map<SourceId, GroupingMember> members;
    std::unordered_map<std::int64_t, Together> together;       ///< by configuration
    std::unordered_map<std::int64_t, std::size_t> positionOf;  ///< in grouping, by configuration
    std::map<SourceId, ConfigurationId> homes;
    using Index = std::unordered_map<std::string, std::vector<ConfigurationId>>;
    Index joinable, offerable;
    std::unordered_map<std::int64_t, std::unordered_set<std::string>> remembered;  ///< keys, by configuration
    std::int64_t next = 1;

    /// Of what a source may join, all is asked; of what it may only be offered, the first few. A name is known of most
    /// sources where it is known of one, and is what they differ in.
    struct Keys {
        std::vector<std::string> joins, offers;
    };
    static Keys toRemember(const GroupingMember& member) {
        const std::string& reader = member.candidate.reader;
        Keys keys;
        for (const std::string& base : joinBases(member))
            keys.joins.insert(keys.joins.end(), {base, base + member.name});
        if (!member.group.empty()) keys.joins.push_back(keyOf("group", reader, member.group));
        if (!member.run.empty()) keys.joins.push_back(keyOf("run", reader, member.run));
        keys.offers.push_back(keyOf("path", reader, member.path));
        keys.offers.push_back(member.model.empty() ? keyOf("path, no model", reader, member.path)
                                                   : keyOf("model", reader, member.model));
        return keys;
    }
    static Keys toAsk(const GroupingMember& member) {
        const std::string& reader = member.candidate.reader;
        Keys keys;
        for (const std::string& base : joinBases(member))
            if (member.name == noName)
                keys.joins.push_back(base);
            else
                keys.joins.insert(keys.joins.end(), {base + member.name, base + noName});
        if (!member.group.empty()) keys.joins.push_back(keyOf("group", reader, member.group));
        if (!member.run.empty()) keys.joins.push_back(keyOf("run", reader, member.run));
        if (member.model.empty())
            keys.offers.push_back(keyOf("path", reader, member.path));
        else
            keys.offers = {keyOf("model", reader, member.model), keyOf("path, no model", reader, member.path)};
        return keys;
    }
    static std::vector<std::string> joinBases(const GroupingMember& member) {
        const std::string& reader = member.candidate.reader;
        if (member.model.empty()) return {};
        std::vector<std::string> bases;
        for (const std::string& path : pathKeys(member.words))
            bases.push_back(keyOf("path", keyOf(reader, member.model), path));
        if (member.isKnown) bases.push_back(keyOf("known", reader, member.model));
        return bases;
    }
    void remember(const char* kind, Index& index, const std::string& key, ConfigurationId id) {
        if (remembered[static_cast<std::int64_t>(id)].insert(kind + key).second) index[key].push_back(id);
    }

    void index(ConfigurationId id, const GroupingMember& member, bool byHand) {
        together[static_cast<std::int64_t>(id)].add(&member, byHand);
        const Keys keys = toRemember(member);
        for (const std::string& key : keys.joins) remember("join ", joinable, key, id);
        for (const std::string& key : keys.offers) remember("offer ", offerable, key, id);
    }

    /// What the keys lead to, the first `most` of each, in the order of the configurations.
    std::vector<ConfigurationId> asked(const Index& index, const std::vector<std::string>& keys,
                                       std::size_t most) const {
        std::vector<ConfigurationId> out;
        for (const std::string& key : keys) {
            const auto found = index.find(key);
            if (found == index.end()) continue;
            const auto count = static_cast<std::ptrdiff_t>(std::min(most, found->second.size()));
            out.insert(out.end(), found->second.begin(), found->second.begin() + count);
        }
        std::erase_if(out, [this](ConfigurationId id) { return !positionOf.contains(static_cast<std::int64_t>(id)); });
        const auto place = [this](ConfigurationId id) { return positionOf.at(static_cast<std::int64_t>(id)); };
        std::sort(out.begin(), out.end(), [&](auto a, auto b) { return place(a) < place(b); });
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    Place join(ConfigurationId id, GroupingMember member, bool byHand) {
        const SourceId source = member.candidate.id;
        auto& configuration = grouping.configurations[positionOf.at(static_cast<std::int64_t>(id))];
        configuration.sources.push_back(source);
        homes[source] = id;
        const auto stored = members.insert_or_assign(source, std::move(member)).first;
        index(id, stored->second, byHand);
        return {id, false, configuration.sources.size() - 1, {}};
    }

    void findPositions() {
        positionOf.clear();
        for (std::size_t i = 0; i < grouping.configurations.size(); ++i)
            positionOf[static_cast<std::int64_t>(grouping.configurations[i].id)] = i;
    }
};

SourceGrouper::SourceGrouper(const Grouping& existing, const std::vector<GroupingCandidate>& known,
                             std::vector<std::string> paths)
    : m_state(std::make_unique<State>()) {
    State& state = *m_state;
    for (const GroupingCandidate& each : known) paths.push_back(pathOfRun(each.path, each.reader));
    state.paths = PathScheme(std::move(paths));
    state.grouping = existing;
    state.findPositions();
    for (const GroupingCandidate& each : known) state.members.emplace(each.id, groupingMember(each, state.paths));
    for (const auto& configuration : existing.configurations) {
        state.next = std::max(state.next, static_cast<std::int64_t>(configuration.id) + 1);
        for (const SourceId source : configuration.sources) {
            state.homes[source] = configuration.id;
            if (const auto found = state.members.find(source); found != state.members.end())
                state.index(configuration.id, found->second, true);
        }
    }
}
SourceGrouper::SourceGrouper(SourceGrouper&&) noexcept = default;
SourceGrouper& SourceGrouper::operator=(SourceGrouper&&) noexcept = default;
SourceGrouper::~SourceGrouper() = default;

std::optional<SourceGrouper::Place> SourceGrouper::place(const GroupingCandidate& candidate) {
    State& state = *m_state;
    if (state.homes.contains(candidate.id)) return std::nullopt;
    GroupingMember added = groupingMember(candidate, state.paths);
    const State::Keys keys = State::toAsk(added);
    const auto fit = [&](ConfigurationId id, SourceId& with) {
        return state.together[static_cast<std::int64_t>(id)].fits(added, with);
    };
    SourceId with{};
    constexpr auto all = std::numeric_limits<std::size_t>::max();
    for (const ConfigurationId id : state.asked(state.joinable, keys.joins, all))
        if (fit(id, with).fit == Fit::joins) return state.join(id, std::move(added), false);
    std::vector<OfferedJoin> offers;
    for (const ConfigurationId id : state.asked(state.offerable, keys.offers, mostAsked)) {
        const FitVerdict verdict = fit(id, with);
        if (verdict.fit == Fit::offered) offers.push_back({with, candidate.id, verdict.reason});
        if (offers.size() == mostOffers) break;
    }
    const ConfigurationId id{state.next++};
    state.positionOf[static_cast<std::int64_t>(id)] = state.grouping.configurations.size();
    state.grouping.configurations.push_back({id, std::nullopt, {}});
    Place place = state.join(id, std::move(added), false);
    place.isNew = true;
    place.offered = std::move(offers);
    return place;
}

std::optional<SourceGrouper::Place> SourceGrouper::placeIn(ConfigurationId configuration,
                                                           const GroupingCandidate& candidate) {
    State& state = *m_state;
    if (state.homes.contains(candidate.id) || !state.positionOf.contains(static_cast<std::int64_t>(configuration)))
        return std::nullopt;
    return state.join(configuration, groupingMember(candidate, state.paths), true);
}

void SourceGrouper::remove(SourceId source) {
    State& state = *m_state;
    const auto home = state.homes.find(source);
    if (home == state.homes.end()) return;
    const ConfigurationId id = home->second;
    state.homes.erase(home);
    auto& configurations = state.grouping.configurations;
    const std::size_t position = state.positionOf.at(static_cast<std::int64_t>(id));
    std::erase(configurations[position].sources, source);
    // What stays is looked at afresh; keys that only the source had lead to a configuration that will not fit.
    const std::vector<const GroupingMember*> before = state.together[static_cast<std::int64_t>(id)].members();
    state.together.erase(static_cast<std::int64_t>(id));
    for (const GroupingMember* each : before)
        if (each->candidate.id != source) state.together[static_cast<std::int64_t>(id)].add(each, true);
    state.members.erase(source);
    std::erase_if(state.grouping.typedLoads, [source](const auto& load) { return load.first.first == source; });
    if (!configurations[position].sources.empty()) return;
    configurations.erase(configurations.begin() + static_cast<std::ptrdiff_t>(position));
    state.findPositions();
}

std::optional<ConfigurationId> SourceGrouper::home(SourceId source) const {
    const auto found = m_state->homes.find(source);
    return found == m_state->homes.end() ? std::nullopt : std::optional(found->second);
}

const Grouping& SourceGrouper::grouping() const { return m_state->grouping; }

}  // namespace plumbline
