// Findings (CLI §6): each fires where it should and not beside it, with its numbers.
#include <QTest>

#include "core/judge/checks.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// Closed loop: `lanes` lanes of rows that follow each other without a pause, 1 s each; all open from 0 to `rounds` s.
void addClosedLoop(Bench& bench, int lanes, int rounds, int from = 0) {
    for (int lane = 0; lane < lanes; ++lane) {
        for (int round = 0; round < rounds; ++round) {
            Row row = streamedRow(from + lane * rounds + round);
            row.start = 1000 * second + round * second;
            row.firstContent = 10 * millisecond + std::chrono::microseconds(from + lane * rounds + round);
            row.end = second;
            bench.addRow(row);
        }
    }
}

/// METRICS §8, "1T sweep".
void addSweep(Bench& bench) {
    const std::vector<std::array<double, 3>> points{
        {32, 464, 35.2}, {48, 657, 37.4}, {64, 803, 40.8}, {96, 1017, 48.2}, {128, 1238, 52.8}};
    for (const auto& [load, rate, mean] : points)
        bench.addSummary(load, {{"system_output_tokens_per_s", rate}, {"e2e_s.mean", mean}});
}

Slo sloOf(const char* text) { return *parseSlo(text); }

}  // namespace

class FindingsTest : public QObject {
    Q_OBJECT
private slots:
    void littlesLaw_data();
    void littlesLaw();
    void littlesLawNeedsStarts();
    void littlesLawAtLeast_data();
    void littlesLawAtLeast();
    void sameLoadTwice();
    void rerun_data();
    void rerun();
    void rerunKnowsPrompts();
    void populationIncomplete_data();
    void populationIncomplete();
    void errors_data();
    void errors();
    void deliberateCancelsAreNoErrors();
    void warmup_data();
    void warmup();
    void fewLevels_data();
    void fewLevels();
    void singleRun();
    void sweepIsStillScaling();
    void crossedTwice();
    void fallingLatency_data();
    void fallingLatency();
    void withheldTtft_data();
    void withheldTtft();
    void ofTasksWithoutText();
    void guardMisfires_data();
    void guardMisfires();
    void offerCountsTheRows();
    void summaryOnly();
    void registryNamesEachFindingOnce();
};

void FindingsTest::littlesLaw_data() {
    QTest::addColumn<int>("lanes");
    QTest::addColumn<bool>("fires");
    QTest::newRow("as declared") << 10 << false;
    QTest::newRow("within 10%") << 9 << false;
    QTest::newRow("too few") << 8 << true;
    QTest::newRow("too many") << 12 << true;
}

void FindingsTest::littlesLaw() {
    QFETCH(int, lanes);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(10);
    addClosedLoop(bench, lanes, 20);
    bench.judge();
    const auto found = bench.findings("littles-law");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (!fires) return;
    QCOMPARE(found[0].severity, Severity::doubtful);
    QCOMPARE(found[0].load->value, 10.0);
    QCOMPARE(evidence(found[0], "declared"), 10.0);
    QVERIFY(std::abs(evidence(found[0], "in_flight") - lanes) < 1e-9);
    QVERIFY2(says(found[0].text, "Concurrency 10"), found[0].text.c_str());
}

void FindingsTest::littlesLawNeedsStarts() {
    Bench bench;
    RunInfo info;
    info.declaredDuration = 100 * second;
    bench.addRun(10, info);
    for (int i = 0; i < 20; ++i) {
        Row row = streamedRow(i);
        row.start = unknownTime;
        bench.addRow(row);
    }
    bench.judge();
    QVERIFY(bench.findings("littles-law").empty());
}

/// A failed row without times was in flight too, nobody knows how long: too few is no finding then.
void FindingsTest::littlesLawAtLeast_data() {
    QTest::addColumn<int>("lanes");
    QTest::addColumn<bool>("untimed");
    QTest::addColumn<bool>("fires");
    QTest::newRow("too few") << 8 << false << true;
    QTest::newRow("too few, at least") << 8 << true << false;
    QTest::newRow("too many, at least") << 12 << true << true;
}

void FindingsTest::littlesLawAtLeast() {
    QFETCH(int, lanes);
    QFETCH(bool, untimed);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(10);
    addClosedLoop(bench, lanes, 20);
    if (untimed) {
        Row row = streamedRow(5000);
        row.start = 1005 * second;
        row.status = Status::error;
        row.firstContent = row.end = unknownTime;
        row.gapsKnown = false;
        row.gaps.clear();
        bench.addRow(row);
    }
    bench.judge();
    QCOMPARE(bench.measured.configurations[0].levels[0].inFlightAtLeast, untimed);
    QCOMPARE(bench.findings("littles-law").size(), fires ? 1U : 0U);
}

void FindingsTest::sameLoadTwice() {
    // METRICS §8: the sweep's load 32, and an earlier run.
    Bench bench;
    addSweep(bench);
    bench.addSummary(1, {{"system_output_tokens_per_s", 61.3}});
    bench.addSummary(32, {{"system_output_tokens_per_s", 799.9}, {"e2e_s.mean", 20.38}});
    bench.judge();
    const auto found = bench.findings("rerun-differs");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found[0].load->value, 32.0);
    QVERIFY(std::abs(evidence(found[0], "rate_ratio") - 799.9 / 464) < 1e-12);
    for (const char* part : {"1.72 times (464 and 799.9 tokens/s)", "output length does not explain it", "510.4",
                             "509.4", "prompts and cache state are unknown"})
        QVERIFY2(says(found[0].text, part), found[0].text.c_str());
}

void FindingsTest::rerun_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("latency");
    QTest::addColumn<bool>("fires");
    QTest::addColumn<QString>("says");
    QTest::newRow("the same") << 100.0 << 10.0 << false << "";
    QTest::newRow("10% apart") << 110.0 << 10.0 << false << "";
    QTest::newRow("rate apart") << 111.0 << 10.0 << true << "in output rate 1.11 times";
    QTest::newRow("latency apart") << 100.0 << 8.0 << true << "in mean latency 1.25 times";
    QTest::newRow("longer outputs") << 200.0 << 10.0 << true
                                    << "output length differs (31.2 and 62.5 tokens per request by Little's law)";
}

void FindingsTest::rerun() {
    QFETCH(double, rate);
    QFETCH(double, latency);
    QFETCH(bool, fires);
    QFETCH(QString, says);
    Bench bench;
    bench.addSummary(32, {{"system_output_tokens_per_s", 100.0}, {"e2e_s.mean", 10.0}});
    bench.addSummary(32, {{"system_output_tokens_per_s", rate}, {"e2e_s.mean", latency}});
    bench.addSummary(64, {{"system_output_tokens_per_s", 5000.0}, {"e2e_s.mean", 10.0}});
    bench.judge();
    const auto found = bench.findings("rerun-differs");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires) QVERIFY2(QString::fromStdString(found[0].text).contains(says), found[0].text.c_str());
}

void FindingsTest::rerunKnowsPrompts() {
    Bench bench;
    bench.m_context["cache_state"].stated = "\"warm\"";
    bench.addFile("b.jsonl", true);
    for (int run = 0; run < 2; ++run) {
        RunInfo info;
        info.number = run + 1;
        bench.addRun(4, info);
        for (int i = 0; i < 20; ++i) {
            Row row = streamedRow(100 * run + i);
            row.start = (1000 + 1000 * run) * second + i * (run + 1) * second;
            row.promptKey = static_cast<Key>(i + 1);
            bench.addRow(row);
        }
    }
    bench.judge();
    const auto found = bench.findings("rerun-differs");
    QCOMPARE(found.size(), 1U);
    QVERIFY2(says(found[0].text, "prompts are the same, the cache is stated to be warm"), found[0].text.c_str());
}

void FindingsTest::populationIncomplete_data() {
    QTest::addColumn<int>("declared");
    QTest::addColumn<int>("missing");
    QTest::newRow("not declared") << -1 << 0;
    QTest::newRow("all there") << 20 << 0;
    QTest::newRow("more than declared") << 10 << 0;
    QTest::newRow("one missing") << 21 << 1;
}

void FindingsTest::populationIncomplete() {
    QFETCH(int, declared);
    QFETCH(int, missing);
    Bench bench;
    RunInfo info;
    if (declared >= 0) info.declaredRequests = declared;
    bench.addRun(4, info);
    bench.addClean(20);
    bench.judge();
    const auto found = bench.findings("population-incomplete");
    QCOMPARE(found.size(), missing > 0 ? 1U : 0U);
    if (missing > 0) QCOMPARE(evidence(found[0], "missing"), static_cast<double>(missing));
}

void FindingsTest::errors_data() {
    QTest::addColumn<int>("failed");
    QTest::addColumn<int>("clean");
    QTest::addColumn<bool>("fires");
    QTest::newRow("none") << 0 << 100 << false;
    QTest::newRow("1% exactly") << 1 << 99 << false;
    QTest::newRow("above 1%") << 2 << 98 << true;
    QTest::newRow("all") << 5 << 0 << true;
}

void FindingsTest::errors() {
    QFETCH(int, failed);
    QFETCH(int, clean);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(4);
    bench.addClean(clean);
    for (int i = 0; i < failed; ++i) {
        Row row = streamedRow(i);
        if (i % 2 == 0) {
            row.status = Status::error;
            row.error = "503 busy";
        } else {
            row.outputTokens = 0;
        }
        bench.addRow(row);
    }
    bench.judge();
    const auto found = bench.findings("errors");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (!fires) return;
    QCOMPARE(found[0].rows.size(), static_cast<std::size_t>(failed));
    QCOMPARE(evidence(found[0], "failed"), static_cast<double>(failed));
    QVERIFY2(says(found[0].text, "completed with no token"), found[0].text.c_str());
    QCOMPARE(std::get<std::string>(found[0].evidence.back().second), std::string("503 busy"));
}

void FindingsTest::deliberateCancelsAreNoErrors() {
    Bench bench;
    bench.addRun(4);
    bench.addClean(10);
    for (int i = 0; i < 10; ++i) {
        Row row = streamedRow(i);
        row.status = Status::cancelled;
        row.deliberate = i > 0;
        bench.addRow(row);
    }
    bench.judge();
    const auto found = bench.findings("errors");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(evidence(found[0], "sent"), 11.0);  // nine of the twenty were meant to be cancelled
    QCOMPARE(found[0].rows.size(), 1U);
}

void FindingsTest::warmup_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<bool>("fires");
    QTest::newRow("none") << 0 << true;
    QTest::newRow("cut off by setting") << 1 << false;
    QTest::newRow("rows marked") << 2 << false;
    QTest::newRow("taken out by the harness") << 3 << false;
    QTest::newRow("asked for where no starts are known") << 4 << true;
}

void FindingsTest::warmup() {
    QFETCH(int, which);
    QFETCH(bool, fires);
    Bench bench;
    bench.m_warmupRemoved = which == 3;
    bench.addFile("b.jsonl", true);
    bench.addRun(4);
    bench.addClean(10);
    if (which == 1) bench.settings.measure.warmup = second;
    if (which == 4) {
        bench.settings.measure.warmup = second;
        RunInfo info;
        info.declaredDuration = 10 * second;
        bench.addRun(8, info);
        Row row = streamedRow(0);
        row.start = unknownTime;
        bench.addRow(row);
    }
    if (which == 2) {
        Row row = streamedRow(0);
        row.phase = Phase::warmup;
        bench.addRow(row);
    }
    bench.judge();
    QCOMPARE(bench.findings("no-warmup-discarded").size(), fires ? 1U : 0U);
    if (which == 4) QVERIFY(says(bench.findings("no-warmup-discarded")[0].text, "not applied"));
}

void FindingsTest::fewLevels_data() {
    QTest::addColumn<int>("loads");
    QTest::addColumn<bool>("fires");
    QTest::newRow("one") << 1 << true;
    QTest::newRow("seven") << 7 << true;
    QTest::newRow("eight") << 8 << false;
}

void FindingsTest::fewLevels() {
    QFETCH(int, loads);
    QFETCH(bool, fires);
    Bench bench;
    for (int load = 1; load <= loads; ++load) {
        bench.addRun(load);
        bench.addClean(5, 100 * load);
    }
    bench.addRun(1);  // a second run at a load is no further load
    bench.addClean(5, 5000);
    bench.judge();
    const auto found = bench.findings("few-levels");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires) QCOMPARE(evidence(found[0], "loads"), static_cast<double>(loads));
}

void FindingsTest::singleRun() {
    Bench bench;
    bench.addRun(1);
    bench.addClean(5);
    bench.addFile("b.jsonl", true);
    bench.addRun(1);
    bench.addClean(5, 2000);
    RunInfo second;
    second.number = 2;
    bench.addRun(1, second);
    bench.addClean(5, 3000);
    bench.addFile("c.jsonl", true);
    bench.addSummary(8, {{"system_output_tokens_per_s", 5.0}});
    bench.addSummary(8, {{"system_output_tokens_per_s", 5.0}});
    bench.judge();
    const auto found = bench.findings("single-run");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(*found[0].configuration, 0U);
}

void FindingsTest::sweepIsStillScaling() {
    Bench bench;
    addSweep(bench);
    bench.judge();
    const auto found = bench.findings("still-scaling");
    QCOMPARE(found.size(), 1U);
    QVERIFY(std::abs(evidence(found[0], "elasticity") - 0.68) < 0.005);
    QVERIFY2(says(found[0].text, "0.68"), found[0].text.c_str());
    QVERIFY(bench.findings("not-monotonic").empty());
    QCOMPARE(bench.findings("summary-only").size(), 1U);
}

void FindingsTest::crossedTwice() {
    Bench bench;
    const std::vector<std::pair<double, double>> points{{1, 10}, {2, 50}, {4, 30}, {8, 60}};
    for (const auto& [load, mean] : points)
        bench.addSummary(load, {{"system_output_tokens_per_s", 100 * load}, {"e2e_s.mean", mean}});
    bench.settings.slos = {sloOf("e2e mean < 40s"), sloOf("e2e mean < 55s")};
    bench.judge();
    const auto found = bench.findings("not-monotonic");
    QCOMPARE(found.size(), 1U);
    QVERIFY2(says(found[0].text, "e2e mean < 40 s"), found[0].text.c_str());
}

void FindingsTest::fallingLatency_data() {
    QTest::addColumn<double>("after");
    QTest::addColumn<bool>("fires");
    QTest::newRow("rises") << 12.0 << false;
    QTest::newRow("falls by 10%") << 9.0 << false;
    QTest::newRow("falls by more") << 8.9 << true;
}

void FindingsTest::fallingLatency() {
    QFETCH(double, after);
    QFETCH(bool, fires);
    Bench bench;
    bench.addSummary(1, {{"system_output_tokens_per_s", 10.0}, {"e2e_s.p50", 10.0}});
    bench.addSummary(2, {{"system_output_tokens_per_s", 20.0}, {"e2e_s.p50", after}});
    bench.judge();
    const auto found = bench.findings("not-monotonic");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires)
        QVERIFY2(says(found[0].text, "falls by 11.0%") || says(found[0].text, "falls by 11%"), found[0].text.c_str());
}

void FindingsTest::withheldTtft_data() {
    QTest::addColumn<int>("buffered");
    QTest::addColumn<int>("unobservable");
    QTest::addColumn<int>("clean");
    QTest::addColumn<QString>("says");
    QTest::newRow("none") << 0 << 0 << 100 << "";
    QTest::newRow("5% exactly") << 5 << 0 << 95 << "";
    QTest::newRow("above 5%") << 4 << 2 << 94 << "6 of 100 rows (6%): 4 buffered, 2 with no usable time";
}

void FindingsTest::withheldTtft() {
    QFETCH(int, buffered);
    QFETCH(int, unobservable);
    QFETCH(int, clean);
    QFETCH(QString, says);
    Bench bench;
    bench.addRun(4);
    bench.addClean(clean);
    for (int i = 0; i < buffered; ++i) {
        Row row = evenRow(i, 50 * millisecond, 2);
        row.outputTokens = 60;  // two chunks of two tokens would be short, not buffered
        bench.addRow(row);
    }
    for (int i = 0; i < unobservable; ++i) {
        Row row = streamedRow(50 + i);
        row.firstContent = unknownTime;
        row.gapsKnown = false;
        row.gaps.clear();
        bench.addRow(row);
    }
    bench.judge();
    const auto found = bench.findings("withheld-ttft");
    QCOMPARE(found.size(), says.isEmpty() ? 0U : 1U);
    if (!says.isEmpty()) QVERIFY2(QString::fromStdString(found[0].text).contains(says), found[0].text.c_str());
}

void FindingsTest::ofTasksWithoutText() {
    Bench bench;
    bench.m_context["task"].stated = "\"embedding\"";
    bench.addFile("a.jsonl", true);
    bench.addRun(4);
    for (int i = 0; i < 20; ++i) {
        Row row = streamedRow(i);
        row.firstContent = unknownTime;
        row.gapsKnown = false;
        row.gaps.clear();
        row.outputTokens = 0;
        bench.addRow(row);
    }
    bench.judge();
    QVERIFY(bench.findings("short-outputs").empty());
    const auto found = bench.findings("withheld-ttft");
    QCOMPARE(found.size(), 1U);
    QVERIFY2(says(found[0].text, "20 of 20 rows (100%): the task makes no text."), found[0].text.c_str());
}

void FindingsTest::guardMisfires_data() {
    QTest::addColumn<int>("misfires");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("fires");
    QTest::newRow("20% exactly") << 2 << 0 << false;
    QTest::newRow("above 20%") << 3 << 0 << true;
    QTest::newRow("nine chunks are too few") << 3 << 1 << false;
    QTest::newRow("gaps under 1 ms") << 3 << 2 << false;
    QTest::newRow("one gap above half") << 3 << 3 << false;
    QTest::newRow("by chunks as well") << 3 << 4 << false;
    QTest::newRow("gaps unknown") << 3 << 5 << false;
}

void FindingsTest::guardMisfires() {
    QFETCH(int, misfires);
    QFETCH(int, kind);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(4);
    if (kind == 4) bench.settings.measure.minChunks = 65;
    for (int i = 0; i < misfires; ++i) {
        Row row = evenRow(i, 130 * millisecond + i * millisecond, kind == 1 ? 9 : 64);
        if (kind == 2) row = evenRow(i, 60 * millisecond, 64);
        if (kind == 3) {
            row.gaps.assign(63, millisecond);
            row.gaps[0] = 70 * millisecond;
        }
        if (kind == 5) {
            row.gaps.clear();
            row.gapsKnown = false;
        }
        bench.addRow(row);
    }
    bench.addClean(10 - misfires);
    bench.judge();
    const auto found = bench.findings("guard-misfires");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (!fires) return;
    QCOMPARE(found[0].offerText, std::string("Set the interval to 0.13 s"));
    QVERIFY(found[0].offer.has_value());
    QCOMPARE(found[0].offer->minInterval, 130 * millisecond);
    QCOMPARE(found[0].offer->minChunks, bench.settings.measure.minChunks);
    QCOMPARE(found[0].rows.size(), 3U);
}

void FindingsTest::offerCountsTheRows() {
    Bench bench;
    bench.addRun(4);
    for (int i = 0; i < 10; ++i) bench.addRow(evenRow(i, Nanoseconds(129'700'000 + i), 64));
    bench.judge();
    QCOMPARE(bench.measured.configurations[0].levels[0].rows.of(Verdict::buffered), 10U);
    bench.settings.measure = *bench.findings("guard-misfires").at(0).offer;
    bench.judge();
    QCOMPARE(bench.measured.configurations[0].levels[0].rows.of(Verdict::streamed), 10U);
    QVERIFY(bench.findings("guard-misfires").empty());
}

void FindingsTest::summaryOnly() {
    Bench bench;
    bench.addRun(1);
    bench.addClean(5);
    bench.addSummary(2, {{"system_output_tokens_per_s", 5.0}});
    bench.judge();
    const auto found = bench.findings("summary-only");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(evidence(found[0], "levels"), 1.0);
    QVERIFY(!found[0].load);
}

void FindingsTest::registryNamesEachFindingOnce() {
    std::vector<std::string> ids;
    for (const CheckEntry& entry : findingRegistry()) {
        QVERIFY(!entry.fires.empty());
        ids.emplace_back(entry.id);
    }
    std::sort(ids.begin(), ids.end());
    QVERIFY2(std::adjacent_find(ids.begin(), ids.end()) == ids.end(), "an id stands twice");
}

QTEST_GUILESS_MAIN(FindingsTest)
#include "findings_test.moc"
