// Goodput (METRICS §4): each row is held to each limit, whatever the limit's statistic.
#include <algorithm>

#include "core/measure/goodput_rows.h"
#include "core/measure/measure_level.h"

namespace plumbline {

namespace {

Stream streamOf(RowMetric metric, Verdict verdict) {
    if (metric == RowMetric::rate && verdict != Verdict::streamed) return Stream::rateWhole;
    return filtersOf(metric).front().stream;
}

class RowCheck {
public:
    RowCheck(const Dataset& data, const Settings& settings, std::size_t row, Verdict verdict, std::uint8_t mask)
        : m_rows(data.rows),
          m_row(row),
          m_verdict(verdict),
          m_mask(mask),
          m_derived(derive(m_rows, row, data.prepared->runs[at(data.rows.run[row])].traits,
                           settings.measure.intervalEnd == IntervalEnd::lastText)) {}

    RowMet against(const std::vector<Slo>& slos) const {
        RowMet met;
        for (const Slo& slo : slos) {
            if (isAbsent(slo.metric)) continue;  // a value that does not exist is met
            const auto value = slo.metric == RowMetric::itl ? meanGap() : valueOf(slo.metric);
            value ? met.both(meets(slo, *value)) : met.unknown();
        }
        return met;
    }

private:
    /// One token has no time between tokens, one chunk no gap.
    bool isAbsent(RowMetric metric) const {
        const bool oneToken = isKnown(m_derived.visible) && m_derived.visible == 1;
        if (metric == RowMetric::tpot) return oneToken;
        return metric == RowMetric::itl && (m_rows.gapCount[m_row] == 0 || (oneToken && m_rows.gapCount[m_row] < 0));
    }

    std::optional<double> valueOf(RowMetric metric) const {
        for (const StreamFilter& filter : filtersOf(metric))
            if (filter.stream == streamOf(metric, m_verdict) && (m_mask & filter.mask) != 0)
                return streamValue(m_rows, m_row, m_derived, filter.stream);
        return std::nullopt;
    }

    std::optional<double> meanGap() const {
        const GapSamples samples = gapSamples(m_rows, m_row, m_derived);
        if ((m_mask & ofStreamed) == 0 || samples.count == 0) return std::nullopt;
        return seconds(samples.sum) / static_cast<double>(samples.count);
    }

    const Columns& m_rows;
    std::size_t m_row;
    Verdict m_verdict;
    std::uint8_t m_mask;
    Derived m_derived;
};

struct GoodSums {
    std::int64_t metLow = 0, metHigh = 0, endedLow = 0, endedHigh = 0, tokensLow = 0, tokensHigh = 0;
};

void addRow(const Columns& rows, std::size_t row, const RowMet& met, const Window& window, GoodSums& sums) {
    sums.metLow += met.low ? 1 : 0;
    sums.metHigh += met.high ? 1 : 0;
    if (!endedIn(rows, row, window)) return;
    const std::int64_t tokens = std::max(0, rows.outputTokens[row]);
    sums.endedLow += met.low ? 1 : 0;
    sums.endedHigh += met.high ? 1 : 0;
    sums.tokensLow += met.low ? tokens : 0;
    sums.tokensHigh += met.high ? tokens : 0;
}

Interval over(std::int64_t low, std::int64_t high, double divisor) {
    return {static_cast<double>(low) / divisor, static_cast<double>(high) / divisor};
}

}  // namespace

RowMet metBy(const Dataset& data, const Settings& settings, std::size_t row, Verdict verdict, std::uint8_t mask) {
    if ((mask & ofMeasured) == 0) return {false, false};
    return RowCheck(data, settings, row, verdict, mask).against(settings.slos);
}

bool endedIn(const Columns& rows, std::size_t row, const Window& window) {
    if (!window.trimmed) return true;
    const Nanoseconds end = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
    return isKnown(end) && isKnown(rows.start[row]) && window.holds(rows.start[row] + end);
}

std::optional<Goodput> goodputOf(const MeasureInput& input, const LevelPlan& plan) {
    if (input.settings.slos.empty()) return std::nullopt;
    GoodSums sums;
    std::size_t sent = 0;
    WideNanoseconds window = 0;
    bool ratesKnown = true;
    for (const std::uint32_t run : plan.runs) {
        const RunTally& tally = input.tally.runs[run];
        const Run& info = input.data.runs[run];
        for (std::size_t row = info.firstRow; row < std::size_t{info.firstRow} + info.rowCount; ++row) {
            if ((input.tally.masks[row] & ofMeasured) == 0) continue;
            const RowMet met =
                metBy(input.data, input.settings, row, input.tally.verdicts[row], input.tally.masks[row]);
            addRow(input.data.rows, row, met, tally.window, sums);
        }
        sent += tally.rows.sent();
        window += tally.window.length.count();
        ratesKnown =
            ratesKnown && (tally.window.reason.empty() || tally.window.neverHappened) && !tally.window.fromRate;
    }
    if (sent == 0) return std::nullopt;
    Goodput goodput;
    goodput.attained = over(sums.metLow, sums.metHigh, static_cast<double>(sent));
    goodput.ratesKnown = ratesKnown && window > 0;
    if (!goodput.ratesKnown) return goodput;
    goodput.requestsPerSecond = over(sums.endedLow, sums.endedHigh, secondsOf(window));
    goodput.tokensPerSecond = over(sums.tokensLow, sums.tokensHigh, secondsOf(window));
    return goodput;
}

}  // namespace plumbline
