#include "ui/session/lane.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QSemaphore>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "ui/session/failure.h"

namespace plumbline {
namespace {

/// From many threads to one at a time, in order, without a lock.
template <class Letter>
class Mailbox {
public:
    Mailbox() = default;
    ~Mailbox() {
        takeAll([](Letter) {});
    }
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    void put(Letter letter) {
        Node* const node = new Node{std::move(letter), m_newest.load()};
        while (!m_newest.compare_exchange_weak(node->older, node)) {
        }
    }
    /// Hands over those that are there, oldest first; how many.
    template <class Take>
    std::size_t takeAll(Take take) {
        Node* next = nullptr;  // the list runs from the newest: turned round, without memory of its own
        for (Node* node = m_newest.exchange(nullptr); node != nullptr;) {
            Node* const older = std::exchange(node->older, next);
            next = std::exchange(node, older);
        }
        std::size_t count = 0;
        for (; next != nullptr; ++count) {
            const std::unique_ptr<Node> node(std::exchange(next, next->older));
            take(std::move(node->letter));
        }
        return count;
    }

private:
    struct Node {
        Letter letter;
        Node* older;
    };
    std::atomic<Node*> m_newest{nullptr};
};

/// In the background, behind the figures.
void lowerPriorityOfThisThread() {
    constexpr int lower = 19;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), lower);
}

/// Threads that are made when none is free, and end when they have been free for long. They live as long as the
/// program: a lane waits for its own tasks, so nothing runs any more when it ends.
class Threads {
public:
    using Work = std::shared_ptr<void>;
    using Run = void (*)(const Work&);

    explicit Threads(Pool pool) : m_pool(pool) {}

    void start(Run run, Work work) {
        m_ready.put({run, std::move(work)});
        const bool allBusy = m_free.fetch_sub(1) <= 0;
        m_arrived.release();
        if (allBusy)  // where none can be made, the first that is free does it
            guarded(QT_TRANSLATE_NOOP("Failure", "starting a thread"),
                    [this] { std::thread([this] { loop(); }).detach(); });
    }

private:
    static constexpr int idleMilliseconds = 10'000;

    void loop() {
        if (m_pool == Pool::background) lowerPriorityOfThisThread();
        ++m_free;
        while (true) {
            if (!m_arrived.tryAcquire(1, idleMilliseconds)) {
                if (leave()) return;
                m_arrived.acquire();  // somebody counts on this one
            }
            const auto [run, work] = next();
            run(work);
            ++m_free;
        }
    }

    bool leave() {
        int free = m_free;
        while (free > 0)
            if (m_free.compare_exchange_weak(free, free - 1)) return true;
        return false;
    }

    /// There is one for each that has arrived.
    std::pair<Run, Work> next() {
        const std::lock_guard taking(m_taking);  // among the pool's threads alone
        if (m_taken.empty()) m_ready.takeAll([this](auto each) { m_taken.push_back(std::move(each)); });
        auto out = std::move(m_taken.front());
        m_taken.pop_front();
        return out;
    }

    Pool m_pool;
    Mailbox<std::pair<Run, Work>> m_ready;
    QSemaphore m_arrived;
    std::atomic<int> m_free{0};  ///< threads that wait, less the work that waits for one
    std::mutex m_taking;
    std::deque<std::pair<Run, Work>> m_taken;
};

Threads& threadsOf(Pool pool) {
    static Threads& usual = *new Threads(Pool::usual);
    static Threads& background = *new Threads(Pool::background);
    return pool == Pool::usual ? usual : background;
}

}  // namespace

struct Lane::Tasks {
    struct Task {
        const char* doing;
        std::function<void()> work, failed;
    };

    static void run(const std::shared_ptr<void>& self) { static_cast<Tasks*>(self.get())->runAll(); }

    void runAll() {
        std::size_t done = 0;
        do {
            done = waiting.takeAll([](Task task) {
                if (!guarded(task.doing, task.work) && task.failed) guarded(task.doing, task.failed);
            });
        } while (pending.fetch_sub(done) != done);
        pending.notify_all();
    }

    Pool pool = Pool::usual;
    Mailbox<Task> waiting;
    std::atomic<std::size_t> pending{0};  ///< put and not run to the end; above 0 the lane is with a thread
};

Lane::Lane(Pool pool) : m_tasks(std::make_shared<Tasks>()) { m_tasks->pool = pool; }

Lane::~Lane() {
    for (std::size_t pending = m_tasks->pending; pending != 0; pending = m_tasks->pending)
        m_tasks->pending.wait(pending);
}

void Lane::put(const char* doing, std::function<void()> task, std::function<void()> failed) {
    m_tasks->waiting.put({doing, std::move(task), std::move(failed)});
    if (m_tasks->pending.fetch_add(1) == 0) threadsOf(m_tasks->pool).start(Tasks::run, m_tasks);
}

}  // namespace plumbline
