#include <QElapsedTimer>
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/trace/unknown_keys.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using test::Folder;
using test::Ingested;

class TestTraceJsonl : public QObject {
    Q_OBJECT
private slots:
    void everyField();
    void headerFacts();
    void suffixes_data();
    void suffixes();
    void unknowns_data();
    void unknowns();
    void unknownKeys_data();
    void unknownKeys();
    void unknownKeysAreCountedAFile();
    void words_data();
    void words();
    void loads_data();
    void loads();
    void sourcesAndRuns();
    void wholeOfSeveralRunsIsANote();
    void rowsBeforeAnyHeader();
    void headerSpeaksForSilentRows();
    void headerWithReportedOnly();
    void headerAlone();
    void rejections_data();
    void rejections();
    void brokenHeader();
    void dirt();
    void keyOrderMayChange();
    void duplicateKeys();
    void cancelWithin200Milliseconds();

private:
    Ingested read(const std::string& text) {
        return test::readWith(traceJsonlReader, m_folder.write("t.trace.jsonl", text));
    }
    Row one(const std::string& fields) {
        const Ingested got = read("{" + fields + "}\n");
        return got.rows.empty() ? Row{} : got.rows.front().row;
    }
    Folder m_folder;
};

namespace {

constexpr const char* header = R"({"plumbline": "trace/1", "clock": "epoch", "timing_boundary": {"start": "sent",
 "first": "answer-text", "end": "closed", "tokens": "usage", "clock": "epoch"}, "configuration": {"name": "A", "engine": "vllm",
 "model": "m", "accelerator_count": 8, "tensor_parallel": 8, "flags": ["--x"]}, "workload": {"name": "chat"},
 "run": {"duration_ns": 12000000000, "requests": 1000}, "reported": {"ttft_s.p99": 0.41}})";

std::string line(std::string text) {
    for (char& c : text)
        if (c == '\n') c = ' ';
    return text + "\n";
}

constexpr const char* full = R"({"id": "r-1", "load": {"concurrency": 32}, "scheduled_ns": 1762999999999999999,
 "start_ns": 1763000000000000001, "headers_ns": 41000000, "first_byte_ns": 42000000, "first_reasoning_ns": 90000000,
 "first_content_ns": 180000000, "first_token_ns": 80000000, "first_token_kind": "any-event", "last_content_ns": 5100000000,
 "end_ns": 5104000000, "chunks": 498, "gaps_ns": [9800000, 0, 12], "gap_basis": "chunk", "prompt_tokens": 812,
 "cached_tokens": 0, "output_tokens": 500, "reasoning_tokens": 7, "token_source": "tokenizer", "other_output_tokens": 501,
 "first_chunk_tokens": 1, "max_tokens": 512, "finish": "stop", "queue_ns": 3000, "status": "incomplete", "deliberate": true,
 "error": "cut \"off\"", "prompt_key": "00000000000000ff", "prefix_key": "some text", "session": "s-9", "turn": 4,
 "phase": "cooldown", "repeat": 3, "unknown": {"deep": [NaN, {"x": 1}]}})";

}  // namespace

void TestTraceJsonl::everyField() {
    const Ingested got = read(line(header) + line(full));
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{1});
    const Row& row = got.rows[0].row;
    QCOMPARE(row.record, std::uint64_t{0});  // headers are no records
    QCOMPARE(row.line, std::uint64_t{2});
    QCOMPARE(row.byte, std::uint64_t(line(header).size()));
    QCOMPARE(row.id, std::string("r-1"));
    QVERIFY((row.load == Load{LoadKind::concurrency, 32}));
    QCOMPARE(row.scheduled.count(), std::int64_t{1762999999999999999});
    QCOMPARE(row.start.count(), std::int64_t{1763000000000000001});
    QCOMPARE(row.headers.count(), std::int64_t{41'000'000});
    QCOMPARE(row.firstByte.count(), std::int64_t{42'000'000});
    QCOMPARE(row.firstReasoning.count(), std::int64_t{90'000'000});
    QCOMPARE(row.firstContent.count(), std::int64_t{180'000'000});
    QCOMPARE(row.firstToken.count(), std::int64_t{80'000'000});
    QCOMPARE(row.firstTokenKind, FirstTokenKind::anyEvent);
    QCOMPARE(row.lastContent.count(), std::int64_t{5'100'000'000});
    QCOMPARE(row.end.count(), std::int64_t{5'104'000'000});
    QCOMPARE(row.chunks, 498);
    QVERIFY(row.gapsKnown);
    QCOMPARE(row.gaps, (std::vector{Nanoseconds(9'800'000), Nanoseconds(0), Nanoseconds(12)}));
    QCOMPARE(row.gapBasis, GapBasis::chunk);
    QCOMPARE(row.promptTokens, 812);
    QCOMPARE(row.cachedTokens, 0);
    QCOMPARE(row.outputTokens, 500);
    QCOMPARE(row.reasoningTokens, 7);
    QCOMPARE(row.tokenSource, TokenSource::tokenizer);
    QCOMPARE(row.otherOutputTokens, 501);
    QCOMPARE(row.firstChunkTokens, 1);
    QCOMPARE(row.maxTokens, 512);
    QCOMPARE(row.finish, std::string("stop"));
    QCOMPARE(row.queue.count(), std::int64_t{3000});
    QCOMPARE(row.status, Status::incomplete);
    QCOMPARE(row.deliberate, std::optional(true));
    QCOMPARE(row.error, std::string("cut \"off\""));
    QCOMPARE(row.promptKey, Key{255});
    QCOMPARE(row.prefixKey, internKey("some text"));
    QCOMPARE(row.session, std::string("s-9"));
    QCOMPARE(row.turn, 4);
    QCOMPARE(row.phase, Phase::cooldown);
    QCOMPARE(row.repeat, 3);
    QCOMPARE(got.noticed("bare-nan"), std::uint64_t{0});  // in a field that nobody reads
}

void TestTraceJsonl::headerFacts() {
    const Ingested got = read(line(header) + line(full));
    QCOMPARE(got.outcome.sources.size(), std::size_t{1});
    const SourceInfo& source = got.outcome.sources[0];
    QCOMPARE(got.fact("name"), std::string("A"));
    QCOMPARE(got.fact("accelerator_count"), std::string("8"));
    QCOMPARE(got.fact("workload.name"), std::string("chat"));
    QCOMPARE(source.boundary, (TimingBoundary{"sent", "answer-text", "closed", "usage", "epoch"}));
    QCOMPARE(source.runs.size(), std::size_t{1});
    QCOMPARE(got.run().declaredDuration, Nanoseconds(12'000'000'000));
    QCOMPARE(got.run().declaredRequests, std::optional<std::int64_t>(1000));
    QCOMPARE(got.run().reported.at("ttft_s.p99"), 0.41);
    QCOMPARE(got.run().number, 3);
    QVERIFY((got.run().load == Load{LoadKind::concurrency, 32}));
    QVERIFY(!got.run().summaryOnly);
}

void TestTraceJsonl::suffixes_data() {
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<qint64>("end");
    QTest::newRow("ns") << QByteArray(R"("end_ns": 1500000000)") << qint64(1'500'000'000);
    QTest::newRow("us") << QByteArray(R"("end_us": 1500000)") << qint64(1'500'000'000);
    QTest::newRow("ms") << QByteArray(R"("end_ms": 1500)") << qint64(1'500'000'000);
    QTest::newRow("s") << QByteArray(R"("end_s": 1.5)") << qint64(1'500'000'000);
    QTest::newRow("text") << QByteArray(R"("end_s": "1.5")") << qint64(1'500'000'000);
    QTest::newRow("negative is kept: a verdict, no rejection") << QByteArray(R"("end_ms": -2)") << qint64(-2'000'000);
    QTest::newRow("no suffix is no time") << QByteArray(R"("id": "a", "end": 5)") << qint64(unknownTime.count());
    QTest::newRow("two units, the last stands") << QByteArray(R"("end_s": 1, "end_ms": 7)") << qint64(7'000'000);
    QTest::newRow("two units, the last is null")
        << QByteArray(R"("end_s": 1, "end_ms": null)") << qint64(unknownTime.count());
}

void TestTraceJsonl::suffixes() {
    QFETCH(QByteArray, fields);
    QTEST(qint64(one(fields.toStdString()).end.count()), "end");
    const Row gaps = one(R"("gaps_ms": [1, 2.5], "first_content_us": 3, "start_s": 1763000000.000000001)");
    QCOMPARE(gaps.gaps, (std::vector{Nanoseconds(1'000'000), Nanoseconds(2'500'000)}));
    QCOMPARE(gaps.firstContent, Nanoseconds(3000));
    QCOMPARE(gaps.start, Nanoseconds(1'763'000'000'000'000'001));
}

void TestTraceJsonl::unknownKeys_data() {
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("meant");  // empty: nothing is near
    const auto row = [](const char* key, const char* meant) {
        QTest::newRow(key) << QByteArray(key) << QByteArray(meant);
    };
    row("start", "start_ns, start_us, start_ms or start_s");  // a time without its unit
    row("gaps", "gaps_ns, gaps_us, gaps_ms or gaps_s");
    row("firstByte", "first_byte_ns, first_byte_us, first_byte_ms or first_byte_s");
    row("outputTokens", "output_tokens");
    row("output_token", "output_tokens");
    row("end_sec", "end_s");
    row("stauts", "status");
    row("rack", "");
    row("ttft", "");
    row("a_key_of_more_than_sixty_four_characters_that_nobody_would_ever_mean", "");
}

void TestTraceJsonl::unknownKeys() {
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, meant);
    QCOMPARE(QByteArray::fromStdString(likelyTraceField(key.toStdString())), meant);
    const Ingested got = read("{\"id\": \"a\", \"" + key.toStdString() + "\": 5}\n");
    QCOMPARE(got.rows.size(), 1U);
    QCOMPARE(got.outcome.diagnostics.size(), 1U);
    const std::string& text = got.outcome.diagnostics[0].text;
    QVERIFY2(text.find(" is no field of a trace") != std::string::npos, text.c_str());
    QCOMPARE(text.ends_with("did you mean " + meant.toStdString() + "?"), !meant.isEmpty());
}

void TestTraceJsonl::unknownKeysAreCountedAFile() {
    std::string text = R"({"plumbline": "trace/1", "comment": "a header's keys are no row's"})"
                       "\n";
    for (int i = 0; i < 5; ++i)
        text += "{\"id\": \"a\", \"end\": 5" + std::string(i % 2 == 0 ? ", \"start\": 1" : "") + "}\n";
    text += R"({"nothing": 1})"
            "\n";  // no row: rejected, and that is said
    const Ingested got = read(text);
    QCOMPARE(got.outcome.diagnostics.size(), 2U);
    const Diagnostic &end = got.outcome.diagnostics[0], &start = got.outcome.diagnostics[1];
    QVERIFY(end.id == "unknown-key" && end.count == 5 && end.line == 2);
    QVERIFY(start.id == "unknown-key" && start.count == 3 && start.text.starts_with("The key 'start' "));
    std::string many = "{\"id\": \"a\"";
    for (int i = 0; i < 30; ++i) many += ", \"own" + std::to_string(i) + "\": 1";
    const Ingested lots = read(many + "}\n");
    QCOMPARE(lots.outcome.diagnostics.size(), 21U);
    QCOMPARE(lots.outcome.diagnostics.back().count, 10U);
}

void TestTraceJsonl::unknowns_data() {
    QTest::addColumn<QByteArray>("value");
    for (const char* value : {"null", "NaN", "Infinity", "\"\"", "\"x\"", "{}", "[]", "true", "1e300"})
        QTest::newRow(value) << QByteArray(value);
}

/// Whatever stands where a number belongs, an unknown is unknown and never 0, and the row stays.
void TestTraceJsonl::unknowns() {
    QFETCH(QByteArray, value);
    const std::string v = value.toStdString();
    const Row row =
        one(R"("id":"k","end_ns":)" + v + R"(,"start_s":)" + v + R"(,"output_tokens":)" + v + R"(,"gaps_ns":)" +
            (v == "[]" ? "null" : v) + R"(,"repeat":)" + v + R"(,"turn":)" + v + R"(,"chunks":)" + v);
    QCOMPARE(row.id, std::string("k"));
    QCOMPARE(row.end, unknownTime);
    QCOMPARE(row.start, unknownTime);
    QCOMPARE(row.outputTokens, unknownCount);
    QCOMPARE(row.chunks, unknownCount);
    QCOMPARE(row.turn, unknownCount);
    QCOMPARE(row.repeat, 0);
    QVERIFY(!row.gapsKnown && row.gaps.empty());
    const Row missing = one(R"("id":"k")");
    QCOMPARE(missing.promptTokens, unknownCount);
    QCOMPARE(missing.queue, unknownTime);
    QCOMPARE(missing.deliberate, std::nullopt);
    QVERIFY(!one(R"("gaps_s": [1, 8640001])").gapsKnown);  // a gap above 100 days is none
    QVERIFY(one(R"("gaps_s": [1, 8639998])").gapsKnown);
    QVERIFY(one(R"("gaps_ns": [])").gapsKnown);  // one chunk has no gaps, and that is known
}

void TestTraceJsonl::words_data() {
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("noticed");
    QTest::newRow("kind") << QByteArray(R"("first_token_kind": "first")") << 1;
    QTest::newRow("basis") << QByteArray(R"("gap_basis": "event")") << 1;
    QTest::newRow("source") << QByteArray(R"("token_source": "server")") << 1;
    QTest::newRow("phase") << QByteArray(R"("phase": "profiling")") << 1;
    QTest::newRow("case counts") << QByteArray(R"("gap_basis": "Chunk")") << 1;
    QTest::newRow("null is no word") << QByteArray(R"("gap_basis": null, "phase": null, "token_source": null)") << 0;
    QTest::newRow("negative count") << QByteArray(R"("output_tokens": -5)") << 0;
}

void TestTraceJsonl::words() {
    QFETCH(QByteArray, fields);
    const Ingested got = read("{" + fields.toStdString() + "}");
    QCOMPARE(got.rows.size(), std::size_t{1});
    QTEST(int(got.noticed("unknown-word")), "noticed");
    const Row& row = got.rows[0].row;
    QCOMPARE(row.firstTokenKind, FirstTokenKind::unknown);
    QCOMPARE(row.gapBasis, GapBasis::unknown);
    QCOMPARE(row.tokenSource, TokenSource::unknown);
    QCOMPARE(row.phase, Phase::measured);
    QCOMPARE(row.outputTokens, unknownCount);
    QCOMPARE(got.noticed("negative-count"), std::uint64_t(fields.contains("-5")));
}

void TestTraceJsonl::loads_data() {
    QTest::addColumn<QByteArray>("load");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    const auto row = [](const char* load, LoadKind kind, double value) {
        QTest::newRow(load) << QByteArray(load) << static_cast<int>(kind) << value;
    };
    row(R"({"concurrency": 32})", LoadKind::concurrency, 32);
    row(R"({"concurrency": "32"})", LoadKind::concurrency, 32);
    row(R"({"request_rate": 2.5})", LoadKind::requestRate, 2.5);
    row(R"({"unbounded": true})", LoadKind::unbounded, 0);
    row(R"({"unbounded": false})", LoadKind::notStated, 0);
    row(R"({"concurrency": 0})", LoadKind::notStated, 0);
    row(R"({"request_rate": -1})", LoadKind::notStated, 0);
    row(R"({"request_rate": NaN})", LoadKind::notStated, 0);
    row(R"({"concurrency": 1e9})", LoadKind::concurrency, 1e9);
    row(R"({"concurrency": 1e308})", LoadKind::notStated, 0);
    row(R"({"request_rate": 1000000001})", LoadKind::notStated, 0);
    row(R"({"users": 3})", LoadKind::notStated, 0);
    row("null", LoadKind::notStated, 0);
    row("32", LoadKind::notStated, 0);
}

void TestTraceJsonl::loads() {
    QFETCH(QByteArray, load);
    const Row row = one(R"("id":"a","load":)" + load.toStdString());
    QTEST(static_cast<int>(row.load.kind), "kind");
    QTEST(row.load.value, "value");
}

void TestTraceJsonl::sourcesAndRuns() {
    const std::string second = R"({"plumbline":"trace/1","configuration":{"name":"B"}})";
    const auto row = [](int load, int repeat) {
        return R"({"load":{"concurrency":)" + std::to_string(load) + R"(},"repeat":)" + std::to_string(repeat) + "}\n";
    };
    const Ingested got =
        read(line(header) + row(1, 1) + row(2, 1) + row(1, 1) + row(1, 2) + line(second) + row(1, 1) + line(second));
    QVERIFY(got.identityHolds());
    QCOMPARE(got.outcome.sources.size(), std::size_t{2});  // the last header has no rows
    QCOMPARE(got.outcome.sources[0].runs.size(), std::size_t{3});
    QCOMPARE(got.outcome.sources[1].runs.size(), std::size_t{1});
    QCOMPARE(plainFact(got.outcome.sources[1].context, "name"), std::optional<std::string>("B"));
    const std::vector<std::pair<std::size_t, std::size_t>> expected{{0, 0}, {0, 1}, {0, 0}, {0, 2}, {1, 0}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(got.rows[i].source, expected[i].first);
        QCOMPARE(got.rows[i].run, expected[i].second);
        const RunInfo& run = got.outcome.sources[expected[i].first].runs[expected[i].second];
        QVERIFY(run.load == got.rows[i].row.load);
        QCOMPARE(run.number, got.rows[i].row.repeat);
    }
}

/// Figures of several runs together must not stand beside one of them.
void TestTraceJsonl::wholeOfSeveralRunsIsANote() {
    const Ingested got = read(line(header) + "{\"load\":{\"concurrency\":1}}\n{\"load\":{\"concurrency\":2}}\n");
    for (const RunInfo& run : got.outcome.sources[0].runs) {
        QVERIFY(!isKnown(run.declaredDuration) && !run.declaredRequests && run.reported.empty());
    }
    QCOMPARE(got.fact("note.run.requests"), std::string("1000"));
    QCOMPARE(got.fact("note.run.duration_ns"), std::string("12000000000"));
    QCOMPARE(got.fact("note.reported.ttft_s.p99"), std::string("0.41"));
}

void TestTraceJsonl::rowsBeforeAnyHeader() {
    const Ingested got = read("{\"id\":\"a\"}\n" + line(header) + "{\"id\":\"b\"}\n");
    QCOMPARE(got.outcome.sources.size(), std::size_t{2});
    QVERIFY(got.outcome.sources[0].context.empty());
    QCOMPARE(got.outcome.sources[0].boundary, TimingBoundary{});
    QCOMPARE(got.rows[1].source, std::size_t{1});
}

void TestTraceJsonl::headerSpeaksForSilentRows() {
    const Ingested got =
        read(line(header) +
             R"({"first_token_ms": 5, "output_tokens": 3})"
             "\n"
             R"({"end_ms": 5})"
             "\n"
             R"({"first_token_ms": 5, "first_token_kind": "engine", "output_tokens": 3, "token_source": "chunks"})");
    QCOMPARE(got.rows[0].row.firstTokenKind, FirstTokenKind::answerText);
    QCOMPARE(got.rows[0].row.tokenSource, TokenSource::usage);
    QCOMPARE(got.rows[1].row.firstTokenKind, FirstTokenKind::unknown);
    QCOMPARE(got.rows[1].row.tokenSource, TokenSource::unknown);
    QCOMPARE(got.rows[2].row.firstTokenKind, FirstTokenKind::engine);
    QCOMPARE(got.rows[2].row.tokenSource, TokenSource::chunks);
}

void TestTraceJsonl::headerWithReportedOnly() {
    const Ingested got = read(line(header));
    QVERIFY(got.identityHolds());
    QCOMPARE(got.outcome.summaries, std::uint64_t{1});
    QCOMPARE(got.outcome.records, std::uint64_t{0});
    QVERIFY(got.run().summaryOnly);
    QCOMPARE(got.run().reported.at("ttft_s.p99"), 0.41);
}

void TestTraceJsonl::headerAlone() {
    const Ingested got = read(R"({"plumbline":"trace/1","configuration":{"name":"B"}})");
    QVERIFY(got.error && got.error->kind == ErrorKind::refused);
    QVERIFY(got.error->hint.find("context file") != std::string::npos);
}

void TestTraceJsonl::rejections_data() {
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* record, const char* reason) {
        QTest::newRow(record) << QByteArray(record) << QByteArray(reason);
    };
    row(R"({"id":"b","end_ns":1 2})", "Broken JSON.");
    row(R"({"id":"b","x":{"deep":[1,}})", "An object or a list is not closed.");
    row(R"([1,2])", "Not a JSON object.");
    row("hello", "Not a JSON object.");
    row(R"({"unknown":1})", "It has none of the fields of a trace.");
    row(R"({})", "It has none of the fields of a trace.");
    row(R"({"status":"success"})", "The status 'success' is none of ok, error, cancelled, incomplete.");
    row("{\"id\":\xC2\xA0\"b\"}", "It holds U+00A0, a no-break space, where JSON wants a plain one.");
    row("{\"id\":\"\xE4\"}", "Not valid UTF-8.");
}

/// A broken record is rejected with its place; the ones around it are read.
void TestTraceJsonl::rejections() {
    QFETCH(QByteArray, record);
    const std::string before = "{\"id\":\"a\"}\n\n";
    const Ingested got = read(before + record.toStdString() + "\n{\"id\":\"c\"}\n");
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{2});
    QCOMPARE(got.rejections.size(), std::size_t{1});
    const Rejection& rejection = got.rejections[0];
    QTEST(QByteArray::fromStdString(rejection.reason), "reason");
    QCOMPARE(rejection.line, std::uint64_t{3});
    QCOMPARE(rejection.record, std::uint64_t{1});
    QCOMPARE(rejection.byte, std::uint64_t(before.size()));
    QCOMPARE(rejection.excerpt, record.toStdString());
    QCOMPARE(got.rows[1].row.record, std::uint64_t{2});
}

void TestTraceJsonl::brokenHeader() {
    const Ingested got = read(line(header) + "{\"id\":\"a\"}\n{\"plumbline\":\"trace/99\"}\n{\"id\":\"b\"}\n");
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rejections.size(), std::size_t{1});
    QCOMPARE(got.rows[1].source, std::size_t{1});  // b does not join A
    QVERIFY(got.outcome.sources[1].context.empty());
}

void TestTraceJsonl::dirt() {
    const std::string file =
        "\xEF\xBB\xBF"
        "{\"id\":\"a\",\"end_ms\":NaN}\r\n\r\n{\"id\":\"b\",\"end_ms\":\"3\"}\r\n{\"id\":\"c\",\"end_ms\":4,\"gaps_"
        "ms\":[1,2";
    const Ingested got = read(file);
    QVERIFY(got.identityHolds());
    QCOMPARE(got.rows.size(), std::size_t{2});
    QCOMPARE(got.rows[1].row.end, Nanoseconds(3'000'000));
    QCOMPARE(got.rejections.at(0).reason, std::string("Truncated: the file ends inside this record."));
    QCOMPARE(got.rejections.at(0).line, std::uint64_t{4});
    QCOMPARE(got.noticed("truncated"), std::uint64_t{1});
    QCOMPARE(got.noticed("bare-nan"), std::uint64_t{1});
    QCOMPARE(got.noticed("number-as-text"), std::uint64_t{1});
    // The last record without a line end is whole when it is closed.
    QCOMPARE(read("{\"id\":\"a\"}\n{\"id\":\"b\"}").rows.size(), std::size_t{2});
    const Ingested empty = read("");
    QVERIFY(empty.error && empty.error->kind == ErrorKind::refused);
}

void TestTraceJsonl::keyOrderMayChange() {
    const Ingested got = read(
        "{\"id\":\"a\",\"end_ms\":1,\"turn\":1}\n{\"turn\":2,\"id\":\"b\",\"end_ms\":2}\n{\"end_ms\":3,\"zzz\":1,"
        "\"turn\":3,\"id\":\"c\"}\n{\"id\":\"d\"}\n");
    QCOMPARE(got.rows.size(), std::size_t{4});
    for (int i = 0; i < 3; ++i) {
        const Row& row = got.rows[std::size_t(i)].row;
        QCOMPARE(row.id, std::string(1, char('a' + i)));
        QCOMPARE(row.end, Nanoseconds((i + 1) * 1'000'000));
        QCOMPARE(row.turn, i + 1);
    }
    QCOMPARE(got.rows[3].row.turn, unknownCount);  // nothing is left over from the row before
}

void TestTraceJsonl::duplicateKeys() {
    const Ingested got = read(R"({"id":"a","end_ms":1,"id":"b","end_ms":2,"load":{"concurrency":1},"load":null})");
    QCOMPARE(got.rows.at(0).row.id, std::string("b"));
    QCOMPARE(got.rows.at(0).row.end, Nanoseconds(2'000'000));
    QVERIFY(got.rows.at(0).row.load == Load{});
    QCOMPARE(got.noticed("duplicate-key"), std::uint64_t{3});
    QVERIFY(got.outcome.diagnostics.at(0).text.find("'id' in line 1") == 0);
}

void TestTraceJsonl::cancelWithin200Milliseconds() {
    std::string text;
    while (text.size() < 40'000'000)
        text += R"({"id":"some-request-id","start_ns":1763000000000000001,"end_ns":5104000000})"
                "\n";
    const auto path = m_folder.write("cancel.jsonl", text);
    struct StoppingSink : RowSink {
        std::stop_source stop;
        QElapsedTimer timer;
        int rows = 0;
        void row(std::size_t, std::size_t, const Row&) override {
            if (++rows == 1000) stop.request_stop(), timer.start();
        }
        void reject(const Rejection&) override {}
    } sink;
    const ReadInput input{path, {}, sink.stop.get_token()};
    const auto got = test::readWhole(traceJsonlReader, input, sink);
    const qint64 took = sink.timer.elapsed();
    QVERIFY(!got && got.error().kind == ErrorKind::cancelled);
    QVERIFY2(took < 200, QByteArray::number(took));
    QVERIFY(sink.rows < 100'000);
}

QTEST_APPLESS_MAIN(TestTraceJsonl)
#include "test_trace_jsonl.moc"
