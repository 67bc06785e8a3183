// The workspace as a whole: made, reopened, copied, and queried by people.
#include <sqlite3.h>
#include <unistd.h>

#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/store/schema.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

/// With the views, which are for people: the program reads through none.
Result<Connection> asAPersonOpens(const std::string& path) {
    auto connection = openWorkspaceFile(path);
    if (connection) sqlite3_db_config(connection->handle(), SQLITE_DBCONFIG_ENABLE_VIEW, 1, static_cast<int*>(nullptr));
    return connection;
}

}  // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;

    std::string made(const std::string& name, int rows = 4) const {
        const auto path = m_folder->path(name);
        fs::create_directories(fs::path(path).parent_path());
        auto workspace = Workspace::create(path);
        fake::import(path, {m_folder->write(name + ".in", fake::oneRun(rows) + "bad luck\n")});
        return path;
    }

private slots:
    void init() { m_folder = std::make_unique<fake::Folder>(); }

    void createRefusesAnExistingFile() {
        const auto path = m_folder->write("there.plumb", "mine");
        QVERIFY(!Workspace::create(path));
        QCOMPARE(fs::file_size(path), 4U);
        QVERIFY(!Workspace::openOrCreate(path));  // it is no workspace, and stays what it is
        QCOMPARE(fs::file_size(path), 4U);
    }

    void createInAMissingFolderLeavesNothing() {
        const auto workspace = Workspace::create(m_folder->path("none/w.plumb"));
        QVERIFY(!workspace);
        QVERIFY(!workspace.error().hint.empty());
        QVERIFY(!fs::exists(m_folder->path("none")));
    }

    void openRefusesWhatIsMissing() {
        QVERIFY(!Workspace::open(m_folder->path("missing.plumb")));
        QVERIFY(!fs::exists(m_folder->path("missing.plumb")));
    }

    void isWorkspace() {
        QVERIFY(Workspace::isWorkspace(made("w.plumb")));
        QVERIFY(!Workspace::isWorkspace(m_folder->write("a.json", "{}")));
        QVERIFY(!Workspace::isWorkspace(m_folder->path("missing")));
        QVERIFY(!Workspace::isWorkspace(m_folder->path("")));
    }

    // Whoever may write everywhere is not kept from it by a mode: there the connection is asked for by its mode alone.
    void whereNothingCanBeWrittenItIsRead() {
        const auto path = made("a folder/w #1%.plumb");
        auto connection = Connection::open(path, Connection::Mode::immutable);
        QVERIFY(connection);
        QVERIFY(connection->readOnly());
        QVERIFY(migrate(*connection, path));
        QCOMPARE(connection->number("SELECT count(*) FROM requests"), 4);
        connection->run("DELETE FROM requests");
        QVERIFY(!connection->check());
        QVERIFY(!Connection::open(path, Connection::Mode::readWrite)->readOnly());
        if (::getuid() == 0) return;
        fs::permissions(m_folder->path("a folder"), fs::perms::owner_read | fs::perms::owner_exec);
        const auto workspace = Workspace::open(path);
        const bool loads = workspace && workspace->load();
        fs::permissions(m_folder->path("a folder"), fs::perms::owner_all);
        QVERIFY(loads);
    }

    void emptyWorkspaceLoads() {
        auto workspace = Workspace::create(m_folder->path("e.plumb"));
        const auto data = workspace->load();
        QVERIFY(data);
        QCOMPARE((*data)->rows.size(), 0U);
        QVERIFY((*data)->files.empty() && (*data)->sources.empty() && (*data)->runs.empty());
        QVERIFY(workspace->imports().empty());
        QVERIFY(workspace->settings()->grouping);
    }

    void reopenedItSaysWhatIsIn() {
        const auto path = made("w.plumb");
        auto workspace = Workspace::open(path);
        const auto imports = workspace->imports();
        QCOMPARE(imports.size(), 1U);
        QCOMPARE(imports[0].records, 5U);
        QCOMPARE(imports[0].rows, 4U);
        QCOMPARE(imports[0].rejected, 1U);
        QCOMPARE(imports[0].rejections.at(0).reason, std::string("luck"));
        QCOMPARE(imports[0].rejections.at(0).byte, 7U);
        QCOMPARE(imports[0].reader, std::string("fake"));
        const auto data = *workspace->load();
        QCOMPARE(data->files.size(), 1U);
        QCOMPARE(data->files[0].sha256, imports[0].sha256);
        QCOMPARE(data->runs.size(), 1U);
        QVERIFY(data->runs[0].info.load == (Load{LoadKind::concurrency, 1}));
        QCOMPARE(data->runs[0].rowCount, 4U);
    }

    void everyFactOfSourcesAndRunsComesBack() {
        const auto path = m_folder->path("w.plumb");
        QVERIFY(Workspace::create(path));
        fake::import(path, {m_folder->write("a",
                                            "fake\nmodel 0 m\nload 0 0 8\nload 0 1 16\nmodel 1 n\nsummary 1 0\n"
                                            "row 0 1 100 5\nrow 0 0 100 5\nrow 0 1 100 5\n")});
        const auto data = *Workspace::open(path)->load();
        QCOMPARE(data->sources.size(), 2U);
        QCOMPARE(data->runs.size(), 3U);
        QCOMPARE(data->runs[0].rowCount, 1U);
        QCOMPARE(data->runs[1].rowCount, 2U);
        QCOMPARE(data->runs[1].info.load.value, 16.0);
        QVERIFY(data->runs[2].info.summaryOnly);
        QCOMPARE(data->runs[2].source, 1U);
        QCOMPARE(plainFact(data->sources[1].context, "model").value_or(""), std::string("n"));
    }

    void saveAsIsAFullCopy() {
        auto workspace = Workspace::open(made("w.plumb"));
        const Settings before = *workspace->settings();
        Settings now = before;
        now.measure.minChunks = 9;
        QVERIFY(workspace->save(now, before, "me"));
        const auto log = workspace->log().size();
        QVERIFY(workspace->saveAs(m_folder->path("copy.plumb")));
        QCOMPARE(workspace->path(), m_folder->path("copy.plumb"));
        QVERIFY(fs::exists(m_folder->path("w.plumb")));  // not untitled: stays
        QCOMPARE((*workspace->load())->rows.size(), 4U);
        QVERIFY(*workspace->settings() == now);
        QCOMPARE(workspace->log().size(), log);
        QVERIFY(Workspace::isWorkspace(m_folder->path("copy.plumb")));
        // The two go their own ways from here.
        QVERIFY(workspace->save(before, now, "me"));
        QVERIFY(*Workspace::open(m_folder->path("w.plumb"))->settings() == now);
    }

    void saveAsOverAnotherWorkspace() {
        const auto other = made("other.plumb", 9);
        m_folder->write("other.plumb-wal", "what a crash has left");
        auto workspace = Workspace::open(made("w.plumb"));
        QVERIFY(workspace->saveAs(other));
        QCOMPARE((*Workspace::open(other)->load())->rows.size(), 4U);
    }

    void saveAsOntoItself() {
        auto workspace = Workspace::open(made("w.plumb"));
        QVERIFY(workspace->saveAs(m_folder->path("../") +
                                  fs::path(m_folder->path("")).parent_path().filename().string() + "/w.plumb"));
        QCOMPARE((*workspace->load())->rows.size(), 4U);
    }

    void saveAsThatFailsLeavesBothAsTheyWere() {
        auto workspace = Workspace::open(made("w.plumb"));
        const auto failed = workspace->saveAs(m_folder->path("none/w.plumb"));
        QVERIFY(!failed);
        QCOMPARE(workspace->path(), m_folder->path("w.plumb"));
        QCOMPARE((*workspace->load())->rows.size(), 4U);
        QVERIFY(!fs::exists(m_folder->path("none/w.plumb.partial")));
    }

    void damagedFileIsAnErrorNotACrash() {
        const auto path = made("w.plumb", 3000);
        {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(16'384);
            file << std::string(200'000, 'Z');
        }
        auto workspace = Workspace::open(path);
        const bool told = !workspace || !workspace->load() || !workspace->settings();
        QVERIFY(told);
    }

    void documentedQueriesRun() {
        // Each sqlite3 block of SCHEMA.md, as it stands there.
        const auto path = made("w.plumb");
        std::ifstream file(PLUMBLINE_SOURCE_DIR "/core/store/SCHEMA.md");
        std::string line, query;
        bool inside = false;
        int queries = 0;
        auto connection = asAPersonOpens(path);
        while (std::getline(file, line)) {
            if (line == "```sql") {
                inside = true;
                query.clear();
            } else if (line == "```" && inside) {
                inside = false;
                ++queries;
                auto statement = connection->prepare(query);
                int rows = 0;
                while (statement.next()) ++rows;
                QVERIFY2(rows > 0, query.c_str());
                const auto done = connection->check();
                QVERIFY2(done, done ? "" : (query + done.error().text()).c_str());
            } else if (inside) {
                query += line + "\n";
            }
        }
        QVERIFY(queries >= 4);
    }

    void gapsDecodeInPlainSql() {
        const auto path = made("w.plumb", 1);  // one row that lasted 100 ms: gaps of 1 and 25 ms
        auto connection = asAPersonOpens(path);
        Statement row = connection->prepare("SELECT gap_ns FROM readable_gaps WHERE request = 1 ORDER BY position");
        QVERIFY(row.next());
        QCOMPARE(row.integer(0), 1'000'000);
        QVERIFY(row.next());
        QCOMPARE(row.integer(0), 25'000'000);
        QVERIFY(!row.next());
    }
};

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "workspace_test.moc"
