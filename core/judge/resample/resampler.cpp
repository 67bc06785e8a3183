#include "core/judge/resample/resampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/judge/words.h"
#include "core/measure/streams.h"

namespace plumbline {
namespace {

// METRICS §4.
constexpr std::size_t enoughBlocks = 20;
constexpr double blockLatencies = 5;
/// With so many blocks to a row nearly all are empty (one end far from all others stretches the window), and drawing
/// them says no more than drawing rows.
constexpr std::size_t mostBlocksPerRow = 20;

/// Blocks of one run: each row in the block of its start, over as many whole blocks as W holds.
struct Blocks {
    double length = 0;
    std::uint32_t first = 0, count = 0;
};

std::optional<std::vector<Blocks>> blocksOf(const JudgeInput& input, LevelPlace place,
                                            const std::vector<RunIndex>& runs) {
    const auto latency = input.level(place).of(RowMetric::e2e).at(quantile(0.5));
    if (!latency || *latency <= 0) return std::nullopt;
    std::vector<Blocks> out;
    std::uint32_t next = 0;
    std::size_t rows = 0;
    for (const RunIndex run : runs) {
        rows += input.data.runs[at(run)].rowCount;
        const Window& window = (*input.figures.windows)[at(run)];
        if (window.basis != WindowBasis::starts || !window.reason.empty()) return std::nullopt;
        const double whole = seconds(window.length), wanted = blockLatencies * *latency;
        const auto count = static_cast<std::uint32_t>(std::clamp(whole / wanted, 1.0, 1e6));
        out.push_back({whole / count, next, count});
        next += count;
    }
    if (next < enoughBlocks || next > mostBlocksPerRow * rows) return std::nullopt;
    return out;
}

LevelUnits byBlock(const JudgeInput& input, const std::vector<RunIndex>& runs, const std::vector<Blocks>& blocks) {
    LevelUnits out{ResampleUnit::block, 0, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = input.data.runs[at(runs[i])];
        const Window& window = (*input.figures.windows)[at(runs[i])];
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
            const Nanoseconds since = between(window.begin, input.data.rows.start[row]);
            const double place = isKnown(since) ? std::max(0.0, seconds(since)) / blocks[i].length : 0;
            out.ofRow.push_back(blocks[i].first +
                                std::min(blocks[i].count - 1, static_cast<std::uint32_t>(std::min(place, 1e9))));
        }
        out.units += blocks[i].count;
    }
    return out;
}

/// Groups of as many rows, or one more.
LevelUnits dealt(std::vector<std::uint32_t> rows) {
    constexpr std::uint32_t groups = LevelUnits::mostRowUnits;
    Generator generator(bootstrapSeed);
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[generator.below(static_cast<std::uint32_t>(i))]);
    LevelUnits out{ResampleUnit::rowGroup, groups, std::vector<std::uint32_t>(rows.size())};
    for (std::size_t i = 0; i < rows.size(); ++i) out.ofRow[rows[i]] = static_cast<std::uint32_t>(i % groups);
    return out;
}

LevelUnits byRow(const JudgeInput& input, const std::vector<RunIndex>& runs) {
    LevelUnits out;
    for (const RunIndex run : runs) out.units += input.data.runs[at(run)].rowCount;
    out.ofRow.resize(out.units);
    std::iota(out.ofRow.begin(), out.ofRow.end(), 0U);
    if (out.units <= LevelUnits::mostRowUnits) return out;
    return dealt(std::move(out.ofRow));
}

/// Values of a metric by unit, of the rows that count under the verdicts.
WeightedValues valuesOf(const LevelValues& all, LevelPlace place, const LevelUnits& units, RowMetric metric) {
    std::vector<double> values;
    std::vector<std::uint32_t> unit;
    std::size_t before = 0;
    for (const RunIndex index : all.input().runsOf(place)) {
        const Run& run = all.input().data.runs[at(index)];
        const auto add = [&](double value, std::size_t row) {
            values.push_back(value);
            unit.push_back(units.ofRow[before + row]);
        };
        for (const StreamFilter& filter : filtersOf(metric)) {
            const RunStream& stream = all.prepared()->of(filter.stream, at(index));
            for (std::size_t i = 0; i < stream.values.size(); ++i)
                if ((all.masks()[run.firstRow + stream.rows[i]] & filter.mask) != 0)
                    add(stream.values[i], stream.rows[i]);
        }
        forEachInfinite(all.input(), place, index, metric,
                        [&](std::size_t row) { add(std::numeric_limits<double>::infinity(), row - run.firstRow); });
        before += run.rowCount;
    }
    return {std::move(values), std::move(unit), units.units};
}

/// The distributions of a level, ready for any weights.
class RowStatistics {
public:
    RowStatistics(const LevelValues& values, LevelPlace place, const LevelUnits& units,
                  const std::vector<Quantity>& quantities)
        : m_settings(values.input().settings.measure) {
        for (const Quantity& each : quantities)
            if (each.row != RowMetric::itl && !m_values.contains(each.row))
                m_values.emplace(each.row, valuesOf(values, place, units, each.row));
    }

    std::optional<double> value(std::span<const std::uint32_t> weights, const Quantity& quantity) const {
        const auto found = m_values.find(quantity.row);
        if (found == m_values.end()) return std::nullopt;
        return quantity.statistic.mean
                   ? found->second.mean(weights)
                   : found->second.quantile(weights, quantity.statistic.p, percentileRule(m_settings, quantity.row));
    }

private:
    const MeasureSettings& m_settings;
    std::map<RowMetric, WeightedValues> m_values;
};

}  // namespace

struct Resampler::Level {
    LevelUnits units;
    std::vector<Draws> draws;  ///< by quantity
    bool isDrawn = false;
};

LevelUnits unitsOf(const JudgeInput& input, LevelPlace place) {
    const std::vector<RunIndex> runs = input.runsOf(place);
    const auto blocks = blocksOf(input, place, runs);
    return blocks ? byBlock(input, runs, *blocks) : byRow(input, runs);
}

Resampler::Resampler(const LevelValues& values, std::vector<Quantity> quantities, std::size_t resamples)
    : m_values(values), m_quantities(std::move(quantities)), m_resamples(resamples) {
    std::erase_if(m_quantities, [](const Quantity& each) { return !each.ofRows; });
}

Resampler::~Resampler() = default;

const Draws& Resampler::of(LevelPlace place, const Quantity& quantity) {
    static const Draws none;
    const auto found = std::find(m_quantities.begin(), m_quantities.end(), quantity);
    const JudgeInput& input = m_values.input();
    if (found == m_quantities.end() || !m_values.prepared() || input.level(place).summaryOnly) return none;
    Level& made = level(place);
    if (!made.isDrawn) draw(place, made);
    made.isDrawn = !input.stop.stop_requested();
    return made.isDrawn ? made.draws[static_cast<std::size_t>(found - m_quantities.begin())] : none;
}

ResampleUnit Resampler::unitOf(LevelPlace place) { return level(place).units.unit; }

Resampler::Level& Resampler::level(LevelPlace place) {
    auto& made = m_levels[place];
    if (made) return *made;
    made = std::make_unique<Level>();
    made->units = unitsOf(m_values.input(), place);
    made->draws.resize(m_quantities.size());
    return *made;
}

void Resampler::draw(LevelPlace place, Level& made) const {
    const RowStatistics rows(m_values, place, made.units, m_quantities);
    Weights weights(made.units.units, bootstrapSeed + 1'000'003 * place.configuration + place.level);
    for (std::size_t resample = 0; resample < m_resamples; ++resample) {
        if (m_values.input().stop.stop_requested()) return;
        const auto drawn = weights.draw();
        for (std::size_t i = 0; i < m_quantities.size(); ++i)
            made.draws[i].push_back(rows.value(drawn, m_quantities[i]));
    }
}

std::string resamplingText(ResampleUnit unit, std::size_t resamples) {
    return fmt::format("{} resamples of {}, seed {}", countText(resamples), name(unit), bootstrapSeed);
}

}  // namespace plumbline
