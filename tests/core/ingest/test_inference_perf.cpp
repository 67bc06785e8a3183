// The inference-perf reader on made files, one row a trap, and on real ones.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Nanoseconds ms(std::int64_t value) { return Nanoseconds(value * 1'000'000); }

/// A request of version 0.5 and later, from `start` for a second, with these fields of its response.
std::string request(const std::string& start, const std::string& response, const std::string& error = "null") {
    return R"({"start_time": )" + start + R"(, "end_time": )" + std::to_string(std::stod(start) + 1) +
           R"(, "request": "prompt: secret words", "response": "secret reply", )"
           R"("info": {"request_metrics": {"text": {"input_tokens": 7}, "image": null}, "response_metrics": {)" +
           response + R"(}, "input_tokens": 7}, "error": )" + error + "}";
}

/// A request of 0.2 to 0.4, whose stamps are of lines or events.
std::string oldRequest(const std::string& stamps, const std::string& body) {
    return R"([{"start_time": 10.0, "end_time": 12.0, "request": "{}", "response": )" + body +
           R"(, "info": {"input_tokens": 5, "output_tokens": 2, "output_token_times": )" + stamps +
           R"(}, "error": null}])";
}

std::string stage(int count, double rate, double sent, double end = 1.0) {
    return R"({"load_summary": {"count": )" + std::to_string(count) + R"(, "requested_rate": )" + std::to_string(rate) +
           R"(, "send_duration": )" + std::to_string(sent) + R"(}, "successes": {"count": )" + std::to_string(count) +
           R"(, "latency": {"request_latency": {"mean": )" + std::to_string(end) +
           R"(}, "time_to_first_token": {"mean": 0.25, "median": 0.2, "p99.9": 0.5}}, "throughput": )"
           R"({"output_tokens_per_sec": 12.5, "requests_per_sec": 2}}, "failures": {"count": 0}})";
}

const char* const twoChunks =
    R"("output_tokens": 3, "chunk_times": [0.25, 0.5], "output_token_times": [0.25, 0.25, 0.5], "server_usage": null)";

}  // namespace

class TestInferencePerf : public QObject {
    Q_OBJECT

private:
    Ingested read(const std::string& text, const std::string& name = "per_request_lifecycle_metrics.json") {
        return ingestFile(m_folder.write(QTest::currentTestFunction() + std::string("/") + name, text));
    }
    Folder m_folder;

private slots:
    void everyFieldOfARow() {
        const Ingested file = read("[" + request("0.0", twoChunks) + "]");
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("inference-perf"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.start.count(), 0);
        QCOMPARE(row.end.count(), ms(1000).count());
        QCOMPARE(row.firstToken.count(), ms(250).count());
        QVERIFY(row.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(row.lastContent.count(), ms(500).count());
        QCOMPARE(row.chunks, 2);
        QVERIFY(row.gaps == std::vector<Nanoseconds>{ms(250)} && row.gapBasis == GapBasis::chunk);
        QVERIFY(row.promptTokens == 7 && row.outputTokens == 3 && row.tokenSource == TokenSource::tokenizer);
        QVERIFY(row.promptKey != 0 && row.status == Status::ok && !isKnown(row.firstContent));
        const TimingBoundary expected{"sent", "answer-text", "retokenised", "tokenizer", "monotonic"};
        QVERIFY(file.outcome.sources.at(0).boundary == expected);
        QVERIFY(file.run().load.kind == LoadKind::notStated && file.noticed("load-not-stated") == 1);
    }

    void responses_data() {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<int>("output");
        QTest::addColumn<int>("other");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("gaps");
        QTest::newRow("zero gaps inside a chunk")
            << QByteArray(R"("output_tokens": 4, "output_token_times": [0.25, 0.25, 0.25, 0.5])") << 4 << -1 << 2 << 1;
        QTest::newRow("the begin token doubles the token times, not the chunks")
            << QByteArray(R"("output_tokens": 2, "chunk_times": [0.25, 0.5],
                            "output_token_times": [0.25, 0.25, 0.5, 0.5])")
            << 2 << -1 << 2 << 1;
        QTest::newRow("the server's count beside the client's")
            << QByteArray(R"("output_tokens": 3, "chunk_times": [0.25],
                            "server_usage": {"prompt_tokens": 7, "completion_tokens": 5})")
            << 5 << 3 << 1 << 0;
        QTest::newRow("reasoning only: no times at all")
            << QByteArray(R"("output_tokens": 0, "chunk_times": [], "output_token_times": [])") << 0 << -1 << -1 << 0;
        QTest::newRow("nothing but nulls")
            << QByteArray(R"("output_tokens": null, "chunk_times": null)") << -1 << -1 << -1 << 0;
    }
    void responses() {
        QFETCH(QByteArray, response);
        QFETCH(int, output);
        QFETCH(int, other);
        QFETCH(int, chunks);
        QFETCH(int, gaps);
        const Row row = read("[" + request("0.0", response.toStdString()) + "]").rows.at(0).row;
        QCOMPARE(row.outputTokens, output);
        QCOMPARE(row.otherOutputTokens, other);
        QCOMPARE(row.chunks, chunks);
        QCOMPARE(int(row.gaps.size()), gaps);
        QCOMPARE(isKnown(row.firstToken), chunks > 0);
    }

    void outcomes_data() {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("http") << QByteArray(R"({"error_type": "HTTP Error 500", "error_msg": "boom"})")
                              << int(Status::error) << QByteArray("HTTP Error 500: boom");
        QTest::newRow("cancelled") << QByteArray(R"({"error_type": "CancelledError", "error_msg": ""})")
                                   << int(Status::cancelled) << QByteArray("CancelledError");
        QTest::newRow("timeout") << QByteArray(R"({"error_type": "TimeoutError", "error_msg": ""})")
                                 << int(Status::error) << QByteArray("TimeoutError");
    }
    void outcomes() {
        QFETCH(QByteArray, error);
        QFETCH(int, status);
        QFETCH(QByteArray, text);
        const Row row = read("[" + request("0.0", "", error.toStdString()) + "]").rows.at(0).row;
        QCOMPARE(int(row.status), status);
        QCOMPARE(row.error, text.toStdString());
    }

    void stampsOfAnyLine_data() {
        QTest::addColumn<QByteArray>("stamps");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("chunks");  // -1: not told apart
        QTest::addColumn<qint64>("content");
        const QByteArray role = R"(data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n)";
        const QByteArray text = R"(data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n)";
        const QByteArray done = R"(data: [DONE]\n)";
        const QByteArray blank = R"(\n)";
        QTest::newRow("0.2: blank lines doubled the stamps")
            << QByteArray("[10.1, 10.1, 10.5, 10.5, 10.9, 10.9, 11.0, 11.0]")
            << "\"" + role + blank + text + blank + text + blank + done + blank + "\"" << 2 << qint64(500);
        QTest::newRow("0.3: one stamp an event")
            << QByteArray("[10.1, 10.5, 10.9, 11.0]")
            << "\"" + role + blank + text + blank + text + blank + done + blank + "\"" << 2 << qint64(500);
        QTest::newRow("no stream stored") << QByteArray("[10.1, 10.5]") << QByteArray("\"hello\"") << -1 << qint64(-1);
        QTest::newRow("another number of stamps")
            << QByteArray("[10.1, 10.5, 10.9]") << "\"" + text + blank + "\"" << -1 << qint64(-1);
    }
    void stampsOfAnyLine() {
        QFETCH(QByteArray, stamps);
        QFETCH(QByteArray, body);
        QFETCH(int, chunks);
        QFETCH(qint64, content);
        const Ingested file = read(oldRequest(stamps.toStdString(), body.toStdString()));
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.firstToken.count(), ms(100).count());
        QVERIFY(row.firstTokenKind == FirstTokenKind::anyEvent);
        QCOMPARE(row.chunks, chunks);
        QCOMPARE(row.gapsKnown, chunks > 0);
        QCOMPARE(file.noticed("stamps-of-any-line"), chunks > 0 ? 0U : 1U);
        if (content < 0)
            QVERIFY(!isKnown(row.firstContent));
        else
            QCOMPARE(row.firstContent.count(), ms(content).count());
    }

    void version01HasNoInfo() {
        const Ingested file =
            read(R"([{"start_time": 1.0, "end_time": 2.5, "request": "r", "response": "x", "error": null}])");
        QCOMPARE(file.rows.size(), 1U);
        QCOMPARE(file.rows[0].row.end.count(), ms(1500).count());
        QVERIFY(!isKnown(file.rows[0].row.firstToken) && !isKnown(file.rows[0].row.outputTokens));
    }

    void stagesBesideIt_data() {
        QTest::addColumn<double>("sent");
        QTest::addColumn<double>("secondRate");
        QTest::addColumn<int>("runs");
        QTest::addColumn<QByteArray>("loads");
        QTest::newRow("counts and send durations fit") << 1.0 << 4.0 << 2 << QByteArray("2 req/s, 4 req/s");
        QTest::newRow("send durations do not: no guess") << 1.5 << 4.0 << 1 << QByteArray("not stated");
        QTest::newRow("no guess needed: one rate") << 1.5 << 2.0 << 1 << QByteArray("2 req/s");
    }
    void stagesBesideIt() {
        QFETCH(double, sent);
        QFETCH(double, secondRate);
        QFETCH(int, runs);
        QFETCH(QByteArray, loads);
        const std::string folder = QTest::currentDataTag() + std::string("/");
        m_folder.write(folder + "stage_0_lifecycle_metrics.json", stage(2, 2, sent));
        m_folder.write(folder + "stage_1_lifecycle_metrics.json", stage(1, secondRate, 0));
        m_folder.write(folder + "stage_0_prometheus_metrics.json", "{}");
        // Rows in another order than they began.
        const Ingested file = ingestFile(m_folder.write(folder + "rows.json", "[" + request("20.0", twoChunks) + ",\n" +
                                                                                  request("1.0", twoChunks) + "," +
                                                                                  request("0.0", twoChunks) + "]"));
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.outcome.sources.at(0).runs.size()), runs);
        std::string all;
        for (const RunInfo& run : file.outcome.sources[0].runs) all += (all.empty() ? "" : ", ") + shortText(run.load);
        QCOMPARE(all, loads.toStdString());
        QCOMPARE(file.rows[0].run, std::size_t(runs - 1));
        QCOMPARE(file.rows[1].run, 0U);
        QCOMPARE(file.outcome.siblings.size(), 2U);
        if (runs == 2) QCOMPARE(file.run(0).reported.at("system_output_tokens_per_s"), 12.5);
    }

    void aStageAlone() {
        const Ingested file = read(stage(3, 2.5, 1), "stage_0_lifecycle_metrics.json");
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.outcome.summaries, 1U);
        QVERIFY(file.rows.empty() && file.run().summaryOnly);
        QVERIFY((file.run().load == Load{LoadKind::requestRate, 2.5}));
        QCOMPARE(file.run().reported.at("ttft_s.p50"), 0.2);
        QCOMPARE(file.run().reported.at("ttft_s.p99.9"), 0.5);
        QVERIFY(file.run().declaredRequests == 3 && file.run().declaredCompleted == 3);
    }

    void aTextWhereANumberBelongs() {
        std::string text = stage(3, 2.5, 1);
        text.replace(text.find("2.500000"), 8, "\"-fast\"");
        const Ingested file = read(text, "stage_0_lifecycle_metrics.json");
        QCOMPARE(file.outcome.summaries, 1U);
        QVERIFY(file.run().load.kind == LoadKind::notStated);
    }

    void doubledStampsOfASummary() {
        // 100 tokens in 10 s after the first: 0.1 s each, and the file says half of that.
        const std::string text =
            R"({"load_summary": {"count": 1}, "successes": {"count": 1, "output_len": {"mean": 101},
            "latency": {"request_latency": {"mean": 11}, "time_to_first_token": {"mean": 1},
            "time_per_output_token": {"mean": 0.05}, "inter_token_latency": {"median": 0.00001}}},
            "failures": {"count": 0}})";
        const Ingested file = read(text, "summary_lifecycle_metrics.json");
        QCOMPARE(file.noticed("doubled-stamps"), 1U);
        QVERIFY(!file.run().reported.contains("tpot_s.mean") && !file.run().reported.contains("itl_s.p50"));
        QCOMPARE(file.run().reported.at("ttft_s.mean"), 1.0);
    }

    void brokenRecords_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QByteArray>("reason");
        const std::string good = request("0.0", twoChunks);
        QTest::newRow("cut off") << QByteArray::fromStdString("[" + good + ", " + good.substr(0, good.size() / 2)) << 1
                                 << QByteArray("Truncated");
        QTest::newRow("no start") << QByteArray::fromStdString("[" + good + R"(, {"end_time": 1, "error": null}])") << 1
                                  << QByteArray("no start_time");
        QTest::newRow("no object") << QByteArray::fromStdString("[" + good + ", 7, " + good + "]") << 2
                                   << QByteArray("");
    }
    void brokenRecords() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(QByteArray, reason);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.rows.size()), rows);
        QCOMPARE(file.rejections.size(), 1U);
        QVERIFY2(file.rejections[0].reason.find(reason.toStdString()) != std::string::npos,
                 file.rejections[0].reason.c_str());
        QVERIFY(file.rejections[0].excerpt.find("secret") == std::string::npos);
    }

    void realFiles() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder =
            "inference-perf/kubernetes-sigs__inference-perf/corpus/full-runs/"
            "v0_5_0-clean-two-stage-run/";
        const Ingested file = ingestFile(support::realPath(folder + "per_request_lifecycle_metrics.json"));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 6U);
        QCOMPARE(file.outcome.sources[0].runs.size(), 2U);
        QCOMPARE(file.outcome.siblings.size(), 6U);
        double ttft = 0, tpot = 0, end = 0, tokens = 0;
        int completed = 0;
        for (const auto& [source, run, row] : file.rows) {
            QVERIFY((row.load == Load{LoadKind::requestRate, 1}));
            if (run != 0 || row.status != Status::ok) continue;
            ++completed;
            tokens += row.outputTokens;
            ttft += seconds(row.firstToken);
            end += seconds(row.end);
            tpot += seconds(row.lastContent - row.firstToken) / double(row.outputTokens - 1);
        }
        const Reported& theirs = file.run(0).reported;
        const auto near = [](double ours, double other) { return std::abs(ours - other) < 1e-3 * other; };
        QCOMPARE(completed, 3);
        QVERIFY(near(ttft / 3, theirs.at("ttft_s.mean")) && near(end / 3, theirs.at("e2e_s.mean")));
        QVERIFY(near(tpot / 3, theirs.at("tpot_s.mean")));  // its rule ends at the last chunk
        QVERIFY(near(tokens / 2.2, theirs.at("system_output_tokens_per_s")));
    }

    void realSummaries() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder = "inference-perf/zetxqx__inference-perf/lmcache/llmd-lmcache-20251008-072853/";
        for (int i = 0; i <= 16; ++i) {
            if (i == 2) continue;  // was never there
            const Ingested file =
                ingestFile(support::realPath(folder + "stage_" + std::to_string(i) + "_lifecycle_metrics.json"));
            QVERIFY2(!file.error, std::to_string(i).c_str());
            QVERIFY(file.outcome.summaries == 1 && file.run().load.kind == LoadKind::requestRate);
            QCOMPARE(file.noticed("doubled-stamps"), 1U);  // version 0.2
        }
        const Ingested all = ingestFile(support::realPath(folder + "summary_lifecycle_metrics.json"));
        QVERIFY(all.run().load.kind == LoadKind::notStated && all.run().declaredCompleted == 15980);
        const Ingested server = ingestFile(support::realPath(folder + "stage_0_prometheus_metrics.json"));
        QVERIFY(server.error && server.error->kind == ErrorKind::refused);
    }
};

QTEST_APPLESS_MAIN(TestInferencePerf)
#include "test_inference_perf.moc"
