// A workspace that somebody else has open: it is looked at, and nothing is changed.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

#include "core/store/workspace_lock.h"
#include "tests/session/trace_file.h"
#include "ui/session/session.h"

using namespace plumbline;

class ReadOnlyTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString made() const {
        const QString path = m_folder.filePath("w.plumb");
        auto workspace = Workspace::openOrCreate(path.toStdString());
        workspace->import({test::writeTrace(m_folder.filePath("a.trace.jsonl"), "A").toStdString()}, {});
        return path;
    }

    static std::uint32_t chunks(const QString& path) {
        return static_cast<std::uint32_t>(
            Workspace::open(path.toStdString(), OpenFor::reading)->settings()->measure.minChunks);
    }

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path().toUtf8() + "/state"); }

    void everyChangeIsRefusedUntilTheOtherHasClosedIt() {
        const QString path = made();
        auto other = WorkspaceLock::take(path.toStdString(), LockedBy::window);  // as another process would
        QVERIFY(other.lock);
        Session session;
        QSignalSpy failed(&session, &Session::failed);
        session.files().openWorkspace(path);
        QTRY_VERIFY(session.files().hasData() && session.shown().figures);
        QVERIFY2(session.files().readOnlyReason().contains("open in a window of "),
                 qPrintable(session.files().readOnlyReason()));
        QVERIFY(session.files().readOnlyReason().contains("process ") &&
                session.files().readOnlyReason().contains("since "));
        QVERIFY(failed.isEmpty());

        const Settings before = session.settings();
        Settings now = before;
        now.measure.minChunks = 9;
        QSignalSpy shown(&session, &Session::settingsChanged);
        session.change(now);
        session.change(now, Hand::moves);
        QCOMPARE(failed.count(), 2);
        QCOMPARE(failed.first().first().toString(), session.files().readOnlyReason());
        QCOMPARE(shown.count(), 2);  // what asked for it goes back
        QVERIFY(session.settings() == before);
        QVERIFY(!session.history().canUndo());

        // What is hidden is how one looks at it, and is not written.
        now = before;
        now.hidden.push_back(before.grouping->configurations.at(0).id);
        session.change(now);
        QCOMPARE(failed.count(), 2);
        QVERIFY(session.settings() == now);

        session.files().removeFile(FileId(1));
        QTRY_COMPARE(failed.count(), 3);
        session.files().importPaths({test::writeTrace(m_folder.filePath("b.trace.jsonl"), "B")});
        QTRY_VERIFY(!session.files().importing());
        QVERIFY(session.files().lastImport().files.at(0).error);
        QCOMPARE(session.files().imports().size(), 1U);

        other.lock.reset();
        session.files().openWorkspace(path);
        QTRY_VERIFY(session.files().readOnlyReason().isEmpty() && !session.files().loading());
        now = session.settings();
        now.measure.minChunks = 9;
        session.change(now);
        QTRY_COMPARE(chunks(path), 9U);
    }

    void aCopyOfItCanBeChanged() {
        const QString path = made();
        auto other = WorkspaceLock::take(path.toStdString(), LockedBy::window);
        Session session;
        session.files().openWorkspace(path);
        QTRY_VERIFY(session.files().hasData() && !session.files().readOnlyReason().isEmpty());
        session.files().saveAs(m_folder.filePath("mine.plumb"));
        QTRY_VERIFY(session.files().readOnlyReason().isEmpty());
        QCOMPARE(session.files().path(), m_folder.filePath("mine.plumb"));
    }
};

QTEST_GUILESS_MAIN(ReadOnlyTest)
#include "read_only_test.moc"
