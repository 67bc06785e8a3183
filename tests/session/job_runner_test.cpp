// Newest wins, nothing piles up, nothing arrives after a cancel.
#include <QTest>
#include <atomic>
#include <latch>
#include <thread>

#include "ui/session/job_runner.h"

using namespace plumbline;

namespace {
/// A job that runs until it is asked to stop or let go.
int waitFor(const std::atomic<bool>& release, const std::stop_token& stop, int value) {
    while (!release && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return stop.stop_requested() ? -value : value;
}
}  // namespace

class JobRunnerTest : public QObject {
    Q_OBJECT
private slots:
    void deliversOnTheThreadOfTheRunner() {
        JobRunner runner;
        std::thread::id worked, delivered;
        runner.start(
            [&](std::stop_token) {
                worked = std::this_thread::get_id();
                return 7;
            },
            [&](int value) {
                QCOMPARE(value, 7);
                delivered = std::this_thread::get_id();
            });
        QTRY_VERIFY(delivered != std::thread::id());
        QVERIFY(delivered == std::this_thread::get_id());
        QVERIFY(worked != delivered);
    }

    void whatIsPublishedEarlyComesFirst() {
        JobRunner runner;
        QList<int> arrived;
        std::atomic<bool> release = false;
        runner.startInSteps(
            [&](std::stop_token stop, const auto& publish) {
                publish(1);
                return waitFor(release, stop, 2);
            },
            [&](int value) { arrived << value; });
        QTRY_COMPARE(arrived, QList<int>{1});
        QVERIFY(runner.busy());
        release = true;
        QTRY_COMPARE(arrived, (QList<int>{1, 2}));
    }

    void whatIsPublishedIsDroppedByACancel() {
        JobRunner runner;
        QList<int> arrived;
        std::latch published(1);
        runner.startInSteps(
            [&](std::stop_token stop, const auto& publish) {
                publish(1);
                published.count_down();
                return waitFor(false, stop, 2);
            },
            [&](int value) { arrived << value; });
        published.wait();
        runner.cancel();  // before the loop of events has handed it over
        QTest::qWait(50);
        QVERIFY(arrived.isEmpty());
    }

    void theNewestWins_data() {
        QTest::addColumn<bool>("stops");
        QTest::addColumn<QList<int>>("arrive");
        // The first runs when the others come; the second never starts; the last is always shown.
        QTest::newRow("older is stopped and dropped") << true << QList<int>{3};
        QTest::newRow("older ends and is shown") << false << QList<int>{1, 3};
    }
    void theNewestWins() {
        QFETCH(bool, stops);
        QFETCH(QList<int>, arrive);
        const auto older = stops ? JobRunner::Older::stop : JobRunner::Older::finish;
        JobRunner runner;
        std::atomic<bool> release{false};
        std::latch started(1);
        QList<int> arrived;
        const auto take = [&](int value) { arrived << value; };
        runner.start(
            [&](std::stop_token stop) {
                started.count_down();
                return waitFor(release, stop, 1);
            },
            take, older);
        started.wait();
        runner.start([&](std::stop_token) { return 2; }, take, older);
        runner.start([&](std::stop_token) { return 3; }, take, older);
        release = true;
        QTRY_VERIFY(!runner.busy());
        QTRY_COMPARE(arrived, arrive);
        QTest::qWait(20);
        QCOMPARE(arrived, arrive);
    }

    void cancelDropsWhatIsUnderWay() {
        JobRunner runner;
        std::atomic<bool> release{false}, sawStop{false};
        std::latch started(1);
        bool arrived = false;
        runner.start(
            [&](std::stop_token stop) {
                started.count_down();
                sawStop = waitFor(release, stop, 1) < 0;
                return 1;
            },
            [&](int) { arrived = true; });
        started.wait();
        runner.cancel();
        QTRY_VERIFY(!runner.busy());
        QTest::qWait(20);
        QVERIFY(sawStop);
        QVERIFY(!arrived);
    }

    void endsWithAJobRunning() {
        std::atomic<bool> release{false}, ended{false};
        std::latch started(1);
        {
            JobRunner runner;
            runner.start(
                [&](std::stop_token stop) {
                    started.count_down();
                    waitFor(release, stop, 1);
                    ended = true;
                    return 1;
                },
                [](int) { QFAIL("delivered to a runner that is gone"); });
            started.wait();
        }
        QVERIFY(ended);  // it was asked to stop and waited for
        QCoreApplication::processEvents();
    }
};

QTEST_GUILESS_MAIN(JobRunnerTest)
#include "job_runner_test.moc"
