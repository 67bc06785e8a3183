// Suspicious rules (METRICS §3): what each flags, and the rows next to it that it must leave alone.
#include <QTest>

#include "core/judge/checks.h"
#include "core/judge/judge.h"
#include "tests/core/judge/judged.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;

namespace {

/// METRICS §8, "burst": 1,000 tokens, first content at 9.999 s, end at 10 s, 40 chunks.
Row burst(int number) {
    Row row = streamedRow(number);
    row.firstContent = 9999 * millisecond;
    row.end = 10 * second;
    row.outputTokens = 1000;
    row.chunks = 40;
    row.gaps.assign(39, Nanoseconds(1'000'000 / 39));
    return row;
}

Row shortRow(int number, Count tokens, Nanoseconds interval) {
    Row row = streamedRow(number);
    row.outputTokens = tokens;
    row.end = row.firstContent + interval;
    return row;
}

}  // namespace

class RulesTest : public QObject {
    Q_OBJECT
private slots:
    void rateCeiling_data();
    void rateCeiling();
    void ceilingOfTheBound();
    void burstOfTheSpecification();
    void outOfOrder_data();
    void outOfOrder();
    void duplicate_data();
    void duplicate();
    void duplicateAcrossFiles();
    void copiedSummaries_data();
    void copiedSummaries();
    void earlyFirstByte_data();
    void earlyFirstByte();
    void lateBurst_data();
    void lateBurst();
    void placeholder_data();
    void placeholder();
    void registryNamesEachRuleOnce();
};

void RulesTest::rateCeiling_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<qint64>("intervalUs");
    QTest::addColumn<int>("status");
    QTest::addColumn<double>("maxRate");
    QTest::addColumn<bool>("flagged");
    QTest::newRow("at the ceiling") << 100 << qint64(10'000) << 0 << 10'000.0 << false;
    QTest::newRow("just above") << 101 << qint64(10'000) << 0 << 10'000.0 << true;
    QTest::newRow("a ceiling of one's own") << 101 << qint64(10'000) << 0 << 20'000.0 << false;
    QTest::newRow("short") << 2 << qint64(1) << 0 << 10'000.0 << false;
    QTest::newRow("no longer short") << 3 << qint64(1) << 0 << 10'000.0 << true;
    QTest::newRow("whatever else the verdict") << 1000 << qint64(1) << 1 << 10'000.0 << true;
    QTest::newRow("no time at all") << 1000 << qint64(0) << 0 << 10'000.0 << true;
    QTest::newRow("end before the first token") << 1000 << qint64(-5) << 0 << 10'000.0 << false;
}

void RulesTest::rateCeiling() {
    QFETCH(int, tokens);
    QFETCH(qint64, intervalUs);
    QFETCH(int, status);
    QFETCH(double, maxRate);
    QFETCH(bool, flagged);
    Bench bench;
    bench.addRun(8);
    Row row = shortRow(0, tokens, std::chrono::microseconds(intervalUs));
    row.status = static_cast<Status>(status);
    bench.addRow(row);
    bench.addClean(9);
    bench.settings.measure.maxRate = maxRate;
    bench.judge();
    QCOMPARE(bench.flags("rate-ceiling").size(), flagged ? 1U : 0U);
    if (flagged) {
        QCOMPARE(at(bench.flags("rate-ceiling")[0].row), 0U);
        QCOMPARE(bench.flags("rate-ceiling")[0].threshold, maxRate);
        QVERIFY(std::isfinite(bench.flags("rate-ceiling")[0].value));
    }
}

void RulesTest::ceilingOfTheBound() {
    // 1 GB a step at 50 GB/s: 50 steps/s. The clean rows' 50 tokens in 0.98 s are 51.02 tokens/s.
    Bench bench;
    bench.m_context["bound"].stated = R"({"groups": [["all", 1e9, 1]], "bandwidth_bytes_per_s": 50e9})";
    bench.addFile("b.jsonl", true);
    bench.addRun(1);
    bench.addClean(10);
    bench.judge();
    const auto flags = bench.flags("rate-ceiling");
    QCOMPARE(flags.size(), 10U);
    QCOMPARE(flags[0].threshold, 50.0);
    QVERIFY(std::abs(flags[0].value - 50 / 0.98) < 1e-6);
    QVERIFY2(says(flags[0].text, "the bound's ceiling of 50"), flags[0].text.c_str());
}

void RulesTest::burstOfTheSpecification() {
    Bench bench;
    bench.addRun(8);
    bench.addRow(burst(0));
    bench.addClean(9);
    bench.judge();
    const auto flags = bench.flags("rate-ceiling");
    QCOMPARE(flags.size(), 1U);
    QCOMPARE(flags[0].value, 1'000'000.0);
    QCOMPARE(flags[0].unit, std::string("tokens/s"));
    QVERIFY2(says(flags[0].text, "1,000,000 tokens/s"), flags[0].text.c_str());
}

void RulesTest::outOfOrder_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("clean") << 0 << -1.0 << "";
    QTest::newRow("end before the first content") << 1 << 0.05 << "the end comes 0.0500 s before the first content";
    QTest::newRow("negative first byte") << 2 << 0.001 << "the first byte is negative, by 0.00100 s";
    QTest::newRow("first byte before the headers") << 3 << 0.01 << "the first byte comes 0.0100 s before the headers";
    QTest::newRow("end before the last content") << 4 << 0.5 << "the end comes 0.500 s before the last content";
    QTest::newRow("an engine's first token before the client's byte") << 5 << -1.0 << "";
    QTest::newRow("any other's is out of order") << 6 << 0.03 << "the first token comes 0.0300 s before the first byte";
    QTest::newRow("content before reasoning is no order") << 7 << -1.0 << "";
    QTest::newRow("a failed row's times count too") << 8 << 0.05 << "the end comes";
    QTest::newRow("negative queue time") << 9 << 0.002 << "the queue time is negative";
}

void RulesTest::outOfOrder() {
    QFETCH(int, which);
    QFETCH(double, value);
    QFETCH(QString, says);
    Row row = streamedRow(0);
    if (which == 1 || which == 8) row.end = row.firstContent - 50 * millisecond;
    if (which == 8) row.status = Status::error;
    if (which == 2) row.firstByte = -1 * millisecond;
    if (which == 3) {
        row.headers = 30 * millisecond;
        row.firstByte = 20 * millisecond;
    }
    if (which == 4) row.lastContent = row.end + 500 * millisecond;
    if (which == 5 || which == 6) {
        row.firstByte = 90 * millisecond;
        row.firstToken = 60 * millisecond;
        row.firstTokenKind = which == 5 ? FirstTokenKind::engine : FirstTokenKind::anyText;
    }
    if (which == 7) row.firstReasoning = row.firstContent + 10 * millisecond;
    if (which == 9) row.queue = -2 * millisecond;
    Bench bench;
    bench.addRun(8);
    bench.addRow(row);
    bench.addClean(9);
    bench.judge();
    const auto flags = bench.flags("out-of-order");
    QCOMPARE(flags.size(), value < 0 ? 0U : 1U);
    if (value < 0) return;
    QCOMPARE(flags[0].value, value);
    QVERIFY2(QString::fromStdString(flags[0].text).contains(says), flags[0].text.c_str());
}

void RulesTest::duplicate_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("copies");
    QTest::newRow("the same but for its record and id") << 0 << 1;
    QTest::newRow("one nanosecond apart") << 1 << 0;
    QTest::newRow("one token apart") << 2 << 0;
    QTest::newRow("a failed row") << 3 << 0;
    QTest::newRow("no first token known") << 4 << 0;
    QTest::newRow("no end known") << 5 << 0;
    QTest::newRow("told three times") << 6 << 2;
    QTest::newRow("other gaps of the same sum") << 7 << 0;
}

void RulesTest::duplicate() {
    QFETCH(int, which);
    QFETCH(int, copies);
    Row first = streamedRow(0);
    if (which == 3) first.status = Status::error;
    if (which == 4) first.firstContent = unknownTime;
    if (which == 5) first.end = unknownTime;
    Row copy = first;
    copy.record = 1;
    copy.id = "another";
    if (which == 1) copy.end += Nanoseconds(1);
    if (which == 2) ++copy.promptTokens;
    if (which == 7) {
        copy.gaps[3] += millisecond;
        copy.gaps[4] -= millisecond;
    }
    Bench bench;
    bench.addRun(8);
    bench.addRow(first);
    bench.addRow(copy);
    if (which == 6) bench.addRow(copy);
    bench.addClean(20);
    bench.judge();
    const auto flags = bench.flags("duplicate");
    QCOMPARE(flags.size(), static_cast<std::size_t>(copies));
    if (copies > 0) {
        QCOMPARE(at(flags[0].row), 1U);  // the first of them stays unflagged
        QVERIFY2(says(flags[0].text, "record 0 of this file"), flags[0].text.c_str());
    }
}

void RulesTest::duplicateAcrossFiles() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    bench.addFile("b.jsonl", true);
    bench.addRun(16);
    bench.addRow(streamedRow(1003));
    bench.judge();
    const auto flags = bench.flags("duplicate");
    QCOMPARE(flags.size(), 1U);
    QVERIFY2(says(flags[0].text, "record 1,003 of a.jsonl"), flags[0].text.c_str());
    const auto findings = bench.findings("duplicates");
    QCOMPARE(findings.size(), 1U);
    QCOMPARE(*findings[0].configuration, 1U);
    QCOMPARE(findings[0].load->value, 16.0);
    QCOMPARE(findings[0].rows.size(), 1U);
    QCOMPARE(findings[0].severity, Severity::wrong);
}

void RulesTest::copiedSummaries_data() {
    QTest::addColumn<QString>("second");
    QTest::addColumn<std::size_t>("levels");
    QTest::addColumn<QString>("said");
    QTest::newRow("one folder") << "/d/b.json" << std::size_t{1}
                                << "/d/b.json holds the very figures of /d/a.json: one run, counted once.";
    QTest::newRow("beside") << "/e/b.json" << std::size_t{2}
                            << "/d/a.json holds the very figures of /e/b.json: one run, shown at both places.";
}

void RulesTest::copiedSummaries() {
    QFETCH(QString, second);
    QFETCH(std::size_t, levels);
    QFETCH(QString, said);
    RunInfo summary;
    summary.load = {LoadKind::concurrency, 4};
    summary.summaryOnly = true;
    summary.fingerprint = "p";
    summary.reported["e2e_s.mean"] = 2;
    made::Made made;
    made.file("/d/a.json", "sha-a").run(summary.load, summary);
    made.file(second.toStdString(), "sha-b").run(summary.load, summary);
    const auto data = made.done();
    const Figures measured = figures(*data, {});
    std::size_t count = 0;
    for (const ConfigurationFigures& each : measured.configurations) count += each.levels.size();
    QCOMPARE(count, levels);
    std::vector<Finding> found;
    for (const Finding& each : judge(*data, {}, measured).findings)
        if (each.id == "duplicates") found.push_back(each);
    QCOMPARE(found.size(), 1U);
    QCOMPARE(QString::fromStdString(found[0].text), said);
}

void RulesTest::earlyFirstByte_data() {
    QTest::addColumn<double>("byte");
    QTest::addColumn<double>("first");
    QTest::addColumn<bool>("flagged");
    QTest::newRow("0.9 s early") << 0.1 << 1.0 << false;
    QTest::newRow("1 s early exactly") << 0.5 << 1.5 << false;
    QTest::newRow("above 1 s and half") << 0.4 << 1.5 << true;
    QTest::newRow("above 1 s, below half") << 2.0 << 3.5 << false;
    QTest::newRow("half exactly") << 2.0 << 4.0 << false;
    QTest::newRow("above half") << 1.9 << 4.0 << true;
    QTest::newRow("no first byte known") << -1.0 << 4.0 << false;
}

void RulesTest::earlyFirstByte() {
    QFETCH(double, byte);
    QFETCH(double, first);
    QFETCH(bool, flagged);
    Row row = streamedRow(0);
    if (byte >= 0) row.firstByte = fromSeconds(byte);
    row.firstContent = fromSeconds(first);
    row.end = row.firstContent + second;
    Bench bench;
    bench.addRun(8);
    bench.addRow(row);
    bench.addClean(9);
    bench.judge();
    QCOMPARE(bench.flags("early-first-byte").size(), flagged ? 1U : 0U);
    if (flagged) QCOMPARE(bench.flags("early-first-byte")[0].value, seconds(row.firstContent - row.firstByte));
}

void RulesTest::lateBurst_data() {
    QTest::addColumn<int>("late");
    QTest::addColumn<int>("gaps");
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("flagged");
    QTest::newRow("even") << 2 << 49 << 50 << false;
    QTest::newRow("half exactly") << 10 << 20 << 21 << false;
    QTest::newRow("above half") << 11 << 20 << 21 << true;
    QTest::newRow("a role chunk and one burst") << 1 << 1 << 200 << true;
    QTest::newRow("the two chunks of a short answer") << 1 << 1 << 9 << false;
}

void RulesTest::lateBurst() {
    QFETCH(int, late);
    QFETCH(int, gaps);
    QFETCH(int, tokens);
    QFETCH(bool, flagged);
    // The early gaps share 0.9 s, the late ones come within the last 10 ms of one second.
    Row row = streamedRow(0);
    const int early = gaps - late;
    row.gaps.assign(static_cast<std::size_t>(early), early > 0 ? 900 * millisecond / early : Nanoseconds(0));
    const Nanoseconds before = early > 0 ? Nanoseconds(900 * millisecond / early * early) : Nanoseconds(0);
    row.gaps.push_back(990 * millisecond - before);
    for (int i = 1; i < late; ++i) row.gaps.push_back(10 * millisecond / late);
    row.end = row.firstContent + second;
    row.chunks = gaps + 1;
    row.outputTokens = tokens;
    Bench bench;
    bench.addRun(8);
    bench.addRow(row);
    bench.addClean(9);
    bench.judge();
    const auto flags = bench.flags("late-burst");
    QCOMPARE(flags.size(), flagged ? 1U : 0U);
    if (flagged) QCOMPARE(flags[0].value, static_cast<double>(late) / gaps);
}

void RulesTest::placeholder_data() {
    QTest::addColumn<int>("alike");
    QTest::addColumn<int>("others");
    QTest::addColumn<int>("kind");  // 0: others in ns, 1: others in whole ms beside it, 2: alike at zero
    QTest::addColumn<int>("flagged");
    QTest::newRow("four rows") << 4 << 20 << 0 << 0;
    QTest::newRow("five rows") << 5 << 20 << 0 << 5;
    QTest::newRow("five rows are 5% of a hundred") << 5 << 95 << 0 << 5;
    QTest::newRow("but not of more") << 5 << 96 << 0 << 0;
    QTest::newRow("all alike") << 12 << 0 << 0 << 12;
    QTest::newRow("whole milliseconds repeat by chance") << 6 << 60 << 1 << 0;
    QTest::newRow("zeros") << 6 << 20 << 2 << 6;
}

void RulesTest::placeholder() {
    QFETCH(int, alike);
    QFETCH(int, others);
    QFETCH(int, kind);
    QFETCH(int, flagged);
    Bench bench;
    bench.addRun(8);
    const auto add = [&](int number, Nanoseconds first) {
        Row row = streamedRow(number);
        row.firstContent = first;
        row.end = first + second;
        bench.addRow(row);
    };
    for (int i = 0; i < alike; ++i) add(i, kind == 2 ? Nanoseconds(0) : 110 * millisecond);
    // In whole milliseconds, 100 to 120 ms without 110, three or so of each: real values have neighbours.
    for (int i = 0; i < others; ++i)
        add(100 + i, kind == 1 ? (i % 2 == 0 ? 111 + i / 2 % 10 : 109 - i / 2 % 10) * millisecond
                               : Nanoseconds(120'000'017 + 1'000'003 * i));
    bench.judge();
    const auto flags = bench.flags("placeholder");
    QCOMPARE(flags.size(), static_cast<std::size_t>(flagged));
    if (flagged > 0) {
        QCOMPARE(flags[0].value, static_cast<double>(alike));
        QCOMPARE(flags[0].threshold, std::max(5.0, 0.05 * (alike + others)));
    }
}

void RulesTest::registryNamesEachRuleOnce() {
    std::vector<std::string_view> ids;
    for (const CheckEntry& entry : ruleRegistry()) {
        QVERIFY(!entry.fires.empty());
        ids.push_back(entry.id);
    }
    const std::vector<std::string_view> expected{
        "rate-ceiling",    "out-of-order", "duplicate",   "early-first-byte", "late-burst",  "coalesced",   "stall",
        "tokens-disagree", "above-limit",  "placeholder", "outlier",          "outside-run", "long-trailer"};
    QCOMPARE(ids, expected);
}

QTEST_GUILESS_MAIN(RulesTest)
#include "rules_test.moc"
