// The LLMeter reader: one row a trap of its files, then recorded runs and load tests of two generations.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/statistics.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// From 0.1.10 on.
std::string response(const std::string& more = "", const char* first = "0.25",
                     const char* time = "\"2026-11-29T17:20:08Z\"") {
    return std::string(
               R"({"response_text": "a secret", "input_payload": {"messages": [{"content": "a secret"}], "max_tokens": 128, "model": "acme/m"}, )") +
           R"("id": "chatcmpl-1", "input_prompt": "a secret", "time_to_first_token": )" + first +
           R"(, "time_to_last_token": 1.5, "num_tokens_input": 70, "num_tokens_output": 35, "num_tokens_input_cached": 30, )" +
           R"("num_tokens_output_reasoning": 11, "time_per_output_token": 0.1, "error": null, "retries": null, "request_time": )" +
           time + more + "}\n";
}
/// To 0.1.9.
const std::string earlier =
    R"({"response_text": "x", "input_payload": {"max_tokens": 128}, "id": "b", "input_prompt": "p", "time_to_first_token": 0.0125, "time_to_last_token": 1.5, "num_tokens_input": 70, "num_tokens_output": 35, "time_per_output_token": 0.1, "error": null, "retries": null})"
    "\n";
const std::string failure =
    R"({"response_text": null, "id": "c", "input_prompt": null, "time_to_first_token": null, "time_to_last_token": null, "num_tokens_input": null, "num_tokens_output": null, "error": "HTTP Error 503: Bearer abcdefghijkl", "retries": 1, "request_time": "2026-11-29T17:20:10Z"})"
    "\n";

std::string summary(int clients, int perClient, const std::string& more = "") {
    return QString(
               R"({"total_requests": %1, "clients": %2, "n_requests": %3, "total_test_time": 4.5, "model_id": "acme/m",
        "endpoint_name": "mock", "provider": "openai", "run_name": "r", "start_time": "2026-11-29T17:20:08Z",
        "end_time": "2026-11-29T17:20:12Z"%4})")
        .arg(clients * perClient)
        .arg(clients)
        .arg(perClient)
        .arg(QString::fromStdString(more))
        .toStdString();
}

std::string repeated(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

}  // namespace

class TestLlmeter : public QObject {
    Q_OBJECT

private slots:
    void everyFieldOfARow();
    void firstTokens_data();
    void firstTokens();
    void levels_data();
    void levels();
    void lines_data();
    void lines();
    void startsWithFractionsAreFine();
    void statisticsAlone();
    void theStatisticsComeOutOfTheRows_data();
    void theStatisticsComeOutOfTheRows();
    void recordedLoadTests();
};

void TestLlmeter::everyFieldOfARow() {
    const Folder folder;
    folder.write("run/summary.json", summary(2, 1));
    folder.write("run/run_config.json",
                 R"({"endpoint": {"endpoint_type": "OpenAICompletionStreamEndpoint", "provider": "openai"},
        "tokenizer": {"tokenizer_module": "llmeter"}, "clients": 2, "n_requests": 1, "timeout": 60})");
    const Ingested file = ingestFile(folder.write("run/responses.jsonl", response() + failure));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("llmeter"));
    QVERIFY(file.identityHolds());
    const Row& row = file.rows.at(0).row;
    QVERIFY((row.load == Load{LoadKind::concurrency, 2}));
    QCOMPARE(row.id, std::string("chatcmpl-1"));
    QCOMPARE(row.start.count(), 1'795'972'808'000'000'000);
    QCOMPARE(row.firstToken.count(), 250'000'000);
    QCOMPARE(row.lastContent.count(), 1'500'000'000);
    QVERIFY(!isKnown(row.end) && !isKnown(row.chunks) && !row.gapsKnown);  // the stream's close is not stored
    QVERIFY(row.promptTokens == 70 && row.cachedTokens == 30 && row.outputTokens == 35 && row.reasoningTokens == 11);
    QVERIFY(row.maxTokens == 128 && row.promptKey == internKey("a secret") && row.line == 1);
    const Row& failed = file.rows.at(1).row;
    QVERIFY(failed.status == Status::error && !isKnown(failed.firstToken) && !isKnown(failed.outputTokens));
    QCOMPARE(failed.error, std::string("HTTP Error 503: Bearer ..."));
    const RunInfo& run = file.run();
    QVERIFY(run.startsCoarse && run.declaredRequests == 2);
    QCOMPARE(run.declaredDuration.count(), 4'500'000'000);
    QCOMPARE((run.declaredEnd - run.declaredStart).count(), 4'000'000'000);
    QCOMPARE(file.fact("model"), std::string("acme/m"));
    QCOMPARE(file.fact("backend"), std::string("OpenAICompletionStreamEndpoint"));
    QCOMPARE(file.fact("tokenizer"), std::string("llmeter"));
    QCOMPARE(file.outcome.siblings.size(), 2U);
    for (const auto& [key, fact] : file.outcome.sources[0].context)
        QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
}

void TestLlmeter::firstTokens_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("end");
    QTest::addColumn<bool>("lastText");
    const auto add = [](const char* tag, const std::string& text, const char* endpoint, const char* first,
                        const char* end, bool lastText) {
        QTest::newRow(tag) << QString::fromStdString(text) << endpoint << first << end << lastText;
    };
    add("from 0.1.10 on: visible text", response(), "OpenAICompletionStreamEndpoint", "answer-text", "last-text", true);
    add("to 0.1.9: the first chunk of any kind", earlier, "OpenAICompletionStreamEndpoint", "any-event", "closed",
        false);
    add("Bedrock waits for text in all versions", earlier, "BedrockConverseStream", "answer-text", "closed", false);
    add("not streamed: one time is the end", response("", "null"), "OpenAICompletionEndpoint", "unknown", "last-text",
        false);
}

void TestLlmeter::firstTokens() {
    QFETCH(QString, text);
    QFETCH(QString, endpoint);
    QFETCH(QString, first);
    QFETCH(QString, end);
    QFETCH(bool, lastText);
    const Folder folder;
    folder.write("run_config.json", R"({"clients": 1, "n_requests": 1, "endpoint": {"endpoint_type": ")" +
                                        endpoint.toStdString() + "\"}}");
    const Ingested file = ingestFile(folder.write("responses.jsonl", text.toStdString()));
    const Row& row = file.rows.at(0).row;
    QCOMPARE(QString::fromStdString(std::string(name(row.firstTokenKind))), first);
    QCOMPARE(isKnown(row.lastContent), lastText);
    QCOMPARE(isKnown(row.end), !lastText);
    QCOMPARE(QString::fromStdString(file.outcome.sources[0].boundary.end), end);
    QVERIFY((row.load == Load{LoadKind::concurrency, 1}));  // an interrupted run has no summary
}

void TestLlmeter::levels_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("perClient");
    QTest::addColumn<QString>("context");
    QTest::addColumn<QList<int>>("split");  // rows of each run; one entry: not split
    QTest::addColumn<int>("mixed");
    const auto add = [](const char* tag, int rows, int clients, int perClient, const char* context, QList<int> split,
                        int mixed) { QTest::newRow(tag) << rows << clients << perClient << context << split << mixed; };
    add("one level", 12, 4, 3, "", {12}, 0);
    add("interrupted", 9, 4, 3, "", {9}, 0);
    add("several levels, and nobody says which", 18, 4, 3, "", {18}, 1);
    add("client counts given", 18, 4, 3, R"({"run": {"clients": [1, 4]}})", {6, 12}, 0);
    add("given as a note", 18, 4, 3, R"({"note": {"clients": [1, 4]}})", {6, 12}, 0);
    add("three levels of equal requests each", 21, 4, 3, R"({"run": {"clients": [1, 2, 4]}})", {3, 6, 12}, 0);
    add("counts that fit in no way", 30, 4, 3, R"({"run": {"clients": [1, 4]}})", {30}, 1);
    add("counts that end elsewhere", 18, 4, 3, R"({"run": {"clients": [4, 1]}})", {18}, 1);
    add("requests given too", 18, 4, 3, R"({"run": {"clients": [1, 4], "requests_per_client": [6, 3]}})", {6, 12}, 0);
    add("requests that do not add up", 18, 4, 3, R"({"run": {"clients": [1, 4], "requests_per_client": [5, 3]}})", {18},
        1);
    add("no list", 18, 4, 3, R"({"run": {"clients": "1,4"}})", {18}, 1);
}

void TestLlmeter::levels() {
    QFETCH(int, rows);
    QFETCH(int, clients);
    QFETCH(int, perClient);
    QFETCH(QString, context);
    QFETCH(QList<int>, split);
    QFETCH(int, mixed);
    const Folder folder;
    folder.write("t/summary.json", summary(clients, perClient));
    if (!context.isEmpty()) folder.write("t/context.json", context.toStdString());
    const Ingested file = ingestFile(folder.write("t/responses.jsonl", repeated(response(), rows)));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QList<int> seen(qsizetype(file.outcome.sources.at(0).runs.size()), 0);
    for (const auto& placed : file.rows) ++seen[qsizetype(placed.run)];
    QCOMPARE(seen, split);
    QCOMPARE(int(file.noticed("levels-mixed")), mixed);
    const bool stated = file.run().load.kind == LoadKind::concurrency;
    QCOMPARE(stated, mixed == 0);
    for (const auto& placed : file.rows) QVERIFY(placed.row.load == file.run(placed.run).load);
    if (split.size() > 1) {
        QVERIFY(!isKnown(file.run(0).declaredDuration));  // the summary is the last level's
        QCOMPARE(file.run(std::size_t(split.size()) - 1).declaredDuration.count(), 4'500'000'000);
        QCOMPARE(file.run(std::size_t(split.size()) - 1).load.value, double(clients));
    }
    if (mixed) QVERIFY(file.run().reported.empty() && !isKnown(file.run().declaredDuration));
}

void TestLlmeter::lines_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("rejected");
    QTest::addColumn<QString>("noticed");
    const auto add = [](const char* tag, const std::string& text, int rows, int rejected, const char* noticed) {
        QTest::newRow(tag) << QString::fromStdString(text) << rows << rejected << noticed;
    };
    add("a broken line", response() + "{\"time_to_last_token\": 0.x}\n" + response(), 2, 1, "");
    add("another object", response() + "{\"a\": 1}\n", 1, 1, "");
    add("cut in the last line", response() + response().substr(0, 300), 1, 1, "truncated");
    add("more cached than read", response(R"(, "num_tokens_input_cached": 211288)"), 1, 0, "cached-excluded");
    add("no summary", response(), 1, 0, "load-not-stated");
    add("blank lines", "\n" + response() + "\n", 1, 0, "");
}

void TestLlmeter::lines() {
    QFETCH(QString, text);
    QFETCH(int, rows);
    QFETCH(int, rejected);
    QFETCH(QString, noticed);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("responses.jsonl", text.toStdString()));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(int(file.rows.size()), rows);
    QCOMPARE(int(file.rejections.size()), rejected);
    for (const Rejection& rejection : file.rejections) QVERIFY(rejection.line > 0 && !rejection.reason.empty());
    if (!noticed.isEmpty()) QCOMPARE(file.noticed(noticed.toStdString()), 1U);
}

void TestLlmeter::startsWithFractionsAreFine() {
    const Folder folder;
    const Ingested file = ingestFile(
        folder.write("00003-clients/responses.jsonl", response("", "0.2", "\"2026-11-29T17:20:08.250+01:00\"")));
    QCOMPARE(file.rows.at(0).row.start.count(), 1'795'969'208'250'000'000);
    QVERIFY(!file.run().startsCoarse);
    QVERIFY((file.run().load == Load{LoadKind::concurrency, 3}));  // of the folder's name
}

void TestLlmeter::statisticsAlone() {
    const Folder folder;
    const std::string stats =
        folder.write("stats.json", summary(4, 3, R"(, "failed_requests": 3, "failed_requests_rate": 0.25,
        "total_output_tokens": 900, "time_to_first_token-average": 0.1, "time_to_first_token-p50": 0.09, "time_to_last_token-p99": 2.0,
        "time_per_output_token-p90": 0.005, "num_tokens_output-average": 100, "requests_per_minute": 120, "average_output_tokens_per_minute": 6000)"));
    const Ingested file = ingestFile(stats);
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QVERIFY(file.outcome.summaries == 1 && file.run().summaryOnly && file.run().declaredCompleted == 9);
    const Reported expected{{"ttft_s.mean", 0.1},  {"ttft_s.p50", 0.09},        {"e2e_s.p99", 2},
                            {"tpot_s.p90", 0.005}, {"output_tokens.mean", 100}, {"output_tokens.total", 900},
                            {"error_rate", 0.25},  {"requests_per_s", 2},       {"system_output_tokens_per_s", 100}};
    QVERIFY(file.run().reported == expected);
    const Ingested rows = ingestFile(folder.write("responses.jsonl", repeated(response(), 12)));
    QCOMPARE(rows.run().fingerprint, file.run().fingerprint);
    QVERIFY(rows.run().reported == expected);
    const Ingested bare = ingestFile(folder.write("other/summary.json", summary(4, 3)));
    QVERIFY(bare.error && bare.error->kind == ErrorKind::refused);
}

void TestLlmeter::theStatisticsComeOutOfTheRows_data() {
    QTest::addColumn<QString>("path");
    PLUMBLINE_NEEDS_REAL_FILES();
    const auto isRun = [](const std::string& file) {
        return file.ends_with("/responses.jsonl") && file.find("loadtest") == std::string::npos;
    };
    for (const std::string& file : support::realFiles("llmeter-recorded", isRun)) {
        const QString path = QString::fromStdString(file);
        QTest::newRow(qPrintable(path.section('/', -3, -2))) << path;
    }
}

void TestLlmeter::theStatisticsComeOutOfTheRows() {
    QFETCH(QString, path);
    const Ingested file = ingestFile(path.toStdString());
    QVERIFY2(!file.error && file.identityHolds() && file.outcome.rejected == 0, qPrintable(path));
    const bool four = path.contains("00004"), isNew = path.contains("HEAD");
    const RunInfo& run = file.run();
    const Reported& theirs = run.reported;
    QCOMPARE(file.rows.size(), four ? 48U : 12U);
    QVERIFY((run.load == Load{LoadKind::concurrency, four ? 4.0 : 1.0}));
    QVERIFY(agrees(mean(ttfts(file)), theirs.at("ttft_s.mean")));
    QVERIFY(agrees(exclusiveQuantile(ttfts(file), 0.9), theirs.at("ttft_s.p90")));
    QVERIFY(agrees(exclusiveQuantile(latencies(file), 0.99), theirs.at("e2e_s.p99")));
    QVERIFY(agrees(linearQuantile(latencies(file), 0.5), theirs.at("e2e_s.p50")));
    QCOMPARE(outputTokens(file), theirs.at("output_tokens.total"));
    // Since 0.1.10 rates divide by windows of sends that the whole seconds of the rows can't tell.
    if (!isNew) {
        QVERIFY(agrees(outputTokens(file) / seconds(run.declaredDuration), theirs.at("system_output_tokens_per_s")));
        QVERIFY(agrees(double(file.rows.size()) / seconds(run.declaredDuration), theirs.at("requests_per_s")));
    }
    QCOMPARE(run.startsCoarse, isNew);
    QCOMPARE(file.outcome.sources[0].boundary.first, std::string(isNew ? "answer-text" : "any-event"));
    QCOMPARE(file.fact("model"), std::string("mock-model"));
}

void TestLlmeter::recordedLoadTests() {
    PLUMBLINE_NEEDS_REAL_FILES();
    for (const char* version : {"HEAD", "v0.1.9"}) {
        const std::string from = support::realPath("llmeter-recorded/llmeter_loadtest_" + std::string(version)) + "/";
        const Ingested mixed = ingestFile(from + "responses.jsonl");
        QCOMPARE(mixed.rows.size(), 18U);
        QCOMPARE(mixed.noticed("levels-mixed"), 1U);
        QVERIFY(mixed.run().load.kind == LoadKind::notStated);
        const Folder folder;
        for (const char* name : {"responses.jsonl", "summary.json", "stats.json", "run_config.json"})
            folder.write(name, fileText(from + name));
        folder.write("context.json", R"({"run": {"clients": [1, 4]}})");
        Ingested split = ingestFile(folder.path("responses.jsonl"));
        QCOMPARE(split.outcome.sources[0].runs.size(), 2U);
        QCOMPARE(split.run(0).declaredRequests.value_or(0), 6);
        std::erase_if(split.rows, [](const auto& placed) { return placed.run == 0; });
        QCOMPARE(split.rows.size(), 12U);
        QVERIFY(agrees(mean(ttfts(split)), split.run(1).reported.at("ttft_s.mean")));  // the last level's
        QVERIFY(agrees(exclusiveQuantile(latencies(split), 0.99), split.run(1).reported.at("e2e_s.p99")));
    }
}

QTEST_APPLESS_MAIN(TestLlmeter)
#include "test_llmeter.moc"
