#include <QTest>
#include <cmath>

#include "core/curve/in_flight.h"
#include "core/curve/timeline.h"
#include "core/trace/prepared.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }
bool near(double a, double b, double by) { return std::abs(a - b) <= by; }

/// One row a second: `first` s to the first token, one second more to the end.
Row slowStart(int second, double first) { return streamed(second, first, first + 1, 10, 10); }

/// 200 rows; the first `slow` take 5 s to the first token, the others 1 and 2 s by turns.
Made& warming(Made& made, int slow, int rows = 200) {
    for (int i = 0; i < rows; ++i) made.row(slowStart(i, i < slow ? 5.0 : 1.0 + (i - slow) % 2));
    return made;
}

/// Four workers, starting 1 s apart, each with ten requests of 4 s one after the other: four in flight from 3 to 40 s,
/// and the last end at 43 s.
Made& fourWorkers(Made& made) {
    for (int worker = 0; worker < 4; ++worker)
        for (int i = 0; i < 10; ++i) made.row(streamed(worker + 4 * i, 1, 4, 10, 10));
    return made;
}

Settings automatic() {
    Settings settings;
    settings.measure.warmupAuto = true;
    return settings;
}

LevelFigures levelOf(const Dataset& data, const Settings& settings) {
    return figures(data, settings).configurations.at(0).levels.at(0);
}

LevelTimeline timeline(const Dataset& data, const Settings& settings = {}) {
    return timelineOf(data, settings, figures(data, settings), 0, 0);
}

const WarmupChoice& choiceOf(const LevelTimeline& timeline, const char* name) {
    for (const WarmupChoice& each : timeline.choices)
        if (each.name == name) return each;
    qFatal("no such choice");
}

/// Rows one after the other, each `latency(i)` long, the next `apart(i)` after it began; as many at once as `lanes`.
template <class Latency, class Apart>
std::shared_ptr<const Dataset> series(int rows, const Latency& latency, const Apart& apart, int lanes = 1) {
    Made made;
    made.run(concurrency(lanes));
    double start = 0;
    for (int i = 0; i < rows; ++i) {
        for (int lane = 0; lane < lanes; ++lane) made.row(streamed(start, 0.1, latency(i), 10, 10));
        start += apart(i);
    }
    return made.done();
}

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void autoWarmup_data() {
        QTest::addColumn<int>("slow");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cut");
        QTest::addColumn<QString>("says");
        QTest::newRow("the slow ones") << 25 << 200 << 25
                                       << "first start + warm-up of 25 s (MSER-5 on TTFT) to last end";
        QTest::newRow("none slow") << 0 << 200 << 0 << "finds no warm-up to cut";
        QTest::newRow("slow for half of the run: at the edge") << 100 << 200 << 0 << "is not trusted";
        QTest::newRow("one row too few") << 10 << 49 << 0 << "fewer than 50 rows know a TTFT";
        QTest::newRow("just enough") << 10 << 50 << 10 << "warm-up of 10 s";
    }
    void autoWarmup() {
        QFETCH(int, slow);
        QFETCH(int, rows);
        QFETCH(int, cut);
        QFETCH(QString, says);
        Made made;
        warming(made.run(concurrency(4)), slow, rows);
        const auto data = made.done();
        const LevelFigures level = levelOf(*data, automatic());
        QCOMPARE(level.rows.warmup, static_cast<std::size_t>(cut));
        QVERIFY2(q(level.windowBasis).contains(says), level.windowBasis.c_str());
        const double lastEnd = seconds(data->prepared->runs[0].lastEnd);
        QCOMPARE(*level.windowSeconds, lastEnd - cut);
        QCOMPARE(levelOf(*data, {}).rows.warmup, std::size_t{0});
    }

    void inOrderOfStartAndNotOfTheFile() {
        Made made;
        made.run(concurrency(4));
        for (int i = 199; i >= 0; --i) made.row(slowStart(i, i < 25 ? 5.0 : 1.0 + i % 2));
        QCOMPARE(levelOf(*made.done(), automatic()).rows.warmup, std::size_t{25});
    }

    // Whatever a guard says of the rows, the cut stays where it was: nothing that it is made of is withheld by one.
    void cutoffsDoNotMoveIt() {
        Made made;
        warming(made.run(concurrency(4)), 25);
        Settings settings = automatic();
        settings.measure.minInterval = sec(100);
        settings.measure.shortTokens = 1000;
        QCOMPARE(levelOf(*made.done(), settings).rows.warmup, std::size_t{25});
    }

    void eachRunHasItsOwn() {
        Made made;
        warming(made.run(concurrency(4)), 25);
        warming(made.run(concurrency(4)), 0);
        const LevelFigures level = levelOf(*made.done(), automatic());
        QCOMPARE(level.rows.warmup, std::size_t{25});
        QVERIFY2(q(level.windowBasis).contains("warm-up of 0 to 25 s (MSER-5 on TTFT)"), level.windowBasis.c_str());
    }

    void byHandIsSaid() {
        Made made;
        warming(made.run(concurrency(4)), 25);
        Settings settings;
        settings.measure.warmup = sec(2.5);
        settings.measure.cooldown = sec(1);
        QCOMPARE(q(levelOf(*made.done(), settings).windowBasis),
                 QString("first start + warm-up of 2.5 s (by hand) to last end - cool-down of 1 s (by hand)"));
    }

    void coarseStartsAreNotCut() {
        RunInfo info;
        info.declaredDuration = sec(200);  // all starts lie on whole seconds, and the harness timed itself
        Made made;
        warming(made.run(concurrency(4), info), 25);
        const LevelFigures level = levelOf(*made.done(), automatic());
        QCOMPARE(level.rows.warmup, std::size_t{0});
        QCOMPARE(q(level.windowBasis), QString("the harness's duration"));
    }

    void inFlight_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("warmup");
        QTest::addColumn<double>("cooldown");
        QTest::addColumn<bool>("trusted");
        QTest::newRow("four workers a second apart") << 0 << 3.0 << 3.0 << true;
        // 10, 9, ... 1 open: over 2.5 to 7.5 s the median is 5, held until 6 s.
        QTest::newRow("ten at once that end one by one") << 1 << 0.0 << 4.0 << true;
        QTest::newRow("mostly idle") << 2 << 0.0 << 0.0 << false;
        QTest::newRow("no rows with times") << 3 << 0.0 << 0.0 << false;
    }
    void inFlight() {
        QFETCH(int, which);
        QFETCH(double, warmup);
        QFETCH(double, cooldown);
        QFETCH(bool, trusted);
        Made made;
        made.run(concurrency(4));
        if (which == 0) fourWorkers(made);
        for (int i = 1; which == 1 && i <= 10; ++i) made.row(streamed(0, 0.1, i, 10, 10));
        for (int i = 0; which == 2 && i < 10; ++i) made.row(streamed(10 * i, 0.1, 1, 10, 10));
        const InFlightShare share = inFlightShare(*made.done(), 0);
        QCOMPARE(seconds(share.warmup), warmup);
        QCOMPARE(seconds(share.cooldown), cooldown);
        QCOMPARE(share.trusted, trusted);
        QVERIFY(!share.text.empty());
    }

    // At a tie ends come before starts: back-to-back requests of one worker are never two.
    void backToBackIsOne() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 4, 10, 10)).row(streamed(4, 1, 4, 10, 10));
        const auto open = openRequests(*made.done(), 0);
        QCOMPARE(open.size(), std::size_t{2});
        QCOMPARE(open[0].requests, std::int64_t{1});
        QCOMPARE(seconds(open[1].from), 8.0);
        QCOMPARE(open[1].requests, std::int64_t{0});
    }

    void linesHoldWhatTheFiguresHold() {
        Made made;
        fourWorkers(made.run(concurrency(4))).row(failed(1, 10));
        const auto data = made.done();
        const LevelFigures level = levelOf(*data, {});
        const LevelTimeline drawn = timeline(*data);
        QVERIFY(drawn.missing.empty());
        const RunTimeline& run = drawn.runs.at(0);
        QCOMPARE(run.length, 43.0);
        double tokens = 0, open = 0;
        for (std::size_t i = 0; i + 1 < run.rate.size(); ++i) tokens += run.rate[i].y * run.binSeconds;
        for (std::size_t i = 0; i + 1 < run.inFlight.size(); ++i)
            open += run.inFlight[i].y * (run.inFlight[i + 1].x - run.inFlight[i].x);
        QVERIFY(near(tokens, *level.systemOutputRate * *level.windowSeconds, 1e-9));
        QVERIFY(near(open, *level.inFlight * *level.windowSeconds, 1e-6));
        QCOMPARE(run.ttft.size(), std::size_t{40});  // not the failed one's
        QCOMPARE(run.e2e.size(), std::size_t{40});
        QVERIFY(
            std::is_sorted(run.ttft.begin(), run.ttft.end(), [](const Point& a, const Point& b) { return a.x < b.x; }));
    }

    void longRunsAreDecimated() {
        const auto data = series(
            20'000, [](int i) { return i == 7777 ? 50.0 : 1.0 + i % 3; }, [](int) { return 1.0; });
        const LevelTimeline drawn = timelineOf(*data, {}, figures(*data, {}), 0, 0, 100);
        const auto& e2e = drawn.runs.at(0).e2e;
        QVERIFY(e2e.size() <= 402);
        QVERIFY(std::any_of(e2e.begin(), e2e.end(), [](const Point& point) { return point.y == 50; }));
    }

    // 37 requests of 10 tokens end in the 37 s with four in flight; 40 in the 43 s of the whole.
    void choices() {
        Made made;
        fourWorkers(made.run(concurrency(4)));
        Settings settings;
        settings.measure.warmup = sec(1.5);
        const auto drawn = timeline(*made.done(), settings);
        QCOMPARE(drawn.choices.size(), std::size_t{4});
        const WarmupChoice& share = choiceOf(drawn, "in-flight share");
        QCOMPARE(*share.systemOutputRate, 10.0);
        QCOMPARE(share.measured, std::size_t{40 - 3 - 0});  // the three that started before 3 s are out
        QVERIFY(share.trusted);
        QCOMPARE(*choiceOf(drawn, "whole run").systemOutputRate, 400.0 / 43);
        QCOMPARE(*choiceOf(drawn, "whole run").e2eMean, 4.0);
        QCOMPARE(seconds(choiceOf(drawn, "by hand").warmup), 1.5);
        QCOMPARE(*choiceOf(drawn, "by hand").systemOutputRate, 400.0 / 41.5);
        const WarmupChoice& mser = choiceOf(drawn, "MSER-5");
        QVERIFY(!mser.trusted && mser.automatic);
        QVERIFY2(q(mser.text).contains("fewer than 50"), mser.text.c_str());
        const Settings used = chosen(settings, share);
        QCOMPARE(seconds(used.measure.warmup), 3.0);
        QCOMPARE(seconds(used.measure.cooldown), 3.0);
        QVERIFY(!used.measure.warmupAuto && chosen(settings, mser).measure.warmupAuto);
    }

    void nothingToLay() {
        Made made;
        made.summary(concurrency(1), {{"e2e_s.mean", 1.0}});
        QVERIFY(q(timeline(*made.done()).missing).contains("summary"));
        Made noStarts;
        Row row = streamed(0, 1, 2, 10, 10);
        row.start = unknownTime;
        noStarts.run(concurrency(1)).row(row);
        const auto drawn = timeline(*noStarts.done());
        QVERIFY(q(drawn.missing).contains("start times"));
        QVERIFY(drawn.choices.empty());
    }

    void drifts_data() {
        QTest::addColumn<double>("rise");  // of e2e over the window, as a share of its first value
        QTest::addColumn<double>("faster");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("lanes");
        QTest::addColumn<QString>("e2e");
        QTest::addColumn<QString>("rate");
        QTest::newRow("steady") << 0.0 << 0.0 << 200 << 1 << "does not drift"
                                << "does not drift";
        QTest::newRow("10% slower") << 0.1 << 0.0 << 200 << 1 << "e2e drifts: +9.5%"
                                    << "does not drift";
        QTest::newRow("4% slower, and surely: too little") << 0.04 << 0.0 << 200 << 1 << "does not drift: +3.9%"
                                                           << "does not drift";
        QTest::newRow("10% faster") << -0.1 << 0.0 << 200 << 1 << "e2e drifts: -10.5%"
                                    << "does not drift";
        QTest::newRow("sent ever faster") << 0.0 << 0.2 << 200 << 1 << "does not drift"
                                          << "rate drifts: +2";
        QTest::newRow("too few rows") << 0.1 << 0.0 << 99 << 1 << "99 rows make 19 batches of 5"
                                      << "not judged";
        QTest::newRow("just enough") << 0.1 << 0.0 << 100 << 1 << "drifts"
                                     << "not judged";
        // Eight at once, half of the time: four in flight, and batches of five; sixteen: eight, and batches of eight.
        QTest::newRow("batches as large as what is in flight") << 0.1 << 0.0 << 9 << 16 << "144 rows make 1"
                                                               << "not judged";
    }
    void drifts() {
        QFETCH(double, rise);
        QFETCH(double, faster);
        QFETCH(int, rows);
        QFETCH(int, lanes);
        QFETCH(QString, e2e);
        QFETCH(QString, rate);
        const auto along = [rows](int i) { return static_cast<double>(i) / rows; };
        const auto data = series(
            rows, [&](int i) { return 1 + rise * along(i); }, [&](int i) { return 2 * (1 - faster * along(i)); },
            lanes);
        const LevelTimeline drawn = timeline(*data);
        const std::string said = driftSentence(drawn, 0.05);
        const QString first = q(text(drawn.drifts.at(0).e2e, "e2e", 0.05));
        const QString second = q(text(drawn.drifts.at(0).rate, "the output rate", 0.05));
        QVERIFY2(first.contains(e2e), qPrintable(first));
        QVERIFY2(second.contains(rate), qPrintable(second));
        QCOMPARE(q(said), first + "; " + second + ".");
    }

    // Four in flight that all started at once fill up first: the clock of the rate starts at the first end.
    void fillingAndDrainingIsNoDrift() {
        const auto data = series(
            40, [](int) { return 4.0; }, [](int) { return 4.0; }, 8);
        const Drift drift = timeline(*data).drifts.at(0);
        QVERIFY(!drift.drifts(0.05));
        QCOMPARE(drift.e2e.rowsPerBatch, std::size_t{8});
        QCOMPARE(drift.e2e.batches, std::size_t{40});
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "test_timeline.moc"
