#include "core/judge/sensitivity/leader_regions.h"

#include <algorithm>

namespace plumbline {
namespace {

using Leader = std::optional<std::size_t>;

/// The breaks in [from, upTo): what lies between two cutoffs.
std::span<const std::int64_t> between(std::span<const std::int64_t> breaks, std::int64_t from, std::int64_t upTo) {
    const auto first = std::lower_bound(breaks.begin(), breaks.end(), from);
    const auto last = std::lower_bound(first, breaks.end(), upTo);
    return {first, last};
}

}  // namespace

Leader leaderOf(std::span<const std::optional<double>> values, bool lowerIsBetter) {
    Leader best;
    std::size_t known = 0;
    bool tie = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) continue;
        ++known;
        if (best && *values[i] == *values[*best]) tie = true;
        if (best && !(lowerIsBetter ? *values[i] < *values[*best] : *values[i] > *values[*best])) continue;
        best = i;
        tie = false;
    }
    return known < 2 || tie ? std::nullopt : best;
}

std::vector<LeaderRegion> leaderRegions(const LeaderSearch& search,
                                        const std::function<Leader(std::int64_t)>& leaderAt) {
    std::vector<LeaderRegion> out{{0, search.most, leaderAt(0)}};
    std::size_t left = search.searches;
    const auto turn = [&](std::int64_t last, std::int64_t next) {
        out.back().to = last;
        out.push_back({next, search.most, leaderAt(next)});
    };
    std::int64_t before = 0;
    for (const std::int64_t cutoff : search.at) {
        if (cutoff > search.most) break;
        while (leaderAt(cutoff) != out.back().leader) {
            const auto open = between(search.breaks, before, cutoff);
            if (open.empty() || (open.size() > 1 && left == 0)) {
                turn(cutoff - 1, cutoff);
                break;
            }
            if (open.size() > 1) --left;
            const auto found = std::partition_point(open.begin(), open.end() - 1, [&](std::int64_t value) {
                return leaderAt(value + 1) == out.back().leader;
            });
            turn(*found, *found + 1);
            before = *found + 1;
        }
        before = cutoff;
    }
    return out;
}

}  // namespace plumbline
