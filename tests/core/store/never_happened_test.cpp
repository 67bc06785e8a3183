// "Never happened" in the workspace: kept, taken back, and read from one of the version before.
#include <QTest>

#include "core/store/schema.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

Settings excluding(const Settings& before, bool neverHappened) {
    Decision decision;
    decision.fileSha256 = "sha";
    decision.record = 1;
    decision.kind = DecisionKind::exclude;
    decision.note = "sent twice by the client";
    decision.reviewer = "ann";
    decision.neverHappened = neverHappened;
    Settings now = before;
    now.decisions = std::make_shared<const std::vector<Decision>>(std::vector{decision});
    return now;
}

}  // namespace

class NeverHappenedTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;
    std::string m_path;

    static void save(Workspace& workspace, const Settings& now, const Settings& before) {
        const auto done = workspace.save(now, before, "ann");
        QVERIFY2(done, done ? "" : done.error().text().c_str());
    }

private slots:
    void init() {
        m_folder = std::make_unique<fake::Folder>();
        m_path = m_folder->path("w.plumb");
        QVERIFY(Workspace::create(m_path));
    }

    void itComesBack() {
        const Settings before = *Workspace::open(m_path)->settings();
        for (const bool never : {true, false}) {
            const Settings now = excluding(before, never);
            auto workspace = *Workspace::open(m_path);
            save(workspace, now, *workspace.settings());
            QVERIFY(*Workspace::open(m_path)->settings() == now);
        }
    }

    /// A workspace of version 2 knows no such word: its exclusions stay what they were, and can then be told so.
    void versionTwoIsMigrated() {
        {
            auto workspace = *Workspace::open(m_path);
            save(workspace, excluding(*workspace.settings(), false), *workspace.settings());
        }
        {
            auto connection = openWorkspaceFile(m_path);
            QVERIFY(connection);
            connection->run("ALTER TABLE decisions DROP COLUMN never_happened");
            connection->run("PRAGMA user_version = 2");
            QVERIFY(connection->check());
        }
        auto workspace = Workspace::open(m_path);
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        const Settings old = *workspace->settings();
        QCOMPARE(old.decisions->size(), std::size_t{1});
        QVERIFY(old == excluding(old, false));
        save(*workspace, excluding(old, true), old);
        QVERIFY(Workspace::open(m_path)->settings()->decisions->front().neverHappened);
        QCOMPARE(openWorkspaceFile(m_path)->number("PRAGMA user_version"), workspaceVersion);
    }

    /// A stranger's file may say it of a row that is kept: only an excluded row can be so.
    void aKeptRowHasHappened() {
        {
            auto workspace = *Workspace::open(m_path);
            save(workspace, excluding(*workspace.settings(), true), *workspace.settings());
        }
        openWorkspaceFile(m_path)->run("UPDATE decisions SET decision = 'keep'");
        QVERIFY(!Workspace::open(m_path)->settings()->decisions->front().neverHappened);
    }
};

QTEST_GUILESS_MAIN(NeverHappenedTest)
#include "never_happened_test.moc"
