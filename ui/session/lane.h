// Work off the window's thread: lanes of tasks that run in order, each lane on whichever thread of the one pool is
// free.
#pragma once

#include <functional>
#include <memory>

namespace plumbline {

/// The background's threads have the lowest priority.
enum class Pool { usual, background };

class Lane {
public:
    explicit Lane(Pool pool = Pool::usual);
    ~Lane();  ///< once what was put has run
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Runs after all that was put before it, and never beside it. Whoever puts never waits, not for a lock either.
    /// What the task throws is told as what `doing` says (a phrase of context "Failure"); then `failed` runs in its
    /// place.
    void put(const char* doing, std::function<void()> task, std::function<void()> failed = {});

private:
    struct Tasks;
    std::shared_ptr<Tasks> m_tasks;
};

}  // namespace plumbline
