#include <fmt/format.h>

#include <array>
#include <bit>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// All times and counts of a row; two rows with the same are one row told twice.
using Fingerprint = std::array<std::int64_t, 23>;

Fingerprint fingerprintOf(const Columns& c, std::size_t i) {
    return {c.scheduled[i].count(),
            c.start[i].count(),
            c.headers[i].count(),
            c.firstByte[i].count(),
            c.firstReasoning[i].count(),
            c.firstContent[i].count(),
            c.firstToken[i].count(),
            c.lastContent[i].count(),
            c.end[i].count(),
            c.queue[i].count(),
            c.gapSum[i].count(),
            c.gapLargest[i].count(),
            c.gapFirst[i].count(),
            c.gapMedian[i].count(),
            c.gapCount[i],
            c.chunks[i],
            c.promptTokens[i],
            c.cachedTokens[i],
            c.outputTokens[i],
            c.reasoningTokens[i],
            c.otherOutputTokens[i],
            c.firstChunkTokens[i],
            c.maxTokens[i]};
}

std::uint64_t hashOf(const Fingerprint& print) {
    std::uint64_t hash = 0x9e3779b97f4a7c15U;
    for (const std::int64_t word : print) {
        hash = (hash ^ static_cast<std::uint64_t>(word)) * 0xff51afd7ed558ccdU;
        hash ^= hash >> 32U;
    }
    return hash;
}

/// The earliest row of each fingerprint, by open addressing: one pass over the rows, no comparison of all with all.
class SeenRows {
public:
    explicit SeenRows(const Columns& rows)
        : m_rows(rows), m_slots(std::bit_ceil(rows.size() * 2 + 2), none), m_hashes(m_slots.size()) {}

    /// The earlier row that is the same, or nothing, and then this one is remembered.
    std::optional<std::size_t> findOrAdd(std::size_t row) {
        const Fingerprint print = fingerprintOf(m_rows, row);
        const std::uint64_t hash = hashOf(print);
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
            if (m_slots[slot] == none) {
                m_slots[slot] = static_cast<std::uint32_t>(row);
                m_hashes[slot] = static_cast<std::uint32_t>(hash >> 32U);
                return std::nullopt;
            }
            if (m_hashes[slot] == static_cast<std::uint32_t>(hash >> 32U) &&
                fingerprintOf(m_rows, m_slots[slot]) == print)
                return m_slots[slot];
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    const Columns& m_rows;
    std::vector<std::uint32_t> m_slots, m_hashes;
};

bool comparable(const Columns& rows, std::size_t row) {
    return rows.status[row] == Status::ok && isKnown(rows.end[row]) && isKnown(firstTimeOf(rows, row).time);
}

std::string describe(const Dataset& data, std::size_t row, std::size_t earlier) {
    const auto fileOf = [&](std::size_t each) { return data.sources[data.runs[at(data.rows.run[each])].source].file; };
    const std::string where = fileOf(row) == fileOf(earlier) ? "this file" : data.files[fileOf(earlier)].path;
    return fmt::format("all times and counts equal those of record {} of {}", countText(data.rows.record[earlier]),
                       where);
}

}  // namespace

// The earlier row is not flagged: with every flagged one excluded, each request counts once.
void flagDuplicates(const JudgeInput& input, std::vector<Suspicious>& out) {
    const Columns& rows = input.data.rows;
    SeenRows seen(rows);
    for (std::size_t run = 0; run < input.data.runs.size() && !input.stop.stop_requested(); ++run) {
        if (!input.placeOf(RunIndex(run)).known()) continue;
        const Run& span = input.data.runs[run];
        for (std::size_t row = span.firstRow; row < span.firstRow + std::size_t{span.rowCount}; ++row) {
            if (!comparable(rows, row)) continue;
            if (const std::optional<std::size_t> earlier = seen.findOrAdd(row))
                out.push_back({RowIndex(row), "duplicate", 2, 1, "rows alike", describe(input.data, row, *earlier)});
        }
    }
}

}  // namespace plumbline
