#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/trace/parallel.h"

namespace plumbline {
namespace {

/// Calls f with each column of times and counts that two rows told twice have in common.
template <class F>
void forEachFact(const Columns& c, F f) {
    const auto each = [&f](const auto&... column) { (f(column), ...); };
    each(c.scheduled, c.start, c.headers, c.firstByte, c.firstReasoning, c.firstContent, c.firstToken, c.lastContent,
         c.end, c.queue, c.gapSum, c.gapLargest, c.gapFirst, c.gapMedian, c.gapsLate, c.gapsTiny);
    each(c.gapCount, c.chunks, c.promptTokens, c.cachedTokens, c.outputTokens, c.reasoningTokens, c.otherOutputTokens,
         c.firstChunkTokens, c.maxTokens);
}

bool same(const Columns& rows, std::size_t a, std::size_t b) {
    bool equal = true;
    forEachFact(rows, [&](const auto& column) { equal = equal && column[a] == column[b]; });
    return equal;
}

std::uint64_t bits(Nanoseconds time) { return static_cast<std::uint64_t>(time.count()); }
std::uint64_t bits(Count count) { return static_cast<std::uint64_t>(count); }

/// One hash a row, column by column within blocks that stay in the cache: row by row, each would touch 25 lines of
/// memory.
std::vector<std::uint64_t> hashes(const Columns& rows, std::stop_token stop) {
    constexpr std::size_t block = 4096;
    std::vector<std::uint64_t> out(rows.size(), 0x9e3779b97f4a7c15U);
    parallelFor((out.size() + block - 1) / block, stop, [&](std::size_t part) {
        const std::size_t first = part * block, last = std::min(first + block, out.size());
        forEachFact(rows, [&](const auto& column) {
            for (std::size_t i = first; i < last; ++i) {
                const std::uint64_t mixed = (out[i] ^ bits(column[i])) * 0xff51afd7ed558ccdU;
                out[i] = mixed ^ (mixed >> 32U);
            }
        });
    });
    return out;
}

/// The earliest row of each kind, by open addressing: one pass over the rows, no comparison of all with all.
class SeenRows {
public:
    SeenRows(const Columns& rows, std::stop_token stop)
        : m_rows(rows), m_hashes(hashes(rows, stop)), m_slots(std::bit_ceil(rows.size() * 2 + 2), none) {}

    /// The earlier row that is the same, or nothing, and then this one is remembered.
    std::optional<std::size_t> findOrAdd(std::size_t row) {
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t slot = m_hashes[row] & mask;; slot = (slot + 1) & mask) {
            if (m_slots[slot] == none) {
                m_slots[slot] = static_cast<std::uint32_t>(row);
                return std::nullopt;
            }
            const std::size_t seen = m_slots[slot];
            if (m_hashes[seen] == m_hashes[row] && same(m_rows, seen, row)) return seen;
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    const Columns& m_rows;
    std::vector<std::uint64_t> m_hashes;
    std::vector<std::uint32_t> m_slots;
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
    SeenRows seen(rows, input.stop);
    if (input.stop.stop_requested()) return;  // hashes may be missing
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
