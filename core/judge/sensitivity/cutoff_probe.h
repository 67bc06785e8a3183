// Figures of levels under many cutoffs: each level is measured once for each set of rows that a cutoff takes out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/curve/recut.h"
#include "core/judge/checks.h"

namespace plumbline {

/// A figure under some cutoff: nothing where it is withheld there.
struct Probed {
    std::optional<double> value;
    bool notAttained = false;  ///< it lies on a failed row that counts as infinitely slow
    bool operator==(const Probed&) const = default;
};

/// From the lowest to the highest cutoffs that are tried; rows are counted up to `counted`.
struct CutoffRange {
    Cutoffs low, high, counted;
};

class CutoffProbe {
public:
    /// Looks which rows' verdicts differ between the two ends of the range; nothing is measured yet.
    CutoffProbe(const FindingInput& input, const Recut& recut, std::vector<LevelPlace> levels,
                std::span<const Quantity> quantities, const CutoffRange& range);

    /// Where verdicts change, ascending: a row of this interval is taken out by every cutoff above it; the same of the
    /// number of chunks. Empty for a level whose figures are the same over the whole range.
    const std::vector<std::int64_t>& intervals(std::size_t level) const { return m_levels[level].intervals; }
    const std::vector<std::int64_t>& chunks(std::size_t level) const { return m_levels[level].chunks; }
    /// Rows in the statistics whose verdict changes between the lowest cutoffs and `counted`.
    std::size_t rows(std::size_t level) const { return m_levels[level].rows; }
    std::size_t size() const { return m_levels.size(); }

    /// By quantity, of each of these levels (positions in the constructor's list). Empty lists once a stop was asked
    /// for.
    std::vector<std::span<const Probed>> at(const Cutoffs& cutoffs, std::span<const std::size_t> levels);

private:
    struct Level {
        LevelPlace place;
        std::vector<std::int64_t> intervals, chunks;
        std::size_t rows = 0;
        bool changes = false;          ///< some row's verdict does, somewhere in the range
        std::vector<Probed> constant;  ///< of the figures at hand
    };
    using State = std::pair<std::size_t, std::size_t>;  ///< how many intervals and chunk counts are below the cutoffs
    State stateOf(const Level& level, const Cutoffs& cutoffs) const;
    void findRows(const CutoffRange& range, Level& level) const;
    void measure(const Cutoffs& cutoffs, std::span<const std::size_t> levels);

    const FindingInput& m_input;
    const Recut& m_recut;
    std::vector<Quantity> m_quantities;
    std::vector<RowMetric> m_metrics;  ///< of the quantities that follow cutoffs
    std::vector<Level> m_levels;
    std::vector<std::map<State, std::vector<Probed>>> m_known;  ///< by level
};

}  // namespace plumbline
