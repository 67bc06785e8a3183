// Reported against recomputed: each cause once, found in rows where nothing else differs.
#include <QTest>
#include <cmath>

#include "tests/core/judge/reported_case.h"

using namespace plumbline;

class ReportedTest : public QObject {
    Q_OBJECT

private slots:
    void cause_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("says");
        QTest::newRow("the same") << 0 << ""
                                  << "";
        QTest::newRow("population") << 1 << "population"
                                    << "20 values, 5 of them a 0 for a first token";
        QTest::newRow("window") << 2 << "window"
                                << "divides by its own duration";
        QTest::newRow("percentile") << 3 << "percentile rule"
                                    << "the first value at which the cumulative weight";
        QTest::newRow("formula") << 4 << "formula"
                                 << "the gap after the role chunk";
        QTest::newRow("token source") << 5 << "token source"
                                      << "counts tokens by its own tokenizer";
        QTest::newRow("rows missing") << 6 << "rows missing"
                                      << "is of 64 requests, and 20 of them have rows";
        QTest::newRow("not explained") << 7 << "not explained"
                                       << "own rule over these rows gives 100";
        QTest::newRow("window of its own") << 8 << "window"
                                           << "Both of vLLM's rates divide by 40 s";
        QTest::newRow("other percentile rule") << 9 << "percentile rule"
                                               << "takes the nearest rank";
        QTest::newRow("unknown harness") << 10 << "not explained"
                                         << "not among the dialects";
        QTest::newRow("end not stored") << 11 << "formula"
                                        << "times a request to its end marker";
        QTest::newRow("time missing") << 12 << "rows missing"
                                      << "1 of the 20 requests have no end";
        QTest::newRow("more rows than counted") << 13 << "population"
                                                << "counts 18 completed requests, but 20";
        QTest::newRow("speculation") << 14 << "formula"
                                     << "ITL per token";
    }
    void cause() {
        QFETCH(int, which);
        QFETCH(QString, cause);
        QFETCH(QString, says);
        const ReportedFigure figure = make(which);
        QVERIFY(!figure.key.empty());
        QCOMPARE(QString::fromUtf8(name(figure.cause).data()), cause);
        QVERIFY2(QString::fromStdString(figure.text).contains(says), figure.text.c_str());
        QCOMPARE(figure.text.empty(), figure.cause == Cause::none);
        QVERIFY(figure.text.empty() || (figure.text.ends_with('.') && figure.text.find(". ") == std::string::npos));
    }

    void severalCausesAreNamedTogether() {
        Case given;  // role chunks, and failures that AIPerf leaves out: nothing differs but what vLLM adds
        given.rows.resize(10);
        for (Row& row : given.rows) {
            row.firstToken = row.firstContent;
            row.firstContent = unknownTime;
            row.firstTokenKind = FirstTokenKind::anyEvent;
            row.gaps.insert(row.gaps.begin(), 10 * millisecond);
            row.chunks = 50;
            row.end += 10 * millisecond;
        }
        Row buffered = given.rows.front();  // out of our ITL by the guard, in vLLM's
        buffered.record = 500;
        buffered.gaps.assign(2, 40 * millisecond);
        buffered.chunks = 2;
        buffered.outputTokens = 100;
        buffered.end = buffered.firstToken + 80 * millisecond;
        given.rows.push_back(buffered);
        given.info.declaredCompleted = 11;
        const double theirs = (10 * (0.01 + 49 * 0.02) + 0.08) / (10 * 50 + 2);
        const ReportedFigure figure = compared(given, "itl_s.mean", theirs);
        QVERIFY(figure.dialect && std::abs(*figure.dialect - theirs) < 1e-12);
        QCOMPARE(figure.cause, Cause::population);
        QVERIFY2(figure.text.find("; and vLLM counts the gap after the role chunk") != std::string::npos,
                 figure.text.c_str());
    }

    void valuesAndDifference() {
        const ReportedFigure figure = compared({}, "ttft_s.mean", ttftMean * 1.5);
        QVERIFY(std::abs(*figure.ours - ttftMean) < 1e-9 && std::abs(*figure.dialect - ttftMean) < 1e-9);
        QVERIFY(std::abs(*figure.difference - 0.5) < 1e-9);
    }

    void ratesStandFirstAndMeansBeforePercentiles() {
        ReportedBench bench;
        bench.m_context = of("vLLM");
        RunInfo info;
        info.reported = {{"e2e_s.mean", 1}, {"ttft_s.p99", 1},     {"ttft_s.p50", 1}, {"ttft_s.mean", 1},
                         {"ttft_s.max", 1}, {"requests_per_s", 1}, {"itl_s.std", 1},  {"something_else", 1}};
        bench.addRun(1, info);
        bench.addClean(3);
        std::vector<std::string> keys;
        for (const ReportedFigure& figure : bench.compare().figures) keys.push_back(figure.key);
        const std::vector<std::string> expected{"requests_per_s", "ttft_s.mean", "ttft_s.p50", "ttft_s.p99",
                                                "ttft_s.max",     "itl_s.std",   "e2e_s.mean"};
        QVERIFY(keys == expected);
    }

    void summariesAloneAreNotCompared() {
        ReportedBench bench;
        bench.addSummary(1, {{"ttft_s.mean", 1}});
        bench.judge();
        QVERIFY(reportedAtLevel(*bench.data, bench.settings, bench.measured, 0, 0).empty());
        QVERIFY(dialectAtLevel(*bench.data, bench.settings, bench.measured, 0, 0, Dialect::vllm).empty());
    }

    void findings_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("completed");
        QTest::addColumn<int>("reportedDiffers");
        QTest::addColumn<int>("populationDiffers");
        QTest::newRow("as recomputed") << 1.0 << 20 << 0 << 0;
        QTest::newRow("under 1%") << 1.009 << 20 << 0 << 0;
        QTest::newRow("above 1%") << 1.011 << 20 << 1 << 0;
        QTest::newRow("below by more than 1%") << 0.98 << 20 << 1 << 0;
        QTest::newRow("other requests") << 1.0 << 25 << 0 << 1;
        QTest::newRow("rows missing explain it") << 1.5 << 25 << 0 << 1;
    }
    void findings() {
        QFETCH(double, factor);
        QFETCH(int, completed);
        QFETCH(int, reportedDiffers);
        QFETCH(int, populationDiffers);
        ReportedBench bench;
        bench.m_context = of("vLLM");
        RunInfo info;
        info.declaredCompleted = completed;
        info.reported = {{"ttft_s.mean", ttftMean * factor}, {"e2e_s.mean", ttftMean + 0.98}};
        bench.addRun(1, info);
        for (int i = 0; i < 20; ++i) bench.addRow(streamedRow(i));
        bench.judge();
        const auto differs = bench.findings("reported-differs");
        QCOMPARE(int(differs.size()), reportedDiffers);
        QCOMPARE(int(bench.findings("population-differs").size()), populationDiffers);
        if (reportedDiffers == 0) return;
        QCOMPARE(differs[0].severity, Severity::doubtful);
        QVERIFY(std::abs(evidence(differs[0], "dialect.ttft_s.mean") - ttftMean) < 1e-9);
        QVERIFY2(differs[0].text.starts_with("TTFT mean is reported as "), differs[0].text.c_str());
    }

    void populationDiffersSaysWho() {
        ReportedBench bench;
        bench.m_context = of("vLLM");
        RunInfo info;
        info.declaredCompleted = 23;
        info.reported = {{"ttft_s.mean", 0.08}};
        bench.addRun(1, info);
        for (int i = 0; i < 20; ++i) {
            Row row = streamedRow(i);
            if (i < 2) row.outputTokens = 0;
            if (i == 2) row.phase = Phase::warmup;
            bench.addRow(row);
        }
        bench.judge();
        const auto found = bench.findings("population-differs");
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].severity, Severity::note);
        QCOMPARE(QString::fromStdString(found[0].text),
                 "The reported summary counts 23 completed requests, the figures here 17: 2 completed without a "
                 "token, 1 before or after the window, 3 not among the rows.");
        QCOMPARE(evidence(found[0], "measured"), 17.0);
    }

private:
    static ReportedFigure make(int which) {
        Case given;
        switch (which) {
            case 0:
                return compared(given, "ttft_s.mean", ttftMean * 1.0005);
            case 1: {
                for (int i = 0; i < 5; ++i) {
                    Row& row = given.rows[static_cast<std::size_t>(i)];
                    row.firstContent = row.end = unknownTime;
                    row.outputTokens = 0;
                    row.gaps.clear();
                    row.chunks = 0;
                }
                double sum = 0;
                for (int i = 5; i < 20; ++i) sum += 0.1 + i * 1e-6;
                return compared(given, "ttft_s.mean", sum / 20);
            }
            case 2:
                return compared(given, "requests_per_s", 20.0 / 21);
            case 3: {  // cumulative: the 5th of 20; linear: between the 5th and the 6th
                for (int i = 0; i < 20; ++i)
                    given.rows[static_cast<std::size_t>(i)].firstContent = (100 + 10 * i) * millisecond;
                given.harness = "GuideLLM 0.6.0";
                return compared(given, "ttft_s.p25", 0.140);
            }
            case 4: {
                for (Row& row : given.rows) {
                    row.firstToken = row.firstContent;
                    row.firstContent = unknownTime;
                    row.firstTokenKind = FirstTokenKind::anyEvent;
                    row.gaps.insert(row.gaps.begin(), Nanoseconds(0));
                }
                return compared(given, "itl_s.mean", 0.02 * 49 / 50);
            }
            case 5:
                given.harness = "inference-perf";
                for (Row& row : given.rows) {
                    row.tokenSource = TokenSource::usage;
                    row.otherOutputTokens = 99;
                }
                return compared(given, "tpot_s.mean", 0.01);
            case 6:
                given.info.declaredCompleted = 64;
                return compared(given, "ttft_s.mean", 0.15);
            case 7:
                return compared(given, "ttft_s.mean", 0.15);
            case 8:
                given.info.reported["system_output_tokens_per_s"] = 20 * 50 / 40.0;
                return compared(given, "requests_per_s", 20 / 40.0);
            case 9:
                for (int i = 0; i < 20; ++i)
                    given.rows[static_cast<std::size_t>(i)].firstContent = (100 + 10 * i) * millisecond;
                return compared(given, "ttft_s.p50", 0.190);
            case 10:
                given.harness = "mine";
                return compared(given, "ttft_s.mean", 0.15);
            case 11:
                return endMarker(given);
            case 12:
                given.rows[0].end = unknownTime;
                return compared(given, "e2e_s.mean", 1.2);
            case 13:
                given.info.declaredCompleted = 18;
                return compared(given, "ttft_s.mean", 0.15);
            default:
                return speculation(given);
        }
    }

    /// The last text after 49 gaps of 20 ms, the end marker a gap later in half of the rows.
    static ReportedFigure endMarker(const Case& given) {
        ReportedBench bench;
        DatasetBuilder builder;
        DataFile file;
        file.reader = "vllm";
        builder.addFile(file);
        Source source;
        source.id = SourceId(1);
        source.boundary.tokens = "tokenizer";
        builder.addSource(source);
        RunInfo info = given.info;
        info.load = {LoadKind::concurrency, 1};
        info.reported = {{"tpot_s.mean", (0.98 + 1.0) / 2 / 49}};
        const RunIndex run = builder.addRun(0, info);
        for (const Row& row : given.rows) builder.addRow(run, row);
        const auto data = builder.finish();
        const Figures measured = figures(*data, {});
        return reportedAtLevel(*data, {}, measured, 0, 0).at(0).figures.at(0);
    }

    static ReportedFigure speculation(const Case& given) {
        ReportedBench bench;
        bench.m_context = of("SGLang bench_serving");
        bench.m_context["note.accept_length"].stated = "2.7";
        RunInfo info = given.info;
        info.reported = {{"itl_s.mean", 0.02 / 2.7}};
        bench.addRun(1, info);
        for (const Row& row : given.rows) bench.addRow(row);
        return bench.compare().figures.at(0);
    }
};

QTEST_GUILESS_MAIN(ReportedTest)
#include "reported_test.moc"
