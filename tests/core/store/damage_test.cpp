// Workspaces from a stranger, or from a bad disk: refused or recovered, with what is missing named; never a crash,
// never in silence.
#include <sqlite3.h>

#include <QTest>
#include <fstream>
#include <set>

#include "core/store/recovery.h"
#include "core/store/soundness.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

constexpr std::size_t pageBytes = 16'384;

/// What a stranger does with a program of his own.
void asAStranger(const std::string& path, const std::string& sql) {
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    char* said = nullptr;
    const int code = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &said);
    QVERIFY2(code == SQLITE_OK, said);
    sqlite3_close(database);
}

std::string joined(const std::vector<std::string>& sentences) {
    std::string out;
    for (const std::string& each : sentences) out += each + "\n";
    return out;
}

}  // namespace

class DamageTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;

    /// Four rows in two runs of two sources, a reported figure, a typed load, texts, a decision.
    std::string made(const char* name = "w.plumb") const {
        const auto path = m_folder->path(name);
        if (!Workspace::create(path)) qFatal("no workspace");
        fake::import(path, {m_folder->write("a",
                                            "fake\nmodel 0 m\nload 0 0 8\nload 0 1 16\nrow 0 0 100 5\nrow 0 0 200 "
                                            "5\nrow 0 1 300 5\n"),
                            m_folder->write("b", "fake\nmodel 0 n\nload 0 0 8\nrow 0 0 400 5\n")});
        asAStranger(path,
                    "INSERT INTO reported VALUES (1, 'ttft_s.p50', 0.5);"
                    "INSERT INTO typed_loads VALUES (1, 1, 'concurrency', 4);"
                    "INSERT INTO texts VALUES (1, 'stop'); UPDATE requests SET finish = 1;"
                    "INSERT INTO decisions VALUES (0, 'x', 1, 'r1', 5, 'keep', '', '', 'me', '', 0);");
        return path;
    }

    void recovers(const std::string& path, const QString& names, std::size_t rows) const {
        const auto recovered = recoverWorkspace(path, m_folder->path("new.plumb"), {});
        QVERIFY2(recovered, recovered ? "" : recovered.error().text().c_str());
        const QString missing = QString::fromStdString(joined(recovered->missing));
        QVERIFY2(missing.contains(names), qPrintable(missing));
        const auto data = recovered->workspace.load();
        QVERIFY2(data, data ? "" : data.error().text().c_str());
        QCOMPARE((*data)->rows.size(), rows);
        const auto settings = recovered->workspace.settings();
        QVERIFY2(settings, settings ? "" : settings.error().text().c_str());
        std::set<SourceId> placed;
        for (const auto& each : settings->grouping->configurations)
            placed.insert(each.sources.begin(), each.sources.end());
        QCOMPARE(placed.size(), (*data)->sources.size());
        auto connection = openUnchecked(recovered->workspace.path());
        const auto faults = faultsOf(*connection, {});
        QVERIFY2(faults.empty(), joined(faults).c_str());
    }

private slots:
    void init() { m_folder = std::make_unique<fake::Folder>(); }

    void soundOnesHaveNoFault() {
        const auto path = made();
        auto connection = openUnchecked(path);
        QCOMPARE(QString::fromStdString(joined(faultsOf(*connection, {}))), QString());
        QVERIFY(!recoverWorkspace(path, m_folder->path("new.plumb"), {}));
        QVERIFY(!Workspace::isWorkspace(m_folder->path("new.plumb")));
        asAStranger(path, "CREATE TABLE mine (a); CREATE INDEX faster ON requests (start_ns); ANALYZE");
        QVERIFY(Workspace::open(path));  // plain tables and indexes of a person's own
    }

    void strangeSchemas_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        const auto row = [](const char* tag, const char* sql, const char* name, int rows = 4) {
            QTest::newRow(tag) << QString(sql) << QString(name) << rows;
        };
        row("trigger", "CREATE TRIGGER t1 AFTER INSERT ON files BEGIN DELETE FROM requests; END", "the trigger t1");
        row("trigger of our name",
            "DROP TRIGGER gap_cache_follows; CREATE TRIGGER gap_cache_follows AFTER INSERT ON files BEGIN DELETE FROM "
            "requests; END",
            "the trigger gap_cache_follows");
        row("view", "CREATE VIEW mine AS SELECT 1", "the view mine");
        row("view of our name", "DROP VIEW readable_gaps; CREATE VIEW readable_gaps AS SELECT 1",
            "the view readable_gaps");
        row("endless view for a table",
            "ALTER TABLE texts RENAME TO t_; CREATE VIEW texts (id, text) AS WITH RECURSIVE r (n) AS (SELECT 1 UNION "
            "ALL SELECT n + 1 FROM r) SELECT n, 'x' FROM r",
            "the view texts");
        row("generated column", "ALTER TABLE requests ADD COLUMN g INTEGER AS (1)",
            "a table requests that is not ours");
        row("generated column in another table", "CREATE TABLE other (a, b AS (a + 1))",
            "the table other with generated columns");
        row("virtual table", "CREATE VIRTUAL TABLE other USING rtree (a, b, c)", "the virtual table other");
        row("virtual table for one of ours",
            "DROP TABLE settings; CREATE VIRTUAL TABLE settings USING rtree (key, value, c)",
            "a table settings that is not ours");
        row("another table of our name", "DROP TABLE settings; CREATE TABLE settings (key, value)",
            "a table settings that is not ours");
        row("no table of requests", "DROP TABLE requests", "no table requests", 0);
        row("no index", "DROP INDEX requests_by_run", "no index requests_by_run");
    }
    void strangeSchemas() {
        QFETCH(QString, sql);
        QFETCH(QString, name);
        QFETCH(int, rows);
        const auto path = made();
        asAStranger(path, sql.toStdString());
        const auto opened = Workspace::open(path);
        QVERIFY(!opened);
        const QString said = QString::fromStdString(opened.error().text());
        QVERIFY2(said.contains("damaged") && said.contains(name), qPrintable(said));
        recovers(path, name, static_cast<std::size_t>(rows));
    }

    void rowsAtFault_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("rows");
        const auto row = [](const char* tag, const char* sql, const char* words, int rows = 4) {
            QTest::newRow(tag) << QString(sql) << QString(words) << rows;
        };
        // References that lead nowhere, column by column.
        row("sources.file", "UPDATE sources SET file = 99 WHERE id = 1", "the row 1 of the table sources: what file",
            1);
        row("no files", "DELETE FROM files", "2 rows of the table sources (the first: 1): what file names", 0);
        row("contexts.source", "UPDATE contexts SET source = 99 WHERE source = 1", "table contexts: what source");
        row("runs.source", "UPDATE runs SET source = 99 WHERE id = 1", "the row 1 of the table runs: what source", 2);
        row("no runs", "DELETE FROM runs", "4 rows of the table requests (the first: 1): what run", 0);
        row("no sources", "DELETE FROM sources", "rows of the table runs (the first: 1): what source", 0);
        row("reported.run", "UPDATE reported SET run = 99", "table reported: what run");
        row("requests.run", "UPDATE requests SET run = 99 WHERE id = 2", "the row 2 of the table requests: what run",
            3);
        row("requests.finish", "UPDATE requests SET finish = 99 WHERE id = 2",
            "the row 2 of the table requests: what finish");
        row("requests.error", "UPDATE requests SET error = -7",
            "4 rows of the table requests (the first: 1): what error");
        row("requests.session", "UPDATE requests SET session = 99 WHERE id = 2", "what session");
        row("members.configuration", "UPDATE members SET configuration = 99 WHERE source = 1",
            "table members: what configuration");
        row("no configurations", "DELETE FROM configurations", "2 sources; grouped anew");
        // Numbers out of range.
        for (const char* const column :
             {"scheduled_ns", "start_ns", "headers_ns", "first_byte_ns", "first_reasoning_ns", "first_content_ns",
              "first_token_ns", "last_content_ns", "end_ns", "queue_ns"})
            for (const char* const value : {"4611686018427387904", "9223372036854775807", "-9223372036854775808"})
                QTest::addRow("requests.%s = %s", column, value)
                    << QString("UPDATE requests SET %1 = %2 WHERE id = 3").arg(column, value)
                    << QString("the row 3 of the table requests: %1 is out of range").arg(column) << 4;
        for (const char* const column :
             {"chunks", "prompt_tokens", "cached_tokens", "output_tokens", "reasoning_tokens", "other_output_tokens",
              "first_chunk_tokens", "max_tokens", "turn"})
            for (const char* const value : {"-1", "2147483648", "4294967296"})
                QTest::addRow("requests.%s = %s", column, value)
                    << QString("UPDATE requests SET %1 = %2 WHERE id = 3").arg(column, value)
                    << QString("the row 3 of the table requests: %1 is out of range").arg(column) << 4;
        for (const auto& [column, value, rows] : {std::tuple{"first_token_kind", 6, 4},
                                                  {"first_token_kind", 256, 4},
                                                  {"gap_basis", 5, 4},
                                                  {"token_source", -1, 4},
                                                  {"status", 4, 3},
                                                  {"status", 256, 3},
                                                  {"phase", 3, 3},
                                                  {"record", -1, 3},
                                                  {"byte", -1, 3},
                                                  {"line", -1, 4}})
            QTest::addRow("requests.%s = %d", column, value)
                << QString("UPDATE requests SET %1 = %2 WHERE id = 3").arg(column).arg(value)
                << QString("the row 3 of the table requests: %1 is out of range").arg(column) << rows;
        row("requests.repeat", "UPDATE requests SET repeat = 4294967296", "repeat is out of range");
        for (const char* const table : {"runs", "typed_loads"})
            for (const char* const load :
                 {"load = 9e999", "load = 1e308", "load = -5", "load = 0", "load_kind = 'request_rate', load = -1",
                  "load_kind = 'unbounded', load = 8", "load_kind = 'not_stated', load = 8"})
                QTest::addRow("%s.%s", table, load)
                    << QString("UPDATE %1 SET %2").arg(table, load) << QString("of the table %1").arg(table) << 4;
        row("runs.load_kind", "UPDATE runs SET load_kind = 'many' WHERE id = 1",
            "the row 1 of the table runs: load_kind");
        row("runs.number", "UPDATE runs SET number = 9223372036854775807 WHERE id = 1", "number is out of range");
        row("runs.declared_duration_ns", "UPDATE runs SET declared_duration_ns = 9223372036854775807 WHERE id = 1",
            "declared_duration_ns is out of range");
        row("runs.declared_duration_ns below 0", "UPDATE runs SET declared_duration_ns = -9000000000 WHERE id = 1",
            "declared_duration_ns is out of range");
        for (const char* const column : {"declared_requests", "declared_completed"})
            for (const char* const value : {"-7", "-1", "9007199254740993", "9223372036854775807"})
                QTest::addRow("runs.%s = %s", column, value)
                    << QString("UPDATE runs SET %1 = %2 WHERE id = 1").arg(column, value)
                    << QString("the row 1 of the table runs: %1 is out of range").arg(column) << 4;
        row("reported.value", "UPDATE reported SET value = -9e999",
            "the row 1 ttft_s.p50 of the table reported: value is no finite number");
        row("files.rows", "UPDATE files SET rows = -5 WHERE id = 1", "the row 1 of the table files: rows");
        row("configurations.id", "UPDATE configurations SET id = 9223372036854775807 WHERE id = 1",
            "table configurations: id is out of range");
        row("typed_loads.run_position", "UPDATE typed_loads SET run_position = -1", "run_position is out of range");
        row("gaps of no whole number", "DELETE FROM gap_cache; UPDATE gaps SET ns = x'0102' WHERE request = 2",
            "the row 2 of the table gaps");
        row("settings", "INSERT INTO settings VALUES ('measure', '{')", "table settings");
    }
    void rowsAtFault() {
        QFETCH(QString, sql);
        QFETCH(QString, words);
        QFETCH(int, rows);
        const auto path = made();
        asAStranger(path, "PRAGMA foreign_keys = OFF; " + sql.toStdString());
        auto workspace = Workspace::open(path);
        QVERIFY(workspace);
        const auto data = workspace->load();
        const auto settings = workspace->settings();
        // What is not looked at for figures is found by the check.
        auto connection = openUnchecked(path);
        const std::string faults = joined(faultsOf(*connection, {}));
        QVERIFY(!data || !settings || !faults.empty());
        recovers(path, words, static_cast<std::size_t>(rows));
    }

    void cachedFigures_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<bool>("loads");
        QTest::newRow("more gaps than there are") << "UPDATE gap_cache SET count = 2000000000" << false;
        QTest::newRow("fewer") << "UPDATE gap_cache SET count = 1 WHERE request = 2" << false;
        QTest::newRow("a negative number") << "UPDATE gap_cache SET count = -1 WHERE request = 2" << false;
        QTest::newRow("one that is narrowed") << "UPDATE gap_cache SET count = 4294967298" << false;
        QTest::newRow("late") << "UPDATE gap_cache SET late = 3 WHERE request = 2" << false;
        QTest::newRow("tiny") << "UPDATE gap_cache SET tiny = -1 WHERE request = 2" << false;
        QTest::newRow("sum") << "UPDATE gap_cache SET sum_ns = 9223372036854775807" << false;
        QTest::newRow("largest") << "UPDATE gap_cache SET largest_ns = -9223372036854775807" << false;
        QTest::newRow("another sum") << "UPDATE gap_cache SET sum_ns = sum_ns + 1 WHERE request = 2" << true;
        QTest::newRow("other gaps") << "UPDATE gaps SET ns = zeroblob(16) WHERE request = 2" << true;
        QTest::newRow("gaps of other times")
            << "UPDATE gaps SET ns = x'ffffffffffffff7fffffffffffffff7f' WHERE request = 2" << true;
    }
    void cachedFigures() {
        QFETCH(QString, sql);
        QFETCH(bool, loads);
        const auto path = made();
        asAStranger(path, sql.toStdString());
        const auto data = Workspace::open(path)->load();
        QCOMPARE(data.has_value(), loads);
        auto connection = openUnchecked(path);
        QVERIFY(!faultsOf(*connection, {}).empty());
        recovers(path, QString(), 4);
        // A cache may go at any time: what is computed anew is right.
        asAStranger(path, "DELETE FROM gap_cache; UPDATE gaps SET ns = zeroblob(16)");
        QVERIFY(Workspace::open(path)->load());
    }

    void nothingIsImportedIntoOneThatIsDamaged_data() {
        QTest::addColumn<QString>("sql");
        QTest::newRow("no configurations") << "DELETE FROM configurations";
        QTest::newRow("no files") << "DELETE FROM files";
        QTest::newRow("no runs") << "DELETE FROM runs";
    }
    void nothingIsImportedIntoOneThatIsDamaged() {
        QFETCH(QString, sql);
        const auto path = made();
        asAStranger(path, "PRAGMA foreign_keys = OFF; " + sql.toStdString());
        const auto report = fake::import(
            path, {m_folder->write("c", fake::oneRun(2, "x")), m_folder->write("d", fake::oneRun(3, "y"))});
        QCOMPARE(report.imported(), 0U);
        for (const FileReport& file : report.files)
            QVERIFY(file.error && file.error->text().find("damaged") != std::string::npos);
        QCOMPARE(openUnchecked(path)->number("SELECT count(*) FROM requests"), 4);
    }

    void triggersDoNotRun() {
        const auto path = made();
        asAStranger(path, "CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM requests; END");
        auto connection = openUnchecked(path);
        connection->run("INSERT INTO files (path, reader, sha256, bytes, imported_at) VALUES ('', '', 's', 0, '')");
        QVERIFY(connection->check());
        QCOMPARE(connection->number("SELECT count(*) FROM requests"), 4);
        connection->run("CREATE VIEW v AS SELECT 1; SELECT * FROM v");
        QVERIFY(!connection->check());
    }

    void aFileThatGoesTakesItsCachedFiguresAlong() {
        const auto path = made();
        auto workspace = Workspace::open(path);
        QVERIFY(workspace->remove(*workspace->imports().back().id));
        auto connection = openUnchecked(path);
        QCOMPARE(connection->number("SELECT count(*) FROM gap_cache"), 3);
        QCOMPARE(connection->number("SELECT count(*) FROM gaps"), 3);
    }

    void withoutEndIsAnError() {
        const auto path = made();
        auto connection = openUnchecked(path);
        QCOMPARE(connection->number("WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) "
                                    "FROM r"),
                 0);
        const auto failed = connection->check();
        QVERIFY(!failed && failed.error().message.find("no end") != std::string::npos);
        auto rows =
            connection->prepare("WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r");
        while (rows.next()) {
        }
        QVERIFY(!connection->check());
    }

    void lostPages_data() {
        QTest::addColumn<int>("page");
        QTest::addColumn<int>("other");
        for (const int page : {2, 5, 9, 20, 30, 40}) QTest::addRow("page %d is empty", page) << page << -1;
        for (const int page : {3, 6, 10, 21, 31})
            QTest::addRow("pages %d and %d swapped", page, page + 4) << page << page + 4;
    }
    void lostPages() {
        QFETCH(int, page);
        QFETCH(int, other);
        const auto path = m_folder->path("w.plumb");
        QVERIFY(Workspace::create(path));
        fake::import(path, {m_folder->write("a", fake::oneRun(3000)), m_folder->write("b", fake::oneRun(2000, "n"))});
        asAStranger(path, "PRAGMA wal_checkpoint(TRUNCATE)");
        std::string bytes;
        {
            std::ifstream file(path, std::ios::binary);
            bytes.assign(std::istreambuf_iterator<char>(file), {});
        }
        const std::size_t place = static_cast<std::size_t>(page) * pageBytes;
        QVERIFY(place + pageBytes <= bytes.size());
        if (other < 0)
            bytes.replace(place, pageBytes, pageBytes, '\0');
        else
            std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(place),
                             bytes.begin() + static_cast<std::ptrdiff_t>(place + pageBytes),
                             bytes.begin() + other * static_cast<std::ptrdiff_t>(pageBytes));
        std::ofstream(path, std::ios::binary) << bytes;
        const auto workspace = Workspace::open(path);
        const bool loads = workspace && workspace->load() && workspace->settings();
        auto connection = openUnchecked(path);
        const bool isFound = !faultsOf(*connection, {}).empty();
        const auto recovered = recoverWorkspace(path, m_folder->path("new.plumb"), {});
        QVERIFY2(loads || isFound,  // either it does no harm, or it is said
                 workspace ? (workspace->load() ? "settings" : workspace->load().error().text().c_str())
                           : workspace.error().text().c_str());
        if (loads || !workspace) return;  // without a schema nothing can be told apart
        QVERIFY2(recovered, recovered ? "" : recovered.error().text().c_str());
        const auto data = recovered->workspace.load();
        QVERIFY2(data, data ? "" : data.error().text().c_str());
        const std::string missing = joined(recovered->missing);
        const bool isRoot = missing.find("rows 1 to the last of the table") != std::string::npos;
        QVERIFY2((*data)->rows.size() >= 2000 || isRoot, missing.c_str());  // a page holds far fewer rows
    }

    void aStateIsCheckedOnce() {
        qputenv("XDG_STATE_HOME", m_folder->path("state").c_str());
        const auto path = made();
        QVERIFY(checkOnce(path, {}).empty());
        std::ifstream list(m_folder->path("state/plumbline/checked-workspaces"));
        std::string line;
        QVERIFY(std::getline(list, line));
        QVERIFY(QString::fromStdString(line).endsWith("w.plumb"));
        QVERIFY(checkOnce(path, {}).empty());
        QVERIFY(!std::getline(list, line));  // checked again it would be listed again
        asAStranger(path, "UPDATE gap_cache SET sum_ns = sum_ns + 1");
        QVERIFY(!checkOnce(path, {}).empty());  // another state
        QVERIFY(!checkOnce(path, {}).empty());  // said each time
    }

    /// Neither size nor time tells it, as on a disk whose clock is coarse: SQLite's own counter does.
    void theChangeCounterTellsAState() {
        qputenv("XDG_STATE_HOME", m_folder->path("state").c_str());
        const auto path = made();
        asAStranger(path, "PRAGMA journal_mode = DELETE");
        QVERIFY(checkOnce(path, {}).empty());
        const auto time = std::filesystem::last_write_time(path);
        const auto bytes = std::filesystem::file_size(path);
        asAStranger(path, "UPDATE gap_cache SET sum_ns = sum_ns + 1");
        std::filesystem::last_write_time(path, time);
        QCOMPARE(std::filesystem::file_size(path), bytes);
        QVERIFY(!checkOnce(path, {}).empty());
    }
};

QTEST_GUILESS_MAIN(DamageTest)
#include "damage_test.moc"
