#include "core/ingest/grouping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace plumbline {
namespace {

constexpr double workloadFactor = 1.8;  // metrics §6
constexpr std::size_t fewRows = 30;     // metrics §6: a median of fewer is no proof
constexpr std::array<std::string_view, 3> lengthKeys{"workload.input_tokens", "workload.output_tokens",
                                                     "workload.max_tokens"};

/// What a configuration is, not what was done to it nor what a person computes from it.
bool isIdentity(std::string_view key) {
    constexpr std::array<std::string_view, 3> apart{"bound", "output_checked", "prefix_sharing"};
    return !key.starts_with("note.") && !key.starts_with("workload.") &&
           std::find(apart.begin(), apart.end(), key) == apart.end();
}
bool isWorkload(std::string_view key) { return key.starts_with("workload.") || key == "prefix_sharing"; }

/// "8", "8.0" and "\"8\"" are one value: overrides are numbers in one file and text in the next.
bool sameValue(const Context& a, const Context& b, std::string_view key) {
    const auto left = numberFact(a, key), right = numberFact(b, key);
    if (left && right) return *left == *right;
    return plainFact(a, key) == plainFact(b, key);
}

bool known(const Context& context, std::string_view key) {
    const auto text = plainFact(context, key);
    return text && !text->empty() && *text != "null";
}

/// The first key, of those known on both sides and taken by `wanted`, whose values differ; empty: none.
std::string_view differingKey(const Context& a, const Context& b, bool (*wanted)(std::string_view)) {
    for (const auto& [key, fact] : a)
        if (wanted(key) && b.contains(key) && known(a, key) && known(b, key) && !sameValue(a, b, key)) return key;
    return {};
}

bool differ(const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; }

bool boundariesAgree(const TimingBoundary& a, const TimingBoundary& b) {
    return !differ(a.start, b.start) && !differ(a.first, b.first) && !differ(a.end, b.end) &&
           !differ(a.tokens, b.tokens) && !differ(a.clock, b.clock);
}

bool farApart(std::optional<double> a, std::optional<double> b) {
    if (!a || !b || *a < 0 || *b < 0) return false;
    const double low = std::min(*a, *b), high = std::max(*a, *b);
    return high > 0 && high >= workloadFactor * low;
}

bool lengthsDeclared(const Context& context) {
    return std::any_of(lengthKeys.begin(), lengthKeys.end(), [&](std::string_view key) { return known(context, key); });
}

/// Summaries state means over all their requests: no few-rows doubt about what they say.
bool isSmallSample(const GroupingCandidate& c) {
    return !c.summaryOnly && c.okRows < fewRows && !lengthsDeclared(c.context);
}

/// Harnesses that write one folder a run; vLLM's sweep writes one a combination (run=0.json, run=1.json, summary.json).
bool folderPerRun(const GroupingCandidate& c) {
    if (c.reader == "aiperf" || c.reader == "evalscope" || c.reader == "llmeter") return true;
    const std::size_t slash = c.path.rfind('/');
    if (c.reader != "vllm" || slash == std::string::npos) return false;
    const std::string_view folders = std::string_view(c.path).substr(0, slash);
    return folders.substr(folders.rfind('/') + 1).starts_with("SERVE-");
}

enum class Fit { no, offered, joins };
struct Verdict {
    Fit fit = Fit::no;
    std::string reason;
};

/// A path is normalised once a candidate: folders of a thousand files are compared pair by pair.
struct Member {
    const GroupingCandidate* candidate;
    std::string path;
};

/// A summary tells a mean alone, and a mean is compared with a mean: of skewed lengths the median says another thing.
bool lengthsFarApart(const GroupingCandidate& a, const GroupingCandidate& b) {
    if (a.summaryOnly || b.summaryOnly)
        return farApart(a.meanPrompt, b.meanPrompt) || farApart(a.meanOutput, b.meanOutput);
    return farApart(a.medianPrompt, b.medianPrompt) || farApart(a.medianOutput, b.medianOutput);
}

/// metrics §6, without what only a person can tell.
Verdict compare(const Member& left, const Member& right) {
    const GroupingCandidate& a = *left.candidate;
    const GroupingCandidate& b = *right.candidate;
    if (a.reader != b.reader || !boundariesAgree(a.boundary, b.boundary)) return {};
    if (!differingKey(a.context, b.context, isIdentity).empty()) return {};
    if (!differingKey(a.context, b.context, isWorkload).empty()) return {};
    if (lengthsFarApart(a, b)) {
        if (!isSmallSample(a) && !isSmallSample(b)) return {};
        return {Fit::offered, "fewer than 30 rows and lengths not declared: the workloads may be the same"};
    }
    if (!known(a.context, "model") || !known(b.context, "model"))
        return left.path == right.path ? Verdict{Fit::offered, "the model is not known"} : Verdict{};
    const bool accelerators = known(a.context, "accelerator") && known(b.context, "accelerator");
    if (!accelerators && left.path != right.path) return {Fit::offered, "accelerators unknown and the paths differ"};
    return {Fit::joins, {}};
}

using Members = std::vector<Member>;

/// A member that contradicts another one is there because a person put it there: it speaks against nobody.
bool putByHand(const Members& members, const Member& member) {
    return std::any_of(members.begin(), members.end(),
                       [&](const Member& other) { return &other != &member && compare(member, other).fit == Fit::no; });
}

/// The best fit of any member, unless another member contradicts: an unknown value in between must not chain two
/// sources that differ.
Verdict fits(const Members& members, const Member& candidate, SourceId& with) {
    Verdict best;
    const Member* against = nullptr;
    for (const Member& member : members) {
        Verdict verdict = compare(member, candidate);
        if (verdict.fit == Fit::no && !against && !putByHand(members, member)) against = &member;
        if (verdict.fit <= best.fit) continue;
        best = std::move(verdict);
        with = member.candidate->id;
    }
    return against ? Verdict{} : best;
}

class Grouper {
public:
    Grouper(const Grouping& existing, const std::vector<GroupingCandidate>& known) {
        m_result.grouping = existing;
        std::map<SourceId, const GroupingCandidate*> byId;
        for (const GroupingCandidate& each : known) byId[each.id] = &each;
        for (const auto& configuration : existing.configurations) {
            m_next = std::max(m_next, static_cast<std::int64_t>(configuration.id) + 1);
            Members members;
            for (SourceId id : configuration.sources)
                if (const auto found = byId.find(id); found != byId.end()) members.push_back(member(*found->second));
            m_members.push_back(std::move(members));
        }
    }

    void place(const GroupingCandidate& candidate) {
        if (isPlaced(candidate.id)) return;
        Member added = member(candidate);
        std::vector<OfferedJoin> offers;
        for (std::size_t i = 0; i < m_members.size(); ++i) {
            SourceId with{};
            const Verdict verdict = fits(m_members[i], added, with);
            if (verdict.fit == Fit::joins) return join(i, std::move(added));
            if (verdict.fit == Fit::offered) offers.push_back({with, candidate.id, verdict.reason});
        }
        m_result.offered.insert(m_result.offered.end(), offers.begin(), offers.end());
        m_result.grouping.configurations.push_back({ConfigurationId{m_next++}, std::nullopt, {}});
        m_members.emplace_back();
        join(m_members.size() - 1, std::move(added));
    }

    GroupingResult take() { return std::move(m_result); }

private:
    static Member member(const GroupingCandidate& candidate) {
        return {&candidate, groupingPath(candidate.path, folderPerRun(candidate))};
    }
    bool isPlaced(SourceId id) const {
        return std::any_of(
            m_result.grouping.configurations.begin(), m_result.grouping.configurations.end(),
            [id](const auto& c) { return std::find(c.sources.begin(), c.sources.end(), id) != c.sources.end(); });
    }
    void join(std::size_t configuration, Member added) {
        m_result.grouping.configurations[configuration].sources.push_back(added.candidate->id);
        m_members[configuration].push_back(std::move(added));
    }

    GroupingResult m_result;
    std::vector<Members> m_members;
    std::int64_t m_next = 1;
};

}  // namespace

GroupingResult groupSources(const Grouping& existing, const std::vector<GroupingCandidate>& known,
                            const std::vector<GroupingCandidate>& added) {
    Grouper grouper(existing, known);
    for (const GroupingCandidate& candidate : added) grouper.place(candidate);
    return grouper.take();
}

}  // namespace plumbline
