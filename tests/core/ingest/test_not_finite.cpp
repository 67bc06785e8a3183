// NaN and infinity in every spelling, in every reader: what they stand for is unknown, and the record stays.
#include <QTest>

#include "core/ingest/text/number_text.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// A file of one record or summary in which one number is @.
struct Template {
    const char *name, *text;
    bool isTable = false;
};

const std::vector<Template> templates{
    {"a.json", R"({"model_id": "m", "duration": 2, "completed": 1, "total_token_throughput": 9, "request_rate": "inf",
 "max_concurrency": 1, "output_lens": [50], "ttfts": [@], "itls": [[0.1, 0.1]], "latencies": [1.0], "errors": [""]})"},
    {"summary.json", R"({"model_id": "m", "duration": 2, "completed": 1, "total_token_throughput": 9,
 "request_rate": "inf", "max_concurrency": 1, "mean_ttft_ms": @, "mean_e2el_ms": 90})"},
    {"a.jsonl", R"({"backend": "sglang", "dataset_name": "random", "duration": 2, "completed": 1, "total_throughput": 9,
 "output_lens": [50], "ttfts": [0.1], "itls": [[@]], "errors": [""]})"},
    {"a.json",
     R"({"model_id": "m", "duration": 2, "total_token_throughput": 9, "user_throughput": 4, "output_lens": [5],
 "ttfts": [0.1], "itls": [[0.1]], "e2els": [@], "errors": [""]})"},
    {"a.json", R"([{"id": 1, "num_input_tokens": 1, "start_timestamp": 40, "first_token_timestamp": @,
 "end_timestamp": 90, "num_output_tokens": 5}])"},
    {"profile_export.jsonl", R"({"metadata": {"x_request_id": "a", "request_start_ns": 1700000000000000000}, )"
                             R"("metrics": {"time_to_first_token": {"value": @, "unit": "ms"}, )"
                             R"("request_latency": {"value": 900, "unit": "ms"}}})"},
    {"a.json", R"([{"ttft_s": @, "end_to_end_latency_s": 1.2, "inter_token_latency_s": 0.1, "number_output_tokens": 5,
 "error_code": null}])"},
    {"a_summary.json", R"({"version": "1", "num_concurrent_requests": 2, "results_ttft_s_mean": @,
 "results_end_to_end_latency_s_mean": 1.2})"},
    {"responses.jsonl", R"({"id": "a", "input_prompt": "x", "time_to_first_token": @, "time_to_last_token": 1.2, )"
                        R"("num_tokens_output": 5, "error": null})"},
    {"a.json", R"({"aggregated_metrics": {"num_concurrency": 2}, "individual_request_metrics": [{"ttft": @,
 "e2e_latency": 1.2, "num_output_tokens": 5, "error_code": null}]})"},
    {"a.json", R"({"metadata": {"guidellm_version": "0.7.1"}, "benchmarks": [{"type_": "generative_benchmark",
 "config": {"id_": "b", "strategy": {"type_": "concurrent", "streams": 8}}, "requests": {"successful": [
 {"request_id": "a", "info": {"timings": {"request_start": 1700000100.0, "first_token_iteration": @,
 "request_end": 1700000102.5}}, "output_tokens": 5}], "errored": [], "incomplete": []}}]})"},
    {"per_request_lifecycle_metrics.json", R"([{"start_time": 5.0, "end_time": 6.0, "error": null, "request": "{}",
 "response": "", "info": {"response_metrics": {"output_tokens": @, "chunk_times": [5.2, 5.9]}}}])"},
    {"stage_0_lifecycle_metrics.json", R"({"load_summary": {"count": 1, "requested_rate": 1}, "failures": {"count": 0},
 "successes": {"count": 1, "latency": {"request_latency": {"mean": 1.2, "p99": @}}}})"},
    {"a.json", R"({"results": [{"start_time": 1.0, "ack_time": 1.1, "tt_ack": 100, "first_token_time": @,
 "end_time": 2.0, "output_tokens": 5}], "config": {}, "summary": {}})"},
    {"spans.json", R"({"resourceSpans": [{"scopeSpans": [{"spans": [{"startTimeUnixNano": "1780000000000000000",
 "endTimeUnixNano": "1780000001000000000", "attributes": [{"key": "gen_ai.usage.completion_tokens", "value":
 {"intValue": "5"}}, {"key": "gen_ai.latency.time_to_first_token", "value": {"doubleValue": @}}]}]}]}]})"},
    {"benchmark_summary.json", R"json({"Time taken for tests (s)": 5.0, "Number of concurrency": 2,
 "Total requests": 4, "Succeed requests": 4, "Average latency (s)": 1.2, "Average time to first token (s)": @})json"},
    {"a.json", R"({"config": {"model_name": "m"}, "system": {}, "results": [{"id": "c", "executor_type": "ConstantVUs",
 "config": {"max_vus": 2}, "total_requests": 4, "successful_requests": 4, "request_rate": 1.0,
 "time_to_first_token_ms": {"avg": @}}]})"},
    {"a.json", R"({"config": {"client_args": {"max_concurrency": 2}}, "cmd": "", "metadata": {},
 "results": {"completed": 4, "mean_ttft_ms": @, "mean_e2e_latency_ms": 90}})"},
    {"a.json", R"({"hw": "h", "conc": 2, "median_ttft": @, "median_e2el": 1.2})"},
    {"a.json", R"({"version": "0.1", "scenario": {}, "metrics": {"requests": {"total": 4, "failures": 0},
 "latency": {"request_latency": {"units": "s", "mean": @, "p50": 1.2}}}})"},
    {"result_summary.json", R"({"n_samples_issued": 4, "n_samples_completed": 4, "qps": 1.4,
 "legacy_loadgen_window_duration_ns": 5, "ttft": {"avg": @}, "latency": {"avg": 1200000000}})"},
    {"a.trace.jsonl",
     "{\"plumbline\": \"trace/1\"}\n{\"load\": {\"concurrency\": 1}, \"start_s\": 1, "
     "\"first_content_s\": @, \"end_s\": 2}\n"},
    {"mooncake.jsonl", R"({"timestamp": 1, "input_length": 9, "output_length": @, "hash_ids": [1]})"},
    {"a.csv", "load.concurrency,start_s,first_content_s,end_s\n1,1,@,2\n1,2,0.1,2\n", true},
    {"s.csv", "load.concurrency,e2e_mean_s,ttft_p99_ms\n1,1.5,@\n2,1.6,3\n", true},
    {"azure.csv",
     "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.680590,9,@\n2023-11-16 "
     "18:15:47.680590,9,5\n",
     true},
    {"profile_export_aiperf.csv",
     "Metric,avg,min,max,p1\nRequest Latency (ms),900,@,950,901\n\nMetric,Value\n"
     "Request Count,4\n",
     true},
};

const std::vector<std::string> words{"NaN",       "nan",      "NAN",       "-nan",    "-NaN",     "inf",
                                     "-inf",      "+inf",     "Inf",       "INF",     "Infinity", "-Infinity",
                                     "+Infinity", "infinity", "1.#IND",    "-1.#IND", "1.#INF",   "1.#QNAN",
                                     "1.#INF00",  "nan(ind)", "-nan(ind)", ".inf",    ".nan"};

// In JSON, whose numbers have no end: no double holds them. A cell of a table with one is refused by its words.
const std::vector<std::string> tooLarge{"2e999", "-1.5E+4000"};

std::string filled(const std::string& text, const std::string& value) {
    std::string out = text;
    out.replace(out.find('@'), 1, value);
    return out;
}

}  // namespace

class NotFiniteTest : public QObject {
    Q_OBJECT
private slots:
    void spellings() {
        for (const std::string& word : words) {
            double value = 7;
            QVERIFY2(isNotFinite(word), word.c_str());
            QVERIFY(parseDouble(word, value) == NumberKind::notFinite && value == 7);
        }
        for (const char* other : {"", "-", "+", "n", "na", "nano", "info", "in", "1.#", "1.#X", "1", "nan(", "infinit",
                                  "nanosecond", "1.5"})
            QVERIFY2(!isNotFinite(other), other);
        for (const char* word : {"inf", "+inf", "Infinity", "INF", "1.#INF", ".inf"}) QVERIFY2(isInfinity(word), word);
        for (const char* word : {"-inf", "nan", "-Infinity", "NaN", "1.#IND", "4"}) QVERIFY2(!isInfinity(word), word);
    }

    void readers_data() {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < templates.size(); ++i)
            QTest::addRow("%d %s", static_cast<int>(i), templates[i].name) << static_cast<int>(i);
    }
    /// As many records as with a null, or an empty cell, and none rejected.
    void readers() {
        QFETCH(int, which);
        const Template& one = templates[static_cast<std::size_t>(which)];
        const Folder folder;
        const auto read = [&](const std::string& value) {
            return ingestFile(folder.write(one.name, filled(one.text, value)));
        };
        const Ingested plain = read(one.isTable ? "" : "null");
        QVERIFY2(!plain.error, plain.error ? plain.error->text().c_str() : "");
        QVERIFY(plain.rejections.empty() && plain.rows.size() + plain.outcome.summaries > 0);
        std::vector<std::string> all = words;
        if (!one.isTable) all.insert(all.end(), tooLarge.begin(), tooLarge.end());
        for (const std::string& word : all)
            for (const std::string& value : {word, '"' + word + '"'}) {
                const Ingested got = read(value);
                const bool same = !got.error && got.rejections.empty() && got.reader == plain.reader &&
                                  got.rows.size() == plain.rows.size() &&
                                  got.outcome.summaries == plain.outcome.summaries && got.identityHolds();
                QVERIFY2(same, (value + ": " +
                                (got.error                ? got.error->text()
                                 : got.rejections.empty() ? ""
                                                          : got.rejections[0].reason))
                                   .c_str());
                for (std::size_t i = 0; i < plain.rows.size(); ++i) {
                    const Row &a = got.rows[i].row, &b = plain.rows[i].row;
                    QVERIFY2(a.firstToken == b.firstToken && a.firstContent == b.firstContent && a.end == b.end &&
                                 a.outputTokens == b.outputTokens && a.gaps == b.gaps,
                             value.c_str());
                }
                if (plain.outcome.summaries > 0) QVERIFY2(got.run().reported == plain.run().reported, value.c_str());
            }
    }
};

QTEST_GUILESS_MAIN(NotFiniteTest)
#include "test_not_finite.moc"
