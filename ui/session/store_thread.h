// The one thread that holds the workspace: tasks run there in order, their results come back by queued call.
#pragma once

#include <QObject>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/store/workspace.h"

namespace plumbline {

class StoreThread {
public:
    StoreThread();
    ~StoreThread();  ///< runs the tasks that wait, then ends: a change that was made is written
    StoreThread(const StoreThread&) = delete;
    StoreThread& operator=(const StoreThread&) = delete;

    /// work(std::optional<Workspace>&) on the workspace's thread, done(result) on this one.
    template <class Work, class Done>
    void post(Work work, Done done) {
        push([this, work = std::move(work), done = std::move(done)]() mutable {
            auto result = std::make_shared<decltype(work(m_workspace))>(work(m_workspace));
            call([done = std::move(done), result] { done(std::move(*result)); });
        });
    }
    /// Posts a call to the window's thread; for progress from within a task.
    void call(std::function<void()> what);

private:
    void push(std::function<void()> task);
    void loop(const std::stop_token& quit);

    QObject m_context;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::function<void()>> m_tasks;
    std::optional<Workspace> m_workspace;  ///< touched by m_thread only
    std::jthread m_thread;
};

}  // namespace plumbline
