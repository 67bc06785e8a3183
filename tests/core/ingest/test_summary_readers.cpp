// Readers of harnesses that write summaries only (llm-optimizer, MLPerf LoadGen, InferenceX, llm-d): made files, one
// row a trap, and real ones.
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

bool near(double ours, double theirs) { return std::abs(ours - theirs) <= 1e-9 * std::abs(theirs); }

/// Each expected figure, and no other of the same metric.
bool reports(const Reported& reported, const Reported& expected) {
    for (const auto& [key, value] : expected)
        if (!reported.contains(key) || !near(reported.at(key), value)) return false;
    return true;
}

std::string optimizerLine(int users, const std::string& results, const std::string& flags = "") {
    return R"({"config": {"client_args": {"max_concurrency": )" + std::to_string(users) +
           R"(, "num_prompts": 100, "dataset_name": "sharegpt"}, "server_args": {"tensor_parallel_size": 4,
           "max_num_seqs": 16, "api_key": "sk-secret"}, "server_cmd_args": ["--tp=4", "--api-key", "sk-secret"]},
           "results": {)" +
           results + R"(}, "cmd": "vllm serve acme/m --api-key sk-secret", "constraints": [],
           "metadata": {"gpu_type": "L4", "gpu_count": 4, "model_tag": "acme/m", "input_tokens": -1,
           "output_tokens": 128}})" +
           flags;
}

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text + "\n";
}

const char* const optimized =
    R"("completed": 90, "duration": 10.0, "total_input_tokens": 1800, "total_output_tokens": 9000,
       "output_throughput": 900.0, "request_throughput": 9.0, "mean_ttft_ms": 125.0, "p99_ttft_ms": 500.0,
       "median_tpot_ms": 20.0, "mean_e2e_latency_ms": 2000.0, "std_itl_ms": 0.0, "accept_length": null)";

std::string log(const std::string& key, const std::string& value, bool error = false) {
    return R"(:::MLLOG {"key": ")" + key + R"(", "value": )" + value +
           R"(, "time_ms": 1.5, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", "metadata": {"is_error": )" +
           (error ? "true" : "false") + R"(, "is_warning": false, "file": "x.cc", "line_no": 1, "pid": 1, "tid": 1}})" +
           "\n";
}

std::string detail(const std::string& scenario = "Server") {
    return log("loadgen_version", R"("6.0.8")") + log("effective_scenario", "\"" + scenario + "\"") +
           log("effective_target_qps", "9.5") + log("loaded_qsl_set", "[1, 2, 3]") +
           log("generated_query_count", "1000") + log("result_query_count", "1000") +
           log("result_mean_latency_ns", "2000000000") + log("result_min_latency_ns", "1000000000") +
           log("result_max_latency_ns", "9000000000") + log("result_99.00_percentile_latency_ns", "8000000000") +
           log("result_99.90_percentile_latency_ns", "8900000000") +
           log("result_first_token_mean_latency_ns", "400000000") +
           log("result_first_token_97.00_percentile_latency_ns", "700000000") +
           log("result_time_to_output_token_mean", "50000000") +
           log("result_time_per_output_token_50.00_percentile_ns", "49000000") +
           log("result_token_throughput", "1.9e-08") + log("result_token_throughput_with_loadgen_overhead", "35787.3") +
           log("result_completed_tokens_per_second", "35552.6") + log("result_completed_samples_per_sec", "9.4587");
}

const char* const detailSummary = R"(================================================
MLPerf Results Summary
================================================
SUT name : PySUT
Scenario : Server
Completed samples per second    : 9.46
Completed tokens per second: 35552.60
Result is : VALID
Min latency (ns)                : 1000000000
Max latency (ns)                : 9000000000
Mean latency (ns)               : 2000000000
99.00 percentile latency (ns)   : 8000000000
Mean First Token latency (ns)               : 400000000
97.00 percentile first token latency (ns)   : 700000000
Mean Time per Output Token (ns)               : 50000000
50.00 percentile time to output token (ns)   : 49000000
target_qps : 9.5
)";

std::string report01(const std::string& units) {
    return R"({"version": "0.1", "scenario": {"host": {"accelerator": [
        {"model": "H100", "count": 1, "parallelism": {"tp": 1, "pp": 1}},
        {"model": "H100", "count": 8, "parallelism": {"tp": 8, "pp": 1}}]},
        "platform": {"engine": [{"name": "vllm", "version": "0.9", "args": {"--dtype": "fp16", "--api-key": "sk-x"}}]},
        "model": {"name": "acme/m", "quantization": "fp16"},
        "load": {"name": "inference-perf", "type": "long-input", "args": {"qps_values": 1.5}}},
        "metrics": {"time": {"duration": 16.5}, "requests": {"total": 32, "failures": 2,
        "output_length": {"units": "count", "mean": 31.5}}, "latency": {
        "time_to_first_token": {"units": ")" +
           units + R"(", "mean": 800, "p50": 200, "p99p9": 4000},
        "time_per_output_token": {"units": ")" +
           units + R"(/token", "mean": 80}},
        "throughput": {"output_tokens_per_sec": 32.5, "requests_per_sec": 1.02}}})";
}

std::string report02(const std::string& load) {
    return R"({"version": "0.2", "run": {"uid": "u", "time": {"start": "2026-01-01T00:00:00Z", "duration": "PT1M5.5S"}},
        "scenario": {"stack": [{"standardized": {"kind": "inference_engine", "tool": "llm-d", "tool_version": "0.3",
        "replicas": 2, "model": {"name": "acme/m"}, "accelerator": {"model": "H100", "count": 8,
        "parallelism": {"tp": 8}}}}, {"standardized": {"kind": "generic", "tool": "router"}}],
        "load": {"standardized": {"tool": "guidellm", )" +
           load + R"(}}}, "results": {"request_performance": {"aggregate": {"requests": {"total": 500, "failures": 0},
        "latency": {"time_to_first_token": {"units": "s", "mean": 0.04}, "request_latency": {"units": "s", "mean": 2}},
        "throughput": {"output_token_rate": {"units": "tokens/s", "mean": 2262.5}}}}}})";
}

}  // namespace

class TestSummaryReaders : public QObject {
    Q_OBJECT

private:
    Ingested read(const std::string& text, const std::string& name = "result.json") {
        return ingestFile(m_folder.write(QTest::currentTestFunction() + ("/" + name), text));
    }
    static void summaryOnly(const Ingested& file, const char* reader, std::uint64_t points) {
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string(reader));
        QVERIFY(file.identityHolds() && file.rows.empty());
        QCOMPARE(file.outcome.summaries, points);
        for (const SourceInfo& source : file.outcome.sources)
            for (const RunInfo& run : source.runs) QVERIFY(run.summaryOnly && !run.reported.empty());
    }
    Folder m_folder;

private slots:
    void statistics_data() {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("ours");
        for (const auto& [word, ours] : {std::pair{"avg", "mean"},
                                         {"mean", "mean"},
                                         {"median", "p50"},
                                         {"stddev", "std"},
                                         {"p99", "p99"},
                                         {"p99.0", "p99"},
                                         {"p99.90", "p99.9"},
                                         {"p99p9", "p99.9"},
                                         {"p0p1", "p0.1"},
                                         {"pass", ""},
                                         {"p101", ""},
                                         {"count", ""},
                                         {"p", ""}})
            QTest::newRow(word) << QByteArray(word) << QByteArray(ours);
    }
    void statistics() {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, ours);
        QCOMPARE(statisticName(word.toStdString()), ours.toStdString());
    }

    void figuresThatSayNothing() {
        Reported reported;
        reportBlock(reported, "ttft_s", {{"mean", 0}, {"p50", -1}, {"p99", "fast"}, {"max", nullptr}, {"std", 0}});
        QVERIFY((reported == Reported{{"ttft_s.std", 0}}));
        reportBlock(reported, "itl_s", {{"min", 0}, {"p99", "0.5"}});
        QVERIFY(reported.at("itl_s.min") == 0 && reported.at("itl_s.p99") == 0.5);
    }

    void optimizerSweep() {
        const Ingested file =
            read(oneLine(optimizerLine(32, optimized)) + oneLine(optimizerLine(64, optimized)), "out.json");
        summaryOnly(file, "llm-optimizer", 2);
        QCOMPARE(file.outcome.sources.size(), 1U);  // one configuration, two loads
        QVERIFY((file.run(1).load == Load{LoadKind::concurrency, 64}));
        QVERIFY(reports(file.run().reported, {{"ttft_s.mean", 0.125},
                                              {"ttft_s.p99", 0.5},
                                              {"tpot_s.p50", 0.02},
                                              {"e2e_s.mean", 2},
                                              {"system_output_tokens_per_s", 900},
                                              {"requests_per_s", 9},
                                              {"prompt_tokens.mean", 20},
                                              {"output_tokens.mean", 100}}));
        QVERIFY(file.run().declaredCompleted == 90 && file.run().declaredRequests == 100);
        QCOMPARE(file.run().declaredDuration.count(), 10'000'000'000);
        QVERIFY(file.fact("model") == "acme/m" && file.fact("engine") == "vllm" && file.fact("tensor_parallel") == "4");
        QVERIFY(file.fact("accelerator") == "L4" && file.fact("accelerator_count") == "4");
        QVERIFY(file.fact("workload.input_tokens") == "-" && file.fact("workload.output_tokens") == "128");  // -1
        QVERIFY(file.fact("max_num_seqs") == "16");
        for (const auto& [key, fact] : file.outcome.sources[0].context)
            QVERIFY2(fact.inForce().find("sk-secret") == std::string::npos, key.c_str());
    }

    void optimizerTraps_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("rejected");
        const QByteArray one = QByteArray::fromStdString(optimizerLine(8, optimized));
        QTest::newRow("a list in place of lines") << "[" + one + "," + one + "]" << 2 << 0;
        QTest::newRow("one object") << one << 1 << 0;
        QTest::newRow("nothing completed: all failed")
            << QByteArray::fromStdString(
                   oneLine(optimizerLine(
                       8, R"("completed": 0, "duration": 10, "output_throughput": 0.0, "mean_ttft_ms": 0.0)")) +
                   oneLine(optimizerLine(8, optimized)))
            << 2 << 0;
        QTest::newRow("cut off") << one + "\n" + one.left(300) << 1 << 1;
        QTest::newRow("another object between")
            << QByteArray::fromStdString(oneLine(one.toStdString())) + "{\"a\": 1}\n"
            << 1 << 1;
    }
    void optimizerTraps() {
        QFETCH(QByteArray, text);
        QFETCH(int, points);
        QFETCH(int, rejected);
        const Ingested file = read(text.toStdString());
        summaryOnly(file, "llm-optimizer", std::uint64_t(points));
        QCOMPARE(int(file.rejections.size()), rejected);
    }

    void optimizerReal() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const Ingested file = ingestFile(support::realPath("llm-optimizer/gtcode-dot-com__l/EXTRACTED-records.jsonl"));
        summaryOnly(file, "llm-optimizer", 3);
        for (const SourceInfo& source : file.outcome.sources)
            for (const RunInfo& run : source.runs) {
                // Its rates are its totals over its duration.
                const double tokens = run.reported.at("output_tokens.total") / seconds(run.declaredDuration);
                QVERIFY(near(tokens, run.reported.at("system_output_tokens_per_s")));
            }
    }

    void loadgenDetail() {
        const Ingested file = read(detail() + "printed by the system\n", "mlperf_log_detail.txt");
        summaryOnly(file, "mlperf", 1);
        QVERIFY((file.run().load == Load{LoadKind::requestRate, 9.5}));
        QVERIFY(reports(file.run().reported, {{"e2e_s.mean", 2},
                                              {"e2e_s.p99", 8},
                                              {"e2e_s.p99.9", 8.9},
                                              {"ttft_s.mean", 0.4},
                                              {"ttft_s.p97", 0.7},
                                              {"tpot_s.mean", 0.05},
                                              {"tpot_s.p50", 0.049},
                                              {"system_output_tokens_per_s", 35552.6},
                                              {"requests_per_s", 9.4587}}));
        QVERIFY(file.run().declaredCompleted == 1000 && !file.run().declaredRequests);
        QCOMPARE(file.outcome.sources[0].boundary.start, std::string("scheduled"));
        // Tokens per nanosecond of request time: a request's speed, not the system's.
        QVERIFY(near(*numberFact(file.outcome.sources[0].context, "note.tokens_per_request_second"), 19));
        QCOMPARE(file.noticed("foreign-line"), 1U);
    }

    void loadgenTraps_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("load");
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("rejected");
        const auto row = [](const char* name, const std::string& text, const char* load, int points, int rejected) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(load) << points << rejected;
        };
        const std::string overhead =
            log("result_qps_with_loadgen_overhead", "318.922") + log("result_qps_without_loadgen_overhead", "320.211");
        row("single stream, with its rate", log("effective_scenario", R"("SingleStream")") + overhead, "c=1", 1, 0);
        row("offline: all at once", detail("Offline"), "unbounded", 1, 0);
        row("single stream", detail("SingleStream"), "c=1", 1, 0);
        row("multi stream: no word for it", detail("MultiStream"), "not stated", 1, 0);
        row("a line cut off", detail() + R"(:::MLLOG {"key": "result_va")", "9.5 req/s", 1, 1);
        row("a broken line between", ":::MLLOG {\"key\": }\n" + detail(), "9.5 req/s", 1, 1);
        row("no results", log("loadgen_version", R"("6.0")"), "", 0, 0);
    }
    void loadgenTraps() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, load);
        QFETCH(int, points);
        QFETCH(int, rejected);
        const Ingested file = read(text.toStdString(), "mlperf_log_detail.txt");
        if (points == 0) {
            QVERIFY(file.error && file.error->kind == ErrorKind::refused);
            return;
        }
        summaryOnly(file, "mlperf", std::uint64_t(points));
        QCOMPARE(int(file.rejections.size()), rejected);
        QCOMPARE(shortText(file.run().load), load.toStdString());
        // Over the run, where no other rate is there; one over the mean latency is none.
        if (text.contains("318.922")) QVERIFY(reports(file.run().reported, {{"requests_per_s", 318.922}}));
    }

    void loadgenErrorsAreSaid() {
        const Ingested file =
            read(detail() + log("generic_message", R"("Ran out of generated queries")", true), "mlperf_log_detail.txt");
        QCOMPARE(file.noticed("loadgen-error"), 1U);
    }

    void loadgenSummary() {
        const Ingested file = read(detailSummary, "mlperf_log_summary.txt");
        summaryOnly(file, "mlperf", 1);
        const Ingested whole = read(detail(), "mlperf_log_detail.txt");
        QVERIFY((whole.outcome.siblings.size() == 1));  // the summary beside it
        QCOMPARE(file.run().fingerprint, whole.run().fingerprint);
        QVERIFY(file.run().load == whole.run().load);
        for (const auto& [key, value] : file.run().reported)
            QVERIFY2(std::abs(value - whole.run().reported.at(key)) < 1e-3 * value, key.c_str());
        std::string older = detailSummary;  // the wording of other versions
        older.replace(older.find("Mean Time per Output"), 20, "Mean Time to Output");
        QCOMPARE(read(older, "old_summary.txt").run().reported.at("tpot_s.mean"), 0.05);
    }

    void loadgenSubmissionTree() {
        m_folder.write("closed/acme/systems/box8.json",
                       R"({"accelerator_model_name": "B300", "accelerators_per_node": 8, "number_of_nodes": "2",
                           "framework": "TRT 10", "system_name": "box", "submitter": "acme"})");
        const Ingested file = ingestFile(m_folder.write(
            "closed/acme/results/box8/llama2-70b-99/Server/performance/run_1/mlperf_log_detail.txt", detail()));
        QCOMPARE(file.fact("model"), std::string("llama2-70b-99"));
        QVERIFY(file.fact("accelerator") == "B300" && file.fact("accelerator_count") == "16");
        QCOMPARE(file.outcome.siblings.size(), 1U);
    }

    // A folder is a model in a submission's tree alone: six folders under any "results" are none (real/12).
    void loadgenOutsideOfATree_data() {
        QTest::addColumn<QString>("folder");
        for (const char* folder :
             {"results/bundles/20260719T122957Z-trt-x.Ab1/tensorrt_run/run.vws7VC/SingleStream",
              "results/box8/llama2-70b-99/Server/accuracy/run_1", "results/box8/llama2-70b-99/Server/performance/1"})
            QTest::newRow(folder) << folder;
    }
    void loadgenOutsideOfATree() {
        QFETCH(QString, folder);
        const Ingested file = ingestFile(m_folder.write(folder.toStdString() + "/mlperf_log_detail.txt", detail()));
        QVERIFY(!file.error);
        for (const char* key : {"model", "workload.name", "name"}) QCOMPARE(file.fact(key), std::string("-"));
    }

    void loadgenReal_data() {
        QTest::addColumn<QString>("start");
        QTest::addColumn<double>("qps");
        QTest::newRow("asus") << "closed__ASUSTeK__results__XA_NB3I-E12_B300x8_TRT__gpt-oss-120b__Interactive" << 20.0;
        QTest::newRow("giga, interactive")
            << "closed__GigaComputing__results__G894-SD3-AAX7_B300-SXM-270GBx8_TRT__deepseek-r1__Interactive" << 1.3;
        QTest::newRow("giga, server")
            << "closed__GigaComputing__results__G894-SD3-AAX7_B300-SXM-270GBx8_TRT__deepseek-r1__Server" << 9.5;
        QTest::newRow("amd") << "tools__submission__directory_structure_samples__sample_1__closed__AMD__results__"
                                "8xMI300X_2xEPYC_9575F__llama2-70b-99.9__Interactive"
                             << 29.5;
    }
    void loadgenReal() {
        QFETCH(QString, start);
        QFETCH(double, qps);
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string path = "mlperf/" + start.toStdString() + "__performance__run_1__mlperf_log_";
        const Ingested whole = ingestFile(support::realPath(path + "detail.txt"));
        const Ingested brief = ingestFile(support::realPath(path + "summary.txt"));
        summaryOnly(whole, "mlperf", 1);
        summaryOnly(brief, "mlperf", 1);
        QVERIFY((whole.run().load == Load{LoadKind::requestRate, qps}) && brief.run().load == whole.run().load);
        QCOMPARE(brief.run().fingerprint, whole.run().fingerprint);
        QCOMPARE(brief.run().reported.size(), whole.run().reported.size());
        for (const auto& [key, value] : whole.run().reported)  // two decimals in the summary's rates
            QVERIFY2(std::abs(value - brief.run().reported.at(key)) < 5e-3 * value, key.c_str());
    }

    void inferencexPoint() {
        const std::string point =
            R"({"hw": "b200", "conc": 64, "image": "vllm:0.11", "model": "acme/m", "framework": "vllm",
                "precision": "fp8", "tp": 4, "pp": 2, "ep": 1, "isl": 1024, "osl": 128, "disagg": false,
                "tput_per_gpu": 900.0, "output_tput_per_gpu": 100.0, "mean_ttft": 0.25, "p99_ttft": 0.5,
                "median_tpot": 0.02, "p99_tpot": 0.05, "median_intvty": 50.0, "p99_intvty": 20.0, "mean_intvty": 45.0,
                "std_intvty": 900.0, "mean_e2el": 3.5})";
        const Ingested file = read("[" + point + "]", "agg_bmk.json");
        summaryOnly(file, "inferencex", 1);
        QVERIFY((file.run().load == Load{LoadKind::concurrency, 64}));
        const Reported& reported = file.run().reported;
        QVERIFY(reports(reported, {{"ttft_s.mean", 0.25},
                                   {"ttft_s.p99", 0.5},
                                   {"tpot_s.p50", 0.02},
                                   {"e2e_s.mean", 3.5},
                                   {"rate_tokens_per_s.p50", 50},
                                   {"rate_tokens_per_s.p1", 20},
                                   {"system_output_tokens_per_s", 800}}));
        // The reciprocals of a mean, a deviation and a slow tail are none of these.
        for (const char* key : {"rate_tokens_per_s.mean", "rate_tokens_per_s.std", "rate_tokens_per_s.p99"})
            QVERIFY2(!reported.contains(key), key);
        QVERIFY(file.fact("accelerator_count") == "8" && file.fact("tensor_parallel") == "4");
        QVERIFY(file.fact("quantization") == "fp8" && file.fact("workload.input_tokens") == "1024");
    }

    void inferencexTraps_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("output");  // of the system; 0: none
        QTest::addColumn<QByteArray>("load");
        QTest::newRow("disaggregated: output by the decode part")
            << QByteArray(R"({"hw": "gb200", "conc": 8, "disagg": true, "num_prefill_gpu": 4, "num_decode_gpu": 12,
                             "output_tput_per_gpu": 10.0, "median_ttft": 0.5})")
            << 120.0 << QByteArray("c=8");
        QTest::newRow("aggregated over several nodes")
            << QByteArray(R"({"hw": "gb200", "conc": 8, "disagg": false, "num_prefill_gpu": 4, "num_decode_gpu": 12,
                             "output_tput_per_gpu": 10.0, "median_ttft": 0.5})")
            << 160.0 << QByteArray("c=8");
        QTest::newRow("no degrees: no product")
            << QByteArray(R"({"hw": "x", "conc": 8, "output_tput_per_gpu": 10.0, "median_ttft": 0.5})") << 0.0
            << QByteArray("c=8");
        QTest::newRow("token position, seconds without a suffix")
            << QByteArray(R"({"model_id": "m", "max_concurrency": 4, "request_rate": "inf", "duration": 30,
                             "completed": 40, "total_output_tokens": 5120, "output_throughput": 164.5,
                             "median_ttft": 0.265})")
            << 164.5 << QByteArray("c=4");
        QTest::newRow("multi-turn: its tpot copies its itl")
            << QByteArray(R"({"conc": 2, "request_metrics": {"latency": {"ttft": {"mean": 0.5}, "itl": {"mean": 0.01},
                             "tpot": {"mean": 0.01}}}, "request_accounting": {"completed": 7}})")
            << 0.0 << QByteArray("c=2");
    }
    void inferencexTraps() {
        QFETCH(QByteArray, text);
        QFETCH(double, output);
        QFETCH(QByteArray, load);
        const Ingested file = read(text.toStdString());
        summaryOnly(file, "inferencex", 1);
        QCOMPARE(shortText(file.run().load), load.toStdString());
        const Reported& reported = file.run().reported;
        QCOMPARE(reported.contains("system_output_tokens_per_s"), output > 0);
        if (output > 0) QVERIFY(near(reported.at("system_output_tokens_per_s"), output));
        QVERIFY(!reported.contains("tpot_s.mean"));
    }

    void inferencexReal() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string start =
            "inferencex/experimental__token_position_decode_slo__glm-5__results__glm5_fp8_vllm_tp8_";
        for (const auto& [name, users, ttft] : {std::tuple{"isl1024_osl128_conc4", 4, 0.26499967742711306},
                                                {"isl8192_osl128_conc32", 32, 7.168220846913755}}) {
            const Ingested file = ingestFile(support::realPath(start + name + ".json"));
            summaryOnly(file, "inferencex", 1);
            QVERIFY((file.run().load == Load{LoadKind::concurrency, double(users)}));
            QCOMPARE(file.run().reported.at("ttft_s.p50"), ttft);
            QCOMPARE(file.run().reported.at("output_tokens.mean"), 128.0);
        }
    }

    void llmdUnits_data() {
        QTest::addColumn<QByteArray>("units");
        QTest::addColumn<double>("seconds");  // of 800; 0: left out
        QTest::newRow("ms") << QByteArray("ms") << 0.8;
        QTest::newRow("s") << QByteArray("s") << 800.0;
        QTest::newRow("us") << QByteArray("us") << 0.0008;
        QTest::newRow("no unit of time") << QByteArray("furlong") << 0.0;
    }
    void llmdUnits() {
        QFETCH(QByteArray, units);
        QFETCH(double, seconds);
        const Ingested file = read(report01(units.toStdString()));
        summaryOnly(file, "llm-d", 1);
        const Reported& reported = file.run().reported;
        QCOMPARE(reported.contains("ttft_s.mean"), seconds > 0);
        if (seconds > 0) QVERIFY(near(reported.at("ttft_s.mean"), seconds));
        if (seconds > 0) QVERIFY(near(reported.at("ttft_s.p99.9"), 5 * seconds));
        if (seconds > 0) QVERIFY(near(reported.at("tpot_s.mean"), seconds / 10));  // "ms/token"
        QVERIFY(reports(reported, {{"system_output_tokens_per_s", 32.5}, {"output_tokens.mean", 31.5}}));
        QVERIFY((file.run().load == Load{LoadKind::requestRate, 1.5}));
        QVERIFY(file.run().declaredCompleted == 30 && file.fact("accelerator_count") == "9");
        QVERIFY(file.fact("tensor_parallel") == "[1,8]" && file.fact("quantization") == "fp16");
        QVERIFY(file.fact("flags").find("sk-x") == std::string::npos);
        QCOMPARE(file.fact("note.measured_by"), std::string("inference-perf"));
    }

    void llmdCountsWhatWasCutOffAsFailed() {
        std::string text = report01("ms");
        const std::string failures = R"("failures": 2,)";
        text.insert(text.find(failures), R"("incomplete": 6, )");
        const Ingested file = read(text);
        QVERIFY(file.run().declaredCompleted == 24);
        QVERIFY(near(file.run().reported.at("error_rate"), 8.0 / 32));
    }

    void llmdLoads_data() {
        QTest::addColumn<QByteArray>("load");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("rate") << QByteArray(R"("rate_qps": 10)") << QByteArray("10 req/s");
        QTest::newRow("rate, no bound on concurrency")
            << QByteArray(R"("rate_qps": 10, "concurrency": ".inf")") << QByteArray("10 req/s");
        QTest::newRow("concurrency") << QByteArray(R"("rate_qps": null, "concurrency": 16)") << QByteArray("c=16");
        QTest::newRow("no bound at all") << QByteArray(R"("concurrency": ".inf")") << QByteArray("unbounded");
        QTest::newRow("neither") << QByteArray(R"("stage": 3)") << QByteArray("not stated");
    }
    void llmdLoads() {
        QFETCH(QByteArray, load);
        QFETCH(QByteArray, text);
        const Ingested file = read(report02(load.toStdString()));
        summaryOnly(file, "llm-d", 1);
        QCOMPARE(shortText(file.run().load), text.toStdString());
        QCOMPARE(file.run().declaredDuration.count(), 65'500'000'000);
        QVERIFY(reports(file.run().reported, {{"ttft_s.mean", 0.04}, {"system_output_tokens_per_s", 2262.5}}));
        QVERIFY(file.fact("engine") == "llm-d" && file.fact("accelerator_count") == "16");
    }

    void llmdReal_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("load");
        QTest::addColumn<double>("ttft");
        QTest::newRow("0.1") << "br_v0_1_example.yaml" << QByteArray("1.34 req/s") << 0.000800974442732916;
        QTest::newRow("0.2") << "br_v0_2_example.yaml" << QByteArray("10 req/s") << 0.0368578234128654;
    }
    void llmdReal() {
        QFETCH(QString, name);
        QFETCH(QByteArray, load);
        QFETCH(double, ttft);
        PLUMBLINE_NEEDS_REAL_FILES();
        const Ingested file =
            ingestFile(support::realPath("llm-d/llmdbenchmark__analysis__benchmark_report__" + name.toStdString()));
        summaryOnly(file, "llm-d", 1);
        QCOMPARE(shortText(file.run().load), load.toStdString());
        QVERIFY(near(file.run().reported.at("ttft_s.mean"), ttft));
        for (const auto& [key, fact] : file.outcome.sources.at(0).context)
            QVERIFY2(fact.inForce().find("api_key") == std::string::npos, key.c_str());
    }

    void oneStageToldTwice() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder =
            "inference-perf/kubernetes-sigs__inference-perf/corpus/full-runs/"
            "v0_5_0-clean-two-stage-run/";
        const Ingested report = ingestFile(support::realPath(folder + "inference-perf.partial.stage_0.yaml"));
        const Ingested stage = ingestFile(support::realPath(folder + "stage_0_lifecycle_metrics.json"));
        summaryOnly(report, "llm-d", 1);
        QVERIFY(!stage.run().fingerprint.empty());
        QCOMPARE(report.run().fingerprint, stage.run().fingerprint);
    }
};

QTEST_APPLESS_MAIN(TestSummaryReaders)
#include "test_summary_readers.moc"
