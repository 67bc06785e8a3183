#include <QTest>
#include <atomic>
#include <stop_token>

#include "core/ingest/form/row_output.h"
#include "core/ingest/text/records.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/random.h"

using namespace plumbline;
using test::Folder;

Q_DECLARE_METATYPE(std::string)

class TestRecords : public QObject {
    Q_OBJECT
private slots:
    void lines_data();
    void lines();
    void anyStepGivesTheSameRecords_data();
    void anyStepGivesTheSameRecords();
    void recordLargerThanTheWindow();
    void recordAboveTheCapIsPassedOver();
    void placesAreThoseOfTheFile();
    void paddingIsReadable();
    void progressAndCancel();
    void missingFileAndFolder();
    void excerptsEndBetweenCharacters();
    void unclosedAndSpaces();

private:
    Folder m_folder;
};

namespace {

struct Cut {
    std::string text;
    std::uint64_t line, byte;
    bool last, tooLong;
};

std::vector<Cut> cut(const std::string& path, std::size_t step = ByteSource::defaultStep,
                     std::size_t cap = RecordReader::defaultCap) {
    const ReadInput input{path, {}, {}};
    RecordReader reader(std::move(*ByteSource::open(input, step)), cap);
    std::vector<Cut> out;
    Record record;
    while (*reader.next(record))
        out.push_back({std::string(record.text), record.line, record.byte, record.last, record.tooLong});
    return out;
}

QByteArray texts(const std::vector<Cut>& cuts) {
    QByteArray out;
    for (const Cut& one : cuts)
        out += QByteArray::fromStdString(one.text) + '|' + QByteArray::number(qulonglong(one.line)) + ';';
    return out;
}

}  // namespace

void TestRecords::lines_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("records");
    const auto row = [](const char* name, const QByteArray& file, const char* records) {
        QTest::newRow(name) << file << QByteArray(records);
    };
    row("empty", "", "");
    row("only blank lines", "\n\n  \r\n\t", "");
    row("LF", "a\nbb\n", "a|1;bb|2;");
    row("no final newline", "a\nbb", "a|1;bb|2;");
    row("CRLF", "a\r\nbb\r\n", "a|1;bb|2;");
    row("CRLF, no final newline", "a\r\nbb\r", "a|1;bb|2;");
    row("blank lines count", "a\n\n \nbb\n", "a|1;bb|4;");
    row("byte order mark",
        "\xEF\xBB\xBF"
        "a\nb",
        "a|1;b|2;");
    row("byte order mark alone", "\xEF\xBB\xBF", "");
    row("mark inside stays",
        "a\n\xEF\xBB\xBF"
        "b",
        "a|1;\xEF\xBB\xBF"
        "b|2;");
    row("NUL inside stays", QByteArray("a\0b\n", 4), "");
}

void TestRecords::lines() {
    QFETCH(QByteArray, file);
    const auto path = m_folder.write("lines", file.toStdString());
    if (file.contains('\0')) {
        QCOMPARE(cut(path).at(0).text.size(), std::size_t{3});
        return;
    }
    QTEST(texts(cut(path)), "records");
}

void TestRecords::anyStepGivesTheSameRecords_data() {
    QTest::addColumn<int>("step");
    for (const int step : {1, 2, 3, 5, 7, 16, 64, 333}) QTest::addRow("step %d", step) << step;
}

/// A line end, a CRLF and the mark may each fall on the edge of a window.
void TestRecords::anyStepGivesTheSameRecords() {
    QFETCH(int, step);
    support::Random random(17);
    std::string file = "\xEF\xBB\xBF";
    std::vector<std::string> expected;
    for (int i = 0; i < 300; ++i) {
        const std::string line(random.below(40), static_cast<char>('a' + random.below(26)));
        if (!line.empty()) expected.push_back(line);
        file += line + (random.below(2) == 0 ? "\n" : "\r\n");
    }
    const auto got = cut(m_folder.write("steps", file), static_cast<std::size_t>(step));
    QCOMPARE(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        QCOMPARE(got[i].text, expected[i]);
        QCOMPARE(file.substr(got[i].byte, expected[i].size()), expected[i]);
    }
}

void TestRecords::recordLargerThanTheWindow() {
    const std::string large(100'000, 'x');
    const auto got = cut(m_folder.write("large", "a\n" + large + "\nb\n" + large), 64);
    QCOMPARE(got.size(), std::size_t{4});
    QCOMPARE(got[1].text, large);
    QCOMPARE(got[2].text, std::string("b"));
    QCOMPARE(got[3].text, large);
    QVERIFY(!got[2].last && got[3].last);
}

void TestRecords::recordAboveTheCapIsPassedOver() {
    const std::string large(5000, 'x');
    const auto got = cut(m_folder.write("capped", "a\n" + large + "\nb\n" + large), 64, 1000);
    QCOMPARE(got.size(), std::size_t{4});
    QVERIFY(got[1].tooLong && got[3].tooLong && !got[0].tooLong && !got[2].tooLong);
    QCOMPARE(got[1].text.size(), std::size_t{1000});
    QCOMPARE(got[2].text, std::string("b"));
    QCOMPARE(got[2].line, std::uint64_t{3});
    QCOMPARE(got[2].byte, std::uint64_t{2 + 5001});
    // At the cap itself it is still a record.
    QVERIFY(!cut(m_folder.write("at", std::string(1000, 'x')), 64, 1000).at(0).tooLong);
    QVERIFY(cut(m_folder.write("above", std::string(1001, 'x')), 4096, 1000).at(0).tooLong);
}

void TestRecords::placesAreThoseOfTheFile() {
    const auto got = cut(m_folder.write("places",
                                        "\xEF\xBB\xBF"
                                        "ab\r\n\ncd"));
    QCOMPARE(got.size(), std::size_t{2});
    QCOMPARE(got[0].byte, std::uint64_t{3});
    QCOMPARE(got[1].byte, std::uint64_t{8});
    QCOMPARE(got[1].line, std::uint64_t{3});
    test::Ingested out;
    RowOutput rows(out, out.outcome);
    rows.reject("before", {}, 0);
    rows.reject(Record{got[1].text, got[1].line, got[1].byte, true, false}, "why");
    const Rejection& said = out.rejections.at(1);
    QCOMPARE(said.record, std::uint64_t{1});
    QCOMPARE(out.outcome.rejected, std::uint64_t{2});
    QCOMPARE(said.line, std::uint64_t{3});
    QCOMPARE(said.byte, std::uint64_t{8});
    QCOMPARE(said.excerpt, std::string("cd"));
}

void TestRecords::paddingIsReadable() {
    const auto path = m_folder.write("padding", "abc");
    const ReadInput input{path, {}, {}};
    const auto source = ByteSource::open(input, 4);
    QVERIFY(source->atEnd());
    for (std::size_t i = 0; i < windowPadding; ++i) QCOMPARE(source->window().data()[3 + i], '\0');
}

void TestRecords::progressAndCancel() {
    const auto path = m_folder.write("progress", std::string(100'000, '\n'));
    std::vector<std::uint64_t> said;
    std::stop_source stop;
    ReadInput input{path, [&](std::uint64_t done) { said.push_back(done); }, stop.get_token()};
    auto source = ByteSource::open(input, 30'000);
    QVERIFY(source->advance(30'000));
    QCOMPARE(said, (std::vector<std::uint64_t>{30'000, 60'000}));
    stop.request_stop();
    const auto read = source->advance(30'000);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::cancelled);
    QCOMPARE(ByteSource::open(input, 30'000).error().kind, ErrorKind::cancelled);
    QCOMPARE(said.size(), std::size_t{2});
}

void TestRecords::missingFileAndFolder() {
    const ReadInput missing{m_folder.path("missing"), {}, {}};
    const auto none = ByteSource::open(missing);
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::io);
    QCOMPARE(none.error().where, missing.path);
    const ReadInput folder{m_folder.path("."), {}, {}};
    QCOMPARE(ByteSource::open(folder).error().kind, ErrorKind::io);
}

void TestRecords::excerptsEndBetweenCharacters() {
    QCOMPARE(excerpt("short"), std::string("short"));
    QCOMPARE(excerpt(std::string(300, 'a')).size(), std::size_t{200});
    const std::string umlauts = std::string(199, 'a') + "\xC3\xA4\xC3\xA4";
    QCOMPARE(excerpt(umlauts), std::string(199, 'a'));
    // Bytes that are no UTF-8 at all are cut all the same.
    QVERIFY(excerpt(std::string(300, '\x80')).size() >= 196);
}

void TestRecords::unclosedAndSpaces() {
    QVERIFY(isUnclosed(R"({"a": [1, 2)"));
    QVERIFY(isUnclosed(R"({"a": "x)"));
    QVERIFY(isUnclosed(R"({"a": "x\")"));
    QVERIFY(!isUnclosed(R"({"a": "{[", "b": "\"{"})"));
    QVERIFY(!isUnclosed(R"({"a": 1}})"));
    QVERIFY(hasNoBreakSpace("{\"a\":\xC2\xA0 1}"));
    QVERIFY(!hasNoBreakSpace("{\"a\": \"\xC2\xA0\"}"));
}

QTEST_APPLESS_MAIN(TestRecords)
#include "test_records.moc"
