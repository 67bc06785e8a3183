// The MLCommons Endpoints reader on made events, one row a trap, and on a real summary.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Nanoseconds ms(std::int64_t value) { return Nanoseconds(value * 1'000'000); }

std::string eventLine(const std::string& type, std::int64_t atMs, const std::string& uuid = "",
                      const std::string& data = "null") {
    return R"({"event_type": ")" + type + R"(", "timestamp_ns": )" + std::to_string(atMs * 1'000'000) +
           (uuid.empty() ? "" : R"(, "sample_uuid": ")" + uuid + "\"") + R"(, "data": )" + data + "}\n";
}

const std::string begin = eventLine("session.start_performance_tracking", 0);

/// Issued, first chunk after 100 ms, done after a second.
std::string request(const std::string& uuid, std::int64_t atMs, const std::string& between = "") {
    return eventLine("sample.issued", atMs, uuid, R"({"prompt": "secret words"})") +
           eventLine("sample.recv_first", atMs + 100, uuid, R"("secret reply")") + between +
           eventLine("sample.complete", atMs + 1000, uuid, R"({"output": "secret reply", "finish_reason": "length"})");
}

const char* const summary = R"({"version": "0.1.0", "test_started_at": 0, "n_samples_issued": 10,
    "n_samples_completed": 9, "n_samples_failed": 1, "duration_ns": 5000000000, "state": "complete",
    "ttft": {"total": 1, "min": 100000000, "median": 150000000.0, "avg": 200000000.0, "std_dev": 1.0,
             "percentiles": {"99.9": 900000000.0, "99.0": 400000000.0}, "early_stopping_percentiles": {"99.0": 1}},
    "latency": {"avg": 1000000000.0, "percentiles": {}},
    "output_sequence_lengths": {"total": 900, "avg": 100.0, "percentiles": {"50.0": 90.0}},
    "legacy_loadgen_window_duration_ns": 4000000000, "qps": 2.0, "tps": 225.0,
    "run_config": {"load_pattern": {"type": "poisson", "target_qps": 2.5, "target_concurrency": null,
                                    "use_legacy_loadgen_qps_metrics": true}}})";

}  // namespace

class TestEndpoints : public QObject {
    Q_OBJECT

private:
    Ingested read(const std::string& text) {
        return ingestFile(m_folder.write(QTest::currentTestFunction() + std::string("/events.jsonl"), text));
    }
    Folder m_folder;

private slots:
    void everyFieldOfARow() {
        const std::string chunks = eventLine("sample.recv_non_first", 1300, "u1", R"("more")") +
                                   eventLine("sample.recv_non_first", 1600, "u1", R"("more")");
        const Ingested file = read(begin + request("u1", 1000, chunks));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("endpoints"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QVERIFY(row.id == "u1" && row.line == 2 && row.finish == "length" && row.status == Status::ok);
        QCOMPARE(row.start.count(), ms(1000).count());
        QCOMPARE(row.firstToken.count(), ms(100).count());
        QVERIFY(row.firstTokenKind == FirstTokenKind::anyText);  // text or reasoning: not told apart
        QCOMPARE(row.end.count(), ms(1000).count());
        QCOMPARE(row.lastContent.count(), ms(600).count());
        QCOMPARE(row.chunks, 3);
        QVERIFY((row.gaps == std::vector<Nanoseconds>{ms(200), ms(300)}) && row.gapBasis == GapBasis::chunk);
        QVERIFY(!isKnown(row.outputTokens) && row.phase == Phase::measured);
        QCOMPARE(file.outcome.sources.at(0).boundary.clock, std::string("monotonic"));
    }

    void events_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("statuses");  // of the rows, in order
        QTest::addColumn<QByteArray>("phases");
        QTest::addColumn<int>("rejected");
        const auto row = [](const char* name, const std::string& text, const char* statuses, const char* phases,
                            int rejected = 0) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(statuses) << QByteArray(phases)
                                << rejected;
        };
        const std::string end = eventLine("session.stop_performance_tracking", 50'000);
        row("before, in and after the tracking",
            request("w", -5000) + begin + request("m", 1) + end + request("c", 60'000), "ok ok ok",
            "warmup measured cooldown");
        row("issued before the tracking, done in it",
            eventLine("sample.issued", -10, "w") + begin + eventLine("sample.complete", 500, "w"), "ok", "warmup");
        row("nothing tracked: all is measured", request("a", 0) + request("b", 5), "ok ok", "measured measured");
        row("never complete", begin + eventLine("sample.issued", 5, "a") + request("b", 10), "ok incomplete",
            "measured measured");
        row("failed, then complete",
            begin + eventLine("sample.issued", 5, "a") +
                eventLine("error.client", 10, "a", R"({"kind": "http", "message": "503"})") +
                eventLine("sample.complete", 20, "a"),
            "error", "measured");
        row("failed and no more said of it",
            begin + eventLine("sample.issued", 5, "a") + eventLine("error.client", 10, "a", R"("503")"), "error",
            "measured");
        row("complete without an issue", begin + eventLine("sample.complete", 20, "a") + request("b", 1), "ok",
            "measured", 1);
        row("the generator's own error", begin + eventLine("error.loadgen", 1) + request("b", 1), "ok", "measured");
        row("cut off", begin + request("b", 1) + R"({"event_type": "sample.issued", "times")", "ok", "measured", 1);
    }
    void events() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, statuses);
        QFETCH(QByteArray, phases);
        QFETCH(int, rejected);
        const Ingested file = read(text.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.rejections.size()), rejected);
        std::string foundStatuses, foundPhases;
        for (const auto& placed : file.rows) {
            const std::string space = foundStatuses.empty() ? "" : " ";
            foundStatuses += space + std::string(name(placed.row.status));
            foundPhases += space + std::string(name(placed.row.phase));
        }
        QCOMPARE(foundStatuses, statuses.toStdString());
        QCOMPARE(foundPhases, phases.toStdString());
    }

    void errorsKeepTheirWords() {
        const Ingested file = read(begin + eventLine("sample.issued", 5, "a") +
                                   eventLine("error.client", 10, "a", R"({"kind": "http", "message": "503"})"));
        QCOMPARE(file.rows.at(0).row.error, std::string("http: 503"));
        QCOMPARE(file.rows[0].row.end.count(), ms(5).count());
    }

    void suppressedChunksAreUnknownNotOne() {
        const Row row = read(begin + request("u1", 0)).rows.at(0).row;
        QVERIFY(!isKnown(row.chunks) && !row.gapsKnown && !isKnown(row.lastContent));
        QVERIFY(isKnown(row.firstToken));
    }

    void withItsSummary() {
        m_folder.write("run/result_summary.json", summary);
        const Ingested file = ingestFile(m_folder.write("run/events.jsonl", begin + request("u1", 0)));
        QVERIFY((file.rows.at(0).row.load == Load{LoadKind::requestRate, 2.5}));
        QCOMPARE(file.outcome.siblings.size(), 1U);
        QVERIFY(!file.run().summaryOnly && file.run().declaredRequests == 10);
    }

    void aSummaryAlone() {
        const Ingested file = ingestFile(m_folder.write("alone/result_summary.json", summary));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.outcome.summaries, 1U);
        const RunInfo& run = file.run();
        QVERIFY(run.summaryOnly && run.declaredCompleted == 9);
        QCOMPARE(run.declaredDuration.count(), 4'000'000'000);  // what its rates divide by
        const Reported expected{{"ttft_s.mean", 0.2},      {"ttft_s.min", 0.1},
                                {"ttft_s.p50", 0.15},      {"ttft_s.std", 1e-9},
                                {"ttft_s.p99", 0.4},       {"ttft_s.p99.9", 0.9},
                                {"e2e_s.mean", 1},         {"output_tokens.mean", 100},
                                {"output_tokens.p50", 90}, {"output_tokens.total", 900},
                                {"requests_per_s", 2},     {"system_output_tokens_per_s", 225},
                                {"error_rate", 0.1}};
        QCOMPARE(run.reported.size(), expected.size());
        for (const auto& [key, value] : expected) {
            QVERIFY2(run.reported.contains(key), key.c_str());
            QVERIFY2(std::abs(run.reported.at(key) - value) < 1e-9 * value, key.c_str());
        }
        QVERIFY(file.fact("note.date") == "-");  // test_started_at is 0 in real files
    }

    void realSummary() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const Ingested file =
            ingestFile(support::realPath("endpoints/closed__NVIDIA__results__VR-NVL72_VR-288GB_aarch64x72_TRT__"
                                         "deepseek-r1__Server__performance__result_summary.json"));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.outcome.summaries, 1U);
        const RunInfo& run = file.run();
        QVERIFY((run.load == Load{LoadKind::requestRate, 325}));
        const double window = seconds(run.declaredDuration);
        // Its own rule: completed - 1 over the window, all tokens over the window.
        QVERIFY(std::abs((double(*run.declaredCompleted) - 1) / window / run.reported.at("requests_per_s") - 1) < 1e-9);
        const double tokens = run.reported.at("output_tokens.total");
        QVERIFY(std::abs(tokens / window / run.reported.at("system_output_tokens_per_s") - 1) < 1e-9);
        QCOMPARE(run.reported.at("ttft_s.p99"), 0.303546985);
    }
};

QTEST_APPLESS_MAIN(TestEndpoints)
#include "test_endpoints.moc"
