#include "ui/session/job_runner.h"

namespace plumbline {

JobRunner::JobRunner(const char* doing) : m_doing(doing), m_thread([this] { loop(); }) {}

JobRunner::~JobRunner() {
    cancel();
    m_waiting.close();
    m_thread.join();
}

void JobRunner::run(Task task, Older older) {
    ++m_newest;
    if (older == Older::stop) {
        for (Started& each : m_started) each.stop.request_stop();
        m_dropBefore = m_newest;
    }
    Job job{std::move(task), m_newest, {}};
    m_started.push_back({m_newest, job.stop});
    forget(m_waiting.replaceAll(std::move(job)));
}

void JobRunner::cancel() {
    for (Started& each : m_started) each.stop.request_stop();
    m_dropBefore = ++m_newest;
    forget(m_waiting.takeAll());
}

/// Jobs that will not run.
void JobRunner::forget(const std::vector<Job>& jobs) {
    for (const Job& job : jobs)
        std::erase_if(m_started, [&](const Started& each) { return each.generation == job.generation; });
}

void JobRunner::loop() {
    while (auto jobs = m_waiting.wait())
        for (const Job& job : *jobs) work(job);
}

void JobRunner::work(const Job& job) {
    const bool worked = guarded(m_doing, [&] {
        const auto early = [&](Deliver result) { post(job.generation, std::move(result), Last::no); };
        post(job.generation, job.task(job.stop.get_token(), early), Last::yes);
    });
    if (worked) return;
    guarded(m_doing, [&] {
        post(
            job.generation,
            [this] {
                if (m_failed) m_failed();
            },
            Last::yes);
    });
}

void JobRunner::post(std::uint64_t generation, Deliver result, Last last) {
    QMetaObject::invokeMethod(
        &m_context, [this, generation, result = std::move(result), last] { deliver(generation, result, last); },
        Qt::QueuedConnection);
}

void JobRunner::deliver(std::uint64_t generation, const Deliver& result, Last last) {
    if (last == Last::yes) std::erase_if(m_started, [&](const Started& each) { return each.generation <= generation; });
    if (generation >= m_dropBefore) result();
}

}  // namespace plumbline
