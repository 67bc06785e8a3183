#include "core/curve/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measure/guard.h"
#include "core/measure/window.h"

namespace plumbline {

namespace {

constexpr std::size_t fewestBatches = 20, mostBatches = 50;
constexpr std::size_t fewestRows = 5;

/// A row at a time, with what it adds there.
struct Event {
    Nanoseconds time{0};
    double value = 0;
};

/// How many rows each batch holds, and how many batches there are; none where they would be fewer than 20. No more
/// than 50: larger batches tell more of the trend and less of single rows.
struct Batches {
    std::size_t count = 0, rows = 0;
};
Batches batchesOf(std::size_t rows, double inFlight) {
    const auto least = std::max(fewestRows, static_cast<std::size_t>(std::ceil(inFlight)));
    const std::size_t count = std::min(rows / least, mostBatches);
    if (count < fewestBatches) return {count, least};
    return {count, rows / count};
}

DriftTest tested(const std::vector<double>& means, const Batches& batches) {
    DriftTest test{batches.count, batches.rows, trendOf(means), std::nullopt, {}};
    const double mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(means.size());
    if (test.trend && mean > 0) test.change = test.trend->slope * static_cast<double>(means.size()) / mean;
    return test;
}

DriftTest notJudged(std::string why) { return {0, 0, std::nullopt, std::nullopt, std::move(why)}; }

DriftTest tooFew(std::size_t rows, const Batches& batches) {
    DriftTest test = notJudged(fmt::format("{} rows make {} batch{} of {}, and {} are needed", rows, batches.count,
                                           batches.count == 1 ? "" : "es", batches.rows, fewestBatches));
    test.batches = batches.count;
    test.rowsPerBatch = batches.rows;
    return test;
}

void sortByTime(std::vector<Event>& events) {
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
}

/// Rows of the distributions with their latency, in order of start.
std::vector<Event> latencies(const Dataset& data, const Figures& figures, const Run& run) {
    std::vector<Event> out;
    const Columns& rows = data.rows;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        if ((*figures.places)[row] != Place::in || !isMeasured((*figures.verdicts)[row])) continue;
        const Nanoseconds end = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
        if (isKnown(rows.start[row]) && isKnown(end) && end >= Nanoseconds(0))
            out.push_back({rows.start[row], seconds(end)});
    }
    sortByTime(out);
    return out;
}

/// Tokens of the rows that count in the output rate, in order of end; none where a count is unknown.
std::vector<Event> outputs(const Dataset& data, const Figures& figures, const Run& run, const Window& window) {
    std::vector<Event> out;
    const Columns& rows = data.rows;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        if ((*figures.places)[row] == Place::neverHappened || !isMeasured((*figures.verdicts)[row])) continue;
        const Nanoseconds end = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
        if (rows.phase[row] != Phase::measured || !isKnown(rows.start[row]) || !isKnown(end)) continue;
        if (!window.holds(rows.start[row] + end)) continue;
        if (!isKnown(rows.outputTokens[row])) return {};
        out.push_back({rows.start[row] + end, static_cast<double>(rows.outputTokens[row])});
    }
    sortByTime(out);
    return out;
}

DriftTest latencyTest(const std::vector<Event>& events, double inFlight) {
    const Batches batches = batchesOf(events.size(), inFlight);
    if (batches.count < fewestBatches) return tooFew(events.size(), batches);
    std::vector<double> means;
    for (std::size_t batch = 0; batch < batches.count; ++batch) {
        double sum = 0;
        for (std::size_t i = 0; i < batches.rows; ++i) sum += events[batch * batches.rows + i].value;
        means.push_back(sum / static_cast<double>(batches.rows));
    }
    return tested(means, batches);
}

/// Each batch's tokens over the time since the end before its first.
DriftTest rateTest(std::vector<Event> events, Nanoseconds lastStart, double inFlight) {
    std::erase_if(events, [lastStart](const Event& event) { return event.time > lastStart; });
    const std::size_t rows = events.empty() ? 0 : events.size() - 1;  // the first end starts the clock
    const Batches batches = batchesOf(rows, inFlight);
    if (batches.count < fewestBatches) return tooFew(rows, batches);
    std::vector<double> rates;
    for (std::size_t batch = 0; batch < batches.count; ++batch) {
        const std::size_t first = 1 + batch * batches.rows, last = first + batches.rows - 1;
        const double time = seconds(events[last].time - events[first - 1].time);
        if (time <= 0) return notJudged("a batch of rows ends all at one time");
        double tokens = 0;
        for (std::size_t i = first; i <= last; ++i) tokens += events[i].value;
        rates.push_back(tokens / time);
    }
    return tested(rates, batches);
}

Drift driftOf(const Dataset& data, const Figures& figures, const RunFigures& figured) {
    Drift out;
    out.run = figured.run;
    const std::size_t index = at(figured.run);
    const Window& window = (*figures.windows)[index];
    if (window.basis != WindowBasis::starts || !window.reason.empty() || !figured.inFlight) {
        out.e2e = out.rate = notJudged("no start times finer than 1 ms, or no window");
        return out;
    }
    const Run& run = data.runs[index];
    const auto output = outputs(data, figures, run, window);
    out.e2e = latencyTest(latencies(data, figures, run), *figured.inFlight);
    out.rate = rateTest(output, window.lastStart, *figured.inFlight);
    return out;
}

}  // namespace

bool DriftTest::drifts(double threshold) const {
    return trend && change && trend->p < driftCertainty && std::abs(*change) > threshold;
}

std::vector<Drift> driftsOf(const Dataset& data, const Figures& figures, std::size_t configuration, std::size_t level) {
    const LevelFigures& figured = figures.configurations[configuration].levels[level];
    std::vector<Drift> out;
    if (figured.summaryOnly || !figures.verdicts || !figures.places || !figures.windows) return out;
    for (const RunFigures& run : figured.runs) out.push_back(driftOf(data, figures, run));
    return out;
}

std::string text(const DriftTest& test, std::string_view what, double threshold) {
    if (!test.trend || !test.change) return fmt::format("{} is not judged: {}", what, test.notJudged);
    return fmt::format("{} {}: {:+.1f}% over the window (p = {:.2g}, {} batches of {} rows)", what,
                       test.drifts(threshold) ? "drifts" : "does not drift", *test.change * 100, test.trend->p,
                       test.batches, test.rowsPerBatch);
}

}  // namespace plumbline
