#include <QTest>
#include <cmath>

#include "core/curve/figures.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

/// Rows of W = [0, 12]: 100 tokens to 10 s, 50 tokens from 2 to 6 s, a failure from 1 to 12 s.
Made& threeRows(Made& made) {
    return made.row(streamed(0, 1, 10, 100, 50)).row(streamed(2, 1, 4, 50, 25)).row(failed(1, 11));
}

Row withoutStart(Row row) {
    row.start = unknownTime;
    return row;
}

Figures figuresOf(Made& made, const Settings& settings = {}) { return figures(*made.done(), settings); }
LevelFigures levelOf(Made& made, const Settings& settings = {}) {
    return figuresOf(made, settings).configurations.at(0).levels.at(0);
}

Settings trimmed(double warmup, double cooldown) {
    Settings settings;
    settings.measure.warmup = sec(warmup);
    settings.measure.cooldown = sec(cooldown);
    return settings;
}

Settings excluding(std::vector<Decision> decisions) {
    Settings settings;
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(decisions));
    return settings;
}

Decision exclude(const std::string& sha256, std::uint64_t record) {
    Decision decision;
    decision.fileSha256 = sha256;
    decision.record = record;
    decision.kind = DecisionKind::exclude;
    return decision;
}

}  // namespace

class TestLevels : public QObject {
    Q_OBJECT

private slots:
    void nothing() {
        const Figures none = figures(*DatasetBuilder().finish(), {});
        QVERIFY(none.configurations.empty());
        QVERIFY(!none.stopped);
        QCOMPARE(none.totalRows, std::size_t{0});
    }

    // METRICS §4: W from the first start to the last end, failed rows included.
    void ratesOverTheWholeWindow() {
        Made made;
        threeRows(made.run(concurrency(2)));
        const auto level = levelOf(made);
        QCOMPARE(*level.windowSeconds, 12.0);
        QCOMPARE(*level.systemOutputRate, 150.0 / 12);
        QCOMPARE(*level.requestRate, 2.0 / 12);
        QCOMPARE(*level.inFlight, 25.0 / 12);
        QCOMPARE(*level.littlesLaw.inFlightBetweenStarts, 1.5);  // 2 s and 1 s of the 2 s between starts
        QCOMPARE(*level.errorRate, 1.0 / 3);
        QCOMPARE(*level.outputTokens.total, 150.0);
        QCOMPARE(*level.outputTokens.mean, 75.0);
        QCOMPARE(*level.tokensPerChunk, 2.0);
        QCOMPARE(*level.of(RowMetric::e2e).mean, 7.0);
        QCOMPARE(*level.of(RowMetric::e2e).at(quantile(0.5)), 7.0);
        QCOMPARE(*level.littlesLaw.tokensPerRequest, 150.0 / 12 * 7 / 2);
        QCOMPARE(q(level.windowBasis), QString("first start to last end"));
    }

    /// The system did their work: they leave what is said of requests, and stay in the rates.
    void excludedRowsStayInTheRates() {
        Made made;
        threeRows(made.run(concurrency(2)));
        const auto figured = figuresOf(made, excluding({exclude("sha-a", 0)}));
        const auto& level = figured.configurations[0].levels[0];
        QCOMPARE(*level.windowSeconds, 12.0);
        QCOMPARE(*level.inFlight, 25.0 / 12);
        QCOMPARE(*level.systemOutputRate, 150.0 / 12);
        QCOMPARE(*level.requestRate, 2.0 / 12);
        QCOMPARE(*level.errorRate, 0.5);
        QCOMPARE(level.rows.excluded, std::size_t{1});
        QCOMPARE(figured.excludedRows, std::size_t{1});
        QCOMPARE(*level.of(RowMetric::e2e).n, std::size_t{1});
        QCOMPARE(q(countText(level)), QString("n = 1 of 3, 1 failed, 1 excluded by review, still in the rates"));
    }

    /// A row that may lie anywhere is in no rate, and the rates that are left say "at least".
    void rowsWithoutStartAreInNoRate() {
        Made made;
        threeRows(made.run(concurrency(2))).row(withoutStart(streamed(0, 1, 10, 1000, 50)));
        const auto level = levelOf(made);
        QCOMPARE(*level.systemOutputRate, 150.0 / 12);
        QCOMPARE(*level.requestRate, 2.0 / 12);
        QVERIFY(level.systemOutputRateAtLeast);
        QVERIFY(q(level.windowBasis).contains("1 measured rows have no start time"));
        QCOMPARE(*level.of(RowMetric::e2e).n, std::size_t{3});
    }

    void noRowInTheStatisticsGivesNoRate() {
        Made made;
        threeRows(made.run(concurrency(2)));
        std::vector<Decision> all{exclude("sha-a", 0), exclude("sha-a", 1), exclude("sha-a", 2)};
        for (Decision& each : all) each.neverHappened = true;
        const auto level = levelOf(made, excluding(all));
        QVERIFY(!level.systemOutputRate && !level.requestRate);
        QCOMPARE(q(level.withheld.at("system_output_tokens_per_s")), QString("no row is in the statistics"));
    }

    void startsOnWholeSeconds_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("step");
        QTest::addColumn<bool>("timed");
        QTest::addColumn<bool>("coarse");
        QTest::newRow("twenty, timed by the harness") << 20 << 1.0 << true << true;
        QTest::newRow("on 10 ms") << 20 << 0.01 << true << true;
        QTest::newRow("on 1 ms") << 20 << 0.001 << true << false;
        QTest::newRow("too few to tell") << 19 << 1.0 << true << false;
        QTest::newRow("nobody timed the run") << 20 << 1.0 << false << false;
    }
    void startsOnWholeSeconds() {
        QFETCH(int, rows);
        QFETCH(double, step);
        QFETCH(bool, timed);
        QFETCH(bool, coarse);
        Made made;
        RunInfo info;
        if (timed) info.declaredDuration = sec(33);
        made.run(concurrency(2), info);
        for (int i = 0; i < rows; ++i) made.row(streamed(7 + step * i, 1, 10, 100, 50));
        const auto level = levelOf(made);
        QCOMPARE(q(level.windowBasis), QString(coarse ? "the harness's duration" : "first start to last end"));
        if (coarse) QCOMPARE(*level.systemOutputRate, rows * 100 / 33.0);
    }

    void decisionsOnOneRowOnly_data() {
        QTest::addColumn<QString>("sha");
        QTest::addColumn<int>("record");
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("start");
        QTest::addColumn<int>("excluded");
        QTest::addColumn<int>("missing");
        QTest::addColumn<int>("ambiguous");
        QTest::newRow("file and record") << "sha-a" << 0 << "" << -1.0 << 1 << 0 << 0;
        QTest::newRow("no such record") << "sha-a" << 99 << "" << -1.0 << 0 << 1 << 0;
        QTest::newRow("another row has that record") << "sha-a" << 0 << "other" << -1.0 << 0 << 1 << 0;
        QTest::newRow("id and start of one row") << "elsewhere" << 0 << "one" << 2.0 << 1 << 0 << 0;
        QTest::newRow("id and start of two") << "elsewhere" << 0 << "twice" << 5.0 << 0 << 0 << 1;
        QTest::newRow("id without start") << "elsewhere" << 0 << "one" << -1.0 << 0 << 1 << 0;
    }
    void decisionsOnOneRowOnly() {
        QFETCH(QString, sha);
        QFETCH(int, record);
        QFETCH(QString, id);
        QFETCH(double, start);
        QFETCH(int, excluded);
        QFETCH(int, missing);
        QFETCH(int, ambiguous);
        Made made;
        made.run(concurrency(2));
        const std::pair<const char*, double> rows[] = {{"first", 0}, {"one", 2}, {"twice", 5}, {"twice", 5}};
        for (const auto& [name, at] : rows) {
            Row row = streamed(at, 1, 4, 50, 25);
            row.id = name;
            made.row(row);
        }
        Decision decision = exclude(sha.toStdString(), static_cast<std::uint64_t>(record));
        decision.id = id.toStdString();
        if (start >= 0) decision.start = sec(start);
        const auto data = made.done();
        const Settings settings = excluding({decision});
        const Figures figured = figures(*data, settings);
        QCOMPARE(static_cast<int>(figured.excludedRows), excluded);
        QCOMPARE(static_cast<int>(figured.decisionsMissing), missing);
        QCOMPARE(static_cast<int>(figured.decisionsAmbiguous), ambiguous);
        int apart = 0;  // row by row it is the same
        for (std::uint32_t row = 0; row < 4; ++row)
            apart += rowFigures(*data, settings, RowIndex(row)).place == Place::excluded ? 1 : 0;
        QCOMPARE(apart, excluded);
    }

    void warmupCutsStartsAndCountsEnds() {
        Made made;
        threeRows(made.run(concurrency(2)));
        const auto level = levelOf(made, trimmed(2, 0));
        QCOMPARE(*level.windowSeconds, 10.0);
        QCOMPARE(level.rows.warmup, std::size_t{2});
        QCOMPARE(*level.of(RowMetric::e2e).n, std::size_t{1});
        QCOMPARE(*level.systemOutputRate, 15.0);  // the first row ended in W, though it started before
        QCOMPARE(*level.inFlight, 2.2);           // 8 + 4 + 10 s
        QCOMPARE(*level.errorRate, 0.0);
    }

    void cooldownCutsEnds() {
        Made made;
        threeRows(made.run(concurrency(2))).row(streamed(9, 1, 3, 30, 15));
        const auto level = levelOf(made, trimmed(0, 4));  // W = [0, 8]
        QCOMPARE(level.rows.cooldown, std::size_t{1});
        QCOMPARE(*level.systemOutputRate, 50.0 / 8);
        QCOMPARE(*level.inFlight, 19.0 / 8);  // 8 + 4 + 7 s
    }

    void nothingIsLeftOfTheWindow() {
        Made made;
        threeRows(made.run(concurrency(2)));
        const auto level = levelOf(made, trimmed(10, 10));
        QVERIFY(!level.systemOutputRate && !level.inFlight && !level.windowSeconds);
        QCOMPARE(q(level.withheld.at("requests_per_s")), QString("warm-up and cool-down leave no time"));
    }

    void phasesOfTheSourceAreKept() {
        Row warm = streamed(-5, 1, 2, 1000, 10), cool = streamed(20, 1, 2, 1000, 10);
        warm.phase = Phase::warmup;
        cool.phase = Phase::cooldown;
        Made made;
        threeRows(made.run(concurrency(2))).row(warm).row(cool);
        const auto level = levelOf(made);
        QCOMPARE(*level.windowSeconds, 12.0);
        QCOMPARE(*level.systemOutputRate, 12.5);
        QCOMPARE(level.rows.warmup, std::size_t{1});
        QCOMPARE(level.rows.cooldown, std::size_t{1});
        QCOMPARE(level.rows.sent(), std::size_t{3});
    }

    void withoutStarts_data() {
        QTest::addColumn<double>("duration");
        QTest::addColumn<int>("requests");
        QTest::addColumn<bool>("coarse");
        QTest::addColumn<QString>("reason");
        QTest::newRow("duration") << 20.0 << 3 << false << "";
        QTest::newRow("coarse starts") << 20.0 << -1 << true << "";
        QTest::newRow("none") << -1.0 << 3 << false << "no start times, and no duration stated";
        QTest::newRow("coarse, none") << -1.0 << -1 << true << "start times coarser than 1 ms, and no duration stated";
        QTest::newRow("rows missing") << 20.0 << 4 << false
                                      << "3 rows of 4 requests that the harness counted, and no start times";
    }
    void withoutStarts() {
        QFETCH(double, duration);
        QFETCH(int, requests);
        QFETCH(bool, coarse);
        QFETCH(QString, reason);
        RunInfo info;
        info.startsCoarse = coarse;
        if (duration > 0) info.declaredDuration = sec(duration);
        if (requests > 0) info.declaredRequests = requests;
        Made made;
        made.run(concurrency(2), info);
        for (const Row& row : {streamed(0, 1, 10, 100, 50), streamed(2, 1, 4, 50, 25), failed(1, 11)})
            made.row(coarse ? row : withoutStart(row));
        const auto level = levelOf(made, trimmed(2, 2));  // windows by time are not applied
        QCOMPARE(*level.of(RowMetric::e2e).n, std::size_t{2});
        QCOMPARE(level.rows.warmup, std::size_t{0});
        if (!reason.isEmpty()) {
            QVERIFY(!level.systemOutputRate && !level.requestRate && !level.inFlight);
            QCOMPARE(q(level.withheld.at("system_output_tokens_per_s")), reason);
            return;
        }
        QCOMPARE(*level.systemOutputRate, 7.5);
        QCOMPARE(*level.inFlight, 1.25);  // (10 + 4 + 11) / 20
        QCOMPARE(q(level.windowBasis), QString("the harness's duration"));
        QCOMPARE(q(level.inFlightBasis), QString("sum of e2e / duration"));
        QVERIFY(!level.littlesLaw.inFlightBetweenStarts);
    }

    // Sums over sums of windows: 300 tokens in 40 s, not the mean of 10 and 6.7 tokens/s; percentiles from the rows.
    void runsAtALoadArePooled() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        made.run(concurrency(1)).row(streamed(0, 2, 20, 150, 50)).row(streamed(20, 3, 10, 50, 50));
        const auto figured = figuresOf(made);
        QCOMPARE(figured.configurations[0].levels.size(), std::size_t{1});
        const auto& level = figured.configurations[0].levels[0];
        QCOMPARE(level.runs.size(), std::size_t{2});
        QCOMPARE(*level.systemOutputRate, 7.5);
        QCOMPARE(*level.inFlight, 1.0);
        QCOMPARE(*level.of(RowMetric::ttft).at(quantile(0.5)), 2.0);
        QCOMPARE(*level.of(RowMetric::ttft).high, 3.0);
        QCOMPARE(*level.runs[0].systemOutputRate, 10.0);
        QCOMPARE(*level.runs[1].ttftP50, 2.5);
        QCOMPARE(*level.runs[1].e2eMean, 15.0);
    }

    void oneRunWithoutAWindowWithholdsTheRates() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        made.run(concurrency(1)).row(withoutStart(streamed(0, 1, 10, 100, 50)));
        const auto level = levelOf(made);
        QVERIFY(!level.systemOutputRate);
        QCOMPARE(q(level.withheld.at("in_flight")), QString("1 of 2 runs: no start times, and no duration stated"));
        QCOMPARE(*level.runs[0].systemOutputRate, 10.0);
    }

    void unknownTokensMakeTheRateAtLeast() {
        Row unknown = streamed(0, 1, 10, 100, 50);
        unknown.outputTokens = unknownCount;
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50)).row(unknown);
        const auto level = levelOf(made);
        QCOMPARE(*level.systemOutputRate, 10.0);
        QVERIFY(level.systemOutputRateAtLeast);
        QVERIFY(!level.outputTokens.total);
        QCOMPARE(*level.outputTokens.mean, 100.0);
        Made none;
        none.run(concurrency(1)).row(unknown);
        QVERIFY(!levelOf(none).systemOutputRate);  // never 0 for unknown
    }

    void buffering() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 9.999, 10, 1000, 40)).row(streamed(0, 9.999, 10, 1000, 2));
        const auto level = levelOf(made);
        QCOMPARE(level.rows.bufferedByInterval, std::size_t{1});
        QCOMPARE(level.rows.bufferedByChunks, std::size_t{1});
        QCOMPARE(level.rows.ttftWithheld, std::size_t{2});
        QCOMPARE(q(level.withheld.at("ttft_s.p99")), QString("2 of 2 rows buffered"));
        QCOMPARE(level.rateEndToEnd, std::size_t{2});
        QCOMPARE(level.ratePostFirstContent, std::size_t{0});
        QCOMPARE(*level.of(RowMetric::rate).at(quantile(0.5)), 100.0);  // 1,000,000 never appears
    }

    void rateMixesBothKindsInOrder() {
        Made made;
        made.run(concurrency(1));
        for (int i = 1; i <= 4; ++i) made.row(streamed(0, 1, 2, 20 * i, 50));          // 20, 40, 60, 80 tokens/s
        for (int i = 1; i <= 3; ++i) made.row(streamed(0, 1.99, 2, 20 + 40 * i, 50));  // 30, 50, 70
        const auto level = levelOf(made);
        QCOMPARE(*level.of(RowMetric::rate).n, std::size_t{7});
        QCOMPARE(*level.of(RowMetric::rate).at(quantile(0.5)), 50.0);
        QCOMPARE(*level.of(RowMetric::rate).at(quantile(0.25)), 35.0);
        QCOMPARE(level.ratePostFirstContent, std::size_t{4});
        QCOMPARE(level.rateEndToEnd, std::size_t{3});
    }

    void itlPoolsGaps() {
        Row row = streamed(0, 1, 2, 4, 4);
        row.gapsKnown = true;
        row.gaps = {sec(0.1), sec(0.2), sec(0.3)};
        Row buffered = streamed(0, 1, 1.1, 4, 4);
        buffered.gapsKnown = true;
        buffered.gaps = {sec(0.01)};
        Made made;
        made.run(concurrency(1)).row(row).row(buffered).row(row);
        const auto data = made.done();
        const auto level = figures(*data, {}).configurations[0].levels[0];
        QCOMPARE(*level.of(RowMetric::itl).n, std::size_t{6});
        QCOMPARE(*level.of(RowMetric::itl).mean, 0.2);
        QCOMPARE(*level.of(RowMetric::itl).at(quantile(0.5)), 0.2);
        QCOMPARE(*level.of(RowMetric::itl).high, 0.3);
        const auto quick = figures(*data, {}, {}, Itl::leaveOut).configurations[0].levels[0];
        QCOMPARE(*quick.of(RowMetric::itl).mean, 0.2);
        QVERIFY(!quick.of(RowMetric::itl).at(quantile(0.5)));
    }

    void failedAndCancelled() {
        Row meant = failed(0, 1), unmeant = failed(0, 1), incomplete = failed(0, 1);
        meant.status = unmeant.status = Status::cancelled;
        meant.deliberate = true;
        incomplete.status = Status::incomplete;
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50)).row(meant).row(unmeant).row(incomplete);
        made.row(streamed(0, 1, 10, 0, 50));
        const auto level = levelOf(made);
        QCOMPARE(level.rows.failed(), std::size_t{3});
        QCOMPARE(*level.errorRate, 0.75);
        QCOMPARE(level.rows.measured(), std::size_t{1});
    }

    void allFailed() {
        Made made;
        made.run(concurrency(1)).row(failed(0, 1)).row(failed(1, 1));
        const auto level = levelOf(made);
        QCOMPARE(*level.errorRate, 1.0);
        QCOMPARE(*level.systemOutputRate, 0.0);
        QVERIFY(!level.of(RowMetric::e2e).mean);
        QCOMPARE(q(level.withheld.at("e2e_s.mean")), QString("none of 2 requests gave an answer"));
    }

    void perAcceleratorNeedsTheirNumber() {
        Made made;
        made.source({{"accelerator_count", stated("8")}}).run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        made.source({}).run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        const auto data = made.done();
        Settings settings;
        const auto before = figures(*data, settings);
        QCOMPARE(*before.configurations[0].levels[0].perAcceleratorRate, 1.25);
        QVERIFY(!before.configurations[1].levels[0].perAcceleratorRate);
        QVERIFY(before.configurations[1].levels[0].withheld.contains("per_accelerator_tokens_per_s"));
        settings.edits[before.configurations[1].id]["accelerator_count"] = "2";
        const auto after = figures(*data, settings);
        QCOMPARE(*after.configurations[1].levels[0].perAcceleratorRate, 5.0);
        QVERIFY(after.configurations[1].context.at("accelerator_count").edited == "2");
    }

    void schedule() {
        Row late = streamed(10, 1, 2, 100, 50), early = streamed(20, 1, 2, 100, 50);
        late.scheduled = sec(9.5);
        early.scheduled = sec(20.25);
        Made made;
        made.run(requestRate(1)).row(late).row(early);
        const auto level = levelOf(made);
        QCOMPARE(*level.of(RowMetric::scheduleDelay).high, 0.5);
        QCOMPARE(*level.of(RowMetric::scheduleDelay).low, -0.25);
        QCOMPARE(*level.of(RowMetric::e2eFromScheduled).high, 2.5);
        QVERIFY(!level.littlesLaw.declared);
        QCOMPARE(q(level.withheld.at("littles_law.tokens_per_request")), QString("the load is no concurrency"));
    }

    // Each row is held to each limit; what is withheld makes an interval.
    void goodput() {
        Settings settings;
        settings.slos = {*parseSlo("ttft p99 < 1500ms"), *parseSlo("tpot mean < 100ms")};
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));  // meets both
        made.row(streamed(0, 2, 10, 100, 50));                      // TTFT misses
        made.row(streamed(0, 1, 10, 1, 1));                         // one token: no TPOT, which is met
        made.row(streamed(0, 1, 10, 100, 2));                       // buffered: withheld
        made.row(failed(0, 10));                                    // misses
        const auto level = levelOf(made, settings);
        QCOMPARE(level.goodput->attained.low, 2.0 / 5);
        QCOMPARE(level.goodput->attained.high, 3.0 / 5);
        QCOMPARE(level.goodput->requestsPerSecond.low, 0.2);
        QCOMPARE(level.goodput->requestsPerSecond.high, 0.3);
        QCOMPARE(level.goodput->tokensPerSecond.low, 10.1);
        QCOMPARE(level.goodput->tokensPerSecond.high, 20.1);
        Made none;
        none.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        QCOMPARE(q(levelOf(none).withheld.at("goodput")), QString("no limits are set"));
    }

    // METRICS §8, bound: 62.56 GB a step, 1,023 tokens/s at batch 1; 111 is 10.9%.
    void boundByLevel() {
        Made made;
        made.source(
            {{"bound",
              stated(R"({"groups": [["a", 88.4e9, 0.53125], ["b", 15.6e9, 1]], "bandwidth_bytes_per_s": 64e12})")}});
        made.run(concurrency(1)).row(streamed(0, 1, 2, 112, 50));
        const auto level = levelOf(made);
        QVERIFY(level.bound.has_value());
        QCOMPARE(*level.bound->batch, 0.5);  // 1 s of 2 s between first token and end
        QCOMPARE(*level.bound->user.measured, 111.0);
        QVERIFY(std::abs(*level.bound->user.nominal - 1023) < 0.5);
        QVERIFY(std::abs(*level.bound->user.fraction - 0.1085) < 0.0005);
        QCOMPARE(*level.bound->aggregate.measured, 56.0);
        QVERIFY(!level.bound->working.empty());
    }

    void boundIsWithheldWithItsReason() {
        Made made;
        made.source({{"bound", stated("{}")}}).run(concurrency(1)).row(streamed(0, 1, 2, 112, 50));
        made.source({}).run(concurrency(1)).row(streamed(0, 1, 2, 112, 50));
        const auto figured = figuresOf(made);
        QVERIFY(!figured.configurations[0].levels[0].bound);
        QVERIFY(!figured.configurations[0].levels[0].withheld.at("bound").empty());
        QCOMPARE(q(figured.configurations[1].levels[0].withheld.at("bound")),
                 QString("the context states no inputs of a bound"));
    }

    void decisionsFindTheirRows_data() {
        QTest::addColumn<QString>("sha256");
        QTest::addColumn<quint64>("record");
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("start");
        QTest::addColumn<int>("excluded");
        QTest::newRow("record") << "sha-a" << quint64{1} << "" << -1.0 << 1;
        QTest::newRow("record that is no row") << "sha-a" << quint64{9} << "r-1" << 2.0 << 0;
        QTest::newRow("another file: id and start") << "sha-x" << quint64{9} << "r-1" << 2.0 << 1;
        QTest::newRow("another file: other start") << "sha-x" << quint64{9} << "r-1" << 3.0 << 0;
        QTest::newRow("another file: other id") << "sha-x" << quint64{9} << "r-2" << 2.0 << 0;
        QTest::newRow("no file: id without start") << "" << quint64{1} << "r-1" << -1.0 << 0;
    }
    void decisionsFindTheirRows() {
        QFETCH(QString, sha256);
        QFETCH(quint64, record);
        QFETCH(QString, id);
        QFETCH(double, start);
        QFETCH(int, excluded);
        Row second = streamed(2, 1, 4, 50, 25);
        second.id = "r-1";
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50)).row(second);
        Decision decision = exclude(sha256.toStdString(), record);
        decision.id = id.toStdString();
        if (start >= 0) decision.start = sec(start);
        const Settings settings = excluding({decision});
        const auto data = made.done();
        const auto out = places(*data, settings);
        QCOMPARE(static_cast<int>(std::count(out.begin(), out.end(), Place::excluded)), excluded);
        QVERIFY(out[0] == Place::in);
        QVERIFY(rowFigures(*data, settings, RowIndex(1)).place == out[1]);
        QVERIFY(figures(*data, settings).places->at(1) == out[1]);
        Settings kept = settings;
        decision.kind = DecisionKind::keep;
        kept.decisions = std::make_shared<const std::vector<Decision>>(1, decision);
        QVERIFY(places(*data, kept)[1] == Place::in);
    }

    void aStopIsHonoured() {
        Made made;
        threeRows(made.run(concurrency(2)));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(figures(*made.done(), {}, stop.get_token()).stopped);
    }
};

QTEST_APPLESS_MAIN(TestLevels)
#include "test_levels.moc"
