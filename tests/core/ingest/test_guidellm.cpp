// The GuideLLM reader on made reports: one row a trap.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/json_text.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

JsonText oldRow() {
    return {{"request_id", "\"r-1\""},
            {"scheduler_info",
             "{\"targeted_start_time\": 1700000099.5, \"request_start\": 1700000100.0, "
             "\"request_end\": 1700000102.5, \"canceled\": false}"},
            {"prompt", "\"a secret\""},
            {"output", "\"another\""},
            {"prompt_tokens", "12"},
            {"output_tokens", "11"},
            {"start_time", "1700000100.0"},
            {"end_time", "1700000102.5"},
            {"first_token_time", "1700000100.25"},
            {"last_token_time", "1700000102.25"}};
}

JsonText newRow(const JsonText& timings) {
    return {{"request_id", "\"r-1\""},
            {"request_args", R"("{\"body\":{\"model\":\"m\",\"prompt\":\"a \\\"secret\\\"\",\"max_tokens\":64}}")"},
            {"output", "\"another\""},
            {"info", "{\"conversation_id\": \"c-1\", \"turn_index\": 2, \"status\": \"completed\", \"timings\": " +
                         timings.text() + ", \"error\": null}"},
            {"input_metrics", "{\"total_tokens\": 12, \"cached_tokens\": 4}"},
            {"output_metrics", "{\"total_tokens\": 11}"},
            {"prompt_tokens", "12"},
            {"output_tokens", "11"}};
}

JsonText timings() {
    return {{"targeted_start", "1700000099.5"},
            {"resolve_start", "1700000099.75"},
            {"request_start", "1700000100.0"},
            {"first_request_iteration", "1700000100.125"},
            {"first_token_iteration", "1700000100.25"},
            {"last_token_iteration", "1700000102.25"},
            {"request_iterations", "20"},
            {"token_iterations", "10"},
            {"request_end", "1700000102.5"},
            {"resolve_end", "1700000102.625"}};
}

std::string lists(const std::string& ok, const std::string& incomplete = "", const std::string& errored = "") {
    return "{\"successful\": [" + ok + "], \"errored\": [" + errored + "], \"incomplete\": [" + incomplete +
           "], \"total\": null}";
}

std::string stats(const char* mean) {
    return std::string(R"({"successful": {"mean": )") + mean + R"(, "median": )" + mean +
           R"(, "std_dev": 0.0, "min": )" + mean + R"(, "max": )" + mean +
           R"(, "count": 1, "total_sum": 11.0, "percentiles": {"p001": )" + mean + R"(, "p99": )" + mean +
           R"(, "p999": )" + mean + R"(}}, "incomplete": {"mean": 9999.0}})";
}

std::string figures() {
    return "{\"request_latency\": " + stats("2.5") + ", \"time_to_first_token_ms\": " + stats("250.0") +
           ", \"inter_token_latency_ms\": " + stats("0.0") + ", \"requests_per_second\": " + stats("0.4") +
           ", \"output_tokens_per_second\": " + stats("4.4") + ", \"output_token_count\": " + stats("11.0") + "}";
}

JsonText oldBenchmark(const std::string& requests) {
    return {
        {"type_", "\"generative_benchmark\""},
        {"id_", "\"b-1\""},
        {"args", R"({"strategy": {"type_": "constant", "rate": 2.5, "max_concurrency": null}, "strategy_index": 0})"},
        {"run_stats", R"({"start_time": 1700000090.0, "end_time": 1700000200.0, "requests_made": {"total": 1}})"},
        {"worker", R"({"backend_type": "openai_http", "backend_target": "http://x", "backend_model": "acme/tiny-1b"})"},
        {"request_loader", R"({"data": "prompt_tokens=128,output_tokens=64", "processor": "acme/tiny"})"},
        {"metrics", figures()},
        {"request_totals", R"({"successful": 1, "errored": 0, "incomplete": 0, "total": 1})"},
        {"requests", requests},
        {"start_time", "1700000100.0"},
        {"duration", "60.0"}};
}

JsonText newBenchmark(const std::string& requests) {
    return {{"type_", "\"generative_benchmark\""},
            {"requests", requests},  // before what tells the measured window, as sorted keys have it
            {"config", R"({"id_": "b-2", "strategy": {"type_": "concurrent", "streams": 8, "max_concurrency": 8},
                          "backend": {"target": "http://x", "model": "acme/tiny-1b", "api_key": "sk-secret"},
                          "requests": {"data": ["prompt_tokens=128,output_tokens=64"]},
                          "prefer_response_metrics": true})"},
            {"scheduler_metrics", R"({"start_time": 1700000000.0, "measure_start_time": 1700000050.0,
                                     "measure_end_time": 1700000150.0, "end_time": 1700000300.0,
                                     "requests_made": {"successful": 1, "total": 1}})"},
            {"metrics", figures()},
            {"duration", "100.0"}};
}

std::string report(const JsonText& benchmark) { return "{\"benchmarks\": [" + benchmark.text() + "]}"; }

std::string reportOf(const char* version, const JsonText& benchmark) {
    return std::string(R"({"metadata": {"version": 1, "guidellm_version": ")") + version +
           R"("}, "args": {"processor": "acme/tiny", "random_seed": 42}, "benchmarks": [)" + benchmark.text() + "]}";
}

qlonglong asMs(Nanoseconds time) { return isKnown(time) ? qlonglong(time.count() / 1'000'000) : -1LL; }

}  // namespace

class TestGuideLlm : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("benchmarks.json", text)); }

private slots:
    void anOldRow() {
        const Ingested file = read(report(oldBenchmark(lists(oldRow().text()))));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("guidellm"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.id, std::string("r-1"));
        QCOMPARE(row.start.count(), 1'700'000'100'000'000'000);
        QCOMPARE(row.scheduled.count(), 1'700'000'099'500'000'000);
        QVERIFY(asMs(row.firstToken) == 250 && asMs(row.lastContent) == 2250 && asMs(row.end) == 2500);
        QVERIFY(row.firstTokenKind == FirstTokenKind::answerText && !isKnown(row.firstContent));
        QVERIFY(!isKnown(row.chunks) && !row.gapsKnown && !isKnown(row.firstByte) && !isKnown(row.reasoningTokens));
        QVERIFY(row.promptTokens == 12 && row.outputTokens == 11 && row.tokenSource == TokenSource::usage);
        QVERIFY(row.status == Status::ok && row.phase == Phase::measured && row.promptKey == internKey("a secret"));
        QVERIFY((row.load == Load{LoadKind::requestRate, 2.5}));
        const TimingBoundary expected{"sent", "answer-text", "end-marker", "usage", "epoch"};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        const RunInfo& run = file.run();
        QVERIFY(run.declaredRequests == 1 && run.declaredCompleted == 1 && run.fingerprint == "guidellm:b-1");
        QVERIFY(asMs(run.declaredDuration) == 60'000 && run.declaredStart.count() == 1'700'000'090'000'000'000);
    }

    void aNewRow() {
        const Ingested file = read(reportOf("0.6.0", newBenchmark(lists(newRow(timings()).text()))));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.start.count(), 1'700'000'100'000'000'000);
        QVERIFY(!isKnown(row.scheduled));  // closed loops write the run's start there
        QVERIFY(asMs(row.firstByte) == 125 && asMs(row.firstToken) == 250 && asMs(row.lastContent) == 2250);
        QVERIFY(asMs(row.end) == 2500 && row.firstTokenKind == FirstTokenKind::answerText);
        QVERIFY(row.chunks == 10 && row.cachedTokens == 4 && row.outputTokens == 11 && row.maxTokens == 64);
        QVERIFY(row.session == "c-1" && row.turn == 2 && row.phase == Phase::measured);
        QVERIFY(row.promptKey == internKey(R"("a \"secret\"")"));
        QVERIFY((row.load == Load{LoadKind::concurrency, 8}));
        const TimingBoundary expected{"sent", "answer-text", "closed", "usage", "epoch"};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        QVERIFY(file.run().fingerprint == "guidellm:b-2" && asMs(file.run().declaredDuration) == 100'000);
    }

    void whatTheReportSaysOfItself() {
        const Ingested file = read(reportOf("0.6.0", newBenchmark(lists(newRow(timings()).text()))));
        for (const auto& [key, value] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"model", "acme/tiny-1b"},
                 {"tokenizer", "acme/tiny"},
                 {"workload.dataset", "prompt_tokens=128,output_tokens=64"},
                 {"workload.input_tokens", "128"},
                 {"workload.output_tokens", "64"},
                 {"note.harness", "GuideLLM 0.6.0"},
                 {"note.url", "http://x"},
                 {"note.seed", "42"},
                 {"note.strategy", "concurrent"},
                 {"note.max_concurrency", "8"}})
            QCOMPARE(QString::fromStdString(file.fact(key)), QString(value));
        for (const auto& [key, fact] : file.outcome.sources[0].context)
            QVERIFY2(fact.stated->find("secret") == std::string::npos, key.c_str());
        const Reported expected{
            {"e2e_s.mean", 2.5},        {"e2e_s.p50", 2.5},         {"e2e_s.min", 2.5},
            {"e2e_s.max", 2.5},         {"e2e_s.std", 0},           {"e2e_s.p0.1", 2.5},
            {"e2e_s.p99", 2.5},         {"e2e_s.p99.9", 2.5},       {"ttft_s.mean", 0.25},
            {"ttft_s.p50", 0.25},       {"ttft_s.min", 0.25},       {"ttft_s.max", 0.25},
            {"ttft_s.std", 0},          {"ttft_s.p0.1", 0.25},      {"ttft_s.p99", 0.25},
            {"ttft_s.p99.9", 0.25},     {"requests_per_s", 0.4},    {"system_output_tokens_per_s", 4.4},
            {"output_tokens.mean", 11}, {"output_tokens.total", 11}};
        const Reported& reported = file.run().reported;  // ITL: 0.0 throughout is not measured
        for (const auto& [key, value] : expected) {
            QVERIFY2(reported.contains(key), key.c_str());
            QVERIFY2(std::abs(reported.at(key) - value) < 1e-12, key.c_str());
        }
        QCOMPARE(reported.size(), expected.size());
    }

    void reportVersion2() {
        JsonText benchmark = newBenchmark(lists(newRow(timings()).text()));
        benchmark.with("config", R"({"id_": "b-2", "strategy": {"type_": "constant", "rate": 2.0}})");
        const Ingested file = read(
            R"({"metadata": {"version": 2, "guidellm_version": "0.8.0.dev18"}, "config": {"metadata": {"labels": )"
            R"({"team": "blue"}}, "spec": {"backend": {"kind": "openai_http", "model": "acme/tiny-1b", )"
            R"("request_format": "/v1/chat/completions", "api_key": "sk-secret"}, "tokenizer": {"model": "acme/tiny"}, )"
            R"("data": [{"kind": "synthetic_text", "prompt_tokens": 32, "output_tokens": 8, "turns": 2}], )"
            R"("seed": {"value": 42}}}, "benchmarks": [)" +
            benchmark.text() + "]}");
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"model", "acme/tiny-1b"},
                                                                        {"tokenizer", "acme/tiny"},
                                                                        {"backend", "openai_http"},
                                                                        {"request_format", "/v1/chat/completions"},
                                                                        {"label.team", "blue"},
                                                                        {"workload.dataset", "synthetic_text"},
                                                                        {"workload.input_tokens", "32"},
                                                                        {"workload.output_tokens", "8"},
                                                                        {"workload.turns", "2"},
                                                                        {"note.seed", "42"}})
            QCOMPARE(QString::fromStdString(file.fact(key)), QString(value));
        QCOMPARE(file.rows.at(0).row.scheduled.count(), 1'700'000'099'500'000'000);
        QVERIFY(file.rows[0].row.firstTokenKind == FirstTokenKind::anyText);
    }

    void oldTraps_data() {
        QTest::addColumn<QString>("requests");
        QTest::addColumn<QString>("status");
        QTest::addColumn<qlonglong>("ttft");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QString>("source");
        const auto row = [](const char* tag, const std::string& requests, const char* status, int ttft, int tokens,
                            const char* source) {
            QTest::newRow(tag) << QString::fromStdString(requests) << status << qlonglong(ttft) << tokens << source;
        };
        const auto cut = [] {
            return oldRow().with("error", "\"TimeoutError: cut off\"").with("output_tokens", "128");
        };
        row("cut off with nothing: tokens were asked for",
            lists("", cut().with("first_token_time", "null").with("last_token_time", "null").text()), "incomplete", -1,
            128, "requested");
        row("cut off after some: tokens are chunks", lists("", cut().with("output_tokens", "75").text()), "incomplete",
            250, 75, "chunks");
        row("failed", lists("", "", cut().with("first_token_time", "-1.0").text()), "error", -1, 128, "requested");
        row("-1 for no time", lists(oldRow().with("first_token_time", "-1.0").with("last_token_time", "-1.0").text()),
            "ok", -1, 11, "usage");
        row("0 for no time", lists(oldRow().with("first_token_time", "0").text()), "ok", -1, 11, "usage");
        row("tokens unknown", lists(oldRow().with("output_tokens", "null").text()), "ok", 250, -1, "");
        row("times as text", lists(oldRow().with("first_token_time", "\"1700000100.25\"").text()), "ok", 250, 11,
            "usage");
        row("NaN", lists(oldRow().with("first_token_time", "NaN").text()), "ok", -1, 11, "usage");
    }
    void oldTraps() {
        QFETCH(QString, requests);
        const Ingested file = read(report(oldBenchmark(requests.toStdString())));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        const auto text = [](std::string_view word) { return QString::fromUtf8(word.data(), qsizetype(word.size())); };
        QTEST(text(name(row.status)), "status");
        QTEST(asMs(row.firstToken), "ttft");
        QTEST(row.outputTokens, "tokens");
        QTEST(row.tokenSource == TokenSource::unknown ? QString("") : text(name(row.tokenSource)), "source");
        QCOMPARE(file.noticed("tokens-asked-for"), row.tokenSource == TokenSource::requested ? 1U : 0U);
    }

    void newTraps_data() {
        QTest::addColumn<QString>("requests");
        QTest::addColumn<QString>("status");
        QTest::addColumn<qlonglong>("ttft");
        QTest::addColumn<qlonglong>("end");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<QString>("phase");
        const auto row = [](const char* tag, const std::string& requests, const char* status, int ttft, int end,
                            int tokens, const char* source, int chunks, const char* phase = "measured") {
            QTest::newRow(tag) << QString::fromStdString(requests) << status << qlonglong(ttft) << qlonglong(end)
                               << tokens << source << chunks << phase;
        };
        const JsonText nothing = timings()
                                     .with("first_token_iteration", "null")
                                     .with("last_token_iteration", "null")
                                     .with("token_iterations", "0");
        row("cancelled: the end is the client's", lists("", newRow(timings().with("request_end", "null")).text()),
            "incomplete", 250, 2625, 11, "usage", 10);
        row("cut off: the count is of chunks", lists("", newRow(timings()).with("output_tokens", "10").text()),
            "incomplete", 250, 2500, 10, "chunks", 10);
        row("cut off with nothing: tokens were asked for", lists("", newRow(nothing).text()), "incomplete", -1, 2500,
            11, "requested", -1);
        row("cut off in 0.4: no tokens",
            lists("", newRow(timings()).with("output_tokens", "null").without("output_metrics").text()), "incomplete",
            250, 2500, -1, "", 10);
        row("not streamed", lists(newRow(nothing).text()), "ok", -1, 2500, 11, "usage", -1);
        row("no token at all",
            lists(newRow(nothing).with("output_tokens", "0").with("output_metrics", "{\"total_tokens\": 0}").text()),
            "ok", -1, 2500, 0, "usage", 0);
        row("tokens in the metrics only", lists(newRow(timings()).without("output_tokens").text()), "ok", 250, 2500, 11,
            "usage", 10);
        row("never sent: resolve_start", lists("", "", newRow(timings().with("request_start", "null")).text()), "error",
            500, 2750, 11, "usage", 10);
        const auto at = [](const char* start, const char* end) {
            return lists(newRow(timings()
                                    .with("request_start", start)
                                    .with("first_token_iteration", start)
                                    .with("last_token_iteration", end)
                                    .with("request_end", end))
                             .text());
        };
        row("ended before the window", at("1700000040.0", "1700000049.0"), "ok", 0, 9000, 11, "usage", 10, "warmup");
        row("ended at its start", at("1700000040.0", "1700000050.0"), "ok", 0, 10000, 11, "usage", 10, "warmup");
        row("reaches into the window", at("1700000040.0", "1700000051.0"), "ok", 0, 11000, 11, "usage", 10);
        row("starts before its end", at("1700000149.0", "1700000160.0"), "ok", 0, 11000, 11, "usage", 10);
        row("starts after it", at("1700000151.0", "1700000160.0"), "ok", 0, 9000, 11, "usage", 10, "cooldown");
    }
    void newTraps() {
        QFETCH(QString, requests);
        const Ingested file = read(reportOf("0.6.0", newBenchmark(requests.toStdString())));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        const auto text = [](std::string_view word) { return QString::fromUtf8(word.data(), qsizetype(word.size())); };
        QTEST(text(name(row.status)), "status");
        QTEST(asMs(row.firstToken), "ttft");
        QTEST(asMs(row.end), "end");
        QTEST(row.outputTokens, "tokens");
        QTEST(row.tokenSource == TokenSource::unknown ? QString("") : text(name(row.tokenSource)), "source");
        QTEST(row.chunks, "chunks");
        QTEST(text(name(row.phase)), "phase");
    }

    void reasoning_data() {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("reasoning");
        QTest::addColumn<QString>("firstOutput");
        QTest::addColumn<qlonglong>("firstReasoning");
        QTest::addColumn<qlonglong>("firstContent");
        QTest::newRow("0.7, reasoning then answer") << "0.7.0"
                                                    << "\"hm\""
                                                    << "1700000101.5" << 250LL << 1500LL;
        QTest::newRow("0.7, never reached the answer") << "0.7.1"
                                                       << "\"hm\""
                                                       << "null" << 250LL << -1LL;
        QTest::newRow("0.7, no reasoning") << "0.7.0"
                                           << "null"
                                           << "1700000100.25" << -1LL << 250LL;
        QTest::newRow("0.6 does not see it") << "0.6.0"
                                             << "null"
                                             << "null" << -1LL << -1LL;
    }
    void reasoning() {
        QFETCH(QString, version);
        QFETCH(QString, reasoning);
        QFETCH(QString, firstOutput);
        const std::string row = newRow(timings().with("first_output_token_iteration", firstOutput.toStdString()))
                                    .with("reasoning_output", reasoning.toStdString())
                                    .text();
        const Ingested file = read(reportOf(version.toUtf8(), newBenchmark(lists(row))));
        QTEST(asMs(file.rows.at(0).row.firstReasoning), "firstReasoning");
        QTEST(asMs(file.rows[0].row.firstContent), "firstContent");
        QCOMPARE(file.rows[0].row.firstTokenKind == FirstTokenKind::anyText, !version.startsWith("0.6"));
    }

    void loads_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        const auto row = [](const char* tag, const char* strategy, LoadKind kind, double value) {
            QTest::newRow(tag) << strategy << static_cast<int>(kind) << value;
        };
        row("synchronous", R"({"type_": "synchronous", "max_concurrency": 1})", LoadKind::concurrency, 1);
        row("concurrent", R"({"type_": "concurrent", "streams": 16})", LoadKind::concurrency, 16);
        row("throughput: the cap is no level", R"({"type_": "throughput", "max_concurrency": 512})",
            LoadKind::unbounded, 0);
        row("constant", R"({"type_": "constant", "rate": 2.0, "max_concurrency": 10240})", LoadKind::requestRate, 2);
        row("poisson", R"({"type_": "poisson", "rate": 0.5})", LoadKind::requestRate, 0.5);
        row("trace", R"({"type_": "trace"})", LoadKind::notStated, 0);
        row("none", "null", LoadKind::notStated, 0);
    }
    void loads() {
        QFETCH(QString, strategy);
        QFETCH(int, kind);
        QFETCH(double, value);
        const std::string config = "{\"id_\": \"b\", \"strategy\": " + strategy.toStdString() + "}";
        const Ingested file = read(report(newBenchmark(lists(newRow(timings()).text())).with("config", config)));
        const Load expected{static_cast<LoadKind>(kind), value};
        QVERIFY2(file.run().load == expected, plumbline::text(file.run().load).c_str());
        QVERIFY(file.rows.at(0).row.load == expected);
    }

    void countsOfTheRequestPreferred() {
        const std::string config =
            R"({"id_": "b", "strategy": {"type_": "synchronous"}, "prefer_response_metrics": false})";
        const Ingested file = read(report(newBenchmark(lists(newRow(timings()).text())).with("config", config)));
        QVERIFY(file.rows.at(0).row.tokenSource == TokenSource::requested);
        QCOMPARE(file.outcome.sources[0].boundary.tokens, std::string("requested"));
        QCOMPARE(file.noticed("tokens-asked-for"), 1U);
    }

    void oneLevelABenchmark() {
        const std::string two = R"({"strategy": {"type_": "constant", "rate": 5.0}, "strategy_index": 1})";
        const Ingested file = read("{\"benchmarks\": [" + oldBenchmark(lists(oldRow().text())).text() + ", 17, " +
                                   oldBenchmark(lists(oldRow().text() + "," + oldRow().text()))
                                       .with("id_", "\"b-2\"")
                                       .with("args", two)
                                       .text() +
                                   "]}");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.sources.size(), 1U);
        QCOMPARE(file.outcome.sources[0].runs.size(), 2U);
        QCOMPARE(file.rows.size(), 3U);
        QVERIFY(file.rows[2].run == 1 && (file.rows[2].row.load == Load{LoadKind::requestRate, 5}));
        QCOMPARE(file.rejections.size(), 1U);
        QCOMPARE(file.rejections[0].reason, std::string("An entry of 'benchmarks' is no object."));
    }

    void rowsEmptied_data() {
        QTest::addColumn<QString>("requests");
        QTest::newRow("empty lists") << QString::fromStdString(lists(""));
        QTest::newRow("no lists") << "null";
        QTest::newRow("null lists") << R"({"successful": null, "errored": null, "incomplete": null, "total": null})";
    }
    void rowsEmptied() {
        QFETCH(QString, requests);
        const Ingested file = read(report(newBenchmark(requests.toStdString())));
        QVERIFY(!file.error && file.identityHolds());
        QVERIFY(file.outcome.records == 0 && file.outcome.summaries == 1 && file.run().summaryOnly);
        QCOMPARE(file.noticed("no-per-request-data"), 1U);
        QVERIFY(file.outcome.diagnostics.front().text.find("1 requests were made") != std::string::npos);
        QVERIFY(file.run().reported.at("ttft_s.mean") == 0.25);
    }

    void sampledAndWarmup() {
        JsonText sampled = newBenchmark(lists(newRow(timings()).text()));
        sampled.with("scheduler_metrics", R"({"requests_made": {"successful": 9, "total": 10}})");
        const Ingested file = read(report(sampled));
        QVERIFY(file.noticed("sampled") == 1 && file.run().declaredRequests == 10);
        QVERIFY(!file.outcome.sources[0].warmupRemoved);
        // The old lists lack warm-up requests, which only run_stats counts.
        JsonText warm = oldBenchmark(lists(oldRow().text()));
        warm.with("run_stats", R"({"requests_made": {"total": 5}})");
        const Ingested old = read(report(warm));
        QVERIFY(old.outcome.sources[0].warmupRemoved && old.run().declaredRequests == 1);
    }

    void windowPastTheLastRequest() {
        const Ingested file =
            read(report(newBenchmark(lists(newRow(timings()).text())).with("cooldown_duration", "-205.0")));
        QCOMPARE(file.noticed("window-past-last-request"), 1U);
    }

    void brokenRequests_data() {
        QTest::addColumn<QString>("entry");
        QTest::newRow("no object") << "17";
        QTest::newRow("null") << "null";
        QTest::newRow("broken number") << R"({"request_id": "x", "prompt_tokens": 1x2})";
        QTest::newRow("broken inside what is not read") << R"({"request_id": "x", "worker": [1 2]})";
    }
    void brokenRequests() {
        QFETCH(QString, entry);
        const std::string text =
            report(oldBenchmark(lists(oldRow().text() + ",\n" + entry.toStdString() + ",\n" + oldRow().text())));
        const Ingested file = read(text);
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 2U);
        QCOMPARE(file.rejections.size(), 1U);
        QVERIFY(!file.rejections[0].reason.empty());
        QCOMPARE(file.rejections[0].byte, text.find(",\n" + entry.toStdString()) + 2);
    }

    void cutAnywhere() {
        const std::string row = newRow(timings()).text();
        const std::string text = reportOf("0.6.0", newBenchmark(lists(row + "," + row, row)));
        for (std::size_t size = 1; size < text.size(); size += 17) {
            const Ingested file = readWith(guideLlmReader, m_folder.write("cut.json", text.substr(0, size)));
            QVERIFY2(file.identityHolds(), std::to_string(size).c_str());
            QVERIFY2(file.error || !file.rejections.empty() || file.noticed("truncated") > 0,
                     text.substr(0, size).c_str());
            QVERIFY(file.rows.size() <= 3);
        }
    }

    void largerThanTheWindows() {
        // Media inside requests (guidellm issue 984), and what tells the window behind them all.
        std::string rows;
        constexpr int count = 40;
        for (int i = 0; i < count; ++i)
            rows += (i > 0 ? "," : "") + newRow(timings())
                                             .with("request_id", "\"r-" + std::to_string(i) + "\"")
                                             .with("output", "\"" + std::string(100'000, 'x') + "\"")
                                             .text();
        std::uint64_t last = 0, calls = 0;
        bool ordered = true;
        const std::string path = m_folder.write("large.json", reportOf("0.6.0", newBenchmark(lists(rows))));
        Ingested out;
        const ReadInput input{path,
                              [&](std::uint64_t done) {
                                  ordered = ordered && done >= last;
                                  last = done;
                                  ++calls;
                              },
                              {}};
        const auto read = readWhole(guideLlmReader, input, out);
        QVERIFY(read && out.rows.size() == count);
        for (int i = 0; i < count; ++i) QCOMPARE(out.rows[std::size_t(i)].row.id, "r-" + std::to_string(i));
        QVERIFY(ordered && calls > 4);
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const Ingested file = readWith(
            guideLlmReader, m_folder.write("c.json", report(oldBenchmark(lists(oldRow().text())))), stop.get_token());
        QVERIFY(file.error && file.error->kind == ErrorKind::cancelled);
    }

    void theSummaryTable() {
        const std::string text =
            "Run Info,Run Info,Benchmark,Benchmark,Timings,Request Counts,Request Counts,Request Latency,Request "
            "Latency,"
            "Time to First Token,Server Throughput,Scheduler Metrics,Runtime Info\n"
            "Backend,Requests,ID,Strategy,Duration,Successful,Total,Successful Sec,Successful Sec,Successful ms,"
            "Successful Requests/Sec,Requests Made Total,Metadata\n"
            ",,,,Sec,,,Mean,Percentiles,Mean,Mean,,\n"
            "\"{\"\"model\"\": \"\"acme/tiny-1b\"\"}\",\"{\"\"data\"\": \"\"prompt_tokens=5\"\"}\",b-9,concurrent@8.0,"
            "60.5,9,10,2.5,\"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]\",250.0,0.4,10,"
            "\"{\"\"guidellm_version\"\": \"\"0.6.0\"\"}\"\n"
            "too,few\n";
        const Ingested file = ingestFile(m_folder.write("benchmarks.csv", text));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("guidellm"));
        QVERIFY(file.identityHolds() && file.outcome.summaries == 1 && file.rejections.size() == 1);
        QCOMPARE(file.rejections[0].line, 5U);
        const RunInfo& run = file.run();
        QVERIFY((run.load == Load{LoadKind::concurrency, 8}));
        QVERIFY(run.summaryOnly && run.fingerprint == "guidellm:b-9" && run.declaredRequests == 10);
        QVERIFY(run.reported.at("e2e_s.p99") == 10 && run.reported.at("e2e_s.p0.1") == 2 &&
                run.reported.at("e2e_s.min") == 1 && run.reported.at("e2e_s.max") == 11);
        QVERIFY(run.reported.at("ttft_s.mean") == 0.25 && run.reported.at("requests_per_s") == 0.4);
        QCOMPARE(file.fact("model"), std::string("acme/tiny-1b"));
        QCOMPARE(file.fact("workload.input_tokens"), std::string("5"));
    }

    void refused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("0.1") << "a.json"
                             << R"({"benchmarks": [{"mode": "sweep", "results": [{"decode_times": {"data": [1]}}]}]})"
                             << "GuideLLM 0.1";
        QTest::newRow("old table") << "a.csv"
                                   << "Type,Run Id,Id,Name,Start Time\na,b,c,d,1\n"
                                   << "summary table of GuideLLM 0.2";
    }
    void refused() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const Ingested file = ingestFile(m_folder.write(name.toStdString(), text.toStdString()));
        QVERIFY(file.error && file.error->kind == ErrorKind::refused);
        QVERIFY2(file.error->message.find(sentence.toStdString()) != std::string::npos, file.error->message.c_str());
    }

    void anotherToolsBenchmarks() {
        // The name is common: without a word of GuideLLM's inside it is not ours.
        const Ingested file = read(R"({"benchmarks": [{"name": "BM_sort", "real_time": 12.5}]})");
        QVERIFY(file.error && file.error->kind == ErrorKind::notRecognised);
    }
};

QTEST_APPLESS_MAIN(TestGuideLlm)
#include "test_guidellm.moc"
