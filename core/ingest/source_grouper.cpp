#include "core/ingest/source_grouper.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "core/ingest/grouping_fit.h"

namespace plumbline {
namespace {

using Members = std::vector<const GroupingMember*>;
using Length = std::optional<double> GroupingCandidate::*;
constexpr std::array<Length, 4> lengths{&GroupingCandidate::medianPrompt, &GroupingCandidate::medianOutput,
                                        &GroupingCandidate::meanPrompt, &GroupingCandidate::meanOutput};
constexpr std::size_t mostOffers = 3;
constexpr std::size_t mostAsked = 64;  // configurations that are looked at for an offer alone

/// Members alike in all but their lengths. The first of them and those with the least and the largest of each length
/// speak for all: who is near to them is near to everyone in between.
struct Alike {
    Members members, speakers;

    void add(const GroupingMember* member) {
        members.push_back(member);
        Members asked = speakers;
        asked.push_back(member);
        std::set<const GroupingMember*> kept{members.front()};
        for (const Length length : lengths) {
            const GroupingMember *least = nullptr, *largest = nullptr;
            for (const GroupingMember* each : asked) {
                const auto value = each->candidate.*length;
                if (!value) continue;
                if (!least || *value < *(least->candidate.*length)) least = each;
                if (!largest || *value > *(largest->candidate.*length)) largest = each;
            }
            if (least) kept.insert({least, largest});
        }
        std::erase_if(asked, [&](const GroupingMember* each) { return !kept.contains(each); });
        speakers = std::move(asked);
    }
};

/// The members of one configuration.
class Together {
public:
    void add(const GroupingMember* member, bool byHand) {
        m_all.push_back(member);
        if (byHand && m_agree)
            m_agree = std::none_of(m_alike.begin(), m_alike.end(), [&](const Alike& alike) {
                return std::any_of(alike.speakers.begin(), alike.speakers.end(), [&](const GroupingMember* each) {
                    return compareSources(*each, *member).fit == Fit::no;
                });
            });
        const auto [place, isNew] = m_placeOf.try_emplace(member->signature, m_alike.size());
        if (isNew) m_alike.emplace_back();
        m_alike[place->second].add(member);
    }

    const Members& members() const { return m_all; }

    /// The best fit of any member, unless another member contradicts: an unknown value in between must not chain two
    /// sources that differ.
    FitVerdict fits(const GroupingMember& candidate, SourceId& with) const {
        if (!m_agree) return fitsByAll(candidate, with);
        FitVerdict best;
        for (const Alike& alike : m_alike) {
            bool near = true;
            for (const GroupingMember* each : alike.speakers) {
                if (compareSources(*each, candidate).fit == Fit::no) return {};
                near = near && !lengthsFarApart(each->candidate, candidate.candidate);
            }
            const Members& asked = near ? alike.speakers : alike.members;
            for (const GroupingMember* each : asked) improve(best, with, *each, candidate);
        }
        return best;
    }

private:
    static void improve(FitVerdict& best, SourceId& with, const GroupingMember& member,
                        const GroupingMember& candidate) {
        FitVerdict verdict = compareSources(member, candidate);
        if (verdict.fit <= best.fit) return;
        best = std::move(verdict);
        with = member.candidate.id;
    }

    /// A member that contradicts another one is there because a person put it there: it speaks against nobody.
    bool putByHand(const GroupingMember* member) const {
        return std::any_of(m_all.begin(), m_all.end(), [&](const GroupingMember* other) {
            return other != member && compareSources(*member, *other).fit == Fit::no;
        });
    }

    FitVerdict fitsByAll(const GroupingMember& candidate, SourceId& with) const {
        FitVerdict best;
        for (const GroupingMember* member : m_all) {
            if (compareSources(*member, candidate).fit == Fit::no && !putByHand(member)) return {};
            improve(best, with, *member, candidate);
        }
        return best;
    }

    Members m_all;
    std::vector<Alike> m_alike;
    std::unordered_map<std::string, std::size_t> m_placeOf;  ///< by signature
    bool m_agree = true;                                     ///< no member contradicts another
};

std::string keyOf(std::string_view a, std::string_view b, std::string_view c = {}) {
    return std::string(a) + '\n' + std::string(b) + '\n' + std::string(c);
}

}  // namespace

/// A configuration that a source joins shares its model and its path, or its model and its accelerator, or its group in
/// its file; one that it may be offered, its model or its path. So those are looked up, and all others are not asked.
struct SourceGrouper::State {
    Grouping grouping;
    std::map<SourceId, GroupingMember> members;
    std::unordered_map<std::int64_t, Together> together;       ///< by configuration
    std::unordered_map<std::int64_t, std::size_t> positionOf;  ///< in grouping, by configuration
    std::map<SourceId, ConfigurationId> homes;
    std::unordered_map<std::string, std::vector<ConfigurationId>> joinable, offerable;
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
        if (member.model.empty())
            keys.offers.push_back(keyOf("path", reader, member.path));
        else
            keys.offers = {keyOf("model", reader, member.model), keyOf("path, no model", reader, member.path)};
        return keys;
    }
    static std::vector<std::string> joinBases(const GroupingMember& member) {
        const std::string& reader = member.candidate.reader;
        if (member.model.empty()) return {};
        std::vector<std::string> bases{keyOf("path", keyOf(reader, member.model), member.path)};
        if (!member.accelerator.empty())
            bases.push_back(keyOf("accelerator", keyOf(reader, member.model), member.accelerator));
        return bases;
    }
    static void remember(std::vector<ConfigurationId>& list, ConfigurationId id) {
        if (list.empty() || list.back() != id) list.push_back(id);
    }

    void index(ConfigurationId id, const GroupingMember& member, bool byHand) {
        together[static_cast<std::int64_t>(id)].add(&member, byHand);
        const Keys keys = toRemember(member);
        for (const std::string& key : keys.joins) remember(joinable[key], id);
        for (const std::string& key : keys.offers) remember(offerable[key], id);
    }

    /// In the order of the configurations.
    std::vector<ConfigurationId> asked(const GroupingMember& member) const {
        std::vector<ConfigurationId> out;
        const auto look = [&out](const auto& index, const std::string& key, std::size_t most) {
            const auto found = index.find(key);
            if (found == index.end()) return;
            const auto count = static_cast<std::ptrdiff_t>(std::min(most, found->second.size()));
            out.insert(out.end(), found->second.begin(), found->second.begin() + count);
        };
        const Keys keys = toAsk(member);
        for (const std::string& key : keys.joins) look(joinable, key, std::numeric_limits<std::size_t>::max());
        for (const std::string& key : keys.offers) look(offerable, key, mostAsked);
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

SourceGrouper::SourceGrouper(const Grouping& existing, const std::vector<GroupingCandidate>& known)
    : m_state(std::make_unique<State>()) {
    State& state = *m_state;
    state.grouping = existing;
    state.findPositions();
    for (const GroupingCandidate& each : known) state.members.emplace(each.id, groupingMember(each));
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
    GroupingMember added = groupingMember(candidate);
    std::vector<OfferedJoin> offers;
    for (const ConfigurationId id : state.asked(added)) {
        SourceId with{};
        const FitVerdict verdict = state.together[static_cast<std::int64_t>(id)].fits(added, with);
        if (verdict.fit == Fit::joins) return state.join(id, std::move(added), false);
        if (verdict.fit == Fit::offered && offers.size() < mostOffers)
            offers.push_back({with, candidate.id, verdict.reason});
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
    return state.join(configuration, groupingMember(candidate), true);
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
    const Members before = state.together[static_cast<std::int64_t>(id)].members();
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
