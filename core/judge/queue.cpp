#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "core/judge/checks.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr double wholeRuleShare = 0.2;

using Flags = std::vector<std::size_t>;  // positions in the suspicious rows
using RuleInLevel = std::pair<LevelPlace, std::string_view>;

std::map<RuleInLevel, Flags> byRule(const JudgeInput& input, const std::vector<Suspicious>& all) {
    std::map<RuleInLevel, Flags> out;
    for (std::size_t i = 0; i < all.size(); ++i) out[{input.placeOf(all[i].row), all[i].rule}].push_back(i);
    return out;
}

/// How far above its threshold; a rule without one is beyond any.
double excess(const Suspicious& flag) {
    return flag.threshold > 0 ? flag.value / flag.threshold : std::numeric_limits<double>::infinity();
}

std::string wholeText(const std::vector<Suspicious>& all, const Flags& flags, std::size_t rows) {
    const auto worst = *std::max_element(flags.begin(), flags.end(),
                                         [&](std::size_t a, std::size_t b) { return excess(all[a]) < excess(all[b]); });
    return fmt::format("{}: {}; the worst: {}", all[worst].rule, shareText(flags.size(), rows, "rows"),
                       all[worst].text);
}

std::string rowText(const std::vector<Suspicious>& all, const Flags& flags) {
    std::string text;
    for (const std::size_t flag : flags)
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", all[flag].rule, all[flag].text);
    return text;
}

/// Worst first: by severity of the worst rule, whole rules before rows, then by how far above the threshold.
struct Urgency {
    Severity severity = Severity::note;
    bool single = true;
    double below = 0;
    std::size_t flag = 0;
    auto tied() const { return std::tie(severity, single, below, flag); }
};

Urgency urgencyOf(const std::vector<Suspicious>& all, const ReviewEntry& entry) {
    Urgency rank{Severity::note, !entry.wholeRule, 0, entry.flags.front()};
    for (const std::size_t flag : entry.flags) {
        rank.severity = std::min(rank.severity, ruleSeverity(all[flag].rule));
        rank.below = std::min(rank.below, -excess(all[flag]));
    }
    return rank;
}

void sortWorstFirst(const std::vector<Suspicious>& all, std::vector<ReviewEntry>& queue) {
    std::vector<std::pair<Urgency, std::size_t>> order;
    for (std::size_t i = 0; i < queue.size(); ++i) order.emplace_back(urgencyOf(all, queue[i]), i);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first.tied() < b.first.tied(); });
    std::vector<ReviewEntry> sorted;
    sorted.reserve(queue.size());
    for (const auto& [rank, from] : order) sorted.push_back(std::move(queue[from]));
    queue = std::move(sorted);
}

}  // namespace

std::vector<ReviewEntry> reviewQueue(const JudgeInput& input, const std::vector<Suspicious>& suspicious) {
    std::vector<ReviewEntry> queue;
    std::vector<bool> taken(suspicious.size());
    for (auto& [key, flags] : byRule(input, suspicious)) {
        const auto& [place, rule] = key;
        const std::size_t rows = input.level(place).rows.total;
        // One flagged row of four is still a row to look at, not a rule gone wrong.
        if (flags.size() < 2 || static_cast<double>(flags.size()) <= wholeRuleShare * static_cast<double>(rows))
            continue;
        for (const std::size_t flag : flags) taken[flag] = true;
        queue.push_back({flags, place.configuration, place.level, true, wholeText(suspicious, flags, rows)});
    }
    for (std::size_t i = 0; i < suspicious.size();) {
        Flags flags;
        const RowIndex row = suspicious[i].row;
        for (; i < suspicious.size() && suspicious[i].row == row; ++i)
            if (!taken[i]) flags.push_back(i);
        if (flags.empty()) continue;
        const LevelPlace place = input.placeOf(row);
        queue.push_back({flags, place.configuration, place.level, false, rowText(suspicious, flags)});
    }
    sortWorstFirst(suspicious, queue);
    return queue;
}

}  // namespace plumbline
