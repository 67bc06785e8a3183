#include <QTest>
#include <algorithm>

#include "core/curve/curve.h"
#include "tests/core/trace/made_data.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

std::vector<Point> noise(std::uint64_t seed, std::size_t count) {
    support::Random random(seed);
    std::vector<Point> points;
    double x = 1;
    for (std::size_t i = 0; i < count; ++i) {
        x += static_cast<double>(random.below(1000)) / 1000;
        points.push_back({x, static_cast<double>(random.below(1'000'000))});
    }
    return points;
}

bool lowerY(const Point& a, const Point& b) { return a.y < b.y; }

}  // namespace

class TestDrawing : public QObject {
    Q_OBJECT

private slots:
    void fewPointsComeBackAsTheyAre() {
        const auto points = noise(1, 400);
        QVERIFY(decimate(points, 0, 1000, 100) == points);
        QVERIFY(decimate({}, 0, 1, 100).empty());
        QVERIFY(decimate(points, 5, 5, 10) == points);        // no width to draw in
        QVERIFY(decimate(points, 0, 5, 10, true) == points);  // no logarithm of 0
    }

    void manyPointsKeepOrderAndExtremes_data() {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<bool>("log");
        for (quint64 seed = 1; seed <= 8; ++seed) QTest::addRow("seed %llu", seed) << seed << (seed % 2 == 0);
    }
    void manyPointsKeepOrderAndExtremes() {
        QFETCH(quint64, seed);
        QFETCH(bool, log);
        const auto points = noise(seed, 20'000);
        const double x0 = points[500].x, x1 = points[19'000].x;
        const auto drawn = decimate(points, x0, x1, 200, log);
        QVERIFY(drawn.size() <= 4 * 200 + 2);
        QVERIFY(std::is_sorted(drawn.begin(), drawn.end(), [](auto& a, auto& b) { return a.x < b.x; }));
        std::vector<Point> inside;
        std::copy_if(points.begin(), points.end(), std::back_inserter(inside),
                     [&](const Point& point) { return point.x >= x0 && point.x <= x1; });
        const auto has = [&drawn](const Point& point) {
            return std::find(drawn.begin(), drawn.end(), point) != drawn.end();
        };
        QVERIFY(has(*std::min_element(inside.begin(), inside.end(), lowerY)));
        QVERIFY(has(*std::max_element(inside.begin(), inside.end(), lowerY)));
        QVERIFY(has(inside.front()) && has(inside.back()));
        QVERIFY(drawn.front().x < x0 && drawn.back().x > x1);  // a neighbour each side: the line leaves the plot
        for (const Point& point : drawn) QVERIFY(std::find(points.begin(), points.end(), point) != points.end());
    }

    void oneColumnIsFirstLowHighLast() {
        const std::vector<Point> points{{1, 5}, {1.1, 9}, {1.2, 6}, {1.3, 1}, {1.4, 4}, {1.5, 5}};
        const std::vector<Point> wanted{{1, 5}, {1.1, 9}, {1.3, 1}, {1.5, 5}};
        QVERIFY(decimate(points, 1, 1.5, 1) == wanted);
    }

    void ticks_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("log");
        QTest::addColumn<QList<double>>("ticks");
        QTest::newRow("0 to 1") << 0.0 << 1.0 << false << QList<double>{0, 0.2, 0.4, 0.6, 0.8, 1};
        QTest::newRow("3 to 97") << 3.0 << 97.0 << false << QList<double>{0, 20, 40, 60, 80, 100};
        QTest::newRow("around 0") << -2.0 << 2.0 << false << QList<double>{-2, -1, 0, 1, 2};
        QTest::newRow("tenths") << 0.1 << 0.3 << false << QList<double>{0.1, 0.15, 0.2, 0.25, 0.3};
        QTest::newRow("one value") << 10.0 << 10.0 << false << QList<double>{4, 6, 8, 10, 12, 14, 16};
        QTest::newRow("where 1 is lost in a sum")
            << 1e16 << 1e16 + 4 << false << QList<double>{1e16, 1e16 + 2, 1e16 + 4};
        QTest::newRow("loads") << 1.0 << 10.0 << true << QList<double>{1, 2, 5, 10};
        QTest::newRow("within a decade") << 3.0 << 4.0 << true << QList<double>{2, 5};
        QTest::newRow("decades") << 0.001 << 1000.0 << true << QList<double>{0.001, 0.01, 0.1, 1, 10, 100, 1000};
        QTest::newRow("backwards") << 2.0 << 1.0 << false << QList<double>{};
        QTest::newRow("no logarithm") << -1.0 << 0.0 << true << QList<double>{};
        QTest::newRow("not finite") << 0.0 << std::numeric_limits<double>::infinity() << false << QList<double>{};
    }
    void ticks() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(bool, log);
        QFETCH(QList<double>, ticks);
        const auto made = niceTicks(low, high, log ? 8 : 7, log);
        QCOMPARE(QList<double>(made.begin(), made.end()), ticks);
    }

    void ticksCoverAnyRange() {
        support::Random random(7);
        for (int i = 0; i < 2000; ++i) {
            const double scale = std::pow(10.0, static_cast<double>(random.between(-6, 9)));
            const double low = scale * static_cast<double>(random.between(1, 1000));
            const double high = low + scale * static_cast<double>(random.between(1, 100'000));
            const auto most = static_cast<std::size_t>(random.between(4, 12));
            for (const bool log : {false, true}) {
                const auto ticks = niceTicks(low, high, most, log);
                QVERIFY(ticks.size() >= 2 && ticks.size() <= most);
                QVERIFY(std::is_sorted(ticks.begin(), ticks.end()));
                QVERIFY(ticks.front() <= low * (1 + 1e-9) && ticks.back() >= high * (1 - 1e-9));
            }
        }
    }

    void cdfOfFewRows() {
        Made made;
        made.run(concurrency(1));
        for (const double first : {0.3, 0.1, 0.2, 0.4}) made.row(streamed(0, first, 2, 9, 9));
        made.row(streamed(0, 0.9, 1, 9, 9)).row(failed(0, 1));  // buffered and failed: in no TTFT
        const auto data = made.done();
        const auto figured = figures(*data, {});
        const std::vector<Point> wanted{{0.1, 0.25}, {0.2, 0.5}, {0.3, 0.75}, {0.4, 1}};
        QVERIFY(cdf(*data, {}, figured, 0, 0, RowMetric::ttft) == wanted);
        QVERIFY(cdf(*data, {}, figured, 0, 0, RowMetric::queue).empty());
        QVERIFY(cdf(*data, {}, figured, 0, 0, RowMetric::itl).empty());
    }

    void cdfOfManyRowsIsDenseInTheTail() {
        Made made;
        made.run(concurrency(1));
        for (int i = 0; i < 5000; ++i) made.row(streamed(0, 0.001 * (i + 1), 100, 9, 9));
        const auto data = made.done();
        const auto figured = figures(*data, {});
        const auto points = cdf(*data, {}, figured, 0, 0, RowMetric::ttft, 100);
        QVERIFY(points.size() > 50 && points.size() <= 100);
        QCOMPARE(points.front().x, 0.001);
        QCOMPARE(points.back().x, 5.0);
        QCOMPARE(points.back().y, 1.0);
        const auto above = [&points](double y) {
            return std::count_if(points.begin(), points.end(), [y](const Point& point) { return point.y > y; });
        };
        QVERIFY(above(0.99) >= 15);
        for (const Point& point : points) QVERIFY(std::abs(point.x - 5 * point.y) < 1e-9);
    }

    void cdfOfGaps() {
        Row row = streamed(0, 1, 2, 4, 4);
        row.gapsKnown = true;
        row.gaps = {sec(0.3), sec(0.1), sec(0.2)};
        Made made;
        made.run(concurrency(1)).row(row);
        const auto data = made.done();
        const auto points = cdf(*data, {}, figures(*data, {}), 0, 0, RowMetric::itl);
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points[0].x, 0.1);
        QCOMPARE(points[2].x, 0.3);
    }

    void cdfOfASummaryIsEmpty() {
        Made made;
        const auto data = made.summary(concurrency(1), {{"ttft_s.p50", 0.1}}).done();
        QVERIFY(cdf(*data, {}, figures(*data, {}), 0, 0, RowMetric::ttft).empty());
    }
};

QTEST_APPLESS_MAIN(TestDrawing)
#include "test_drawing.moc"
