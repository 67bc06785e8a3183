#include <QTest>

#include "core/trace/context.h"

using namespace plumbline;

class TestContext : public QObject {
    Q_OBJECT

private slots:
    void editIsInForce() {
        Context context;
        context["engine"] = {"\"vllm\"", "\"sglang\""};
        context["model"] = {std::nullopt, "\"m\""};
        context["tokenizer"] = {"\"t\"", "null"};
        context["empty"] = {};
        QVERIFY(plainFact(context, "engine") == "sglang");
        QVERIFY(plainFact(context, "model") == "m");
        QVERIFY(!plainFact(context, "tokenizer"));  // a person says: unknown
        QVERIFY(!factText(context, "empty"));
        QVERIFY(!factText(context, "absent"));
    }

    void numbers_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<bool>("known");
        QTest::addColumn<double>("value");
        QTest::newRow("number") << "8" << true << 8.0;
        QTest::newRow("fraction") << "0.5" << true << 0.5;
        QTest::newRow("exponent") << "1e3" << true << 1000.0;
        QTest::newRow("in quotes") << "\"8\"" << true << 8.0;
        QTest::newRow("words") << "\"eight\"" << false << 0.0;
        QTest::newRow("words after") << "\"8 GPUs\"" << false << 0.0;
        QTest::newRow("infinity") << "\"inf\"" << false << 0.0;
        QTest::newRow("null") << "null" << false << 0.0;
        QTest::newRow("list") << "[8]" << false << 0.0;
    }
    void numbers() {
        QFETCH(QString, json);
        QFETCH(bool, known);
        Context context;
        context["x"].stated = json.toStdString();
        const auto number = numberFact(context, "x");
        QCOMPARE(number.has_value(), known);
        if (number) QTEST(*number, "value");
    }

    void strings_data() {
        QTest::addColumn<QByteArray>("plain");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("plain") << QByteArray("fp8") << QByteArray("\"fp8\"");
        QTest::newRow("empty") << QByteArray() << QByteArray("\"\"");
        QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\\\"b\"");
        QTest::newRow("backslash") << QByteArray("C:\\n") << QByteArray("\"C:\\\\n\"");
        QTest::newRow("newline") << QByteArray("a\nb") << QByteArray("\"a\\nb\"");
        QTest::newRow("control") << QByteArray("\x01") << QByteArray("\"\\u0001\"");
        QTest::newRow("utf-8") << QByteArray("\xc3\xa9") << QByteArray("\"\xc3\xa9\"");
    }
    void strings() {
        QFETCH(QByteArray, plain);
        QFETCH(QByteArray, json);
        QCOMPARE(QByteArray::fromStdString(plumbline::quoted(plain.toStdString())), json);
        QCOMPARE(QByteArray::fromStdString(plainText(json.toStdString())), plain);
    }

    void escapes_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("plain");
        QTest::newRow("two bytes") << QByteArray("\"\\u00e9\"") << QByteArray("\xc3\xa9");
        QTest::newRow("three bytes") << QByteArray("\"\\u20ac!\"") << QByteArray("\xe2\x82\xac!");
        QTest::newRow("pair") << QByteArray("\"\\ud83d\\ude00\"") << QByteArray("\xf0\x9f\x98\x80");
        QTest::newRow("lone half") << QByteArray("\"\\ud83dx\"") << QByteArray("\xef\xbf\xbdx");
        QTest::newRow("short") << QByteArray("\"\\u12\"") << QByteArray("12");
        QTest::newRow("slash") << QByteArray("\"a\\/b\"") << QByteArray("a/b");
        QTest::newRow("number") << QByteArray("8") << QByteArray("8");
        QTest::newRow("list") << QByteArray("[\"a\"]") << QByteArray("[\"a\"]");
        QTest::newRow("half a string") << QByteArray("\"") << QByteArray("\"");
    }
    void escapes() {
        QFETCH(QByteArray, json);
        QTEST(QByteArray::fromStdString(plainText(json.toStdString())), "plain");
    }
};

QTEST_APPLESS_MAIN(TestContext)
#include "test_context.moc"
