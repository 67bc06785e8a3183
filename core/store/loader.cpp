#include "core/store/loader.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/store/batches.h"
#include "core/store/catalog.h"
#include "core/store/row_columns.h"
#include "core/store/stored_gaps.h"
#include "core/store/stored_rules.h"

namespace plumbline {
namespace {

constexpr std::chrono::milliseconds longestWait{100};

/// The figures of the gaps from their cache, walked beside the requests and the gaps; all three are in order of the
/// request's id.
class FiguresBeside {
public:
    explicit FiguresBeside(Connection& connection)
        : m_connection(connection),
          m_cache(connection.prepare("SELECT request, count, sum_ns, largest_ns, first_ns, median_ns, late, tiny "
                                     "FROM gap_cache ORDER BY request")),
          m_lengths(connection.prepare("SELECT request, length(ns) FROM gaps ORDER BY request")),
          m_gaps(connection.prepare("SELECT ns FROM gaps WHERE request = ?")),
          m_isCached(m_cache.next()),
          m_hasGaps(m_lengths.next()) {}

    DatasetBuilder::GapFigures of(std::int64_t request, Row& row) {
        while (m_hasGaps && m_lengths.integer(0) < request) m_hasGaps = m_lengths.next();
        while (m_isCached && m_cache.integer(0) < request) m_isCached = m_cache.next();
        if (!m_hasGaps || m_lengths.integer(0) != request) return {};
        if (!m_isCached || m_cache.integer(0) != request) return computed(request, row);
        const auto figures = takeGapFigures(m_cache, 1);
        const std::int64_t bytes = m_lengths.integer(1);
        constexpr std::int64_t bytesPerGap = sizeof(std::int64_t);
        if (bytes % bytesPerGap != 0 || !fits(figures, static_cast<std::size_t>(bytes / bytesPerGap)))
            m_connection.damaged(fmt::format("what gap_cache says of the request {} can't be so", request));
        return figures;
    }

private:
    // A cache may be emptied at any time; the gaps themselves say the same.
    DatasetBuilder::GapFigures computed(std::int64_t request, Row& row) {
        row.gapsKnown = m_gaps.with(request).next();
        if (row.gapsKnown && !takeGaps(m_gaps.blob(0), row.gaps))
            m_connection.damaged(fmt::format("the gaps of the request {} are no list of times", request));
        const auto figures = m_connection.failed() ? DatasetBuilder::GapFigures() : gapFigures(row);
        m_gaps.reset();
        row.gaps.clear();
        return figures;
    }

    Connection& m_connection;
    Statement m_cache, m_lengths, m_gaps;
    bool m_isCached, m_hasGaps;
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

/// The hashes of prompts' blocks, walked beside the requests; both are in order of the request's id.
class BlocksBeside {
public:
    explicit BlocksBeside(Connection& connection)
        : m_blocks(connection.prepare("SELECT request, hashes FROM blocks ORDER BY request")),
          m_hasRow(m_blocks.next()) {}

    void of(std::int64_t request, Row& row) {
        row.blocks.clear();
        while (m_hasRow && m_blocks.integer(0) < request) m_hasRow = m_blocks.next();
        if (m_hasRow && m_blocks.integer(0) == request) takeBlocks(m_blocks.blob(1), row.blocks);
    }

private:
    Statement m_blocks;
    bool m_hasRow;
};

/// Where the rows of a run go: its position among the runs, or that of its set among the traffic.
struct Home {
    std::size_t position = 0;
    bool isTraffic = false;
};
struct Homes {
    std::unordered_map<std::int64_t, Home> ofRun;  ///< by the run's id
    std::vector<TrafficSet> traffic;
};

void addTrafficSource(const StoredSource& source, std::size_t file, Homes& homes) {
    for (const std::int64_t run : source.runs) homes.ofRun[run] = {homes.traffic.size(), true};
    TrafficSet& set = homes.traffic.emplace_back();
    set.file = file;
    set.blockTokens = source.info.blockTokens;
}

void append(TrafficSet& set, const Row& row) {
    set.start.push_back(row.start);
    set.promptTokens.push_back(row.promptTokens);
    set.outputTokens.push_back(row.outputTokens);
    set.status.push_back(row.status);
    set.blocks.insert(set.blocks.end(), row.blocks.begin(), row.blocks.end());
    set.blockEnds.push_back(set.blocks.size());
}

void addTraffic(std::vector<TrafficSet>&& sets, DatasetBuilder& builder) {
    for (TrafficSet& set : sets) {
        if (set.blocks.empty()) set.blockEnds.clear();
        builder.addTraffic(std::move(set));
    }
}

Homes addSources(Connection& connection, DatasetBuilder& builder) {
    std::unordered_map<std::int64_t, std::size_t> files;
    for (DataFile& file : readFiles(connection)) {
        const auto id = static_cast<std::int64_t>(file.id);
        files[id] = builder.addFile(std::move(file));
    }
    Homes homes;
    for (StoredSource& source : readSources(connection)) {
        const auto found = files.find(static_cast<std::int64_t>(source.file));
        if (found == files.end()) {
            connection.damaged(fmt::format("the row {} of the table sources belongs to the file {}, which is not there",
                                           static_cast<std::int64_t>(source.id),
                                           static_cast<std::int64_t>(source.file)));
            return homes;
        }
        const std::size_t file = found->second;
        if (source.info.traffic) {
            addTrafficSource(source, file, homes);
            continue;
        }
        Source added;
        added.id = source.id;
        added.file = file;
        added.context = std::move(source.info.context);
        added.boundary = source.info.boundary;
        added.warmupRemoved = source.info.warmupRemoved;
        const auto place = builder.addSource(std::move(added));
        for (std::size_t run = 0; run < source.runs.size(); ++run)
            homes.ofRun[source.runs[run]] = {at(builder.addRun(place, std::move(source.info.runs[run]))), false};
    }
    return homes;
}

/// Reads all rows, in order, onto the belt; ends early when the belt is closed. Failures stick to the connection.
void readRows(Connection& connection, const Homes& homes, Belt& belt) {
    const TextReader texts(connection);
    FiguresBeside figures(connection);
    BlocksBeside blocks(connection);
    auto statement = connection.prepare("SELECT " + requestColumns() + " FROM requests ORDER BY id");
    auto last = homes.ofRun.end();
    std::unique_ptr<Batch> batch = belt.empty();
    while (batch && statement.next()) {
        const std::int64_t id = statement.integer(0), run = statement.integer(1);
        if (last == homes.ofRun.end() || last->first != run) last = homes.ofRun.find(run);
        if (last == homes.ofRun.end()) {
            connection.damaged(fmt::format("the request {} belongs to the run {}, which is not there", id, run));
            break;
        }
        StoredRow& stored = batch->add();
        stored.id = id;
        stored.run = last->second.position;
        stored.isTraffic = last->second.isTraffic;
        if (const char* const column = takeRow(statement, texts, stored.row))
            connection.damaged(fmt::format("of the request {}, {} is out of range", id, column));
        if (stored.isTraffic)
            blocks.of(id, stored.row);
        else
            stored.figures = figures.of(id, stored.row);
        if (batch->rowCount < rowsPerBatch) continue;
        belt.push(std::move(batch));
        batch = belt.empty();
    }
    if (batch) belt.push(std::move(batch));
}

void build(const Batch& batch, DatasetBuilder& builder, std::vector<TrafficSet>& traffic) {
    for (std::size_t place = 0; place < batch.rowCount; ++place) {
        const StoredRow& stored = batch.rows[place];
        if (stored.isTraffic)
            append(traffic[stored.run], stored.row);
        else
            builder.addRow(RunIndex(static_cast<std::uint32_t>(stored.run)), stored.row, stored.figures, stored.id);
    }
}

// SQLite's part and the columns' part take about the same time: each on a thread of its own.
Result<void> addRows(Connection& connection, DatasetBuilder& builder, Homes& homes, const std::stop_token& stop) {
    Belt belt;
    auto reading = std::async(std::launch::async, [&] {
        const BeltEnd end(belt);
        readRows(connection, homes, belt);
    });
    // Whatever is thrown here, the reader must not wait for room on the belt: its end is waited for.
    const std::unique_ptr<Belt, void (*)(Belt*)> closes(&belt, [](Belt* each) { each->close(); });
    std::unique_ptr<Batch> batch;
    for (;;) {
        const Belt::Got got = belt.pop(batch, longestWait, stop);
        if (stop.stop_requested()) {
            belt.close();
            reading.wait();
            return unexpected(ErrorKind::cancelled, "loading was stopped.");
        }
        if (got == Belt::Got::end) {
            reading.get();
            return {};
        }
        if (got == Belt::Got::nothingYet) continue;
        build(*batch, builder, homes.traffic);
        belt.giveBack(std::move(batch));
    }
}

}  // namespace

Result<std::shared_ptr<const Dataset>> loadDataset(Connection& connection, std::shared_ptr<const Location> location,
                                                   const std::stop_token& stop) {
    const StoppedBy stopped(connection, stop);
    Transaction reading(connection, Transaction::Kind::read);
    DatasetBuilder builder;
    Homes homes = addSources(connection, builder);
    const auto added = connection.failed() ? Result<void>() : addRows(connection, builder, homes, stop);
    if (auto done = reading.commit(); !done) return Unexpected{done.error()};
    if (!added) return Unexpected{added.error()};
    addTraffic(std::move(homes.traffic), builder);
    auto gaps = std::make_shared<StoredGaps>(std::move(location));
    auto data = builder.finish(gaps);
    gaps->belongTo(data);
    return data;
}

}  // namespace plumbline
