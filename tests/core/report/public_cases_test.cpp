// What users of the harnesses met in public threads, each with its right answer, from the file to the findings.
#include <QTest>
#include <cmath>

#include "tests/core/report/read_case.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

bool near(std::optional<double> value, double wanted) {
    return value && std::abs(*value - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
}
bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
const std::string& only(const std::vector<Finding>& findings) {
    static const std::string none = "no such finding, or several";
    return findings.size() == 1 ? findings[0].text : none;
}

std::string vllm(const std::string& own) {
    return R"({"date": "20260801-101500", "endpoint_type": "vllm", "backend": "vllm", "model_id": "acme/tiny-1b",
 "tokenizer_id": "acme/tiny-1b", "burstiness": 1.0, "total_token_throughput": 91.1, )" +
           own + "}\n";
}

/// An entry `times` over, as a JSON list.
std::string list(const std::string& entry, int times) {
    std::string out = "[" + entry;
    for (int i = 1; i < times; ++i) out += ", " + entry;
    return out + "]";
}

const std::string rerank = R"({"date": "20260801-101500", "endpoint_type": "vllm-rerank", "backend": "vllm-rerank",
 "model_id": "acme/reranker", "tokenizer_id": "acme/reranker", "num_prompts": 10, "request_rate": "inf",
 "burstiness": 1.0, "max_concurrency": 2, "duration": 0.62, "total_input_sequences": 50, "total_token_throughput": 8258,
 "input_sequence_throughput": 80.6, )";

}  // namespace

class PublicCasesTest : public QObject {
    Q_OBJECT
private slots:
    void failuresOfSummaries_data();
    void failuresOfSummaries();
    void failuresBesideMissingOnes();
    void rerankMakesNoText();
    void embeddingMakesNoText();
    void zerosOfTextAreEmpty();
    void latenciesAlone();
    void twoTotals_data();
    void twoTotals();
    void rowsOwnTokenSource();
    void interruptedRun();
    void lengthsOfRuns();
    void spellingsInTables_data();
    void spellingsInTables();
    void rateThatStandsForInfinity_data();
    void rateThatStandsForInfinity();
    void rateNotSent_data();
    void rateNotSent();
    void rateNotSentByStarts();
    void meanIsNoMedian();
    void durationFromARate();
    void reasonsOfReaders_data();
    void reasonsOfReaders();
    void spansWithoutAnEnd();
    void flatContext_data();
    void flatContext();
};

void PublicCasesTest::failuresOfSummaries_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("rate");
    const auto row = [](const char* tag, const char* name, const std::string& text, double rate = 0.3) {
        QTest::newRow(tag) << name << QString::fromStdString(text) << rate;
    };
    const std::string counted = R"("num_prompts": 100, "duration": 99.9, "completed": 70, "max_concurrency": 2,
 "total_input_tokens": 7000, "total_output_tokens": 2100, "output_throughput": 21.0, "mean_ttft_ms": 235.0)";
    row("vLLM", "a.json", vllm(counted + R"(, "failed": 30)"));
    row("vLLM without the key", "a.json", vllm(counted));
    row("vLLM, none completed", "a.json",
        vllm(R"("num_prompts": 100, "duration": 9.0, "completed": 0, "max_concurrency": 2, "mean_ttft_ms": 0.0)"), 1);
    row("TensorRT-LLM serving", "a.json", vllm(counted + R"(, "user_throughput": 4.5)"));
    const std::string stage = R"({"benchmark_time_seconds": 50.0, "load_summary": {"count": 100, "requested_rate": 2.0},
 "successes": {"count": %1, "latency": {"request_latency": {"mean": 1.2}}}, "failures": {"count": %2}})";
    const auto stageOf = [&](int ok, int failed) {
        return QString::fromStdString(stage).arg(ok).arg(failed).toStdString();
    };
    row("inference-perf", "stage_0_lifecycle_metrics.json", stageOf(70, 30));
    row("inference-perf, none completed", "stage_0_lifecycle_metrics.json", stageOf(0, 100), 1);
    row("LLMPerf", "a_summary.json",
        R"({"version": "2023-08-31", "model": "m", "num_concurrent_requests": 2, "results_ttft_s_mean": 0.2,
 "results_num_requests_started": 100, "results_num_completed_requests": 70, "results_error_rate": 0.3})");
    row("GuideLLM", "benchmarks.json",
        R"({"metadata": {"guidellm_version": "0.6.0"}, "benchmarks": [{"type_": "generative_benchmark", "duration": 60.0,
 "config": {"id_": "b", "strategy": {"type_": "concurrent", "streams": 2}}, "scheduler_metrics": {},
 "requests": {"successful": [], "errored": [], "incomplete": []},
 "metrics": {"request_totals": {"successful": 70, "errored": 25, "incomplete": 5, "total": 100},
  "request_latency": {"successful": {"mean": 1.2}}}}]})");
    row("AIPerf", "profile_export_aiperf.json",
        R"({"aiperf_version": "0.6.0", "input_config": {"loadgen": {"concurrency": 2}},
 "request_count": {"unit": "requests", "avg": 70.0}, "error_request_count": {"unit": "requests", "avg": 30.0},
 "request_latency": {"unit": "ms", "avg": 1200.0}})");
    row("LLMeter", "stats.json",
        R"({"total_requests": 100, "clients": 2, "n_requests": 50, "failed_requests": 30,
 "time_to_last_token-average": 1.2, "time_to_first_token-average": 0.2})");
    row("evalscope", "benchmark_summary.json",
        R"json({"Time taken for tests (s)": 50.0, "Number of concurrency": 2, "Total requests": 100,
 "Succeed requests": 70, "Failed requests": 30, "Average latency (s)": 1.2})json");
    row("Hugging Face", "a.json",
        R"({"config": {"model_name": "m"}, "system": {}, "results": [{"id": "c", "executor_type": "ConstantVUs",
 "config": {"max_vus": 2}, "total_requests": 100, "successful_requests": 70, "failed_requests": 30,
 "time_to_first_token_ms": {"avg": 200.0}}]})");
    row("llm-optimizer", "a.json",
        R"({"config": {"client_args": {"num_prompts": 100, "max_concurrency": 2}}, "cmd": "", "metadata": {},
 "results": {"completed": 70, "duration": 50.0, "mean_ttft_ms": 200.0}})");
    row("InferenceX", "a.json",
        R"({"hw": "h", "conc": 2, "num_prompts": 100, "completed": 70, "duration": 50.0, "median_ttft": 0.2})");
    row("llm-d", "a.json",
        R"({"version": "0.1", "scenario": {"load": {"args": {"concurrency": 2}}},
 "metrics": {"requests": {"total": 100, "failures": 30}, "latency": {"request_latency": {"units": "s", "mean": 1.2}}}})");
    row("MLCommons Endpoints", "result_summary.json",
        R"({"n_samples_issued": 100, "n_samples_completed": 70, "n_samples_failed": 30, "duration_ns": 50000000000,
 "legacy_loadgen_window_duration_ns": 49000000000, "qps": 1.4, "latency": {"avg": 1200000000},
 "run_config": {"load_pattern": {"type": "concurrency", "target_concurrency": 2}}})");
    row("genai-bench", "a.json",
        R"({"aggregated_metrics": {"num_concurrency": 2, "num_requests": 100, "num_completed_requests": 70,
 "num_error_requests": 30, "error_rate": 0.0, "stats": {"ttft": {"mean": 0.2}}}, "individual_request_metrics": []})");
    row("llm-load-test", "a.json",
        R"({"results": [], "config": {"load_options": {"concurrency": 2}}, "summary": {"total_requests": 100,
 "total_failures": 30, "ttft": {"mean": 200.0}}, "x": {"ack_time": 0, "tt_ack": 0}})");
}

void PublicCasesTest::failuresOfSummaries() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(double, rate);
    ReadCase read;
    read.write(name.toStdString(), text.toStdString());
    QVERIFY(read.read());
    QCOMPARE(read.measured.configurations.size(), std::size_t{1});
    QVERIFY(read.level().summaryOnly);
    QVERIFY2(near(read.level().errorRate, rate), read.json.c_str());
    const auto found = read.findings("errors");
    QVERIFY2(holds(only(found), "gave no answer, as the harness counts them"), only(found).c_str());
    QVERIFY(near(evidenceOf(found[0], "error_rate"), rate));
    QVERIFY(near(evidenceOf(found[0], "sent"), 100));
    QVERIFY(near(evidenceOf(found[0], "failed"), 100 * rate));
    QVERIFY(read.findings("population-incomplete").empty());
}

void PublicCasesTest::failuresBesideMissingOnes() {
    ReadCase read;
    read.write("a.json", vllm(R"("num_prompts": 100, "duration": 9.0, "completed": 70, "failed": 0,
 "max_concurrency": 2, "mean_ttft_ms": 235.0)"));
    QVERIFY(read.read());
    QVERIFY(near(read.level().errorRate, 0));
    QVERIFY(read.findings("errors").empty());
    const auto found = read.findings("population-incomplete");
    QVERIFY2(only(found).starts_with("70 completed or failed of 100 requests declared: 30 are missing"),
             only(found).c_str());
}

void PublicCasesTest::rerankMakesNoText() {
    ReadCase read;
    read.write("a.json", rerank + R"("completed": 10, "total_input_tokens": 5120, "request_throughput": 16.129,
 "mean_e2el_ms": 120.0, "input_lens": )" +
                             list("512", 10) + R"(, "latencies": [0.1, 0.12, 0.11, 0.13, 0.15, 0.12, 0.11,
 0.14, 0.1, 0.12], "queue_times": )" +
                             list("0.5", 10) + R"(, "errors": )" + list("\"\"", 10) + "}");
    QVERIFY(read.read());
    const LevelFigures& level = read.level();
    QVERIFY(!level.summaryOnly && !level.makesText);
    QVERIFY(level.rows.total == 10 && level.rows.of(Verdict::unobservable) == 10);
    QVERIFY(near(level.errorRate, 0) && near(level.requestRate, 10 / 0.62));
    QVERIFY(level.of(RowMetric::e2e).n == 10U && near(level.of(RowMetric::e2e).mean, 0.12));
    QVERIFY(!level.systemOutputRate && !level.outputTokens.total && !level.of(RowMetric::rate).mean);
    for (const char* key : {"ttft_s.mean", "tpot_s.p99", "system_output_tokens_per_s", "output_tokens.total"})
        QCOMPARE(read.why(key), std::string("the task makes no text"));
    QVERIFY(near(level.reported.at("schedule_delay_s.mean"), 0.5));
    QCOMPARE(rowFigures(*read.data, read.settings, RowIndex(0)).reason, std::string("the task makes no text"));

    ReadCase refused;
    refused.write("a.json", rerank + R"("completed": 7, "total_input_tokens": 3584, "request_throughput": 11.29,
 "input_lens": )" + list("512", 10) +
                                R"(, "latencies": [0.1, 0.12, 0.11, 0.13, 0.15, 0.12, 0.11, 0.0, 0.0, 0.0],
 "errors": ["", "", "", "", "", "", "", "Service Unavailable", "Service Unavailable", "Service Unavailable"]})");
    QVERIFY(refused.read());
    QVERIFY(near(refused.level().errorRate, 0.3));
    QVERIFY(refused.level().rows.of(Verdict::error) == 3 && refused.level().rows.of(Verdict::unobservable) == 7);
    QVERIFY(refused.level().inFlightAtLeast);
    QVERIFY2(only(refused.findings("errors")).starts_with("3 of 10 requests (30%) failed"),
             only(refused.findings("errors")).c_str());
}

void PublicCasesTest::embeddingMakesNoText() {
    ReadCase read;
    read.write("a.jsonl", R"({"backend": "sglang-embedding", "dataset_name": "random", "request_rate": Infinity,
 "max_concurrency": 4, "duration": 2.0, "completed": 20, "total_output_tokens": 0, "total_throughput": 5120.0,
 "total_output_tokens_retokenized": 0, "mean_e2e_latency_ms": 380.0, "mean_ttft_ms": 0.0, "concurrency": 3.8,
 "input_lens": )" + list("512", 20) +
                              R"(, "output_lens": )" + list("0", 20) + R"(, "ttfts": )" + list("0.0", 20) +
                              R"(, "itls": )" + list("[]", 20) + R"(, "errors": )" + list("\"\"", 20) + "}\n");
    QVERIFY(read.read());
    const LevelFigures& level = read.level();
    QVERIFY(level.rows.of(Verdict::unobservable) == 20 && near(level.errorRate, 0) && near(level.requestRate, 10));
    QVERIFY(!level.systemOutputRate && !level.inFlight);
    QCOMPARE(read.why("ttft_s.mean"), std::string("the task makes no text"));
    QCOMPARE(read.why("in_flight"), std::string("no response's end is known"));
    QVERIFY(near(level.reported.at("e2e_s.mean"), 0.38));
    QVERIFY(read.findings("errors").empty() && read.findings("short-outputs").empty());
    QCOMPARE(only(read.findings("withheld-ttft")),
             std::string("TTFT is withheld for 20 of 20 rows (100%): the task makes no text."));
    const auto& boundary = read.data->sources[0].boundary;
    QVERIFY(boundary.first.empty() && boundary.tokens.empty());
    QVERIFY(!holds(read.json, "no token of it was seen"));
    for (const Unknown& each : read.judgement.unknowns)
        for (const char* ofText : {"first_token", "gaps", "chunks", "token_source", "timing_boundary"})
            QVERIFY2(each.id != ofText, ofText);
}

/// The same zeros where others could have text, unless a person says that none could.
void PublicCasesTest::zerosOfTextAreEmpty() {
    const std::string text = vllm(R"("num_prompts": 2, "duration": 2.0, "completed": 2, "max_concurrency": 1,
 "input_lens": [5, 5], "output_lens": [0, 20], "ttfts": [0.0, 0.1], "itls": [[], )" +
                                  list("0.05", 19) + R"(], "latencies": [0.5, 1.05], "errors": ["", ""])");
    ReadCase read, said;
    for (ReadCase* each : {&read, &said}) each->write("a.json", text);
    said.write("context.json", R"({"makes_text": false})");
    QVERIFY(read.read() && said.read());
    QVERIFY(read.level().rows.of(Verdict::empty) == 1 && near(read.level().errorRate, 0.5));
    QVERIFY(said.level().rows.of(Verdict::unobservable) == 1 && near(said.level().errorRate, 0));
}

/// vLLM without --save-detailed keeps latencies: each request is there, and the harness's total makes the output rate.
void PublicCasesTest::latenciesAlone() {
    ReadCase read;
    read.write("a.json", vllm(R"("num_prompts": 4, "duration": 2.0, "completed": 4, "max_concurrency": 2,
 "total_input_tokens": 40, "total_output_tokens": 200, "output_throughput": 100.0, "mean_ttft_ms": 150.0,
 "latencies": [0.9, 1.0, 0.8, 1.1], "queue_times": [0.0, 0.0, 0.9, 1.0])"));
    QVERIFY(read.read());
    const LevelFigures& level = read.level();
    QVERIFY(!level.summaryOnly && level.makesText && level.rows.of(Verdict::unobservable) == 4);
    QVERIFY(level.of(RowMetric::e2e).n == 4U && near(level.of(RowMetric::e2e).mean, 0.95));
    QVERIFY(near(level.requestRate, 2) && near(level.systemOutputRate, 100) && near(level.outputTokens.mean, 50));
    QVERIFY2(holds(level.windowBasis, "the harness's total"), level.windowBasis.c_str());
    QVERIFY(near(level.inFlight, 3.8 / 2) && !level.of(RowMetric::ttft).mean);
    QVERIFY(near(level.reported.at("ttft_s.mean"), 0.15));
}

void PublicCasesTest::twoTotals_data() {
    QTest::addColumn<QString>("counts");
    QTest::addColumn<double>("apart");  // 0: no finding
    QTest::newRow("one token a request") << R"("total_output_tokens": 10, "total_output_tokens_retokenized": 1000)"
                                         << 0.99;
    QTest::newRow("asked for") << R"("total_output_tokens": 2000, "total_output_tokens_retokenized": 1000)" << 0.5;
    QTest::newRow("5%") << R"("total_output_tokens": 1000, "total_output_tokens_retokenized": 950)" << 0.0;
}
void PublicCasesTest::twoTotals() {
    QFETCH(QString, counts);
    QFETCH(double, apart);
    const std::string head = R"({"backend": "sglang-oai", "dataset_name": "random", "request_rate": 1.0,
 "duration": 12.0, "completed": 10, "total_throughput": 9.0, "mean_e2e_latency_ms": 1190.0, )" +
                             counts.toStdString();
    ReadCase summary;
    summary.write("a.jsonl", head + "}\n");
    ReadCase rows;
    rows.write("a.jsonl", head + R"(, "input_lens": )" + list("40", 10) + R"(, "output_lens": )" + list("1", 10) +
                              R"(, "ttfts": )" + list("0.2", 10) + R"(, "itls": )" + list(list("0.01", 99), 10) +
                              R"(, "errors": )" + list("\"\"", 10) + "}\n");
    for (ReadCase* each : {&summary, &rows}) {
        QVERIFY(each->read());
        const auto found = each->findings("token-source-differs");
        QCOMPARE(found.size(), apart > 0 ? std::size_t{1} : std::size_t{0});
        if (apart == 0) continue;
        const double a = evidenceOf(found[0], "output_tokens"), b = evidenceOf(found[0], "other_output_tokens");
        QVERIFY(near(std::abs(a - b) / std::max(a, b), apart));
    }
    // N - 1 is 0: nothing divides by it.
    QVERIFY(!rows.level().of(RowMetric::tpot).mean);
    QCOMPARE(rows.why("tpot_s.mean"), std::string("10 of 10 rows short"));
}

void PublicCasesTest::rowsOwnTokenSource() {
    ReadCase read;
    std::string text =
        R"({"plumbline": "trace/1", "timing_boundary": {"tokens": "tokenizer"}, "configuration": {"name": "A"}})"
        "\n";
    for (int i = 0; i < 4; ++i)
        text += R"({"load": {"concurrency": 1}, "start_s": )" + std::to_string(i) +
                R"(, "first_content_s": 0.1, "end_s": 0.9, "output_tokens": 50, "token_source": "usage"})"
                "\n";
    read.write("a.trace.jsonl", text);
    QVERIFY(read.read());
    QCOMPARE(read.measured.configurations[0].boundary.tokens, std::string("usage"));
    const auto found = read.findings("token-source-differs");
    QVERIFY2(only(found).starts_with("4 of 4 rows (100%) say that their tokens were counted by usage, their header "
                                     "says tokenizer"),
             only(found).c_str());
}

void PublicCasesTest::interruptedRun() {
    const auto response = [](int i) {
        return R"({"response_text": "x", "id": "m)" + std::to_string(i) +
               R"(", "input_prompt": "x", "time_to_first_token": 0.2, "time_to_last_token": 1.2,
 "num_tokens_output": 51, "num_tokens_input": 100, "error": null, "request_time": "2026-08-01T10:00:0)" +
               std::to_string(i) + R"(Z"})";
    };
    ReadCase read;
    std::string lines;
    for (int i = 0; i < 7; ++i) {
        std::string line = response(i);
        std::erase(line, '\n');
        lines += line + "\n";
    }
    read.write("run/responses.jsonl", lines + R"({"response_text": "x", "id)");
    read.write("run/run_config.json", R"({"endpoint": {"model_id": "acme/tiny-1b"}, "clients": 2, "n_requests": 10})");
    QVERIFY(read.read());
    QCOMPARE(read.imports.rejected(), std::uint64_t{1});
    QVERIFY((read.level().load == Load{LoadKind::concurrency, 2}));
    const auto found = read.findings("population-incomplete");
    QVERIFY2(only(found).starts_with("7 rows of 20 requests declared: 13 are missing"), only(found).c_str());
}

void PublicCasesTest::lengthsOfRuns() {
    // 5 requests through 4 slots, and 40: each answer has 50 tokens.
    const auto run = [](int requests) {
        std::string starts, lens, ttfts, itls, errors;
        for (int i = 0; i < requests; ++i) {
            const std::string comma = i > 0 ? ", " : "";
            starts += comma + std::to_string(1 + i / 4);
            lens += comma + "50";
            ttfts += comma + "0.02";
            itls += comma + list("0.02", 49);
            errors += comma + "\"\"";
        }
        return vllm(R"("num_prompts": )" + std::to_string(requests) + R"(, "completed": )" + std::to_string(requests) +
                    R"(, "max_concurrency": 4, "duration": )" + std::to_string((requests + 3) / 4) +
                    R"(, "start_times": [)" + starts + R"(], "input_lens": [)" + lens + R"(], "output_lens": [)" +
                    lens + R"(], "ttfts": [)" + ttfts + R"(], "itls": [)" + itls + R"(], "errors": [)" + errors + "]");
    };
    ReadCase read;
    read.write("c4-run1.json", run(5));
    read.write("c4-run2.json", run(40));
    QVERIFY(read.read());
    QCOMPARE(read.level().runs.size(), std::size_t{2});
    const auto found = read.findings("rerun-differs");
    QVERIFY2(holds(only(found),
                   "in output rate 1.60 times (125 and 200 tokens/s); output length does not explain it "
                   "(50 and 50 tokens per request counted)"),
             only(found).c_str());
}

void PublicCasesTest::spellingsInTables_data() {
    QTest::addColumn<QString>("cell");
    for (const char* cell : {"NaN",    "nan",     "NAN",      "-nan",      "inf",      "-inf",    "+inf",
                             "Inf",    "INF",     "Infinity", "-Infinity", "infinity", "1.#IND",  "-1.#IND",
                             "1.#INF", "1.#QNAN", "nan(ind)", ".nan",      "",         "\"NaN\"", "\"inf\""})
        QTest::newRow(*cell == '\0' ? "empty" : cell) << cell;
}

/// 12 rows, of which three have no TTFT: one table for each reader that takes tables or lines of ours and of others.
void PublicCasesTest::spellingsInTables() {
    QFETCH(QString, cell);
    const std::string word = cell.toStdString();
    std::string trace = "id,load.concurrency,start_s,first_content_s,end_s,output_tokens,chunks,status\n";
    std::string lines = R"({"plumbline": "trace/1", "configuration": {"name": "A"}})"
                        "\n";
    std::string ttfts, lens, itls, errors, latencies;
    for (int i = 0; i < 12; ++i) {
        const bool unknown = i % 4 == 3;
        const std::string n = std::to_string(i), first = unknown ? word : "0.2";
        trace += "r" + n + ",2," + std::to_string(1780000000 + i) + "," + first + ",1.2,50,50,ok\n";
        const std::string bare = first.empty() ? "null" : first, comma = i > 0 ? ", " : "";
        lines += R"({"load": {"concurrency": 2}, "start_s": )" + n + R"(, "first_content_s": )" + bare +
                 R"(, "end_s": 1.2, "output_tokens": 50})"
                 "\n";
        ttfts += comma + bare, lens += comma + "50", errors += comma + "\"\"", latencies += comma + "1.2";
        itls += comma + list("0.02", 49);
    }
    const std::string arrays = R"("input_lens": [)" + lens + R"(], "output_lens": [)" + lens + R"(], "ttfts": [)" +
                               ttfts + R"(], "itls": [)" + itls + R"(], "errors": [)" + errors + "]";
    for (const auto& [name, text] :
         {std::pair{"a.csv", trace},
          {"a.trace.jsonl", lines},
          {"a.json",
           vllm(R"("num_prompts": 12, "completed": 12, "duration": 14.4, "max_concurrency": 2, "latencies": [)" +
                latencies + "], " + arrays)},
          {"s.jsonl", R"({"backend": "sglang", "dataset_name": "random", "request_rate": 1.0, "duration": 9.0,
 "completed": 12, "total_throughput": 9.0, )" +
                          arrays + "}\n"}}) {
        ReadCase read;
        read.write(name, text);
        QVERIFY(read.read());
        QVERIFY2(read.imports.rejected() == 0 && read.imports.rows() == 12, name);
        QVERIFY2(read.level().of(RowMetric::ttft).n == 9U, name);
    }
}

void PublicCasesTest::rateThatStandsForInfinity_data() {
    QTest::addColumn<QString>("own");
    QTest::addColumn<QString>("load");
    const QString counts = R"("num_prompts": 40, "completed": 40, "duration": 13.83, "mean_ttft_ms": 158.0, )";
    QTest::newRow("beside a cap") << counts + R"("request_rate": 1000000000.0, "max_concurrency": 4)"
                                  << "c=4";
    QTest::newRow("without") << counts + R"("request_rate": 1000000000.0, "max_concurrency": null)"
                             << "unbounded";
    QTest::newRow("under 1%") << counts + R"("request_rate": 290.0, "max_concurrency": 4)"
                              << "c=4";  // 0.1379 s
    QTest::newRow("above 1%") << counts + R"("request_rate": 288.0, "max_concurrency": 4)"
                              << "288 req/s";  // 0.1389 s
    QTest::newRow("a rate") << counts + R"("request_rate": 2.5, "max_concurrency": 4)"
                            << "2.5 req/s";
    QTest::newRow("inf") << counts + R"("request_rate": "inf", "max_concurrency": 4)"
                         << "c=4";
    QTest::newRow("bare -Infinity") << counts + R"("request_rate": -Infinity, "max_concurrency": null)"
                                    << "not stated";
    QTest::newRow("bare inf") << counts + R"("request_rate": inf, "max_concurrency": null)"
                              << "unbounded";
}
void PublicCasesTest::rateThatStandsForInfinity() {
    QFETCH(QString, own);
    ReadCase read;
    read.write("a.json", vllm(own.toStdString()));
    QVERIFY(read.read());
    QTEST(QString::fromStdString(shortText(read.level().load)), "load");
}

void PublicCasesTest::rateNotSent_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("sent");  // 0: no finding
    QTest::addColumn<double>("delay");
    const QString stage = R"({"load_summary": {"count": 6238, "schedule_delay": {"mean": 10.9318, "min": -0.001,
 "max": 25.9}, "send_duration": 85.9, "requested_rate": 103.98, "achieved_rate": %1}, "successes": {"count": 6238,
 "latency": {"request_latency": {"mean": 6.02}}}, "failures": {"count": 0}})";
    QTest::newRow("inference-perf") << "stage_6_lifecycle_metrics.json" << stage.arg("72.61474308924782")
                                    << 72.61474308924782 << 10.9318;
    QTest::newRow("inference-perf, sent") << "stage_6_lifecycle_metrics.json" << stage.arg("103.5") << 0.0 << 0.0;
    // 250 of 1.5 requests/s through 25 slots: 250 / (481.7 - 60) = 0.593.
    const QString capped = QString::fromStdString(
        vllm(R"("num_prompts": 250, "completed": 250, "failed": 0, "duration": 481.7, "request_rate": %1,
 "max_concurrency": 25, "request_throughput": 0.519, "mean_e2el_ms": 40000.0, "p99_e2el_ms": 60000.0)"));
    QTest::newRow("a cap that bound") << "a.json" << capped.arg("1.5") << 250 / 421.7 << -1.0;
    QTest::newRow("a cap that did not") << "a.json" << capped.arg("0.6") << 0.0 << 0.0;
    // Of the answers' tail nothing is known: without a cap the last ones may have taken all that time.
    QTest::newRow("a median alone")
        << "a.json"
        << QString::fromStdString(vllm(
               R"("num_prompts": 1000, "completed": 1000, "failed": 0, "duration": 90.0, "request_rate": 16.0,
 "median_e2el_ms": 20000.0)"))
        << 0.0 << 0.0;
    QTest::newRow("a cap, and no latency")
        << "a.json"
        << QString::fromStdString(vllm(
               R"("num_prompts": 250, "completed": 250, "failed": 0, "duration": 500.0, "request_rate": 1.5,
 "max_concurrency": 25, "mean_ttft_ms": 100.0)"))
        << 0.5 << -1.0;
    // 20 requests: 2 / sqrt(20) = 45% may be chance.
    QTest::newRow("too few to tell")
        << "a.json"
        << QString::fromStdString(vllm(
               R"("num_prompts": 20, "completed": 20, "failed": 0, "duration": 16.0, "request_rate": 2.0,
 "mean_e2el_ms": 1000.0)"))
        << 0.0 << 0.0;
}
void PublicCasesTest::rateNotSent() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(double, sent);
    QFETCH(double, delay);
    ReadCase read;
    read.write(name.toStdString(), text.toStdString());
    QVERIFY(read.read());
    const auto found = read.findings("rate-not-sent");
    QCOMPARE(found.size(), sent > 0 ? std::size_t{1} : std::size_t{0});
    if (sent == 0) return;
    QCOMPARE(found[0].severity, Severity::doubtful);
    QVERIFY(near(evidenceOf(found[0], "sent"), sent));
    QVERIFY(near(evidenceOf(found[0], "schedule_delay_mean_s"), delay));
    if (delay < 0) return;
    QVERIFY(near(read.level().of(RowMetric::scheduleDelay).mean, delay));
    QCOMPARE(found[0].text, std::string("104.0 requests/s were asked for, 72.6 were sent; sends were 10.9 s late on "
                                        "average: latencies are those of the slower load."));
}

void PublicCasesTest::rateNotSentByStarts() {
    std::string text = R"({"plumbline": "trace/1", "configuration": {"name": "A"}})"
                       "\n";
    for (int i = 0; i < 401; ++i)  // 10 requests/s asked for, one each 0.125 s
        text += R"({"load": {"request_rate": 10}, "scheduled_ms": )" + std::to_string(i * 100) + R"(, "start_ms": )" +
                std::to_string(i * 125) +
                R"(, "first_content_ms": 50, "end_ms": 900, "output_tokens": 50})"
                "\n";
    ReadCase read;
    read.write("a.trace.jsonl", text);
    QVERIFY(read.read());
    const auto found = read.findings("rate-not-sent");
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(near(evidenceOf(found[0], "sent"), 401 / 50.0));
    QVERIFY(near(evidenceOf(found[0], "schedule_delay_mean_s"), 5));
}

void PublicCasesTest::meanIsNoMedian() {
    const auto run = [](const char* model, int input) {
        return vllm(R"("num_prompts": 200, "completed": 200, "failed": 0, "duration": 100.0, "max_concurrency": 4,
 "total_output_tokens": 9000, "output_throughput": 90.0, "mean_e2el_ms": 900.0, "total_input_tokens": )" +
                    std::to_string(input) + R"(, "gpu": ")" + model + '"');
    };
    ReadCase read;
    read.write("a.json", run("x", 814'812));
    read.write("b.json", run("y", 45'783));
    QVERIFY(read.read());
    const auto found = read.findings("workload-differs");
    QVERIFY2(holds(only(found), "(mean prompt tokens 4,074 and 228.9)"), only(found).c_str());
}

void PublicCasesTest::durationFromARate() {
    ReadCase read;
    read.write("a_individual_responses.json",
               R"([{"ttft_s": 0.2, "end_to_end_latency_s": 1.2, "inter_token_latency_s": 0.02, "number_input_tokens": 9,
 "number_output_tokens": 50, "request_output_throughput_token_per_s": 41.0, "error_code": null},
 {"ttft_s": 0.2, "end_to_end_latency_s": 0.8, "inter_token_latency_s": 0.02, "number_input_tokens": 9,
 "number_output_tokens": 50, "request_output_throughput_token_per_s": 62.0, "error_code": null},
 {"ttft_s": 0, "end_to_end_latency_s": 0, "inter_token_latency_s": 0, "number_input_tokens": 9,
 "number_output_tokens": 0, "request_output_throughput_token_per_s": 0, "error_code": 500}])");
    read.write("a_summary.json",
               R"({"version": "2023-08-31", "model": "m", "num_concurrent_requests": 4, "results_ttft_s_mean": 0.2,
 "results_num_requests_started": 3, "results_num_completed_requests": 2, "results_error_rate": 0.3333,
 "results_num_completed_requests_per_min": 60.0, "results_mean_output_throughput_token_per_s": 50.0})");
    QVERIFY(read.read());
    const LevelFigures& level = read.level();
    QVERIFY(!level.summaryOnly && level.rows.total == 3);
    QVERIFY(!level.requestRate && !level.systemOutputRate && !level.littlesLaw.tokensPerRequest);
    for (const char* key : {"requests_per_s", "system_output_tokens_per_s"})
        QCOMPARE(read.why(key), std::string("the file has no duration"));
    QVERIFY(near(level.reported.at("requests_per_s"), 1) && near(level.reported.at("system_output_tokens_per_s"), 50));
    QVERIFY(near(level.windowSeconds, 2) && near(level.inFlight, 1));
    QCOMPARE(level.windowBasis, std::string("from the harness's own rate"));
    QVERIFY(level.inFlightAtLeast);  // the failed row was open for a while too
    QVERIFY(holds(read.json, "\"in_flight_at_least\": true") || holds(read.json, "\"in_flight_at_least\":true"));
    QVERIFY(read.findings("littles-law").empty());
    for (const auto& run : read.judgement.reportedAt(0, 0))
        for (const ReportedFigure& figure : run.figures)
            if (figure.key == "requests_per_s") QVERIFY(!figure.ours && !figure.dialect && figure.text.empty());
}

void PublicCasesTest::reasonsOfReaders_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("why");
    const QString nothing = "summary only: not reported";
    const QString llmperf = R"({"version": "1", "model": "m", "num_concurrent_requests": 4, "results_ttft_s_mean": 0.2,
 "results_inter_token_latency_s_mean": 0.02, "results_num_requests_started": 3})";
    QTest::newRow("LLMPerf") << llmperf << "tpot_s.mean"
                             << "LLMPerf's inter-token latency holds the TTFT and divides by messages: it stands under "
                                "its own name";
    QTest::newRow("not in the file") << llmperf << "e2e_s.mean" << nothing;
    QTest::newRow("TensorRT-LLM")
        << QString::fromStdString(vllm(
               R"("num_prompts": 2, "completed": 2, "duration": 2.0, "max_concurrency": 1, "user_throughput": 4.5,
 "mean_ttft_ms": -1000.0, "mean_tpot_ms": 90.0, "mean_e2el_ms": 700.0)"))
        << "ttft_s.mean"
        << "the answers were not streamed: the file's figure is made of the -1 that stands for "
           "none";
    QTest::newRow("doubled stamps")
        << R"({"load_summary": {"count": 9, "requested_rate": 1.0}, "failures": {"count": 0},
 "successes": {"count": 9, "output_len": {"mean": 101}, "latency": {"request_latency": {"mean": 10.5},
 "time_to_first_token": {"mean": 0.5}, "time_per_output_token": {"mean": 0.05}}}})"
        << "tpot_s.mean"
        << "blank lines of the stream were counted, so that the file's figure is half of the "
           "true one";
    QTest::newRow("llm-d's unit") << R"({"version": "0.1", "scenario": {}, "metrics": {"requests": {"total": 4,
 "failures": 0}, "latency": {"request_latency": {"units": "s", "mean": 1.2}, "time_to_first_token": {"mean": 3}}}})"
                                  << "ttft_s.mean"
                                  << "its unit is not stated, or is none of time";
    QTest::newRow("SGLang's failures") << R"({"backend": "vllm", "dataset_name": "sharegpt", "request_rate": 2.0,
 "total_output_tokens_retokenized": 9, "duration": 1, "completed": 9, "median_e2e_latency_ms": 3.5})"
                                       << "error_rate"
                                       << "SGLang's line counts no requests that failed";
    QTest::newRow("none completed")
        << QString::fromStdString(
               vllm(R"("num_prompts": 9, "completed": 0, "duration": 2.0, "max_concurrency": 1, "mean_ttft_ms": 0.0)"))
        << "ttft_s.mean"
        << "no request completed: the file's zeros stand for nothing";
    QTest::newRow("an empty series")
        << QString::fromStdString(vllm(
               R"("num_prompts": 9, "completed": 9, "duration": 2.0, "max_concurrency": 1, "mean_ttft_ms": 3.0,
 "mean_tpot_ms": 0.0, "p99_tpot_ms": 0.0)"))
        << "tpot_s.mean"
        << "0 in every statistic: nothing was measured";
}
void PublicCasesTest::reasonsOfReaders() {
    QFETCH(QString, text);
    QFETCH(QString, key);
    ReadCase read;
    read.write("a_summary.json", text.toStdString() + "\n");
    QVERIFY(read.read());
    QVERIFY(read.level().summaryOnly);
    QTEST(QString::fromStdString(read.why(key.toStdString())), "why");
}

void PublicCasesTest::spansWithoutAnEnd() {
    const auto span = [](const char* start, const char* end, const char* more) {
        return std::string(R"({"name": "llm_request", "spanId": "a", "startTimeUnixNano": ")") + start +
               R"(", "endTimeUnixNano": )" + end + R"(, "attributes": [{"key": "gen_ai.usage.completion_tokens",
 "value": {"intValue": "50"}}, {"key": "gen_ai.latency.time_to_first_token", "value": {"doubleValue": 0.2}})" +
               more + "]}";
    };
    const char* const e2e = R"(, {"key": "gen_ai.latency.e2e", "value": {"doubleValue": 1.5}})";
    ReadCase read;
    read.write("spans.json", R"({"resourceSpans": [{"scopeSpans": [{"spans": [)" +
                                 span("1780000000000000000", R"("0")", "") + ", " +
                                 span("1780000001000000000", "0", e2e) + ", " +
                                 span("1780000002000000000", R"("1780000003000000000")", "") + ", " +
                                 span("0", R"("1780000003000000000")", "") + "]}]}]}");
    QVERIFY(read.read());
    QCOMPARE(read.imports.rows(), std::uint64_t{3});
    QCOMPARE(read.imports.rejected(), std::uint64_t{1});  // nobody knows when it began
    const Columns& rows = read.data->rows;
    QVERIFY(!isKnown(rows.end[0]));
    QVERIFY(rows.end[1] == std::chrono::milliseconds(1500) && rows.end[2] == std::chrono::seconds(1));
    QVERIFY(near(read.level().errorRate, 0));
}

void PublicCasesTest::flatContext_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("as NOT KNOWN prints it") << R"({"quantization": "fp8"})";
    QTest::newRow("in its block") << R"({"configuration": {"quantization": "fp8"}})";
    QTest::newRow("beside a block") << R"({"quantization": "fp8", "workload": {"name": "chat"}})";
}
void PublicCasesTest::flatContext() {
    QFETCH(QString, text);
    ReadCase read;
    read.write("a.json", vllm(R"("num_prompts": 9, "completed": 9, "duration": 2.0, "max_concurrency": 1,
 "mean_ttft_ms": 3.0)"));
    read.write("context.json", text.toStdString());
    QVERIFY(read.read());
    QCOMPARE(plainFact(read.measured.configurations[0].context, "quantization").value_or("-"), std::string("fp8"));
    for (const Unknown& each : read.judgement.unknowns) QVERIFY(each.id != "quantization");
}

QTEST_GUILESS_MAIN(PublicCasesTest)
#include "public_cases_test.moc"
