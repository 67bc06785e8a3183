// The door itself: order, queue, counts, stop, progress, the same for the same input, and 200,000 rows at once.
#include <QTest>

#include "core/judge/checks.h"
#include "core/judge/words.h"
#include "tests/core/judge/judged.h"
#include "tests/support/process_clock.h"

using namespace plumbline;

namespace {

Row negativeEnd(int number) {
    Row row = streamedRow(number);
    row.firstByte = -1 * millisecond;
    return row;
}

Row lateFirstToken(int number, double after) {
    Row row = streamedRow(number);
    row.firstByte = 10 * millisecond;
    row.firstContent = fromSeconds(after) + std::chrono::microseconds(number);
    row.end = row.firstContent + second;
    return row;
}

}  // namespace

class JudgeTest : public QObject {
    Q_OBJECT
private slots:
    void nothingToJudge();
    void flagsAreByRowThenRule();
    void findingsAreWorstFirst();
    void queueIsWorstFirst();
    void aRuleThatHitsALevelIsOneEntry_data();
    void aRuleThatHitsALevelIsOneEntry();
    void countsRowsNotFlags();
    void excludedRowsStayFlagged();
    void stops();
    void tellsProgress();
    void isDeterministic();
    void numbersInWords_data();
    void numbersInWords();
    void manyRows();
};

void JudgeTest::nothingToJudge() {
    Bench bench;
    const Judgement& judgement = bench.judge();
    QVERIFY(judgement.suspicious.empty());
    QVERIFY(judgement.queue.empty());
    QVERIFY(!judgement.stopped);
}

void JudgeTest::flagsAreByRowThenRule() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    Row both = lateFirstToken(1, 5);
    both.headers = 20 * millisecond;  // and a first byte before it
    bench.addRow(both);
    bench.addRow(negativeEnd(0));
    const Judgement& judgement = bench.judge();
    std::vector<std::pair<std::size_t, std::string>> flags;
    for (const Suspicious& each : judgement.suspicious) flags.emplace_back(at(each.row), each.rule);
    const std::vector<std::pair<std::size_t, std::string>> expected{
        {0, "out-of-order"}, {1, "early-first-byte"}, {1, "out-of-order"}, {1, "outlier"}};
    QCOMPARE(flags, expected);  // rows are in order of record
}

void JudgeTest::findingsAreWorstFirst() {
    Bench bench;
    bench.addRun(4);
    bench.addClean(10);
    bench.addRow(streamedRow(1000));  // a duplicate: wrong
    bench.addRun(2);
    bench.addClean(10, 2000);
    for (int i = 0; i < 5; ++i) {
        Row row = streamedRow(3000 + i);
        row.status = Status::error;
        bench.addRow(row);  // errors: doubtful
    }
    const Judgement& judgement = bench.judge();
    QCOMPARE(judgement.findings.front().id, std::string("duplicates"));
    QVERIFY(std::is_sorted(judgement.findings.begin(), judgement.findings.end(),
                           [](const Finding& a, const Finding& b) { return a.severity < b.severity; }));
    QVERIFY(bench.findings("errors").size() == 1);
    QVERIFY(judgement.findings.back().severity == Severity::note);
}

void JudgeTest::queueIsWorstFirst() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(30);
    bench.addRow(lateFirstToken(1, 3));
    bench.addRow(lateFirstToken(2, 9));
    bench.addRow(negativeEnd(3));
    const Judgement& judgement = bench.judge();
    QCOMPARE(judgement.queue.size(), 3U);
    std::vector<std::uint64_t> records;
    for (const ReviewEntry& each : judgement.queue) {
        QVERIFY(!each.wholeRule);
        records.push_back(bench.data->rows.record[at(judgement.suspicious[each.flags[0]].row)]);
    }
    // Wrong before doubtful, then what is further above its threshold.
    QCOMPARE(records, (std::vector<std::uint64_t>{3, 2, 1}));
}

void JudgeTest::aRuleThatHitsALevelIsOneEntry_data() {
    QTest::addColumn<int>("hits");
    QTest::addColumn<int>("clean");
    QTest::addColumn<bool>("whole");
    QTest::newRow("20% exactly") << 2 << 8 << false;
    QTest::newRow("above 20%") << 3 << 7 << true;
    QTest::newRow("one row of three is a row") << 1 << 2 << false;
}

void JudgeTest::aRuleThatHitsALevelIsOneEntry() {
    QFETCH(int, hits);
    QFETCH(int, clean);
    QFETCH(bool, whole);
    Bench bench;
    bench.addRun(8);
    bench.addClean(clean);
    for (int i = 0; i < hits; ++i) bench.addRow(lateFirstToken(i, 5));
    const Judgement& judgement = bench.judge();
    const std::size_t listed = bench.flags("early-first-byte").size();
    QCOMPARE(listed, static_cast<std::size_t>(hits));  // each is listed either way
    QCOMPARE(judgement.queue.size(), whole ? 1U : static_cast<std::size_t>(hits));
    QCOMPARE(judgement.queue[0].wholeRule, whole);
    if (whole)
        QVERIFY2(says(judgement.queue[0].text, "early-first-byte: 3 of 10 rows (30%)"),
                 judgement.queue[0].text.c_str());
}

void JudgeTest::countsRowsNotFlags() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    bench.addRun(16);
    bench.addClean(10, 2000);
    Row both = lateFirstToken(1, 5);
    both.headers = 20 * millisecond;
    bench.addRow(both);
    const Judgement& judgement = bench.judge();
    QCOMPARE(judgement.suspicious.size(), 3U);  // early-first-byte, out-of-order, outlier
    QCOMPARE(judgement.suspiciousPerLevel, (std::vector<std::vector<std::size_t>>{{0, 1}}));
    QCOMPARE(judgement.queue.size(), 1U);
    QCOMPARE(judgement.queue[0].flags.size(), 3U);
}

void JudgeTest::excludedRowsStayFlagged() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    bench.addRow(negativeEnd(3));
    Decision decision;
    decision.fileSha256 = "sha-a.jsonl";
    decision.record = 3;
    decision.kind = DecisionKind::exclude;
    bench.settings.decisions = std::make_shared<const std::vector<Decision>>(1, decision);
    const Judgement& judgement = bench.judge();
    QCOMPARE(bench.measured.excludedRows, 1U);
    QCOMPARE(judgement.queue.size(), 1U);
}

void JudgeTest::stops() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(bench.judge(stop.get_token()).stopped);
    // In the middle as well: asked for when the first check is done.
    std::stop_source later;
    QVERIFY(bench.judge(later.get_token(), [&](double) { later.request_stop(); }).stopped);
}

void JudgeTest::tellsProgress() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(10);
    std::vector<double> seen;
    bench.judge({}, [&](double share) { seen.push_back(share); });
    QVERIFY(seen.size() > 10);
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    QVERIFY(seen.front() > 0);
    QCOMPARE(seen.back(), 1.0);
}

void JudgeTest::isDeterministic() {
    Bench bench;
    for (int load = 1; load <= 4; ++load) {
        bench.addRun(load);
        bench.addClean(20, 100 * load);
        for (int i = 0; i < 6; ++i) bench.addRow(lateFirstToken(1000 * load + i, 2 + i));
        for (int i = 0; i < 6; ++i) bench.addRow(streamedRow(100));
    }
    const Judgement first = bench.judge(), second = bench.judge();
    QCOMPARE(first.suspicious.size(), second.suspicious.size());
    QVERIFY(first.suspicious.size() > 20);
    for (std::size_t i = 0; i < first.suspicious.size(); ++i) {
        QCOMPARE(first.suspicious[i].row, second.suspicious[i].row);
        QCOMPARE(first.suspicious[i].text, second.suspicious[i].text);
    }
    for (std::size_t i = 0; i < first.queue.size(); ++i) QCOMPARE(first.queue[i].flags, second.queue[i].flags);
    for (std::size_t i = 0; i < first.findings.size(); ++i) QCOMPARE(first.findings[i].text, second.findings[i].text);
}

void JudgeTest::numbersInWords_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("whole") << 464.0 << "464";
    QTest::newRow("thousands") << 1238.4 << "1,238";
    QTest::newRow("million") << 1e6 << "1,000,000";
    QTest::newRow("hundreds keep a tenth") << 768.62 << "768.6";
    QTest::newRow("tens") << 60.16 << "60.2";
    QTest::newRow("ones") << 5.104 << "5.10";
    QTest::newRow("tenths") << 0.683 << "0.683";
    QTest::newRow("hundredths") << 0.0129 << "0.0129";
    QTest::newRow("rounds up into a thousand") << 999.96 << "1,000";
    QTest::newRow("rounds up into ten") << 9.996 << "10.0";
    QTest::newRow("rounds up into one") << 0.99996 << "1.00";
    QTest::newRow("negative") << -1234.5 << "-1,234";
    QTest::newRow("tiny") << 1.25e-9 << "1.25e-09";
    QTest::newRow("infinite is no figure") << std::numeric_limits<double>::infinity() << "?";
}

void JudgeTest::numbersInWords() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(numberText(value)), text);
}

void JudgeTest::manyRows() {
    Bench bench;
    Row row = streamedRow(0);
    row.gaps.clear();
    row.gapsKnown = false;
    constexpr int levels = 16, perLevel = 12'500;
    for (int level = 0; level < levels; ++level) {
        bench.addRun(level + 1);
        for (int i = 0; i < perLevel; ++i) {
            const int number = level * perLevel + i;
            row.record = static_cast<std::uint64_t>(number);
            row.start = 1000 * second + number * millisecond;
            row.firstContent = 100 * millisecond + Nanoseconds(number * 7919 % 1'000'003);
            row.end = row.firstContent + second + Nanoseconds(number);
            bench.addRow(row);
        }
    }
    bench.judge();
    const support::ProcessClock clock;
    const Judgement judgement = judge(*bench.data, bench.settings, bench.measured);
    // A million in 0.5 s is a release build's aim, which the bench times; n^2 would take minutes even here.
    QVERIFY2(clock.seconds() < 10, qPrintable(QString::number(clock.seconds())));
    QVERIFY(bench.flags("duplicate").empty());
    QVERIFY(!judgement.stopped);
}

QTEST_GUILESS_MAIN(JudgeTest)
#include "judge_test.moc"
