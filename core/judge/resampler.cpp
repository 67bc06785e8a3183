#include "core/judge/resampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/judge/words.h"
#include "core/measure/goodput_rows.h"
#include "core/measure/guard.h"
#include "core/measure/streams.h"

namespace plumbline {
namespace {

// metrics §4.
constexpr std::size_t enoughRuns = 3;
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
        const Window window = windowOf(input.data, at(run), input.settings.measure);
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

/// Groups of as many rows, or one more: each has its share of the window, so that a resample of large ones is no
/// faster.
LevelUnits dealt(std::vector<std::uint32_t> rows, double window) {
    constexpr std::uint32_t groups = LevelUnits::mostRowUnits;
    Generator generator(bootstrapSeed);
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[generator.below(static_cast<std::uint32_t>(i))]);
    LevelUnits out{ResampleUnit::rowGroup, groups, std::vector<std::uint32_t>(rows.size()),
                   std::vector<double>(groups)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out.ofRow[rows[i]] = static_cast<std::uint32_t>(i % groups);
        out.seconds[i % groups] += window / static_cast<double>(rows.size());
    }
    return out;
}

LevelUnits byRow(const JudgeInput& input, LevelPlace place, const std::vector<RunIndex>& runs) {
    LevelUnits out;
    for (const RunIndex run : runs) out.units += input.data.runs[at(run)].rowCount;
    out.ofRow.resize(out.units);
    std::iota(out.ofRow.begin(), out.ofRow.end(), 0U);
    if (out.units <= LevelUnits::mostRowUnits) return out;
    return dealt(std::move(out.ofRow), input.level(place).windowSeconds.value_or(0));
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

/// What a unit adds to the rates; met: by requests that surely meet every limit.
struct Output {
    std::vector<double> tokens, requests, metTokens, metRequests;
};

/// As in the figures: what ended in W, wherever it started.
bool isInRate(const JudgeInput& input, std::size_t row, const Window& window) {
    const Columns& rows = input.data.rows;
    if (!isMeasured((*input.figures.verdicts)[row]) || rows.phase[row] != Phase::measured) return false;
    if ((*input.figures.places)[row] == Place::neverHappened) return false;
    if (window.basis == WindowBasis::starts && !isKnown(rows.start[row])) return false;
    return endedIn(rows, row, window);
}

Output outputOf(const JudgeInput& input, std::span<const std::uint8_t> masks, LevelPlace place,
                const LevelUnits& units) {
    const std::vector<double> none(units.units);
    Output out{none, none, none, none};
    std::size_t i = 0;
    for (const RunIndex index : input.runsOf(place)) {
        const Run& run = input.data.runs[at(index)];
        const Window window = windowOf(input.data, at(index), input.settings.measure);
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
            const std::uint32_t unit = units.ofRow[i++];
            if (!isInRate(input, row, window)) continue;
            const double tokens = std::max(0, input.data.rows.outputTokens[row]);
            out.requests[unit] += 1;
            out.tokens[unit] += tokens;
            const Verdict verdict = (*input.figures.verdicts)[row];
            if (input.settings.slos.empty() || !metBy(input.data, input.settings, row, verdict, masks[row]).low)
                continue;
            out.metRequests[unit] += 1;
            out.metTokens[unit] += tokens;
        }
    }
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

/// The rates of a level, ready for any weights.
class RateStatistics {
public:
    RateStatistics(const JudgeInput& input, std::span<const std::uint8_t> masks, LevelPlace place,
                   const LevelUnits& units)
        : m_window(input.level(place).windowSeconds.value_or(0)),
          m_units(units),
          m_output(outputOf(input, masks, place, units)) {}

    std::optional<double> value(std::span<const std::uint32_t> weights, const Quantity& quantity) const {
        switch (quantity.level) {
            case LevelMetric::systemOutputRate:
                return rateOf(weights, m_output.tokens, m_units, m_window);
            case LevelMetric::requestRate:
                return rateOf(weights, m_output.requests, m_units, m_window);
            case LevelMetric::goodputRequests:
                return rateOf(weights, m_output.metRequests, m_units, m_window);
            case LevelMetric::goodputTokens:
                return rateOf(weights, m_output.metTokens, m_units, m_window);
            default:
                return std::nullopt;
        }
    }

private:
    double m_window;
    const LevelUnits& m_units;
    Output m_output;
};

/// The distributions of a level, ready for any weights.
class RowStatistics {
public:
    RowStatistics(const JudgeInput& input, const PreparedRows& prepared, std::span<const std::uint8_t> masks,
                  LevelPlace place, const LevelUnits& units, const std::vector<Quantity>& quantities)
        : m_settings(input.settings.measure) {
        for (const Quantity& each : quantities)
            if (each.ofRows && each.row != RowMetric::itl && !m_values.contains(each.row))
                m_values.emplace(each.row, valuesOf(input, prepared, masks, place, units, each.row));
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
    bool ratesDrawn = false, rowsDrawn = false;
};

LevelUnits unitsOf(const JudgeInput& input, LevelPlace place) {
    const std::vector<RunIndex> runs = input.runsOf(place);
    if (runs.size() >= enoughRuns) return byRun(input, runs);
    const auto blocks = blocksOf(input, place, runs);
    return blocks ? byBlock(input, runs, *blocks) : byRow(input, place, runs);
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
    Level& made = level(place);
    // As many rows in as many seconds, whichever are drawn: that says nothing of how sure the rate is.
    const bool isOfRows = made.units.unit == ResampleUnit::row || made.units.unit == ResampleUnit::rowGroup;
    if (isOfRows && quantity == quantityOf(LevelMetric::requestRate)) return none;
    bool& isDrawn = quantity.ofRows ? made.rowsDrawn : made.ratesDrawn;
    if (!isDrawn) draw(place, quantity.ofRows, made);
    isDrawn = !m_input.stop.stop_requested();
    return isDrawn ? made.draws[static_cast<std::size_t>(found - m_quantities.begin())] : none;
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

Resampler::Level& Resampler::level(LevelPlace place) {
    auto& made = m_levels[place];
    if (made) return *made;
    made = std::make_unique<Level>();
    made->units = unitsOf(m_input, place);
    made->draws.resize(m_quantities.size());
    return *made;
}

/// Rates are sums and cheap, quantiles are not: each kind is drawn when first asked for, with the same weights.
void Resampler::draw(LevelPlace place, bool ofRows, Level& made) const {
    std::optional<RateStatistics> rates;
    std::optional<RowStatistics> rows;
    if (ofRows)
        rows.emplace(m_input, *m_prepared, m_masks, place, made.units, m_quantities);
    else
        rates.emplace(m_input, m_masks, place, made.units);
    Weights weights(made.units.units, bootstrapSeed + 1'000'003 * place.configuration + place.level);
    for (std::size_t resample = 0; resample < m_resamples; ++resample) {
        if (m_input.stop.stop_requested()) return;
        const auto drawn = weights.draw();
        for (std::size_t i = 0; i < m_quantities.size(); ++i)
            if (m_quantities[i].ofRows == ofRows)
                made.draws[i].push_back(ofRows ? rows->value(drawn, m_quantities[i])
                                               : rates->value(drawn, m_quantities[i]));
    }
}

std::string resamplingText(ResampleUnit unit, std::size_t resamples) {
    return fmt::format("{} resamples of {}, seed {}", countText(resamples), name(unit), bootstrapSeed);
}

}  // namespace plumbline
