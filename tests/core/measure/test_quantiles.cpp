#include <QTest>
#include <algorithm>

#include "core/measure/quantiles.h"

using namespace plumbline;

class TestQuantiles : public QObject {
    Q_OBJECT

private slots:
    // Values as numpy.quantile gives them with method linear, and weibull for type 6; nearest rank is ceil(p n).
    void closedForms_data() {
        QTest::addColumn<QList<double>>("sorted");
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("linear");
        QTest::addColumn<double>("nearest");
        QTest::addColumn<double>("exclusive");
        const QList<double> four{1, 2, 3, 4}, ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        QTest::newRow("one value") << QList<double>{7} << 0.99 << 7.0 << 7.0 << 7.0;
        QTest::newRow("four p25") << four << 0.25 << 1.75 << 1.0 << 1.25;
        QTest::newRow("four p50") << four << 0.5 << 2.5 << 2.0 << 2.5;
        QTest::newRow("four p90") << four << 0.9 << 3.7 << 4.0 << 4.0;  // type 6 clamped: 4.5 is past the last
        QTest::newRow("ten p10") << ten << 0.1 << 1.9 << 1.0 << 1.1;
        QTest::newRow("ten p95") << ten << 0.95 << 9.55 << 10.0 << 10.0;
        QTest::newRow("ten p05") << ten << 0.05 << 1.45 << 1.0 << 1.0;  // clamped at the other side
        QTest::newRow("minimum") << ten << 0.0 << 1.0 << 1.0 << 1.0;
        QTest::newRow("maximum") << ten << 1.0 << 10.0 << 10.0 << 10.0;
        QTest::newRow("even spacing") << QList<double>{0, 10} << 0.3 << 3.0 << 0.0 << 0.0;
    }
    void closedForms() {
        QFETCH(QList<double>, sorted);
        QFETCH(double, p);
        const std::vector<double> values(sorted.begin(), sorted.end());
        QTEST(*quantileOf(values, p, PercentileRule::linear), "linear");
        QTEST(*quantileOf(values, p, PercentileRule::nearest), "nearest");
        QTEST(*quantileOf(values, p, PercentileRule::exclusive), "exclusive");
    }

    void nearestRankIsNotMovedByRounding() {
        std::vector<double> hundred(100);
        for (std::size_t i = 0; i < hundred.size(); ++i) hundred[i] = static_cast<double>(i + 1);
        // 0.07 x 100 is 7.000000000000001 in doubles: its ceiling would be 8.
        for (int percent = 1; percent <= 100; ++percent)
            QCOMPARE(*quantileOf(hundred, percent / 100.0, PercentileRule::nearest), static_cast<double>(percent));
    }

    void nothingOfNothing() { QVERIFY(!quantileOf({}, 0.5, PercentileRule::linear)); }

    void orderStatisticsWithoutSorting() {
        std::vector<double> values;
        for (int i = 0; i < 1000; ++i) values.push_back((i * 617) % 1000);  // a permutation of 0 ... 999
        const std::vector<std::size_t> ranks{0, 1, 250, 499, 500, 998, 999};
        const auto found = orderStatistics(values, ranks);
        QCOMPARE(found.size(), ranks.size());
        for (const std::size_t rank : ranks) QCOMPARE(found.at(rank), static_cast<double>(rank));
    }

    void stoppedOrderStatisticsAreFewer() {
        std::vector<double> values{3, 1, 2};
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(orderStatistics(values, std::vector<std::size_t>{0, 2}, stop.get_token()).empty());
    }
};

QTEST_APPLESS_MAIN(TestQuantiles)
#include "test_quantiles.moc"
