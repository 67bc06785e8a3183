#include "core/judge/resampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/judge/words.h"
#include "core/measure/guard.h"
#include "core/measure/streams.h"

namespace plumbline {
namespace {

// metrics §4.
constexpr std::size_t enoughRuns = 3;
constexpr std::size_t enoughBlocks = 20;
constexpr double blockLatencies = 5;

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
    for (const RunIndex run : runs) {
        const Window window = windowOf(input.data, at(run), input.settings.measure);
        if (window.basis != WindowBasis::starts || !window.reason.empty()) return std::nullopt;
        const double whole = seconds(window.length), wanted = blockLatencies * *latency;
        const auto count = static_cast<std::uint32_t>(std::clamp(whole / wanted, 1.0, 1e6));
        out.push_back({whole / count, next, count});
        next += count;
    }
    if (next < enoughBlocks) return std::nullopt;
    return out;
}

LevelUnits byBlock(const JudgeInput& input, const std::vector<RunIndex>& runs, const std::vector<Blocks>& blocks) {
    LevelUnits out{ResampleUnit::block, 0, {}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = input.data.runs[at(runs[i])];
        const Window window = windowOf(input.data, at(runs[i]), input.settings.measure);
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
            const Nanoseconds since = between(window.begin, input.data.rows.start[row]);
            const double place = isKnown(since) ? std::max(0.0, seconds(since)) / blocks[i].length : 0;
            out.ofRow.push_back(blocks[i].first +
                                std::min(blocks[i].count - 1, static_cast<std::uint32_t>(std::min(place, 1e9))));
        }
        out.units += blocks[i].count;
        out.seconds.insert(out.seconds.end(), blocks[i].count, blocks[i].length);
    }
    return out;
}

LevelUnits byRun(const JudgeInput& input, const std::vector<RunIndex>& runs) {
    LevelUnits out{ResampleUnit::run, runs.size(), {}, {}};
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
        out.ofRow.insert(out.ofRow.end(), input.data.runs[at(runs[i])].rowCount, i);
        out.seconds.push_back(seconds(windowOf(input.data, at(runs[i]), input.settings.measure).length));
    }
    return out;
}

LevelUnits byRow(const JudgeInput& input, const std::vector<RunIndex>& runs) {
    LevelUnits out;
    for (const RunIndex run : runs) out.units += input.data.runs[at(run)].rowCount;
    out.ofRow.resize(out.units);
    for (std::uint32_t i = 0; i < out.units; ++i) out.ofRow[i] = i;
    return out;
}

/// The failed rows of a latency, each at infinity in the unit it is of, where the level counts them so.
void addInfinite(const JudgeInput& input, LevelPlace place, const LevelUnits& units, RowMetric metric,
                 std::vector<double>& values, std::vector<std::uint32_t>& unit) {
    if (input.level(place).of(metric).infinite == 0) return;
    const Columns& rows = input.data.rows;
    std::size_t i = 0;
    input.forEachRow(place, [&](std::size_t row) {
        const std::uint32_t own = units.ofRow[i++];
        const bool isIn = (*input.figures.places)[row] == Place::in;
        if (!isIn || !isFailed((*input.figures.verdicts)[row], rows.deliberate[row])) return;
        if (metric == RowMetric::e2eFromScheduled && !isKnown(rows.scheduled[row])) return;
        values.push_back(std::numeric_limits<double>::infinity());
        unit.push_back(own);
    });
}

/// Values of a metric by unit, of the rows that count under the verdicts.
WeightedValues valuesOf(const JudgeInput& input, const PreparedRows& prepared, std::span<const std::uint8_t> masks,
                        LevelPlace place, const LevelUnits& units, RowMetric metric) {
    const std::vector<RunIndex> runs = input.runsOf(place);
    std::vector<double> values;
    std::vector<std::uint32_t> unit;
    std::size_t before = 0;
    for (const RunIndex index : runs) {
        const Run& run = input.data.runs[at(index)];
        for (const StreamFilter& filter : filtersOf(metric)) {
            const RunStream& stream = prepared.of(filter.stream, at(index));
            for (std::size_t i = 0; i < stream.values.size(); ++i) {
                if ((masks[run.firstRow + stream.rows[i]] & filter.mask) == 0) continue;
                values.push_back(stream.values[i]);
                unit.push_back(units.ofRow[before + stream.rows[i]]);
            }
        }
        before += run.rowCount;
    }
    addInfinite(input, place, units, metric, values, unit);
    return {std::move(values), std::move(unit), units.units};
}

/// What a unit adds to the rates.
struct Output {
    std::vector<double> tokens, requests;
};

Output outputOf(const JudgeInput& input, std::span<const std::uint8_t> masks, LevelPlace place,
                const LevelUnits& units) {
    Output out{std::vector<double>(units.units), std::vector<double>(units.units)};
    std::size_t i = 0;
    input.forEachRow(place, [&](std::size_t row) {
        const std::uint32_t unit = units.ofRow[i++];
        if ((masks[row] & ofMeasured) == 0) return;
        out.requests[unit] += 1;
        out.tokens[unit] += std::max(0, input.data.rows.outputTokens[row]);
    });
    return out;
}

std::optional<double> rateOf(std::span<const std::uint32_t> weights, const std::vector<double>& added,
                             const LevelUnits& units, double window) {
    double sum = 0, time = units.seconds.empty() ? window : 0;
    for (std::size_t unit = 0; unit < added.size(); ++unit) {
        sum += weights[unit] * added[unit];
        if (!units.seconds.empty()) time += weights[unit] * units.seconds[unit];
    }
    if (time <= 0) return std::nullopt;
    return sum / time;
}

/// What a level's quantities are made of, ready for any weights.
class LevelStatistics {
public:
    LevelStatistics(const JudgeInput& input, const PreparedRows& prepared, std::span<const std::uint8_t> masks,
                    LevelPlace place, const LevelUnits& units, const std::vector<Quantity>& quantities)
        : m_settings(input.settings.measure),
          m_window(input.level(place).windowSeconds.value_or(0)),
          m_units(units),
          m_output(outputOf(input, masks, place, units)) {
        for (const Quantity& each : quantities)
            if (each.ofRows && each.row != RowMetric::itl && !m_values.contains(each.row))
                m_values.emplace(each.row, valuesOf(input, prepared, masks, place, units, each.row));
    }

    std::optional<double> value(std::span<const std::uint32_t> weights, const Quantity& quantity) const {
        if (!quantity.ofRows) return rate(weights, quantity.level);
        const auto found = m_values.find(quantity.row);
        if (found == m_values.end()) return std::nullopt;
        return quantity.statistic.mean
                   ? found->second.mean(weights)
                   : found->second.quantile(weights, quantity.statistic.p, percentileRule(m_settings, quantity.row));
    }

private:
    std::optional<double> rate(std::span<const std::uint32_t> weights, LevelMetric metric) const {
        if (metric == LevelMetric::systemOutputRate) return rateOf(weights, m_output.tokens, m_units, m_window);
        if (metric == LevelMetric::requestRate) return rateOf(weights, m_output.requests, m_units, m_window);
        return std::nullopt;
    }

    const MeasureSettings& m_settings;
    double m_window;
    const LevelUnits& m_units;
    Output m_output;
    std::map<RowMetric, WeightedValues> m_values;
};

}  // namespace

struct Resampler::Level {
    LevelUnits units;
    std::vector<Draws> draws;  ///< by quantity
};

LevelUnits unitsOf(const JudgeInput& input, LevelPlace place) {
    const std::vector<RunIndex> runs = input.runsOf(place);
    if (runs.size() >= enoughRuns) return byRun(input, runs);
    const auto blocks = blocksOf(input, place, runs);
    return blocks ? byBlock(input, runs, *blocks) : byRow(input, runs);
}

Resampler::Resampler(const JudgeInput& input, std::vector<Quantity> quantities, std::size_t resamples)
    : m_input(input), m_quantities(std::move(quantities)), m_resamples(resamples) {
    const auto& verdicts = *input.figures.verdicts;
    const auto& places = *input.figures.places;
    m_masks.resize(verdicts.size());
    for (std::size_t row = 0; row < verdicts.size(); ++row)
        m_masks[row] = places[row] == Place::in ? masksOf(verdicts[row]) : std::uint8_t{0};
    const bool lastText = input.settings.measure.intervalEnd == IntervalEnd::lastText;
    m_prepared = input.data.prepared->rows(input.data, lastText, input.stop);
}

Resampler::~Resampler() = default;

const Draws& Resampler::of(LevelPlace place, const Quantity& quantity) {
    static const Draws none;
    const auto found = std::find(m_quantities.begin(), m_quantities.end(), quantity);
    if (found == m_quantities.end() || !m_prepared || m_input.level(place).summaryOnly) return none;
    const Level& made = level(place);
    return made.draws.empty() ? none : made.draws[static_cast<std::size_t>(found - m_quantities.begin())];
}

std::vector<double> Resampler::sorted(LevelPlace place, RowMetric metric) const {
    if (!m_prepared) return {};
    std::vector<std::uint32_t> runs;
    for (const RunIndex run : m_input.runsOf(place)) runs.push_back(static_cast<std::uint32_t>(at(run)));
    SortedValues values(m_input.data, *m_prepared, m_masks);
    const auto found = values.of(runs, metric);
    std::vector<double> out(found.begin(), found.end());
    out.insert(out.end(), m_input.level(place).of(metric).infinite, std::numeric_limits<double>::infinity());
    return out;
}

ResampleUnit Resampler::unitOf(LevelPlace place) { return level(place).units.unit; }

const Resampler::Level& Resampler::level(LevelPlace place) {
    auto& made = m_levels[place];
    if (made) return *made;
    made = std::make_unique<Level>();
    made->units = unitsOf(m_input, place);
    draw(place, *made);
    return *made;
}

void Resampler::draw(LevelPlace place, Level& made) const {
    const LevelStatistics statistics(m_input, *m_prepared, m_masks, place, made.units, m_quantities);
    std::vector<Draws> draws(m_quantities.size());
    Weights weights(made.units.units, bootstrapSeed + 1'000'003 * place.configuration + place.level);
    for (std::size_t resample = 0; resample < m_resamples; ++resample) {
        if (m_input.stop.stop_requested()) return;
        const auto drawn = weights.draw();
        for (std::size_t i = 0; i < m_quantities.size(); ++i)
            draws[i].push_back(statistics.value(drawn, m_quantities[i]));
    }
    made.draws = std::move(draws);
}

std::string resamplingText(ResampleUnit unit, std::size_t resamples) {
    return fmt::format("{} resamples of {}, seed {}", countText(resamples), name(unit), bootstrapSeed);
}

}  // namespace plumbline
