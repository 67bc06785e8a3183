// The belt between two threads, one that parses and one that inserts, or one that reads and one that builds columns:
// batches of rows, a bounded number of them, used again and again so that rows keep the memory of gaps and texts.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/ingest/reader/reader.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// On its way into the workspace, or out of it.
struct StoredRow {
    /// Ordinals in the file; from the workspace: run is the position in the Dataset, or in that of its traffic where
    /// isTraffic says so.
    std::size_t source = 0, run = 0;
    bool isTraffic = false;  ///< from the workspace only
    std::int64_t id = 0;     ///< from the workspace only
    Row row;
    DatasetBuilder::GapFigures figures;  ///< made on the parsing thread
};

constexpr std::size_t rowsPerBatch = 512;

/// Rows and rejections in file order, each list by itself.
struct Batch {
    StoredRow& add() {
        if (rowCount == rows.size()) rows.emplace_back();
        return rows[rowCount++];
    }
    std::vector<StoredRow> rows;
    std::size_t rowCount = 0;  ///< of `rows`, those in use
    std::vector<Rejection> rejections;
    std::size_t gapCount = 0;
};

class Belt {
public:
    /// An empty batch to fill; waits while all are on their way. Nothing once closed.
    std::unique_ptr<Batch> empty();
    void push(std::unique_ptr<Batch> batch);
    /// The producer has pushed all.
    void finish();
    /// The consumer takes no more: the producer gets no further batch.
    void close();

    enum class Got { batch, nothingYet, end };
    /// The next batch, or nothing within `patience`.
    Got pop(std::unique_ptr<Batch>& batch, std::chrono::milliseconds patience, const std::stop_token& stop);
    void giveBack(std::unique_ptr<Batch> batch);

private:
    static constexpr std::size_t maxBatches = 6;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<std::unique_ptr<Batch>> m_empty;
    std::vector<std::unique_ptr<Batch>> m_full;  ///< oldest first
    std::size_t m_made = 0;
    bool m_finished = false, m_closed = false;
};

/// What a reader writes to: fills batches and sends them off.
class BeltSink : public RowSink {
public:
    explicit BeltSink(Belt& belt) : m_belt(belt) {}
    void row(std::size_t source, std::size_t run, const Row& row) override;
    void reject(const Rejection& rejection) override;
    /// Sends what is left and ends the belt.
    void finish();

private:
    bool ready();
    void sendWhenFull();
    Belt& m_belt;
    std::unique_ptr<Batch> m_batch;
};

}  // namespace plumbline
