#include "core/judge/sensitivity/cutoff_grid.h"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::int64_t gridStep = 50'000'000;
constexpr std::size_t shares = 32;
constexpr std::array<std::int64_t, 6> farGrid{1'250'000'000, 1'500'000'000, 2'000'000'000,
                                              2'500'000'000, 3'000'000'000, 4'000'000'000};

/// Every cutoff that is the first to take out one more row.
void addAll(std::span<const std::int64_t> breaks, std::vector<std::int64_t>& at) {
    for (const std::int64_t value : breaks) at.push_back(value + 1);
}

/// Those of them that part the rows into equal shares: a grid of even steps would pass over a crowd between two of
/// them.
void addShares(std::span<const std::int64_t> breaks, std::vector<std::int64_t>& at) {
    for (std::size_t i = 0; i <= shares; ++i) at.push_back(breaks[i * (breaks.size() - 1) / shares] + 1);
}

}  // namespace

void sortOut(std::vector<std::int64_t>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

TriedCutoffs triedCutoffs(CutoffKind kind, std::span<const std::int64_t> breaks, std::int64_t present,
                          std::int64_t most) {
    TriedCutoffs out;
    out.at = {0, most, present};
    const auto upTo = std::lower_bound(breaks.begin(), breaks.end(), most);
    const std::span<const std::int64_t> near(breaks.begin(), upTo), far(upTo, breaks.end());
    out.exact = near.size() <= mostExact;
    if (kind == CutoffKind::chunks) {
        for (std::int64_t chunks = 0; chunks <= most; ++chunks) out.at.push_back(chunks);
    } else {
        const std::int64_t end = std::max(farInterval, present);
        out.at.push_back(end);
        for (std::int64_t cutoff = 0; cutoff < most && !out.exact; cutoff += gridStep) out.at.push_back(cutoff);
        if (far.size() <= mostExact)
            addAll(far, out.at);
        else
            out.at.insert(out.at.end(), farGrid.begin(), farGrid.end());
    }
    if (out.exact)
        addAll(near, out.at);
    else
        addShares(near, out.at);
    sortOut(out.at);
    return out;
}

}  // namespace plumbline
