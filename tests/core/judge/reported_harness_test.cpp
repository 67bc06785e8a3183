// evalscope and LLMeter: each of their rules once, found by name in rows where nothing else differs.
#include <QtTest>
#include <cmath>

#include "tests/core/judge/reported_case.h"

using namespace plumbline;

namespace {

using Make = ReportedFigure (*)();

struct Trap {
    const char* name;
    Cause cause;
    const char* says;
    Make make;
};

Row failedRow() {
    Row row;
    row.record = 900;
    row.start = 1005 * second + 137 * millisecond;
    row.status = Status::error;
    return row;
}

/// TTFT 100, 110, ... 290 ms.
Case spreadOut(const char* harness) {
    Case given;
    given.harness = harness;
    for (int i = 0; i < 20; ++i) given.rows[static_cast<std::size_t>(i)].firstContent = (100 + 10 * i) * millisecond;
    return given;
}

Case evalscopeCase() {
    Case given;
    given.harness = "evalscope perf";
    return given;
}

/// TPOT 20.36 ms in each row.
Case slowEnds() {
    Case given = evalscopeCase();
    for (Row& row : given.rows) row.end += std::chrono::microseconds(17'640);
    return given;
}

/// A failure besides the twenty answers. Without starts W is the harness's duration, 21 s.
Case withFailure(const char* harness, bool starts) {
    Case given;
    given.harness = harness;
    given.rows.push_back(failedRow());
    given.info.declaredRequests = 21;
    if (!starts)
        for (Row& row : given.rows) row.start = unknownTime;
    return given;
}

/// Sends a second apart, cut to whole seconds: 19 s from the first to the last, give or take one.
Case coarse(bool failure) {
    Case given;
    given.harness = "LLMeter";
    for (int i = 0; i < 20; ++i) given.rows[static_cast<std::size_t>(i)].start = (1000 + i) * second;
    if (failure) {
        given.rows.push_back(failedRow());
        given.rows.back().start = 1005 * second;
    }
    given.info.declaredRequests = static_cast<std::int64_t>(given.rows.size());
    given.info.startsCoarse = true;
    return given;
}

const std::vector<Trap> traps{
    // evalscope
    {"index cut: the 6th of 20, not between 5th and 6th", Cause::percentile, "at the index cut to a whole number",
     [] { return compared(spreadOut("evalscope perf"), "ttft_s.p25", 0.15); }},
    {"its duration", Cause::window, "divides by its own duration, from the first start, 21",
     [] { return compared(evalscopeCase(), "requests_per_s", 20 / 21.0); }},
    {"every success: whole answers have a TTFT there", Cause::population, "20 values; ours is over 15",
     [] {
         Case given = evalscopeCase();
         for (std::size_t i = 0; i < 5; ++i) {
             Row& row = given.rows[i];
             row.gaps.clear();
             row.chunks = 1;
             row.firstContent = row.end;
         }
         double sum = 0;
         for (const Row& row : given.rows) sum += seconds(row.firstContent);
         return compared(given, "ttft_s.mean", sum / 20);
     }},
    {"one token: TPOT 0", Cause::formula, "gives an answer of one token a TPOT of 0",
     [] {
         Case given = evalscopeCase();
         for (std::size_t i = 0; i < 5; ++i) {
             Row& row = given.rows[i];
             row.gaps.clear();
             row.chunks = row.outputTokens = 1;
             row.end = row.firstContent;
         }
         return compared(given, "tpot_s.mean", 0.015);
     }},
    {"to 1.1.0 the closing event is a gap", Cause::formula, "before the closing usage event",
     [] {
         Case given = evalscopeCase();
         given.harness = "evalscope perf to 1.1.0";
         for (Row& row : given.rows) row.end += 40 * millisecond;
         return compared(given, "itl_s.mean", (49 * 0.02 + 0.04) / 50);
     }},
    {"printed with four decimals", Cause::rounding, "rounds its figures of this kind to 0.1 ms",
     [] {
         Case given = slowEnds();
         given.info.reported = {{"ttft_s.mean", 0.1}, {"e2e_s.mean", 1.0977}};
         return compared(given, "tpot_s.mean", 0.0204);
     }},
    {"a rule, and rounded", Cause::percentile,
     "cut to a whole number; ours interpolates linearly, over 20 values; and "
     "it is rounded to 10 ms",
     [] {
         Case given = evalscopeCase();  // the 6th has 304 ms; linear between 260 and 304: 293
         for (int i = 0; i < 20; ++i)
             given.rows[static_cast<std::size_t>(i)].firstContent = (100 + 40 * i) * millisecond;
         given.rows[5].firstContent += 4 * millisecond;
         given.info.reported = {{"ttft_s.p10", 0.18}, {"ttft_s.p50", 0.5}};
         return compared(given, "ttft_s.p25", 0.3);
     }},
    {"decimals elsewhere show that it is not rounded", Cause::notExplained, "own rule over these rows gives",
     [] {
         Case given = slowEnds();
         given.info.reported["ttft_s.mean"] = 0.1000095;
         return compared(given, "tpot_s.mean", 0.0204);
     }},
    {"two figures may have few decimals by chance", Cause::notExplained, "own rule over these rows gives",
     [] {
         Case given = slowEnds();
         given.info.reported["ttft_s.mean"] = 0.1001;
         return compared(given, "tpot_s.mean", 0.0204);
     }},
    {"so few digits prove nothing", Cause::notExplained, "own rule over these rows gives",
     [] {
         Case given = slowEnds();
         given.info.reported = {{"ttft_s.mean", 0.1}, {"e2e_s.mean", 1.1}};
         return compared(given, "tpot_s.mean", 0.02);
     }},
    // LLMeter
    {"exclusive ranks: 18.9 of 20", Cause::percentile, "interpolates with exclusive ranks",
     [] { return compared(spreadOut("LLMeter"), "ttft_s.p90", 0.279); }},
    {"beyond the last: rank 20.79 of 20", Cause::percentile, "beyond the outermost values",
     [] { return compared(spreadOut("LLMeter"), "ttft_s.p99", 0.2979); }},
    {"failed requests count", Cause::population, "failed ones too, 21 requests; ours is over 20",
     [] { return compared(withFailure("=llmeter-old", false), "requests_per_s", 1); }},
    {"requests over the sends", Cause::window, "the time from the first send to the last",
     [] {
         Case given;
         given.harness = "LLMeter";
         return compared(given, "requests_per_s", 20 / (19 + 19 * 137e-6));
     }},
    {"tokens to the end", Cause::population, "failed ones too",
     [] {
         Case given = withFailure("LLMeter", true);
         given.rows.back().outputTokens = 100;  // what came before it failed
         return compared(given, "system_output_tokens_per_s", 1100 / (19 + 19 * 137e-6 + 1.080019));
     }},
    {"sends cut to whole seconds", Cause::window, "cuts its sends to whole seconds, which leaves 18 s to 20 s",
     [] { return compared(coarse(false), "requests_per_s", 20 / 18.6); }},
    {"tokens over sends cut to whole seconds", Cause::window, "the tokens of all requests, failed ones too",
     [] { return compared(coarse(false), "system_output_tokens_per_s", 1000 / 20.5); }},
    {"more than the cut sends allow", Cause::notExplained, "cannot be told from them",
     [] { return compared(coarse(false), "requests_per_s", 20 / 16.9); }},
    {"made again after loading", Cause::window, "the duration that the harness states",
     [] { return compared(coarse(true), "requests_per_s", 1); }},
    {"first visible text after reasoning", Cause::formula, "its own first-token event",
     [] {
         Case given;
         given.harness = "LLMeter";
         for (Row& row : given.rows) {
             row.firstToken = row.firstContent;
             row.firstContent = unknownTime;
             row.firstTokenKind = FirstTokenKind::answerText;
             row.reasoningTokens = 20;
         }
         return compared(given, "ttft_s.mean", ttftMean);
     }},
    {"responses missing", Cause::rowsMissing, "is of 48 requests, and 20 of them have rows",
     [] {
         Case given;
         given.harness = "LLMeter";
         given.info.declaredRequests = 48;
         return compared(given, "ttft_s.mean", 0.15);
     }},
    {"responses of another level too", Cause::population, "counts 12 requests, but 20 rows are here",
     [] {
         Case given;
         given.harness = "LLMeter";
         given.info.declaredRequests = 12;
         return compared(given, "ttft_s.mean", 0.15);
     }},
};

}  // namespace

class ReportedHarnessTest : public QObject {
    Q_OBJECT

private slots:
    void cause_data() {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < traps.size(); ++i) QTest::newRow(traps[i].name) << static_cast<int>(i);
    }
    void cause() {
        QFETCH(int, which);
        const Trap& trap = traps[static_cast<std::size_t>(which)];
        const ReportedFigure figure = trap.make();
        QVERIFY(!figure.key.empty());
        QVERIFY2(figure.cause == trap.cause, (std::string(name(figure.cause)) + ": " + figure.text).c_str());
        QVERIFY2(says(figure.text, trap.says), figure.text.c_str());
        QVERIFY2(figure.text.ends_with('.') && figure.text.find(". ") == std::string::npos, figure.text.c_str());
    }

    void findings_data() {
        QTest::addColumn<QString>("harness");
        QTest::addColumn<double>("reported");  // of TTFT mean, which is 100.0095 ms
        QTest::addColumn<bool>("differs");
        QTest::newRow("LLMeter, as its rows") << "LLMeter" << ttftMean << false;
        QTest::newRow("LLMeter, 2% off") << "LLMeter" << ttftMean * 1.02 << true;
        QTest::newRow("evalscope, 2% off") << "evalscope perf" << ttftMean * 0.98 << true;
        QTest::newRow("evalscope, rounded by 4%") << "evalscope perf" << 0.104 << false;
    }
    void findings() {
        QFETCH(QString, harness);
        QFETCH(double, reported);
        QFETCH(bool, differs);
        Case given;
        given.harness = harness.toStdString();
        if (reported == 0.104) {  // 104 ms as 0.10: percentiles of two decimals
            given.info.reported = {{"ttft_s.p50", 0.10}, {"ttft_s.p90", 0.10}, {"ttft_s.max", 0.15}};
            for (Row& row : given.rows) row.firstContent += 4 * millisecond;
            given.rows[19].firstContent = 154 * millisecond;
        } else {
            given.info.reported["ttft_s.mean"] = reported;
        }
        ReportedBench bench;
        fill(bench, given);
        bench.judge();
        QCOMPARE(!bench.findings("reported-differs").empty(), differs);
        if (differs) QVERIFY(bench.findings("reported-differs")[0].text.starts_with("TTFT mean is reported as "));
    }

    void llmeterCountsFailedRequests_data() {
        QTest::addColumn<qlonglong>("declared");
        QTest::addColumn<QString>("text");  // empty: none
        QTest::newRow("one failed") << 21LL
                                    << "The reported summary counts 21 requests, failed ones too, the figures here "
                                       "20: 1 failed.";
        QTest::newRow("and two are missing") << 23LL
                                             << "The reported summary counts 23 requests, failed ones too, the "
                                                "figures here 20: 1 failed, 2 not among the rows.";
        QTest::newRow("counted as here") << 20LL << "";
    }
    void llmeterCountsFailedRequests() {
        QFETCH(qlonglong, declared);
        QFETCH(QString, text);
        Case given = withFailure("LLMeter", true);
        given.info.declaredRequests = declared;
        given.info.reported["ttft_s.mean"] = ttftMean;
        ReportedBench bench;
        fill(bench, given);
        bench.judge();
        const auto found = bench.findings("population-differs");
        QCOMPARE(found.empty(), text.isEmpty());
        if (!found.empty()) QCOMPARE(QString::fromStdString(found[0].text), text);
    }

    /// One place holds them: what the door gives is what the function gives.
    void judgementHoldsTheDifferences() {
        Case given = spreadOut("evalscope perf");
        given.info.reported = {{"ttft_s.p25", 0.15}, {"requests_per_s", 1}};
        ReportedBench bench;
        fill(bench, given);
        bench.judge();
        const auto direct = reportedAtLevel(*bench.data, bench.settings, bench.measured, 0, 0);
        const auto held = bench.judgement.reportedAt(0, 0);
        QCOMPARE(held.size(), 1U);
        QCOMPARE(direct.size(), 1U);
        QCOMPARE(held[0].figures.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(held[0].figures[i].text, direct[0].figures[i].text);
            QVERIFY(held[0].figures[i].dialect == direct[0].figures[i].dialect);
        }
        QVERIFY(bench.judgement.reportedAt(0, 1).empty() && bench.judgement.reportedAt(1, 0).empty());
    }
};

QTEST_GUILESS_MAIN(ReportedHarnessTest)
#include "reported_harness_test.moc"
