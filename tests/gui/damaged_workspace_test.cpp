// The window on a damaged workspace: what can be read stands in a copy, what is missing is said, the file stays as it
// is.
#include <sqlite3.h>

#include "tests/gui/window_fixture.h"

using namespace plumbline;
using plumbline::test::writeFastTrace;

namespace {

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class DamagedWorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void whatCanBeReadIsShownAndWhatIsMissingIsSaid_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("rows");
        QTest::newRow("found as it is opened")
            << "CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM requests; END"
            << "it held the trigger t" << 360;
        QTest::newRow("found as it is loaded") << "UPDATE requests SET run = 99 WHERE run = 1"
                                               << "40 rows of the table requests" << 320;
        QTest::newRow("found once it is shown") << "UPDATE gap_cache SET sum_ns = sum_ns + 1"
                                                << "not what the gaps themselves say" << 360;
    }
    void whatCanBeReadIsShownAndWhatIsMissingIsSaid() {
        QFETCH(QString, sql);
        QFETCH(QString, said);
        QFETCH(int, rows);
        test::WindowFixture fixture;
        const QString path = fixture.filePath("w.plumb");
        {
            auto workspace = Workspace::openOrCreate(path.toStdString());
            workspace->import({fixture.a.toStdString(), fixture.b.toStdString(),
                               writeFastTrace(fixture.filePath("f.trace.jsonl")).toStdString()},
                              {});
        }
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(qPrintable(path), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, qPrintable(sql), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        const QByteArray before = bytesOf(path);

        fixture.window().files().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().files().hasData() && fixture.window().settled(), test::patience);
        const auto text = [&] { return fixture.window().messages().text(); };
        QTRY_VERIFY_WITH_TIMEOUT(!text().isEmpty(), test::patience);
        QVERIFY2(text().contains(said), qPrintable(text()));
        QCOMPARE(fixture.session().shown().figures->totalRows, std::size_t(rows));
        QCOMPARE(bytesOf(path), before);
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, DamagedWorkspaceTest)
#include "damaged_workspace_test.moc"
