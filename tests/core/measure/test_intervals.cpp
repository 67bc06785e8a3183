// Intervals and trends against closed forms, sums by hand and published values.
#include <QTest>
#include <cmath>
#include <random>

#include "core/measure/intervals.h"
#include "core/measure/trend.h"

using namespace plumbline;

namespace {

/// P(X <= k) of Bin(n, p), term by term from the definition.
long double cumulative(std::size_t n, std::ptrdiff_t k, long double p) {
    long double term = std::pow(1 - p, static_cast<long double>(n)), sum = 0;
    for (std::ptrdiff_t i = 0; i <= k; ++i) {
        sum += term;
        term *=
            static_cast<long double>(n - static_cast<std::size_t>(i)) / static_cast<long double>(i + 1) * p / (1 - p);
    }
    return sum;
}

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

}  // namespace

class TestIntervals : public QObject {
    Q_OBJECT

private slots:
    // METRICS §4: "below 6, 36, 72, 368, 3,688 rows p50, p90, p95, p99, p99.9 have no upper limit".
    void fewestRowsForAnUpperLimit_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<int>("rows");
        QTest::newRow("p50") << 0.5 << 6;
        QTest::newRow("p90") << 0.9 << 36;
        QTest::newRow("p95") << 0.95 << 72;
        QTest::newRow("p99") << 0.99 << 368;
        QTest::newRow("p99.9") << 0.999 << 3688;
    }
    void fewestRowsForAnUpperLimit() {
        QFETCH(double, p);
        QFETCH(int, rows);
        const auto n = static_cast<std::size_t>(rows);
        QVERIFY(!rankLimits(n - 1, p).upper);
        QCOMPARE(rankLimits(n, p).upper.value_or(0), n);
    }

    void ranksByDefinition_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("p");
        for (const int rows : {1, 2, 5, 6, 7, 20, 100, 399, 2000})
            for (const double p : {0.25, 0.5, 0.75, 0.9, 0.95, 0.99})
                QTest::addRow("%d rows, p%g", rows, p * 100) << rows << p;
    }
    void ranksByDefinition() {
        QFETCH(int, rows);
        QFETCH(double, p);
        const auto n = static_cast<std::size_t>(rows);
        std::size_t lower = 0, upper = 1;
        while (cumulative(n, static_cast<std::ptrdiff_t>(lower), p) <= 0.025L) ++lower;
        while (upper <= n && cumulative(n, static_cast<std::ptrdiff_t>(upper) - 1, p) < 0.975L) ++upper;
        const RankLimits limits = rankLimits(n, p);
        QCOMPARE(limits.lower.value_or(0), lower);
        QCOMPARE(limits.upper.value_or(n + 1), upper);
    }
    void medianOfHundred() {  // the textbook's 40th and 61st
        QCOMPARE(rankLimits(100, 0.5).lower.value_or(0), std::size_t{40});
        QCOMPARE(rankLimits(100, 0.5).upper.value_or(0), std::size_t{61});
    }
    void aMillionRows() {  // by the normal law 500,000 -+ 1.96 x 500, within a rank or two
        const RankLimits limits = rankLimits(1'000'000, 0.5);
        QVERIFY(near(static_cast<double>(*limits.lower), 500'000 - 979.98, 2));
        QVERIFY(near(static_cast<double>(*limits.upper), 500'000 + 979.98, 2));
    }
    void nothing() {
        QVERIFY(!rankLimits(0, 0.5).lower && !rankLimits(0, 0.5).upper);
        QVERIFY(!wilson(0, 0).low && !wilson(0, 0).high);
        QVERIFY(!trendOf({}) && !mser5({}));
    }

    void wilsons_data() {
        QTest::addColumn<int>("hits");
        QTest::addColumn<int>("of");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const double square = 1.959963984540054 * 1.959963984540054;
        QTest::newRow("none of ten: z2 / (n + z2)") << 0 << 10 << 0.0 << square / (10 + square);
        QTest::newRow("all of ten") << 10 << 10 << 10 / (10 + square) << 1.0;
        QTest::newRow("half of ten") << 5 << 10 << 0.236593 << 0.763407;
        QTest::newRow("81 of 263 (Newcombe 1998)") << 81 << 263 << 0.2553 << 0.3662;
    }
    void wilsonsEndsAreExact() {
        for (std::size_t n = 1; n <= 2000; ++n) {
            QCOMPARE(*wilson(0, n).low, 0.0);
            QCOMPARE(*wilson(n, n).high, 1.0);
        }
    }
    void wilsons() {
        QFETCH(int, hits);
        QFETCH(int, of);
        QFETCH(double, low);
        QFETCH(double, high);
        const Limits limits = wilson(static_cast<std::size_t>(hits), static_cast<std::size_t>(of));
        QVERIFY2(near(*limits.low, low, 5e-5), qPrintable(QString::number(*limits.low)));
        QVERIFY2(near(*limits.high, high, 5e-5), qPrintable(QString::number(*limits.high)));
    }

    // All pairs of 1..10 rise: S = 45, variance 10 x 9 x 25 / 18 = 125, no correlation is left without the trend.
    void aRisingLine() {
        const std::vector<double> line{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        const auto trend = trendOf(line);
        QCOMPARE(trend->statistic, 45.0);
        QCOMPARE(trend->variance, 125.0);
        QCOMPARE(trend->slope, 1.0);
        QVERIFY(near(trend->p, std::erfc(44 / std::sqrt(125.0) / std::sqrt(2.0)), 1e-15));
        QVERIFY(near(trend->p, 8.3e-5, 1e-6));
    }
    void equalValuesDoNotDrift() {
        const auto trend = trendOf(std::vector<double>(12, 3.0));
        QCOMPARE(trend->statistic, 0.0);
        QCOMPARE(trend->p, 1.0);
        QCOMPARE(trend->slope, 0.0);
    }
    // Ties: 1 1 2 2: pairs 4 rise, 0 fall; (4x3x13 - 2x1x9 - 2x1x9) / 18 = 120 / 18.
    void tiesLessenTheVariance() {
        const auto trend = trendOf(std::vector<double>{1, 1, 2, 2});
        QCOMPARE(trend->statistic, 4.0);
        QVERIFY(trend->variance >= 120.0 / 18);
    }
    void correlationWidens() {
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        std::vector<double> walk(60);
        for (std::size_t i = 1; i < walk.size(); ++i) walk[i] = 0.9 * walk[i - 1] + normal(random);
        const auto n = static_cast<double>(walk.size());
        QVERIFY(trendOf(walk)->variance > 1.5 * n * (n - 1) * (2 * n + 5) / 18);
    }
    void noiseSeldomDrifts() {
        std::mt19937 random(11);
        std::normal_distribution<double> normal;
        int found = 0;
        for (int series = 0; series < 400; ++series) {
            std::vector<double> noise(30);
            for (double& each : noise) each = normal(random);
            found += trendOf(noise)->p < 0.01 ? 1 : 0;
        }
        QVERIFY2(found <= 10, qPrintable(QString::number(found)));  // 4 expected, and the variance is never below
    }

    void warmupIsCut() {
        std::vector<double> series(25, 100.0);
        for (int i = 0; i < 175; ++i) series.push_back(i % 2);
        const auto cut = mser5(series);
        QCOMPARE(cut->cut, std::size_t{25});
        QVERIFY(cut->trusted);
    }
    void nothingToCut() {
        std::vector<double> series;
        for (int i = 0; i < 200; ++i) series.push_back(i % 5);  // every batch alike
        QCOMPARE(mser5(series)->cut, std::size_t{0});
        QVERIFY(mser5(series)->trusted);
    }
    void aCutAtTheEdgeIsNotTrusted() {
        std::vector<double> series;
        for (int i = 0; i < 200; ++i) series.push_back(1000.0 - 5 * i);  // falls to the end: the latest cut is best
        QVERIFY(!mser5(series)->trusted);
    }
    void tooFewForMser() { QVERIFY(!mser5(std::vector<double>(49, 1.0))); }
};

QTEST_GUILESS_MAIN(TestIntervals)
#include "test_intervals.moc"
