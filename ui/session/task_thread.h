// A thread that runs tasks in order, all of them; their results come back by queued call.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "ui/session/failure.h"
#include "ui/session/mailbox.h"

namespace plumbline {

class TaskThread {
public:
    TaskThread();
    ~TaskThread();  ///< once the tasks that wait have run: what was asked for is written
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    /// work() on the thread, then on this one done(result), or failed() where the work threw, which has been told as
    /// what `doing` says.
    template <class Work, class Done>
    void post(const char* doing, Work work, Done done, std::function<void()> failed = {}) {
        m_tasks.put(
            [this, doing, work = std::move(work), done = std::move(done), failed = std::move(failed)]() mutable {
                const bool worked = guarded(doing, [&] {
                    auto result = std::make_shared<decltype(work())>(work());
                    call([done = std::move(done), result] { done(std::move(*result)); });
                });
                if (!worked && failed) guarded(doing, [&] { call(std::move(failed)); });
            });
    }
    /// Posts a call to the window's thread; for progress from within a task.
    void call(std::function<void()> what);

private:
    void loop();

    QObject m_context;
    Mailbox<std::function<void()>> m_tasks;
    std::jthread m_thread;  ///< last: it ends before what it uses
};

}  // namespace plumbline
