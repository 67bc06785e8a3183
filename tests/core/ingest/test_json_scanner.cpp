// Documents cut into values, whatever the size of the windows.
#include <QTest>
#include <algorithm>

#include "core/ingest/text/json_nesting.h"
#include "core/ingest/text/json_scanner.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// One byte after another, as the definition says it.
NestingStop scanSlowly(std::string_view bytes, Nesting& state) {
    NestingStop stop;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        const bool escaped = state.escaped;
        state.escaped = false;
        if (escaped && (c == '"' || c == '\\')) continue;
        if (c == '\\')
            state.escaped = true;
        else if (c == '"')
            state.inText = !state.inText;
        else if (state.inText)
            continue;
        else if (c == '[' || c == '{')
            ++state.depth;
        else if (c == ',' && state.depth == 0)
            stop.lastComma = i;
        else if ((c == ']' || c == '}') && --state.depth < 0)
            return stop.closedAt = i, stop;
    }
    return stop;
}

}  // namespace

class TestJsonScanner : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    std::string m_path;
    ReadInput m_input;

    JsonScanner scan(const std::string& text, std::size_t step) {
        m_input = {m_folder.write("document.json", text), {}, {}};
        auto source = ByteSource::open(m_input, step);
        return JsonScanner(std::move(*source));
    }

private slots:
    void blocksAgreeWithBytes() {
        support::Random random(7);
        constexpr std::string_view letters = "aa  \"\"\\\\[]{},,:1";
        for (int round = 0; round < 4000; ++round) {
            std::string text(random.below(300), ' ');
            for (char& c : text) c = letters[random.below(letters.size())];
            Nesting fast, slow;
            std::size_t at = 0;
            while (at < text.size()) {  // the state goes on over windows of any size
                const std::string_view window = std::string_view(text).substr(at, 1 + random.below(150));
                const NestingStop a = scanNesting(window, fast), b = scanSlowly(window, slow);
                QCOMPARE(a.closedAt, b.closedAt);
                QCOMPARE(a.lastComma, b.lastComma);
                if (a.closedAt != NestingStop::none) break;
                QCOMPARE(fast.inText, slow.inText);
                QCOMPARE(fast.escaped, slow.escaped);
                QCOMPARE(fast.depth, slow.depth);
                at += window.size();
            }
        }
    }

    void walk_data() {
        QTest::addColumn<int>("step");
        for (const int step : {1, 2, 3, 7, 16, 64, 4096}) QTest::newRow(qPrintable(QString::number(step))) << step;
    }
    void walk() {
        QFETCH(int, step);
        const std::string text =
            " {\"a\": 1.5e3 , \"b\\\"\\u0063\":[[1,2],\"x]\\\\\",{\"y\":[]}] ,\n\"skip\":{\"[\": \"\\\\\\\"}\"}, "
            "\"long\": \"0123456789\", \"n\": null,"
            " \"e\": [ ], \"t\": true}\r\n[7, \"a,b\" ]";
        JsonScanner scanner = scan(text, std::size_t(step));
        using Kind = JsonScanner::Kind;
        std::string key;
        std::string_view value;
        QVERIFY(scanner.peek() == Kind::object);
        QCOMPARE(scanner.offset(), 1U);
        QVERIFY(scanner.enter() && scanner.nextKey(key));
        QCOMPARE(key, std::string("a"));
        QVERIFY(scanner.peek() == Kind::scalar && scanner.value(value, 100));
        QCOMPARE(std::string(value), std::string("1.5e3"));
        QVERIFY(scanner.nextKey(key));
        QCOMPARE(key, std::string("b\"c"));
        QVERIFY(scanner.enter());
        std::vector<std::string> elements;
        while (scanner.batch(value))
            splitList(value, [&](std::string_view element) { elements.emplace_back(element); });
        QCOMPARE(elements, (std::vector<std::string>{"[1,2]", "\"x]\\\\\"", "{\"y\":[]}"}));
        QVERIFY(scanner.nextKey(key) && key == "skip" && scanner.skip());
        QVERIFY(scanner.nextKey(key) && key == "long" && scanner.value(value, 5));
        QVERIFY(value.empty());  // above its limit: passed over
        QVERIFY(scanner.nextKey(key) && scanner.value(value, 100));
        QCOMPARE(std::string(value), std::string("null"));
        QVERIFY(scanner.nextKey(key) && scanner.enter() && !scanner.batch(value) && !scanner.stuck());
        QVERIFY(scanner.nextKey(key) && scanner.skip() && !scanner.nextKey(key) && !scanner.stuck());
        QVERIFY(scanner.peek() == Kind::list && scanner.enter() && scanner.nextElement() && scanner.skip());
        QVERIFY(scanner.nextElement() && scanner.peek() == Kind::text && scanner.value(value, 100));
        QCOMPARE(std::string(value), std::string("\"a,b\""));
        QVERIFY(!scanner.nextElement() && !scanner.stuck() && scanner.peek() == Kind::end);
        QCOMPARE(scanner.offset(), text.size());
    }

    void batchesHoldEveryElementOnce() {
        std::string text = "[";
        for (int i = 0; i < 5000; ++i) text += (i > 0 ? "," : "") + std::string("[") + std::to_string(i) + ",\"],[\"]";
        JsonScanner scanner = scan(text + "]", 1000);
        QVERIFY(scanner.enter());
        int next = 0, batches = 0;
        for (std::string_view list; scanner.batch(list); ++batches)
            splitList(list, [&](std::string_view element) {
                QCOMPARE(std::string(element), "[" + std::to_string(next++) + ",\"],[\"]");
            });
        QCOMPARE(next, 5000);
        QVERIFY(batches > 50);
        QVERIFY(!scanner.stuck());
    }

    void broken_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("truncated");
        QTest::newRow("no comma") << "{\"a\": 1 \"b\": 2}"
                                  << "comma" << false;
        QTest::newRow("no colon") << "{\"a\" 1}"
                                  << "colon" << false;
        QTest::newRow("no key") << "{1: 2}"
                                << "key" << false;
        QTest::newRow("no value") << "{\"a\": }"
                                  << "value is missing" << false;
        QTest::newRow("a no-break space before a value") << "{\"a\":\u00a0\"x\"}"
                                                         << "U+00A0" << false;
        QTest::newRow("a no-break space before a key") << "{\"a\": 1,\u00a0\"b\": 2}"
                                                       << "U+00A0" << false;
        QTest::newRow("trailing comma") << "{\"a\": 1,}"
                                        << "key is missing" << false;
        QTest::newRow("ends after the comma") << "{\"a\": 1,"
                                              << "ends inside" << true;
        QTest::newRow("ends in a key") << "{\"a\": 1, \"b"
                                       << "ends inside" << true;
        QTest::newRow("ends after a colon") << "{\"a\":"
                                            << "ends" << true;
        QTest::newRow("ends in a text") << "{\"a\": \"x\\\""
                                        << "ends inside" << true;
        QTest::newRow("ends in a list") << "{\"a\": [1, [2"
                                        << "ends inside" << true;
    }
    void broken() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        QFETCH(bool, truncated);
        JsonScanner scanner = scan(text.toStdString(), 4);
        std::string key;
        scanner.enter();
        while (scanner.nextKey(key))
            if (!scanner.skip()) break;
        QCOMPARE(scanner.stuck(), !reason.isEmpty());
        QVERIFY2(QString::fromStdString(scanner.reason()).contains(reason), scanner.reason().c_str());
        QCOMPARE(scanner.truncated(), truncated);
    }

    void goesOnAtTheNextDocument() {
        JsonScanner scanner = scan("{\"a\" 1}\n  {\"no\": 1}\nx\n{\"b\": 2}", 5);
        std::string key;
        QVERIFY(scanner.enter() && !scanner.nextKey(key) && scanner.stuck());
        QVERIFY(scanner.resync() && !scanner.stuck());
        QVERIFY(scanner.enter() && scanner.nextKey(key));
        QCOMPARE(key, std::string("b"));
        QVERIFY(scanner.skip() && !scanner.nextKey(key) && !scanner.resync());
    }

    void splitLists_data() {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QStringList>("elements");
        QTest::newRow("empty") << "[]" << QStringList();
        QTest::newRow("blank") << "[ \n]" << QStringList();
        QTest::newRow("one") << "[ 1 ]" << QStringList{"1"};
        QTest::newRow("nested") << "[[1,2] , {\"a\":[3,4]}]" << QStringList{"[1,2]", "{\"a\":[3,4]}"};
        QTest::newRow("texts") << "[\"a,]\\\"\", \"\\\\\", \",\"]" << QStringList{"\"a,]\\\"\"", "\"\\\\\"", "\",\""};
        QTest::newRow("nothing between") << "[1,,2]" << QStringList{"1", "", "2"};
    }
    void splitLists() {
        QFETCH(QString, list);
        QStringList found;
        splitList(list.toStdString(),
                  [&](std::string_view element) { found << QString::fromStdString(std::string(element)); });
        QTEST(found, "elements");
    }
};

QTEST_APPLESS_MAIN(TestJsonScanner)
#include "test_json_scanner.moc"
