// The vLLM reader on made objects: one row a trap.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/vllm_text.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Nanoseconds ms(std::int64_t value) { return Nanoseconds(value * 1'000'000); }

/// One request with these entries; backend openai or openai-chat.
VllmText oneRow(const char* backend, const char* ttft, const char* itls, const char* out, const char* error = "\"\"") {
    const auto list = [](const char* entry) { return std::string("[") + entry + "]"; };
    return VllmText()
        .with("endpoint_type", std::string("\"") + backend + "\"")
        .with("backend", std::string("\"") + backend + "\"")
        .with("num_prompts", "1")
        .with("completed", std::string(error) == "\"\"" ? "1" : "0")
        .with("input_lens", "[7]")
        .with("output_lens", list(out))
        .with("ttfts", list(ttft))
        .with("itls", list(itls))
        .with("start_times", "[3.5]")
        .with("errors", list(error));
}

}  // namespace

class TestVllm : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("result.json", text)); }

private slots:
    void everyFieldOfARow() {
        const Ingested file = read(VllmText().compact());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("vllm"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 2U);
        const Row& row = file.rows[1].row;
        QCOMPARE(row.record, 1U);
        QCOMPARE(row.byte, 0U);
        QVERIFY(row.id.empty());
        QVERIFY((row.load == Load{LoadKind::concurrency, 4}));
        QCOMPARE(row.start.count(), 1'000'750'000'000);
        QVERIFY(!isKnown(row.firstByte) && !isKnown(row.firstContent) && !isKnown(row.lastContent) &&
                !isKnown(row.scheduled));
        QCOMPARE(row.firstToken.count(), ms(250).count());
        QVERIFY(row.firstTokenKind == FirstTokenKind::anyEvent);
        QCOMPARE(row.end.count(), ms(850).count());
        QCOMPARE(row.chunks, 4);
        QVERIFY(row.gapsKnown && row.gapBasis == GapBasis::chunk);
        QVERIFY((row.gaps == std::vector<Nanoseconds>{ms(100), ms(200), ms(300)}));
        QCOMPARE(row.promptTokens, 20);
        QCOMPARE(row.outputTokens, 4);
        QVERIFY(row.tokenSource == TokenSource::usage);
        QVERIFY(!isKnown(row.reasoningTokens) && !isKnown(row.cachedTokens) && !isKnown(row.queue));
        QVERIFY(row.status == Status::ok && row.phase == Phase::measured && row.error.empty());
        QCOMPARE(file.noticed("end-reconstructed"), 2U);
    }

    void whatTheFileSaysOfItself() {
        const Ingested file = read(VllmText()
                                       .with("gpu_count", "\"8\"")
                                       .with("gpu", "\"H100\"")
                                       .with("max_num_seqs", "16")
                                       .with("tensor_parallel_size", "2")
                                       .with("seed", "7")
                                       .with("my_tag", "\"blue\"")
                                       .compact());
        QCOMPARE(file.fact("model"), std::string("acme/tiny-1b"));
        QCOMPARE(file.fact("tokenizer"), std::string("acme/tiny"));
        QCOMPARE(file.fact("backend"), std::string("openai"));
        QCOMPARE(file.fact("label"), std::string("-"));
        QCOMPARE(file.fact("accelerator"), std::string("H100"));
        QVERIFY(numberFact(file.outcome.sources[0].context, "accelerator_count") == 8);
        QCOMPARE(file.fact("max_num_seqs"), std::string("16"));
        QCOMPARE(file.fact("tensor_parallel"), std::string("2"));
        QCOMPARE(file.fact("my_tag"), std::string("blue"));
        for (const char* note : {"note.date", "note.num_prompts", "note.request_rate", "note.burstiness",
                                 "note.max_concurrency", "note.seed"})
            QVERIFY2(file.fact(note) != "-", note);
        // Figures are no facts, and the over-counted peak is shown nowhere (vllm issue 56653).
        for (const auto& [key, fact] : file.outcome.sources[0].context)
            QVERIFY2(key.find("throughput") == std::string::npos && key.find("_ms") == std::string::npos &&
                         key.find("max_concurrent_requests") == std::string::npos,
                     key.c_str());
        const TimingBoundary expected{"sent", "any-event", "last-text", "usage", "monotonic"};
        QVERIFY(file.outcome.sources[0].boundary == expected);
        const RunInfo& run = file.run();
        QCOMPARE(run.declaredDuration.count(), 2'500'000'000);
        QVERIFY(run.declaredRequests == 2 && run.declaredCompleted == 2 && !run.summaryOnly && run.number == 0);
    }

    void reportedFigures() {
        const Reported expected{{"ttft_s.mean", 0.375},
                                {"ttft_s.p50", 0.375},
                                {"ttft_s.std", 0.125},
                                {"ttft_s.p99", 0.4975},
                                {"e2e_s.mean", 0.7375},
                                {"e2e_s.p99.9", 0.8498},
                                {"system_output_tokens_per_s", 2.4},
                                {"requests_per_s", 0.8},
                                {"prompt_tokens.total", 30},
                                {"prompt_tokens.mean", 15},
                                {"output_tokens.total", 6},
                                {"output_tokens.mean", 3},
                                {"error_rate", 0}};
        const Reported reported = read(VllmText().compact()).run().reported;
        QCOMPARE(reported.size(), expected.size());
        for (const auto& [key, value] : expected) {
            QVERIFY2(reported.contains(key), key.c_str());
            QVERIFY2(std::abs(reported.at(key) - value) < 1e-12, key.c_str());
        }
    }

    void eras_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("tokens");
        const auto row = [](const char* tag, const VllmText& text, const char* kind, const char* tokens) {
            QTest::newRow(tag) << QString::fromStdString(text.compact()) << kind << tokens;
        };
        const auto old = [](const char* date, const char* backend) {
            return VllmText()
                .with("date", date)
                .with("backend", backend)
                .with("best_of", "1")
                .without("burstiness")
                .without("endpoint_type")
                .without("failed")
                .without("start_times")
                .without("max_concurrency");
        };
        row("2024 completions", old("\"20241109-150547\"", "\"vllm\""), "answer-text", "tokenizer");
        row("2024 chat", old("\"20240801-150547\"", "\"openai-chat\""), "answer-text", "tokenizer");
        row("chat before the role chunk was left out", old("\"20240401-150547\"", "\"openai-chat\""), "any-event",
            "tokenizer");
        row("2024 keys without a date", old("\"x\"", "\"vllm\"").without("date"), "answer-text", "tokenizer");
        row("burstiness of late 2024", VllmText().with("date", "\"20241201-000000\"").without("endpoint_type"),
            "answer-text", "tokenizer");
        row("mid 2025", VllmText().with("date", "\"20250601-000000\"").without("endpoint_type").without("failed"),
            "any-event", "usage");
        row("2025, best_of still there", VllmText().with("date", "\"20250301-000000\"").with("best_of", "1"),
            "any-event", "usage");
        row("Sept 2025, without backend", VllmText().without("backend"), "any-event", "usage");
        row("today", VllmText(), "any-event", "usage");
    }
    void eras() {
        QFETCH(QString, text);
        QFETCH(QString, kind);
        QFETCH(QString, tokens);
        const Ingested file = read(text.toStdString());
        QCOMPARE(file.rows.size(), 2U);
        QCOMPARE(QString::fromStdString(std::string(name(file.rows[0].row.firstTokenKind))), kind);
        QCOMPARE(QString::fromStdString(std::string(name(file.rows[0].row.tokenSource))), tokens);
        QCOMPARE(QString::fromStdString(file.outcome.sources[0].boundary.first), kind);
    }

    void loads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        const auto row = [](const char* tag, const VllmText& text, LoadKind kind, double value) {
            QTest::newRow(tag) << QString::fromStdString(text.compact()) << static_cast<int>(kind) << value;
        };
        row("concurrency", VllmText(), LoadKind::concurrency, 4);
        row("concurrency as text", VllmText().with("max_concurrency", "\"16\""), LoadKind::concurrency, 16);
        row("bare Infinity", VllmText().with("request_rate", "Infinity"), LoadKind::concurrency, 4);
        row("rate", VllmText().with("max_concurrency", "null").with("request_rate", "2.5"), LoadKind::requestRate, 2.5);
        row("2024, no such key", VllmText().without("max_concurrency").with("request_rate", "16.0"),
            LoadKind::requestRate, 16);
        row("a cap beside a rate is context", VllmText().with("request_rate", "3.0"), LoadKind::requestRate, 3);
        row("unbounded", VllmText().with("max_concurrency", "null"), LoadKind::unbounded, 0);
        row("unbounded, bare Infinity", VllmText().with("max_concurrency", "null").with("request_rate", "Infinity"),
            LoadKind::unbounded, 0);
        row("ramp-up is no load", VllmText().with("max_concurrency", "null").with("ramp_up_strategy", "\"linear\""),
            LoadKind::notStated, 0);
        row("nothing said", VllmText().without("max_concurrency").without("request_rate"), LoadKind::notStated, 0);
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

    void rows_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("ttft");  // ms; -1: unknown
        QTest::addColumn<qlonglong>("end");
        QTest::addColumn<int>("gaps");  // -1: unknown
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("ok");
        const auto row = [](const char* tag, const VllmText& text, int ttft, int end, int gaps, int chunks, int tokens,
                            bool ok) {
            QTest::newRow(tag) << QString::fromStdString(text.compact()) << qlonglong(ttft) << qlonglong(end) << gaps
                               << chunks << tokens << ok;
        };
        row("one token a chunk", oneRow("openai", "0.1", "[0.2, 0.3]", "3"), 100, 600, 2, 3, 3, true);
        row("one token", oneRow("openai", "0.1", "[]", "1"), 100, 100, 0, 1, 1, true);
        row("chat with a role chunk", oneRow("openai-chat", "0.1", "[0.001, 0.2, 0.3]", "3"), 100, 601, 3, 3, 3, true);
        row("completions, as many gaps as tokens", oneRow("openai", "0.1", "[0.001, 0.2, 0.3]", "3"), 100, 601, 3, 4, 3,
            true);
        row("several tokens a chunk", oneRow("openai-chat", "0.1", "[0.2]", "9"), 100, 300, 1, 2, 9, true);
        row("TTFT among the gaps", oneRow("openai", "0.1", "[0.1, 0.2, 0.3]", "3"), 100, 600, 2, 3, 3, true);
        row("completed, no token", oneRow("openai", "0.0", "[]", "0"), -1, -1, 0, 0, 0, true);
        row("tokens, TTFT never measured", oneRow("openai", "0.0", "[0.2]", "5"), -1, -1, 1, -1, 5, true);
        row("-1 for never measured", oneRow("openai", "-1", "[]", "5"), -1, -1, 0, -1, 5, true);
        row("null TTFT", oneRow("openai", "null", "[]", "5"), -1, -1, 0, -1, 5, true);
        row("NaN TTFT", oneRow("openai", "NaN", "[]", "5"), -1, -1, 0, -1, 5, true);
        row("TTFT as text", oneRow("openai", "\"0.1\"", "[0.2]", "2"), 100, 300, 1, 2, 2, true);
        row("failed", oneRow("openai", "0.0", "[]", "0", "\"Bad Gateway\""), -1, -1, 0, -1, -1, false);
        row("failed after tokens", oneRow("openai", "0.1", "[0.2]", "0", "\"Traceback\""), 100, 300, 1, 2, -1, false);
        row("null error", oneRow("openai", "0.1", "[0.2]", "2", "null"), 100, 300, 1, 2, 2, true);
        row("gaps unknown", oneRow("openai", "0.1", "null", "2"), 100, -1, -1, -1, 2, true);
        row("one gap unknown", oneRow("openai", "0.1", "[0.2, NaN]", "3"), 100, -1, -1, -1, 3, true);
        row("no itls at all", oneRow("openai", "0.1", "[]", "2").without("itls"), 100, -1, -1, -1, 2, true);
        row("a gap above 4.3 s", oneRow("openai", "0.1", "[5.0, 0.2]", "3"), 100, 5300, 2, 3, 3, true);
        row("a negative gap", oneRow("openai", "0.1", "[-0.05, 0.2]", "3"), 100, 250, 2, 3, 3, true);
        row("end measured", oneRow("openai", "0.1", "[0.2]", "2").with("latencies", "[0.35]"), 100, 350, 1, 2, 2, true);
        row("end measured as 0", oneRow("openai", "0.1", "[0.2]", "2").with("latencies", "[0.0]"), 100, 300, 1, 2, 2,
            true);
    }
    void rows() {
        QFETCH(QString, text);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 1U);
        const Row& row = file.rows[0].row;
        const auto asMs = [](Nanoseconds time) { return isKnown(time) ? qlonglong(time.count() / 1'000'000) : -1LL; };
        QTEST(asMs(row.firstToken), "ttft");
        QTEST(asMs(row.end), "end");
        QTEST(row.gapsKnown ? int(row.gaps.size()) : -1, "gaps");
        QTEST(row.chunks, "chunks");
        QTEST(row.outputTokens, "tokens");
        QTEST(row.status == Status::ok, "ok");
        QCOMPARE(row.promptTokens, 7);
        QCOMPARE(row.firstTokenKind == FirstTokenKind::unknown, !isKnown(row.firstToken));
    }

    void longErrorsAreCutBetweenCharacters() {
        std::string error(499, 'x');
        error += "\u00e9tail";
        const Ingested file = read(oneRow("openai", "0.0", "[]", "0", ("\"" + error + "\"").c_str()).compact());
        QCOMPARE(file.rows[0].row.error, std::string(499, 'x'));
    }

    void clocksAndQueues() {
        // The Rust client counts from the benchmark's start: a start of 0 is a time there, and "never set" elsewhere.
        VllmText rust = oneRow("openai", "0.1", "[0.2]", "2").with("start_times", "[0.0]").with("steady_state", "null");
        Ingested file = read(rust.compact());
        QCOMPARE(file.rows[0].row.start.count(), 0);
        QCOMPARE(file.outcome.sources[0].boundary.clock, std::string("relative"));
        file = read(oneRow("openai", "0.1", "[0.2]", "2").with("start_times", "[0.0]").compact());
        QVERIFY(!isKnown(file.rows[0].row.start));
        file = read(oneRow("openai", "0.1", "[0.2]", "2").without("start_times").compact());
        QVERIFY(!isKnown(file.rows[0].row.start));
        QCOMPARE(file.outcome.sources[0].boundary.clock, std::string());
        // The wait at the client's own gate is none of the server's.
        file = read(oneRow("openai", "0.1", "[0.2]", "2")
                        .with("queue_times", "[0.5]")
                        .with("server_queue_times", "[null]")
                        .compact());
        QCOMPARE(file.rows[0].row.scheduled.count(), 3'000'000'000);
        QVERIFY(!isKnown(file.rows[0].row.queue));
        file = read(oneRow("openai", "0.1", "[0.2]", "2").with("server_queue_times", "[0.025]").compact());
        QCOMPARE(file.rows[0].row.queue.count(), ms(25).count());
    }

    void layouts_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("runs");
        const std::string one = VllmText().compact(), pretty = VllmText().pretty(),
                          sorted = VllmText().reversed().pretty();
        const auto row = [](const char* tag, const std::string& text, int runs) {
            QTest::newRow(tag) << QByteArray::fromStdString(text) << runs;
        };
        std::string crlf = pretty;
        for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) crlf.insert(at, "\r");
        row("compact", one, 1);
        row("final line end", one + "\n", 1);
        row("byte order mark", "\xEF\xBB\xBF" + one, 1);
        row("pretty", pretty, 1);
        row("keys reversed", sorted, 1);
        row("CRLF", crlf, 1);
        row("appended by lines", one + "\n" + one + "\n" + one + "\n", 3);
        row("appended with nothing between", one + one, 2);
        row("pretty, back to back", pretty + "\n" + sorted + "\n", 2);
        row("a list", "[" + one + ",\n" + pretty + "]", 2);
    }
    void layouts() {
        QFETCH(QByteArray, text);
        QFETCH(int, runs);
        const Ingested file = read(text.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.rejected, 0U);
        QCOMPARE(file.rows.size(), std::size_t(2 * runs));
        QCOMPARE(file.outcome.sources.size(), 1U);
        QCOMPARE(file.outcome.sources[0].runs.size(), std::size_t(runs));
        QCOMPARE(file.rows.back().run, std::size_t(runs - 1));
        QCOMPARE(file.rows.back().row.gaps.size(), 3U);
        QCOMPARE(file.rows.back().row.start.count(), 1'000'750'000'000);
    }

    void objectsThatDifferAreSources() {
        const Ingested file =
            read(VllmText().compact() + "\n" + VllmText().with("model_id", "\"acme/other\"").compact() + "\n" +
                 VllmText().with("date", "\"20260726-000000\"").with("max_concurrency", "8").compact());
        QCOMPARE(file.outcome.sources.size(), 2U);
        QCOMPARE(file.outcome.sources[0].runs.size(), 2U);
        QCOMPARE(file.fact("note.date"), std::string("-"));  // two dates: neither is the source's
        QCOMPARE(file.rows[2].source, 1U);
        QCOMPARE(file.rows[4].source, 0U);
        QCOMPARE(file.rows[4].run, 1U);
    }

    void failedRuns_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("knowsTtft");
        QTest::addColumn<bool>("knowsRate");
        const auto zeros = [](VllmText text) {
            for (const char* key :
                 {"mean_ttft_ms", "median_ttft_ms", "std_ttft_ms", "p99_ttft_ms", "mean_e2el_ms", "p99.9_e2el_ms"})
                text.with(key, "0.0");
            return text;
        };
        VllmText failed =
            zeros(VllmText().summary()).with("completed", "0").with("failed", "8").with("output_throughput", "0.0");
        QTest::newRow("all failed") << QString::fromStdString(failed.compact()) << false << false;
        QTest::newRow("no failed key") << QString::fromStdString(failed.without("failed").compact()) << false << false;
        VllmText empty = zeros(VllmText().summary()).with("completed", "17").with("output_throughput", "0.0");
        QTest::newRow("completed without a token") << QString::fromStdString(empty.compact()) << false << true;
        VllmText median = VllmText().summary().with("median_ttft_ms", "0.0");  // vllm PR 5895: its own figure, kept
        QTest::newRow("a median of 0") << QString::fromStdString(median.compact()) << true << true;
    }
    void failedRuns() {
        QFETCH(QString, text);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.records, 0U);
        QCOMPARE(file.outcome.summaries, 1U);
        QVERIFY(file.run().summaryOnly);
        QTEST(file.run().reported.contains("ttft_s.mean"), "knowsTtft");
        QTEST(file.run().reported.contains("system_output_tokens_per_s"), "knowsRate");
    }

    /// As without --save-detailed: rows of which nothing but the end is known.
    void latenciesAlone() {
        const Ingested file =
            read(VllmText().summary().with("latencies", "[0.5, 0.6]").with("queue_times", "[0.0, 0.0]").compact());
        QVERIFY(file.outcome.rows == 2 && file.outcome.summaries == 0 && !file.run().summaryOnly);
        QCOMPARE(file.rows[1].row.end, Nanoseconds(600'000'000));
        QVERIFY(!isKnown(file.rows[1].row.outputTokens) && !isKnown(file.rows[1].row.firstToken));
        QCOMPARE(file.run().reported.at("schedule_delay_s.mean"), 0.0);
    }

    void broken_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const std::string& text, int rows, const char* reason,
                            const char* noticed) {
            QTest::newRow(tag) << QByteArray::fromStdString(text) << rows << reason << noticed;
        };
        const std::string good = VllmText().compact();
        row("errors too short", VllmText().with("errors", "[\"\"]").compact(), 1,
            "'errors' has 1 entries where another array has 2", "");
        row("ttfts too short", VllmText().with("ttfts", "[0.5]").compact(), 1, "'ttfts' has 1 entries", "");
        row("start_times too short", VllmText().with("start_times", "[1000.5]").compact(), 2, "", "unequal-lengths");
        row("input_lens too long", VllmText().with("input_lens", "[1,2,3]").compact(), 2,
            "has 2 entries where another array has 3", "");
        row("a broken number", VllmText().with("ttfts", "[0.5, 0.2.5]").compact(), 1,
            "'ttfts' is broken: A number is malformed", "");
        row("a broken list", VllmText().with("itls", "[[0.125 0.2], [0.1, 0.2, 0.3]]").compact(), 1, "'itls' is broken",
            "");
        row("a trailing comma", VllmText().with("output_lens", "[2, 4,]").compact(), 2, "'output_lens' is broken", "");
        row("an object where a number belongs", VllmText().with("ttfts", "[0.5, {\"a\": [1]}]").compact(), 2, "",
            "wrong-type");
        row("a text where a list belongs", VllmText().with("itls", "\"none\"").compact(), 2, "", "wrong-type");
        row("a key twice", VllmText().compact().insert(1, "\"duration\": 1.0, "), 2, "", "duplicate-key");
        row("an array twice", VllmText().compact().insert(1, "\"ttfts\": [9, 9, 9], "), 2, "", "duplicate-key");
        row("NaN among the figures", VllmText().with("mean_ttft_ms", "NaN").compact(), 2, "", "bare-nan");
        row("invalid UTF-8 in an error", VllmText().with("errors", "[\"\", \"\xff\"]").compact(), 1, "Not valid UTF-8",
            "");
        row("ends inside the gaps", good.substr(0, good.find("0.2, 0.3")), 1, "has 2: The file ends inside a list",
            "truncated");
        row("ends after the errors", good.substr(0, good.find("\"max_output")), 2, "", "truncated");
        row("a comma is missing", VllmText().compact().replace(good.find(", \"max_output"), 2, "  "), 2, "",
            "truncated");
        row("a second object is cut", good + "\n" + good.substr(0, 200), 2, "The file ends inside", "");
        row("something after it", good + "\nxyz", 2, "Not a JSON object", "");
        row("another harness's line", good + "\n{\"total_throughput\": 1, \"dataset_name\": \"random\"}\n", 2,
            "No result of vLLM's serving", "");
        row("a broken line between", good + "\n{\"a\": 1,, \"b\": 2}\n" + good, 4, "A key is missing", "");
    }
    void broken() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(QString, reason);
        QFETCH(QString, noticed);
        const Ingested file = readWith(vllmReader, m_folder.write("broken.json", text.toStdString()));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.rows.size()), rows);
        QCOMPARE(file.rejections.empty(), reason.isEmpty());
        if (!reason.isEmpty())
            QVERIFY2(QString::fromStdString(file.rejections[0].reason).contains(reason),
                     file.rejections[0].reason.c_str());
        if (!noticed.isEmpty()) QVERIFY2(file.noticed(noticed.toStdString()) > 0, qPrintable(noticed));
    }

    void theLastOfTwoArraysIsTaken() {
        const Ingested file = read(VllmText().compact().insert(1, "\"itls\": [[9], [9, x]], \"ttfts\": [9, 9, 9], "));
        QCOMPARE(file.rows.size(), 2U);
        QCOMPARE(file.rows[0].row.firstToken.count(), ms(500).count());
        QCOMPARE(file.rows[0].row.gaps.size(), 1U);
    }

    void countsThatDisagreeAreSaid() {
        QCOMPARE(read(VllmText().compact()).noticed("counts-disagree"), 0U);
        QCOMPARE(read(VllmText().with("completed", "1").compact()).noticed("counts-disagree"), 1U);
    }

    void sweepsAreNotCountedTwice() {
        VllmText first = VllmText().summary().with("run_number", "0").with("max_num_seqs", "4");
        VllmText second =
            VllmText(first).with("run_number", "1").with("duration", "2.25").with("date", "\"20260725-052700\"");
        const Ingested run = read(first.pretty()),
                       summary = read("[\n" + VllmText(first).reversed().pretty() + ",\n" + second.pretty() + "\n]");
        QCOMPARE(summary.outcome.summaries, 2U);
        QVERIFY(!run.run().fingerprint.empty());
        QCOMPARE(summary.run(0).fingerprint, run.run().fingerprint);
        QVERIFY(summary.run(1).fingerprint != run.run().fingerprint);
        QCOMPARE(run.run().number, 1);
        QCOMPARE(summary.run(1).number, 2);
        // The same run with its rows still is that run.
        QCOMPARE(read(VllmText().with("run_number", "0").with("max_num_seqs", "4").compact()).run().fingerprint,
                 run.run().fingerprint);
    }

    void refused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("warm-up") << QString::fromStdString(VllmText().summary().with("run_number", "-1").compact())
                                 << "warm-up of a sweep";
        QTest::newRow("pytorch")
            << "[{\"benchmark\": {\"name\": \"vLLM\"}, \"model\": {}, \"metric\": {\"name\": \"x\"}}]"
            << "PyTorch dashboard";
        QTest::newRow("latency") << "{\"avg_latency\": 1.0, \"latencies\": [1.0], \"percentiles\": {\"50\": 1.0}}"
                                 << "vllm bench latency";
        QTest::newRow("throughput")
            << "{\"elapsed_time\": 1.0, \"num_requests\": 10, \"total_num_tokens\": 10, \"requests_per_second\": 10, "
               "\"tokens_per_second\": 1}"
            << "vllm bench throughput";
        QTest::newRow("failure note") << "{\"error_type\": \"X\", \"serve_overrides\": {}, \"bench_overrides\": {}}"
                                      << "run that failed";
    }
    void refused() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Ingested file = read(text.toStdString());
        QVERIFY(file.error);
        QVERIFY(file.error->kind == ErrorKind::refused);
        QVERIFY2(QString::fromStdString(file.error->text()).contains(says), file.error->text().c_str());
    }

    void otherHarnessesAreNotClaimed_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"e2els", "user_throughput", "total_output_tokens_retokenized"})
            QTest::newRow(key) << key;
    }
    void otherHarnessesAreNotClaimed() {
        QFETCH(QString, key);
        const std::string path = m_folder.write("other.json", VllmText().with(key.toStdString(), "1").compact());
        std::string storage;
        const auto sample = sampleFile(path, storage);
        QVERIFY(sample);
        QCOMPARE(vllmReader.probe(*sample), 0);
    }

    void cancelLeavesAtOnce() {
        std::stop_source stop;
        stop.request_stop();
        const Ingested file =
            readWith(vllmReader, m_folder.write("cancelled.json", VllmText().compact()), stop.get_token());
        QVERIFY(file.error && file.error->kind == ErrorKind::cancelled);
    }
};

QTEST_APPLESS_MAIN(TestVllm)
#include "test_vllm.moc"
