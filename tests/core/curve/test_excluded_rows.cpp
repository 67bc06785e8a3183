// What a reviewer excludes leaves the statistics and stays in the rates, unless it never happened (METRICS §4).
#include <QTest>

#include "core/curve/figures.h"
#include "core/curve/timeline.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

Decision decided(std::uint64_t record, bool neverHappened = false, DecisionKind kind = DecisionKind::exclude,
                 const char* sha = "sha-a") {
    Decision decision;
    decision.fileSha256 = sha;
    decision.record = record;
    decision.kind = kind;
    decision.neverHappened = neverHappened;
    return decision;
}

/// Ten requests of 2 s and 100 tokens, one a second from 0 to 11 s: 1,000 tokens in 11 s.
struct TenRows : Made {
    TenRows() {
        run(concurrency(2));
        for (int i = 0; i < 10; ++i) row(streamed(i, 0.5, 2, 100, 50));
    }
};

struct Measured {
    std::shared_ptr<const Dataset> data;
    Settings settings;
    Figures figured;
    const LevelFigures& level() const { return figured.configurations.front().levels.front(); }
};

Measured measured(Made&& made, std::vector<Decision> decisions, Settings settings = {}) {
    Measured out{made.done(), std::move(settings), {}};
    out.settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(decisions));
    out.settings.grouping = oneConfiguration(*out.data);
    out.figured = figures(*out.data, out.settings);
    return out;
}

}  // namespace

class ExcludedRowsTest : public QObject {
    Q_OBJECT
private slots:
    void ratesOfTenRows_data() {
        QTest::addColumn<QVector<int>>("excluded");
        QTest::addColumn<bool>("never");
        QTest::addColumn<double>("window");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("openSeconds");
        QTest::addColumn<int>("stay");
        const QVector<int> none, middle{3, 4, 5}, ends{0, 9}, all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        QTest::newRow("nothing") << none << false << 11.0 << 1000.0 << 20.0 << 0;
        QTest::newRow("three of the middle") << middle << false << 11.0 << 1000.0 << 20.0 << 3;
        QTest::newRow("first and last") << ends << false << 11.0 << 1000.0 << 20.0 << 2;
        QTest::newRow("all") << all << false << 11.0 << 1000.0 << 20.0 << 10;
        QTest::newRow("three that never happened") << middle << true << 11.0 << 700.0 << 14.0 << 0;
        QTest::newRow("ends that never happened") << ends << true << 9.0 << 800.0 << 16.0 << 0;
    }
    void ratesOfTenRows() {
        QFETCH(QVector<int>, excluded);
        QFETCH(bool, never);
        QFETCH(double, window);
        QFETCH(double, tokens);
        QFETCH(double, openSeconds);
        QFETCH(int, stay);
        std::vector<Decision> decisions;
        for (const int record : excluded) decisions.push_back(decided(static_cast<std::uint64_t>(record), never));
        const Measured out = measured(TenRows(), decisions);
        const LevelFigures& level = out.level();
        QCOMPARE(*level.windowSeconds, window);
        QCOMPARE(*level.systemOutputRate, tokens / window);
        QCOMPARE(*level.requestRate, tokens / 100 / window);
        QCOMPARE(*level.inFlight, openSeconds / window);
        QCOMPARE(static_cast<int>(level.excludedInRates.rows), stay);
        QCOMPARE(*level.excludedInRates.outputTokens, stay * 100.0);
        QCOMPARE(static_cast<int>(level.rows.excluded), static_cast<int>(excluded.size()));
        QCOMPARE(static_cast<int>(level.rows.neverHappened), never ? static_cast<int>(excluded.size()) : 0);
        QCOMPARE(level.rows.measured() + level.rows.excluded, std::size_t{10});
        QCOMPARE(*level.of(RowMetric::e2e).n, level.rows.measured());
        if (level.rows.measured() > 0) QCOMPARE(*level.outputTokens.total, 100.0 * double(level.rows.measured()));
    }

    /// Without starts the times that requests were open are summed; what never happened was never open.
    void withoutStarts_data() {
        QTest::addColumn<bool>("never");
        QTest::addColumn<double>("openSeconds");
        QTest::newRow("excluded") << false << 20.0;
        QTest::newRow("never happened") << true << 15.0;
    }
    void withoutStarts() {
        QFETCH(bool, never);
        QFETCH(double, openSeconds);
        RunInfo info;
        info.declaredDuration = sec(40);
        Made made;
        made.run(concurrency(2), info);
        for (int i = 0; i < 5; ++i) {
            Row row = streamed(0, 0.5, 2 + i, 100, 50);
            row.start = unknownTime;
            made.row(row);
        }
        const Measured out = measured(std::move(made), {decided(3, never)});
        QCOMPARE(*out.level().inFlight, openSeconds / 40);
        QCOMPARE(*out.level().systemOutputRate, (never ? 400 : 500) / 40.0);
    }

    /// A level knows no time of a row that lacks its end, unless the row never happened.
    void anOpenEnd_data() {
        QTest::addColumn<bool>("never");
        QTest::addColumn<bool>("atLeast");
        QTest::newRow("excluded") << false << true;
        QTest::newRow("never happened") << true << false;
    }
    void anOpenEnd() {
        QFETCH(bool, never);
        QFETCH(bool, atLeast);
        TenRows made;
        Row open = failed(3, 4);
        open.end = unknownTime;
        made.row(open);
        const Measured out = measured(std::move(made), {decided(10, never)});
        QCOMPARE(*out.level().inFlight, 20.0 / 11);
        QCOMPARE(out.level().inFlightAtLeast, atLeast);
    }

    /// Each row of the window's table has the place that the figures have.
    void rowByRowTheSame() {
        Settings settings;
        settings.measure.warmup = sec(1.5);
        const Measured out = measured(TenRows(), {decided(0, true), decided(4), decided(5, true)}, settings);
        for (std::uint32_t row = 0; row < 10; ++row)
            QVERIFY(rowFigures(*out.data, out.settings, RowIndex(row)).place == (*out.figured.places)[row]);
        QVERIFY((*out.figured.places)[0] == Place::neverHappened);
        QVERIFY((*out.figured.places)[4] == Place::excluded);
        // The window begins 1.5 s after the first start of what happened, at 1 s.
        QVERIFY((*out.figured.places)[2] == Place::warmup);
        QVERIFY((*out.figured.places)[3] == Place::in);
    }

    void aKeptRowIsNoExclusion() {
        const Measured out = measured(TenRows(), {decided(3, true, DecisionKind::keep)});
        QCOMPARE(out.level().rows.excluded, std::size_t{0});
        QCOMPARE(*out.level().systemOutputRate, 1000.0 / 11);
    }

    /// Failed rows were in no rate before they were excluded, and are in none after.
    void anExcludedFailureAddsNothing() {
        TenRows made;
        made.row(failed(3, 4));
        const Measured out = measured(std::move(made), {decided(10)});
        QCOMPARE(*out.level().systemOutputRate, 1000.0 / 11);
        QCOMPARE(out.level().excludedInRates.rows, std::size_t{0});
        QCOMPARE(*out.level().inFlight, 24.0 / 11);  // the system held it open all the same
        QCOMPARE(*out.level().errorRate, 0.0);
    }

    void goodputLeavesThemOut() {
        Settings settings;
        settings.slos = {*parseSlo("e2e mean < 3s")};
        const Measured out = measured(TenRows(), {decided(3), decided(4)}, settings);
        QCOMPARE(out.level().goodput->tokensPerSecond.low, 800.0 / 11);
        QCOMPARE(out.level().goodput->attained.low, 1.0);
    }

    void unknownTokensThatStay() {
        TenRows made;
        made.row(streamed(3, 0.5, 2, unknownCount, 50));
        const Measured out = measured(std::move(made), {decided(3), decided(10)});
        QCOMPARE(out.level().excludedInRates.rows, std::size_t{2});
        QVERIFY(!out.level().excludedInRates.outputTokens);
        QVERIFY(out.level().systemOutputRateAtLeast);
        QCOMPARE(out.level().withheld.at("excluded_in_rates.output_tokens"),
                 std::string("token count unknown in 1 of 2 rows"));
    }

    /// A row that is told twice was one request: the repeat leaves the rates, the first telling stays in them.
    void duplicatesLeaveTheRates() {
        TenRows made;
        made.row(streamed(4, 0.5, 2, 100, 50));  // record 10 repeats record 4
        TenRows same;
        same.row(streamed(4, 0.5, 2, 100, 50));
        const Measured before = measured(std::move(same), {});
        QCOMPARE(*before.level().systemOutputRate, 1100.0 / 11);
        const Measured repeat = measured(std::move(made), {decided(10)});
        QCOMPARE(*repeat.level().systemOutputRate, 1000.0 / 11);
        QCOMPARE(*repeat.level().inFlight, 20.0 / 11);
        QCOMPARE(repeat.level().excludedInRates.rows, std::size_t{0});
    }

    /// A file opened twice and every repeat excluded: the rate of one run over its time, not half of it.
    void aRunOfDuplicatesHasNoTime() {
        TenRows made;
        made.file("copy.json", "sha-b").run(concurrency(2));
        for (int i = 0; i < 10; ++i) made.row(streamed(i, 0.5, 2, 100, 50));
        std::vector<Decision> decisions;
        for (std::uint64_t i = 0; i < 10; ++i) decisions.push_back(decided(i, false, DecisionKind::exclude, "sha-b"));
        const Measured out = measured(std::move(made), decisions);
        QCOMPARE(out.level().runs.size(), std::size_t{2});
        QCOMPARE(*out.level().windowSeconds, 11.0);
        QCOMPARE(*out.level().systemOutputRate, 1000.0 / 11);
        QVERIFY(!out.level().runs.back().systemOutputRate);
    }

    void words_data() {
        QTest::addColumn<int>("plain");
        QTest::addColumn<int>("never");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0 << 0 << "n = 10 of 10";
        QTest::newRow("stay") << 2 << 0 << "n = 8 of 10, 2 excluded by review, still in the rates";
        QTest::newRow("some stay") << 2 << 1 << "n = 7 of 10, 3 excluded by review, 2 of them still in the rates";
        QTest::newRow("none stays") << 0 << 2 << "n = 8 of 10, 2 excluded by review";
    }
    void words() {
        QFETCH(int, plain);
        QFETCH(int, never);
        QFETCH(QString, text);
        std::vector<Decision> decisions;
        for (int i = 0; i < plain + never; ++i)
            decisions.push_back(decided(static_cast<std::uint64_t>(i + 3), i >= plain));
        QCOMPARE(QString::fromStdString(countText(measured(TenRows(), decisions).level())), text);
    }

    /// The picture over time: what was made is drawn, latencies of what was excluded are not.
    void overTime() {
        const auto tokensOf = [](const Measured& of) {
            const LevelTimeline line = timelineOf(*of.data, of.settings, of.figured, 0, 0);
            double tokens = 0;
            for (std::size_t i = 0; i + 1 < line.runs.front().rate.size(); ++i)
                tokens += line.runs.front().rate[i].y * line.runs.front().binSeconds;
            return std::pair(tokens, line.runs.front().e2e.size());
        };
        QCOMPARE(tokensOf(measured(TenRows(), {decided(3), decided(4)})), std::pair(1000.0, std::size_t{8}));
        QCOMPARE(tokensOf(measured(TenRows(), {decided(3, true)})), std::pair(900.0, std::size_t{9}));
    }
};

QTEST_GUILESS_MAIN(ExcludedRowsTest)
#include "test_excluded_rows.moc"
