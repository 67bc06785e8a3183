// Newest wins, nothing piles up, nothing arrives after a cancel.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <latch>
#include <new>
#include <stdexcept>
#include <thread>

#include "core/trace/parallel.h"
#include "ui/session/lazy_result.h"
#include "ui/session/store_tasks.h"

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
        JobRunner runner{"testing"};
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
        JobRunner runner{"testing"};
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
        JobRunner runner{"testing"};
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
        JobRunner runner{"testing"};
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
        JobRunner runner{"testing"};
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

    void whatAJobThrowsIsToldAndTheRunnerGoesOn_data() {
        QTest::addColumn<bool>("noMemory");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("detail");
        QTest::newRow("out of range") << false << "Plumbline made a mistake while testing."
                                      << "std::out_of_range: row 7";
        QTest::newRow("no memory") << true << "There is not enough memory for testing."
                                   << "std::bad_alloc";
    }
    void whatAJobThrowsIsToldAndTheRunnerGoesOn() {
        QFETCH(bool, noMemory);
        QFETCH(QString, sentence);
        QFETCH(QString, detail);
        QSignalSpy told(&Failures::all(), &Failures::happened);
        JobRunner runner{"testing"};
        bool failed = false;
        int arrived = 0;
        runner.onFailure([&] { failed = true; });
        runner.start(
            [noMemory](std::stop_token) -> int {
                if (noMemory) throw std::bad_alloc();
                throw std::out_of_range("row 7");
            },
            [](int) { QFAIL("nothing was made"); });
        QTRY_VERIFY(failed);
        QVERIFY(!runner.busy());
        QTRY_COMPARE(told.size(), 1);
        const auto failure = told[0][0].value<Failure>();
        QVERIFY2(failure.sentence().startsWith(sentence), qPrintable(failure.sentence()));
        QVERIFY2(failure.details().contains("while testing") && failure.details().contains(detail),
                 qPrintable(failure.details()));
        runner.start([](std::stop_token) { return 7; }, [&](int value) { arrived = value; });
        QTRY_COMPARE(arrived, 7);
    }

    void aTaskOfTheStoreThatThrowsStopsNoOther() {
        StoreTasks store;
        QStringList came;
        const auto done = [&](int) { came << QStringLiteral("done"); };
        store.post(
            "testing", [](auto&) -> int { throw std::out_of_range("page 3"); }, done,
            [&] { came << QStringLiteral("failed"); });
        store.post(
            "testing", [](auto&) { return 1; }, done);
        QTRY_COMPARE(came, QStringList({QStringLiteral("failed"), QStringLiteral("done")}));
    }

    void whatATaskBesideTheCallerThrowsComesToTheCaller() {
        std::atomic<int> ran = 0;
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, parallelFor(1000, {}, [&](std::size_t i) {
                                     ++ran;
                                     if (i % 2 == 1) throw std::out_of_range("one");
                                 }));
        QVERIFY(ran < 1000);
    }

    void aLaneRunsAllInOrderAndOneAtATime() {
        std::vector<int> ran;  // without a lock: the lane is one
        std::atomic<int> inside = 0, most = 0;
        {
            Lane lane;
            for (int i = 0; i < 20'000; ++i)
                lane.put("testing", [&, i] {
                    most = std::max(most.load(), ++inside);
                    ran.push_back(i);
                    --inside;
                });
        }
        QCOMPARE(ran.size(), std::size_t{20'000});  // its end waited for all
        QVERIFY(std::ranges::is_sorted(ran));
        QCOMPARE(most.load(), 1);
    }

    void aLaneTakesFromManyThreads() {
        std::atomic<int> sum = 0;
        {
            Lane lane;
            std::vector<std::jthread> writers;
            for (int w = 0; w < 4; ++w)
                writers.emplace_back([&] {
                    for (int i = 0; i < 5'000; ++i) lane.put("testing", [&] { sum = sum + 1; });
                });
            writers.clear();
        }
        QCOMPARE(sum.load(), 20'000);
    }

    /// However many lanes are busy, another one finds a thread.
    void noLaneWaitsForAnother() {
        std::atomic<bool> release = false;
        std::latch busy(30);
        std::vector<std::unique_ptr<Lane>> lanes;
        for (int i = 0; i < 30; ++i) {
            lanes.push_back(std::make_unique<Lane>());
            lanes.back()->put("testing", [&] {
                busy.count_down();
                while (!release) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            });
        }
        busy.wait();
        release = true;
        lanes.clear();
    }

    void aResultIsWorkedOutOnceForAKey() {
        LazyResult<int, int> lazy{"testing"};
        std::atomic<int> worked = 0;
        QList<int> arrived;
        lazy.onArrival([&] { arrived << *lazy.value(); });
        const auto twice = [&](int key, const std::stop_token&) { return ++worked, 2 * key; };
        QVERIFY(!lazy.value() && lazy.settled());
        lazy.ask(3, twice);
        QVERIFY(lazy.isPending() && !lazy.settled() && lazy.wasAsked(3));
        lazy.ask(3, twice);
        QTRY_VERIFY(lazy.settled());
        QCOMPARE(worked.load(), 1);
        QCOMPARE(arrived, QList<int>{6});
        QCOMPARE(*lazy.of(), 3);
        lazy.put(4, 9);  // needs no work, and is told nobody
        lazy.ask(4, twice);
        QVERIFY(*lazy.value() == 9 && *lazy.of() == 4 && lazy.settled() && arrived.size() == 1);
        lazy.clear();
        QVERIFY(!lazy.value() && !lazy.of() && !lazy.wasAsked(4));
    }

    /// What is in hand stays, and says what it is of, until what was asked for last is there.
    void aResultInHandStaysUntilTheNewer_data() {
        QTest::addColumn<bool>("finishes");
        QTest::newRow("the older is shown meanwhile") << true;
        QTest::newRow("the older is stopped") << false;
    }
    void aResultInHandStaysUntilTheNewer() {
        QFETCH(bool, finishes);
        LazyResult<int, int> lazy{"testing", finishes ? JobRunner::Older::finish : JobRunner::Older::stop};
        std::atomic<bool> release = false;
        std::atomic<bool> begun = false;
        QList<std::pair<int, bool>> arrived;  // the key, and whether a newer is on its way
        lazy.onArrival([&] { arrived << std::pair(*lazy.of(), lazy.isPending()); });
        lazy.ask(1, [&](int, const std::stop_token& stop) -> std::optional<int> {
            begun = true;
            return waitFor(release, stop, 1) < 0 ? std::nullopt : std::optional(1);
        });
        QTRY_VERIFY(begun);
        lazy.ask(2, [](int, const std::stop_token&) { return 2; });
        release = true;
        QTRY_VERIFY(lazy.settled());
        QCOMPARE(arrived, finishes ? (QList<std::pair<int, bool>>{{1, true}, {2, false}})
                                   : (QList<std::pair<int, bool>>{{2, false}}));
    }

    void aResultThatThrowsIsNotAwaited() {
        LazyResult<int, int> lazy{"testing"};
        lazy.put(1, 5);
        lazy.ask(2, [](int, const std::stop_token&) -> std::optional<int> { throw std::out_of_range("row 7"); });
        QTRY_VERIFY(!lazy.isPending());
        QVERIFY(*lazy.value() == 5 && *lazy.of() == 1);
    }

    void endsWithAJobRunning() {
        std::atomic<bool> release{false}, ended{false};
        std::latch started(1);
        {
            JobRunner runner{"testing"};
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
