// Above the bound, and without one (CLI §6): each fires where it should and not beside it.
#include <QTest>

#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

// Clean rows make 49 tokens in 0.98 s after the first: 50 tokens/s per user.
constexpr double userSpeed = 50;

std::string typedBound(double stepsPerSecond) {
    return R"({"groups": [["all", 1e9, 1]], "bandwidth_bytes_per_s": )" + std::to_string(stepsPerSecond * 1e9) + "}";
}

}  // namespace

class BoundFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void aboveBound_data();
    void aboveBound();
    void aboveTheNominalIsNoFinding();
    void aggregateAbove();
    void noBound_data();
    void noBound();
    void aRowIsHeldToASequenceAlone();
};

void BoundFindingsTest::aboveBound_data() {
    QTest::addColumn<double>("bound");
    QTest::addColumn<bool>("fires");
    QTest::newRow("at a tenth") << 500.0 << false;
    QTest::newRow("just below") << userSpeed * 1.001 << false;
    QTest::newRow("just above") << userSpeed * 0.999 << true;
}

void BoundFindingsTest::aboveBound() {
    QFETCH(double, bound);
    QFETCH(bool, fires);
    Bench bench;
    bench.m_context["bound"].stated = typedBound(bound);
    bench.addRun(1);
    bench.addClean(20);
    bench.judge();
    const auto found = bench.findings("above-bound");
    QCOMPARE(found.size(), fires ? 1U : 0U);
    if (!fires) return;
    QCOMPARE(found[0].severity, Severity::wrong);
    QCOMPARE(found[0].load->value, 1.0);
    QCOMPARE(evidence(found[0], "user_measured"), userSpeed);
    QCOMPARE(evidence(found[0], "user_ceiling"), bound);
    QVERIFY2(says(found[0].text, "50 tokens/s per user are above the 50"), found[0].text.c_str());
}

// 896 experts at batch 20: the nominal bound is below what was measured, the ceiling is not (BOUND §2).
void BoundFindingsTest::aboveTheNominalIsNoFinding() {
    Bench bench;
    bench.m_context["bound"].stated =
        R"({"model": "Kimi-K3", "replicas": 1, "weights": "rest=bf16", "kv_format": "bf16", "context": 100,
            "bandwidth_bytes_per_s": 12e12})";
    bench.addRun(20);
    for (int i = 0; i < 20; ++i) {
        Row row = streamedRow(i);
        row.start = 1000 * second;
        bench.addRow(row);
    }
    bench.judge();
    const BoundFigures& bound = *bench.measured.configurations[0].levels[0].bound;
    QVERIFY(*bound.user.fraction > 1);
    QVERIFY(*bound.user.measured < *bound.user.ceiling);
    QVERIFY(bench.findings("above-bound").empty());
}

// The median user is below the bound; nine of twenty are so far above that more came out than the batch can make.
void BoundFindingsTest::aggregateAbove() {
    Bench bench;
    bench.m_context["bound"].stated = typedBound(60);
    bench.addRun(4);
    for (int i = 0; i < 20; ++i) {
        Row row = streamedRow(i);
        row.start = 1000 * second;
        row.outputTokens = i < 9 ? 200 : 65;
        row.firstContent = 100 * millisecond;
        row.end = row.firstContent + 1'080 * millisecond;
        row.gaps.clear();
        row.gapsKnown = false;
        bench.addRow(row);
    }
    bench.judge();
    const BoundFigures& bound = *bench.measured.configurations[0].levels[0].bound;
    QVERIFY(*bound.user.measured < 60);
    QVERIFY(*bound.aggregate.measured > *bound.aggregate.ceiling);
    const auto found = bench.findings("above-bound");
    QCOMPARE(found.size(), 1U);
    QVERIFY2(says(found[0].text, "of all users are above") && !says(found[0].text, "per user"), found[0].text.c_str());
}

void BoundFindingsTest::noBound_data() {
    QTest::addColumn<QString>("bound");
    QTest::addColumn<QString>("says");  // empty: does not fire
    QTest::newRow("nothing stated") << ""
                                    << "the context states no inputs of a bound";
    QTest::newRow("typed") << QString::fromStdString(typedBound(500)) << "";
    QTest::newRow("catalog") << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "replicas": 1,
                                    "weights": "routed=mxfp4,rest=bf16", "kv_format": "bf16"})"
                             << "";
    QTest::newRow("no formats") << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "replicas": 1})"
                                << "weight formats unknown: routed, shared";
    QTest::newRow("no replicas") << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "weights": "rest=bf16"})"
                                 << "replicas unknown";
    QTest::newRow("no accelerators") << R"({"model": "Kimi-K3", "replicas": 1, "weights": "rest=bf16"})"
                                     << "accelerators unknown";
}

void BoundFindingsTest::noBound() {
    QFETCH(QString, bound);
    QFETCH(QString, says);
    Bench bench;
    if (!bound.isEmpty()) bench.m_context["bound"].stated = bound.toStdString();
    bench.addRun(1);
    bench.addClean(3);
    bench.judge();
    const auto found = bench.findings("no-bound");
    QCOMPARE(found.size(), says.isEmpty() ? 0U : 1U);
    if (says.isEmpty()) return;
    QCOMPARE(found[0].severity, Severity::note);
    QVERIFY2(plumbline::says(found[0].text, says.toStdString()), found[0].text.c_str());
}

// A row can find a moment when it decodes alone: the level's own ceiling, at its batch, would flag it for that.
void BoundFindingsTest::aRowIsHeldToASequenceAlone() {
    Bench bench;
    bench.m_context["bound"].stated = R"({"groups": [["all", 1e9, 1]], "bandwidth_bytes_per_s": 60e9,
                                          "kv_bytes_per_token": 1e6, "context": 1000})";
    bench.addRun(1);
    bench.addClean(20);
    bench.judge();
    const BoundFigures& bound = *bench.measured.configurations[0].levels[0].bound;
    QCOMPARE(*bound.aloneCeiling, 60.0);
    QVERIFY(*bound.user.ceiling < 50);
    QVERIFY(bench.flags("rate-ceiling").empty());
}

QTEST_GUILESS_MAIN(BoundFindingsTest)
#include "bound_findings_test.moc"
