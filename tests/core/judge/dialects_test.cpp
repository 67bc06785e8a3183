// Each dialect on rows small enough to work out by hand.
#include <QTest>
#include <cmath>

#include "core/judge/reported/reported.h"
#include "core/measure/recipe.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

Nanoseconds ms(double value) { return fromSeconds(value / 1e3); }

/// Starts at `startMs`; first token, last text and end in ms after it; gaps even between first token and last text.
Row row(double startMs, double first, double last, double end, Count tokens, Count chunks = unknownCount) {
    static std::uint64_t record = 0;
    Row out;
    out.record = record++;
    out.start = ms(startMs);
    out.firstToken = ms(first);
    out.firstTokenKind = FirstTokenKind::anyText;
    out.lastContent = ms(last);
    out.end = ms(end);
    out.outputTokens = tokens;
    out.tokenSource = TokenSource::usage;
    out.promptTokens = 10;
    out.chunks = isKnown(chunks) ? chunks : tokens;
    out.gapsKnown = true;
    out.gapBasis = GapBasis::chunk;
    if (out.chunks > 1)
        out.gaps.assign(static_cast<std::size_t>(out.chunks - 1), ms((last - first) / (out.chunks - 1)));
    return out;
}

/// Five answers, one a failure, over 2.5 s:
///   start  first  last  end   tokens
///       0    100   500   520      5     (end - first)/(N - 1) 105, to the last text 100
///     500    200   600   640     11     44, 40
///    1000    300   300   300      1     -
///    1000    400  1300  1300     10     100, 100
///    2000      -     -   500      -     failed
std::vector<Row> five() {
    std::vector<Row> rows{row(0, 100, 500, 520, 5), row(500, 200, 600, 640, 11), row(1000, 300, 300, 300, 1),
                          row(1000, 400, 1300, 1300, 10)};
    Row failed;
    failed.record = 1000;
    failed.start = ms(2000);
    failed.end = ms(500);
    failed.status = Status::error;
    failed.promptTokens = 10;
    rows.push_back(failed);
    return rows;
}

class DialectBench : public Bench {
public:
    DialectFigures figuresOf(Dialect dialect) {
        if (!data) judge();
        return dialectAtLevel(*data, settings, measured, 0, 0, dialect);
    }
};

DialectFigures figuresOf(Dialect dialect, const std::vector<Row>& rows, RunInfo info = {}) {
    DialectBench bench;
    bench.addRun(4, info);
    for (const Row& each : rows) bench.addRow(each);
    return bench.figuresOf(dialect);
}

}  // namespace

class DialectsTest : public QObject {
    Q_OBJECT

private slots:
    void figuresByHand_data() {
        QTest::addColumn<int>("dialect");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("expected");  // NaN: not told
        const auto row = [](Dialect dialect, const char* key, double expected) {
            QTest::addRow("%s %s", entry(dialect).name.data(), key) << static_cast<int>(dialect) << key << expected;
        };
        using enum Dialect;
        // 4 of 5 succeed. TTFT 100, 200, 300, 400; TPOT over ends 105, 44, 100.
        row(vllm, "ttft_s.mean", 0.25);
        row(vllm, "ttft_s.p90", 0.37);  // 300 + 0.7 x 100
        row(vllm, "ttft_s.std", std::sqrt(0.0125));
        row(vllm, "tpot_s.mean", 0.083);
        row(vllm, "tpot_s.p50", 0.1);
        row(vllm, "e2e_s.mean", (0.52 + 0.64 + 0.3 + 1.3) / 4);
        row(vllm, "system_output_tokens_per_s", 27 / 3.0);  // its duration is 3 s
        row(vllm, "requests_per_s", 4 / 3.0);
        row(vllm, "total_tokens_per_s", 67 / 3.0);
        row(vllm, "output_tokens.total", 27);
        // 4 gaps of 100, 10 of 40, 9 of 100 ms.
        row(vllm, "itl_s.mean", 1.7 / 23);
        row(vllm, "itl_s.p50", 0.1);
        row(sglang, "in_flight", 2.76 / 3.0);
        row(sglang, "tpot_s.mean", 0.083);
        // To the last text: 100, 40, 100.
        row(aiperf, "tpot_s.mean", 0.08);
        row(aiperf, "e2e_s.mean", (0.5 + 0.6 + 0.3 + 1.3) / 4);
        row(aiperf, "rate_tokens_per_s.mean", (10.0 + 25 + 10) / 3);
        row(aiperf, "system_output_tokens_per_s", 27 / 2.3);  // first start 0 to last content 2.3
        row(aiperf, "requests_per_s", 4 / 2.3);
        // Weights 4, 10, 9: cumulative 10 of 40 ms, then 13 of 100.
        row(guidellmOld, "tpot_s.mean", 1.7 / 23);
        row(guidellmOld, "tpot_s.p50", 0.1);
        row(guidellmOld, "tpot_s.p90", 0.1);
        row(guidellmOld, "ttft_s.p50", 0.2);  // the second of four, no interpolation
        row(guidellmOld, "ttft_s.p99", 0.4);
        row(guidellmOld, "time_per_output_token_s.mean", 1.7 / 27);  // (last - first), weights N
        row(guidellmOld, "requests_per_s", 4 / 2.3);
        row(guidellm, "time_per_output_token_s.mean", 2.7 / 27);  // (last - start)
        row(guidellm, "tpot_s.mean", 1.7 / 23);
        row(guidellm, "requests_per_s", 4 / 3.0);
        row(genaiBench, "tpot_s.mean", 0.083);
        row(genaiBench, "rate_tokens_per_s.p50", 1 / 0.1);
        row(genaiBench, "e2e_s.max", 1.3);
        // Only answers with two times or more have a TTFT: 100, 200, 400.
        row(inferencePerf, "ttft_s.mean", 0.7 / 3);
        row(inferencePerf, "tpot_s.mean", 0.08);
        row(inferencePerf, "system_output_tokens_per_s", 27 / 2.5);  // to the end of the failed one
        row(llmperf, "ttft_s.std", std::sqrt(0.05 / 3));             // over n - 1
        row(llmperf, "e2e_s.p50", 0.58);
        // Index int(n p): 2 of 0..3 for p50, 3 for p90. One token: TPOT 0.
        row(mlperf, "ttft_s.p50", 0.3);
        row(mlperf, "ttft_s.p90", 0.4);
        row(mlperf, "tpot_s.mean", (0.105 + 0.044 + 0 + 0.1) / 4);
        row(mlperf, "requests_per_s", 3 / 2.3);
        row(mlperf, "system_output_tokens_per_s", 27 / 2.3);
        row(mlperf, "itl_s.mean", std::nan(""));  // not printed
        // 4 of 5 succeed; index int(n p); the answer of one token has TPOT 0.
        row(evalscope, "ttft_s.mean", 0.25);
        row(evalscope, "ttft_s.p50", 0.3);
        row(evalscope, "ttft_s.p99", 0.4);
        row(evalscope, "tpot_s.mean", (0.105 + 0.044 + 0 + 0.1) / 4);
        row(evalscope, "e2e_s.mean", 2.76 / 4);
        row(evalscope, "itl_s.mean", 1.7 / 23);
        row(evalscope, "requests_per_s", 4 / 3.0);  // its duration is 3 s
        row(evalscope, "total_tokens_per_s", 67 / 3.0);
        // The old one has the 20 and 40 ms from the last text to the end as gaps too.
        row(evalscopeOld, "itl_s.mean", 1.76 / 25);
        row(evalscopeOld, "itl_s.min", 0.02);
        row(evalscopeOld, "tpot_s.p50", 0.1);
        // Every response counts, the failed one too; sends from 0 to 2 s, the last text at 2.3 s.
        row(llmeter, "requests_per_s", 5 / 2.0);
        row(llmeter, "system_output_tokens_per_s", 27 / 2.5);  // the failed one ends at 2.5 s
        row(llmeter, "error_rate", 0.2);
        row(llmeter, "ttft_s.mean", 0.25);
        row(llmeter, "ttft_s.p50", 0.25);
        row(llmeter, "ttft_s.p90", 0.45);   // rank 4.5 of 4: half a step beyond the last
        row(llmeter, "tpot_s.mean", 0.08);  // to the last text; none of one token
        row(llmeter, "e2e_s.mean", (0.5 + 0.6 + 0.3 + 1.3 + 0.5) / 5);
        row(llmeter, "output_tokens.mean", 27 / 4.0);
        row(llmeter, "itl_s.mean", std::nan(""));
        row(llmeterOld, "requests_per_s", 5 / 3.0);  // its test's duration
        row(llmeterOld, "system_output_tokens_per_s", 27 / 3.0);
        row(llmeterOld, "tpot_s.mean", 0.083);
        row(llmeterOld, "e2e_s.p99", 1.3 + 0.94 * 0.66);  // rank 5.94 of 5, in the line of 0.64 and 1.3
    }
    void figuresByHand() {
        QFETCH(int, dialect);
        QFETCH(QString, key);
        QFETCH(double, expected);
        RunInfo info;
        info.declaredDuration = ms(3000);
        const DialectFigures all = figuresOf(static_cast<Dialect>(dialect), five(), info);
        const auto found = all.find(key.toStdString());
        if (std::isnan(expected)) {
            QVERIFY(found == all.end());
            return;
        }
        QVERIFY(found != all.end() && found->second);
        QVERIFY2(std::abs(*found->second - expected) < 1e-9, qPrintable(QString::number(*found->second, 'g', 12)));
    }

    void unseenFirstTokenIsZeroForVllm() {
        std::vector<Row> rows = five();
        Row empty;  // completed, no token: vLLM averages its 0
        empty.record = 2000;
        empty.start = ms(100);
        empty.outputTokens = 0;
        rows.push_back(empty);
        QCOMPARE(*figuresOf(Dialect::vllm, rows)["ttft_s.mean"], 0.2);
        QCOMPARE(*figuresOf(Dialect::aiperf, rows)["ttft_s.mean"], 0.25);
    }

    void warmUpCountsByTheHarnessesRule() {
        std::vector<Row> rows = five();
        rows[0].phase = Phase::warmup;
        QCOMPARE(*figuresOf(Dialect::vllm, rows)["ttft_s.mean"], 0.25);
        QCOMPARE(*figuresOf(Dialect::aiperf, rows)["ttft_s.mean"], 0.3);
    }

    void aSingleGapIsAnItl() {
        const auto vllm = figuresOf(Dialect::vllm, {row(0, 100, 350, 360, 2), row(500, 100, 200, 210, 5)});
        QVERIFY(std::abs(*vllm.at("itl_s.mean") - (0.25 + 0.1) / 5) < 1e-12);  // 250 ms, and four of 25
    }

    void roleChunkIsAnItlOfVllm() {
        Row chat = row(0, 100, 200, 200, 3);
        chat.firstTokenKind = FirstTokenKind::anyEvent;
        chat.gaps = {ms(1), ms(49), ms(50)};
        chat.chunks = 3;  // as many gaps as chunks: the first one is of the role
        const DialectFigures vllm = figuresOf(Dialect::vllm, {chat, chat});
        QVERIFY(std::abs(*vllm.at("itl_s.mean") - 0.1 / 3) < 1e-12);
    }

    void mlperfRunsFromTheSchedule() {
        std::vector<Row> rows{row(1000, 100, 500, 500, 5)};
        rows[0].scheduled = ms(900);
        const DialectFigures figures = figuresOf(Dialect::mlperf, rows);
        QCOMPARE(*figures.at("ttft_s.mean"), 0.2);
        QCOMPARE(*figures.at("e2e_s.mean"), 0.6);
        QCOMPARE(*figures.at("tpot_s.mean"), 0.1);
    }

    void clientAndServerCount() {
        Row counted = row(0, 100, 500, 500, 5);
        counted.otherOutputTokens = 9;  // usage 5, tokenizer 9
        QCOMPARE(*figuresOf(Dialect::vllm, {counted})["tpot_s.mean"], 0.1);
        QCOMPARE(*figuresOf(Dialect::inferencePerf, {counted})["tpot_s.mean"], 0.05);
    }

    void answerTextWhereTheRowTellsItApart() {
        Row reasoned = row(0, 100, 900, 900, 9);
        reasoned.firstReasoning = ms(100);
        reasoned.firstContent = ms(500);
        QCOMPARE(*figuresOf(Dialect::sglang, {reasoned})["ttft_s.mean"], 0.1);
        QCOMPARE(*figuresOf(Dialect::guidellmOld, {reasoned})["ttft_s.mean"], 0.5);
        reasoned.firstContent = unknownTime;  // reasoning alone: no answer was seen
        QVERIFY(!figuresOf(Dialect::llmperf, {reasoned})["ttft_s.mean"]);
    }

    void nothingGivesNothing() {
        Row failed;
        failed.status = Status::error;
        const DialectFigures figures = figuresOf(Dialect::vllm, {failed});
        QVERIFY(!figures.at("ttft_s.mean") && !figures.at("tpot_s.p99") && !figures.at("output_tokens.mean"));
    }

    /// Our own recipe is what the level says: the causes start from it.
    void ourRecipeIsTheLevel() {
        DialectBench bench;
        bench.addRun(4);
        for (Row each : five()) {
            each.gapsKnown = !each.gaps.empty();
            bench.addRow(each);
        }
        bench.addClean(30);
        bench.settings.measure.minInterval = ms(100);
        bench.judge();
        const LevelFigures& level = bench.measured.configurations[0].levels[0];
        const MeasuredRows rows{*bench.data, bench.settings, *bench.measured.verdicts, *bench.measured.places,
                                *bench.measured.windows};
        Evaluation ours(rows, {RunIndex(0)}, ourRecipe(bench.settings.measure));
        for (const Quantity& quantity : offeredQuantities()) {
            const std::string key = keyPath(quantity);
            if (!isComparable(key) || key == "in_flight") continue;
            const auto expected = value(level, quantity), found = ours.figure(key);
            QVERIFY2(expected.has_value() == found.has_value(), key.c_str());
            if (expected) QVERIFY2(std::abs(*expected - *found) <= 1e-9 * std::abs(*expected), key.c_str());
        }
    }

    void coarseSendsTellNoSendWindow() {
        RunInfo info;
        info.declaredDuration = ms(3000);
        info.startsCoarse = true;
        const DialectFigures coarse = figuresOf(Dialect::llmeter, five(), info);
        QVERIFY(!coarse.at("requests_per_s") && !coarse.at("system_output_tokens_per_s") && coarse.at("ttft_s.p50"));
    }

    void indexCutToAWholeNumber() {
        std::vector<Row> rows;  // TTFT 1 to 100 ms; 0.29 x 100 is 28.999... in binary, and 29 by hand
        for (int i = 0; i < 100; ++i) rows.push_back(row(0, i + 1, 500, 500, 5));
        DialectBench bench;
        bench.addRun(1);
        for (const Row& each : rows) bench.addRow(each);
        bench.judge();
        const MeasuredRows measured{*bench.data, bench.settings, *bench.measured.verdicts, *bench.measured.places,
                                    *bench.measured.windows};
        Evaluation evaluation(measured, {RunIndex(0)}, recipeOf(Dialect::evalscope, true));
        QCOMPARE(*evaluation.figure("ttft_s.p29"), 0.03);
        QCOMPARE(*evaluation.figure("ttft_s.p99"), 0.1);
    }

    void oneValueIsEachPercentile() {
        const DialectFigures figures = figuresOf(Dialect::llmeter, {row(0, 100, 500, 500, 5)});
        QCOMPARE(*figures.at("ttft_s.p99"), 0.1);
    }

    void names() {
        for (std::size_t i = 0; i < dialectCount; ++i)
            QVERIFY(parseDialect(dialects()[i].name) == static_cast<Dialect>(i));
        QVERIFY(!parseDialect("locust") && !parseDialect(""));
    }

    void dialectOfASource_data() {
        QTest::addColumn<QString>("reader");
        QTest::addColumn<QString>("harness");
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("dialect");
        QTest::newRow("reader") << "vllm"
                                << ""
                                << ""
                                << "vllm";
        QTest::newRow("old GuideLLM") << "guidellm"
                                      << "GuideLLM"
                                      << "end-marker"
                                      << "guidellm-old";
        QTest::newRow("new GuideLLM") << "guidellm"
                                      << "GuideLLM 0.6.0"
                                      << "closed"
                                      << "guidellm";
        QTest::newRow("trace of AIPerf") << "plumbline-trace"
                                         << "AIPerf 0.8.0"
                                         << ""
                                         << "aiperf";
        QTest::newRow("trace of MLPerf") << "plumbline-trace"
                                         << "MLPerf LoadGen"
                                         << ""
                                         << "mlperf";
        QTest::newRow("old LLMeter") << "llmeter"
                                     << "LLMeter"
                                     << "closed"
                                     << "llmeter-old";
        QTest::newRow("new LLMeter") << "llmeter"
                                     << "LLMeter"
                                     << "last-text"
                                     << "llmeter";
        QTest::newRow("old evalscope") << "evalscope"
                                       << "evalscope perf to 1.1.0"
                                       << "closed"
                                       << "evalscope-old";
        QTest::newRow("new evalscope") << "evalscope"
                                       << "evalscope perf"
                                       << "closed"
                                       << "evalscope";
        QTest::newRow("trace of old evalscope") << "plumbline-trace"
                                                << "evalscope perf to 1.1.0"
                                                << ""
                                                << "evalscope-old";
        QTest::newRow("named by the context") << "vllm"
                                              << "=guidellm-old"
                                              << ""
                                              << "guidellm-old";
        QTest::newRow("a name that is none") << "vllm"
                                             << "=locust"
                                             << ""
                                             << "vllm";
        QTest::newRow("unknown") << "plumbline-trace"
                                 << "mine"
                                 << ""
                                 << "";
    }
    void dialectOfASource() {
        QFETCH(QString, reader);
        QFETCH(QString, harness);  // = begins the name of a dialect
        QFETCH(QString, end);
        QFETCH(QString, dialect);
        DatasetBuilder builder;
        DataFile file;
        file.reader = reader.toStdString();
        builder.addFile(file);
        Source source;
        source.boundary.end = end.toStdString();
        const bool named = harness.startsWith('=');
        if (named) harness.remove(0, 1);
        if (!harness.isEmpty())
            source.context[named ? "note.dialect" : "note.harness"].stated = plumbline::quoted(harness.toStdString());
        builder.addSource(source);
        const auto found = dialectOf(*builder.finish(), 0);
        QCOMPARE(QString::fromStdString(found ? std::string(entry(*found).name) : ""), dialect);
    }
};

QTEST_GUILESS_MAIN(DialectsTest)
#include "dialects_test.moc"
