#include <QTest>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/text/json_read.h"
#include "tests/support/random.h"

using namespace plumbline;

class TestJsonRead : public QObject {
    Q_OBJECT
private slots:
    void whole_data();
    void whole();
    void broken_data();
    void broken();
    void scalars_data();
    void scalars();
    void lists_data();
    void lists();
    void diagnosticsCountAndKeepTheFirstPlace();
    void deepNesting();
    void readerGoesOnAfterABrokenRecord();
    void truncatedAnywhereIsBroken();
};

namespace {

/// simdjson may look at windowPadding bytes behind a record: as in a window, they are other records' bytes.
struct Padded {
    std::string bytes;
    std::size_t size;
    explicit Padded(std::string_view text) : bytes(text), size(text.size()) {
        bytes += "\n{\"next\": [1, 2, {\"record\": true}]}";
        bytes.append(windowPadding, '\0');
    }
    std::string_view text() const { return std::string_view(bytes).substr(0, size); }
};

bool walks(JsonRead& json, std::string_view text) {
    const Padded padded(text);
    return json.record(padded.text(), 7, [&](std::string_view, JsonRead::Value& value) { json.walk(value); });
}

}  // namespace

void TestJsonRead::whole_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {R"({})", R"({"a":1})", R"( { "a" : [ 1 , 2.5e3 , -0.0 ] } )",
          R"({"a":NaN,"b":[Infinity,-Infinity,{"c":NaN}]})", R"({"a":"\u00e4\n\"","b":null,"c":true,"d":false})",
          R"({"a":{"b":{"c":[[],[{}]]}}})", R"({"a":1e999})", R"({"a":18446744073709551616})", "{\"a\":\"\xC2\xA0\"}",
          R"({"a": NaN })"})
        QTest::newRow(text) << QByteArray(text);
}

void TestJsonRead::whole() {
    QFETCH(QByteArray, text);
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    QVERIFY2(walks(json, text.toStdString()), json.reason().c_str());
}

void TestJsonRead::broken_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* text, const char* reason) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(reason);
    };
    row(R"({"a":1)", "An object or a list is not closed.");
    row(R"({"a":[1,{"b":2)", "An object or a list is not closed.");
    row(R"({"a":"x)", "A string is not closed.");
    row(R"({"a":[1,2})", "An object or a list is not closed.");
    row(R"({"a":[}]})", "Broken JSON.");
    row(R"({"a":1}})", "Something follows the end of the object.");
    row(R"({"a":1}{"b":2})", "Something follows the end of the object.");
    row(R"({"a":1} x)", "Brackets do not match, or something follows the object.");
    row(R"([1])", "Not a JSON object.");
    row(R"(3)", "Not a JSON object.");
    row(R"({"a":tru})", "Broken JSON.");
    row(R"({"a":nul})", "Broken JSON.");
    row(R"({"a":nana})", "Broken JSON.");
    row(R"({"a":01})", "A number is malformed.");
    row(R"({"a":1.})", "A number is malformed.");
    row(R"({"a":-})", "A number is malformed.");
    row(R"({"a":"\q"})", "A string holds a malformed escape.");
    row(R"({"a":[1 2]})", "Broken JSON.");
    row(R"({"a":[1,]})", "Broken JSON.");
    row(R"({"a":1,})", "Broken JSON.");
    row(R"({"a" 1})", "Broken JSON.");
    row(R"({a:1})", "Broken JSON.");
    row(R"({'a':1})", "Broken JSON.");
    row("{\"a\":\xC2\xA0 1}", "It holds U+00A0, a no-break space, where JSON wants a plain one.");
    row("{\xC2\xA0\"a\": 1}", "It holds U+00A0, a no-break space, where JSON wants a plain one.");
    row("{\"a\":\"\xff\"}", "Not valid UTF-8.");
    row("{\"a\":\"\x01\"}", "A control character stands inside a string.");
}

void TestJsonRead::broken() {
    QFETCH(QByteArray, text);
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    QVERIFY(!walks(json, text.toStdString()));
    QTEST(QByteArray::fromStdString(json.reason()), "reason");
}

void TestJsonRead::scalars_data() {
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<qint64>("time");  // in ms, as nanoseconds
    QTest::addColumn<int>("count");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("noticed");  // by time(): the ids
    const qint64 none = unknownTime.count();
    const auto row = [](const char* value, qint64 time, int count, const char* text, const char* noticed) {
        QTest::newRow(value) << QByteArray(value) << time << count << QByteArray(text) << QByteArray(noticed);
    };
    row("12", 12'000'000, 12, "12", "");
    row("12.0", 12'000'000, 12, "12.0", "");
    row("12.5", 12'500'000, -1, "12.5", "");
    row("-3", -3'000'000, -1, "-3", "");
    row("3000000000", 3'000'000'000'000'000, -1, "3000000000", "");
    row("\"12\"", 12'000'000, 12, "12", "number-as-text");
    row("\"NaN\"", none, -1, "NaN", "bare-nan");
    row("\"x\"", none, -1, "x", "wrong-type");
    row("\"\"", none, -1, "", "");
    row("NaN", none, -1, "-", "bare-nan");
    row("Infinity", none, -1, "-", "bare-nan");
    row("-Infinity", none, -1, "-", "bare-nan");
    row("null", none, -1, "-", "");
    row("true", none, -1, "true", "wrong-type");
    row("{\"x\":[1,2]}", none, -1, "-", "wrong-type");
    row("[1,{\"y\":2}]", none, -1, "-", "wrong-type");
    row("1e300", none, -1, "1e300", "out-of-range");
}

void TestJsonRead::scalars() {
    QFETCH(QByteArray, value);
    Diagnostics forTime, others;
    const Padded record(R"({"t": )" + value.toStdString() + R"(, "next": 5})");
    const auto each = [&](JsonRead& json, auto&& read) {
        Count next = unknownCount;
        const bool whole = json.record(record.text(), 1, [&](std::string_view key, JsonRead::Value& one) {
            if (key == "t")
                read(one);
            else
                next = json.count(one);
        });
        // Text of "-Infinity" and NaN is no text; whatever the first value is, the second one is found.
        return whole && next == 5;
    };
    JsonRead timeReader(forTime), reader(others);
    Nanoseconds time{};
    Count count = 0;
    QByteArray text;
    QVERIFY(each(timeReader, [&](JsonRead::Value& one) { time = timeReader.time(one, TimeUnit::milliseconds); }));
    QVERIFY(each(reader, [&](JsonRead::Value& one) { count = reader.count(one); }));
    QVERIFY(each(reader, [&](JsonRead::Value& one) {
        const auto got = reader.text(one);
        text = got ? QByteArray(got->data(), qsizetype(got->size())) : QByteArray("-");
    }));
    QTEST(static_cast<qint64>(time.count()), "time");
    QTEST(int(count), "count");
    if (value != "-Infinity") QTEST(text, "text");
    QByteArray noticed;
    for (const Diagnostic& one : forTime.take()) noticed += QByteArray::fromStdString(one.id);
    QTEST(noticed, "noticed");
}

void TestJsonRead::lists_data() {
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<bool>("known");
    QTest::addColumn<int>("size");
    QTest::newRow("empty") << QByteArray("[]") << true << 0;
    QTest::newRow("three") << QByteArray("[1, 2.5 ,\"3\"]") << true << 3;
    QTest::newRow("zero gaps are gaps") << QByteArray("[0,0.0]") << true << 2;
    QTest::newRow("one unknown") << QByteArray("[1,NaN,3]") << false << 0;
    QTest::newRow("one null") << QByteArray("[1,null]") << false << 0;
    QTest::newRow("nested") << QByteArray("[1,[2]]") << false << 0;
    QTest::newRow("null") << QByteArray("null") << false << 0;
    QTest::newRow("no list") << QByteArray("5") << false << 0;
}

void TestJsonRead::lists() {
    QFETCH(QByteArray, list);
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    std::vector<Nanoseconds> out{Nanoseconds(9)};
    std::vector<double> numbers{9};
    const Padded record(R"({"a": )" + list.toStdString() + R"(, "b": )" + list.toStdString() + "}");
    bool known = false, numbersKnown = false;
    QVERIFY(json.record(record.text(), 1, [&](std::string_view key, JsonRead::Value& value) {
        if (key == "a")
            known = json.times(value, TimeUnit::milliseconds, out);
        else
            numbersKnown = json.numbers(value, numbers);
    }));
    QTEST(known, "known");
    QTEST(numbersKnown, "known");
    QTEST(int(out.size()), "size");
    QTEST(int(numbers.size()), "size");
    if (list == "[1, 2.5 ,\"3\"]") QCOMPARE(out[1], Nanoseconds(2'500'000));
}

void TestJsonRead::diagnosticsCountAndKeepTheFirstPlace() {
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    for (std::uint64_t line = 3; line < 6; ++line) {
        const Padded record(R"({"end_ns": "5"})");
        json.record(record.text(), line,
                    [&](std::string_view, JsonRead::Value& value) { json.time(value, TimeUnit::seconds); });
    }
    QCOMPARE(diagnostics.counted("number-as-text"), std::uint64_t{3});
    const auto found = diagnostics.take();
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].count, std::uint64_t{3});
    QCOMPARE(found[0].line, std::uint64_t{3});
    QCOMPARE(found[0].text, std::string("'end_ns' in line 3: a number is written as a text."));
    QVERIFY(diagnostics.take().empty());
}

void TestJsonRead::deepNesting() {
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    const auto nested = [](std::size_t depth) {
        return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
    };
    QVERIFY(walks(json, nested(200)));
    QVERIFY(!walks(json, nested(100'000)));  // and the stack holds
    QCOMPARE(json.reason(), std::string("Nested too deeply."));
}

void TestJsonRead::readerGoesOnAfterABrokenRecord() {
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    QVERIFY(!walks(json, R"({"a":[1,2)"));
    QVERIFY(json.failed());
    QVERIFY(walks(json, R"({"a":[1,2]})"));
    QVERIFY(!json.failed());
}

/// A record cut anywhere inside is never taken for whole, whatever stands behind it in the window.
void TestJsonRead::truncatedAnywhereIsBroken() {
    Diagnostics diagnostics;
    JsonRead json(diagnostics);
    const std::string whole = R"({"metadata":{"id":"r-1","n":12},"gaps":[1.5,2,NaN],"e":null,"s":"a\"b\\"})";
    QVERIFY(walks(json, whole));
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY2(!walks(json, whole.substr(0, size)), whole.substr(0, size).c_str());
}

QTEST_APPLESS_MAIN(TestJsonRead)
#include "test_json_read.moc"
