// What a warm prefix cache does to a benchmark, and whether the trace can tell.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Below this share of distinct prompts a run asks the same things again (CLI §6).
constexpr double fewestDistinct = 0.5;

struct Cached {
    std::int64_t cached = 0, prompt = 0;
    std::size_t rows = 0, keyed = 0, distinct = 0;
    double share() const { return prompt > 0 ? static_cast<double>(cached) / static_cast<double>(prompt) : 0; }
    double distinctShare() const { return static_cast<double>(distinct) / static_cast<double>(keyed); }
};

/// A later turn of one conversation is another prompt.
struct AskedPrompt {
    Key key;
    Count turn;
    auto operator<=>(const AskedPrompt&) const = default;
};

Cached cachedOf(const JudgeInput& input, LevelPlace place) {
    const Columns& rows = input.data.rows;
    Cached out;
    std::vector<AskedPrompt> asked;
    input.forEachRow(place, [&](std::size_t row) {
        ++out.rows;
        if (rows.promptKey[row] != 0) asked.push_back({rows.promptKey[row], rows.turn[row]});
        if (!isKnown(rows.cachedTokens[row]) || !isKnown(rows.promptTokens[row])) return;
        out.cached += rows.cachedTokens[row];
        out.prompt += rows.promptTokens[row];
    });
    out.keyed = asked.size();
    std::sort(asked.begin(), asked.end());
    out.distinct = static_cast<std::size_t>(std::unique(asked.begin(), asked.end()) - asked.begin());
    return out;
}

void judgeRepeats(const JudgeInput& input, LevelPlace place, Findings& out) {
    const Cached cached = cachedOf(input, place);
    if (cached.share() > out.threshold()) {
        Finding finding =
            out.at(input, place,
                   fmt::format("{} of the prompt tokens came from the cache ({} of {}).", percentText(cached.share()),
                               countText(static_cast<std::uint64_t>(cached.cached)),
                               countText(static_cast<std::uint64_t>(cached.prompt))));
        finding.evidence = {{"cached_tokens", static_cast<double>(cached.cached)},
                            {"prompt_tokens", static_cast<double>(cached.prompt)}};
        out.push_back(std::move(finding));
    }
    if (cached.keyed == 0 || cached.distinctShare() >= fewestDistinct) return;
    Finding finding = out.at(input, place,
                             fmt::format("Only {} ask something new: the others may be answered from the cache.",
                                         shareText(cached.distinct, cached.keyed, "rows")));
    finding.evidence = {{"distinct_prompts", static_cast<double>(cached.distinct)},
                        {"rows", static_cast<double>(cached.keyed)}};
    out.push_back(std::move(finding));
}

bool knowsCache(const JudgeInput& input, std::size_t configuration) {
    const Columns& rows = input.data.rows;
    for (std::size_t l = 0; l < input.figures.configurations[configuration].levels.size(); ++l) {
        bool known = false;
        input.forEachRow({configuration, l}, [&](std::size_t row) {
            known = known || isKnown(rows.cachedTokens[row]) || rows.prefixKey[row] != 0;
        });
        if (known) return true;
    }
    return false;
}

}  // namespace

void findWarmCache(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const auto stated = plainFact(input.figures.configurations[c].context, "cache_state");
        if (!stated || (*stated != "warm" && *stated != "mixed")) continue;
        Finding finding = out.of(c, fmt::format("The prefix cache is stated to be {}.", *stated));
        finding.evidence = {{"cache_state", *stated}};
        out.push_back(std::move(finding));
    }
    for (const LevelPlace place : input.levels()) judgeRepeats(input, place, out);
}

void findCacheStateUnknown(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        if (plainFact(input.figures.configurations[c].context, "cache_state") || knowsCache(input, c)) continue;
        out.push_back(out.of(c,
                             "Whether prompts were answered from a warm prefix cache is not known: no cached token "
                             "counts, no prefix keys, and the cache's state is not stated."));
    }
}

}  // namespace plumbline
