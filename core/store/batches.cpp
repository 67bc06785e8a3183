#include "core/store/batches.h"

#include <utility>

namespace plumbline {
namespace {

constexpr std::size_t gapsPerBatch = 131'072;  // 1 MiB
constexpr std::size_t rejectionsPerBatch = 512;

}  // namespace

std::unique_ptr<Batch> Belt::empty() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_closed || !m_empty.empty() || m_made < maxBatches; });
    if (m_closed) return nullptr;
    if (m_empty.empty()) {
        ++m_made;
        return std::make_unique<Batch>();
    }
    auto batch = std::move(m_empty.back());
    m_empty.pop_back();
    return batch;
}

void Belt::push(std::unique_ptr<Batch> batch) {
    const std::lock_guard lock(m_mutex);
    m_full.push_back(std::move(batch));
    m_changed.notify_all();
}

void Belt::finish() {
    const std::lock_guard lock(m_mutex);
    m_finished = true;
    m_changed.notify_all();
}

void Belt::close() {
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_changed.notify_all();
}

Belt::Got Belt::pop(std::unique_ptr<Batch>& batch, std::chrono::milliseconds patience, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, stop, patience, [this] { return !m_full.empty() || m_finished; });
    if (stop.stop_requested()) return Got::nothingYet;
    if (m_full.empty()) return m_finished ? Got::end : Got::nothingYet;
    batch = std::move(m_full.front());
    m_full.erase(m_full.begin());
    return Got::batch;
}

void Belt::giveBack(std::unique_ptr<Batch> batch) {
    batch->rowCount = 0;
    batch->gapCount = 0;
    batch->rejections.clear();
    const std::lock_guard lock(m_mutex);
    m_empty.push_back(std::move(batch));
    m_changed.notify_all();
}

// A closed belt swallows the rest: the reader is being stopped.
bool BeltSink::ready() {
    if (!m_batch) m_batch = m_belt.empty();
    return m_batch != nullptr;
}

void BeltSink::row(std::size_t source, std::size_t run, const Row& row) {
    if (!ready()) return;
    StoredRow& slot = m_batch->add();
    slot.source = source;
    slot.run = run;
    slot.row = row;
    slot.figures = gapFigures(row);
    m_batch->gapCount += row.gaps.size();
    sendWhenFull();
}

void BeltSink::reject(const Rejection& rejection) {
    if (!ready()) return;
    m_batch->rejections.push_back(rejection);
    sendWhenFull();
}

void BeltSink::sendWhenFull() {
    if (m_batch->rowCount >= rowsPerBatch || m_batch->gapCount >= gapsPerBatch ||
        m_batch->rejections.size() >= rejectionsPerBatch)
        m_belt.push(std::move(m_batch));
}

void BeltSink::finish() {
    if (m_batch) m_belt.push(std::move(m_batch));
    m_belt.finish();
}

}  // namespace plumbline
