#include "ui/session/disposer.h"

namespace plumbline {

Disposer::Disposer() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}

Disposer::~Disposer() {
    m_thread.request_stop();
    m_thread.join();
}

void Disposer::take(std::shared_ptr<const void> value) {
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(value));
    m_wake.notify_one();
}

void Disposer::loop(const std::stop_token& quit) {
    while (true) {
        std::shared_ptr<const void> value;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, quit, [this] { return !m_waiting.empty(); });
            if (m_waiting.empty()) return;  // asked to quit, and nothing waits
            value = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        value.reset();
    }
}

}  // namespace plumbline
