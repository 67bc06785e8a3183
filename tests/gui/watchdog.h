// Watches the window's thread under every test of the window: after the first paint no event takes a tenth of a second
// of the thread's own time, and none waits for a file, for SQLite, 5 ms for a lock that another holds, or for a thread.
#pragma once

#include <QElapsedTimer>
#include <QEvent>
#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTest>

namespace plumbline::test {

/// One for the program. It notes; `report` says what it has noted.
class Watchdog {
public:
    static Watchdog& the();

    static constexpr double mostSeconds = 0.1;
    QStringList waits() const { return m_waits; }  ///< each with the event that waited
    QStringList slow() const { return m_slow; }    ///< events over the limit, with their time
    void forget();                                 ///< for the test of the watchdog itself
    void note(const QString& wait);                ///< told by what stands in for the calls that wait
    /// Whether an event is being handled that counts: something was painted, and nothing waits for its first paint.
    bool watches() const { return m_current && m_current->m_counts && !m_noting; }
    /// Says what was noted on standard error; the number of faults: waits, and of an optimised build slow events.
    int report() const;

    /// Around an event's handling.
    class Event {
    public:
        Event(QObject* receiver, QEvent* event);
        ~Event();
        Event(const Event&) = delete;
        Event& operator=(const Event&) = delete;
        QString name() const;

    private:
        friend class Watchdog;
        const QObject* m_receiver;  ///< not looked into: it may be gone
        const char* m_class;
        QEvent::Type m_type;
        Event* m_outer = nullptr;  ///< the root that this one lies in
        bool m_isRoot = false, m_counts = false;
        int m_level = 0;
        double m_began = 0, m_nested = 0;  ///< s of the thread's own time; of roots within
    };

private:
    friend class Event;
    bool isPainted();

    QStringList m_waits, m_slow;
    Event* m_current = nullptr;  ///< the innermost root: the outermost event of its loop
    bool m_painted = false, m_noting = false;
    QHash<const QObject*, QElapsedTimer> m_unpainted;  ///< windows since they were shown
    double m_slowest = 0;
    QString m_slowestName;
    int m_watched = 0;
};

/// Marks this thread as the window's, whose calls are told.
void watchThisThread();

/// An application under the watchdog.
template <class Application>
class Watched : public Application {
public:
    using Application::Application;
    bool notify(QObject* receiver, QEvent* event) override {
        const Watchdog::Event watched(receiver, event);
        return Application::notify(receiver, event);
    }
};

template <class Application, class Test>
int runWatched(int argc, char** argv) {
    watchThisThread();
    Watched<Application> application(argc, argv);
    Test test;
    const int failed = QTest::qExec(&test, argc, argv);
    return failed + Watchdog::the().report();
}

}  // namespace plumbline::test

/// In place of QTEST_MAIN, with the application that the test runs in.
#define PLUMBLINE_WATCHED_MAIN(Application, Test) \
    int main(int argc, char** argv) { return plumbline::test::runWatched<Application, Test>(argc, argv); }
