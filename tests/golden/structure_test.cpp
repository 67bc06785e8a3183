// The arrows of the house, held by reading the sources: core knows no Qt and nobody outside it, ui no SQL and no app.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

class StructureTest : public QObject {
    Q_OBJECT
private slots:
    void holds_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        QTest::addColumn<QString>("sample");  // what the pattern must find, or it could not fail
        QTest::newRow("core includes no Qt") << "core"
                                             << "#include\\s*[<\"]Q"
                                             << "#include <QString>";
        QTest::newRow("core points at nobody outside") << "core"
                                                       << "#include\\s*\"(ui|app|tests)/"
                                                       << "#include \"ui/window/style.h\"";
        QTest::newRow("core links no Qt") << "core"
                                          << "Qt6::"
                                          << "USES Qt6::Core";
        QTest::newRow("ui knows no app") << "ui"
                                         << "#include\\s*\"(app|tests)/"
                                         << "#include \"app/verbs.h\"";
        QTest::newRow("ui speaks no SQL") << "ui"
                                          << "sqlite3|\\bSELECT\\b.*\\bFROM\\b|\\bINSERT INTO\\b"
                                          << "SELECT id FROM rows";
        QTest::newRow("simdjson stays in ingest") << "core/store"
                                                  << "#include\\s*<simdjson"
                                                  << "#include <simdjson.h>";
        QTest::newRow("sqlite stays in store") << "core/measure"
                                               << "sqlite3"
                                               << "#include <sqlite3.h>";
    }
    void holds() {
        QFETCH(QString, folder);
        QFETCH(QString, forbidden);
        QFETCH(QString, sample);
        const QRegularExpression pattern(forbidden);
        QVERIFY(pattern.match(sample).hasMatch());
        QDirIterator files(QStringLiteral(PLUMBLINE_SOURCE_DIR "/") + folder, {"*.h", "*.cpp", "CMakeLists.txt"},
                           QDir::Files, QDirIterator::Subdirectories);
        int read = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto match = pattern.match(QString::fromUtf8(file.readAll()));
            QVERIFY2(!match.hasMatch(), qPrintable(file.fileName() + ": " + match.captured()));
            ++read;
        }
        QVERIFY(read > 0);
    }
};

QTEST_APPLESS_MAIN(StructureTest)
#include "structure_test.moc"
