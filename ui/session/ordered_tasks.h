// Tasks that run in order off the window's thread, all of them; their results come back by queued call.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <utility>

#include "ui/session/lane.h"

namespace plumbline {

/// At its end the tasks that wait have run: what was asked for is written.
class OrderedTasks {
public:
    /// work() off this thread, then on it done(result), or failed() where the work threw, which has been told as what
    /// `doing` says.
    template <class Work, class Done>
    void post(const char* doing, Work work, Done done, std::function<void()> failed = {}) {
        m_lane.put(
            doing,
            [this, work = std::move(work), done = std::move(done)]() mutable {
                auto result = std::make_shared<decltype(work())>(work());
                call([done = std::move(done), result] { done(std::move(*result)); });
            },
            failed ? [this, failed] { call(failed); } : std::function<void()>());
    }
    /// Posts a call to the window's thread; for progress from within a task.
    void call(std::function<void()> what) {
        QMetaObject::invokeMethod(&m_context, std::move(what), Qt::QueuedConnection);
    }

private:
    QObject m_context;
    Lane m_lane;  ///< last: it ends before what it uses
};

}  // namespace plumbline
