#include "core/trace/duplicates.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/trace/derived.h"
#include "core/trace/parallel.h"
#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

/// Calls f with each column of times and counts that two rows told twice have in common.
template <class F>
void forEachFact(const Columns& c, F f) {
    forEachRowField([&](const auto& field) {
        if constexpr (isTime(fieldKind<decltype(field)>) || fieldKind<decltype(field)> == FieldKind::count)
            f(c.*field.inColumns);
    });
    const auto each = [&f](const auto&... column) { (f(column), ...); };
    each(c.gapCount, c.gapSum, c.gapLargest, c.gapFirst, c.gapMedian, c.gapsLate, c.gapsTiny);
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

bool hasFirstToken(const Columns& rows, std::size_t row) {
    return isKnown(
        firstTime(rows.firstReasoning[row], rows.firstContent[row], rows.firstToken[row], rows.firstTokenKind[row])
            .time);
}

bool comparable(const Columns& rows, std::size_t row) {
    return rows.status[row] == Status::ok && isKnown(rows.end[row]) && hasFirstToken(rows, row);
}

}  // namespace

std::vector<Duplicate> duplicatesOf(const Dataset& data, std::stop_token stop) {
    std::vector<Duplicate> out;
    SeenRows seen(data.rows, stop);
    for (const Run& run : data.runs) {
        if (stop.stop_requested()) return {};  // hashes may be missing
        if (run.superseded) continue;
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
            if (!comparable(data.rows, row)) continue;
            if (const std::optional<std::size_t> earlier = seen.findOrAdd(row))
                out.push_back(
                    {RowIndex(static_cast<std::uint32_t>(row)), RowIndex(static_cast<std::uint32_t>(*earlier))});
        }
    }
    return out;
}

}  // namespace plumbline
