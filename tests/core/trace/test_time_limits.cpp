// How far times may lie: what does not keep to it is unknown, whatever a row comes from.
#include <QTest>

#include "core/trace/dataset.h"
#include "core/trace/time_limits.h"

using namespace plumbline;
using namespace std::chrono_literals;

class TestTimeLimits : public QObject {
    Q_OBJECT
private slots:
    void offsets_data() {
        QTest::addColumn<qint64>("end");
        QTest::addColumn<bool>("held");
        const auto limit = qint64(longestOffset.count());
        QTest::newRow("a second") << qint64(1'000'000'000) << true;
        QTest::newRow("99 days") << limit - 1 << true;
        QTest::newRow("100 days") << limit << false;
        QTest::newRow("100 days before") << -limit << false;
        QTest::newRow("146 years") << qint64(4'600'000'000'000'000'000) << false;
        QTest::newRow("unknown") << qint64(unknownTime.count()) << true;
    }
    void offsets() {
        QFETCH(qint64, end);
        QFETCH(bool, held);
        Row row;
        row.end = Nanoseconds(end);
        row.firstContent = 5ns;
        QCOMPARE(holdsTimes(row), held);
        dropTimes(row);
        QCOMPARE(row.end, held ? Nanoseconds(end) : unknownTime);
        QCOMPARE(row.firstContent, 5ns);
    }

    void starts_data() {
        QTest::addColumn<QByteArray>("clock");
        QTest::addColumn<qint64>("start");
        QTest::addColumn<bool>("held");
        constexpr qint64 year2262 = 9'214'646'400'000'000'000, far = qint64(1) << 62;
        QTest::newRow("1970") << QByteArray("epoch") << qint64(0) << true;
        QTest::newRow("before 1970") << QByteArray("epoch") << qint64(-1) << false;
        QTest::newRow("2261") << QByteArray("epoch") << year2262 - 1 << true;
        QTest::newRow("2262") << QByteArray("epoch") << year2262 << false;
        QTest::newRow("another clock, before its beginning") << QByteArray("relative") << -far << true;
        QTest::newRow("another clock, too far before") << QByteArray("monotonic") << -far - 1 << false;
        QTest::newRow("another clock, late") << QByteArray("") << far - 1 << true;
        QTest::newRow("another clock, too late") << QByteArray("") << far << false;
    }
    void starts() {
        QFETCH(QByteArray, clock);
        QFETCH(qint64, start);
        QFETCH(bool, held);
        DatasetBuilder builder;
        builder.addFile({});
        Source source;
        source.boundary.clock = clock.toStdString();
        builder.addSource(source);
        const RunIndex run = builder.addRun(0, {});
        Row row;
        row.start = Nanoseconds(start);
        row.end = 1s;
        builder.addRow(run, row);
        const auto data = builder.finish();
        QCOMPARE(data->rows.start[0], held ? Nanoseconds(start) : unknownTime);
        QCOMPARE(data->rows.end[0], Nanoseconds(1s));
    }

    void gapsThatAddUpToTooMuchAreUnknown() {
        Row row;
        row.gapsKnown = true;
        row.gaps.assign(1200, 24h * 90);  // each is held; their sum is 295 years
        QVERIFY(!holdsTimes(row));
        dropTimes(row);
        QVERIFY(!row.gapsKnown);
        QVERIFY(row.gaps.empty());
    }

    void sumsDoNotWrap() {
        QCOMPARE(saturatedSum(Nanoseconds::max(), 1ns), Nanoseconds::max());
        QCOMPARE(saturatedSum(5ns, -7ns), -2ns);
        QVERIFY(isKnown(saturatedDifference(Nanoseconds(-(std::int64_t{1} << 62)), Nanoseconds::max())));
        QCOMPARE(saturatedDifference(Nanoseconds::max(), -1ns), Nanoseconds::max());
        QCOMPARE(secondsOf(WideNanoseconds{3} * Nanoseconds::max().count()), 3 * seconds(Nanoseconds::max()));
    }
};

QTEST_GUILESS_MAIN(TestTimeLimits)
#include "test_time_limits.moc"
