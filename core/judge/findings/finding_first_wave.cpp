// The first requests of a closed loop all meet an idle, cold system at one time (CLI §6, first-wave).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/quantity_words.h"
#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/measure/quantiles.h"
#include "core/measure/tally.h"

namespace plumbline {
namespace {

constexpr std::size_t wavesNeeded = 3, rowsForP99 = 368;
constexpr double leastChange = 0.2;

/// TTFT of the rows in the statistics, in s: of the first c of each run, of the others, and of all.
struct Waves {
    std::vector<double> first, rest, all;
    std::vector<RowIndex> rows;  ///< the first ones
    Nanoseconds warmup{0};       ///< that cuts them from each run, and nothing else from the one that takes longest
    Nanoseconds last{0};         ///< when the last of them is sent, at most
};

/// The rows of a run that were sent, in order of (start, record).
std::vector<std::size_t> sentRows(const JudgeInput& input, RunIndex index) {
    const Run& run = input.data.runs[at(index)];
    const Columns& rows = input.data.rows;
    std::vector<std::size_t> out;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row)
        if (isKnown(rows.start[row]) && (*input.figures.places)[row] != Place::neverHappened) out.push_back(row);
    const auto earlier = [&rows](std::size_t a, std::size_t b) {
        return rows.start[a] != rows.start[b] ? rows.start[a] < rows.start[b] : rows.record[a] < rows.record[b];
    };
    if (!std::is_sorted(out.begin(), out.end(), earlier)) std::sort(out.begin(), out.end(), earlier);
    return out;
}

/// Whether nothing has been cut off the run's beginning yet, and its starts are known.
bool isUntouched(const JudgeInput& input, RunIndex run) {
    const Window& window = (*input.figures.windows)[at(run)];
    return window.basis == WindowBasis::starts && window.reason.empty() && window.warmup == Nanoseconds(0) &&
           !hasWarmup(input.data, input.data.runs[at(run)].source);
}

void addRun(const JudgeInput& input, const RunStream& ttft, RunIndex index, const std::vector<std::size_t>& sent,
            std::size_t wave, Waves& out) {
    const Run& run = input.data.runs[at(index)];
    std::vector<bool> isFirst(run.rowCount, false);
    for (std::size_t i = 0; i < wave; ++i) {
        isFirst[sent[i] - run.firstRow] = true;
        out.rows.push_back(RowIndex(static_cast<std::uint32_t>(sent[i])));
    }
    for (std::size_t i = 0; i < ttft.values.size(); ++i) {
        const std::size_t row = run.firstRow + ttft.rows[i];
        const bool isIn = (*input.figures.places)[row] == Place::in;
        if (!isIn || (masksOf((*input.figures.verdicts)[row]) & ofLatency) == 0) continue;
        (isFirst[ttft.rows[i]] ? out.first : out.rest).push_back(ttft.values[i]);
        out.all.push_back(ttft.values[i]);
    }
    out.last = std::max(out.last, input.data.rows.start[sent[wave - 1]] - input.data.rows.start[sent[0]]);
    out.warmup = std::max(out.warmup, input.data.rows.start[sent[wave]] - input.data.rows.start[sent[0]]);
}

/// Nothing where the level is no closed loop, its runs are too short, or something is cut off already.
std::optional<Waves> wavesOf(const JudgeInput& input, const PreparedRows& prepared, LevelPlace place) {
    const LevelFigures& level = input.level(place);
    if (level.summaryOnly || level.load.kind != LoadKind::concurrency || level.load.value < 1) return std::nullopt;
    const auto wave = static_cast<std::size_t>(std::min(std::ceil(level.load.value), 1e9));
    Waves out;
    for (const RunIndex run : input.runsOf(place)) {
        if ((*input.figures.windows)[at(run)].neverHappened) continue;
        if (!isUntouched(input, run)) return std::nullopt;
        const std::vector<std::size_t> sent = sentRows(input, run);
        if (sent.size() < wavesNeeded * wave) return std::nullopt;
        addRun(input, prepared.of(Stream::ttft, at(run)), run, sent, wave, out);
    }
    if (out.first.empty() || out.rest.empty()) return std::nullopt;
    for (std::vector<double>* values : {&out.first, &out.rest, &out.all}) std::sort(values->begin(), values->end());
    return out;
}

/// That warm-up with as few digits as cut the same rows: 10.03 s, not 10.030350741 s.
Nanoseconds offeredWarmup(const Waves& waves) {
    for (Nanoseconds step = std::chrono::seconds(1); step > Nanoseconds(1); step /= 10)
        if (const Nanoseconds rounded = waves.warmup / step * step; rounded > waves.last) return rounded;
    return waves.warmup;
}

Finding describe(const JudgeInput& input, LevelPlace place, const Waves& waves, const std::array<double, 2>& medians,
                 double p, const std::array<double, 2>& tails, const Findings& out) {
    const Load& load = input.level(place).load;
    const std::string tail = text(quantile(p));
    const Nanoseconds warmup = offeredWarmup(waves);
    const std::string cut = settingText(warmup);
    const auto shown = [](double time) { return shownText(quantityOf(RowMetric::ttft, quantile(0.5)), time); };
    const std::string who = load.value == 1 ? "request of each run waits"
                                            : fmt::format("{} requests of each run wait", numberText(load.value));
    Finding finding =
        out.at(input, place,
               fmt::format("The first {} {} for their first token (p50), the others {}: TTFT {} is "
                           "{} with them and {} without. A warm-up of {} cuts them.",
                           who, shown(medians[0]), shown(medians[1]), tail, shown(tails[0]), shown(tails[1]), cut));
    finding.evidence = {
        {"c", load.value},          {"ttft_p50_first", medians[0]},          {"ttft_p50_rest", medians[1]},
        {"ttft_" + tail, tails[0]}, {"ttft_" + tail + "_without", tails[1]}, {"warmup_s", seconds(waves.warmup)}};
    finding.rows = waves.rows;
    finding.offer = input.settings.measure;
    finding.offer->warmup = warmup;
    finding.offer->warmupAuto = false;
    finding.offerText = "Set the warm-up to " + cut;
    return finding;
}

}  // namespace

void findFirstWave(const FindingInput& input, Findings& out) {
    const bool lastText = input.settings.measure.intervalEnd == IntervalEnd::lastText;
    const auto prepared = input.data.prepared->rows(input.data, lastText, input.stop);
    if (!prepared) return;
    const PercentileRule rule = input.settings.measure.percentile;
    for (const LevelPlace place : input.levels()) {
        const std::optional<Waves> waves = wavesOf(input, *prepared, place);
        if (!waves) continue;
        const double p = waves->all.size() >= rowsForP99 ? 0.99 : 0.95;
        const std::array<double, 2> medians{*quantileOf(waves->first, 0.5, rule), *quantileOf(waves->rest, 0.5, rule)};
        const std::array<double, 2> tails{*quantileOf(waves->all, p, rule), *quantileOf(waves->rest, p, rule)};
        const bool waits = medians[0] >= out.threshold() * medians[1];
        if (waits && std::abs(tails[0] - tails[1]) > leastChange * tails[0])
            out.push_back(describe(input, place, *waves, medians, p, tails, out));
    }
}

}  // namespace plumbline
