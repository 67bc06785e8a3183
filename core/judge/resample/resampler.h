// Resampled latencies of levels, made when first asked for (METRICS §4, "Intervals").
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/judge/resample/bootstrap.h"
#include "core/judge/resample/level_values.h"

namespace plumbline {

/// One quantity of one level in each resample; nothing where the resample does not have it.
using Draws = std::vector<std::optional<double>>;

/// What is drawn of a level: blocks of time, five median e2e long, or rows where there are fewer than 20 such blocks or
/// no start times. More rows than mostRowUnits are dealt at random into that many groups: the spread is the same but
/// for 1 / sqrt(2 mostRowUnits) of itself, the time is not.
struct LevelUnits {
    static constexpr std::uint32_t mostRowUnits = 2048;
    ResampleUnit unit = ResampleUnit::row;
    std::size_t units = 0;
    std::vector<std::uint32_t> ofRow;  ///< by row of the level, in the order of JudgeInput::forEachRow
};
LevelUnits unitsOf(const JudgeInput& input, LevelPlace place);

/// Draws of the latencies given at the beginning; the same seed gives the same draws. Not for two threads at once.
class Resampler {
public:
    /// Quantities that are of no rows are passed over.
    Resampler(const LevelValues& values, std::vector<Quantity> quantities, std::size_t resamples = bootstrapResamples);
    ~Resampler();

    /// The draws of a level; empty for a summary, for ITL (gaps of one response are no independent values), for a
    /// quantity that was not asked for and once a stop was asked for.
    const Draws& of(LevelPlace place, const Quantity& quantity);
    /// What a level's resamples are drawn from.
    ResampleUnit unitOf(LevelPlace place);

private:
    struct Level;
    Level& level(LevelPlace place);
    void draw(LevelPlace place, Level& made) const;

    const LevelValues& m_values;
    std::vector<Quantity> m_quantities;
    std::size_t m_resamples;
    std::map<LevelPlace, std::unique_ptr<Level>> m_levels;
};

/// "2,000 resamples of blocks of time, seed 20260211".
std::string resamplingText(ResampleUnit unit, std::size_t resamples = bootstrapResamples);

}  // namespace plumbline
