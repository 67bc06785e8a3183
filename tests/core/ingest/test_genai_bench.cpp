// The genai-bench reader: one row a trap of its files, then the real ones.
#include <QTest>
#include <set>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/statistics.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

const std::string figures =
    R"x({"scenario": "N(480,240)/(300,150)", "num_concurrency": 8, "batch_size": 1, "iteration_type": "num_concurrency",
    "run_duration": 12.5, "mean_output_throughput_tokens_per_s": 4.8, "requests_per_second": 0.16, "error_rate": 0,
    "error_codes_frequency": {"503": 1}, "num_error_requests": 1, "num_completed_requests": 2, "num_requests": 3,
    "stats": {"ttft": {"min": 0.25, "mean": 0.375, "stddev": 0.125, "sum": 0.75, "p99": 0.4975},
              "output_inference_speed": {"mean": 40.0}, "num_output_tokens": {"mean": 30}, "tpot": {"mean": null}}})x";

const std::string good =
    R"({"ttft": 0.25, "tpot": 0.03, "e2e_latency": 1.25, "output_latency": 1.0, "output_inference_speed": 33.3,
    "num_input_tokens": 480, "num_output_tokens": 31, "num_reasoning_tokens": 0, "total_tokens": 511, "error_code": null,
    "error_message": null})";
const std::string failed =
    R"({"ttft": null, "e2e_latency": null, "num_input_tokens": null, "num_output_tokens": null, "error_code": 503,
    "error_message": "refused, key sk-abcdefghijkl"})";

std::string document(const std::string& rows, const std::string& aggregated = figures, const std::string& more = "") {
    return "{\"aggregated_metrics\": " + aggregated + ", \"individual_request_metrics\": [" + rows + "]" + more + "}";
}

std::string rowWith(const std::string& ttft, const std::string& latency = "1.5") {
    return R"({"ttft": )" + ttft + R"(, "e2e_latency": )" + latency +
           R"(, "num_output_tokens": 20, "num_input_tokens": 5, "error_code": null})";
}

std::string repeated(const std::string& row, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += (i > 0 ? "," : "") + row;
    return out;
}

}  // namespace

class TestGenaiBench : public QObject {
    Q_OBJECT

private:
    Ingested read(const Folder& folder, const std::string& text) {
        return ingestFile(folder.write("D100_100_text-to-text_num_concurrency_8_time_12s.json", text));
    }

private slots:
    void everyFieldOfARow() {
        const Folder folder;
        const Ingested file = read(folder, document(good + "," + failed));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("genai-bench"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 2U);
        const Row& row = file.rows[0].row;
        QVERIFY((row.load == Load{LoadKind::concurrency, 8}));
        QCOMPARE(row.firstToken.count(), 250'000'000);
        QCOMPARE(row.end.count(), 1'250'000'000);
        QVERIFY(!isKnown(row.start) && !isKnown(row.firstContent) && !isKnown(row.firstByte) && !row.gapsKnown);
        QVERIFY(!isKnown(row.chunks) && !isKnown(row.reasoningTokens));  // 0 says "not reported or none"
        QCOMPARE(row.promptTokens, 480);
        QCOMPARE(row.outputTokens, 31);
        QVERIFY(row.tokenSource == TokenSource::usage && row.status == Status::ok);
        QVERIFY(row.byte > 0);
        const Row& error = file.rows[1].row;
        QVERIFY(error.status == Status::error && !isKnown(error.end) && !isKnown(error.outputTokens));
        QCOMPARE(error.error, std::string("503: refused, key ..."));
    }

    void itsFigures() {
        const Folder folder;
        const Ingested file = read(folder, document(good + "," + good + "," + failed));
        const RunInfo& run = file.run();
        QCOMPARE(run.declaredDuration.count(), 12'500'000'000);
        QVERIFY(run.declaredRequests == 3 && run.declaredCompleted == 2 && !run.summaryOnly);
        const Reported expected{{"ttft_s.min", 0.25},
                                {"ttft_s.mean", 0.375},
                                {"ttft_s.std", 0.125},
                                {"ttft_s.p99", 0.4975},
                                {"rate_tokens_per_s.mean", 40},
                                {"output_tokens.mean", 30},
                                {"system_output_tokens_per_s", 4.8},
                                {"requests_per_s", 0.16},
                                {"error_rate", 1.0 / 3}};
        QVERIFY(run.reported == expected);
        QCOMPARE(file.noticed("error-rate-zero"), 1U);  // it writes 0 whatever happened
        QCOMPARE(file.fact("workload.name"), std::string("N(480,240)/(300,150)"));
        QCOMPARE(file.fact("workload.input_tokens"), std::string("480"));
        QCOMPARE(file.fact("workload.output_tokens"), std::string("300"));
    }

    void placeholders_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("noticed");
        const auto row = [](const char* tag, const std::string& rows, int known, int noticed) {
            QTest::newRow(tag) << QString::fromStdString(rows) << known << noticed;
        };
        const std::string constant = rowWith("0.0010000000002");
        row("the same to the last digit in five rows", repeated(constant, 5), 0, 5);
        row("in five of many",
            repeated(constant, 5) + "," + rowWith("0.2512341") + "," + repeated(rowWith("0.3512341"), 4), 5, 5);
        row("in four rows it may be chance", repeated(constant, 4), 4, 0);
        row("a clock of microseconds repeats by chance",
            repeated(rowWith("0.25"), 5) + "," + repeated(rowWith("0.3"), 4) + "," + repeated(rowWith("0.4"), 4), 13,
            0);
        row("but not in most rows", repeated(rowWith("0.001"), 5) + "," + rowWith("0.3"), 1, 5);
    }
    void placeholders() {
        QFETCH(QString, rows);
        QFETCH(int, known);
        QFETCH(int, noticed);
        const Folder folder;
        const Ingested file = read(folder, document(rows.toStdString()));
        const auto have = std::count_if(file.rows.begin(), file.rows.end(),
                                        [](const auto& placed) { return isKnown(placed.row.firstToken); });
        QCOMPARE(int(have), known);
        QCOMPARE(int(file.noticed("placeholder-ttft")), noticed);
        for (const auto& placed : file.rows)
            QVERIFY(isKnown(placed.row.firstToken) || placed.row.firstTokenKind == FirstTokenKind::unknown);
    }

    void traps_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("rejected");
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const std::string& text, int rows, int rejected, const char* noticed) {
            QTest::newRow(tag) << QString::fromStdString(text) << rows << rejected << noticed;
        };
        row("figures after the rows",
            "{\"individual_request_metrics\": [" + good + "], \"aggregated_metrics\": " + figures + "}", 1, 0, "");
        row("an answer that was not streamed", document(rowWith("1.5", "1.5")), 1, 0, "ttft-is-end");
        row("no level", document(good, R"x({"scenario": "D(1,1)"})x"), 1, 0, "load-not-stated");
        row("no row of ours among them", document(good + R"(, {"other": 1}, 7)"), 1, 2, "");
        row("broken in a row", document(R"({"ttft": 0.x, "e2e_latency": 1}, )" + good), 1, 1, "");
        row("cut inside a row", document(good + "," + good).substr(0, document(good + "," + good).size() - 40), 1, 1,
            "truncated");
        row("a bare NaN", document(rowWith("NaN")), 1, 0, "bare-nan");
    }
    void traps() {
        QFETCH(QString, text);
        QFETCH(int, rows);
        QFETCH(int, rejected);
        QFETCH(QString, noticed);
        const Folder folder;
        const Ingested file = read(folder, text.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.rows.size()), rows);
        QCOMPARE(int(file.rejections.size()), rejected);
        for (const Rejection& rejection : file.rejections) QVERIFY(!rejection.reason.empty() && rejection.byte > 0);
        if (!noticed.isEmpty()) QCOMPARE(file.noticed(noticed.toStdString()), 1U);
    }

    void timesInMilliseconds() {
        const Folder folder;
        const Ingested file =
            read(folder, document(rowWith("250.5", "1250"), R"({"num_concurrency": 1, "run_duration": 2.0,
            "stats": {"ttft": {"p50": 250.5}}})",
                                  R"(, "_time_unit": "ms")"));
        QCOMPARE(file.rows[0].row.firstToken.count(), 250'500'000);
        QCOMPARE(file.rows[0].row.end.count(), 1'250'000'000);
        QVERIFY(std::abs(file.run().reported.at("ttft_s.p50") - 0.2505) < 1e-12);
        QCOMPARE(file.run().declaredDuration.count(), 2'000'000'000);         // always seconds
        QVERIFY(file.rows[0].row.firstTokenKind == FirstTokenKind::anyText);  // the unit came with 0.0.3
    }

    void theExperimentBeside_data() {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("first");
        QTest::newRow("0.0.2: the answer's text") << "0.0.2"
                                                  << "answer-text";
        QTest::newRow("0.0.3: reasoning counts too") << "0.0.3"
                                                     << "any-text";
        QTest::newRow("not said") << ""
                                  << "";
    }
    void theExperimentBeside() {
        QFETCH(QString, version);
        QFETCH(QString, first);
        const Folder folder;
        const std::string metadata = folder.write(
            "experiment_metadata.json",
            R"({"cmd": "genai-bench --api-key secret-1", "benchmark_version": ")" + version.toStdString() + R"(",
            "api_backend": "openai", "auth_config": {"api_key": "secret-2"}, "api_model_name": "served", "model": "Label-7B",
            "server_model_tokenizer": "acme/t", "server_engine": "SGLang", "server_version": "0.5", "server_gpu_type": "H100",
            "server_gpu_count": "4", "dataset_path": "None", "additional_request_params": {"temperature": 0.5, "api_key": "secret-3"}})");
        const Ingested file = read(folder, document(good));
        QCOMPARE(file.outcome.siblings, std::vector<std::string>{metadata});
        QCOMPARE(file.outcome.sources[0].boundary.first, first.toStdString());
        QCOMPARE(file.fact("model"), std::string("served"));
        QCOMPARE(file.fact("engine"), std::string("SGLang"));
        QCOMPARE(file.fact("engine_version"), std::string("0.5"));
        QCOMPARE(file.fact("accelerator"), std::string("H100"));
        QVERIFY(numberFact(file.outcome.sources[0].context, "accelerator_count") == 4);
        QCOMPARE(file.fact("tokenizer"), std::string("acme/t"));
        QCOMPARE(file.fact("request.temperature"), std::string("0.5"));
        QCOMPARE(file.fact("workload.dataset"), std::string("-"));
        for (const auto& [key, fact] : file.outcome.sources[0].context)
            QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
        const Ingested alone = ingestFile(metadata);
        QVERIFY(alone.error && alone.error->kind == ErrorKind::refused);
    }

    void theSummaryComesOutOfTheRows() {
        PLUMBLINE_NEEDS_REAL_FILES();
        std::set<double> loads;
        std::size_t rows = 0;
        for (const std::string& path :
             support::realFiles("genai-bench", [](const auto& file) { return file.find("/N") != std::string::npos; })) {
            const Ingested file = ingestFile(path);
            QVERIFY2(!file.error && file.identityHolds() && file.outcome.rejected == 0, path.c_str());
            const RunInfo& run = file.run();
            const Reported& theirs = run.reported;
            QCOMPARE(std::int64_t(file.rows.size()), run.declaredRequests.value_or(-1));
            QVERIFY(agrees(mean(ttfts(file)), theirs.at("ttft_s.mean")));
            QVERIFY(agrees(linearQuantile(ttfts(file), 0.5), theirs.at("ttft_s.p50")));
            QVERIFY(agrees(linearQuantile(ttfts(file), 0.99), theirs.at("ttft_s.p99")));
            QVERIFY(agrees(linearQuantile(latencies(file), 0.95), theirs.at("e2e_s.p95")));
            QVERIFY(
                agrees(outputTokens(file) / seconds(run.declaredDuration), theirs.at("system_output_tokens_per_s")));
            QVERIFY(agrees(double(file.rows.size()) / seconds(run.declaredDuration), theirs.at("requests_per_s")));
            QCOMPARE(file.fact("model"), std::string("Qwen3-30B-A3B-Instruct-2507-FP8"));
            QCOMPARE(file.fact("accelerator"), std::string("H100"));
            QCOMPARE(file.fact("workload.input_tokens"), std::string("2000"));
            QCOMPARE(file.outcome.sources[0].boundary.first, std::string("answer-text"));
            loads.insert(run.load.value);
            rows += file.rows.size();
        }
        QVERIFY((loads == std::set<double>{2, 4, 8, 16, 32, 64}));
        QCOMPARE(rows, 387U);
    }
};

QTEST_APPLESS_MAIN(TestGenaiBench)
#include "test_genai_bench.moc"
