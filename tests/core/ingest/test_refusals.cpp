// Files that are known and hold no requests of a client: each refused with what to give instead.
#include <QTest>

#include "core/ingest/reader/reader.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

class TestRefusals : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void refused_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* test, const char* name, const char* text, const char* says) {
            QTest::newRow(test) << QByteArray(name) << QByteArray(text) << QByteArray(says);
        };
        row("locust", "a_stats.csv", "Type,Name,Request Count,Failure Count,Median Response Time\nPOST,/v1,4,1,17.0\n",
            "Locust's table");
        row("locust history", "a_stats_history.csv",
            "Timestamp,User Count,Type,Name,Requests/s\n1760000000,4,,Aggregated,1.5\n", "Locust's history");
        row("locust failures", "a_failures.csv", "Method,Name,Error,Occurrences\nPOST,/v1,503,2\n", "Locust's list");
        row("LLMeter's prompts", "payload.jsonl",
            R"({"messages": [{"role": "user", "content": "x"}], "max_tokens": 5})"
            "\n",
            "It is prompts");
        row("k6 table", "k6.csv", "metric_name,timestamp,metric_value\nhttp_reqs,1760000000,1\n", "k6's list");
        row("k6 lines", "k6.json",
            R"({"type":"Point","metric":"http_req_duration","data":{"value":1.5}})"
            "\n",
            "k6's output");
        row("k6 summary", "k6.json", R"({"metrics": {"http_req_duration": {"avg": 3}}})", "k6's output");
        row("inference-perf's servers", "stage_0_prometheus_metrics.json",
            R"({"load_summary": {}, "successes": {"count": 7, "queue_len": {"mean": 63}}, "failures": {}})",
            "servers' metrics");
        row("inference-perf's check", "validation.json",
            R"({"global": {"errors": []}, "reports": {"stage_0_lifecycle_metrics.json": {}}})", "check of its own");
        row("inference-perf's options", "config.yaml", R"({"load": {"stages": [{"rate": 1}]}})", "configuration");
        row("an MLPerf system", "box.json",
            R"({"accelerators_per_node": 8, "system_name": "box", "submitter": "acme"})", "description of a system");
        row("an accuracy log", "acc.json", R"([{"seq_id": 1, "qsl_idx": 2, "data": "00"}])", "accuracy run");
        row("an empty accuracy log", "mlperf_log_accuracy.json", "[\n]", "which is empty");
        row("an empty trace", "mlperf_log_trace.json", "", "trace, which is empty");
        row("a trace", "mlperf_log_trace.json", R"({"traceEvents": [{"args": {"issue_start_ns": 1}}]})",
            "LoadGen trace");
        row("accepted drafts", "golden.json", R"({"kimi": {"thinking_on": {"1": 1.8}}})", "accepted drafts");
        row("prometheus", "query.json", R"({"status": "success", "data": {"resultType": "matrix"}})",
            "a server's metrics");
        row("nvidia-smi", "gpu.csv", "timestamp, utilization.gpu [%], power.draw [W]\n2026, 5 %, 70 W\n", "GPUs did");
        row("vLLM offline", "offline.json", R"({"elapsed_time": 4, "requests_per_second": 2})", "runs offline");
        row("vLLM latency", "latency.json", R"({"avg_latency": 4, "percentiles": {}})", "serves no requests");
        row("pytorch", "a.pytorch.json", R"([{"benchmark": {}, "model": {}, "metric": {}}])", "dashboard");
    }
    void refused() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const Ingested file = ingestFile(m_folder.write(name.toStdString(), text.toStdString()));
        QVERIFY(file.error);
        QVERIFY2(file.error->kind == ErrorKind::refused, file.error->text().c_str());
        QVERIFY2(file.error->message.find(says.toStdString()) != std::string::npos, file.error->message.c_str());
        const std::string& message = file.error->message;  // and what to give instead
        QVERIFY2(message.find("Give ") != std::string::npos || message.find("open ") != std::string::npos,
                 message.c_str());
    }

    void realFiles_data() {
        QTest::addColumn<QString>("path");
        for (const char* path : {"locust/locust__data__meta-llama3-70b-instruct_users_stats.csv",
                                 "locust/results__VertexAIMaaS_gemini-2.5-flash_stats.csv",
                                 "inferencex/golden_al_distribution__kimik3_dspark.yaml",
                                 "mlperf/closed__GigaComputing__systems__G894-SD3-AAX7_B300-SXM-270GBx8_TRT.json"})
            QTest::newRow(path) << path;
    }
    void realFiles() {
        QFETCH(QString, path);
        PLUMBLINE_NEEDS_REAL_FILES();
        const Ingested file = ingestFile(support::realPath(path.toStdString()));
        QVERIFY(file.error);
        QVERIFY2(file.error->kind == ErrorKind::refused, file.error->text().c_str());
    }

    void othersAreNotRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("an unknown object") << QByteArray(R"({"load": 1, "metrics": 2})");
        QTest::newRow("an unknown table") << QByteArray("a,b\n1,2\n");
        QTest::newRow("an empty file") << QByteArray();
    }
    void othersAreNotRefused() {
        QFETCH(QByteArray, text);
        const Ingested file = ingestFile(m_folder.write("other", text.toStdString()));
        QVERIFY(file.error);
        QVERIFY2(file.error->kind == ErrorKind::notRecognised, file.error->text().c_str());
    }
};

QTEST_APPLESS_MAIN(TestRefusals)
#include "test_refusals.moc"
