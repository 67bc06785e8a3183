// first-wave (CLI §6): the first c requests of a closed loop and what they alone make of the tail.
#include <QTest>

#include "core/judge/checks.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

constexpr int lanes = 4;

/// Row n of a closed loop of four lanes: each answer takes 2 s.
Row waveRow(int n, double ttft) {
    Row row = streamedRow(n);
    row.start = 1000 * second + (n / lanes) * 2 * second + (n % lanes) * millisecond;
    row.firstContent = fromSeconds(ttft);
    row.gaps.assign(49, 20 * millisecond);
    row.end = 2 * second;
    return row;
}

Row failedWaveRow(int n) {
    Row row = waveRow(n, 0.1);
    row.status = Status::error;
    row.firstContent = unknownTime;
    row.outputTokens = unknownCount;
    return row;
}

/// The first four after `first` s, the others after `rest` s; of those every tenth after `tail` s.
void addWaves(Bench& bench, int count, double first, double rest, double tail = 0) {
    for (int n = 0; n < count; ++n) bench.addRow(waveRow(n, n < lanes ? first : n % 10 == 0 && tail > 0 ? tail : rest));
}

}  // namespace

class FirstWaveTest : public QObject {
    Q_OBJECT
private slots:
    void fires_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("rest");
        QTest::addColumn<double>("tail");
        QTest::addColumn<bool>("found");
        QTest::newRow("ten times") << 40 << 1.0 << 0.1 << 0.0 << true;
        QTest::newRow("twice") << 40 << 0.5 << 0.25 << 0.0 << true;
        QTest::newRow("under twice") << 40 << 0.499 << 0.25 << 0.0 << false;
        QTest::newRow("12 rows are 3 c") << 12 << 1.0 << 0.1 << 0.0 << true;
        QTest::newRow("11 rows are not") << 11 << 1.0 << 0.1 << 0.0 << false;
        QTest::newRow("tail above by a fifth") << 40 << 1.25 << 0.1 << 1.0 << false;
        QTest::newRow("tail above by more") << 40 << 1.5 << 0.1 << 1.0 << true;
        QTest::newRow("the tail is not theirs") << 40 << 0.2 << 0.1 << 1.5 << false;
    }
    void fires() {
        QFETCH(int, rows);
        QFETCH(double, first);
        QFETCH(double, rest);
        QFETCH(double, tail);
        QFETCH(bool, found);
        Bench bench;
        bench.addRun(lanes);
        addWaves(bench, rows, first, rest, tail);
        bench.judge();
        QCOMPARE(!bench.findings("first-wave").empty(), found);
    }

    /// By hand: 36 rows of 0.1 s and 4 of 1 s. Rank 39 x 0.95 = 37.05 lies among the four; without them all are 0.1 s.
    /// The fifth request is sent 2 s after the first.
    void saysBoth() {
        Bench bench;
        bench.addRun(lanes);
        addWaves(bench, 40, 1.0, 0.1);
        bench.judge();
        const auto found = bench.findings("first-wave");
        QCOMPARE(found.size(), std::size_t{1});
        const Finding& finding = found.front();
        QVERIFY(finding.severity == Severity::doubtful);
        QCOMPARE(finding.evidence.size(), std::size_t{6});
        QCOMPARE(evidence(finding, "c"), 4.0);
        QCOMPARE(evidence(finding, "ttft_p50_first"), 1.0);
        QCOMPARE(evidence(finding, "ttft_p50_rest"), 0.1);
        QCOMPARE(evidence(finding, "ttft_p95"), 1.0);
        QCOMPARE(evidence(finding, "ttft_p95_without"), 0.1);
        QCOMPARE(evidence(finding, "warmup_s"), 2.0);
        QCOMPARE(finding.rows.size(), std::size_t{4});
        QCOMPARE(
            finding.text,
            std::string("The first 4 requests of each run wait 1,000 ms for their first token (p50), the others 100 "
                        "ms: TTFT p95 is 1,000 ms with them and 100 ms without. A warm-up of 2 s cuts them."));
        QCOMPARE(finding.offerText, std::string("Set the warm-up to 2 s"));
    }

    /// With the offer in force the level has the tail that was told, and nothing is left to tell.
    void theOfferCutsThem() {
        Bench bench;
        bench.addRun(lanes);
        addWaves(bench, 40, 1.0, 0.1);
        bench.judge();
        bench.settings.measure = *bench.findings("first-wave").front().offer;
        bench.judge();
        QVERIFY(bench.findings("first-wave").empty());
        const LevelFigures& level = bench.measured.configurations[0].levels[0];
        QCOMPARE(level.rows.warmup, std::size_t{4});
        QCOMPARE(*level.of(RowMetric::ttft).at(quantile(0.95)), 0.1);
    }

    void fewDigits_data() {
        QTest::addColumn<qint64>("fourth");  // sent after the first, in ns
        QTest::addColumn<qint64>("fifth");
        QTest::addColumn<QString>("offered");
        QTest::newRow("a second that both surround") << qint64(1'500'000'000) << qint64(10'030'350'741) << "10 s";
        QTest::newRow("hundredths") << qint64(10'020'000'000) << qint64(10'030'350'741) << "10.03 s";
        QTest::newRow("all that is needed") << qint64(10'030'350'740) << qint64(10'030'350'741) << "10.030350741 s";
        QTest::newRow("under a second") << qint64(12'000'000) << qint64(31'250'000) << "0.03 s";
    }
    void fewDigits() {
        QFETCH(qint64, fourth);
        QFETCH(qint64, fifth);
        QFETCH(QString, offered);
        Bench bench;
        bench.addRun(lanes);
        const Nanoseconds first = waveRow(0, 1).start;
        for (int n = 0; n < 40; ++n) {
            Row row = waveRow(n, n < lanes ? 1 : 0.1);
            if (n == lanes - 1) row.start = first + Nanoseconds(fourth);
            if (n < lanes - 1) row.start = first + Nanoseconds(n);
            if (n >= lanes) row.start += first + Nanoseconds(fifth) - waveRow(lanes, 0.1).start;
            bench.addRow(row);
        }
        bench.judge();
        const auto found = bench.findings("first-wave");
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY2(found.front().text.ends_with("A warm-up of " + offered.toStdString() + " cuts them."),
                 found.front().text.c_str());
        QCOMPARE(evidence(found.front(), "warmup_s"), static_cast<double>(fifth) / 1e9);
        bench.settings.measure = *found.front().offer;
        bench.judge();
        QCOMPARE(bench.measured.configurations[0].levels[0].rows.warmup, std::size_t{4});
    }

    void tailByCount_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("key");
        QTest::newRow("367") << 367 << "ttft_p95";
        QTest::newRow("368") << 368 << "ttft_p99";
    }
    /// Of 368 rows the four slowest are the ranks 364 to 367 (from 0): 367 x 0.99 = 363.33 lies a third of the way
    /// from 0.1 to 1 s. Of 367 p95 is 0.1 s either way.
    void tailByCount() {
        QFETCH(int, rows);
        QFETCH(QString, key);
        Bench bench;
        bench.addRun(lanes);
        addWaves(bench, rows, 1.0, 0.1);
        bench.judge();
        const auto found = bench.findings("first-wave");
        QCOMPARE(!found.empty(), key == "ttft_p99");
        if (found.empty()) return;
        QVERIFY(std::abs(evidence(found.front(), "ttft_p99") - (0.1 + 0.33 * 0.9)) < 1e-9);
        QCOMPARE(evidence(found.front(), "ttft_p99_without"), 0.1);
    }

    /// Three of the first four fail: they are of the first wave all the same, and the fifth row is none of it.
    void failedOnesAreOfTheWave() {
        Bench bench;
        bench.addRun(lanes);
        for (int n = 0; n < 3; ++n) bench.addRow(failedWaveRow(n));
        bench.addRow(waveRow(3, 1.0));
        for (int n = 4; n < 20; ++n) bench.addRow(waveRow(n, 0.1));
        bench.judge();
        const auto found = bench.findings("first-wave");
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(evidence(found.front(), "ttft_p50_first"), 1.0);
        QCOMPARE(evidence(found.front(), "ttft_p50_rest"), 0.1);
        QCOMPARE(found.front().rows.size(), std::size_t{4});
    }

    /// The order is that of the starts, not of the file; the fifth row of a second run starts later.
    void runsOfTheirOwn() {
        Bench bench;
        bench.addRun(lanes);
        for (int n = 39; n >= 0; --n) bench.addRow(waveRow(n, n < lanes ? 1.0 : 0.1));
        bench.addRun(lanes);
        for (int n = 0; n < 40; ++n) {
            Row row = waveRow(n, n < lanes ? 1.0 : 0.1);
            row.start += 100 * second + (n >= lanes ? second : Nanoseconds(0));
            bench.addRow(row);
        }
        bench.judge();
        const auto found = bench.findings("first-wave");
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(evidence(found.front(), "warmup_s"), 3.0);
        QCOMPARE(found.front().rows.size(), std::size_t{8});
    }

    void notJudged_data() {
        QTest::addColumn<QString>("why");
        for (const char* why : {"a warm-up by hand", "removed by the source", "rows of a warm-up", "an open loop",
                                "no starts", "one run too short"})
            QTest::newRow(why) << why;
    }
    void notJudged() {
        QFETCH(QString, why);
        Bench bench;
        bench.m_warmupRemoved = why == "removed by the source";
        if (why == "an open loop") {
            RunInfo info;
            info.load = {LoadKind::requestRate, lanes};
            bench.addRunAt(info);
        } else {
            bench.addRun(lanes);
        }
        for (int n = 0; n < 40; ++n) {
            Row row = waveRow(n, n < lanes ? 1.0 : 0.1);
            if (why == "rows of a warm-up" && n == 0) row.phase = Phase::warmup;
            if (why == "no starts") row.start = unknownTime;
            bench.addRow(row);
        }
        if (why == "one run too short") {
            bench.addRun(lanes);
            addWaves(bench, 11, 1.0, 0.1);
        }
        if (why == "a warm-up by hand") bench.settings.measure.warmup = millisecond;
        bench.judge();
        QVERIFY(bench.findings("first-wave").empty());
    }
};

QTEST_GUILESS_MAIN(FirstWaveTest)
#include "first_wave_test.moc"
