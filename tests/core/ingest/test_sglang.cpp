// The SGLang reader on made lines: one row a trap.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/json_text.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Nanoseconds ms(std::int64_t value) { return Nanoseconds(value * 1'000'000); }

JsonText line() {
    return {{"tag", "null"},
            {"backend", "\"sglang\""},
            {"dataset_name", "\"random\""},
            {"request_rate", "Infinity"},
            {"max_concurrency", "4"},
            {"sharegpt_output_len", "null"},
            {"random_input_len", "64"},
            {"random_output_len", "8"},
            {"random_range_ratio", "0.0"},
            {"server_info",
             "{\"model_path\": \"acme/tiny-1b\", \"tp_size\": 2, \"dp_size\": 1, \"api_key\": \"sk-secret\", "
             "\"host\": \"10.0.0.7\", \"quantization\": \"fp8\", \"version\": \"0.5.8\", \"internal_states\": [{}], "
             "\"disable_radix_cache\": true, \"random_seed\": 7}"},
            {"duration", "2.0"},
            {"completed", "2"},
            {"total_input_tokens", "30"},
            {"total_output_tokens", "6"},
            {"total_output_tokens_retokenized", "6"},
            {"request_throughput", "1.0"},
            {"output_throughput", "3.0"},
            {"mean_e2e_latency_ms", "700.0"},
            {"p90_e2e_latency_ms", "800.0"},
            {"median_ttft_ms", "375.0"},
            {"mean_tpot_ms", "0.0"},
            {"p99_tpot_ms", "0.0"},
            {"max_itl_ms", "300.0"},
            {"concurrency", "0.7"},
            {"accept_length", "null"},
            {"input_lens", "[10, 20]"},
            {"output_lens", "[2, 4]"},
            {"ttfts", "[0.5, 0.25]"},
            {"itls", "[[0.125], [0.1, 0.2, 0.3]]"},
            {"generated_texts", "[\"a secret \\\"}]\", \"{[\"]"},
            {"errors", "[\"\", \"\"]"}};
}

JsonText summary() { return line().summary(); }

JsonText oneRow(const char* backend, const char* ttft, const char* itls, const char* out, const char* error = "\"\"") {
    const auto list = [](const char* entry) { return std::string("[") + entry + "]"; };
    return line()
        .with("backend", std::string("\"") + backend + "\"")
        .with("completed", "1")
        .with("input_lens", "[7]")
        .with("output_lens", list(out))
        .with("ttfts", list(ttft))
        .with("itls", list(itls))
        .with("errors", list(error));
}

}  // namespace

class TestSglang : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("result.jsonl", text)); }

private slots:
    void everyFieldOfARow() {
        const Ingested file = read(line().text());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("sglang"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 2U);
        const Row& row = file.rows[1].row;
        QVERIFY((row.load == Load{LoadKind::concurrency, 4}));
        QVERIFY(!isKnown(row.start) && !isKnown(row.firstByte) && !isKnown(row.firstContent) && row.id.empty());
        QCOMPARE(row.firstToken.count(), ms(250).count());
        QVERIFY(row.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(row.end.count(), ms(850).count());
        QCOMPARE(row.chunks, unknownCount);  // the gaps are spread over tokens by the client
        QVERIFY(row.gapsKnown && row.gapBasis == GapBasis::synthetic);
        QVERIFY((row.gaps == std::vector<Nanoseconds>{ms(100), ms(200), ms(300)}));
        QCOMPARE(row.firstChunkTokens, 1);
        QCOMPARE(row.promptTokens, 20);
        QCOMPARE(row.outputTokens, 4);
        QVERIFY(row.tokenSource == TokenSource::usage && row.status == Status::ok && row.error.empty());
        QCOMPARE(file.noticed("end-reconstructed"), 2U);
    }

    void whatTheLineSaysOfItself() {
        const Ingested file = read(line().with("tag", "\"blue\"").text());
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"engine", "sglang"},
                                                                        {"engine_version", "0.5.8"},
                                                                        {"model", "acme/tiny-1b"},
                                                                        {"quantization", "fp8"},
                                                                        {"tensor_parallel", "2"},
                                                                        {"data_parallel", "1"},
                                                                        {"disable_radix_cache", "true"},
                                                                        {"backend", "sglang"},
                                                                        {"label", "blue"},
                                                                        {"workload.name", "random"},
                                                                        {"workload.input_tokens", "64"},
                                                                        {"workload.output_tokens", "8"},
                                                                        {"note.max_concurrency", "4"},
                                                                        {"note.request_rate", "inf"},
                                                                        {"note.server_seed", "7"}})
            QCOMPARE(QString::fromStdString(file.fact(key)), QString(value));
        for (const auto& [key, fact] : file.outcome.sources[0].context) {
            QVERIFY2(fact.stated->find("secret") == std::string::npos, key.c_str());
            QVERIFY2(fact.stated->find("10.0.0.7") == std::string::npos, key.c_str());
        }
        const TimingBoundary expected{"sent", "answer-text", "last-text", "usage", ""};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        const RunInfo& run = file.run();
        QCOMPARE(run.declaredDuration.count(), 2'000'000'000);
        QVERIFY(run.declaredRequests == 2 && run.declaredCompleted == 2 && !run.summaryOnly);
        QVERIFY(!run.fingerprint.empty());
    }

    void reportedFigures() {
        const Reported expected{{"e2e_s.mean", 0.7},
                                {"e2e_s.p90", 0.8},
                                {"ttft_s.p50", 0.375},
                                {"itl_s.max", 0.3},
                                {"in_flight", 0.7},
                                {"system_output_tokens_per_s", 3},
                                {"requests_per_s", 1},
                                {"prompt_tokens.total", 30},
                                {"prompt_tokens.mean", 15},
                                {"output_tokens.total", 6},
                                {"output_tokens.mean", 3},
                                {"output_tokens_retokenized.total", 6},
                                {"output_tokens_retokenized.mean", 3}};  // TPOT: 0.0 throughout is not measured
        const Reported reported = read(line().text()).run().reported;
        for (const auto& [key, value] : expected) {
            QVERIFY2(reported.contains(key), key.c_str());
            QVERIFY2(std::abs(reported.at(key) - value) < 1e-12, key.c_str());
        }
        QCOMPARE(reported.size(), expected.size());
        // Nothing completed: each 0.0 means that there was nothing to measure.
        QVERIFY(read(summary().with("completed", "0").text()).run().reported.empty());
    }

    void loads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        const auto row = [](const char* tag, const JsonText& text, LoadKind kind, double value) {
            QTest::newRow(tag) << QString::fromStdString(text.text()) << static_cast<int>(kind) << value;
        };
        row("bare Infinity with a cap", line(), LoadKind::concurrency, 4);
        row("bare Infinity alone", line().with("max_concurrency", "null"), LoadKind::unbounded, 0);
        row("2024, no cap known", line().without("max_concurrency").with("request_rate", "8.0"), LoadKind::requestRate,
            8);
        row("a cap beside a rate is context", line().with("request_rate", "2.5"), LoadKind::requestRate, 2.5);
        row("a trace replayed", line().with("request_rate", "\"trace\""), LoadKind::notStated, 0);
    }
    void loads() {
        QFETCH(QString, text);
        QFETCH(int, kind);
        QFETCH(double, value);
        const Ingested file = read(text.toStdString());
        const Load expected{static_cast<LoadKind>(kind), value};
        QVERIFY2(file.run().load == expected, plumbline::text(file.run().load).c_str());
        QVERIFY(file.rows[0].row.load == expected);
    }

    void backends_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("basis");
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("firstChunk");
        const auto row = [](const char* backend, const char* kind, const char* basis, const char* tokens, int chunks,
                            int firstChunk) {
            QTest::newRow(backend) << backend << kind << basis << tokens << chunks << firstChunk;
        };
        row("sglang", "answer-text", "synthetic", "usage", -1, 3);
        row("sglang-oai", "answer-text", "chunk", "", 3, -1);
        row("vllm", "answer-text", "chunk", "", 3, -1);
        row("sglang-oai-chat", "any-text", "chunk", "", 3, -1);
        row("trt", "any-event", "chunk", "requested", 3, -1);
        row("truss", "answer-text", "chunk", "requested", 3, -1);
    }
    void backends() {
        QFETCH(QString, backend);
        const Ingested file = read(oneRow(backend.toUtf8(), "0.1", "[0.2, 0.3]", "5").text());
        const Row& row = file.rows.at(0).row;
        const auto text = [](std::string_view word) { return QString::fromUtf8(word.data(), qsizetype(word.size())); };
        QTEST(text(name(row.firstTokenKind)), "kind");
        QTEST(text(name(row.gapBasis)), "basis");
        QTEST(row.tokenSource == TokenSource::unknown ? QString("") : text(name(row.tokenSource)), "tokens");
        QTEST(row.chunks, "chunks");
        QTEST(row.firstChunkTokens, "firstChunk");
        QTEST(QString::fromStdString(file.outcome.sources[0].boundary.first), "kind");
        QTEST(QString::fromStdString(file.outcome.sources[0].boundary.tokens), "tokens");
    }

    void rows_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("ttft");  // ms; -1: unknown
        QTest::addColumn<qlonglong>("end");
        QTest::addColumn<int>("gaps");  // -1: unknown
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("ok");
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const JsonText& text, int ttft, int end, int gaps, int tokens, bool ok,
                            const char* noticed = "") {
            QTest::newRow(tag) << QString::fromStdString(text.text()) << qlonglong(ttft) << qlonglong(end) << gaps
                               << tokens << ok << noticed;
        };
        row("streamed", oneRow("sglang", "0.1", "[0.2, 0.3]", "3"), 100, 600, 2, 3, true, "end-reconstructed");
        row("one token", oneRow("sglang", "0.1", "[]", "1"), 100, 100, 0, 1, true);
        row("completed, TTFT 0 and no gaps", oneRow("sglang", "0.0", "[]", "1"), -1, -1, 0, 1, true, "ttft-unmeasured");
        row("reasoning only: tokens without a first one", oneRow("sglang-oai-chat", "0.0", "[]", "50"), -1, -1, -1, 50,
            true, "not-streamed");
        row("not streamed: TTFT is the latency", oneRow("sglang-oai-chat", "1.5", "[]", "50"), -1, 1500, -1, 50, true,
            "not-streamed");
        row("failed", oneRow("sglang", "0.0", "[]", "0", "\"Bad Gateway\""), -1, -1, 0, -1, false);
        row("failed after tokens", oneRow("sglang", "0.1", "[0.2]", "0", "\"Traceback\""), 100, 300, 1, -1, false);
        row("null TTFT", oneRow("sglang", "null", "[]", "1"), -1, -1, 0, 1, true);
        row("gaps unknown", oneRow("sglang", "0.1", "null", "3"), 100, -1, -1, 3, true);
        row("lengths that were asked for",
            oneRow("sglang-oai", "0.1", "[0.2]", "9").with("total_output_tokens_retokenized", "2"), 100, 300, 1, 9,
            true, "tokens-asked-for");
        row("speculative decoding", oneRow("sglang-oai-chat", "0.1", "[0.2]", "9").with("accept_length", "2.7"), 100,
            300, 1, 9, true, "itl-per-token-in-summary");
    }
    void rows() {
        QFETCH(QString, text);
        QFETCH(QString, noticed);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 1U);
        const Row& row = file.rows[0].row;
        const auto asMs = [](Nanoseconds time) { return isKnown(time) ? qlonglong(time.count() / 1'000'000) : -1LL; };
        QTEST(asMs(row.firstToken), "ttft");
        QTEST(asMs(row.end), "end");
        QTEST(row.gapsKnown ? int(row.gaps.size()) : -1, "gaps");
        QTEST(row.outputTokens, "tokens");
        QTEST(row.status == Status::ok, "ok");
        QCOMPARE(row.firstTokenKind == FirstTokenKind::unknown, !isKnown(row.firstToken));
        if (!noticed.isEmpty()) QVERIFY(file.noticed(noticed.toStdString()) > 0);
    }

    void reasoningWasNotSeen() {
        // One answer gave tokens and no first one: the client looked at the answer's text only.
        const Ingested file = read(line()
                                       .with("backend", "\"sglang-oai-chat\"")
                                       .with("ttfts", "[0.5, 0.0]")
                                       .with("itls", "[[0.125], []]")
                                       .text());
        QVERIFY(file.rows.at(0).row.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(file.noticed("ttft-unmeasured"), 1U);
    }

    void cachedTokens() {
        const Ingested file = read(line().with("cached_tokens", "[8, null]").text());
        QCOMPARE(file.rows[0].row.cachedTokens, 8);
        QCOMPARE(file.rows[1].row.cachedTokens, unknownCount);
    }

    void linesAreASweep() {
        const std::string text = line().text() + "\n" + line().with("max_concurrency", "8").text() + "\n" +
                                 summary().with("max_concurrency", "16").with("duration", "9.0").text() + "\n" +
                                 summary().with("random_input_len", "512").text() + "\n";
        const Ingested file = read(text);
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.sources.size(), 2U);  // another workload is another source
        QCOMPARE(file.outcome.sources[0].runs.size(), 3U);
        QCOMPARE(file.outcome.rows, 4U);
        QCOMPARE(file.outcome.summaries, 2U);
        QVERIFY((file.run(1).load == Load{LoadKind::concurrency, 8}));
        QVERIFY(file.run(2).summaryOnly && !file.run(1).summaryOnly);
        QVERIFY(file.run(0).fingerprint != file.run(2).fingerprint);
        QVERIFY(file.rows[2].run == 1 && file.rows[2].row.byte == line().text().size() + 1);
        // Figures of the load may differ within a source; so its notes are dropped.
        QCOMPARE(file.fact("note.max_concurrency"), std::string("-"));
    }

    void rejected_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* tag, const std::string& text, int rows, const char* reason) {
            QTest::newRow(tag) << QString::fromStdString(text) << rows << reason;
        };
        row("another object", line().text() + "\n{\"a\": 1}\n", 2, "total_output_tokens_retokenized is missing");
        row("an array too short", line().with("ttfts", "[0.5]").text(), 1, "'ttfts' has 1 entries");
        row("a broken entry", line().with("ttfts", "[0.5, 0.2.5]").text(), 1, "'ttfts' is broken");
        row("cut off", line().text().substr(0, line().text().size() - 5), 1, "'errors' has 1 entries");
        row("a no-break space in a later line", line().text() + "\n{\u00a0\"a\": 1}\n", 2, "");
    }
    void rejected() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.identityHolds());
        QTEST(int(file.rows.size()), "rows");
        QCOMPARE(file.rejections.size(), 1U);
        QVERIFY2(file.rejections[0].reason.find(reason.toStdString()) != std::string::npos,
                 file.rejections[0].reason.c_str());
    }

    void probesLeaveOthersAlone_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reader");
        const auto row = [](const char* tag, const JsonText& text, const char* reader) {
            QTest::newRow(tag) << QString::fromStdString(text.text()) << reader;
        };
        row("newest keys", line(), "sglang");
        row("2024, 17 keys", summary().without("tag").without("server_info").without("concurrency"), "sglang");
        row("reversed keys", line().reversed(), "sglang");
        row("vLLM", {{"model_id", "\"m\""}, {"duration", "1.0"}, {"total_token_throughput", "3"}}, "vllm");
        row("vLLM with SGLang's sampling data",
            {{"model_id", "\"m\""},
             {"duration", "1.0"},
             {"dataset_name", "\"random\""},
             {"total_token_throughput", "3"}},
            "vllm");
    }
    void probesLeaveOthersAlone() {
        QFETCH(QString, text);
        QFETCH(QString, reader);
        std::string storage;
        const auto sample = sampleFile(m_folder.write("probe.json", text.toStdString()), storage);
        const auto found = findReader(*sample);
        QVERIFY(found);
        QCOMPARE(QString::fromUtf8((*found)->id.data()), reader);
    }
};

QTEST_APPLESS_MAIN(TestSglang)
#include "test_sglang.moc"
