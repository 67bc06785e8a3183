// Drift, and how sure figures are whose failed rows count as infinitely slow.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/curve/drift.h"
#include "core/judge/registry.h"
#include "core/judge/resample/bootstrap.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A clean row whose end comes `longer` later than the first one's, as a share.
Row slower(int number, double share) {
    Row row = streamedRow(number);
    row.firstContent = 100 * millisecond;
    row.end = row.firstContent + fromSeconds(0.98 * (1 + share));
    return row;
}

Row failedRow(int number) {
    Row row;
    row.record = static_cast<std::uint64_t>(number);
    row.start = 1000 * second + number * second;
    row.end = 10 * millisecond;
    row.status = Status::error;
    return row;
}

void fill(Bench& bench, int rows, double rise) {
    for (int i = 0; i < rows; ++i) bench.addRow(slower(i, rise * i / rows));
}

std::size_t quantileNumber(double p) {
    return static_cast<std::size_t>(std::find(standardQuantiles.begin(), standardQuantiles.end(), p) -
                                    standardQuantiles.begin());
}

}  // namespace

class SteadyTest : public QObject {
    Q_OBJECT

private slots:
    void drifting_data() {
        QTest::addColumn<double>("rise");
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("threshold");  // 0: the registry's
        QTest::addColumn<bool>("fires");
        QTest::newRow("20% slower") << 0.2 << 200 << 0.0 << true;
        QTest::newRow("3% slower, surely") << 0.03 << 200 << 0.0 << false;
        QTest::newRow("3% under a person's own threshold") << 0.03 << 200 << 0.02 << true;
        QTest::newRow("20% under a person's own threshold") << 0.2 << 200 << 0.5 << false;
        QTest::newRow("steady") << 0.0 << 200 << 0.0 << false;
        QTest::newRow("too few rows to judge") << 0.2 << 99 << 0.0 << false;
    }
    void drifting() {
        QFETCH(double, rise);
        QFETCH(int, rows);
        QFETCH(double, threshold);
        QFETCH(bool, fires);
        Bench bench;
        bench.addRun(1);
        fill(bench, rows, rise);
        if (threshold > 0) bench.settings.thresholds["drifting"] = threshold;
        bench.judge();
        const auto found = bench.findings("drifting");
        QCOMPARE(found.size(), std::size_t{fires ? 1U : 0U});
        if (!fires) return;
        QCOMPARE(found[0].severity, Severity::doubtful);
        QVERIFY(says(found[0].text, "e2e drifts: +"));
        QVERIFY(!says(found[0].text, "output rate"));  // one a second, whatever the latency
        // The slope of a straight line, over the window, by its mean: e2e begins at 1.08 s and gains 0.98 s x rise.
        QVERIFY(std::abs(evidence(found[0], "e2e_change") - 0.98 * rise / (1.08 + 0.49 * rise)) < 2e-3);
        QVERIFY(evidence(found[0], "e2e_p") < driftCertainty);
        QCOMPARE(evidence(found[0], "e2e_batches"), 40.0);
    }

    void theWorstOfSeveralRuns() {
        Bench bench;
        bench.addRun(1);
        fill(bench, 200, 0);
        bench.addRun(1);
        fill(bench, 200, 0.3);
        bench.judge();
        const auto found = bench.findings("drifting");
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY2(says(found[0].text, "1 of 2 runs"), found[0].text.c_str());
    }

    // What the warm-up takes off is not judged: the slow beginning drifts, the rest does not.
    void overTheWindowAlone() {
        Bench bench;
        bench.addRun(1);
        for (int i = 0; i < 400; ++i) bench.addRow(slower(i, i < 200 ? 1.0 - i / 200.0 : 0));
        bench.judge();
        QCOMPARE(bench.findings("drifting").size(), std::size_t{1});
        bench.settings.measure.warmup = 200 * second;
        bench.judge();
        QCOMPARE(bench.findings("drifting").size(), std::size_t{0});
    }

    // 30 answers and 10 failures: a limit whose rank lies past 30 is none. By Bin(40, 0.75): ranks 24 and 36.
    void limitsThatFallOnFailures() {
        Bench bench;
        bench.addRun(1);
        for (int i = 0; i < 30; ++i) bench.addRow(slower(i, i * 0.01));
        for (int i = 30; i < 40; ++i) bench.addRow(failedRow(i));
        bench.settings.measure.failedAsInfinite = true;
        const auto& intervals = bench.judge().intervals.at(0).at(0);
        const RankLimits ranks = rankLimits(40, 0.75);
        QVERIFY(*ranks.lower < 30 && *ranks.upper > 30);
        const Limits& upper = intervals.of(RowMetric::e2e, quantileNumber(0.75));
        QVERIFY(upper.low && !upper.high);
        const Limits& middle = intervals.of(RowMetric::e2e, quantileNumber(0.5));
        QVERIFY(middle.low && middle.high);
        QVERIFY(*middle.high > *middle.low);
        bench.settings.measure.failedAsInfinite = false;
        bench.judge();
        QVERIFY(bench.judgement.intervals.at(0).at(0).of(RowMetric::e2e, quantileNumber(0.75)).high);
    }

    // METRICS §5: loads 1, 2, 4 and 8 with e2e p50 in order statistics. 50 rows each: ranks 18 and 33 of 50.
    void decidedLoads_data() {
        QTest::addColumn<QVector<double>>("longer");  // by load, each row's share beyond 1.08 s, spread over +- 0.1
        QTest::addColumn<QString>("limit");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("crossed, and decided beside it")
            << QVector<double>{0, 0, 1, 2} << "e2e p50 < 1.5s" << 2.0 << 4.0;
        QTest::newRow("one load on the limit") << QVector<double>{0, 1, 1, 2} << "e2e p50 < 2.06s" << 1.0 << 8.0;
        QTest::newRow("met everywhere") << QVector<double>{0, 0, 1, 2} << "e2e p50 < 9s" << 8.0 << 0.0;
        QTest::newRow("missed at once") << QVector<double>{0, 0, 1, 2} << "e2e p50 < 1s" << 0.0 << 1.0;
        QTest::newRow("an open load ends what is met")
            << QVector<double>{1, 0, 0, 2} << "e2e p50 < 2.06s" << 0.0 << 8.0;
        QTest::newRow("withheld") << QVector<double>{0, 0, 1, 2} << "queue p50 < 1s" << 0.0 << 0.0;
        // Of 50 rows p99 has no upper limit, so it can only miss: the lower limits are ranks 47 and so.
        QTest::newRow("a tail can only miss") << QVector<double>{0, 0, 1, 2} << "e2e p99 < 1.5s" << 0.0 << 4.0;
        QTest::newRow("a lower limit, mirrored") << QVector<double>{2, 2, 1, 0} << "e2e p50 > 1.5s" << 4.0 << 8.0;
    }
    void decidedLoads() {
        QFETCH(QVector<double>, longer);
        QFETCH(QString, limit);
        QFETCH(double, low);
        QFETCH(double, high);
        Bench bench;
        for (int i = 0; i < 4; ++i) {
            bench.addRun(1 << i);
            for (int row = 0; row < 50; ++row) bench.addRow(slower(row, longer[i] + (row - 25) * 0.004));
        }
        bench.settings.slos.push_back(*parseSlo(limit.toStdString()));
        const DecidedLoads& found = bench.judge().crossings.at(0).at(0);
        QCOMPARE(found.low.value_or(0), low);
        QCOMPARE(found.high.value_or(0), high);
        QCOMPARE(found.noLow.empty(), low > 0);
        QCOMPARE(found.noHigh.empty(), high > 0);
        QVERIFY2(says(text(found), "by the intervals"), text(found).c_str());
    }

    // Half of the upper load's rows failed: p90 is not attained there, all of its interval misses.
    void failedLoadsMiss() {
        Bench bench;
        bench.addRun(1);
        for (int i = 0; i < 50; ++i) bench.addRow(slower(i, i * 0.001));
        bench.addRun(2);
        for (int i = 0; i < 50; ++i) bench.addRow(i < 25 ? slower(i, 0) : failedRow(i));
        bench.settings.measure.failedAsInfinite = true;
        bench.settings.slos.push_back(*parseSlo("e2e p90 < 1.5s"));
        const DecidedLoads& found = bench.judge().crossings.at(0).at(0);
        QCOMPARE(found.low.value_or(0), 1.0);
        QCOMPARE(found.high.value_or(0), 2.0);
    }

    void infiniteDraws_data() {
        QTest::addColumn<QVector<double>>("draws");
        QTest::addColumn<bool>("low");
        QTest::addColumn<bool>("high");
        QTest::newRow("all finite") << QVector<double>{1, 2, 3, 4} << true << true;
        QTest::newRow("some not attained: no upper limit") << QVector<double>{1, 2, 3, infinity} << true << false;
        QTest::newRow("differences against one: no lower") << QVector<double>{-infinity, 2, 3, 4} << false << true;
        QTest::newRow("all unattained") << QVector<double>{infinity, infinity} << false << false;
        QTest::newRow("all alike: no width, no interval") << QVector<double>{2, 2, 2, 2} << false << false;
        QTest::newRow("mostly no numbers") << QVector<double>{NAN, NAN, NAN, 4} << false << false;
    }
    void infiniteDraws() {
        QFETCH(QVector<double>, draws);
        QFETCH(bool, low);
        QFETCH(bool, high);
        const Limits limits = percentileLimits({draws.begin(), draws.end()});
        QCOMPARE(limits.low.has_value(), low);
        QCOMPARE(limits.high.has_value(), high);
    }

    void anUnitThatWasNotDrawnAddsNothing() {
        const WeightedValues values({1, 3, infinity}, {0, 0, 1}, 2);
        const std::vector<std::uint32_t> without{1, 0}, with{1, 1};
        QCOMPARE(*values.mean(without), 2.0);
        QVERIFY(std::isinf(*values.mean(with)));
        QCOMPARE(*values.quantile(with, 0.5, PercentileRule::nearest), 3.0);
        QVERIFY(std::isinf(*values.quantile(with, 0.9, PercentileRule::nearest)));
    }
};

QTEST_GUILESS_MAIN(SteadyTest)
#include "steady_test.moc"
