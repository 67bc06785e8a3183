// How much of the prompts was asked for before (FORMATS/traffic.md §6).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/curve/configuration_rows.h"
#include "core/curve/traffic.h"

namespace plumbline {

namespace {

double shareOf(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

/// Requests in order, with a cache that forgets nothing.
class BlockWalk {
public:
    explicit BlockWalk(Count blockTokens) : m_blockTokens(static_cast<std::uint64_t>(blockTokens)) {}

    void request(std::span<const Key> blocks, Count promptTokens) {
        std::size_t hits = 0;
        while (hits < blocks.size() && m_seen.contains(blocks[hits])) ++hits;
        for (std::size_t i = hits; i < blocks.size(); ++i)
            if (!m_seen.insert(blocks[i]).second && i > hits) m_chained = false;
        ++m_requests;
        if (hits > 0) ++m_withHit;
        m_blocks += blocks.size();
        m_blockHits += hits;
        const auto tokens = static_cast<std::uint64_t>(promptTokens);
        m_tokens += tokens;
        m_tokenHits += std::min<std::uint64_t>(hits * m_blockTokens, tokens);
    }

    PrefixSharing result() const {
        PrefixSharing out;
        out.blockTokens = static_cast<Count>(m_blockTokens);
        out.requests = m_requests;
        out.chained = m_chained;
        if (m_blocks > 0) out.blockHit = shareOf(m_blockHits, m_blocks);
        if (m_tokens > 0) out.tokenHit = shareOf(m_tokenHits, m_tokens);
        if (m_requests > 0) out.requestsWithHit = shareOf(m_withHit, m_requests);
        out.text = fmt::format("By the hashes of blocks of {} tokens, with a cache that forgets nothing: a ceiling.",
                               m_blockTokens);
        if (!m_chained)
            out.text +=
                " Some hashes come back after one that is new, so they don't stand for whole prefixes: what "
                "comes after the first new one is not counted.";
        return out;
    }

private:
    std::uint64_t m_blockTokens;
    std::unordered_set<Key> m_seen;
    std::size_t m_requests = 0;
    std::uint64_t m_withHit = 0, m_blocks = 0, m_blockHits = 0, m_tokens = 0, m_tokenHits = 0;
    bool m_chained = true;
};

PrefixSharing unknownSharing(std::string reason) {
    PrefixSharing out;
    out.text = std::move(reason);
    return out;
}

struct Asked {
    std::size_t keyed = 0, before = 0, counted = 0;
    std::uint64_t cached = 0, prompt = 0;
};

Asked askedOf(const Dataset& data, const Figures& figures, std::size_t configuration) {
    const Columns& rows = data.rows;
    Asked out;
    forEachRun(data, figures.configurations[configuration], [&](std::size_t first, std::size_t last) {
        std::unordered_set<Key> seen;
        for (std::size_t row = first; row < last; ++row) {
            if (!isMeasured(figures, row)) continue;
            if (rows.prefixKey[row] != 0) {
                ++out.keyed;
                if (!seen.insert(rows.prefixKey[row]).second) ++out.before;
            }
            if (!isKnown(rows.cachedTokens[row]) || !isKnown(rows.promptTokens[row])) continue;
            ++out.counted;
            out.cached += static_cast<std::uint64_t>(rows.cachedTokens[row]);
            out.prompt += static_cast<std::uint64_t>(rows.promptTokens[row]);
        }
    });
    return out;
}

}  // namespace

PrefixSharing prefixSharing(const TrafficSet& set) {
    if (set.blocks.empty()) return unknownSharing("Not computable: no hashes of the prompts' blocks are recorded.");
    if (!isKnown(set.blockTokens) || set.blockTokens == 0)
        return unknownSharing("Not computable: how many tokens a hash stands for is not known.");
    BlockWalk walk(set.blockTokens);
    std::size_t begin = 0;
    for (std::size_t row = 0; row < set.size(); ++row) {
        const std::span<const Key> blocks(set.blocks.data() + begin, set.blockEnds[row] - begin);
        begin = set.blockEnds[row];
        if (!blocks.empty() && isKnown(set.promptTokens[row])) walk.request(blocks, set.promptTokens[row]);
    }
    return walk.result();
}

PrefixSharing prefixSharing(const Dataset& data, const Figures& figures, std::size_t configuration) {
    if (!figures.places || !figures.verdicts) return unknownSharing("Not computed.");
    const Asked asked = askedOf(data, figures, configuration);
    PrefixSharing out;
    if (asked.keyed > 0) {
        out.requests = asked.keyed;
        out.requestsWithHit = shareOf(asked.before, asked.keyed);
        out.text = "Requests by their prefix keys, within each run; how long the prefixes are is not recorded.";
    }
    if (asked.counted > 0 && asked.prompt > 0) {
        out.requests = std::max(out.requests, asked.counted);
        out.tokenHit = shareOf(asked.cached, asked.prompt);
        out.text += fmt::format("{}Tokens as the server counted them: what its own cache gave, and not a ceiling.",
                                out.text.empty() ? "" : " ");
    }
    if (!out.known()) out.text = "Not computable: neither prefix keys nor cached tokens are recorded.";
    return out;
}

}  // namespace plumbline
