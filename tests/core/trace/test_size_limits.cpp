// The limits: one table, as a person lowers and lifts them, and the sentence of each.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/trace/size_limits.h"

using namespace plumbline;

class TestSizeLimits : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setSizeLimits({}); }

    void standards_data() {
        QTest::addColumn<int>("limit");
        QTest::addColumn<quint64>("at");
        const auto row = [](const char* name, SizeLimit limit, quint64 at) {
            QTest::newRow(name) << static_cast<int>(limit) << at;
        };
        row("pairs", SizeLimit::pairs, 2'000);
        row("configurations", SizeLimit::configurations, 5'000);
        row("levels", SizeLimit::levels, 20'000);
        row("unpacked", SizeLimit::unpacked, 1'073'741'824);
        row("document", SizeLimit::document, 16'777'216);
    }
    void standards() {
        QFETCH(int, limit);
        QFETCH(quint64, at);
        const auto one = static_cast<SizeLimit>(limit);
        QCOMPARE(QByteArray(std::string(entry(one).name).c_str()), QByteArray(QTest::currentDataTag()));
        QCOMPARE(quint64(limitOf(one)), at);
        const std::string lowered = std::string(entry(one).name) + "=7";
        const auto given = parseSizeLimits(lowered);
        QVERIFY(given);
        setSizeLimits(*given);
        QCOMPARE(quint64(limitOf(one)), quint64(7));
        const std::string said = text({one, 7'000, 3});
        QVERIFY2(said.find("7,000") != said.npos && said.find(" 3") != said.npos, said.c_str());
        QVERIFY2(said.find("--limit " + std::string(entry(one).name) + "=") != said.npos, said.c_str());
    }

    void aPackedFileMayBe200TimesItsSize() {
        QCOMPARE(quint64(unpackedLimit(1'000)), quint64(1'073'741'824));
        QCOMPARE(quint64(unpackedLimit(10'000'000)), quint64(2'000'000'000));
        setSizeLimits({{SizeLimit::unpacked, 5'000}});  // what a person says is what holds
        QCOMPARE(quint64(unpackedLimit(10'000'000)), quint64(5'000));
    }

    void wrongOnesAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "pairs", "pairs=", "pairs=0", "pairs=-1", "pairs=2.5", "rows=5",
                                 "pairs=5;levels=2", "pairs=99999999999999999999"})
            QTest::newRow(*text == '\0' ? "nothing" : text) << QByteArray(text);
    }
    void wrongOnesAreRefused() {
        QFETCH(QByteArray, text);
        const auto given = parseSizeLimits(text.toStdString());
        QVERIFY(!given);
        QVERIFY(given.error().hint.find("pairs=N,configurations=N,levels=N,unpacked=BYTES,document=BYTES") !=
                std::string::npos);
    }

    void aDocumentIsReadUpToItsLimit() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("d.json").toStdString();
        std::ofstream(path) << "{\"a\": 1}";
        QCOMPARE(readDocument(path).value(), std::string("{\"a\": 1}"));
        setSizeLimits({{SizeLimit::document, 8}});
        QVERIFY(readDocument(path));
        setSizeLimits({{SizeLimit::document, 7}});
        const auto refused = readDocument(path);
        QVERIFY(!refused && isTooLargeDocument(refused.error()));
        QVERIFY(!readDocument(path + ".none"));
        QVERIFY(!isTooLargeDocument(readDocument(path + ".none").error()));
        QVERIFY(!readDocument(folder.path().toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestSizeLimits)
#include "test_size_limits.moc"
