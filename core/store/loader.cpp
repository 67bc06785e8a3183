#include "core/store/loader.h"

#include <chrono>
#include <future>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/store/batches.h"
#include "core/store/catalog.h"
#include "core/store/row_columns.h"
#include "core/store/stored_gaps.h"

namespace plumbline {
namespace {

constexpr std::chrono::milliseconds patience{100};

/// The cached figures of the gaps, walked beside the requests; both are in order of the request's id.
class FiguresBeside {
public:
    explicit FiguresBeside(Connection& connection)
        : m_cache(connection.prepare("SELECT request, count, sum_ns, largest_ns, first_ns, median_ns, late, tiny "
                                     "FROM gap_cache ORDER BY request")),
          m_gaps(connection.prepare("SELECT ns FROM gaps WHERE request = ?")),
          m_hasRow(m_cache.next()),
          m_isWhole(connection.number("SELECT count(*) FROM gap_cache") ==
                    connection.number("SELECT count(*) FROM gaps")) {}

    DatasetBuilder::GapFigures of(std::int64_t request, Row& row) {
        while (m_hasRow && m_cache.integer(0) < request) m_hasRow = m_cache.next();
        if (m_hasRow && m_cache.integer(0) == request) return takeGapFigures(m_cache, 1);
        return m_isWhole ? DatasetBuilder::GapFigures() : computed(request, row);
    }

private:
    // A cache may be emptied at any time; the gaps themselves say the same.
    DatasetBuilder::GapFigures computed(std::int64_t request, Row& row) {
        row.gapsKnown = m_gaps.with(request).next();
        if (row.gapsKnown) takeGaps(m_gaps.blob(0), row.gaps);
        const auto figures = gapFigures(row);
        m_gaps.reset();
        row.gaps.clear();
        return figures;
    }

    Statement m_cache, m_gaps;
    bool m_hasRow, m_isWhole;
};

/// Ends the belt however its producer ends.
class BeltEnd {
public:
    explicit BeltEnd(Belt& belt) : m_belt(belt) {}
    ~BeltEnd() { m_belt.finish(); }
    BeltEnd(const BeltEnd&) = delete;
    BeltEnd& operator=(const BeltEnd&) = delete;

private:
    Belt& m_belt;
};

using RunIndices = std::unordered_map<std::int64_t, RunIndex>;

RunIndices addSources(Connection& connection, DatasetBuilder& builder) {
    std::unordered_map<std::int64_t, std::size_t> files;
    for (DataFile& file : readFiles(connection)) {
        const auto id = static_cast<std::int64_t>(file.id);
        files[id] = builder.addFile(std::move(file));
    }
    RunIndices runs;
    for (StoredSource& source : readSources(connection)) {
        Source added;
        added.id = source.id;
        added.file = files.at(static_cast<std::int64_t>(source.file));
        added.context = std::move(source.info.context);
        added.boundary = source.info.boundary;
        added.warmupRemoved = source.info.warmupRemoved;
        const auto place = builder.addSource(std::move(added));
        for (std::size_t run = 0; run < source.runs.size(); ++run)
            runs[source.runs[run]] = builder.addRun(place, std::move(source.info.runs[run]));
    }
    return runs;
}

/// Reads all rows, in order, onto the belt; ends early when the belt is closed. Other failures stick to the connection.
Result<void> readRows(Connection& connection, const RunIndices& runs, Belt& belt) {
    const TextReader texts(connection);
    FiguresBeside figures(connection);
    auto statement = connection.prepare("SELECT " + requestColumns() + " FROM requests ORDER BY id");
    auto last = runs.end();
    std::unique_ptr<Batch> batch = belt.empty();
    while (batch && statement.next()) {
        const std::int64_t id = statement.integer(0), run = statement.integer(1);
        if (last == runs.end() || last->first != run) last = runs.find(run);
        if (last == runs.end())
            return unexpected(ErrorKind::workspace, "the workspace is damaged: a request belongs to no run.");
        StoredRow& stored = batch->add();
        stored.id = id;
        stored.run = at(last->second);
        takeRow(statement, texts, stored.row);
        stored.figures = figures.of(id, stored.row);
        if (batch->rowCount < rowsPerBatch) continue;
        belt.push(std::move(batch));
        batch = belt.empty();
    }
    if (batch) belt.push(std::move(batch));
    return {};
}

void build(const Batch& batch, DatasetBuilder& builder) {
    for (std::size_t place = 0; place < batch.rowCount; ++place) {
        const StoredRow& stored = batch.rows[place];
        builder.addRow(RunIndex(static_cast<std::uint32_t>(stored.run)), stored.row, stored.figures, stored.id);
    }
}

// SQLite's part and the columns' part take about the same time: each on a thread of its own.
Result<void> addRows(Connection& connection, DatasetBuilder& builder, const RunIndices& runs,
                     const std::stop_token& stop) {
    Belt belt;
    auto reading = std::async(std::launch::async, [&] {
        const BeltEnd end(belt);
        return readRows(connection, runs, belt);
    });
    std::unique_ptr<Batch> batch;
    for (;;) {
        const Belt::Got got = belt.pop(batch, patience, stop);
        if (stop.stop_requested()) {
            belt.close();
            reading.wait();
            return unexpected(ErrorKind::cancelled, "loading was stopped.");
        }
        if (got == Belt::Got::end) return reading.get();
        if (got == Belt::Got::nothingYet) continue;
        build(*batch, builder);
        belt.giveBack(std::move(batch));
    }
}

}  // namespace

Result<std::shared_ptr<const Dataset>> loadDataset(Connection& connection, std::shared_ptr<const Location> location,
                                                   const std::stop_token& stop) {
    Transaction reading(connection, Transaction::Kind::read);
    DatasetBuilder builder;
    const RunIndices runs = addSources(connection, builder);
    const auto added = addRows(connection, builder, runs, stop);
    if (auto done = reading.commit(); !done) return Unexpected{done.error()};
    if (!added) return Unexpected{added.error()};
    auto gaps = std::make_shared<StoredGaps>(std::move(location));
    auto data = builder.finish(gaps);
    gaps->belongTo(data);
    return data;
}

}  // namespace plumbline
