#include <QTest>
#include <limits>

#include "core/ingest/text/number_text.h"

using namespace plumbline;

Q_DECLARE_METATYPE(TimeUnit)
Q_DECLARE_METATYPE(NumberKind)

class TestNumberText : public QObject {
    Q_OBJECT
private slots:
    void times_data();
    void times();
    void integers_data();
    void integers();
    void doubles_data();
    void doubles();
    void units();
};

namespace {
constexpr qint64 none = std::numeric_limits<qint64>::min();
constexpr auto ns = TimeUnit::nanoseconds, us = TimeUnit::microseconds, ms = TimeUnit::milliseconds,
               s = TimeUnit::seconds;
using K = NumberKind;
}  // namespace

void TestNumberText::times_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<TimeUnit>("unit");
    QTest::addColumn<NumberKind>("kind");
    QTest::addColumn<qint64>("nanoseconds");
    const auto row = [](const char* name, const char* text, TimeUnit unit, K kind, qint64 value) {
        QTest::newRow(name) << QByteArray(text) << unit << kind << value;
    };
    row("ms with six decimals", "17.868007", ms, K::number, 17'868'007);
    row("a double's tail rounds back", "18.349401999999998", ms, K::number, 18'349'402);
    row("half rounds away from zero", "0.5", ns, K::number, 1);
    row("below half rounds down", "0.49999", ns, K::number, 0);
    row("negative half", "-1.5", ns, K::number, -2);
    row("negative time is kept", "-3.25", ms, K::number, -3'250'000);
    row("epoch nanoseconds exact", "1762551534797067827", ns, K::number, 1'762'551'534'797'067'827);
    row("epoch seconds, decimals beyond a double", "1762551534.797067827", s, K::number, 1'762'551'534'797'067'827);
    row("epoch us", "1762551534797067", us, K::number, 1'762'551'534'797'067'000);
    row("zero", "0", s, K::number, 0);
    row("minus zero", "-0.0", s, K::number, 0);
    row("exponent", "1.5e-3", s, K::number, 1'500'000);
    row("large exponent", "2E2", ms, K::number, 200'000'000);
    row("latest", "4611686018427387903", ns, K::number, 4'611'686'018'427'387'903);
    row("after the latest", "4611686018427387904", ns, K::outOfRange, none);
    row("earliest", "-4611686018427387904", ns, K::number, -4'611'686'018'427'387'904);
    row("before the earliest", "-4611686018427387905", ns, K::outOfRange, none);
    row("what an integer cannot hold", "9223372036854775808", ns, K::outOfRange, none);
    row("late by an exponent", "5e9", s, K::outOfRange, none);
    row("seconds that do not fit", "99999999999", s, K::outOfRange, none);
    row("1e300", "1e300", ms, K::outOfRange, none);
    row("1e999 is no double", "1e999", ms, K::outOfRange, none);
    row("NaN", "NaN", ms, K::notFinite, none);
    row("-Infinity", "-Infinity", ms, K::notFinite, none);
    row("Python's inf in a text", "inf", ms, K::notFinite, none);
    row("empty", "", ms, K::malformed, none);
    row("sign alone", "-", ms, K::malformed, none);
    row("leading zero", "01.5", ms, K::malformed, none);
    row("no digits after the point", "1.", ms, K::malformed, none);
    row("no digits before the point", ".5", ms, K::malformed, none);
    row("plus", "+1", ms, K::malformed, none);
    row("sixteen decimals", "1.0000005000000000", ms, K::number, 1'000'001);
    row("letter among many decimals", "1.00000050000x0000", ms, K::malformed, none);
    row("colon is no digit", "1.000000:::::::::", ms, K::malformed, none);
    row("slash is no digit", "1.000000////////1", ms, K::malformed, none);
    row("two points", "1.2.3", ms, K::malformed, none);
    row("exponent alone", "1e", ms, K::malformed, none);
    row("comma", "1,5", ms, K::malformed, none);
    row("letters behind", "12ms", ms, K::malformed, none);
    row("hexadecimal", "0x10", ns, K::malformed, none);
}

void TestNumberText::times() {
    QFETCH(QByteArray, text);
    QFETCH(TimeUnit, unit);
    Nanoseconds out(none);
    QTEST(parseTime(text.toStdString(), unit, out), "kind");
    QTEST(static_cast<qint64>(out.count()), "nanoseconds");
}

void TestNumberText::integers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<NumberKind>("kind");
    QTest::addColumn<qint64>("value");
    const auto row = [](const char* text, K kind, qint64 value) {
        QTest::newRow(text) << QByteArray(text) << kind << value;
    };
    row("105", K::number, 105);
    row("105.0", K::number, 105);
    row("1e3", K::number, 1000);
    row("-7", K::number, -7);
    row("1759522419154829652", K::number, 1'759'522'419'154'829'652);
    row("105.5", K::fraction, none);
    row("1e30", K::outOfRange, none);
    row("NaN", K::notFinite, none);
    row("007", K::malformed, none);
    row("12a", K::malformed, none);
}

void TestNumberText::integers() {
    QFETCH(QByteArray, text);
    std::int64_t out = none;
    QTEST(parseInteger(text.toStdString(), out), "kind");
    if (parseInteger(text.toStdString(), out) == K::number) QTEST(static_cast<qint64>(out), "value");
}

void TestNumberText::doubles_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<NumberKind>("kind");
    QTest::addColumn<double>("value");
    QTest::newRow("plain") << QByteArray("9.0596546330337") << K::number << 9.0596546330337;
    QTest::newRow("exponent") << QByteArray("1.759522419154569e18") << K::number << 1.759522419154569e18;
    QTest::newRow("too large") << QByteArray("1e400") << K::outOfRange << 0.0;
    QTest::newRow("nan") << QByteArray("nan") << K::notFinite << 0.0;
    QTest::newRow("word") << QByteArray("true") << K::malformed << 0.0;
}

void TestNumberText::doubles() {
    QFETCH(QByteArray, text);
    double out = 0;
    QTEST(parseDouble(text.toStdString(), out), "kind");
    QFETCH(double, value);
    QVERIFY(out == value);
}

void TestNumberText::units() {
    QCOMPARE(parseTimeUnit("sec"), std::optional(s));
    QCOMPARE(parseTimeUnit("ms"), std::optional(ms));
    QCOMPARE(parseTimeUnit("tokens"), std::nullopt);
    QCOMPARE(toTime(1.5, s), Nanoseconds(1'500'000'000));
    QCOMPARE(toTime(std::numeric_limits<double>::infinity(), s), unknownTime);
    QCOMPARE(toTime(std::numeric_limits<double>::quiet_NaN(), ns), unknownTime);
    QCOMPARE(toTime(1e12, s), unknownTime);
}

QTEST_APPLESS_MAIN(TestNumberText)
#include "test_number_text.moc"
