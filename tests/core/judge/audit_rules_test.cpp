// The audit's rules over single rows (METRICS §3): each at its threshold, just above, and where it must not look.
#include <QTest>

#include "core/judge/checks.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// What a case changes of a clean row: 50 tokens, 49 gaps of 20 ms, first content at 100 ms.
using Change = void (*)(Row&);

void gapsOf(Row& row, int tiny, int others, Nanoseconds each = 20 * millisecond) {
    row.gaps.assign(static_cast<std::size_t>(tiny), Nanoseconds(999'999));
    row.gaps.insert(row.gaps.end(), static_cast<std::size_t>(others), each);
}

struct Case {
    const char* name;
    const char* rule;
    Change change;
    double value;  ///< below 0: not flagged
    double threshold;
    const char* says;
};

const Case cases[] = {
    {"half of the gaps tiny", "coalesced", [](Row& r) { gapsOf(r, 5, 5); }, -1, 0, ""},
    {"six of ten tiny", "coalesced", [](Row& r) { gapsOf(r, 6, 4); }, 0.6, 0.5, "6 of 10 gaps (60%)"},
    {"a whole millisecond is not under 1 ms", "coalesced", [](Row& r) { gapsOf(r, 0, 10, millisecond); }, -1, 0, ""},
    {"too few gaps", "coalesced", [](Row& r) { gapsOf(r, 9, 0); }, -1, 0, ""},
    {"gaps that nobody measured", "coalesced",
     [](Row& r) {
         gapsOf(r, 20, 0);
         r.gapBasis = GapBasis::synthetic;
     },
     -1, 0, ""},
    {"ten seconds", "stall", [](Row& r) { r.gaps[3] = 10 * second; }, -1, 0, ""},
    {"above ten seconds", "stall", [](Row& r) { r.gaps[3] = 12 * second; }, 12, 10, "nothing came for 12 s"},
    {"five tokens apart", "tokens-disagree", [](Row& r) { r.otherOutputTokens = 45; }, -1, 0, ""},
    {"six tokens and 12%", "tokens-disagree", [](Row& r) { r.otherOutputTokens = 44; }, 0.12, 0.1, "but 44"},
    {"more by the second count", "tokens-disagree", [](Row& r) { r.otherOutputTokens = 100; }, 0.5, 0.1, "but 100"},
    {"ten percent of many", "tokens-disagree",
     [](Row& r) {
         r.outputTokens = 1000;
         r.otherOutputTokens = 900;
     },
     -1, 0, ""},
    {"chunks are no tokens", "tokens-disagree", [](Row& r) { r.chunks = 10; }, -1, 0, ""},
    {"chunks of one token each", "tokens-disagree",
     [](Row& r) {
         r.chunks = 10;
         r.gapBasis = GapBasis::token;
     },
     0.8, 0.1, "10 chunks of one token each"},
    {"more reasoning than output", "tokens-disagree", [](Row& r) { r.reasoningTokens = 51; }, 51, 50,
     "51 reasoning tokens of 50 output tokens"},
    {"all of it reasoning", "tokens-disagree", [](Row& r) { r.reasoningTokens = 50; }, -1, 0, ""},
    {"as many as allowed", "above-limit", [](Row& r) { r.maxTokens = 50; }, -1, 0, ""},
    {"one more than allowed", "above-limit", [](Row& r) { r.maxTokens = 49; }, 50, 49, "where 49 were allowed"},
    {"asked for, and nothing came", "above-limit",
     [](Row& r) {
         r.tokenSource = TokenSource::requested;
         r.firstContent = unknownTime;
         r.gaps.clear();
     },
     50, 0, "nothing came"},
    {"asked for, and it came", "above-limit", [](Row& r) { r.tokenSource = TokenSource::requested; }, -1, 0, ""},
    {"half a second after the text", "long-trailer", [](Row& r) { r.lastContent = r.end - 500 * millisecond; }, -1, 0,
     ""},
    {"more than that", "long-trailer", [](Row& r) { r.lastContent = r.end - 501 * millisecond; }, 0.501, 0.5,
     "0.501 s after its last text"},
    {"sent at the declared start", "outside-run", [](Row& r) { r.start = 500 * second; }, -1, 0, ""},
    {"sent before it", "outside-run", [](Row& r) { r.start = 498 * second; }, 2, 0, "before the run's declared start"},
    {"sent at the declared end", "outside-run", [](Row& r) { r.start = 5000 * second; }, -1, 0, ""},
    {"sent after it", "outside-run", [](Row& r) { r.start = 5003 * second; }, 3, 0, "after the run's declared end"},
    {"start unknown", "outside-run", [](Row& r) { r.start = unknownTime; }, -1, 0, ""},
};

}  // namespace

class AuditRulesTest : public QObject {
    Q_OBJECT
private slots:
    void rows_data();
    void rows();
    void outlier_data();
    void outlier();
    void aThresholdOfOnesOwn();
};

void AuditRulesTest::rows_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < std::size(cases); ++i)
        QTest::addRow("%s: %s", cases[i].rule, cases[i].name) << static_cast<int>(i);
}

void AuditRulesTest::rows() {
    QFETCH(int, number);
    const Case& given = cases[number];
    Bench bench;
    RunInfo run;
    run.declaredStart = 500 * second;
    run.declaredEnd = 5000 * second;
    bench.addRun(8, run);
    Row row = streamedRow(0);
    given.change(row);
    bench.addRow(row);
    bench.addClean(9);
    bench.judge();
    const auto flags = bench.flags(given.rule);
    QCOMPARE(flags.size(), given.value < 0 ? 0U : 1U);
    if (flags.empty()) return;
    QCOMPARE(at(flags[0].row), 0U);
    QVERIFY(std::abs(flags[0].value - given.value) < 1e-12);
    QCOMPARE(flags[0].threshold, given.threshold);
    QVERIFY2(says(flags[0].text, given.says), flags[0].text.c_str());
}

void AuditRulesTest::outlier_data() {
    QTest::addColumn<int>("spreadMs");
    QTest::addColumn<int>("endMs");
    QTest::addColumn<bool>("flagged");
    // 100 clean rows of 1,000 ms, or 50 of 1,000 and 50 of 1,000 + spread; the fence is at the larger of p75 + 5 IQR
    // and 1.5 p75. All alike: IQR 0, so 1,500 ms.
    QTest::newRow("all alike, at 1.5 times") << 0 << 1500 << false;
    QTest::newRow("all alike, above") << 0 << 1501 << true;
    // Spread 200 ms: p25 1,000, p75 1,200, so 1,200 + 5 x 200 = 2,200 ms, above 1.5 x 1,200.
    QTest::newRow("spread, below the fence") << 200 << 2199 << false;
    QTest::newRow("spread, above") << 200 << 2201 << true;
}

void AuditRulesTest::outlier() {
    QFETCH(int, spreadMs);
    QFETCH(int, endMs);
    QFETCH(bool, flagged);
    Bench bench;
    bench.addRun(8);
    for (int i = 0; i < 100; ++i) {
        Row row = streamedRow(i);
        row.end = (i < 50 ? 1000 : 1000 + spreadMs) * millisecond;
        bench.addRow(row);
    }
    Row row = streamedRow(100);
    row.end = endMs * millisecond;
    bench.addRow(row);
    Row failed = streamedRow(101);
    failed.end = 9000 * millisecond;  // a failed row's latency is none
    failed.status = Status::error;
    bench.addRow(failed);
    bench.judge();
    QCOMPARE(bench.flags("outlier").size(), flagged ? 1U : 0U);
    if (flagged) QCOMPARE(at(bench.flags("outlier")[0].row), 100U);
}

void AuditRulesTest::aThresholdOfOnesOwn() {
    Bench bench;
    bench.addRun(8);
    Row row = streamedRow(0);
    row.gaps[3] = 2 * second;
    bench.addRow(row);
    bench.addClean(9);
    bench.judge();
    QVERIFY(bench.flags("stall").empty());
    bench.settings.thresholds["stall"] = 1.5;
    bench.judge();
    QCOMPARE(bench.flags("stall").size(), 1U);
    QCOMPARE(bench.flags("stall")[0].threshold, 1.5);
}

QTEST_GUILESS_MAIN(AuditRulesTest)
#include "audit_rules_test.moc"
