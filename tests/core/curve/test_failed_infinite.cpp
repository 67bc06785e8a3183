#include <QTest>

#include "core/curve/curve.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

/// A clean answer that takes `e2e` s; TTFT 0.1 s.
Row answer(double start, double e2e) { return streamed(start, 0.1, e2e, 10, 10); }

Row cancelled(double start, bool deliberate) {
    Row row = failed(start, 1);
    row.status = Status::cancelled;
    row.deliberate = deliberate;
    return row;
}

Row scheduled(Row row) {
    row.scheduled = row.start - sec(0.5);
    return row;
}

/// `good` answers of 1, 2, ... s and `bad` failures.
Made& mixed(Made& made, int good, int bad) {
    for (int i = 1; i <= good; ++i) made.row(answer(i, i));
    for (int i = 1; i <= bad; ++i) made.row(failed(i, 0.5));
    return made;
}

Settings infinite(const char* slo = nullptr) {
    Settings settings;
    settings.measure.failedAsInfinite = true;
    if (slo) settings.slos.push_back(*parseSlo(slo));
    return settings;
}

LevelFigures levelOf(Made& made, const Settings& settings) {
    return figures(*made.done(), settings).configurations.at(0).levels.at(0);
}

double at(const LevelFigures& level, double p) { return level.of(RowMetric::e2e).at(quantile(p)).value_or(-1); }

}  // namespace

class TestFailedInfinite : public QObject {
    Q_OBJECT

private slots:
    // Nearest rank: ceil(p n), failures behind all answers; -1: not attained.
    void percentiles_data() {
        QTest::addColumn<int>("good");
        QTest::addColumn<int>("bad");
        QTest::addColumn<double>("p50");
        QTest::addColumn<double>("p90");
        QTest::addColumn<double>("p95");
        QTest::addColumn<bool>("hasMean");
        QTest::newRow("no failure: nearest rank, not the middle of two") << 10 << 0 << 5.0 << 9.0 << 10.0 << true;
        QTest::newRow("one of ten: p90 is the last answer, p95 a failure") << 9 << 1 << 5.0 << 9.0 << -1.0 << false;
        QTest::newRow("one more and p90 is gone") << 8 << 2 << 5.0 << -1.0 << -1.0 << false;
        QTest::newRow("half failed: the median is the last answer") << 5 << 5 << 5.0 << -1.0 << -1.0 << false;
        QTest::newRow("more than half failed") << 4 << 6 << -1.0 << -1.0 << -1.0 << false;
        QTest::newRow("all failed") << 0 << 3 << -1.0 << -1.0 << -1.0 << false;
    }
    void percentiles() {
        QFETCH(int, good);
        QFETCH(int, bad);
        QFETCH(double, p50);
        QFETCH(double, p90);
        QFETCH(double, p95);
        QFETCH(bool, hasMean);
        Made made;
        mixed(made.run(concurrency(1)), good, bad);
        const LevelFigures level = levelOf(made, infinite());
        const Distribution& e2e = level.of(RowMetric::e2e);
        QCOMPARE(*e2e.n, static_cast<std::size_t>(good + bad));
        QCOMPARE(e2e.infinite, static_cast<std::size_t>(bad));
        QCOMPARE(at(level, 0.5), p50);
        QCOMPARE(at(level, 0.9), p90);
        QCOMPARE(at(level, 0.95), p95);
        QCOMPARE(e2e.mean.has_value(), hasMean);
        QCOMPARE(e2e.high.has_value(), hasMean);
        QCOMPARE(e2e.low.has_value(), good > 0);
        if (!hasMean) QCOMPARE(q(level.withheld.at("e2e_s.mean")), QString("not attained"));
        if (p95 < 0) {
            QCOMPARE(q(level.withheld.at("e2e_s.p95")), QString("not attained"));
            QVERIFY(notAttained(level, quantityOf(RowMetric::e2e, quantile(0.95))));
        }
        QCOMPARE(level.rows.ttftWithheld, std::size_t{0});
    }

    void offItChangesNothing() {
        Made made;
        mixed(made.run(concurrency(1)), 8, 2);
        const LevelFigures level = levelOf(made, {});
        QCOMPARE(*level.of(RowMetric::e2e).n, std::size_t{8});
        QCOMPARE(at(level, 0.5), 4.5);  // linear
        QCOMPARE(*level.of(RowMetric::e2e).mean, 4.5);
        QVERIFY(!notAttained(level, quantityOf(RowMetric::e2e, quantile(0.99))));
    }

    // What a failure never reaches; rates, queues and delays are none of it.
    void ofLatenciesAlone() {
        Made made;
        made.run(concurrency(1)).row(scheduled(answer(1, 2))).row(scheduled(failed(2, 1))).row(failed(3, 1));
        const LevelFigures level = levelOf(made, infinite());
        const auto count = [&level](RowMetric metric) { return level.of(metric).infinite; };
        for (const RowMetric metric : {RowMetric::ttft, RowMetric::ttfc, RowMetric::tpot, RowMetric::e2e})
            QCOMPARE(count(metric), std::size_t{2});
        QCOMPARE(count(RowMetric::e2eFromScheduled), std::size_t{1});  // one was never scheduled
        QCOMPARE(*level.of(RowMetric::e2eFromScheduled).n, std::size_t{2});
        for (const RowMetric metric : {RowMetric::rate, RowMetric::queue, RowMetric::scheduleDelay, RowMetric::itl})
            QCOMPARE(count(metric), std::size_t{0});
        QCOMPARE(count(RowMetric::ttfb), std::size_t{0});  // no row knows a first byte: unknown, not slow
        QVERIFY(!q(level.withheld.at("ttfb_s.p50")).contains("attained"));
    }

    void onlyWhatFailedInTheStatistics() {
        Made made;
        mixed(made.run(concurrency(1)), 10, 0).row(cancelled(5, true)).row(cancelled(6, false)).row(failed(0, 1));
        Settings settings = infinite();
        settings.measure.warmup = sec(0.5);  // the failure at 0 s is in the warm-up
        QCOMPARE(levelOf(made, settings).of(RowMetric::e2e).infinite, std::size_t{1});
    }

    void aWithheldMetricStaysWithheld() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 0.99, 1, 50, 20)).row(failed(1, 1));  // a burst: buffered
        const LevelFigures level = levelOf(made, infinite());
        QCOMPARE(*level.of(RowMetric::ttft).n, std::size_t{0});
        QVERIFY(q(level.withheld.at("ttft_s.p50")).contains("buffered"));
    }

    // Three loads; at the middle one 2 of 10 fail.
    void crossings_data() {
        QTest::addColumn<QString>("slo");
        QTest::addColumn<int>("badFirst");
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("says");
        const auto state = [](CrossingState each) { return static_cast<int>(each); };
        QTest::newRow("passed between the first two, where is not known")
            << "e2e p90 < 20s" << 0 << state(CrossingState::crossed) << "e2e p90 is not attained at 2";
        QTest::newRow("a quantile of the limit's own")
            << "e2e p85 < 20s" << 0 << state(CrossingState::crossed) << "not attained at 2";
        QTest::newRow("the first load misses already")
            << "e2e p90 < 20s" << 2 << state(CrossingState::alreadyMissed) << "misses e2e p90 < 20 s at the first";
        QTest::newRow("a statistic below the success share")
            << "e2e p50 < 20s" << 2 << state(CrossingState::notReached) << "meets";
        QTest::newRow("a lower limit is met by what never ends")
            << "e2e p90 > 1s" << 0 << state(CrossingState::notReached) << "meets";
        QTest::newRow("the mean") << "e2e mean < 20s" << 0 << state(CrossingState::crossed)
                                  << "e2e mean is not attained at 2";
    }
    void crossings() {
        QFETCH(QString, slo);
        QFETCH(int, badFirst);
        QFETCH(int, state);
        QFETCH(QString, says);
        Made made;
        mixed(made.run(concurrency(1)), 10 - badFirst, badFirst);
        mixed(made.run(concurrency(2)), 8, 2);
        const Settings settings = infinite(slo.toUtf8().constData());
        const auto figured = figures(*made.done(), settings);
        const auto& configuration = figured.configurations.at(0);
        const Crossing& crossing = configuration.crossings.at(0);
        QCOMPARE(static_cast<int>(crossing.state), state);
        QVERIFY(!crossing.load && !atCrossing(configuration, crossing, quantityOf(LevelMetric::requestRate)));
        QVERIFY2(q(text(settings.slos[0], configuration, crossing)).contains(says),
                 text(settings.slos[0], configuration, crossing).c_str());
        if (crossing.state == CrossingState::crossed) {
            QCOMPARE(crossing.between->first, 1.0);
            QCOMPARE(crossing.between->second, 2.0);
        }
    }

    void aDistributionEndsAtTheSuccessShare() {
        Made made;
        mixed(made.run(concurrency(1)), 8, 2);
        const auto data = made.done();
        const Settings settings = infinite();
        const auto points = cdf(*data, settings, figures(*data, settings), 0, 0, RowMetric::e2e);
        QCOMPARE(points.back().x, 8.0);
        QCOMPARE(points.back().y, 0.8);
        QCOMPARE(points.front().y, 0.1);
    }
};

QTEST_GUILESS_MAIN(TestFailedInfinite)
#include "test_failed_infinite.moc"
