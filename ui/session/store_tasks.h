// The workspace off the window's thread: its tasks run in order, their results come back by queued call.
#pragma once

#include <optional>

#include "core/store/workspace.h"
#include "ui/session/ordered_tasks.h"

namespace plumbline {

class StoreTasks {
public:
    StoreTasks() = default;
    ~StoreTasks() {  // the tasks that wait run first: a change that was made is written
        post(
            QT_TRANSLATE_NOOP("Failure", "closing the workspace"),
            [](std::optional<Workspace>& workspace) {
                workspace.reset();
                return true;
            },
            [](bool) {});
    }
    StoreTasks(const StoreTasks&) = delete;
    StoreTasks& operator=(const StoreTasks&) = delete;

    /// As OrderedTasks', of work(std::optional<Workspace>&).
    template <class Work, class Done>
    void post(const char* doing, Work work, Done done, std::function<void()> failed = {}) {
        m_tasks.post(
            doing, [this, work = std::move(work)]() mutable { return work(m_workspace); }, std::move(done),
            std::move(failed));
    }
    void call(std::function<void()> what) { m_tasks.call(std::move(what)); }

private:
    std::optional<Workspace> m_workspace;  ///< touched by the tasks only
    OrderedTasks m_tasks;                  ///< last: it ends before what it uses
};

}  // namespace plumbline
