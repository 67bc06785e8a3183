#include <QTest>
#include <algorithm>

#include "core/ingest/reader/reader.h"
#include "core/ingest/text/key_scan.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"

using namespace plumbline;
using test::Folder;
using Shape = Sample::Shape;

Q_DECLARE_METATYPE(Sample::Shape)

class TestSample : public QObject {
    Q_OBJECT
private slots:
    void shapes_data();
    void shapes();
    void keysBehindTheHead();
    void keyScanAnyStep_data();
    void keyScanAnyStep();
    void finds_data();
    void finds();
    void refuses_data();
    void refuses();
    void registry();
    void cancelled();

private:
    Folder m_folder;
};

namespace {
QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

QByteArray joined(const std::vector<std::string>& keys) {
    QByteArray out;
    for (const std::string& key : keys) out += (out.isEmpty() ? "" : ",") + QByteArray::fromStdString(key);
    return out;
}
}  // namespace

void TestSample::shapes_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QByteArray>("firstLine");
    const auto row = [](const char* name, const QByteArray& file, Shape shape, const char* keys, const char* line) {
        QTest::newRow(name) << file << shape << QByteArray(keys) << QByteArray(line);
    };
    row("empty", "", Shape::empty, "", "");
    row("blank", "\n \r\n", Shape::empty, "", "");
    row("mark alone", "\xEF\xBB\xBF", Shape::empty, "", "");
    row("object", R"({"a":{"x":1},"b":[{"y":2}],"a":3})", Shape::object, "a,b", R"({"a":{"x":1},"b":[{"y":2}],"a":3})");
    row("pretty", "{\n  \"a\": 1,\n  \"b\": \"{\\\"c\\\": 1}\"\n}\n", Shape::object, "a,b", "{");
    row("lines", "{\"a\":1}\r\n{\"b\":2}\r\n", Shape::lines, "a", "{\"a\":1}");
    row("objects without a line end", "{\"a\":1}{\"b\":2}", Shape::lines, "a", "{\"a\":1}{\"b\":2}");
    row("first line broken off", "{\"a\":1,\"b\n{\"c\":2}\n", Shape::lines, "c", "{\"a\":1,\"b");
    row("truncated object", "{\"a\":1,\"b\":[1,", Shape::object, "a,b", "{\"a\":1,\"b\":[1,");
    row("array of objects", R"([{"a":1,"b":{"x":1}},{"c":1}])", Shape::array, "a,b",
        R"([{"a":1,"b":{"x":1}},{"c":1}])");
    row("array of numbers", "[1,2]", Shape::array, "", "[1,2]");
    row("array of texts", R"(["a","b"])", Shape::array, "", R"(["a","b"])");
    row("marked object", "\xEF\xBB\xBF{\"a\":1}", Shape::object, "a", "{\"a\":1}");
    row("table", "load,\"end s\", n \n1,2,3\n", Shape::table, "load,end s,n", "load,\"end s\", n ");
    row("table with comments", "# made by x\n\na;b\n1;2\n", Shape::table, "a,b", "# made by x");
    row("quoted delimiter", "a,\"b, c\"\n1,2\n", Shape::table, "a,b, c", "a,\"b, c\"");
    row("header alone", "a,b", Shape::table, "a,b", "a,b");
    row("a sentence",
        "# Title\n\nSmall traces to open first, made up: a server, its load and a clock that is no real one at "
        "all.\nMore.\n",
        Shape::other, "", "# Title");
    row("two lines of prose that agree", "Figures, made up.\nTo be read, in full.\n", Shape::other, "",
        "Figures, made up.");
    row("prose of one comma", "Small traces to open first, made up\n\nMore.\n", Shape::other, "",
        "Small traces to open first, made up");
    row("all lines broken", "a,b,c\n1,2\n", Shape::table, "a,b,c", "a,b,c");
    row("a later line agrees", "a b;c\n1\n1;2\n", Shape::table, "a b,c", "a b;c");
    row("CR alone", "a,b\r1,2\r", Shape::table, "a,b", "a,b");
    row("lines with CR alone", "{\"a\":1}\r{\"b\":2}\r", Shape::lines, "a", "{\"a\":1}");
    row("first line broken off, CR alone", "{\"a\":1,\"b\r{\"c\":2}\r", Shape::lines, "c", "{\"a\":1,\"b");
    row("YAML", "%YAML 1.2\n---\na: 1\nb: [2]\n", Shape::object, "a,b", R"({"a":1,"b":[2]})");
    row("YAML documents", "---\na: 1\n---\nb: 2\n", Shape::lines, "a", R"({"a":1})");
    row("UTF-16", bytes(test::utf16("a;b\n1;2\n", false)), Shape::table, "a,b", "a;b");
    row("gzip", bytes(test::gzipped("[{\"a\":1}]")), Shape::array, "a", "[{\"a\":1}]");
    row("tabs", "a\tb\n", Shape::table, "a,b", "a\tb");
    row("text", "hello world\n", Shape::other, "", "hello world");
    row("binary", QByteArray("a,b\0\1", 5), Shape::other, "", "");
}

void TestSample::shapes() {
    QFETCH(QByteArray, file);
    std::string storage;
    const auto sample = sampleFile(m_folder.write("shape", file.toStdString()), storage);
    QVERIFY(sample);
    QTEST(sample->shape, "shape");
    QTEST(joined(sample->keys), "keys");
    if (!file.contains('\0')) QTEST(QByteArray::fromStdString(sample->firstLine), "firstLine");
    QVERIFY(sample->whole);
}

void TestSample::keysBehindTheHead() {
    const std::string big(400'000, '7');
    std::string storage;
    const auto path = m_folder.write("behind", R"({"first":[)" + big + R"(],"deep":{"inner":1},"last":"x"})");
    const auto sample = sampleFile(path, storage);
    QCOMPARE(joined(sample->keys), QByteArray("first,deep,last"));
    QCOMPARE(sample->head.size(), std::size_t{256} << 10);
    QVERIFY(!sample->whole);
    QVERIFY(sample->has("last") && !sample->has("inner"));
    // A reader that is sure of the head needs no more of it.
    const auto trace = m_folder.write("sure", R"({"plumbline":"trace/1","x":")" + big + R"(","late":1})");
    QVERIFY(!sampleFile(trace, storage)->has("late"));
}

void TestSample::keyScanAnyStep_data() {
    QTest::addColumn<int>("step");
    for (const int step : {1, 2, 3, 7, 1000}) QTest::addRow("step %d", step) << step;
}

void TestSample::keyScanAnyStep() {
    QFETCH(int, step);
    const std::string text = R"( {"a\"b": "x\\", "c": [{"d": "}]"}, "e"], "f": {"g": "h"}, "i":null} {"j":1})";
    KeyScan scan;
    for (std::size_t i = 0; i < text.size(); i += static_cast<std::size_t>(step))
        scan.feed(std::string_view(text).substr(i, static_cast<std::size_t>(step)));
    QCOMPARE(joined(scan.keys()), QByteArray("a\\\"b,c,f,i"));
    QVERIFY(scan.done());
    QCOMPARE(text.substr(scan.consumed()), std::string(R"( {"j":1})"));
}

void TestSample::finds_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("reader");
    const auto row = [](const char* name, const char* file, const char* reader) {
        QTest::newRow(name) << QByteArray(file) << QByteArray(reader);
    };
    row("trace", R"({"plumbline": "trace/1"})", "plumbline-trace");
    row("trace, key last", R"({"workload":{},"plumbline":"trace/1"})", "plumbline-trace");
    row("rows without a header", "{\"id\":\"a\",\"start_s\":1,\"end_s\":2,\"note\":1}\n", "plumbline-trace");
    row("AIPerf rows", R"({"metadata":{"x_request_id":"a","request_start_ns":1},"metrics":{}})", "aiperf");
    row("AIPerf early rows", R"({"metadata":{"x_request_id":"a","timestamp_ns":1},"metrics":{},"error":null})",
        "aiperf");
    row("AIPerf summary", R"({"input_config":{},"min_request_timestamp":{"avg":1}})", "aiperf");
    row("AIPerf CSV", "Metric,avg,min,max,p1,p5\nRequest Latency (ms),1,1,1,1,1\n", "aiperf");
}

void TestSample::finds() {
    QFETCH(QByteArray, file);
    std::string storage;
    const auto sample = sampleFile(m_folder.write("find", file.toStdString()), storage);
    const auto reader = findReader(*sample);
    QVERIFY(reader);
    QTEST(QByteArray::fromStdString(std::string((*reader)->id)), "reader");
}

void TestSample::refuses_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QByteArray& file, ErrorKind kind, const char* says) {
        QTest::newRow(name) << file << static_cast<int>(kind) << QByteArray(says);
    };
    constexpr auto unknown = ErrorKind::notRecognised, refused = ErrorKind::refused;
    row("empty", "", unknown, "It is empty.");
    row("unknown object", R"({"alpha":1,"beta":2})", unknown, "with the keys alpha, beta.");
    row("a mapping to make", "a,b\n1,2\n", unknown, "(--mapping)");
    row("a mapping", R"({"plumbline":"mapping/1","fields":{}})", refused, "--mapping");
    row("decisions", R"({"plumbline":"review/1","decisions":[]})", refused, "--review");
    row("readers named", R"({"alpha":1})", unknown, "Readers tried: plumbline-trace, ");
    row("unknown table", "alpha,beta\n1,2\n", unknown, "with the columns alpha, beta.");
    row("text", "hello", unknown, "It is text to read, neither JSON nor a table");
    row("other version of ours", R"({"plumbline":"bundle/1"})", unknown, "plumbline");
    row("binary", QByteArray("\1\2,\0", 4), unknown, "neither JSON nor text");
    row("zip", "PK\x03\x04 and so on", refused, "packed with zip");
    row("gzip in gzip", bytes(test::gzipped(test::gzipped("{}"))), refused, "packed twice, the inner time with gzip");
    row("zstd in gzip", bytes(test::gzipped(test::zstdPacked("{}"))), refused, "the inner time with zstd");
    row("zip in gzip", bytes(test::gzipped("PK\x03\x04")), refused, "packed with zip");
    row("gzip, broken", "\x1f\x8b\x08", ErrorKind::format, "is cut off");
    row("UTF-32", QByteArray("\xff\xfe\0\0{\0\0\0", 8), refused, "UTF-32");
    row("telemetry", R"({"timestamp_ns":1,"gpu_uuid":"a","telemetry_data":{}})", refused, "GPU telemetry");
    row("raw", R"({"metadata":{"x_request_id":"a"},"payload":{},"responses":[]})", refused, "raw export");
    row("timeslices", R"({"timeslices":[],"input_config":{}})", refused, "time slices");
    row("server metrics", R"({"summary":{},"metrics":{}})", refused, "server metrics");
}

void TestSample::refuses() {
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, says);
    const auto path = m_folder.write("refuse", file.toStdString());
    const auto read = test::ingestFile(path);
    QVERIFY(read.error);
    QTEST(static_cast<int>(read.error->kind), "kind");
    QVERIFY2(QByteArray::fromStdString(read.error->text()).contains(says), read.error->text().c_str());
    QCOMPARE(read.error->where, path);
}

void TestSample::registry() {
    std::vector<std::string_view> ids;
    for (const Reader& reader : readers()) {
        QVERIFY(!reader.title.empty() && !reader.tells.empty() && reader.forms[0].probe != nullptr &&
                (reader.forms[0].read != nullptr) != (reader.forms[0].records != nullptr));
        QVERIFY(std::find(ids.begin(), ids.end(), reader.id) == ids.end());
        ids.push_back(reader.id);
    }
    QVERIFY(ids.size() >= 5);
}

void TestSample::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    std::string storage;
    QCOMPARE(sampleFile(m_folder.write("c", "{}"), storage, stop.get_token()).error().kind, ErrorKind::cancelled);
    QCOMPARE(sampleFile(m_folder.path("none"), storage).error().kind, ErrorKind::io);
}

QTEST_APPLESS_MAIN(TestSample)
#include "test_sample.moc"
