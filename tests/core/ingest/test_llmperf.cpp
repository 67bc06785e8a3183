// The LLMPerf reader: one row a trap of its files, then the real ones of both eras.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "core/trace/source_facts.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/statistics.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// units: tokens today, messages in the leaderboard's files.
std::string response(const char* ttft, const char* latency, double units, int tokens, const char* code = "null") {
    const double seconds = std::atof(latency);
    return QString(R"({"error_code": %1, "error_msg": "", "inter_token_latency_s": 0.02, "ttft_s": %2,
        "end_to_end_latency_s": %3, "request_output_throughput_token_per_s": %4, "number_total_tokens": %5,
        "number_output_tokens": %6, "number_input_tokens": 550})")
        .arg(code, ttft, latency, QString::number(seconds > 0 ? units / seconds : 0, 'g', 17))
        .arg(550 + tokens)
        .arg(tokens)
        .toStdString();
}

std::string list(const std::string& rows) { return "[\n" + rows + "\n]"; }

const std::string summaryText =
    R"({"version": "2023-08-31", "name": "m_550_150_summary", "model": "acme/m", "mean_input_tokens": 550,
    "stddev_input_tokens": 0, "mean_output_tokens": 150, "stddev_output_tokens": 10, "num_concurrent_requests": 5,
    "results_ttft_s_quantiles_p50": 0.5, "results_ttft_s_mean": 0.6, "results_ttft_s_min": 0.1, "results_ttft_s_stddev": 0.2,
    "results_inter_token_latency_s_mean": 0.02, "results_end_to_end_latency_s_quantiles_p99": 4.5,
    "results_number_output_tokens_mean": 150.0, "results_number_output_tokens_min": "122",
    "results_num_requests_started": 20, "results_error_rate": 0.1, "results_error_code_frequency": "{429: 2}",
    "results_mean_output_throughput_token_per_s": 270.0, "results_num_completed_requests": 18,
    "results_num_completed_requests_per_min": 108.0, "framework": "bedrock", "timestamp": 1703637308})";

}  // namespace

class TestLlmperf : public QObject {
    Q_OBJECT

private slots:
    void everyFieldOfARow() {
        const Folder folder;
        const std::string summary = folder.write("m_550_150_summary.json", summaryText);
        const Ingested file =
            ingestFile(folder.write("m_550_150_individual_responses.json", list(response("0.5", "2.5", 100, 100))));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("llmperf"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.siblings, std::vector<std::string>{summary});
        const Row& row = file.rows.at(0).row;
        QVERIFY((row.load == Load{LoadKind::concurrency, 5}));
        QCOMPARE(row.firstToken.count(), 500'000'000);
        QVERIFY(row.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(row.end.count(), 2'500'000'000);
        QCOMPARE(row.promptTokens, 550);
        QCOMPARE(row.outputTokens, 100);
        QVERIFY(row.tokenSource == TokenSource::tokenizer);                      // Llama-2's, whatever the model
        QVERIFY(!isKnown(row.start) && !row.gapsKnown && !isKnown(row.chunks));  // no gaps are made of a mean
        QCOMPARE(file.noticed("failures-may-be-missing"), 1U);
        QCOMPARE(file.noticed("chunks-derived"), 0U);
    }

    void theSummaryAlone() {
        const Folder folder;
        const Ingested file = ingestFile(folder.write("m_550_150_summary.json", summaryText));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.outcome.summaries, 1U);
        QVERIFY(file.rows.empty() && file.outcome.records == 0);
        const RunInfo& run = file.run();
        QVERIFY(run.summaryOnly && run.declaredRequests == 20 && run.declaredCompleted == 18);
        QVERIFY((run.load == Load{LoadKind::concurrency, 5}));
        QCOMPARE(run.declaredDuration.count(), 10'000'000'000);  // 18 at 108 a minute
        const Reported expected{{"ttft_s.p50", 0.5},
                                {"ttft_s.mean", 0.6},
                                {"ttft_s.min", 0.1},
                                {"ttft_s.std", 0.2},
                                {"llmperf_inter_token_latency_s.mean", 0.02},  // no ITL: TTFT is in it
                                {"e2e_s.p99", 4.5},
                                {"output_tokens.mean", 150},
                                {"output_tokens.min", 122},  // a number written as a text
                                {"error_rate", 0.1},
                                {"system_output_tokens_per_s", 270},
                                {"requests_per_s", 1.8}};
        QVERIFY(run.reported == expected);
        QCOMPARE(file.fact("model"), std::string("acme/m"));
        QCOMPARE(file.fact("backend"), std::string("bedrock"));
        QCOMPARE(file.fact("workload.output_tokens"), std::string("150"));
        QVERIFY(hasDurationFromRate(file.outcome.sources[0].context));
        const Ingested rows =
            ingestFile(folder.write("m_550_150_individual_responses.json", list(response("0.5", "2.5", 100, 100))));
        QCOMPARE(rows.run().fingerprint, run.fingerprint);
    }

    void aSetOfSummaries() {
        const Folder folder;
        std::string other = summaryText;
        other.replace(other.find("\"num_concurrent_requests\": 5"), 28, "\"num_concurrent_requests\": 9");
        const Ingested file =
            ingestFile(folder.write("set.json", "{\"5\": " + summaryText + ", \"9\": " + other + "}"));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.outcome.summaries, 2U);
        QCOMPARE(file.outcome.sources.size(), 1U);
        QCOMPARE(file.run(0).load.value, 5.0);
        QCOMPARE(file.run(1).load.value, 9.0);
    }

    void traps_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<int>("row");     // the row that is looked at
        QTest::addColumn<int>("chunks");  // -1: unknown
        QTest::addColumn<bool>("ok");
        QTest::addColumn<bool>("timesKnown");
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const std::string& rows, int at, int chunks, bool ok, bool times,
                            const char* noticed) {
            QTest::newRow(tag) << QString::fromStdString(rows) << at << chunks << ok << times << noticed;
        };
        const std::string today = response("0.5", "2.5", 100, 100);
        row("today's throughput counts tokens", today, 0, -1, true, true, "");
        row("the leaderboard's counts messages", response("0.5", "2.5", 52, 151) + "," + response("0.5", "2.5", 2, 128),
            1, 2, true, true, "chunks-derived");
        row("neither: no chunks", response("0.5", "2.5", 52.5, 151), 0, -1, true, true, "");
        row("tokens counted twice differ, and are no messages", today + "," + response("0.5", "2.5", 52.25, 60), 0, -1,
            true, true, "");
        row("too few tokens: an error whose times are real", response("0.5", "2.5", 39, 39, "-100"), 0, -1, false, true,
            "refused-by-harness");
        row("a 429 has zeros for times", today + "," + response("0", "0", 0, 0, "429"), 1, -1, false, false, "");
        row("names of keys among the rows", today + R"(, "error_code", "error_msg")", 0, -1, true, true, "stray-text");
    }
    void traps() {
        QFETCH(QString, rows);
        QFETCH(int, row);
        QFETCH(int, chunks);
        QFETCH(bool, ok);
        QFETCH(bool, timesKnown);
        QFETCH(QString, noticed);
        const Folder folder;
        const Ingested file = ingestFile(folder.write("x_individual_responses.json", list(rows.toStdString())));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds() && file.rejections.empty());
        const Row& seen = file.rows.at(std::size_t(row)).row;
        QCOMPARE(seen.chunks, Count(chunks));
        QCOMPARE(seen.status == Status::ok, ok);
        QCOMPARE(isKnown(seen.firstToken), timesKnown);
        QCOMPARE(isKnown(seen.end), timesKnown);
        QVERIFY(noticed.isEmpty() || file.noticed(noticed.toStdString()) > 0);
        QVERIFY(seen.load.kind == LoadKind::notStated && file.noticed("load-not-stated") == 1);
    }

    void whatIsNoResponseIsRejected() {
        const Folder folder;
        const std::string text =
            list(response("0.5", "2.5", 9, 9) + R"(, {"other": 1}, {"ttft_s": 0.x, "error_code": 1})");
        const Ingested file = ingestFile(folder.write("x.json", text.substr(0, text.size() - 2)));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rejections.size(), 2U);
        for (const Rejection& rejection : file.rejections) {
            QVERIFY(!rejection.reason.empty());
            QCOMPARE(text.substr(rejection.byte, rejection.excerpt.size()), rejection.excerpt);
        }
    }

    void theSummaryComesOutOfTheRows_data() {
        QTest::addColumn<QString>("path");
        PLUMBLINE_NEEDS_REAL_FILES();
        const auto hasRows = [](const std::string& file) {
            return file.ends_with(".json") && file.find("individual") != std::string::npos;
        };
        for (const std::string& file : support::realFiles("llmperf", hasRows)) {
            const QString path = QString::fromStdString(file);
            QTest::newRow(qPrintable(path.right(60))) << path;
        }
    }
    void theSummaryComesOutOfTheRows() {
        QFETCH(QString, path);
        const Ingested file = ingestFile(path.toStdString());
        QVERIFY2(!file.error && file.identityHolds() && file.outcome.rejected == 0, qPrintable(path));
        QCOMPARE(file.outcome.siblings.size(), 1U);
        const RunInfo& run = file.run();
        const Reported& theirs = run.reported;
        const bool leaderboard = path.contains("leaderboard");
        QCOMPARE(file.rows.size(), leaderboard ? 150U : 10U);
        QCOMPARE(run.declaredRequests.value_or(0), std::int64_t(file.rows.size()));
        QCOMPARE(run.declaredCompleted.value_or(0), std::int64_t(latencies(file).size()));
        QVERIFY(run.load.kind == LoadKind::concurrency);
        QVERIFY(agrees(mean(ttfts(file)), theirs.at("ttft_s.mean")));
        QVERIFY(agrees(linearQuantile(ttfts(file), 0.99), theirs.at("ttft_s.p99")));
        QVERIFY(agrees(mean(latencies(file)), theirs.at("e2e_s.mean")));
        QVERIFY(agrees(linearQuantile(latencies(file), 0.5), theirs.at("e2e_s.p50")));
        QVERIFY(agrees(outputTokens(file) / seconds(run.declaredDuration), theirs.at("system_output_tokens_per_s")));
        QCOMPARE(file.noticed("chunks-derived") > 0, leaderboard);
        if (path.contains("replicate_7b"))
            for (const auto& placed : file.rows) QVERIFY(placed.row.chunks >= 1 && placed.row.chunks <= 3);
        if (path.contains("bedrock_13b")) QCOMPARE(file.noticed("refused-by-harness"), 97U);
        const Ingested summary = ingestFile(file.outcome.siblings[0]);
        QCOMPARE(summary.outcome.summaries, 1U);
        QCOMPARE(summary.run().fingerprint, run.fingerprint);
    }
};

QTEST_APPLESS_MAIN(TestLlmperf)
#include "test_llmperf.moc"
