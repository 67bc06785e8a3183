#include "ui/session/task_thread.h"

namespace plumbline {

TaskThread::TaskThread() : m_thread([this] { loop(); }) {}

TaskThread::~TaskThread() {
    m_tasks.close();
    m_thread.join();
}

void TaskThread::call(std::function<void()> what) {
    QMetaObject::invokeMethod(&m_context, std::move(what), Qt::QueuedConnection);
}

void TaskThread::loop() {
    while (auto tasks = m_tasks.wait())
        for (std::function<void()>& task : *tasks) {
            task();
            task = nullptr;  // what it holds goes with it, not with the last of them
        }
}

}  // namespace plumbline
