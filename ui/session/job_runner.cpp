#include "ui/session/job_runner.h"

namespace plumbline {

JobRunner::JobRunner() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}

JobRunner::~JobRunner() {
    cancel();
    m_thread.request_stop();
    m_thread.join();
}

void JobRunner::run(Task task, Older older) {
    const std::lock_guard lock(m_mutex);
    ++m_newest;
    m_waiting = Job{std::move(task), m_newest};
    if (older == Older::stop) {
        m_running.request_stop();
        m_dropBefore = m_newest;
    }
    m_wake.notify_one();
}

void JobRunner::cancel() {
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    m_running.request_stop();
    m_dropBefore = ++m_newest;
}

bool JobRunner::busy() const {
    const std::lock_guard lock(m_mutex);
    return m_active || m_waiting.has_value();
}

void JobRunner::loop(const std::stop_token& quit) {
    while (true) {
        Job job;
        std::stop_token stop;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, quit, [this] { return m_waiting.has_value(); })) return;
            job = std::move(*m_waiting);
            m_waiting.reset();
            m_running = std::stop_source{};
            stop = m_running.get_token();
            m_active = true;
        }
        Deliver result = job.task(stop, [&](Deliver early) { post(job.generation, std::move(early)); });
        {
            const std::lock_guard lock(m_mutex);
            m_active = false;
        }
        post(job.generation, std::move(result));
    }
}

void JobRunner::post(std::uint64_t generation, Deliver result) {
    QMetaObject::invokeMethod(
        &m_context, [this, generation, result = std::move(result)] { deliver(generation, result); },
        Qt::QueuedConnection);
}

void JobRunner::deliver(std::uint64_t generation, const Deliver& result) {
    if (generation >= m_dropBefore) result();
}

}  // namespace plumbline
