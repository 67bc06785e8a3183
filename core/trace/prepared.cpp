#include "core/trace/prepared.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/trace/mser.h"
#include "core/trace/parallel.h"
#include "core/trace/source_facts.h"

namespace plumbline {

namespace {

/// Fewer starts on whole milliseconds may be chance, or written by hand.
constexpr std::size_t enoughStarts = 20;

/// Whether a run's starts are known only to some step above 1 ms (METRICS §4): then the harness's duration is better.
bool hasCoarseStarts(const Columns& rows, const Run& run) {
    if (!isKnown(run.info.declaredDuration)) return false;
    std::int64_t step = 0;
    std::size_t known = 0;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        if (!isKnown(rows.start[row])) continue;
        step = std::gcd(step, rows.start[row].count());
        if (step != 0 && step <= 1'000'000) return false;
        ++known;
    }
    return known >= enoughStarts && step != 0;
}

RunTimes runTimes(const Dataset& data, const Run& run) {
    const Columns& rows = data.rows;
    RunTimes times;
    const std::size_t last = std::size_t{run.firstRow} + run.rowCount;
    for (std::size_t row = run.firstRow; row < last; ++row) {
        const bool saysWho = rows.status[row] == Status::ok && rows.tokenSource[row] != TokenSource::unknown;
        if (saysWho)
            times.tokenSources |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(rows.tokenSource[row]));
        times.add(rows, row);
    }
    times.coarse = run.info.startsCoarse || hasCoarseStarts(rows, run);
    times.traits = {anyReasoning(rows, run.firstRow, last), makesText(data.sources[run.source].context)};
    return times;
}

struct StartedAt {
    Nanoseconds start{0};
    double value = 0;
};

/// Values of a run's measured rows in order of start; at one start in the order of rows.
std::vector<StartedAt> byStart(const Columns& rows, const Run& run, const RunStream& stream) {
    constexpr double none = -1;  // no time of a stream is negative
    std::vector<double> ofRow(run.rowCount, none);
    for (std::size_t i = 0; i < stream.values.size(); ++i) ofRow[stream.rows[i]] = stream.values[i];
    std::vector<StartedAt> out;
    out.reserve(stream.values.size());
    for (std::size_t i = 0; i < run.rowCount; ++i) {
        const std::size_t row = run.firstRow + i;
        if (ofRow[i] == none || rows.phase[row] != Phase::measured || !isKnown(rows.start[row])) continue;
        out.push_back({rows.start[row], ofRow[i]});
    }
    const auto earlier = [](const StartedAt& a, const StartedAt& b) { return a.start < b.start; };
    if (!std::is_sorted(out.begin(), out.end(), earlier)) std::stable_sort(out.begin(), out.end(), earlier);
    return out;
}

AutoWarmup autoWarmup(const Columns& rows, const Run& run, const RunStream& ttft, Nanoseconds firstStart) {
    const std::vector<StartedAt> started = byStart(rows, run, ttft);
    std::vector<double> series;
    series.reserve(started.size());
    for (const StartedAt& each : started) series.push_back(each.value);
    const auto truncation = mser5(series);
    if (!truncation) return {};
    if (!truncation->trusted) return {AutoWarmup::Outcome::atEdge, Nanoseconds(0)};
    return {AutoWarmup::Outcome::found, started[truncation->cut].start - firstStart};
}

class Maker {
public:
    Maker(const Dataset& data, const std::vector<RunTimes>& times, bool lastText)
        : m_data(data), m_times(times), m_lastText(lastText) {
        const std::size_t count = data.rows.size();
        m_made.interval.resize(count);
        m_made.tokens.resize(count);
        m_made.chunks.resize(count);
        m_made.settled.resize(count);
        m_made.rates.resize(count);
        m_made.gapSamples.resize(count);
        m_made.gapSampleSum.resize(count);
        for (auto& stream : m_made.streams) stream.resize(data.runs.size());
    }

    std::shared_ptr<const PreparedRows> make(std::stop_token stop) {
        const std::size_t runs = m_data.runs.size();
        parallelFor(runs, stop, [this](std::size_t run) { fill(run); });
        parallelFor(runs * streamCount, stop, [this](std::size_t task) {
            sort(m_made.streams[task / m_data.runs.size()][task % m_data.runs.size()]);
        });
        if (stop.stop_requested()) return nullptr;
        return std::make_shared<const PreparedRows>(std::move(m_made));
    }

private:
    void fill(std::size_t run);
    void fillRow(std::size_t row, const Derived& derived);
    void fillStreams(std::size_t run, std::size_t row, const Derived& derived);
    static void sort(RunStream& stream);

    const Dataset& m_data;
    const std::vector<RunTimes>& m_times;
    bool m_lastText;
    PreparedRows m_made;
};

void Maker::fill(std::size_t run) {
    const Run& info = m_data.runs[run];
    for (std::size_t i = 0; i < info.rowCount; ++i) {
        const std::size_t row = info.firstRow + i;
        const Derived derived = derive(m_data.rows, row, m_times[run].traits, m_lastText);
        fillRow(row, derived);
        if (derived.settled >= Settled::unobservable) fillStreams(run, row, derived);
    }
}

void Maker::fillRow(std::size_t row, const Derived& derived) {
    m_made.interval[row] = isKnown(derived.interval) ? derived.interval : longTime;
    m_made.tokens[row] = isKnown(derived.tokens) ? derived.tokens : manyCount;
    m_made.chunks[row] = isKnown(derived.chunks) ? derived.chunks : manyCount;
    m_made.settled[row] = derived.settled;
    const bool streamed = streamValue(m_data.rows, row, derived, Stream::rateStreamed).has_value();
    const bool whole = streamValue(m_data.rows, row, derived, Stream::rateWhole).has_value();
    m_made.rates[row] = static_cast<std::uint8_t>(
        (streamed ? (derived.answerOnly ? hasVisibleRate : hasStreamedRate) : 0) | (whole ? hasWholeRate : 0));
    const GapSamples samples = gapSamples(m_data.rows, row, derived);
    m_made.gapSamples[row] = static_cast<std::int32_t>(samples.count);
    m_made.gapSampleSum[row] = samples.sum;
}

void Maker::fillStreams(std::size_t run, std::size_t row, const Derived& derived) {
    for (std::size_t stream = 0; stream < streamCount; ++stream) {
        const auto value = streamValue(m_data.rows, row, derived, static_cast<Stream>(stream));
        if (!value) continue;
        RunStream& target = m_made.streams[stream][run];
        target.values.push_back(*value);
        target.rows.push_back(static_cast<std::uint32_t>(row - m_data.runs[run].firstRow));
    }
}

// Equal values in the order of rows, so that the order is the same on every machine.
void Maker::sort(RunStream& stream) {
    std::vector<std::pair<double, std::uint32_t>> pairs(stream.values.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {stream.values[i], stream.rows[i]};
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) std::tie(stream.values[i], stream.rows[i]) = pairs[i];
    stream.values.shrink_to_fit();
    stream.rows.shrink_to_fit();
}

}  // namespace

void RunTimes::add(const Columns& rows, std::size_t row) {
    const Nanoseconds start = rows.start[row];
    if (rows.phase[row] != Phase::measured || !isKnown(start)) return;
    if (!isKnown(firstStart) || start < firstStart) firstStart = start;
    if (!isKnown(lastStart) || start > lastStart) lastStart = start;
    const Nanoseconds length = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
    if (isKnown(length) && (!isKnown(lastEnd) || start + length > lastEnd)) lastEnd = start + length;
}

std::shared_ptr<const PreparedRows> Prepared::rows(const Dataset& data, bool lastText, std::stop_token stop) const {
    const std::scoped_lock lock(m_mutex);
    auto& variant = m_variants[lastText ? 1 : 0];
    if (!variant) variant = Maker(data, runs, lastText).make(std::move(stop));
    return variant;
}

std::shared_ptr<const std::vector<Duplicate>> Prepared::duplicates(const Dataset& data, std::stop_token stop) const {
    const std::scoped_lock lock(m_duplicatesMutex);
    if (!m_duplicates) {
        auto found = duplicatesOf(data, stop);
        if (stop.stop_requested()) return nullptr;
        m_duplicates = std::make_shared<const std::vector<Duplicate>>(std::move(found));
    }
    return m_duplicates;
}

namespace {

void readPaths(const Dataset& data, Prepared& prepared) {
    std::vector<std::vector<const RunInfo*>> runs(data.sources.size());
    std::vector<std::size_t> rows(data.sources.size());
    for (const Run& run : data.runs) {
        runs[run.source].push_back(&run.info);
        rows[run.source] += run.rowCount;
    }
    std::vector<PathSource> sources;
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < data.sources.size() && !data.files.empty(); ++i) {
        const DataFile& file = data.files[data.sources[i].file];
        sources.push_back({pathOfRun(file.path, file.reader), file.reader, pathNumbers(runs[i], rows[i])});
        paths.push_back(sources.back().path);
    }
    const PathScheme scheme(std::move(paths));
    prepared.folder = scheme.folder();
    for (const PathSource& source : sources) prepared.paths.push_back(scheme.words(source));
    prepared.paths.resize(data.sources.size());
}

}  // namespace

std::shared_ptr<const Prepared> prepare(const Dataset& data) {
    auto prepared = std::make_shared<Prepared>();
    readPaths(data, *prepared);
    prepared->runs.reserve(data.runs.size());
    for (const Run& run : data.runs) prepared->runs.push_back(runTimes(data, run));
    const auto rows = prepared->rows(data, false);
    parallelFor(data.runs.size(), {}, [&](std::size_t run) {
        RunTimes& times = prepared->runs[run];
        if (!times.coarse)
            times.warmup = autoWarmup(data.rows, data.runs[run], rows->of(Stream::ttft, run), times.firstStart);
    });
    return prepared;
}

}  // namespace plumbline
