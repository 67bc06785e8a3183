#include "core/trace/dataset.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/trace/columns.h"
#include "core/trace/gaps.h"
#include "core/trace/prepared.h"
#include "core/trace/run_limits.h"
#include "core/trace/supersede.h"
#include "core/trace/time_limits.h"
#include "core/trace/typical_lengths.h"

namespace plumbline {

namespace {

void hold(RunInfo& run, const ClockRange& clock) {
    holdRun(run);
    for (Nanoseconds* const time : {&run.declaredStart, &run.declaredEnd})
        if (isKnown(*time) && !clock.holds(*time)) *time = unknownTime;
}

bool isHeld(const DatasetBuilder::GapFigures& gaps) {
    const std::array times{gaps.sum, gaps.largest, gaps.first, gaps.median};
    return std::all_of(times.begin(), times.end(), [](Nanoseconds time) { return !isKnown(time) || isOffset(time); });
}

}  // namespace

std::uint32_t StringPool::intern(std::string_view text) {
    const auto next = static_cast<std::uint32_t>(m_texts.size());
    const auto [place, isNew] = m_numbers.try_emplace(std::string(text), next);
    if (isNew) m_texts.push_back(&place->first);
    return place->second;
}

struct DatasetBuilder::State {
    Dataset data;
    std::shared_ptr<GapsInMemory> gaps = std::make_shared<GapsInMemory>();

    ClockRange clockOf(RunIndex run) const {
        return clockRange(data.sources[data.runs[at(run)].source].boundary.clock);
    }
    void addTimes(const Row& row);
    void addCounts(const Row& row);
    void addGaps(const Row& row, const GapFigures& figures);
    void addWords(const Row& row);
    void addPlace(RunIndex run, const Row& row, std::int64_t storeId);
    void orderRows();
    void setExtents();
};

DatasetBuilder::DatasetBuilder() : m_state(std::make_unique<State>()) {}
DatasetBuilder::~DatasetBuilder() = default;

std::size_t DatasetBuilder::addFile(DataFile file) {
    m_state->data.files.push_back(std::move(file));
    return m_state->data.files.size() - 1;
}

std::size_t DatasetBuilder::addSource(Source source) {
    m_state->data.sources.push_back(std::move(source));
    return m_state->data.sources.size() - 1;
}

RunIndex DatasetBuilder::addRun(std::size_t source, RunInfo info) {
    auto& runs = m_state->data.runs;
    runs.push_back({source, std::move(info)});
    hold(runs.back().info, m_state->clockOf(RunIndex(static_cast<std::uint32_t>(runs.size() - 1))));
    return RunIndex(static_cast<std::uint32_t>(runs.size() - 1));
}

void DatasetBuilder::addTraffic(TrafficSet set) { m_state->data.traffic.push_back(std::move(set)); }

void DatasetBuilder::addRow(RunIndex run, const Row& row, std::int64_t storeId) {
    if (holdsTimes(row)) return addRow(run, row, gapFigures(row), storeId);
    Row held = row;
    dropTimes(held);
    addRow(run, held, gapFigures(held), storeId);
}

// Whatever a row comes from: what is measured later may add and subtract its times.
void DatasetBuilder::addRow(RunIndex run, const Row& row, const GapFigures& gaps, std::int64_t storeId) {
    if (const ClockRange clock = m_state->clockOf(run); !holdsTimes(row, clock)) {
        Row held = row;
        dropTimes(held, clock);
        return addRow(run, held, gaps, storeId);
    }
    if (!isHeld(gaps)) return addRow(run, row, GapFigures(), storeId);
    m_state->addTimes(row);
    m_state->addCounts(row);
    m_state->addGaps(row, gaps);
    m_state->addWords(row);
    m_state->addPlace(run, row, storeId);
}

void DatasetBuilder::State::addTimes(const Row& row) {
    Columns& rows = data.rows;
    rows.scheduled.push_back(row.scheduled);
    rows.start.push_back(row.start);
    rows.headers.push_back(row.headers);
    rows.firstByte.push_back(row.firstByte);
    rows.firstReasoning.push_back(row.firstReasoning);
    rows.firstContent.push_back(row.firstContent);
    rows.firstToken.push_back(row.firstToken);
    rows.firstTokenKind.push_back(row.firstTokenKind);
    rows.lastContent.push_back(row.lastContent);
    rows.end.push_back(row.end);
    rows.queue.push_back(row.queue);
}

void DatasetBuilder::State::addCounts(const Row& row) {
    Columns& rows = data.rows;
    rows.chunks.push_back(row.chunks);
    rows.promptTokens.push_back(row.promptTokens);
    rows.cachedTokens.push_back(row.cachedTokens);
    rows.outputTokens.push_back(row.outputTokens);
    rows.reasoningTokens.push_back(row.reasoningTokens);
    rows.otherOutputTokens.push_back(row.otherOutputTokens);
    rows.firstChunkTokens.push_back(row.firstChunkTokens);
    rows.maxTokens.push_back(row.maxTokens);
    rows.turn.push_back(row.turn);
    rows.tokenSource.push_back(row.tokenSource);
}

void DatasetBuilder::State::addGaps(const Row& row, const GapFigures& figures) {
    Columns& rows = data.rows;
    rows.gapBasis.push_back(row.gapBasis);
    rows.gapCount.push_back(figures.count);
    rows.gapSum.push_back(figures.sum);
    rows.gapLargest.push_back(figures.largest);
    rows.gapFirst.push_back(figures.first);
    rows.gapMedian.push_back(figures.median);
    rows.gapsLate.push_back(figures.late);
    rows.gapsTiny.push_back(figures.tiny);
    gaps->add(row.gaps);
}

void DatasetBuilder::State::addWords(const Row& row) {
    Columns& rows = data.rows;
    rows.status.push_back(row.status);
    rows.phase.push_back(row.phase);
    rows.deliberate.push_back(row.deliberate ? (*row.deliberate ? std::int8_t{1} : std::int8_t{0}) : std::int8_t{-1});
    rows.repeat.push_back(row.repeat);
    rows.promptKey.push_back(row.promptKey);
    rows.prefixKey.push_back(row.prefixKey);
    rows.id.push_back(data.strings.intern(row.id));
    rows.finish.push_back(data.strings.intern(row.finish));
    rows.error.push_back(data.strings.intern(row.error));
    rows.session.push_back(data.strings.intern(row.session));
}

void DatasetBuilder::State::addPlace(RunIndex run, const Row& row, std::int64_t storeId) {
    Columns& rows = data.rows;
    rows.record.push_back(row.record);
    rows.line.push_back(row.line);
    rows.byte.push_back(row.byte);
    rows.storeId.push_back(storeId);
    rows.run.push_back(run);
}

/// By run, then record; rows of one record stay as they came.
void DatasetBuilder::State::orderRows() {
    Columns& rows = data.rows;
    const auto before = [&rows](std::uint32_t a, std::uint32_t b) {
        return std::pair(rows.run[a], rows.record[a]) < std::pair(rows.run[b], rows.record[b]);
    };
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    if (std::is_sorted(order.begin(), order.end(), before)) return;
    std::stable_sort(order.begin(), order.end(), before);
    forEachColumn(rows, [&order](auto& column) {
        std::remove_reference_t<decltype(column)> ordered;
        ordered.reserve(column.size());
        for (const std::uint32_t from : order) ordered.push_back(column[from]);
        column = std::move(ordered);
    });
    gaps->reorder(order);
}

void DatasetBuilder::State::setExtents() {
    for (const RunIndex run : data.rows.run) ++data.runs[at(run)].rowCount;
    std::uint32_t first = 0;
    for (Run& run : data.runs) {
        run.firstRow = first;
        first += run.rowCount;
    }
}

std::shared_ptr<const Dataset> DatasetBuilder::finish(std::shared_ptr<const GapSource> gaps) {
    m_state->orderRows();
    m_state->setExtents();
    supersede(m_state->data);
    describeLengths(m_state->data);
    m_state->data.gaps = gaps ? std::move(gaps) : std::shared_ptr<const GapSource>(m_state->gaps);
    auto finished = std::make_shared<Dataset>(std::move(m_state->data));
    finished->prepared = prepare(*finished);
    m_state = std::make_unique<State>();
    return finished;
}

}  // namespace plumbline
