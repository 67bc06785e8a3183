#include "core/sqlite/sqlite.h"

#include <QTest>

#include "core/store/schema.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

Connection open(const std::string& path) {
    auto connection = Connection::open(path, Connection::Mode::create);
    Q_ASSERT(connection);
    return std::move(*connection);
}

}  // namespace

class SqliteTest : public QObject {
    Q_OBJECT

    fake::Folder m_folder;

private slots:
    void valuesComeBackAsTheyWere() {
        Connection db = open(m_folder.path("values"));
        db.run("CREATE TABLE t (a, b, c, d, e)");
        const std::string text("nul\0inside", 10);
        const std::array<std::byte, 3> blob{std::byte{0}, std::byte{255}, std::byte{7}};
        db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
            .runWith(std::int64_t{-9'223'372'036'854'775'807}, 0.1, text, std::span<const std::byte>(blob), nullptr);
        Statement row = db.prepare("SELECT * FROM t");
        QVERIFY(row.next());
        QCOMPARE(row.integer(0), std::int64_t{-9'223'372'036'854'775'807});
        QCOMPARE(row.real(1), 0.1);
        QCOMPARE(std::string(row.text(2)), text);
        QVERIFY(std::ranges::equal(row.blob(3), blob));
        QVERIFY(row.isNull(4));
        QVERIFY(!row.maybeInteger(4));
        QVERIFY(!row.next());
        QVERIFY(db.check());
    }

    void emptyTextAndEmptyBlobAreNotNull() {
        Connection db = open(m_folder.path("empty"));
        db.run("CREATE TABLE t (a TEXT NOT NULL, b BLOB NOT NULL)");
        db.prepare("INSERT INTO t VALUES (?, ?)").runWith(std::string_view(), std::span<const std::byte>());
        QVERIFY(db.check());
        QCOMPARE(db.number("SELECT count(*) FROM t WHERE a = '' AND length(b) = 0"), 1);
    }

    void failureSticksAndIsGivenOnce() {
        Connection db = open(m_folder.path("stick"));
        db.run("CREATE TABLE t (a INTEGER UNIQUE)");
        auto insert = db.prepare("INSERT INTO t VALUES (?)");
        insert.runWith(std::int64_t{1});
        insert.runWith(std::int64_t{1});
        insert.runWith(std::int64_t{2});  // does nothing: a failure is in the way
        QVERIFY(db.failed());
        const auto failure = db.check();
        QVERIFY(!failure);
        QVERIFY(failure.error().kind == ErrorKind::workspace);
        QCOMPARE(failure.error().where, m_folder.path("stick"));
        QVERIFY(db.check());
        QCOMPARE(db.number("SELECT count(*) FROM t"), 1);
    }

    void transactionWithAFailureRollsBack() {
        Connection db = open(m_folder.path("roll"));
        db.run("CREATE TABLE t (a INTEGER UNIQUE)");
        {
            Transaction transaction(db);
            db.run("INSERT INTO t VALUES (1)");
            db.run("INSERT INTO t VALUES (1)");
            db.run("INSERT INTO t VALUES (3)");
            QVERIFY(!transaction.commit());
        }
        QCOMPARE(db.number("SELECT count(*) FROM t"), 0);
        Transaction again(db);
        db.run("INSERT INTO t VALUES (4)");
        QVERIFY(again.commit());
        QCOMPARE(db.number("SELECT a FROM t"), 4);
    }

    void transactionLeftOpenRollsBack() {
        Connection db = open(m_folder.path("left"));
        db.run("CREATE TABLE t (a)");
        {
            Transaction transaction(db);
            db.run("INSERT INTO t VALUES (1)");
        }
        QCOMPARE(db.number("SELECT count(*) FROM t"), 0);
    }

    void wrongSqlIsAFailureNotACrash() {
        Connection db = open(m_folder.path("wrong"));
        auto statement = db.prepare("SELECT nothing FROM nowhere");
        QVERIFY(!statement.next());
        statement.runWith(std::int64_t{1}, std::string_view("x"));
        QVERIFY(!db.check());
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expected");
        QTest::newRow("text") << QByteArray("hello, I am a text file of some length\n").repeated(100)
                              << "not a database";
        QTest::newRow("empty") << QByteArray() << "no Plumbline workspace";
        QTest::newRow("json") << QByteArray("{\"a\": 1}") << "not a database";
    }
    void refusals() {
        QFETCH(QByteArray, content);
        QFETCH(QString, expected);
        const auto path = m_folder.write("refused.plumb", content.toStdString());
        const auto opened = openWorkspaceFile(path);
        QVERIFY(!opened);
        const QString text = QString::fromStdString(opened.error().text());
        QVERIFY2(text.contains(expected), qPrintable(text));
        QVERIFY(text.contains(QString::fromStdString(path)));
        QVERIFY(!hasApplicationId(path));
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);  // left as it was
    }

    void anotherProgramsDatabaseIsRefused() {
        const auto path = m_folder.path("other.db");
        {
            Connection db = open(path);
            db.run("PRAGMA user_version = 1; CREATE TABLE t (a)");
        }
        const auto opened = openWorkspaceFile(path);
        QVERIFY(!opened);
        QVERIFY(opened.error().message.find("no Plumbline workspace") != std::string::npos);
    }

    void newWorkspaceIsMarked() {
        const auto path = m_folder.path("marked.plumb");
        auto db = makeWorkspaceFile(path);
        QVERIFY(db);
        QVERIFY(hasApplicationId(path));  // in the file itself, while the connection is open
        QCOMPARE(db->number("PRAGMA application_id"), 0x506c756d);
        QCOMPARE(db->number("PRAGMA user_version"), workspaceVersion);
        QCOMPARE(db->number("PRAGMA foreign_keys"), 1);
        Statement mode = db->prepare("PRAGMA journal_mode");
        QVERIFY(mode.next());
        QCOMPARE(std::string(mode.text(0)), std::string("wal"));
    }

    void newerVersionIsRefused() {
        const auto path = m_folder.path("newer.plumb");
        {
            auto db = makeWorkspaceFile(path);
            QVERIFY(db);
            db->run("PRAGMA user_version = 70");
            QVERIFY(db->check());
        }
        const auto opened = openWorkspaceFile(path);
        QVERIFY(!opened);
        const std::string says = "version 70; this one reads up to " + std::to_string(workspaceVersion);
        QVERIFY(opened.error().message.find(says) != std::string::npos);
    }

    void migrationsRunOnceEachInOrder() {
        const auto path = m_folder.path("migrate.plumb");
        auto db = makeWorkspaceFile(path);
        QVERIFY(db);
        std::vector<Migration> steps(workspaceVersion, [](Connection&) { QFAIL("this version is there already"); });
        steps.emplace_back(
            [](Connection& connection) { connection.run("CREATE TABLE next (a); INSERT INTO next VALUES (2)"); });
        steps.emplace_back([](Connection& connection) { connection.run("UPDATE next SET a = a + 1"); });
        QVERIFY(migrate(*db, path, steps));
        QCOMPARE(db->number("PRAGMA user_version"), workspaceVersion + 2);
        QVERIFY(migrate(*db, path, steps));
        QCOMPARE(db->number("SELECT a FROM next"), 3);
    }

    void migrationThatFailsLeavesTheVersionBefore() {
        const auto path = m_folder.path("fails.plumb");
        auto db = makeWorkspaceFile(path);
        QVERIFY(db);
        std::vector<Migration> steps(workspaceVersion, [](Connection&) {});
        steps.emplace_back([](Connection& connection) { connection.run("CREATE TABLE half (a); nonsense"); });
        QVERIFY(!migrate(*db, path, steps));
        QCOMPARE(db->number("PRAGMA user_version"), workspaceVersion);
        QCOMPARE(db->number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'"), 0);
    }
};

QTEST_GUILESS_MAIN(SqliteTest)
#include "sqlite_test.moc"
