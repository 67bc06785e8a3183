#include <QTest>
#include <algorithm>
#include <memory>

#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/aiperf/aiperf_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using test::Folder;
using test::Ingested;

class TestAiperf : public QObject {
    Q_OBJECT
private slots:
    void init() { m_place = std::make_unique<Folder>(); }  // no test finds the files of another
    void row();
    void earlyRow();
    void units_data();
    void units();
    void firstTokens_data();
    void firstTokens();
    void chunks_data();
    void chunks();
    void tokens_data();
    void tokens();
    void outcomes_data();
    void outcomes();
    void rejections_data();
    void rejections();
    void duplicateKeys();
    void loads_data();
    void loads();
    void folders_data();
    void folders();
    void summaryBesideRows();
    void prefixedNames();
    void csvBesideRows();
    void brokenSummaryIsSaid();
    void summaryAlone();
    void csvAlone();
    void csvTakesContextOfTheJson();
    void fingerprintsAgree();
    void devicesCountedOnce();
    void warmup();
    void summaryWithoutFigures();

private:
    Ingested read(const std::string& text, const std::string& name = "run/profile_export.jsonl") {
        return test::readWith(aiperfReader, m_place->write(name, text));
    }
    Row one(const std::string& metadata, const std::string& metrics, const std::string& more = {}) {
        std::string line = R"({"metadata":{"x_request_id":"a","request_start_ns":1000)" + metadata +
                           R"(},"metrics":{)" + metrics + "}" + more + "}";
        std::replace(line.begin(), line.end(), '\n', ' ');
        const Ingested got = read(line);
        return got.rows.size() == 1 ? got.rows[0].row : Row{};
    }
    std::unique_ptr<Folder> m_place;
};

namespace {

std::string metric(const char* tag, const std::string& value, const char* unit = "ms") {
    return std::string("\"") + tag + R"(":{"value":)" + value + R"(,"unit":")" + unit + "\"}";
}

const std::string ok = R"({"metadata":{"x_request_id":"a","request_start_ns":1000},"metrics":{}})";

constexpr const char* summaryText = R"({"schema_version":"1.2","aiperf_version":"0.8.0","benchmark_id":"b-1",
 "request_throughput":{"unit":"requests/sec","avg":2.5},
 "request_latency":{"unit":"ms","avg":2000.126,"p1":1,"p50":1500,"p99":4000,"min":900,"max":5000,"std":12,"count":10,"sum":3},
 "request_count":{"unit":"requests","avg":10.0},"error_request_count":{"unit":"requests","avg":2.0},
 "time_to_first_token":{"unit":"ms","avg":120.5,"p90":NaN},"inter_token_latency":{"unit":"ms","avg":15},
 "inter_chunk_latency":{"unit":"ms","avg":16},"output_token_throughput":{"unit":"tokens/sec","avg":50.25},
 "output_token_throughput_per_user":{"unit":"tokens/sec/user","avg":66.5,"p50":60},
 "output_sequence_length":{"unit":"tokens","avg":100},"input_sequence_length":{"unit":"tokens","avg":550},
 "total_osl":{"unit":"tokens","avg":1000},"total_isl":{"unit":"tokens","avg":5500},"goodput":null,
 "benchmark_duration":{"unit":"sec","avg":4.0},"min_request_timestamp":{"unit":"ns","avg":1.7e18},
 "input_config":{"endpoint":{"model_names":["m/n"],"type":"chat","streaming":true,"url":"localhost:8000","api_key":"secret",
  "use_server_token_count":true},"input":{"extra":[["ignore_eos",true]],"random_seed":7,
  "prompt":{"input_tokens":{"mean":550},"output_tokens":{"mean":100}}},
  "loadgen":{"concurrency":16,"request_count":12,"warmup_request_count":1,"arrival_pattern":"concurrency_burst"},
  "cli_command":"aiperf profile --header 'Authorization: secret'"},"start_time":"2026-07-09T09:15:47"})";

constexpr const char* csvText =
    "Metric,avg,min,max,p1,p50,p90,p99,std\r\n"
    "Inter Token Latency (ms),15.00,1.00,20.00,1.00,15.00,16.00,19.00,0.10\r\n"
    "Request Latency (ms),2000.13,900.00,5000.00,1.00,1500.00,,4000.00,12.00\r\n"
    "Time to First Token (ms),120.50,1.00,2.00,1.00,1.00,1.00,1.00,1.00\r\n"
    "\r\n"
    "Metric,Value\r\n"
    "Benchmark Duration (sec),4.00\r\n"
    "Output Token Throughput (tokens/sec),50.25\r\n"
    "Request Count,10.00\r\n"
    "Total Output Sequence Length (tokens),1000.00\r\n"
    "\r\n"
    "Endpoint,GPU,Metric,avg\r\n"
    "localhost,0,Request Latency (ms),7\r\n";

}  // namespace

void TestAiperf::row() {
    const Row row = one(
        R"(,"credit_issued_ns":400,"request_ack_ns":1500,"request_end_ns":9000001000,"session_num":3,
        "x_correlation_id":"corr","conversation_id":"conv","turn_index":2,"benchmark_phase":"profiling","was_cancelled":false,
        "cancellation_time_ns":null,"worker_id":"w")",
        metric("time_to_first_token", "31.742933999999998") + "," + metric("request_latency", "3644.2601019999997") +
            "," + metric("time_to_first_output_token", "31.742933999999998") + "," +
            metric("inter_chunk_latency", "[17.868007, 0.0, 18.349401999999998]") + "," +
            metric("input_sequence_length", "100", "tokens") + "," +
            metric("output_sequence_length", "200.0", "tokens") + "," + metric("http_req_waiting", "4"),
        R"(,"error":null,"trace_data":{"request_send_start_ns":1001,"response_receive_start_ns":31000000,
                            "chunks":[[1,2]]})");
    QCOMPARE(row.id, std::string("a"));
    QCOMPARE(row.start, Nanoseconds(1000));
    QCOMPARE(row.scheduled, Nanoseconds(400));  // absolute, as start
    QCOMPARE(row.headers, Nanoseconds(500));
    QCOMPARE(row.firstByte, Nanoseconds(30'999'000));
    QCOMPARE(row.firstToken, Nanoseconds(31'742'934));
    QCOMPARE(row.firstTokenKind, FirstTokenKind::anyText);
    QCOMPARE(row.firstContent, Nanoseconds(31'742'934));
    QCOMPARE(row.firstReasoning, unknownTime);
    QCOMPARE(row.end, Nanoseconds(3'644'260'102));
    QCOMPARE(row.lastContent, row.end);
    QCOMPARE(row.gaps, (std::vector{Nanoseconds(17'868'007), Nanoseconds(0), Nanoseconds(18'349'402)}));
    QCOMPARE(row.chunks, 4);
    QCOMPARE(row.gapBasis, GapBasis::chunk);
    QCOMPARE(row.promptTokens, 100);
    QCOMPARE(row.outputTokens, 200);
    QCOMPARE(row.cachedTokens, unknownCount);
    QCOMPARE(row.reasoningTokens, unknownCount);  // absent is unknown, not 0
    QCOMPARE(row.session, std::string("corr"));
    QCOMPARE(row.turn, 2);
    QCOMPARE(row.promptKey, internKey("conv#2"));
    QCOMPARE(row.status, Status::ok);
    QCOMPARE(row.deliberate, std::nullopt);
    QCOMPARE(row.error, std::string());
    QCOMPARE(row.phase, Phase::measured);
}

void TestAiperf::earlyRow() {
    const Row row =
        read(
            R"({"metadata":{"x_request_id":"a","timestamp_ns":1759522419154829652,"conversation_id":null,"credit_phase":"warmup"},"metrics":{"ttft":{"value":5.5,"unit":"ms"},"request_latency":{"value":9,"unit":"ms"}},"error":null})")
            .rows.at(0)
            .row;
    QCOMPARE(row.start, Nanoseconds(1'759'522'419'154'829'652));
    QCOMPARE(row.firstToken, Nanoseconds(5'500'000));
    QCOMPARE(row.phase, Phase::warmup);
    QCOMPARE(row.headers, unknownTime);
    QCOMPARE(row.promptKey, Key{0});
    QVERIFY(!row.gapsKnown);
    QCOMPARE(row.chunks, unknownCount);
}

void TestAiperf::units_data() {
    QTest::addColumn<QByteArray>("ttft");
    QTest::addColumn<QByteArray>("gaps");
    QTest::newRow("ms") << QByteArray(R"({"value":5.123456,"unit":"ms"})")
                        << QByteArray(R"({"value":[1.5],"unit":"ms"})");
    QTest::newRow("unit first") << QByteArray(R"({"unit":"ms","value":5.123456})")
                                << QByteArray(R"({"unit":"s","value":[0.0015]})");
    QTest::newRow("seconds after the value")
        << QByteArray(R"({"value":0.005123456,"unit":"sec"})") << QByteArray(R"({"value":[0.0015],"unit":"s"})");
    QTest::newRow("ns") << QByteArray(R"({"value":5123456,"unit":"ns"})")
                        << QByteArray(R"({"value":[1500000],"unit":"ns"})");
    QTest::newRow("us") << QByteArray(R"({"unit":"us","value":5123.456})")
                        << QByteArray(R"({"value":[1500],"unit":"us"})");
}

void TestAiperf::units() {
    QFETCH(QByteArray, ttft);
    QFETCH(QByteArray, gaps);
    const std::string line = R"({"metadata":{"x_request_id":"a"},"metrics":{"time_to_first_token":)" +
                             ttft.toStdString() + R"(,"inter_chunk_latency":)" + gaps.toStdString() + "}}\n";
    const std::string plain =
        R"({"metadata":{"x_request_id":"b"},"metrics":{"time_to_first_token":{"value":5.123456,"unit":"ms"},"inter_chunk_latency":{"value":[1.5],"unit":"ms"}}})"
        "\n";
    const Ingested got = read(line + plain + line);  // the unit of one row is not that of the next
    QCOMPARE(got.rows.size(), std::size_t{3});
    for (const auto& [source, run, row] : got.rows) {
        QCOMPARE(row.firstToken, Nanoseconds(5'123'456));
        QCOMPARE(row.gaps, std::vector{Nanoseconds(1'500'000)});
    }
}

void TestAiperf::firstTokens_data() {
    QTest::addColumn<QByteArray>("metrics");
    QTest::addColumn<int>("reasoning");  // ms; -1 unknown
    QTest::addColumn<int>("content");
    const auto row = [](const char* name, const std::string& metrics, int reasoning, int content) {
        QTest::newRow(name) << QByteArray::fromStdString(metrics) << reasoning << content;
    };
    const std::string ttft = metric("time_to_first_token", "100"), later = metric("time_to_first_output_token", "400");
    const std::string same = metric("time_to_first_output_token", "100");
    const std::string n = metric("output_sequence_length", "50", "tokens");
    const std::string thought = metric("reasoning_token_count", "30", "tokens"),
                      usage = metric("usage_reasoning_tokens", "30", "tokens");
    const std::string none = metric("reasoning_token_count", "0", "tokens"),
                      answer = metric("output_token_count", "20", "tokens");
    row("plain", ttft + "," + n, -1, -1);
    row("answer first", ttft + "," + same + "," + n, -1, 100);
    row("reasoning first", ttft + "," + later + "," + n + "," + thought, 100, 400);
    row("reasoning by usage", ttft + "," + later + "," + n + "," + usage, 100, 400);
    row("later, but no reasoning known", ttft + "," + later + "," + n, -1, 400);
    row("later, no reasoning", ttft + "," + later + "," + n + "," + none, -1, 400);
    row("same time, reasoning known", ttft + "," + same + "," + n + "," + thought, -1, 100);
    row("never answered: the count is left out", ttft + "," + n + "," + thought, 100, -1);
    row("answered, its time unknown", ttft + "," + n + "," + thought + "," + answer, -1, -1);
}

void TestAiperf::firstTokens() {
    QFETCH(QByteArray, metrics);
    QFETCH(int, reasoning);
    QFETCH(int, content);
    const Row row = one("", metrics.toStdString());
    const auto ms = [](int value) { return value < 0 ? unknownTime : Nanoseconds(value * 1'000'000); };
    QCOMPARE(row.firstReasoning, ms(reasoning));
    QCOMPARE(row.firstContent, ms(content));
    QCOMPARE(row.firstToken, ms(100));
    QCOMPARE(row.firstTokenKind, FirstTokenKind::anyText);
}

void TestAiperf::chunks_data() {
    QTest::addColumn<QByteArray>("metrics");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<bool>("known");
    const std::string both = metric("time_to_first_token", "7") + "," + metric("request_latency", "7");
    const std::string apart = metric("time_to_first_token", "7") + "," + metric("request_latency", "8");
    const auto row = [](const char* name, const std::string& metrics, int chunks, bool known) {
        QTest::newRow(name) << QByteArray::fromStdString(metrics) << chunks << known;
    };
    row("three gaps", apart + "," + metric("inter_chunk_latency", "[0.5,0,0.5]"), 4, true);
    row("one event has no list", both, 1, true);
    row("no list: dropped by old versions for a gap of 0", apart, -1, false);
    row("no times at all", metric("output_sequence_length", "5", "tokens"), -1, false);
    row("a gap unknown", apart + "," + metric("inter_chunk_latency", "[0.5,NaN]"), -1, false);
}

void TestAiperf::chunks() {
    QFETCH(QByteArray, metrics);
    const Row row = one("", metrics.toStdString());
    QTEST(int(row.chunks), "chunks");
    QTEST(row.gapsKnown, "known");
    QCOMPARE(row.gapBasis, row.gapsKnown ? GapBasis::chunk : GapBasis::unknown);
}

void TestAiperf::tokens_data() {
    QTest::addColumn<QByteArray>("metrics");
    QTest::addColumn<int>("server");  // use_server_token_count: -1 no summary
    QTest::addColumn<int>("output");
    QTest::addColumn<int>("other");
    QTest::addColumn<int>("source");
    QTest::addColumn<QByteArray>("boundary");
    const std::string osl = metric("output_sequence_length", "50", "tokens"),
                      usage = metric("usage_completion_tokens", "52", "tokens");
    const auto row = [](const char* name, const std::string& metrics, int server, int output, int other,
                        TokenSource source, const char* boundary) {
        QTest::newRow(name) << QByteArray::fromStdString(metrics) << server << output << other
                            << static_cast<int>(source) << QByteArray(boundary);
    };
    row("tokenizer alone", osl, -1, 50, -1, TokenSource::tokenizer, "tokenizer");
    row("two counts, no summary", osl + "," + usage, -1, 50, -1, TokenSource::unknown, "");
    row("two counts, tokenizer", osl + "," + usage, 0, 50, 52, TokenSource::tokenizer, "tokenizer");
    row("server's count", osl + "," + usage, 1, 50, -1, TokenSource::usage, "usage");
    row("usage alone", usage, -1, 52, -1, TokenSource::usage, "");
    row("no count", metric("request_latency", "3"), -1, -1, -1, TokenSource::unknown, "tokenizer");
}

void TestAiperf::tokens() {
    QFETCH(QByteArray, metrics);
    QFETCH(int, server);
    if (server >= 0)
        m_place->write(
            "run/profile_export_aiperf.json",
            std::string(R"({"min_request_timestamp":{"avg":1},"input_config":{"endpoint":{"use_server_token_count":)") +
                (server == 1 ? "true}}}" : "false}}}"));
    const Ingested got = read(R"({"metadata":{"x_request_id":"a"},"metrics":{)" + metrics.toStdString() + "}}");
    const Row& row = got.rows.at(0).row;
    QTEST(int(row.outputTokens), "output");
    QTEST(int(row.otherOutputTokens), "other");
    QTEST(static_cast<int>(row.tokenSource), "source");
    QFETCH(QByteArray, boundary);
    QCOMPARE(got.outcome.sources[0].boundary,
             (TimingBoundary{"sent", "any-text", "last-text", boundary.toStdString(), "epoch"}));
}

void TestAiperf::outcomes_data() {
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("deliberate");  // -1 unknown
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QByteArray>("words");
    const qint64 none = unknownTime.count();
    const auto row = [](const char* name, const char* metadata, const char* error, Status status, int deliberate,
                        qint64 end, const char* words) {
        QTest::newRow(name) << QByteArray(metadata) << QByteArray(error) << static_cast<int>(status) << deliberate
                            << end << QByteArray(words);
    };
    row("no error", "", "", Status::ok, -1, none, "");
    row("null", "", R"(,"error":null)", Status::ok, -1, none, "");
    row("server error", R"(,"request_end_ns":6000)",
        R"(,"error":{"code":503,"type":"HTTPError","message":"overloaded"})", Status::error, -1, 5000,
        "503 HTTPError: overloaded");
    row("end is start: unknown", R"(,"request_end_ns":1000)", R"(,"error":{"code":500,"type":"X","message":""})",
        Status::error, -1, none, "500 X");
    row("499 by the option", "", R"(,"error":{"code":499,"type":"RequestCancellationError","message":"after 0 s"})",
        Status::cancelled, 1, none, "499 RequestCancellationError: after 0 s");
    row("499 by another hand", "", R"(,"error":{"code":499,"type":"ClientDisconnect","message":"gone"})",
        Status::cancelled, -1, none, "499 ClientDisconnect: gone");
    row("flag alone", R"(,"was_cancelled":true,"cancellation_time_ns":3000)", "", Status::cancelled, 1, 2000, "");
    row("code as text", "", R"(,"error":{"code":"503","message":"m"})", Status::error, -1, none, "503 m");
    row("error of no form", "", R"(,"error":"boom")", Status::error, -1, none, "");
    row("ok end from the clock", R"(,"request_end_ns":6000)", "", Status::ok, -1, 5000, "");
}

void TestAiperf::outcomes() {
    QFETCH(QByteArray, metadata);
    QFETCH(QByteArray, error);
    const Row row = one(metadata.toStdString(), "", error.toStdString());
    QCOMPARE(row.id, std::string("a"));
    QTEST(static_cast<int>(row.status), "status");
    QTEST(row.deliberate ? int(*row.deliberate) : -1, "deliberate");
    QTEST(qint64(row.end.count()), "end");
    QTEST(QByteArray::fromStdString(row.error), "words");
    QCOMPARE(row.lastContent, unknownTime);
}

void TestAiperf::rejections_data() {
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("no metadata") << QByteArray(R"({"metrics":{}})")
                                 << QByteArray("It has no metadata, so it is no request of AIPerf.");
    QTest::newRow("metadata is no object") << QByteArray(R"({"metadata":5,"metrics":{}})")
                                           << QByteArray("It has no metadata, so it is no request of AIPerf.");
    QTest::newRow("broken in a metric nobody reads")
        << QByteArray(R"({"metadata":{"x_request_id":"a"},"metrics":{"zz":{"value":[1,,2]}}})")
        << QByteArray("Broken JSON.");
    QTest::newRow("broken in a gap")
        << QByteArray(R"({"metadata":{"x_request_id":"a"},"metrics":{"inter_chunk_latency":{"value":[1,02]}}})")
        << QByteArray("A number is malformed.");
    QTest::newRow("truncated")
        << QByteArray(R"({"metadata":{"x_request_id":"a"},"metrics":{"inter_chunk_latency":{"value":[1,)")
        << QByteArray("Truncated: the file ends inside this record.");
}

void TestAiperf::rejections() {
    QFETCH(QByteArray, record);
    const Ingested got = read(ok + "\n" + ok + "\n" + record.toStdString());
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{2});
    QTEST(QByteArray::fromStdString(got.rejections.at(0).reason), "reason");
    QCOMPARE(got.rejections.at(0).line, std::uint64_t{3});
    QCOMPARE(got.rejections.at(0).record, std::uint64_t{2});
}

void TestAiperf::duplicateKeys() {
    const Ingested got = read(
        R"({"metadata":{"x_request_id":"a","x_request_id":"b"},"metrics":{"request_latency":{"value":1,"unit":"ms"},"request_latency":{"value":2,"unit":"ms"}},"metadata":{"x_request_id":"c"}})");
    QCOMPARE(got.rows.at(0).row.id, std::string("c"));
    QCOMPARE(got.rows.at(0).row.end, Nanoseconds(2'000'000));
    QCOMPARE(got.noticed("duplicate-key"), std::uint64_t{3});
}

void TestAiperf::loads_data() {
    QTest::addColumn<QByteArray>("loadgen");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    const auto row = [](const char* loadgen, LoadKind kind, double value) {
        QTest::newRow(loadgen) << QByteArray(loadgen) << static_cast<int>(kind) << value;
    };
    row(R"({"concurrency":16})", LoadKind::concurrency, 16);
    row(R"({"request_rate":2.5})", LoadKind::requestRate, 2.5);
    row(R"({"request_rate":2.5,"concurrency":16})", LoadKind::requestRate, 2.5);  // the concurrency is a cap
    row(R"({"request_rate":2.5,"concurrency":16,"arrival_pattern":"concurrency_burst"})", LoadKind::concurrency, 16);
    row(R"({"concurrency":16,"request_rate_mode":"concurrency_burst"})", LoadKind::concurrency, 16);
    row(R"({"concurrency":null,"request_rate":null})", LoadKind::notStated, 0);
    row(R"({"concurrency":0})", LoadKind::notStated, 0);
    row(R"({})", LoadKind::notStated, 0);
}

void TestAiperf::loads() {
    QFETCH(QByteArray, loadgen);
    m_place->write("run/profile_export_aiperf.json",
                   R"({"min_request_timestamp":{"avg":1},"input_config":{"loadgen":)" + loadgen.toStdString() + "}}");
    const Ingested got = read(ok);
    QTEST(static_cast<int>(got.run().load.kind), "kind");
    QTEST(got.run().load.value, "value");
    QVERIFY(got.rows.at(0).row.load == got.run().load);
    if (loadgen.contains("2.5") && loadgen.contains("16")) QCOMPARE(got.fact("note.concurrency"), std::string("16"));
}

void TestAiperf::folders_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    const auto row = [](const char* path, LoadKind kind, double value) {
        QTest::newRow(path) << QByteArray(path) << static_cast<int>(kind) << value;
    };
    row("m-openai-chat-concurrency64/profile_export.jsonl", LoadKind::concurrency, 64);
    row("tp4_sweep_conc16/x.jsonl", LoadKind::concurrency, 16);
    row("concurrency_8/x.jsonl", LoadKind::concurrency, 8);
    row("m-openai-chat-request_rate2.5/x.jsonl", LoadKind::requestRate, 2.5);
    row("q_concurrency2/q_concurrency4/x.jsonl", LoadKind::concurrency, 4);  // the nearest folder
    row("q_concurrency2/profile_runs/run_0001/x.jsonl", LoadKind::concurrency, 2);
    row("plain/concurrency64.jsonl", LoadKind::notStated, 0);  // the file's own name says nothing
    row("concurrency/x.jsonl", LoadKind::notStated, 0);
    row("concurrent/x.jsonl", LoadKind::notStated, 0);
}

void TestAiperf::folders() {
    QFETCH(QByteArray, path);
    const Load load = loadOfFolder("/results/" + path.toStdString());
    QTEST(static_cast<int>(load.kind), "kind");
    QTEST(load.value, "value");
    const Ingested got = read(ok, path.toStdString());
    QVERIFY(got.run().load == load);
    QCOMPARE(got.noticed("load-not-stated"), std::uint64_t(load.kind == LoadKind::notStated));
}

void TestAiperf::summaryBesideRows() {
    const auto json = m_place->write("run/profile_export_aiperf.json", summaryText);
    const auto csv = m_place->write("run/profile_export_aiperf.csv", csvText);
    m_place->write("run/other_aiperf.json", summaryText);
    m_place->write("run/profile_export.json", R"({"not":"a summary"})");
    const Ingested got = read(ok + "\n");
    QCOMPARE(got.outcome.siblings, (std::vector{json, csv}));
    const RunInfo& run = got.run();
    QVERIFY((run.load == Load{LoadKind::concurrency, 16}));
    QCOMPARE(run.declaredDuration, Nanoseconds(4'000'000'000));
    QCOMPARE(run.declaredRequests, std::optional<std::int64_t>(12));
    QCOMPARE(run.declaredCompleted, std::optional<std::int64_t>(10));
    QVERIFY(!run.summaryOnly);
    const Reported expected{{"requests_per_s", 2.5},
                            {"e2e_s.mean", 2.000126},
                            {"e2e_s.p1", 0.001},
                            {"e2e_s.p50", 1.5},
                            {"e2e_s.p99", 4.0},
                            {"e2e_s.min", 0.9},
                            {"e2e_s.max", 5.0},
                            {"e2e_s.std", 0.012},
                            {"e2e_s.n", 10},
                            {"ttft_s.mean", 0.1205},
                            {"tpot_s.mean", 0.015},
                            {"itl_s.mean", 0.016},
                            {"system_output_tokens_per_s", 50.25},
                            {"rate_tokens_per_s.mean", 66.5},
                            {"rate_tokens_per_s.p50", 60},
                            {"output_tokens.mean", 100},
                            {"prompt_tokens.mean", 550},
                            {"output_tokens.total", 1000},
                            {"prompt_tokens.total", 5500}};
    QCOMPARE(run.reported.size(), expected.size());
    for (const auto& [key, value] : expected) QVERIFY2(qFuzzyCompare(run.reported.at(key), value), key.c_str());
    QCOMPARE(got.fact("model"), std::string("m/n"));
    QCOMPARE(got.fact("backend"), std::string("chat"));
    QCOMPARE(got.fact("streaming"), std::string("true"));
    QCOMPARE(got.fact("workload.dataset"), std::string("synthetic"));
    QCOMPARE(got.fact("workload.input_tokens"), std::string("550"));
    QCOMPARE(got.fact("workload.output_tokens"), std::string("100"));
    QCOMPARE(got.fact("note.harness"), std::string("AIPerf 0.8.0"));
    QCOMPARE(got.fact("note.seed"), std::string("7"));
    QCOMPARE(got.fact("accelerator"), std::string("-"));
    for (const auto& [key, fact] : got.outcome.sources[0].context)
        QVERIFY2(fact.stated->find("secret") == std::string::npos, key.c_str());
}

void TestAiperf::prefixedNames() {
    const auto json = m_place->write("run/mine.json", summaryText);
    const Ingested got = read(ok, "run/mine.jsonl");
    QCOMPARE(got.outcome.siblings, std::vector{json});
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 16}));
    QVERIFY(read(ok, "run/other.jsonl").outcome.siblings.empty());
}

void TestAiperf::csvBesideRows() {
    const auto csv = m_place->write("c_concurrency3/profile_export_aiperf.csv", csvText);
    const Ingested got = read(ok, "c_concurrency3/profile_export.jsonl");
    QCOMPARE(got.outcome.siblings, std::vector{csv});
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 3}));
    QCOMPARE(got.run().reported.at("ttft_s.mean"), 0.1205);
}

void TestAiperf::brokenSummaryIsSaid() {
    m_place->write("b_concurrency5/profile_export_aiperf.json",
                   R"({"min_request_timestamp":{"avg":1},"input_config":{"loadgen":)");
    const Ingested got = read(ok, "b_concurrency5/profile_export.jsonl");
    QCOMPARE(got.noticed("sibling"), std::uint64_t{1});
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 5}));
    QCOMPARE(got.rows.size(), std::size_t{1});
}

void TestAiperf::summaryAlone() {
    const auto csv = m_place->write("run/profile_export_aiperf.csv", csvText);
    const Ingested got = test::ingestFile(m_place->write("run/profile_export_aiperf.json", summaryText));
    QVERIFY(!got.error);
    QVERIFY(got.identityHolds());
    QCOMPARE(got.outcome.records, std::uint64_t{0});
    QCOMPARE(got.outcome.summaries, std::uint64_t{1});
    QCOMPARE(got.outcome.siblings, std::vector{csv});
    QVERIFY(got.run().summaryOnly);
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 16}));
    QVERIFY(got.outcome.sources[0].warmupRemoved);
    QCOMPARE(got.outcome.sources[0].boundary.tokens, std::string("usage"));
}

void TestAiperf::csvAlone() {
    const Ingested got = test::ingestFile(m_place->write("x-concurrency64/profile_export_aiperf.csv", csvText));
    QVERIFY(!got.error);
    QCOMPARE(got.reader, std::string("aiperf"));
    QVERIFY(got.run().summaryOnly);
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 64}));
    QCOMPARE(got.run().reported.at("e2e_s.p99"), 4.0);
    QVERIFY(!got.run().reported.contains("e2e_s.p90"));      // an empty cell is unknown
    QCOMPARE(got.run().reported.at("e2e_s.mean"), 2.00013);  // and not the GPU table's 7 ms
    QCOMPARE(got.run().reported.at("tpot_s.mean"), 0.015);
    QCOMPARE(got.run().reported.at("system_output_tokens_per_s"), 50.25);
    QCOMPARE(got.run().reported.at("output_tokens.total"), 1000.0);
    QCOMPARE(got.run().declaredDuration, Nanoseconds(4'000'000'000));
    QCOMPARE(got.run().declaredCompleted, std::optional<std::int64_t>(10));
}

void TestAiperf::csvTakesContextOfTheJson() {
    m_place->write("run/profile_export_aiperf.json", summaryText);
    const Ingested got = test::ingestFile(m_place->write("run/profile_export_aiperf.csv", csvText));
    QCOMPARE(got.fact("model"), std::string("m/n"));
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 16}));
    QVERIFY(got.outcome.siblings.empty());
}

/// Whichever of the three files of a run is read, in whichever import, they know each other.
void TestAiperf::fingerprintsAgree() {
    const auto json = m_place->write("run/profile_export_aiperf.json", summaryText);
    const Ingested rows = read(ok), summary = test::ingestFile(json);
    const Ingested csv = test::ingestFile(m_place->write("elsewhere/profile_export_aiperf.csv", csvText));
    QVERIFY(!rows.run().fingerprint.empty());
    QCOMPARE(summary.run().fingerprint, rows.run().fingerprint);
    QCOMPARE(csv.run().fingerprint, rows.run().fingerprint);
    std::string other = summaryText;
    other.replace(other.find("2000.126"), 8, "2001.126");
    QVERIFY(test::ingestFile(m_place->write("o/profile_export_aiperf.json", other)).run().fingerprint !=
            rows.run().fingerprint);
    QVERIFY(read(ok, "alone/profile_export.jsonl").run().fingerprint.empty());
}

void TestAiperf::devicesCountedOnce() {
    const auto gpu = [](const char* name, const char* uuid, int index) {
        return std::string(R"({"gpu_name":")") + name + R"(","gpu_uuid":")" + uuid + R"(","gpu_index":)" +
               std::to_string(index) + "}";
    };
    const std::string one = gpu("H100", "GPU-1", 0), two = gpu("H100", "GPU-2", 1);
    const auto summary = [&](const std::string& telemetry) {
        return test::ingestFile(m_place->write(
            "t/profile_export_aiperf.json",
            R"({"min_request_timestamp":{"avg":1},"request_latency":{"unit":"ms","avg":5},"input_config":{},"telemetry_data":{"endpoints":)" +
                telemetry + "}}"));
    };
    const Ingested got =
        summary(R"({"a":{"gpus":{"gpu_0":)" + one + R"(,"gpu_1":)" + two + R"(}},"b":{"gpus":{"gpu_0":)" + one + "}}}");
    QCOMPARE(got.fact("accelerator"), std::string("H100"));
    QCOMPARE(got.fact("accelerator_count"), std::string("2"));
    const Ingested mixed =
        summary(R"({"a":{"gpus":{"gpu_0":)" + one + R"(,"gpu_1":)" + gpu("A100", "GPU-3", 1) + "}}}");
    QCOMPARE(mixed.fact("accelerator"), std::string("A100 + H100"));
    QCOMPARE(summary("{}").fact("accelerator_count"), std::string("-"));
}

void TestAiperf::warmup() {
    const std::string warm = R"({"metadata":{"x_request_id":"w","benchmark_phase":"warmup"},"metrics":{}})"
                             "\n";
    m_place->write("run/profile_export_aiperf.json", summaryText);
    const Ingested with = read(warm + ok);
    QCOMPARE(with.rows.at(0).row.phase, Phase::warmup);
    QVERIFY(!with.outcome.sources[0].warmupRemoved);
    QVERIFY(read(ok).outcome.sources[0].warmupRemoved);  // asked for, and not in the file
    std::string measured = summaryText;                  // not asked for, and measured apart all the same
    const std::string asked = "\"warmup_request_count\":1,";
    measured.erase(measured.find(asked), asked.size());
    measured.insert(measured.find('{') + 1, R"("warmup_metrics":{"request_count":{"avg":5}},)");
    m_place->write("run/profile_export_aiperf.json", measured);
    QVERIFY(read(ok).outcome.sources[0].warmupRemoved);
    QVERIFY(!read(ok, "bare/profile_export.jsonl").outcome.sources[0].warmupRemoved);
    const Ingested odd = read(R"({"metadata":{"x_request_id":"w","benchmark_phase":"cooling"},"metrics":{}})");
    QCOMPARE(odd.rows.at(0).row.phase, Phase::measured);
    QCOMPARE(odd.noticed("unknown-word"), std::uint64_t{1});
}

void TestAiperf::summaryWithoutFigures() {
    const Ingested got = test::ingestFile(m_place->write("n.json", R"({"benchmark_id":"x","input_config":{}})"));
    QVERIFY(got.error && got.error->kind == ErrorKind::format);
    const Ingested broken = test::ingestFile(m_place->write("m.json", R"({"benchmark_id":"x","input_config":{)"));
    QVERIFY(broken.error && broken.error->kind == ErrorKind::format);
}

QTEST_APPLESS_MAIN(TestAiperf)
#include "test_aiperf.moc"
