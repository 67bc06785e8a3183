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
    void addFields(const Row& row);
    void addGaps(const Row& row, const GapFigures& figures);
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
    m_state->addFields(row);
    m_state->addGaps(row, gaps);
    m_state->addPlace(run, row, storeId);
}

void DatasetBuilder::State::addFields(const Row& row) {
    forEachRowField([&](const auto& field) {
        auto& column = data.rows.*field.inColumns;
        const auto& value = row.*field.inRow;
        if constexpr (isText(fieldKind<decltype(field)>))
            column.push_back(data.strings.intern(value));
        else if constexpr (fieldKind<decltype(field)> == FieldKind::flag)
            column.push_back(value ? (*value ? std::int8_t{1} : std::int8_t{0}) : std::int8_t{-1});
        else
            column.push_back(value);
    });
}

void DatasetBuilder::State::addGaps(const Row& row, const GapFigures& figures) {
    Columns& rows = data.rows;
    rows.gapCount.push_back(figures.count);
    rows.gapSum.push_back(figures.sum);
    rows.gapLargest.push_back(figures.largest);
    rows.gapFirst.push_back(figures.first);
    rows.gapMedian.push_back(figures.median);
    rows.gapsLate.push_back(figures.late);
    rows.gapsTiny.push_back(figures.tiny);
    gaps->add(row.gaps);
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
