#include "ui/session/job_runner.h"

namespace plumbline {

JobRunner::JobRunner(const char* doing, Pool pool) : m_doing(doing), m_lane(pool) {}

JobRunner::~JobRunner() { cancel(); }

void JobRunner::run(Task task, Older older) {
    ++m_newest;
    if (older == Older::stop) {
        for (const auto& each : m_started) each->stop.request_stop();
        m_dropBefore = m_newest;
    }
    dropWaiting();
    const auto job = std::make_shared<Job>();
    job->task = std::move(task);
    job->generation = m_newest;
    m_started.push_back(job);
    m_lane.put(
        m_doing,
        [this, job] {
            if (job->taken.exchange(true)) return;
            const Task mine = std::exchange(job->task, {});
            const auto early = [&](Deliver result) { post(job->generation, std::move(result), Last::no); };
            post(job->generation, mine(job->stop.get_token(), early), Last::yes);
        },
        [this, generation = job->generation] {
            const auto failed = [this] {
                if (m_failed) m_failed();
            };
            post(generation, failed, Last::yes);
        });
}

void JobRunner::cancel() {
    for (const auto& each : m_started) each->stop.request_stop();
    m_dropBefore = ++m_newest;
    dropWaiting();
}

/// Jobs that have not begun will not run, and what they hold goes now.
void JobRunner::dropWaiting() {
    std::erase_if(m_started, [](const std::shared_ptr<Job>& each) {
        if (each->taken.exchange(true)) return false;
        each->task = {};
        return true;
    });
}

void JobRunner::post(std::uint64_t generation, Deliver result, Last last) {
    QMetaObject::invokeMethod(
        &m_context, [this, generation, result = std::move(result), last] { deliver(generation, result, last); },
        Qt::QueuedConnection);
}

void JobRunner::deliver(std::uint64_t generation, const Deliver& result, Last last) {
    if (last == Last::yes) std::erase_if(m_started, [&](const auto& each) { return each->generation <= generation; });
    if (generation >= m_dropBefore) result();
}

}  // namespace plumbline
