// TensorRT-LLM's readers on made files: one row a trap.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/json_text.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

JsonText serving() {
    return {{"date", "\"20250925-101010\""},
            {"backend", "\"openai-chat\""},
            {"model_id", "\"acme/tiny-1b\""},
            {"tokenizer_id", "\"acme/tiny\""},
            {"num_prompts", "2"},
            {"request_rate", "\"inf\""},
            {"burstiness", "1.0"},
            {"max_concurrency", "4"},
            {"duration", "2.5"},
            {"completed", "2"},
            {"total_input_tokens", "30"},
            {"total_output_tokens", "6"},
            {"request_throughput", "0.8"},
            {"request_goodput:", "null"},
            {"output_throughput", "2.4"},
            {"total_token_throughput", "14.4"},
            {"user_throughput", "4.5"},
            {"avg_decoded_tokens_per_iter", "{\"mean\": 1.0}"},
            {"input_lens", "[10, 20]"},
            {"output_lens", "[2, 3]"},
            {"ttfts", "[0.5, 0.25]"},
            {"itls", "[[0.125], [0.001, 0.2, 0.3]]"},
            {"e2els", "[0.7, 0.8]"},
            {"generated_texts", "[\"a\", \"b\"]"},
            {"errors", "[\"\", \"\"]"},
            {"mean_ttft_ms", "375.0"},
            {"mean_tpot_ms", "100.0"},
            {"mean_e2el_ms", "750.0"}};
}

const char* const request =
    R"({"id": 7, "num_input_tokens": 12, "error_tokens": 0, "start_timestamp": 4000000000000000001, )"
    R"("first_token_timestamp": 4000000000250000001, "end_timestamp": 4000000001250000001, "decode_iteration": 10, )"
    R"("num_output_tokens": 11, "intertoken_latency": 1e8, "output": "secret"})";

const char* const report = R"({"engine": {"model": "acme/tiny-1b", "version": "1.2.0", "backend": "pytorch",
 "dtype": "bfloat16", "quantization": "FP8", "revision": null},
 "world_info": {"tp_size": 4, "pp_size": 1, "world_size": 4, "issue_rate": 1e15, "kv_cache_percentage": 0.9},
 "machine": {"name": "ACME X1"}, "request_info": {"num_requests": 20, "avg_num_concurrent_requests": 7.5,
 "avg_input_length": 128.0, "avg_output_length": 64.0}, "performance": {"total_latency_ms": 8000.0,
 "avg_request_latency_ms": 3000.0, "request_throughput_req_s": 2.5, "system_output_throughput_tok_s": 160.0,
 "output_throughput_per_user_tok_s": 21.0, "request_latency_percentiles_ms": {"p50": 2900.0, "p95": 4000.0,
 "p99": 4000.0, "minimum": 100.0, "maximum": 4000.0, "average": 3000.0}},
 "streaming_metrics": {"avg_ttft_ms": 20.0, "ttft_percentiles": {"p50": 9.0, "maximum": 172.0}, "avg_tpot_ms": 12.0,
 "token_output_speed_tok_s": 14391.0}, "dataset": {}})";

}  // namespace

class TestTrtllm : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("result.json", text)); }

private slots:
    void servingRow() {
        const Ingested file = read(serving().text());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("trtllm-serving"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(1).row;
        QVERIFY(row.firstToken == Nanoseconds(250'000'000) && row.end == Nanoseconds(800'000'000));
        QVERIFY(row.firstTokenKind == FirstTokenKind::anyEvent && row.gapBasis == GapBasis::chunk);
        QVERIFY(row.lastContent == Nanoseconds(751'000'000) && !isKnown(row.start));
        QCOMPARE(row.chunks, 3);  // as many gaps as tokens: the first one is the role chunk's
        QCOMPARE(file.rows[0].row.chunks, 2);
        QVERIFY((row.load == Load{LoadKind::concurrency, 4}));
        QCOMPARE(file.fact("model"), std::string("acme/tiny-1b"));
        QCOMPARE(file.fact("avg_decoded_tokens_per_iter"), std::string("-"));
        const TimingBoundary expected{"sent", "any-event", "end-marker", "usage", ""};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        const Reported& reported = file.run().reported;
        QVERIFY(reported.at("user_throughput") == 4.5 && reported.at("ttft_s.mean") == 0.375);
        QVERIFY(file.run().declaredRequests == 2 && file.run().declaredCompleted == 2);
    }

    void servingRows_data() {
        QTest::addColumn<QString>("ttft");
        QTest::addColumn<QString>("itls");
        QTest::addColumn<QString>("e2el");
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<qlonglong>("expectedTtft");  // ms; -1: unknown
        QTest::addColumn<qlonglong>("expectedEnd");
        QTest::addColumn<int>("gaps");
        QTest::newRow("streamed") << "0.5"
                                  << "[0.1]"
                                  << "0.7"
                                  << "2" << 500LL << 700LL << 1;
        QTest::newRow("not streamed: -1") << "-1"
                                          << "[]"
                                          << "0.7"
                                          << "2" << -1LL << 700LL << -1;
        QTest::newRow("not streamed: -1.0") << "-1.0"
                                            << "[]"
                                            << "0.7"
                                            << "2" << -1LL << 700LL << -1;
        QTest::newRow("completed without a chunk") << "0.0"
                                                   << "[]"
                                                   << "0.3"
                                                   << "0" << -1LL << 300LL << -1;
        QTest::newRow("one chunk") << "0.5"
                                   << "[]"
                                   << "0.7"
                                   << "2" << 500LL << 700LL << 0;
        QTest::newRow("latency 0") << "0.5"
                                   << "[0.1]"
                                   << "0.0"
                                   << "2" << 500LL << -1LL << 1;
    }
    void servingRows() {
        QFETCH(QString, ttft);
        QFETCH(QString, itls);
        QFETCH(QString, e2el);
        QFETCH(QString, tokens);
        const auto two = [](const char* first, const QString& second) {
            return std::string("[") + first + ", " + second.toStdString() + "]";
        };
        const Ingested file = read(serving()
                                       .with("ttfts", two("0.5", ttft))
                                       .with("itls", two("[0.1]", itls))
                                       .with("e2els", two("0.7", e2el))
                                       .with("output_lens", two("3", tokens))
                                       .text());
        const Row& row = file.rows.at(1).row;
        const auto asMs = [](Nanoseconds time) { return isKnown(time) ? qlonglong(time.count() / 1'000'000) : -1LL; };
        QTEST(asMs(row.firstToken), "expectedTtft");
        QTEST(asMs(row.end), "expectedEnd");
        QTEST(row.gapsKnown ? int(row.gaps.size()) : -1, "gaps");
        QCOMPARE(file.noticed("ttft-unmeasured"), isKnown(row.firstToken) ? 0U : 1U);
    }

    void averagesOfMinusOneAreNoFigures() {
        const Reported reported =
            read(serving().with("mean_ttft_ms", "-1000.0").with("mean_tpot_ms", "850.0").text()).run().reported;
        QVERIFY(!reported.contains("ttft_s.mean") && !reported.contains("tpot_s.mean"));
        QVERIFY(reported.at("e2e_s.mean") == 0.75);
    }

    void summaryAlone() {
        JsonText text = serving();
        for (const char* key : {"input_lens", "output_lens", "ttfts", "itls", "e2els", "errors"}) text.without(key);
        const Ingested file = read(text.text());
        QCOMPARE(file.reader, std::string("trtllm-serving"));
        QCOMPARE(file.outcome.summaries, 1U);
        QVERIFY(file.run().summaryOnly && file.outcome.records == 0);
    }

    void benchRequest() {
        const Ingested file = read(std::string("[") + request + "]");
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("trtllm-bench"));
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.id, std::string("7"));
        QCOMPARE(row.start.count(), 4'000'000'000'000'000'001);  // a double would round it
        QVERIFY(row.firstToken == Nanoseconds(250'000'000) && row.end == Nanoseconds(1'250'000'000));
        QVERIFY(row.firstTokenKind == FirstTokenKind::engine && row.tokenSource == TokenSource::usage);
        QVERIFY(row.promptTokens == 12 && row.outputTokens == 11 && row.byte == 1);
        QVERIFY(!isKnown(row.chunks) && !row.gapsKnown && row.load.kind == LoadKind::notStated);
        const TimingBoundary expected{"sent", "engine", "last-text", "usage", "monotonic"};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        QCOMPARE(file.fact("engine"), std::string("tensorrt-llm"));
    }

    void benchRequests_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<bool>("row");
        QTest::addColumn<bool>("first");
        QTest::addColumn<int>("tokens");
        const std::string base = R"("num_input_tokens": 1, "start_timestamp": 5, "end_timestamp": 9)";
        const auto add = [&](const char* tag, const std::string& entry, bool row, bool first, int tokens) {
            QTest::newRow(tag) << QString::fromStdString(entry) << row << first << tokens;
        };
        add("not streamed: -1", "{" + base + R"(, "first_token_timestamp": -1, "num_output_tokens": 4})", true, false,
            4);
        add("tokens listed", "{" + base + R"(, "first_token_timestamp": 6, "output_tokens": [11, 12, 13]})", true, true,
            3);
        add("tokens counted twice",
            "{" + base + R"(, "first_token_timestamp": 6, "output_tokens": [11, 12, 13], "num_output_tokens": 3})",
            true, true, 3);
        add("tokens unknown", "{" + base + R"(, "first_token_timestamp": 6})", true, true, -1);
        add("no object", "17", false, false, 0);
        add("broken", R"({"start_timestamp": 5x})", false, false, 0);
    }
    void benchRequests() {
        QFETCH(QString, entry);
        QFETCH(bool, row);
        const Ingested file = read(std::string("[") + request + ",\n" + entry.toStdString() + "]");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.records, 2U);
        QCOMPARE(file.rejections.empty(), row);
        if (!row) {
            QVERIFY(file.rejections[0].byte == std::string(request).size() + 3 && !file.rejections[0].reason.empty());
            return;
        }
        QTEST(isKnown(file.rows[1].row.firstToken), "first");
        QTEST(file.rows[1].row.outputTokens, "tokens");
    }

    void benchReport() {
        const Ingested file = read(report);
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("trtllm-bench"));
        QVERIFY(file.outcome.summaries == 1 && file.outcome.records == 0 && file.run().summaryOnly);
        const Reported expected{{"e2e_s.mean", 3},         {"e2e_s.p50", 2.9},      {"e2e_s.p95", 4},
                                {"e2e_s.p99", 4},          {"e2e_s.min", 0.1},      {"e2e_s.max", 4},
                                {"ttft_s.mean", 0.02},     {"ttft_s.p50", 0.009},   {"ttft_s.max", 0.172},
                                {"tpot_s.mean", 0.012},    {"requests_per_s", 2.5}, {"system_output_tokens_per_s", 160},
                                {"in_flight", 7.5},        {"user_throughput", 21}, {"prompt_tokens.mean", 128},
                                {"output_tokens.mean", 64}};
        const Reported& reported = file.run().reported;
        for (const auto& [key, value] : expected) {
            QVERIFY2(reported.contains(key), key.c_str());
            QVERIFY2(std::abs(reported.at(key) - value) < 1e-9, key.c_str());
        }
        QCOMPARE(reported.size(), expected.size());
        QVERIFY(file.run().declaredDuration == Nanoseconds(8'000'000'000) && file.run().declaredCompleted == 20);
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"model", "acme/tiny-1b"},
                                                                        {"engine", "tensorrt-llm"},
                                                                        {"engine_version", "1.2.0"},
                                                                        {"quantization", "FP8"},
                                                                        {"tensor_parallel", "4"},
                                                                        {"accelerator_count", "4"},
                                                                        {"accelerator", "ACME X1"},
                                                                        {"model_revision", "-"},
                                                                        {"issue_rate", "-"}})
            QCOMPARE(QString::fromStdString(file.fact(key)), QString(value));
        QVERIFY(file.run().load.kind == LoadKind::notStated);
    }

    void reportWithoutFigures() {
        const Ingested file = read(R"({"world_info": {}, "performance": {}})");
        QVERIFY(file.error && file.error->kind == ErrorKind::format);
    }
};

QTEST_APPLESS_MAIN(TestTrtllm)
#include "test_trtllm.moc"
