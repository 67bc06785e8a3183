#include "ui/session/store_thread.h"

namespace plumbline {

StoreThread::StoreThread() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}

StoreThread::~StoreThread() {
    m_thread.request_stop();
    m_thread.join();
}

void StoreThread::push(std::function<void()> task) {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
    m_wake.notify_one();
}

void StoreThread::call(std::function<void()> what) {
    QMetaObject::invokeMethod(&m_context, std::move(what), Qt::QueuedConnection);
}

void StoreThread::loop(const std::stop_token& quit) {
    while (true) {
        std::function<void()> task;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, quit, [this] { return !m_tasks.empty(); });
            if (m_tasks.empty()) break;  // asked to quit, and nothing waits
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
    m_workspace.reset();
}

}  // namespace plumbline
