// Readers made from notes alone (inference-benchmarker, LiteLLM, llm-load-test), and what lies beside results.
#include <QTest>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

bool isNear(const Reported& ours, const Reported& expected) {
    if (ours.size() != expected.size()) return false;
    for (const auto& [key, value] : expected)
        if (!ours.contains(key) || std::abs(ours.at(key) - value) > 1e-12) return false;
    return true;
}

const std::string call =
    R"("id": "c-1", "trace_id": "t", "call_type": "acompletion", "stream": true, "status": "success", "model": "m1",
    "api_base": "http://h", "startTime": 1763000000.25, "endTime": 1763000002.25, "completionStartTime": 1763000000.75,
    "response_time": 0.5, "prompt_tokens": 10, "completion_tokens": 40, "cache_hit": null, "messages": [{"content": "a secret"}],
    "response": {"x": "a secret"}, "error_str": null)";

/// The call with one of its values replaced.
std::string callWith(const std::string& key, const std::string& value) {
    std::string text = "{" + call + "}";
    const std::size_t at = text.find("\"" + key + "\": ") + key.size() + 4;
    return text.replace(at, text.find_first_of(",}", at) - at, value);
}

}  // namespace

class TestOtherLogs : public QObject {
    Q_OBJECT

private slots:
    void inferenceBenchmarker();
    void litellmRows_data();
    void litellmRows();
    void litellmShapes_data();
    /// Two models of one log are two configurations, and nothing that is logged of prompts is kept.
    void litellmShapes();
    void llmLoadTest();
    void refusals_data();
    void refusals();
    void isoTimes_data();
    void isoTimes();
    void keysInErrors_data();
    void keysInErrors();
};

void TestOtherLogs::inferenceBenchmarker() {
    const Folder folder;
    const auto result = [](const char* id, const char* executor, const char* config) {
        return std::string(R"({"id": ")") + id + R"(", "executor_type": ")" + executor + R"(", "config": )" + config +
               R"(, "total_requests": 20, "successful_requests": 16, "failed_requests": 4, "request_rate": 1.6,
            "token_throughput_secs": 320.0, "total_tokens": 3200, "total_tokens_sent": 1600, "duration_ms": 10000.0,
            "time_to_first_token_ms": {"p50": 100.0, "avg": 125.0}, "inter_token_latency_ms": {"p99": 20.0},
            "e2e_latency_ms": {"p90": 2000.0}})";
    };
    const std::string none =
        R"({"id": "empty", "executor_type": "ConstantVUs", "config": {"max_vus": 64}, "total_requests": 5,
        "successful_requests": 0, "failed_requests": 5, "time_to_first_token_ms": {"p50": 0.0}})";
    const Ingested file = ingestFile(folder.write(
        "run.json",
        R"({"config": {"max_vus": 128, "model_name": "acme/m", "tokenizer": "acme/t", "profile": "chat", "prompt_options": {"num_tokens": 200},
           "decode_options": {"num_tokens": 400}, "meta": {"engine": "tgi", "api_key": "secret"}}, "start_time": "x", "end_time": "y",
           "system": {"cpu": []}, "results": [)" +
            result("warmup", "ConstantVUs", R"({"max_vus": 1, "rate": null})") + "," +
            result("throughput", "ConstantVUs", R"({"max_vus": 128, "rate": null})") + "," +
            result("constant@2.00req/s", "ConstantArrivalRate", R"({"max_vus": 128, "rate": 2.0})") + "," + none +
            "]}"));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("hf-inference-benchmarker"));
    QCOMPARE(file.outcome.summaries, 3U);  // the warm-up is no point
    QVERIFY((file.run(0).load == Load{LoadKind::concurrency, 128}));
    QVERIFY((file.run(1).load == Load{LoadKind::requestRate, 2}));  // max_vus is only its cap
    QVERIFY(isNear(file.run(0).reported, {{"ttft_s.p50", 0.1},
                                          {"ttft_s.mean", 0.125},
                                          {"tpot_s.p99", 0.02},
                                          {"e2e_s.p90", 2},
                                          {"error_rate", 0.2},
                                          {"requests_per_s", 1.6},
                                          {"system_output_tokens_per_s", 320},
                                          {"output_tokens.total", 3200},
                                          {"prompt_tokens.total", 1600},
                                          {"output_tokens.mean", 200},
                                          {"prompt_tokens.mean", 100}}));
    QVERIFY(isNear(file.run(2).reported, {{"error_rate", 1}}));  // nothing completed: its zeros are no figures
    QCOMPARE(file.run(0).declaredDuration.count(), 10'000'000'000);
    QVERIFY(file.run(0).declaredCompleted == 16);
    QCOMPARE(file.fact("engine"), std::string("tgi"));
    QCOMPARE(file.fact("api_key"), std::string("-"));
    QCOMPARE(file.fact("workload.output_tokens"), std::string("400"));
    QVERIFY(file.outcome.sources[0].warmupRemoved);
}

void TestOtherLogs::litellmRows_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("first");  // ns; -1: unknown
    QTest::addColumn<qint64>("end");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<QString>("noticed");
    const auto add = [](const char* tag, const std::string& text, qint64 first, qint64 end, bool ok,
                        const char* noticed) {
        QTest::newRow(tag) << QString::fromStdString(text) << first << end << ok << noticed;
    };
    add("streamed", "{" + call + "}", 500'000'000, 2'000'000'000, true, "");
    add("nothing stamped the first chunk", callWith("completionStartTime", "1763000002.25"), -1, 2'000'000'000, true,
        "ttft-is-end");
    add("not streamed", callWith("stream", "false"), -1, 2'000'000'000, true, "");
    add("not said, and stamped", callWith("stream", "null"), 500'000'000, 2'000'000'000, true, "");
    add("no stamp", callWith("completionStartTime", "null"), -1, 2'000'000'000, true, "");
    add("failed", callWith("status", "\"failure\""), 500'000'000, 2'000'000'000, false, "");
    add("answered by a cache", callWith("cache_hit", "\"True\""), 500'000'000, 2'000'000'000, true, "cache-hits");
    add("a date, as the database writes it", callWith("endTime", "\"2025-11-13T02:13:22.250Z\""), 500'000'000,
        2'000'000'000, true, "");
}

void TestOtherLogs::litellmRows() {
    QFETCH(QString, text);
    QFETCH(qint64, first);
    QFETCH(qint64, end);
    QFETCH(bool, ok);
    QFETCH(QString, noticed);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("log.jsonl", text.replace('\n', ' ').toStdString() + "\n"));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("litellm"));
    const Row& row = file.rows.at(0).row;
    QCOMPARE(row.start.count(), 1'763'000'000'250'000'000);
    QCOMPARE(isKnown(row.firstToken) ? qint64(row.firstToken.count()) : -1, first);
    QCOMPARE(qint64(row.end.count()), end);
    QCOMPARE(row.status == Status::ok, ok);
    QVERIFY(row.load.kind == LoadKind::notStated && row.promptTokens == 10 && row.outputTokens == 40);
    QCOMPARE(file.noticed("ttft-is-end") + file.noticed("cache-hits"), noticed.isEmpty() ? 0U : 1U);
    QVERIFY(noticed.isEmpty() || file.noticed(noticed.toStdString()) == 1);
    QCOMPARE(file.fact("call_type"), std::string("completion"));
}

void TestOtherLogs::litellmShapes_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("lines") << QString::fromStdString(callWith("model", "\"m1\"") + "\n" + callWith("model", "\"m2\"") +
                                                     "\n{\"a\": 1}\n");
    QTest::newRow("a list") << QString::fromStdString("[" + callWith("model", "\"m1\"") + "," +
                                                      callWith("model", "\"m2\"") + ", {\"a\": 1}]");
}

void TestOtherLogs::litellmShapes() {
    QFETCH(QString, text);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("log.json", text.toStdString()));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.rows.size(), 2U);
    QCOMPARE(file.outcome.sources.size(), 2U);
    QVERIFY(file.rows[0].source == 0 && file.rows[1].source == 1);
    QCOMPARE(file.rejections.size(), 1U);
    QVERIFY(file.rejections[0].excerpt.empty() && file.rejections[0].byte > 0);
}

void TestOtherLogs::llmLoadTest() {
    const Folder folder;
    const std::string rows =
        R"({"user_id": 7, "input_text": "a secret", "input_tokens": 940, "output_text": "a secret", "output_tokens": 128, "output_tokens_before_timeout": 128,
          "start_time": 1708535304.5, "ack_time": 1708535304.625, "first_token_time": 1708535304.75, "end_time": 1708535309.0,
          "response_time": 4500.0, "tt_ack": 125.0, "ttft": 250.0, "itl": 33.4, "tpot": 35.1, "stop_reason": "length", "error_code": null, "error_text": null},
         {"user_id": 8, "input_tokens": 94, "output_tokens": 0, "start_time": 1708535305.0, "ack_time": 0, "first_token_time": null, "end_time": null,
          "tt_ack": null, "error_code": 500, "error_text": "refused"}, {"user_id": 9})";
    const Ingested file = ingestFile(folder.write(
        "output.json",
        "{\"results\": [" + rows +
            R"(], "config": {"plugin": "openai_plugin", "plugin_options": {"model_name": "acme/m", "host": "http://h", "authorization": "secret"},
            "dataset": {"file": "openorca.jsonl", "max_input_tokens": 1024}, "load_options": {"type": "constant", "concurrency": 8, "duration": 20}},
           "summary": {"tpot": {"mean": 36.5}, "ttft": {"median": 250.0, "percentile_99": 300.0}, "itl": {"mean": 33.4}, "response_time": {"mean": 4500.0},
            "tt_ack": {"mean": 125.0}, "output_tokens": {"mean": 128.0}, "throughput": 185.5, "total_requests": 2, "total_failures": 1, "failure_rate": 50.0}})"));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("llm-load-test"));
    QVERIFY(file.identityHolds() && file.rejections.size() == 1 && file.rows.size() == 2);
    const Row& row = file.rows[0].row;
    QVERIFY((row.load == Load{LoadKind::concurrency, 8}));
    QCOMPARE(row.start.count(), 1'708'535'304'500'000'000);
    QCOMPARE(row.firstByte.count(), 125'000'000);
    QCOMPARE(row.firstToken.count(), 250'000'000);
    QCOMPARE(row.end.count(), 4'500'000'000);
    QVERIFY(row.promptTokens == 940 && row.outputTokens == 128 && row.finish == "length");
    QVERIFY(row.promptKey == internKey("a secret"));
    const Row& failed = file.rows[1].row;
    QVERIFY(failed.status == Status::error && !isKnown(failed.firstByte) && !isKnown(failed.outputTokens));
    QCOMPARE(failed.error, std::string("500: refused"));
    // Its tpot is the whole latency by the tokens, so it is none of ours.
    QVERIFY(isNear(file.run().reported, {{"llm_load_test_tpot_s.mean", 0.0365},
                                         {"ttft_s.p50", 0.25},
                                         {"ttft_s.p99", 0.3},
                                         {"tpot_s.mean", 0.0334},
                                         {"e2e_s.mean", 4.5},
                                         {"ttfb_s.mean", 0.125},
                                         {"output_tokens.mean", 128},
                                         {"system_output_tokens_per_s", 185.5},
                                         {"error_rate", 0.5}}));
    QVERIFY(file.run().declaredRequests == 2 && file.run().declaredCompleted == 1);
    QCOMPARE(file.fact("model"), std::string("acme/m"));
    QCOMPARE(file.fact("workload.dataset"), std::string("openorca.jsonl"));
    for (const auto& [key, fact] : file.outcome.sources[0].context)
        QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
}

void TestOtherLogs::refusals_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("instead");
    QTest::newRow("genai-bench's metadata") << R"({"cmd": "x", "benchmark_version": "0.0.2", "api_backend": "openai"})"
                                            << "result files";
    QTest::newRow("evalscope's percentiles") << R"x([{"Percentiles": "10%", "TTFT (s)": 0.1}])x"
                                             << "benchmark_data.db";
    QTest::newRow("evalscope's arguments") << R"({"model": "m", "parallel": 8, "number": 48, "connect_timeout": 60})"
                                           << "benchmark_data.db";
    QTest::newRow("LLMeter's summary")
        << R"({"total_requests": 3, "clients": 1, "n_requests": 3, "total_test_time": 2})"
        << "responses.jsonl";
    QTest::newRow("LLMeter's configuration") << R"({"endpoint": {}, "clients": 1, "n_requests": 3})"
                                             << "responses.jsonl";
}

void TestOtherLogs::refusals() {
    QFETCH(QString, text);
    QFETCH(QString, instead);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("x.json", text.toStdString()));
    QVERIFY(file.error && file.error->kind == ErrorKind::refused);
    QVERIFY(QString::fromStdString(file.error->text()).contains(instead));
}

void TestOtherLogs::isoTimes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("expected");  // ns; -1: unknown
    QTest::newRow("UTC") << "1970-01-02T00:00:01Z" << qint64(86'401'000'000'000);
    QTest::newRow("a fraction") << "1970-01-01 00:00:00.000001" << qint64(1000);
    QTest::newRow("east of Greenwich") << "1970-01-01T02:00:00+02:00" << qint64(0);
    QTest::newRow("west of it") << "1970-01-01T00:00:00-0130" << qint64(5'400'000'000'000);
    QTest::newRow("a leap day") << "2024-02-29T00:00:00Z" << qint64(1'709'164'800'000'000'000);
    QTest::newRow("no such day") << "2023-02-29T00:00:00Z" << qint64(-1);
    QTest::newRow("no time") << "2023-02-28" << qint64(-1);
    QTest::newRow("no date") << "yesterday, at noon sharp" << qint64(-1);
    QTest::newRow("no zone known") << "1970-01-02T00:00:01 CET" << qint64(-1);
}

void TestOtherLogs::isoTimes() {
    QFETCH(QString, text);
    QFETCH(qint64, expected);
    const Nanoseconds time = parseIsoTime(text.toStdString());
    QCOMPARE(isKnown(time) ? qint64(time.count()) : -1, expected);
}

void TestOtherLogs::keysInErrors_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << "refused"
                          << "refused";
    QTest::newRow("an OpenAI key") << "Incorrect API key: sk-proj-abcd1234."
                                   << "Incorrect API key: ...";
    QTest::newRow("a bearer") << "Bearer abcdefgh12 refused"
                              << "Bearer ... refused";
    QTest::newRow("too short to be one") << "task-abc sk-7"
                                         << "task-abc sk-7";
    QTest::newRow("two") << "sk-abcdefgh and sk-ijklmnop"
                         << "... and ...";
}

void TestOtherLogs::keysInErrors() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(withoutKeys(text.toStdString())), expected);
    QVERIFY(withoutKeys(std::string(5000, 'x')).size() <= 400);
}

QTEST_APPLESS_MAIN(TestOtherLogs)
#include "test_other_logs.moc"
