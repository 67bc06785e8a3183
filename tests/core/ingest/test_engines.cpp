// What engines say of themselves: Ollama's responses, the timings of llama.cpp's server, llama-bench.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

constexpr const char* ollamaFinal =
    R"({"model":"llama3.2:3b","created_at":"2026-11-02T10:00:05.5Z","message":{"role":"assistant","content":""},)"
    R"("done_reason":"stop","done":true,"total_duration":5500000000,"load_duration":1000000000,)"
    R"("prompt_eval_count":26,"prompt_eval_duration":400000000,"eval_count":101,"eval_duration":4000000000})";
constexpr const char* ollamaPiece =
    R"({"model":"llama3.2:3b","created_at":"2026-11-02T10:00:01Z","response":"A secret","done":false})";

const std::string chat =
    R"({"id":"chatcmpl-1","model":"m.gguf","choices":[{"finish_reason":"stop","index":0,"message":{"content":"x"}}],)"
    R"("usage":{"completion_tokens":11,"prompt_tokens":777},"timings":{"cache_n":690,"prompt_n":87,"prompt_ms":125.5,)"
    R"("prompt_per_second":693.2,"predicted_n":11,"predicted_ms":250.25,"predicted_per_second":43.9}})";

/// The chat with one part replaced.
std::string chatWith(const std::string& part, const std::string& by) {
    std::string text = chat;
    return text.replace(text.find(part), part.size(), by);
}

const std::string benchRest =
    R"("gpu_info":"NVIDIA GeForce RTX 4090","backends":"CUDA","model_type":"llama 8B Q4_0","model_size":4653375488,)"
    R"("model_n_params":8030261248,"n_batch":2048,"type_k":"f16","type_v":"f16","n_depth":0,"build_commit":"8cf427ff")";

}  // namespace

class TestEngines : public QObject {
    Q_OBJECT

private slots:
    void ollama();
    void ollamaValues_data();
    void ollamaValues();
    void llamaServer_data();
    void llamaServer();
    /// The same two tests in each of the four forms.
    void llamaBench_data();
    void llamaBench();
    void llamaBenchOfBoth();
    void brokenSql();
};

void TestEngines::ollama() {
    const Folder folder;
    const std::string other = std::string(ollamaFinal).replace(10, 11, "qwen3:8b");
    const Ingested file = ingestFile(folder.write(
        "a.jsonl", std::string(ollamaPiece) + "\n" + ollamaFinal + "\n" + other + "\n{\"x\": 1}\n" +
                       R"({"model":"qwen3:8b","created_at":"x","response":"","done":true,"done_reason":"load"})" +
                       "\n"));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("ollama"));
    QCOMPARE(file.rows.size(), 2U);
    const Row& row = file.rows[0].row;
    QCOMPARE(row.firstToken.count(), 1'500'000'000);  // 5.5 s - 4 s
    QCOMPARE(row.end.count(), 5'500'000'000);
    QVERIFY(row.firstTokenKind == FirstTokenKind::engine && !isKnown(row.start));
    QVERIFY(row.promptTokens == 26 && row.outputTokens == 101 && row.tokenSource == TokenSource::usage);
    QCOMPARE(row.finish, std::string("stop"));
    QCOMPARE(file.noticed("no-final-object"), 2U);
    QCOMPARE(file.noticed("load-not-stated"), 1U);
    QCOMPARE(file.rejections.size(), 1U);
    QCOMPARE(file.outcome.sources.size(), 2U);  // two models
    QCOMPARE(file.fact("model"), std::string("llama3.2:3b"));
    QVERIFY(file.rejections[0].excerpt.empty());
}

void TestEngines::ollamaValues_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<qint64>("first");  // ns; -1: unknown
    QTest::addColumn<int>("prompt");
    QTest::newRow("as it is") << "4000000000"
                              << "4000000000" << qint64(1'500'000'000) << 26;
    QTest::newRow("the prompt came from the cache") << "\"prompt_eval_count\":26,"
                                                    << "" << qint64(1'500'000'000) << -1;
    QTest::newRow("no time of generating") << ",\"eval_duration\":4000000000"
                                           << "" << qint64(-1) << 26;
    QTest::newRow("more than the whole") << "4000000000"
                                         << "6000000000" << qint64(-1) << 26;
    QTest::newRow("all of it") << "4000000000"
                               << "5500000000" << qint64(0) << 26;
    QTest::newRow("nothing generated") << "4000000000"
                                       << "0" << qint64(-1) << 26;
}

void TestEngines::ollamaValues() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("a.json", QString(ollamaFinal).replace(from, to).toStdString()));
    QVERIFY2(!file.error && file.rows.size() == 1, file.error ? file.error->text().c_str() : "");
    const Row& row = file.rows[0].row;
    QTEST(isKnown(row.firstToken) ? qint64(row.firstToken.count()) : -1, "first");
    QTEST(row.promptTokens, "prompt");
    QCOMPARE(isKnown(row.firstToken), row.firstTokenKind == FirstTokenKind::engine);
}

void TestEngines::llamaServer_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<int>("prompt");
    QTest::addColumn<int>("cached");
    const auto row = [](const char* tag, const std::string& text, qint64 first, qint64 end, int prompt, int cached) {
        QTest::newRow(tag) << QString::fromStdString(text) << first << end << prompt << cached;
    };
    row("chat", chat, 125'500'000, 375'750'000, 777, 690);
    row("no usage", chatWith(R"("usage":{"completion_tokens":11,"prompt_tokens":777},)", ""), 125'500'000, 375'750'000,
        777, 690);
    row("completion",
        chatWith(R"("usage":{"completion_tokens":11,"prompt_tokens":777},)", R"("tokens_evaluated":780,)"), 125'500'000,
        375'750'000, 780, 690);
    row("before cache_n",
        "[" +
            chatWith(R"("usage":{"completion_tokens":11,"prompt_tokens":777},"timings":{"cache_n":690,)",
                     R"("timings":{)") +
            "]",
        125'500'000, 375'750'000, -1, -1);
    row("no token", chatWith(R"("predicted_n":11,"predicted_ms":250.25)", R"("predicted_n":0,"predicted_ms":0)"), -1,
        125'500'000, 777, 690);
}

void TestEngines::llamaServer() {
    QFETCH(QString, text);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("a.json", text.toStdString()));
    QVERIFY2(!file.error && file.rows.size() == 1, file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("llama-server"));
    const Row& row = file.rows[0].row;
    QTEST(isKnown(row.firstToken) ? qint64(row.firstToken.count()) : -1, "first");
    QTEST(qint64(row.end.count()), "end");
    QTEST(row.promptTokens, "prompt");
    QTEST(row.cachedTokens, "cached");
    QCOMPARE(file.fact("engine"), std::string("llama.cpp"));
}

void TestEngines::llamaBench_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("listsSamples");
    const std::string gen = "{" + benchRest +
                            R"(,"n_prompt":0,"n_gen":128,"avg_ns":1000000000,"stddev_ns":0,"avg_ts":128.5,)"
                            R"("stddev_ts":0.25,"samples_ns":[1000000000,1000000000,990000000]})";
    const std::string prompt = "{" + benchRest +
                               R"(,"n_prompt":512,"n_gen":0,"avg_ns":100000000,"stddev_ns":0,"avg_ts":5120,)"
                               R"("stddev_ts":1.5,"samples_ns":[100000000,100000000,100000000]})";
    QTest::newRow("json") << "a.json" << QString::fromStdString("[" + prompt + ",\n" + gen + "]") << true;
    QTest::newRow("jsonl") << "a.jsonl" << QString::fromStdString(prompt + "\n" + gen + "\n") << true;
    const QString names =
        "build_commit,gpu_info,backends,model_type,model_size,model_n_params,n_batch,type_k,type_v,n_depth,"
        "n_prompt,n_gen,avg_ns,stddev_ns,avg_ts,stddev_ts";
    const QString rest = "8cf427ff,NVIDIA GeForce RTX 4090,CUDA,llama 8B Q4_0,4653375488,8030261248,2048,f16,f16,0,";
    const QString of[] = {rest + "512,0,100000000,0,5120,1.5", rest + "0,128,1000000000,0,128.5,0.25"};
    QTest::newRow("csv") << "a.csv"
                         << names + "\n\"" + QString(of[0]).replace(",", "\",\"") + "\"\n\"" +
                                QString(of[1]).replace(",", "\",\"") + "\"\n"
                         << false;
    QString sql = "CREATE TABLE IF NOT EXISTS llama_bench (\n  build_commit TEXT\n);\n\n";
    for (const QString& values : of)
        sql += "INSERT INTO llama_bench (" + QString(names).replace(",", ", ") + ") VALUES ('" +
               QString(values).replace(",", "', '") + "');\n";
    QTest::newRow("sql") << "a.sql" << sql << false;
}

void TestEngines::llamaBench() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(bool, listsSamples);
    const Folder folder;
    const Ingested file = ingestFile(folder.write(name.toStdString(), text.toStdString()));
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("llama-bench"));
    QCOMPARE(file.outcome.summaries, 2U);
    QCOMPARE(file.outcome.sources.size(), 2U);  // other lengths
    const RunInfo& prompt = file.outcome.sources[0].runs.at(0);
    const RunInfo& generation = file.outcome.sources[1].runs.at(0);
    QVERIFY((prompt.load == Load{LoadKind::concurrency, 1}) && (generation.load == Load{LoadKind::concurrency, 1}));
    QCOMPARE(prompt.reported.at("llama_bench_prompt_tokens_per_s.mean"), 5120.0);
    QCOMPARE(prompt.reported.at("llama_bench_prompt_tokens_per_s.std"), 1.5);
    QCOMPARE(prompt.reported.at("prompt_tokens.mean"), 512.0);
    QVERIFY(!prompt.reported.contains("system_output_tokens_per_s"));
    QCOMPARE(generation.reported.at("rate_tokens_per_s.mean"), 128.5);
    QCOMPARE(generation.reported.at("rate_tokens_per_s.std"), 0.25);
    QCOMPARE(generation.reported.at("system_output_tokens_per_s"), 128.5);
    QCOMPARE(generation.reported.at("output_tokens.mean"), 128.0);
    QVERIFY(!generation.reported.contains("prompt_tokens.mean"));
    QCOMPARE(generation.declaredRequests.value_or(0), listsSamples ? 3 : 0);
    QCOMPARE(file.fact("model"), std::string("llama 8B Q4_0"));
    QCOMPARE(file.fact("model_size"), std::string("4653375488"));
    QCOMPARE(file.fact("workload.input_tokens"), std::string("512"));
    QCOMPARE(file.fact("accelerator"), std::string("NVIDIA GeForce RTX 4090"));
}

void TestEngines::llamaBenchOfBoth() {
    const Folder folder;
    const Ingested both = ingestFile(
        folder.write("a.json", "[{" + benchRest +
                                   R"(,"n_prompt":512,"n_gen":128,"avg_ns":2000000000,"stddev_ns":0,"avg_ts":320,)"
                                   R"("stddev_ts":0}, {"n_gen": 1, "avg_ts": 2, "model_type": "x"}])"));
    QCOMPARE(both.run().reported.at("total_tokens_per_s"), 320.0);  // of 640 tokens in 2 s
    QCOMPARE(both.run().reported.at("e2e_s.mean"), 2.0);
    QVERIFY(!both.run().reported.contains("rate_tokens_per_s.mean"));
    QCOMPARE(both.rejections.size(), 1U);
}

void TestEngines::brokenSql() {
    const Folder folder;
    const Ingested file = ingestFile(folder.write(
        "a.sql",
        "INSERT INTO llama_bench (model_type, n_gen, n_prompt, avg_ts) VALUES ('it''s, 8B', '128', '0', '9.5');\n"
        "INSERT INTO llama_bench (model_type, n_gen, n_prompt, avg_ts) VALUES ('x', '128');\n"
        "INSERT INTO llama_bench (model_type, n_gen\n"));
    QVERIFY(!file.error && file.identityHolds());
    QCOMPARE(file.outcome.summaries, 1U);
    QCOMPARE(file.rejections.size(), 2U);
    QCOMPARE(file.fact("model"), std::string("it's, 8B"));
    QCOMPARE(file.run().reported.at("system_output_tokens_per_s"), 9.5);
}

QTEST_GUILESS_MAIN(TestEngines)
#include "test_engines.moc"
