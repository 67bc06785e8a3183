// The watchdog barks: each kind of wait, and an event that takes too long, is noted with the event that it lay in.
#include <sqlite3.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>
#include <QWidget>
#include <ctime>
#include <fstream>
#include <functional>
#include <latch>
#include <mutex>
#include <thread>

#include "tests/gui/watchdog.h"

using namespace plumbline::test;

namespace {

void busyFor(double seconds) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    };
    const double until = now() + seconds;
    while (now() < until) {
    }
}

void takeALockThatAnotherHolds() {
    std::mutex mutex;
    std::latch held(1);
    std::jthread other([&] {
        const std::lock_guard lock(mutex);
        held.count_down();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    held.wait();
    const std::lock_guard lock(mutex);
}

void askSqlite() {
    sqlite3* database = nullptr;
    sqlite3_open(":memory:", &database);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, "SELECT 1", -1, &statement, nullptr);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

}  // namespace

class WatchdogTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QWidget m_window;

    /// Within an event, after the first paint.
    static void inAnEvent(const std::function<void()>& act) {
        bool done = false;
        QTimer::singleShot(0, qApp, [&] {
            act();
            done = true;
        });
        QVERIFY(QTest::qWaitFor([&] { return done; }));
    }

private slots:
    void initTestCase() {
        // What is done before the first paint is nobody's wait.
        QTimer::singleShot(0, qApp, [this] { QFile(m_folder.filePath("a")).open(QIODevice::WriteOnly); });
        QCoreApplication::processEvents();
        QVERIFY(Watchdog::the().waits().isEmpty());
        m_window.show();
        QTRY_VERIFY(m_window.isVisible());
        QTest::qWait(50);
    }

    void whatIsQuickAndWaitsForNothingIsNotNoted() {
        Watchdog::the().forget();
        inAnEvent([] { busyFor(0.02); });
        inAnEvent([] { std::this_thread::sleep_for(std::chrono::milliseconds(150)); });  // no time of its own
        QCOMPARE(Watchdog::the().slow(), QStringList());
        QCOMPARE(Watchdog::the().waits(), QStringList());
    }

    void anEventThatTakesTooLongIsNoted() {
        Watchdog::the().forget();
        inAnEvent([] { busyFor(0.15); });
        QCOMPARE(Watchdog::the().slow().size(), 1);
        QVERIFY2(Watchdog::the().slow()[0].contains("ms: "), qPrintable(Watchdog::the().slow()[0]));
        Watchdog::the().forget();
    }

    void aLoopWithinAnEventIsNotItsOwnTime() {
        Watchdog::the().forget();
        inAnEvent([] {
            busyFor(0.06);
            QEventLoop loop;
            QTimer::singleShot(0, [] { busyFor(0.06); });
            QTimer::singleShot(10, &loop, &QEventLoop::quit);
            loop.exec();
        });
        QCOMPARE(Watchdog::the().slow(), QStringList());
    }

    void aWaitIsNoted_data() {
        QTest::addColumn<std::function<void()>>("act");
        QTest::addColumn<QString>("noted");
        const QString path = m_folder.filePath("a");
        const auto row = [](const char* name, std::function<void()> act, const char* noted) {
            QTest::newRow(name) << std::move(act) << QString::fromLatin1(noted);
        };
        row(
            "a file of Qt's", [path] { (void)QFile(path).open(QIODevice::ReadOnly); }, "open");
        row(
            "a stream", [path] { std::ifstream(path.toStdString()).get(); }, "open");
        row(
            "whether a file is there", [path] { (void)QFile::exists(path); }, "/a)");
        row("SQLite", askSqlite, "sqlite3_step");
        row("a lock", takeALockThatAnotherHolds, "a lock that another thread holds");
        row(
            "a thread", [] { std::thread([] {}).join(); }, "the end of a thread");
    }
    void aWaitIsNoted() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer stands in for these calls itself");
#endif
        QFETCH(std::function<void()>, act);
        QFETCH(QString, noted);
        Watchdog::the().forget();
        inAnEvent(act);
        const QStringList waits = Watchdog::the().waits();
        QVERIFY2(!waits.filter(noted).isEmpty(), qPrintable(waits.join('\n')));
        QVERIFY(Watchdog::the().report() > 0);
        Watchdog::the().forget();
        std::jthread other(act);  // the same on another thread is as it should be
        other.join();
        QCOMPARE(Watchdog::the().waits(), QStringList());
    }
};

PLUMBLINE_WATCHED_MAIN(QApplication, WatchdogTest)
#include "watchdog_test.moc"
