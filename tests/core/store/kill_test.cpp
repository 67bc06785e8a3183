// Killed in the middle of an import, the workspace opens with the files that were in, and the half one is not.
#include <sys/wait.h>
#include <unistd.h>
#include <QTest>

#include <array>
#include <csignal>

#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

constexpr int firstRows = 40;
constexpr int halfRows = 200'000;  // more than the cache holds: pages of the half file lie in the log already

/// Imports in a process of its own that is killed as soon as its second file has got beyond `bytes`.
void importAndDie(const std::string& workspace, const std::string& folder, std::uint64_t bytes) {
    std::array<int, 2> ends{};
    QVERIFY(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ImportOptions options;
        options.progress = [&](const ImportProgress& progress) {
            if (progress.filesDone != 1 || progress.bytesDone < bytes) return;
            [[maybe_unused]] const auto sent = ::write(ends[1], "x", 1);
        };
        fake::import(workspace, {folder}, options);
        ::_exit(0);
    }
    ::close(ends[1]);
    char told = 0;
    QCOMPARE(::read(ends[0], &told, 1), 1);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]);
    QVERIFY(WIFSIGNALED(status));  // it had not come to its end
}

}  // namespace

class KillTest : public QObject {
    Q_OBJECT

private slots:
    void killed_data() {
        QTest::addColumn<int>("percent");
        QTest::newRow("at the beginning of the second file") << 1;
        QTest::newRow("in its middle") << 50;
        QTest::newRow("while it waits at its end") << 100;
    }
    void killed() {
        QFETCH(int, percent);
        const fake::Folder folder;
        const std::string path = folder.path("w.plumb");
        QVERIFY(Workspace::create(path));
        const std::string first = fake::oneRun(firstRows), second = fake::oneRun(halfRows, "n");
        folder.write("in/1", first);
        folder.write("in/2", second + "wait 60000\n");
        importAndDie(path, folder.path("in"), first.size() + second.size() * static_cast<std::size_t>(percent) / 100);

        auto workspace = Workspace::open(path);
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        auto connection = openWorkspaceFile(path);
        QVERIFY(connection);
        Statement check = connection->prepare("PRAGMA integrity_check");
        QVERIFY(check.next());
        QCOMPARE(std::string(check.text(0)), std::string("ok"));
        QVERIFY(!connection->prepare("PRAGMA foreign_key_check").next());

        const auto imports = workspace->imports();
        QCOMPARE(imports.size(), 1U);
        QCOMPARE(imports[0].path, folder.path("in/1"));
        const auto data = workspace->load();
        QVERIFY(data);
        QCOMPARE((*data)->rows.size(), std::size_t{firstRows});
        QCOMPARE(workspace->settings()->grouping->configurations.size(), 1U);

        // And the work goes on from there.
        folder.write("in/2", fake::oneRun(3, "n"));
        const auto again = fake::import(path, {folder.path("in")});
        QCOMPARE(again.imported(), 1U);
        QCOMPARE((*workspace->load())->rows.size(), std::size_t{firstRows} + 3U);
    }
};

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
