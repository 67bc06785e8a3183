// input-unlike-traffic and output-unlike-traffic: where they fire, and where they must not.
#include <QTest>

#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

TrafficSet traffic(std::size_t file, const std::vector<Count>& prompts, const std::vector<Count>& outputs) {
    TrafficSet set;
    set.file = file;
    set.promptTokens = prompts;
    set.outputTokens = outputs;
    set.start.resize(prompts.size(), unknownTime);
    set.status.resize(prompts.size(), Status::ok);
    return set;
}

/// Ten answers of 50 tokens to prompts of 100, but `longer` of them to prompts of 300.
void addTen(Bench& bench, int longer) {
    bench.addRun(1);
    for (int i = 0; i < 10; ++i) {
        Row row = streamedRow(i);
        if (i < longer) row.promptTokens = 300;
        bench.addRow(row);
    }
}

const std::vector<Count> hundreds(10, 100), fifties(10, 50);

}  // namespace

class TrafficFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void prompts_data() {
        QTest::addColumn<int>("longer");
        QTest::addColumn<double>("threshold");
        QTest::addColumn<bool>("fires");
        QTest::newRow("the same") << 0 << 0.2 << false;
        QTest::newRow("0.2 is not above 0.2") << 2 << 0.2 << false;
        QTest::newRow("0.3") << 3 << 0.2 << true;
        QTest::newRow("a person's own threshold") << 3 << 0.5 << false;
    }
    void prompts() {
        QFETCH(int, longer);
        QFETCH(double, threshold);
        QFETCH(bool, fires);
        Bench bench;
        addTen(bench, longer);
        bench.addTraffic(traffic(0, hundreds, fifties));
        if (threshold != 0.2) bench.settings.thresholds["input-unlike-traffic"] = threshold;
        bench.judge();
        const auto found = bench.findings("input-unlike-traffic");
        QCOMPARE(found.size(), fires ? 1U : 0U);
        QVERIFY(bench.findings("output-unlike-traffic").empty());
        if (!fires) return;
        QVERIFY(std::abs(evidence(found[0], "ks") - longer / 10.0) < 1e-12);
        QVERIFY(found[0].severity == Severity::note);
        QVERIFY2(
            says(found[0].text, "KS distance 0.30; p50 100 against 100 and p99 300 against 100 tokens (n = 10 and 10)"),
            found[0].text.c_str());
        QVERIFY(says(found[0].text, "a.jsonl"));
    }

    void answers() {
        Bench bench;
        addTen(bench, 0);
        bench.addTraffic(traffic(0, hundreds, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        bench.judge();
        QVERIFY(bench.findings("input-unlike-traffic").empty());
        const auto found = bench.findings("output-unlike-traffic");
        QCOMPARE(found.size(), 1U);
        QCOMPARE(evidence(found[0], "ks"), 1.0);
        QVERIFY2(says(found[0].text, "Every answer has the same length"), found[0].text.c_str());
    }

    void notWithoutTrafficOrWithoutRows() {
        Bench bare;
        addTen(bare, 5);
        bare.judge();
        QVERIFY(bare.findings("input-unlike-traffic").empty());
        Bench summary;
        summary.addSummary(1, {{"prompt_tokens.mean", 5000}});
        summary.addTraffic(traffic(0, hundreds, fifties));
        summary.judge();
        QVERIFY(summary.findings("input-unlike-traffic").empty());
        Bench failed;
        addTen(failed, 5);
        TrafficSet none = traffic(0, hundreds, fifties);
        none.status.assign(10, Status::error);
        failed.addTraffic(none);
        failed.judge();
        QVERIFY(failed.findings("input-unlike-traffic").empty());
    }

    void theFirstSetIsTheReference() {
        Bench bench;
        addTen(bench, 0);
        bench.addTraffic(traffic(0, hundreds, fifties));
        bench.addTraffic(traffic(0, std::vector<Count>(10, 9000), fifties));
        bench.judge();
        QVERIFY(bench.findings("input-unlike-traffic").empty());
    }
};

QTEST_APPLESS_MAIN(TrafficFindingsTest)
#include "traffic_findings_test.moc"
