// One job at a time off the window's thread: values in, a value out by queued call, the newest wins.
#pragma once

#include <QObject>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "ui/session/failure.h"
#include "ui/session/lane.h"

namespace plumbline {

/// A job takes a std::stop_token and touches no QObject; what it returns is handed to `done` on the thread that made
/// the runner, which never waits. At most one job runs and at most one waits, so a flood of starts never piles up work.
class JobRunner {
public:
    /// What becomes of a job that still runs when the next is started.
    enum class Older {
        stop,   ///< it is asked to stop and its result is dropped
        finish  ///< it ends and is shown: under a flood of starts (a hand on a slider) something always arrives
    };

    /// `doing` says what its jobs do, should one throw: a phrase of context "Failure".
    explicit JobRunner(const char* doing, Pool pool = Pool::usual);
    ~JobRunner();  ///< asks the running job to stop and waits for it
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// Called in place of `done` where a job has thrown, which has been told already.
    void onFailure(std::function<void()> failed) { m_failed = std::move(failed); }

    template <class Work, class Done>
    void start(Work work, Done done, Older older = Older::stop) {
        run(
            [work = std::move(work), done = std::move(done)](std::stop_token stop, const Publish&) -> Deliver {
                auto result = std::make_shared<decltype(work(stop))>(work(stop));
                return [done, result] { done(std::move(*result)); };
            },
            older);
    }
    /// For work that has something to show before it is done: work(stop, publish) may hand publish() a value of its
    /// kind of result, which comes to `done` like the last one, and like it is dropped once a newer job is started.
    template <class Work, class Done>
    void startInSteps(Work work, Done done) {
        run(
            [work = std::move(work), done = std::move(done)](std::stop_token stop, const Publish& publish) -> Deliver {
                const auto deliver = [done](auto value) -> Deliver {
                    auto result = std::make_shared<decltype(value)>(std::move(value));
                    return [done, result] { done(std::move(*result)); };
                };
                return deliver(work(stop, [&](auto value) { publish(deliver(std::move(value))); }));
            },
            Older::stop);
    }
    /// Stops the running job, forgets the waiting one, and drops results under way.
    void cancel();
    bool busy() const { return !m_started.empty(); }

private:
    using Deliver = std::function<void()>;
    using Publish = std::function<void(Deliver)>;
    using Task = std::function<Deliver(std::stop_token, const Publish&)>;
    /// Of its task whoever takes it first has it: the thread that runs it, or the runner that drops it.
    struct Job {
        Task task;
        std::uint64_t generation = 0;
        std::stop_source stop;
        std::atomic<bool> taken{false};
    };
    enum class Last { no, yes };
    void run(Task task, Older older);
    void dropWaiting();
    void post(std::uint64_t generation, Deliver result, Last last);  ///< by queued call
    void deliver(std::uint64_t generation, const Deliver& result, Last last);

    const char* m_doing;
    std::function<void()> m_failed;
    QObject m_context;                            ///< lives on the window's thread; queued calls to it end with it
    std::vector<std::shared_ptr<Job>> m_started;  ///< and not done yet, oldest first; window's thread only
    std::uint64_t m_newest = 0;                   ///< generation of the job started last
    std::uint64_t m_dropBefore = 0;               ///< results of earlier generations are not delivered
    Lane m_lane;                                  ///< last: it ends before what it uses
};

}  // namespace plumbline
