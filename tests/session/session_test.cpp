// The session: imports, follows, remembers. Everything through its signals, as the window does.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/session/trace_file.h"
#include "ui/session/lookup.h"
#include "ui/session/session.h"
#include "ui/session/settings_edits.h"

using namespace plumbline;

namespace {

constexpr int patience = 20'000;

bool computed(const Session& session) {
    return session.shown().figures && !session.files().loading() && !session.updating() && session.judgement();
}

std::size_t buffered(const Session& session) {
    std::size_t count = 0;
    for (const auto& configuration : session.shown().figures->configurations)
        for (const auto& level : configuration.levels) count += level.rows.of(Verdict::buffered);
    return count;
}

Settings withInterval(const Session& session, int milliseconds) {
    Settings now = session.settings();
    now.measure.minInterval = std::chrono::milliseconds(milliseconds);
    return now;
}

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
        m_a = test::writeTrace(m_folder->filePath(QStringLiteral("a.trace.jsonl")), QStringLiteral("A"));
        m_b = test::writeTrace(m_folder->filePath(QStringLiteral("b.trace.jsonl")), QStringLiteral("B"), 40, 2.0);
    }

    void importsAndComputes() {
        Session session;
        QSignalSpy finished(&session.files(), &WorkspaceFiles::importFinished);
        session.files().importPaths({m_a, m_b});
        QVERIFY(session.files().importing());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->totalRows == 320, patience);
        QVERIFY(session.files().untitled());
        QCOMPARE(session.shown().figures->configurations.size(), std::size_t{2});
        QCOMPARE(session.shown().figures->configurations[0].levels.size(), std::size_t{4});
        QCOMPARE(buffered(session), std::size_t{32});  // every tenth of 320
        QVERIFY(session.shown().figures->withItl);
        QCOMPARE(session.styles(), (std::vector<std::size_t>{0, 1}));
    }

    void aMovingHandIsFollowedAndOneChangeIsListed() {
        Session session;
        open(session, {m_a});
        QSignalSpy figures(&session, &Session::figuresChanged);
        for (const int step : {300, 400, 500, 800, 1500}) session.change(withInterval(session, step), Hand::moves);
        QVERIFY(session.ghost());
        QTRY_VERIFY_WITH_TIMEOUT(session.shown().settings.measure.minInterval == std::chrono::milliseconds(1500),
                                 patience);
        QVERIFY(session.ghost());  // the hand has not let go
        QVERIFY(!session.history().canUndo());
        QVERIFY(figures.size() >= 1);
        session.change(session.settings());
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QVERIFY(!session.ghost());
        QCOMPARE(session.history().undoText(), QStringLiteral("interval 0.2 s \u2192 1.5 s"));
        // At load 1 rows end after 1 to 1.04 s and their first text comes at a tenth of that: all below 1.5 s.
        QVERIFY(buffered(session) >= 40);
        session.undo();
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QCOMPARE(buffered(session), std::size_t{16});
        session.redo();
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && buffered(session) >= 40, patience);
    }

    void theNewestSettingsWin() {
        Session session;
        open(session, {m_a, m_b});
        for (int step = 0; step < 50; ++step) session.change(withInterval(session, step * 20));
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QCOMPARE(session.shown().settings, session.settings());
        QCOMPARE(session.shown().settings.measure.minInterval, Nanoseconds(std::chrono::milliseconds(980)));
        const Figures again = figures(*session.shown().data, session.settings());
        QCOMPARE(*session.shown().figures->verdicts, *again.verdicts);
    }

    void noCutoffLeavesWhatAWorkspaceMayHold() {
        Session session;
        Settings far = session.settings();
        far.measure.cooldown = Nanoseconds::max();
        session.change(far);
        QVERIFY(parseSettingsJson(settingsJson(session.settings())));
        QVERIFY(session.settings().measure.cooldown > Nanoseconds(0));
    }

    void hidingComputesNothing() {
        Session session;
        open(session, {m_a, m_b});
        const auto before = session.shown().figures;
        session.change(withShown(session.settings(), before->configurations[1].id, false));
        QCOMPARE(session.shown().figures, before);
        QVERIFY(hides(session.shown().settings, before->configurations[1].id));
        QVERIFY(!session.updating());
        session.undo();
        QVERIFY(session.shown().settings.hidden.empty());
    }

    void mergesSplitsAndUndoes() {
        Session session;
        open(session, {m_a, m_b});
        const auto configurations = [&] { return session.shown().figures->configurations.size(); };
        const auto& first = session.shown().figures->configurations;
        session.change(merged(session.settings(), {first[0].id, first[1].id}));
        QTRY_COMPARE_WITH_TIMEOUT(configurations(), std::size_t{1}, patience);
        session.change(splitBySource(session.settings(), session.shown().figures->configurations[0].id));
        QTRY_COMPARE_WITH_TIMEOUT(configurations(), std::size_t{2}, patience);
        session.undo();
        QTRY_COMPARE_WITH_TIMEOUT(configurations(), std::size_t{1}, patience);
        session.undo();
        QTRY_COMPARE_WITH_TIMEOUT(configurations(), std::size_t{2}, patience);
    }

    void isReopenedAsItWasLeft() {
        const QString path = m_folder->filePath(QStringLiteral("work.plumb"));
        Settings left;
        {
            Session session;
            open(session, {m_a});
            session.files().saveAs(path);
            QTRY_COMPARE_WITH_TIMEOUT(session.files().path(), path, patience);
            QVERIFY(!session.files().untitled());
            Settings now = withInterval(session, 500);
            now.slos.push_back(*parseSlo("e2e mean < 2500ms"));
            session.change(now);
            const RowIndex row{3};
            session.change(withDecisions(session.settings(), *session.shown().data, std::span(&row, 1),
                                         {DecisionKind::exclude, "", "odd", "ann", "2026-01-01T00:00:00Z"}));
            QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
            QCOMPARE(session.shown().figures->excludedRows, std::size_t{1});
            left = session.settings();
        }
        Session session;
        session.files().openWorkspace(path);
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QCOMPARE(session.settings(), left);
        QCOMPARE(session.shown().figures->excludedRows, std::size_t{1});
        QCOMPARE(session.settings().decisions->front().note, std::string("odd"));
        QCOMPARE(session.files().imports().size(), std::size_t{1});
    }

    void undoAfterAnImportKeepsWhatCameIn() {
        Session session;
        open(session, {m_a});
        session.change(withInterval(session, 500));
        session.files().importPaths({m_b});
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->configurations.size() == 2, patience);
        session.undo();
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QCOMPARE(session.shown().figures->configurations.size(), std::size_t{2});
        QCOMPARE(session.shown().settings.measure, MeasureSettings{});
    }

    /// The store carries a decision over to the file's new version; what is in memory must not hold on to the old one.
    void decisionsFollowAFileThatIsReadAgain() {
        Session session;
        open(session, {m_a});
        const RowIndex row{3};
        session.change(withDecisions(session.settings(), *session.shown().data, std::span(&row, 1),
                                     {DecisionKind::exclude, "burst", "odd", "ann", "2026-11-30T02:00:00Z"}));
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->excludedRows == 1, patience);
        const std::string old = session.shown().data->files[0].sha256;
        QFile file(m_a);
        QVERIFY(file.open(QIODevice::Append));
        file.write(R"({"id":"one-more","load":{"concurrency":1},"start_ns":1,"end_ns":2000000000,"output_tokens":9})"
                   "\n");
        file.close();
        session.files().importPaths({m_a});
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->totalRows == 161, patience);
        const std::string now = session.shown().data->files[0].sha256;
        QVERIFY(now != old);
        QCOMPARE(session.settings().decisions->size(), std::size_t{1});
        QCOMPARE(session.settings().decisions->front().fileSha256, now);
        QCOMPARE(session.shown().figures->excludedRows, std::size_t{1});
        session.undo();
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->excludedRows == 0, patience);
        session.redo();
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->excludedRows == 1, patience);
        session.change(withInterval(session, 500));  // what is written later does not bring the old file back
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        auto workspace = Workspace::open(session.files().path().toStdString());
        QVERIFY(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(workspace->settings()->decisions->front().fileSha256, now, patience);
    }

    void aCancelledImportLeavesTheFilesThatWereIn() {
        const QString large =
            test::writeTrace(m_folder->filePath(QStringLiteral("z-large.trace.jsonl")), QStringLiteral("L"), 60'000);
        Session session;
        open(session, {m_a});
        QSignalSpy progress(&session.files(), &WorkspaceFiles::importProgressed);
        QSignalSpy finished(&session.files(), &WorkspaceFiles::importFinished);
        session.files().importPaths({large});
        QTRY_VERIFY_WITH_TIMEOUT(progress.size() > 0 || finished.size() > 0, patience);
        QElapsedTimer clock;
        clock.start();
        session.files().cancelImport();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        QVERIFY(session.files().lastImport().cancelled);
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
        QTRY_VERIFY_WITH_TIMEOUT(computed(session), patience);
        QCOMPARE(session.shown().figures->totalRows, std::size_t{160});
        session.files().importPaths({m_b});  // and the next import is not cancelled
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->totalRows == 320, patience);
    }

    void removesAFile() {
        Session session;
        open(session, {m_a, m_b});
        session.files().removeFile(session.shown().data->files[0].id);
        QTRY_VERIFY_WITH_TIMEOUT(computed(session) && session.shown().figures->totalRows == 160, patience);
        QCOMPARE(session.shown().figures->configurations.size(), std::size_t{1});
    }

    void saysWhatIsNoWorkspace() {
        Session session;
        QSignalSpy failed(&session, &Session::failed);
        session.files().openWorkspace(m_a);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QVERIFY(failed.front().front().toString().contains(m_a));
        QVERIFY(!session.files().isOpen());
    }

    void untitledWorkIsFoundAgain() {
        QString path;
        {
            Session session;
            open(session, {m_a});
            // What a crash leaves: the workspace and its lock, which nobody holds.
            path = QFileInfo(session.files().path()).dir().filePath(QStringLiteral("untitled-left-behind.plumb"));
            QVERIFY(QFile::copy(session.files().path(), path));
            if (QFile::exists(session.files().path() + QStringLiteral("-wal")))
                QVERIFY(QFile::copy(session.files().path() + QStringLiteral("-wal"), path + QStringLiteral("-wal")));
            QVERIFY(QFile::copy(session.files().path() + QStringLiteral(".lock"), path + QStringLiteral(".lock")));
            session.discard();
        }
        Session next;
        QSignalSpy found(&next.files(), &WorkspaceFiles::abandonedFound);
        next.files().findAbandoned();
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, patience);
        QCOMPARE(found.front().front().toStringList(), QStringList{path});
        next.files().openWorkspace(path);
        QTRY_VERIFY_WITH_TIMEOUT(computed(next), patience);
        QVERIFY(next.files().untitled());
        QCOMPARE(next.shown().figures->totalRows, std::size_t{160});
        next.discard();
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(path), patience);
    }

private:
    void open(Session& session, const QStringList& paths) {
        session.files().importPaths(paths);
        const auto rows = static_cast<std::size_t>(160 * paths.size());
        QTRY_VERIFY_WITH_TIMEOUT(
            !session.files().importing() && computed(session) && session.shown().figures->totalRows == rows, patience);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_a, m_b;
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
