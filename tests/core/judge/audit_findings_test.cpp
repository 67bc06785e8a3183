// The audit's findings of one configuration (CLI §6): each fires where it should, and not beside it.
#include <QTest>

#include "core/judge/checks.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// `rows` rows, one after another without a pause, each changed by `change`.
template <class Change>
void addRows(Bench& bench, int rows, Change change, int from = 0) {
    for (int i = 0; i < rows; ++i) {
        Row row = streamedRow(from + i);
        change(row, i);
        bench.addRow(row);
    }
}

void addClosedLoop(Bench& bench, int lanes, int rounds, int from) {
    for (int lane = 0; lane < lanes; ++lane)
        for (int round = 0; round < rounds; ++round) {
            Row row = streamedRow(from + lane * rounds + round);
            row.start = 1000 * second + round * second;
            row.end = second;
            bench.addRow(row);
        }
}

}  // namespace

class AuditFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void rateAgainstUsers_data();
    void rateAgainstUsers();
    void summaryRateAgainstUsers_data();
    void summaryRateAgainstUsers();
    void placeholderValue();
    void statedRatio_data();
    void statedRatio();
    void tokenSourceDiffers_data();
    void tokenSourceDiffers();
    void warmCache_data();
    void warmCache();
    void cacheStateUnknown_data();
    void cacheStateUnknown();
    void clientLimit_data();
    void clientLimit();
    void coalescingWithinALevel();
    void coalescingBetween_data();
    void coalescingBetween();
    void shortOutputs_data();
    void shortOutputs();
    void mostlyFirstToken();
    void queueNotReported();
    void contextMissing_data();
    void contextMissing();
    void clockRelative();
    void changedThresholdIsSaid();
};

void AuditFindingsTest::rateAgainstUsers_data() {
    QTest::addColumn<double>("durationSeconds");
    QTest::addColumn<int>("reasoning");  // tokens of each row
    // Ten rows of 50 tokens in 1.08 s each, 50 / 0.98 = 51.0 tokens/s at most; without starts the harness's duration is
    // the window. In 10.8 s: 46.3 tokens/s of 1 in flight. The sum of e2e is the same whatever the duration, so a wrong
    // duration moves both sides alike: rows do not break it.
    QTest::newRow("one after another") << 10.8 << 0;
    QTest::newRow("a wrong duration moves both sides") << 1.0 << 0;
    // 10 visible tokens make 10.2 tokens/s, while the system's rate counts all 50.
    QTest::newRow("a rate of visible tokens is no rate of all") << 10.8 << 40;
}

void AuditFindingsTest::rateAgainstUsers() {
    QFETCH(double, durationSeconds);
    QFETCH(int, reasoning);
    Bench bench;
    RunInfo run;
    run.declaredDuration = fromSeconds(durationSeconds);
    bench.addRun(1, run);
    addRows(bench, 10, [=](Row& row, int) {
        row.start = unknownTime;
        row.reasoningTokens = reasoning;
    });
    bench.judge();
    const LevelFigures& level = bench.measured.configurations[0].levels[0];
    QCOMPARE(level.rateVisible, reasoning > 0 ? 10U : 0U);
    QVERIFY(bench.findings("rate-against-users").empty());
    // By hand: figures that contradict each other, as a source's own mixture of windows makes them.
    Figures wrong = bench.measured;
    wrong.configurations[0].levels[0].inFlight = 0.5;
    wrong.configurations[0].levels[0].systemOutputRate = 100;
    const Judgement judged = judge(*bench.data, bench.settings, wrong);
    const auto found = std::find_if(judged.findings.begin(), judged.findings.end(),
                                    [](const Finding& each) { return each.id == "rate-against-users"; });
    QCOMPARE(found != judged.findings.end(), reasoning == 0);
    if (reasoning > 0) return;
    QCOMPARE(found->severity, Severity::wrong);
    QVERIFY2(says(found->text, "100 tokens/s in all"), found->text.c_str());
}

void AuditFindingsTest::summaryRateAgainstUsers_data() {
    QTest::addColumn<QString>("reported");
    QTest::addColumn<bool>("fires");
    // 10 requests/s of 0.8 s are 8 in flight; at 50 tokens/s and one token more each they make 410, with 1% 414.1.
    QTest::newRow("as it may be") << "system_output_tokens_per_s=414 requests_per_s=10 e2e_s.mean=0.8 "
                                     "rate_tokens_per_s.max=50"
                                  << false;
    QTest::newRow("too much") << "system_output_tokens_per_s=415 requests_per_s=10 e2e_s.mean=0.8 "
                                 "rate_tokens_per_s.max=50"
                              << true;
    QTest::newRow("the fastest by its TPOT") << "system_output_tokens_per_s=415 requests_per_s=10 e2e_s.mean=0.8 "
                                                "tpot_s.min=0.02"
                                             << true;
    QTest::newRow("in flight as reported") << "system_output_tokens_per_s=415 requests_per_s=10 in_flight=16 "
                                              "rate_tokens_per_s.max=50"
                                           << false;
    QTest::newRow("the mean bounds nothing") << "system_output_tokens_per_s=415 requests_per_s=10 e2e_s.mean=0.8 "
                                                "rate_tokens_per_s.mean=50"
                                             << false;
    QTest::newRow("latency unknown") << "system_output_tokens_per_s=415 requests_per_s=10 rate_tokens_per_s.max=50"
                                     << false;
    QTest::newRow("requests unknown") << "system_output_tokens_per_s=4150 in_flight=8 rate_tokens_per_s.max=50"
                                      << false;
}

void AuditFindingsTest::summaryRateAgainstUsers() {
    QFETCH(QString, reported);
    QFETCH(bool, fires);
    Reported figures;
    for (const QString& each : reported.split(' '))
        figures[each.section('=', 0, 0).toStdString()] = each.section('=', 1).toDouble();
    Bench bench;
    bench.addSummary(8, figures);
    bench.judge();
    const auto found = bench.findings("rate-against-users");
    QCOMPARE(!found.empty(), fires);
    if (fires) QVERIFY2(says(found[0].text, "8 requests in flight (requests per second times"), found[0].text.c_str());
}

void AuditFindingsTest::placeholderValue() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 6, [](Row& row, int) { row.firstContent = 123'456'789 * Nanoseconds(1); });
    bench.addClean(20);
    bench.addRun(16);
    bench.addClean(20, 5000);
    bench.judge();
    const auto found = bench.findings("placeholder-value");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found[0].load->value, 8.0);
    QCOMPARE(found[0].rows.size(), 6U);
    QCOMPARE(found[0].severity, Severity::wrong);
}

void AuditFindingsTest::statedRatio_data() {
    QTest::addColumn<QString>("stated");
    QTest::addColumn<int>("found");
    // METRICS §8: 331 against 111, said to be 3.14 times, is 2.98 times.
    QTest::newRow("does not follow") << R"([{"text": "331 against 111: 3.14 times", "a_value": 111, "b_value": 331,
        "ratio": 3.14}])" << 1;
    QTest::newRow("follows within 1%") << R"([{"a_value": 111, "b_value": 331, "ratio": 2.98}])" << 0;
    QTest::newRow("two, one wrong")
        << R"([{"a_value": 1, "b_value": 2, "ratio": 2}, {"a_value": 1, "b_value": 2, "ratio": 3}])" << 1;
    QTest::newRow("nothing to divide by") << R"([{"a_value": 0, "b_value": 2, "ratio": 3}])" << 0;
    QTest::newRow("no figures") << R"([{"text": "three times as fast"}, 5])" << 0;
    QTest::newRow("no list") << R"("three times as fast")" << 0;
}

void AuditFindingsTest::statedRatio() {
    QFETCH(QString, stated);
    QFETCH(int, found);
    Bench bench;
    bench.m_context["note.stated"].stated = stated.toStdString();
    for (const char* file : {"a.jsonl", "b.jsonl"}) {
        bench.addFile(file, true);  // one context above two results states one thing once
        bench.addRun(8);
        bench.addClean(5);
    }
    bench.judge();
    const auto findings = bench.findings("stated-ratio");
    QCOMPARE(static_cast<int>(findings.size()), found);
    if (found == 0) return;
    QCOMPARE(findings[0].severity, Severity::wrong);
    const bool paper = stated.contains("331");
    QVERIFY(std::abs(evidence(findings[0], "ratio") - (paper ? 331.0 / 111 : 2.0)) < 1e-12);
    if (paper) QVERIFY2(says(findings[0].text, "331 / 111 is 2.98 times"), findings[0].text.c_str());
}

void AuditFindingsTest::tokenSourceDiffers_data() {
    QTest::addColumn<int>("other");
    QTest::addColumn<bool>("fires");
    QTest::newRow("as many") << 50 << false;
    QTest::newRow("4% fewer") << 48 << false;
    QTest::newRow("6% fewer") << 47 << true;
    QTest::newRow("6% more") << 54 << true;
    QTest::newRow("no second count") << -1 << false;
}

void AuditFindingsTest::tokenSourceDiffers() {
    QFETCH(int, other);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(8);
    addRows(bench, 10, [other](Row& row, int) { row.otherOutputTokens = other; });
    bench.judge();
    const auto found = bench.findings("token-source-differs");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires) QCOMPARE(evidence(found[0], "other_output_tokens"), 10.0 * other);
}

void AuditFindingsTest::warmCache_data() {
    QTest::addColumn<QString>("stated");
    QTest::addColumn<int>("cached");
    QTest::addColumn<int>("distinct");
    QTest::addColumn<bool>("turns");
    QTest::addColumn<int>("found");
    QTest::newRow("nothing of it") << "" << -1 << 0 << false << 0;
    QTest::newRow("stated cold") << "cold" << -1 << 0 << false << 0;
    QTest::newRow("stated warm") << "warm" << -1 << 0 << false << 1;
    QTest::newRow("stated mixed") << "mixed" << -1 << 0 << false << 1;
    QTest::newRow("20% cached") << "" << 20 << 0 << false << 0;
    QTest::newRow("21% cached") << "" << 21 << 0 << false << 1;
    QTest::newRow("half of the prompts distinct") << "" << -1 << 5 << false << 0;
    QTest::newRow("fewer") << "" << -1 << 4 << false << 1;
    QTest::newRow("turns of one conversation are distinct") << "" << -1 << 1 << true << 0;
    QTest::newRow("stated, and cached") << "warm" << 90 << 0 << false << 2;
}

void AuditFindingsTest::warmCache() {
    QFETCH(QString, stated);
    QFETCH(int, cached);
    QFETCH(int, distinct);
    QFETCH(bool, turns);
    QFETCH(int, found);
    Bench bench;
    if (!stated.isEmpty()) bench.m_context["cache_state"].stated = plumbline::quoted(stated.toStdString());
    bench.addRun(8);
    addRows(bench, 10, [=](Row& row, int i) {
        row.cachedTokens = cached;
        if (distinct > 0) row.promptKey = static_cast<Key>(1 + i % distinct);
        if (turns) row.turn = i;
    });
    bench.judge();
    QCOMPARE(static_cast<int>(bench.findings("warm-cache").size()), found);
}

void AuditFindingsTest::cacheStateUnknown_data() {
    QTest::addColumn<int>("knows");
    QTest::newRow("nothing known") << 0;
    QTest::newRow("cached counts") << 1;
    QTest::newRow("prefix keys") << 2;
    QTest::newRow("stated") << 3;
}

void AuditFindingsTest::cacheStateUnknown() {
    QFETCH(int, knows);
    Bench bench;
    if (knows == 3) bench.m_context["cache_state"].stated = "\"cold\"";
    bench.addRun(8);
    addRows(bench, 5, [knows](Row& row, int) {
        if (knows == 1) row.cachedTokens = 0;
        if (knows == 2) row.prefixKey = 7;
    });
    bench.judge();
    QCOMPARE(bench.findings("cache-state-unknown").size(), knows == 0 ? 1U : 0U);
}

void AuditFindingsTest::clientLimit_data() {
    QTest::addColumn<int>("lanesAtTwice");
    QTest::addColumn<double>("twice");
    QTest::addColumn<bool>("fires");
    QTest::newRow("twice the load, twice in flight") << 16 << 16.0 << false;
    QTest::newRow("twice the load, as many in flight") << 8 << 16.0 << true;
    QTest::newRow("less than twice the load") << 8 << 15.0 << false;
}

void AuditFindingsTest::clientLimit() {
    QFETCH(int, lanesAtTwice);
    QFETCH(double, twice);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(8);
    addClosedLoop(bench, 8, 10, 0);
    bench.addRun(twice);
    addClosedLoop(bench, lanesAtTwice, 10, 5000);
    bench.judge();
    const auto found = bench.findings("client-limit");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires) QCOMPARE(found[0].load->value, 16.0);
}

void AuditFindingsTest::coalescingWithinALevel() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 3, [](Row& row, int) { std::fill(row.gaps.begin(), row.gaps.begin() + 25, Nanoseconds(1000)); });
    bench.addRun(16);
    addRows(
        bench, 3, [](Row& row, int) { std::fill(row.gaps.begin(), row.gaps.begin() + 24, Nanoseconds(1000)); }, 500);
    bench.judge();
    const auto found = bench.findings("coalescing");  // 25 of 49 gaps, and 24 of 49
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found[0].load->value, 8.0);
    QCOMPARE(evidence(found[0], "under_1_ms"), 75.0);
}

void AuditFindingsTest::coalescingBetween_data() {
    QTest::addColumn<int>("ttftMs");
    QTest::addColumn<int>("gapMs");
    QTest::addColumn<int>("endMs");
    QTest::addColumn<bool>("fires");
    // The plain one: TTFT 100 ms, gaps of 20 ms, e2e 1,080 ms.
    QTest::newRow("twice, half, the same") << 201 << 10 << 1080 << true;
    QTest::newRow("first token not late enough") << 190 << 10 << 1080 << false;
    QTest::newRow("gaps not small enough") << 201 << 11 << 1080 << false;
    QTest::newRow("faster in all") << 201 << 10 << 960 << false;
    QTest::newRow("slower in all") << 201 << 10 << 1200 << false;
}

void AuditFindingsTest::coalescingBetween() {
    QFETCH(int, ttftMs);
    QFETCH(int, gapMs);
    QFETCH(int, endMs);
    QFETCH(bool, fires);
    Bench bench;
    bench.addFile("plain.jsonl", true);
    bench.addRun(8);
    bench.addClean(9, 0);
    bench.addFile("held.jsonl", true);
    bench.addRun(8);
    addRows(bench, 9, [=](Row& row, int i) {
        row.firstContent = ttftMs * millisecond + std::chrono::microseconds(i);
        row.gaps.assign(49, gapMs * millisecond);
        row.end = endMs * millisecond;
    });
    bench.judge();
    const auto found = bench.findings("coalescing");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (fires) QCOMPARE(*found[0].configuration, 1U);
}

void AuditFindingsTest::shortOutputs_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("fires");
    QTest::newRow("64") << 64 << false;
    QTest::newRow("63") << 63 << true;
    QTest::newRow("one") << 1 << true;
}

void AuditFindingsTest::shortOutputs() {
    QFETCH(int, tokens);
    QFETCH(bool, fires);
    Bench bench;
    bench.addRun(8);
    addRows(bench, 5, [tokens](Row& row, int) { row.outputTokens = tokens; });
    addRows(
        bench, 4,
        [](Row& row, int) {  // failed rows are not asked
            row.outputTokens = 1;
            row.status = Status::error;
        },
        100);
    bench.judge();
    const auto found = bench.findings("short-outputs");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (!fires) return;
    QCOMPARE(evidence(found[0], "output_tokens.p50"), static_cast<double>(tokens));
    QVERIFY2(says(found[0].text, tokens == 1 ? "answer has 1 token:" : "answer has 63 tokens:"), found[0].text.c_str());
}

void AuditFindingsTest::mostlyFirstToken() {
    for (const int endMs : {200, 190}) {
        Bench bench;
        bench.settings.measure.minInterval = Nanoseconds{0};
        bench.addRun(4);
        addRows(bench, 9, [endMs](Row& row, int) {
            row.firstContent = 100 * millisecond;
            row.end = endMs * millisecond;
            row.outputTokens = 100;
        });
        bench.judge();
        QCOMPARE(bench.findings("short-outputs").size(), endMs == 200 ? 0U : 1U);
    }
}

void AuditFindingsTest::queueNotReported() {
    for (const bool known : {false, true}) {
        Bench bench;
        bench.addRun(8);
        addRows(bench, 5, [known](Row& row, int) {
            if (known) row.queue = Nanoseconds{0};
        });
        bench.judge();
        QCOMPARE(bench.findings("queue-not-reported").size(), known ? 0U : 1U);
    }
}

void AuditFindingsTest::contextMissing_data() {
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("says");
    QTest::newRow("all stated") << ""
                                << "";
    QTest::newRow("no engine") << "engine"
                               << "Not stated: engine. Edit the context, or lay a context.json beside the result: "
                                  "{\"engine\": \"vllm\"}.";
    QTest::newRow("no count") << "accelerator_count"
                              << "Not stated: number of accelerators. Edit the context, or lay a context.json beside "
                                 "the result: {\"accelerator_count\": 8}.";
    QTest::newRow("a note does not count") << "quantization"
                                           << "Not stated: quantization.";
}

void AuditFindingsTest::contextMissing() {
    QFETCH(QString, left);
    QFETCH(QString, says);
    Bench bench;
    for (const char* key : {"engine", "model", "quantization", "accelerator", "accelerator_count"})
        if (left != key) bench.m_context[key].stated = "\"x\"";
    bench.addRun(8);
    bench.addClean(5);
    bench.judge();
    const auto found = bench.findings("context-missing");
    QCOMPARE(found.size(), says.isEmpty() ? 0U : 1U);
    if (!found.empty()) QVERIFY2(plumbline::says(found[0].text, says.toStdString()), found[0].text.c_str());
}

void AuditFindingsTest::clockRelative() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(5);
    bench.judge();
    QVERIFY(bench.findings("clock-relative").empty());
    bench.measured.configurations[0].boundary.clock = "relative";
    const Judgement judged = judge(*bench.data, bench.settings, bench.measured);
    QVERIFY(std::any_of(judged.findings.begin(), judged.findings.end(),
                        [](const Finding& each) { return each.id == "clock-relative"; }));
}

void AuditFindingsTest::changedThresholdIsSaid() {
    Bench bench;
    bench.addRun(8);
    addRows(bench, 5, [](Row& row, int) { row.outputTokens = 100; });
    bench.judge();
    QVERIFY(bench.findings("short-outputs").empty());
    QVERIFY(!bench.findings("single-run")[0].changedThreshold);
    bench.settings.thresholds["short-outputs"] = 128;
    bench.judge();
    const auto found = bench.findings("short-outputs");
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found[0].changedThreshold, std::optional(128.0));
    QVERIFY2(says(found[0].text, "The threshold is set to 128 tokens, by default 64."), found[0].text.c_str());
}

QTEST_GUILESS_MAIN(AuditFindingsTest)
#include "audit_findings_test.moc"
