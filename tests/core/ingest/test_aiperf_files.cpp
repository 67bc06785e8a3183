// The AIPerf files of other people's runs. The figures were computed from the rows by a separate script.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using test::Ingested;

class TestAiperfFiles : public QObject {
    Q_OBJECT
private slots:
    void init() { PLUMBLINE_NEEDS_REAL_FILES(); }
    void earlyLayout();
    void sweep_data();
    void sweep();
    void warmupRow();
    void summariesAlone_data();
    void summariesAlone();
    void reportedFollowFromTheRows();
    void telemetryIsRefused();
};

namespace {

/// A file of this harness as it was run by others.
Ingested aiperfFile(const std::string& path) { return test::ingestFile(support::realPath("aiperf/" + path)); }

using Member = Nanoseconds Row::*;

double meanMs(const Ingested& got, Member member) {
    double sum = 0;
    int n = 0;
    for (const auto& [source, run, row] : got.rows)
        if (row.phase == Phase::measured && isKnown(row.*member)) sum += seconds(row.*member) * 1e3, ++n;
    return sum / n;
}

template <class Test>
std::size_t count(const Ingested& got, Test&& test) {
    return static_cast<std::size_t>(
        std::count_if(got.rows.begin(), got.rows.end(), [&](const auto& one) { return test(one.row); }));
}

bool near(double a, double b, double relative = 1e-9) { return std::abs(a - b) <= relative * std::abs(b); }

}  // namespace

/// 100 rows, 11 of them cancelled by --request-cancellation-rate 10; a reasoning model of which 59 rows never answered.
void TestAiperfFiles::earlyLayout() {
    const Ingested got = aiperfFile("ai-dynamo__aiperf/examples/artifacts/run1/profile_export.jsonl");
    QVERIFY(got.identityHolds());
    QCOMPARE(got.reader, std::string("aiperf"));
    QCOMPARE(got.rows.size(), std::size_t{100});
    QVERIFY(got.outcome.diagnostics.empty());
    QCOMPARE(count(got, [](const Row& row) { return row.status == Status::cancelled && row.deliberate == true; }),
             std::size_t{11});
    QCOMPARE(count(got, [](const Row& row) { return row.status == Status::ok; }), std::size_t{89});
    QVERIFY(near(meanMs(got, &Row::firstToken), 2343.219436988764));
    QVERIFY(near(meanMs(got, &Row::end), 9059.654633033708));
    QCOMPARE(count(got, [](const Row& row) { return isKnown(row.firstReasoning); }), std::size_t{59});
    QCOMPARE(count(got, [](const Row& row) { return isKnown(row.firstContent); }), std::size_t{0});
    std::size_t gaps = 0;
    std::int64_t tokens = 0, reasoning = 0;
    for (const auto& [source, run, row] : got.rows) {
        gaps += row.gaps.size();
        tokens += std::max(row.outputTokens, 0);
        reasoning += std::max(row.reasoningTokens, 0);
    }
    QCOMPARE(gaps, std::size_t{21537});
    QCOMPARE(tokens, std::int64_t{21624});
    QCOMPARE(reasoning, std::int64_t{19792});
    QCOMPARE(got.rows[0].row.start, Nanoseconds(1'759'522'419'154'829'652));
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 100}));
    QCOMPARE(got.run().declaredRequests, std::optional<std::int64_t>(100));
    QCOMPARE(got.run().declaredDuration, Nanoseconds(9'317'788'951));
    QCOMPARE(got.outcome.siblings.size(), std::size_t{2});
    QCOMPARE(got.fact("model"), std::string("openai/gpt-oss-20b"));
    QCOMPARE(got.outcome.sources[0].boundary, (TimingBoundary{"sent", "any-text", "last-text", "tokenizer", "epoch"}));
}

void TestAiperfFiles::sweep_data() {
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<double>("concurrency");
    QTest::addColumn<double>("ttftMs");
    QTest::addColumn<double>("reportedTtft");
    const QByteArray at = "ajcasagrande__aiperf/";
    QTest::newRow("1") << at + "qwen_concurrency1" << 1.0 << 31.2755395 << 0.030814987671875;
    QTest::newRow("2") << at + "qwen_concurrency2" << 2.0 << 39.0011698 << 0.036455308;
    QTest::newRow("4") << at + "qwen_concurrency2/qwen_concurrency4" << 4.0 << 54.5963525 << 0.049838312015625;
}

/// The rows were cut to ten while the summary counts 64: both numbers must come through.
void TestAiperfFiles::sweep() {
    QFETCH(QByteArray, folder);
    QFETCH(double, concurrency);
    QFETCH(double, ttftMs);
    QFETCH(double, reportedTtft);
    const Ingested got = aiperfFile(folder.toStdString() + "/profile_export.jsonl");
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{10});
    QCOMPARE(got.run().declaredRequests, std::optional<std::int64_t>(64));
    QCOMPARE(got.run().load.value, concurrency);
    QVERIFY(near(meanMs(got, &Row::firstToken), ttftMs));
    QVERIFY(near(got.run().reported.at("ttft_s.mean"), reportedTtft));
    QCOMPARE(got.fact("accelerator"), std::string("NVIDIA RTX 6000 Ada Generation"));
    QCOMPARE(got.fact("accelerator_count"), std::string("1"));  // two exporters list the same device
    QVERIFY(got.outcome.sources[0].warmupRemoved);
}

void TestAiperfFiles::warmupRow() {
    const Ingested got = aiperfFile("SemiAnalysisAI__InferenceX/tp4_sweep_conc1/profile_export.jsonl");
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{196});
    QCOMPARE(count(got, [](const Row& row) { return row.phase == Phase::warmup; }), std::size_t{1});
    QCOMPARE(got.rows[0].row.phase, Phase::warmup);
    QCOMPARE(got.run().declaredCompleted, std::optional<std::int64_t>(195));
    QVERIFY(!got.outcome.sources[0].warmupRemoved);
    QVERIFY(near(meanMs(got, &Row::firstToken), 10259.107215784614));
    QVERIFY(near(meanMs(got, &Row::end), 25463.397356989743));
    QCOMPARE(got.outcome.sources[0].boundary.tokens, std::string("usage"));
    const Row& warm = got.rows[0].row;
    QCOMPARE(warm.chunks, 1);
    QVERIFY(warm.gapsKnown);
    QCOMPARE(warm.scheduled, Nanoseconds(1'783'588'508'032'991'372));
    QCOMPARE(warm.headers, Nanoseconds(1783588508356406153 - 1783588508057339762));
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 1}));
}

void TestAiperfFiles::summariesAlone_data() {
    QTest::addColumn<int>("concurrency");
    QTest::addColumn<int>("completed");
    for (const auto& [load, completed] : {std::pair{4, 547}, {8, 873}, {16, 659}, {32, 646}})
        QTest::addRow("%d", load) << load << completed;
}

void TestAiperfFiles::summariesAlone() {
    QFETCH(int, concurrency);
    QFETCH(int, completed);
    const Ingested got = aiperfFile("SemiAnalysisAI__InferenceX/tp4_sweep_conc" + std::to_string(concurrency) +
                                    "/profile_export_aiperf.json");
    QVERIFY(!got.error);
    QCOMPARE(got.outcome.summaries, std::uint64_t{1});
    QVERIFY(got.run().summaryOnly);
    QVERIFY((got.run().load == Load{LoadKind::concurrency, double(concurrency)}));
    QVERIFY(got.run().reported.contains("ttft_s.p99") && got.run().reported.contains("system_output_tokens_per_s"));
    QCOMPARE(got.run().declaredCompleted, std::optional<std::int64_t>(completed));
    QCOMPARE(got.fact("model"), std::string("amd/Kimi-K2.7-Code-MXFP4"));
    QCOMPARE(got.fact("workload.dataset"), std::string("semianalysisai/cc-traces-weka-062126-256k"));
}

/// Where the rows are all there, the mean figures that AIPerf reports are those of its rows.
void TestAiperfFiles::reportedFollowFromTheRows() {
    for (const char* path :
         {"ai-dynamo__aiperf/examples/artifacts/run1/", "SemiAnalysisAI__InferenceX/tp4_sweep_conc1/"}) {
        const Ingested got = aiperfFile(path + std::string("profile_export.jsonl"));
        QVERIFY(near(meanMs(got, &Row::firstToken), 1e3 * got.run().reported.at("ttft_s.mean")));
        QVERIFY(near(meanMs(got, &Row::end), 1e3 * got.run().reported.at("e2e_s.mean")));
        // FORMATS/aiperf.md §3: TTFT + the gaps = latency, each rounded to the nanosecond here.
        for (const auto& [source, run, row] : got.rows) {
            if (!row.gapsKnown) continue;
            Nanoseconds sum = row.firstToken;
            for (const Nanoseconds gap : row.gaps) sum += gap;
            QVERIFY(std::abs((sum - row.end).count()) <= static_cast<std::int64_t>(row.gaps.size()) + 1);
        }
    }
}

void TestAiperfFiles::telemetryIsRefused() {
    const Ingested got = aiperfFile("ajcasagrande__aiperf/qwen_concurrency1/gpu_telemetry_export.jsonl");
    QVERIFY(got.error && got.error->kind == ErrorKind::refused);
}

QTEST_APPLESS_MAIN(TestAiperfFiles)
#include "test_aiperf_files.moc"
