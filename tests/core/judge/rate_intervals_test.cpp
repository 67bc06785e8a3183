// Intervals of rates and goodput, against what resampling gives in closed form.
#include <QTest>

#include "core/judge/checks.h"
#include "core/judge/resampler.h"
#include "core/measure/goodput_rows.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// `rows` requests a second apart, of which every `slowEvery`-th takes 5 s and the others 1.08 s.
void addRows(Bench& bench, int rows, int slowEvery) {
    for (int i = 0; i < rows; ++i) {
        Row row = streamedRow(i);
        row.end = slowEvery > 0 && i % slowEvery == 0 ? 5 * second : 1080 * millisecond;
        bench.addRow(row);
    }
}
Limits limitsAt(const Bench& bench, LevelMetric metric) { return bench.judgement.intervals[0][0].of(metric); }

}  // namespace

class RateIntervalsTest : public QObject {
    Q_OBJECT
private slots:
    void halfMeetTheLimit();
    void allMeetTheLimit();
    void manyRowsAreDrawnInGroups();
    void noLimitNoGoodput();
    void likeRunsGiveNoWidth_data();
    void likeRunsGiveNoWidth();
    void oneFarEndIsNoReasonForBlocks_data();
    void oneFarEndIsNoReasonForBlocks();
    void summariesHaveNone();
    void rowsThatMeet_data();
    void rowsThatMeet();
};

// 50 rows in fewer than 20 blocks are drawn by row: those that meet are Bin(50, 1/2), whose 2.5% and 97.5% quantiles
// are 18 and 32. Each has 50 tokens. Wilson, 25 of 50: 0.3664 to 0.6336.
void RateIntervalsTest::halfMeetTheLimit() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 50, 2);
    bench.settings.slos = {*parseSlo("e2e p50 < 2s")};
    bench.judge();
    const double window = *bench.measured.configurations[0].levels[0].windowSeconds;
    const Limits requests = limitsAt(bench, LevelMetric::goodputRequests),
                 tokens = limitsAt(bench, LevelMetric::goodputTokens);
    QVERIFY(std::abs(*requests.low * window - 18) <= 1 && std::abs(*requests.high * window - 32) <= 1);
    QVERIFY(std::abs(*tokens.low - 50 * *requests.low) < 1e-9 && std::abs(*tokens.high - 50 * *requests.high) < 1e-9);
    const Limits attained = limitsAt(bench, LevelMetric::attained);
    QVERIFY(std::abs(*attained.low - 0.3664) < 5e-5 && std::abs(*attained.high - 0.6336) < 5e-5);
}

// All of them in every resample: as many requests, and no width at all. Of the request rate itself that says nothing.
void RateIntervalsTest::allMeetTheLimit() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 50, 0);
    bench.settings.slos = {*parseSlo("e2e p50 < 2s")};
    bench.judge();
    const LevelFigures& level = bench.measured.configurations[0].levels[0];
    const Limits met = limitsAt(bench, LevelMetric::goodputRequests);
    QVERIFY(std::abs(*met.low - *level.requestRate) < 1e-12 && std::abs(*met.high - *level.requestRate) < 1e-12);
    QVERIFY(limitsAt(bench, LevelMetric::requestRate) == Limits{});
}

// 6,000 rows in 11 s, fewer than 20 blocks: groups of two or three. Those that meet are Bin(6,000, 1/2): 3,000 of them,
// give or take 1.96 sqrt(1,500) = 75.9; the end of 2,000 draws and of 2,048 groups is known to 4% of that. Where all
// meet, a resample of large groups must be no faster than one of small ones.
void RateIntervalsTest::manyRowsAreDrawnInGroups() {
    for (const bool half : {true, false}) {
        Bench bench;
        bench.addRun(6000);
        for (int i = 0; i < 6000; ++i) {
            Row row = streamedRow(0);
            row.start += i * millisecond;
            row.end = half && i % 2 == 0 ? 5 * second : 1080 * millisecond;
            bench.addRow(row);
        }
        bench.settings.slos = {*parseSlo("e2e p50 < 2s")};
        bench.judge();
        const JudgeInput input(*bench.data, bench.settings, bench.measured, {});
        QCOMPARE(unitsOf(input, {0, 0}).unit, ResampleUnit::rowGroup);
        const double window = *bench.measured.configurations[0].levels[0].windowSeconds;
        const Limits met = limitsAt(bench, LevelMetric::goodputRequests);
        const double low = *met.low * window, high = *met.high * window, width = half ? 75.9 : 0;
        const double middle = half ? 3000 : 6000, apart = half ? 6 : 1e-6;
        QVERIFY2(std::abs(low - (middle - width)) < apart, std::to_string(low).c_str());
        QVERIFY2(std::abs(high - (middle + width)) < apart, std::to_string(high).c_str());
        QVERIFY(limitsAt(bench, LevelMetric::requestRate) == Limits{});
    }
}

void RateIntervalsTest::noLimitNoGoodput() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 50, 0);
    bench.judge();
    QVERIFY(limitsAt(bench, LevelMetric::goodputRequests) == Limits{});
    QVERIFY(limitsAt(bench, LevelMetric::attained) == Limits{});
    QVERIFY(limitsAt(bench, LevelMetric::systemOutputRate).low.has_value());
    QVERIFY(limitsAt(bench, LevelMetric::perAcceleratorRate) == Limits{});
}

// Three runs that are the same: whichever are drawn, the rates are those of one. What is cut off counts as in the
// figure: a row that ended after W is in no resample either.
void RateIntervalsTest::likeRunsGiveNoWidth_data() {
    QTest::addColumn<int>("warmup");
    QTest::addColumn<int>("cooldown");
    QTest::newRow("the whole") << 0 << 0;
    QTest::newRow("without its end") << 0 << 7;
    QTest::newRow("without both") << 5 << 7;
}

void RateIntervalsTest::likeRunsGiveNoWidth() {
    QFETCH(int, warmup);
    QFETCH(int, cooldown);
    Bench bench;
    for (int run = 0; run < 3; ++run) {
        bench.addRun(8);
        addRows(bench, 40, 3);
    }
    bench.settings.measure.warmup = warmup * second;
    bench.settings.measure.cooldown = cooldown * second;
    bench.settings.slos = {*parseSlo("e2e p50 < 2s")};
    bench.judge();
    const LevelFigures& level = bench.measured.configurations[0].levels[0];
    for (const LevelMetric metric : {LevelMetric::systemOutputRate, LevelMetric::requestRate,
                                     LevelMetric::goodputRequests, LevelMetric::goodputTokens}) {
        const double expected = *value(level, quantityOf(metric));
        const Limits limits = limitsAt(bench, metric);
        QVERIFY2(std::abs(*limits.low - expected) < 1e-9 && std::abs(*limits.high - expected) < 1e-9,
                 std::string(entry(metric).key).c_str());
    }
}

// 50 rows, p50 of e2e 1.08 s: blocks of 5.4 s. Up to 20 a row, 1,000 in 5,400 s, are drawn; beyond, rows are.
void RateIntervalsTest::oneFarEndIsNoReasonForBlocks_data() {
    QTest::addColumn<qint64>("end");  // s
    QTest::addColumn<bool>("blocks");
    QTest::newRow("20 blocks a row") << qint64{5'350} << true;
    QTest::newRow("more") << qint64{5'450} << false;
    QTest::newRow("30 years") << qint64{900'000'000} << false;
}

void RateIntervalsTest::oneFarEndIsNoReasonForBlocks() {
    QFETCH(qint64, end);
    QFETCH(bool, blocks);
    Bench bench;
    bench.addRun(8);
    addRows(bench, 49, 0);
    Row far = streamedRow(0);
    far.end = end * second;
    bench.addRow(far);
    bench.judge();
    const JudgeInput input(*bench.data, bench.settings, bench.measured, {});
    const LevelUnits units = unitsOf(input, {0, 0});
    QCOMPARE(units.unit == ResampleUnit::block, blocks);
    QVERIFY(units.units <= 20U * 50U);
}

void RateIntervalsTest::summariesHaveNone() {
    Bench bench;
    bench.addFile("s.csv");
    bench.addSummary(8, {{"system_output_tokens_per_s", 100}});
    bench.judge();
    QVERIFY(limitsAt(bench, LevelMetric::systemOutputRate) == Limits{});
}

void RateIntervalsTest::rowsThatMeet_data() {
    QTest::addColumn<QString>("limit");
    QTest::addColumn<bool>("low");
    QTest::addColumn<bool>("high");
    QTest::newRow("met") << "e2e p50 < 2s" << true << true;
    QTest::newRow("missed") << "e2e p50 < 1s" << false << false;
    QTest::newRow("withheld may be either") << "queue p50 < 1s" << false << true;
}

void RateIntervalsTest::rowsThatMeet() {
    QFETCH(QString, limit);
    QFETCH(bool, low);
    QFETCH(bool, high);
    Bench bench;
    bench.addRun(8);
    addRows(bench, 6, 0);
    bench.settings.slos = {*parseSlo(limit.toStdString())};
    bench.judge();
    const RowMet met = metBy(*bench.data, bench.settings, 0, Verdict::streamed, masksOf(Verdict::streamed));
    QCOMPARE(met.low, low);
    QCOMPARE(met.high, high);
    const RowMet out = metBy(*bench.data, bench.settings, 0, Verdict::error, 0);
    QVERIFY(!out.low && !out.high);
}

QTEST_GUILESS_MAIN(RateIntervalsTest)
#include "rate_intervals_test.moc"
