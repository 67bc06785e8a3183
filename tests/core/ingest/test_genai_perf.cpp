// The GenAI-Perf reader on made files, one row a trap. No public file with its requests is known.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/stream_text.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Nanoseconds ms(std::int64_t value) { return Nanoseconds(value * 1'000'000); }

constexpr std::int64_t epoch = 1'760'000'000'000'000'000;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
    return out;
}

std::string delta(const std::string& inside) { return "data: {\"choices\":[{\"delta\":{" + inside + "}}]}\n\n"; }
const std::string role = delta("\"role\":\"assistant\",\"content\":\"\"");
const std::string word = delta("\"content\":\"word\"");
const std::string thought = delta("\"reasoning_content\":\"hm\",\"content\":null");
const std::string usage =
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":40,\"completion_tokens_details\":"
    "{\"reasoning_tokens\":30},\"prompt_tokens_details\":{\"cached_tokens\":4}}}\n\n";
const std::string done = "data: [DONE]\n\n";

/// Readings at 100, 200, 300 ... ms after the start.
std::string request(const std::vector<std::string>& readings, const char* key = "response",
                    std::int64_t ticksPerSecond = 1'000'000'000) {
    const std::int64_t start = epoch / (1'000'000'000 / ticksPerSecond);
    std::string times, outputs;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const std::string comma = i > 0 ? "," : "";
        times += comma + std::to_string(start + std::int64_t(i + 1) * ticksPerSecond / 10);
        outputs += comma + "{\"" + key + "\":\"" + escaped(readings[i]) + "\"}";
    }
    return "{\"timestamp\":" + std::to_string(start) +
           R"(,"request_inputs":{"payload":"{\"model\":\"acme/m\",\"stream\":true,\"max_tokens\":64,)"
           R"(\"messages\":[{\"content\":\"secret words\"}]}"},"response_timestamps":[)" +
           times + "],\"response_outputs\":[" + outputs + "]}";
}

std::string experiment(const std::string& mode, const std::string& requests) {
    return R"({"experiment":{"mode":)" + mode + R"(},"requests":[)" + requests + R"(],"window_boundaries":[1,2]})";
}

std::string document(const std::string& experiments) {
    return R"({"experiments":[)" + experiments +
           R"(],"version":"2.59","service_kind":"openai","endpoint":"v1/chat/completions"})";
}

}  // namespace

class TestGenaiPerf : public QObject {
    Q_OBJECT

private:
    Ingested read(const std::string& content) {
        return ingestFile(m_folder.write(QTest::currentTestFunction() + std::string("/profile_export.json"), content));
    }
    Ingested readOne(const std::string& one) { return read(document(experiment(R"("concurrency","value":8)", one))); }
    Folder m_folder;

private slots:
    void everyFieldOfARow() {
        const Ingested file = readOne(request({role, thought, word + word, usage, done}));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("genai-perf"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.start.count(), epoch);
        QCOMPARE(row.firstByte.count(), ms(100).count());       // the role, with no text
        QCOMPARE(row.firstReasoning.count(), ms(200).count());  // GenAI-Perf itself drops this one
        QCOMPARE(row.firstContent.count(), ms(300).count());
        QCOMPARE(row.lastContent.count(), ms(300).count());
        QCOMPARE(row.end.count(), ms(500).count());
        QCOMPARE(row.chunks, 3);  // two of them in one reading, so one gap
        QVERIFY(row.gapsKnown && row.gaps == std::vector<Nanoseconds>{ms(100)} && row.gapBasis == GapBasis::read);
        QVERIFY(row.promptTokens == 9 && row.cachedTokens == 4 && row.outputTokens == 40 && row.reasoningTokens == 30);
        QVERIFY(row.tokenSource == TokenSource::usage && row.maxTokens == 64 && row.promptKey != 0);
        QVERIFY((row.load == Load{LoadKind::concurrency, 8}));
        QCOMPARE(file.fact("model"), std::string("acme/m"));
        QCOMPARE(file.fact("streaming"), std::string("true"));
        for (const auto& [key, fact] : file.outcome.sources.at(0).context)
            QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
        QCOMPARE(file.noticed("failures-not-recorded"), 1U);
    }

    void streams_data() {
        QTest::addColumn<QStringList>("readings");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<qint64>("content");  // ms; -1: unknown
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const std::vector<std::string>& readings, int chunks, qint64 content,
                            Status status = Status::ok) {
            QStringList list;
            for (const std::string& each : readings) list << QString::fromStdString(each);
            QTest::newRow(name) << list << chunks << content << int(status);
        };
        const std::string half = word.substr(0, 20), rest = word.substr(20);
        row("an event in two readings is there with its second half", {half, rest, word}, 2, 200);
        row("keep-alive comments and blank lines are no text", {":\n\n", "\n", word, done}, 1, 300);
        row("readings stored without their line ends",
            {role.substr(0, role.size() - 2), word.substr(0, word.size() - 2), "data: [DONE]"}, 1, 200);
        row("tool calls are no text", {delta("\"tool_calls\":[{\"id\":1}]"), word}, 1, 200);
        row("completions hold their text in choices", {"data: {\"choices\":[{\"text\":\"a\"}]}\n\n", done}, 1, 100);
        row("an error inside the stream", {word, "data: {\"error\":{\"message\":\"overloaded\"}}\n\n"}, 1, 100,
            Status::error);
        row("an error by the event's name", {word, "event: error\ndata: {}\n\n"}, 1, 100, Status::error);
        row("broken JSON in an event tells nothing", {"data: {\"choices\":[{\"delta\"\n\n", word}, 1, 200);
        row("not streamed: one reading, no first token",
            {"{\"choices\":[{\"message\":{\"content\":\"all of it\"}}],\"usage\":{\"completion_tokens\":3}}"}, -1, -1);
        row("no readings", {}, -1, -1);
    }
    void streams() {
        QFETCH(QStringList, readings);
        QFETCH(int, chunks);
        QFETCH(qint64, content);
        QFETCH(int, status);
        std::vector<std::string> list;
        for (const QString& each : readings) list.push_back(each.toStdString());
        const Ingested file = readOne(request(list));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.chunks, chunks);
        QCOMPARE(isKnown(row.firstContent) ? row.firstContent.count() / 1'000'000 : qint64(-1), content);
        QCOMPARE(int(row.status), status);
    }

    void tokensWithoutUsage() {
        const Ingested file = readOne(request({word, word, word}));
        QVERIFY(file.rows.at(0).row.outputTokens == 3 && file.rows[0].row.tokenSource == TokenSource::chunks);
        QVERIFY(!isKnown(file.rows[0].row.promptTokens));
        QCOMPARE(file.noticed("tokens-from-chunks"), 1U);
        QCOMPARE(file.outcome.sources.at(0).boundary.tokens, std::string("chunks"));
    }

    void microsecondTicks() {
        const Row row = readOne(request({word, word}, "response", 1'000'000)).rows.at(0).row;
        QCOMPARE(row.start.count(), epoch);
        QCOMPARE(row.firstContent.count(), ms(100).count());
    }

    void tritonOutputs() {
        const Row row = readOne(request({"a", "", "b"}, "text_output")).rows.at(0).row;
        QCOMPARE(row.chunks, 2);
        QCOMPARE(row.lastContent.count(), ms(300).count());
    }

    void sweeps() {
        const std::string one = request({word, word});
        std::string late = experiment(R"("concurrency","value":4)", one);
        // The load after the rows.
        const std::string load = R"("experiment":{"mode":"concurrency","value":4})";
        late.erase(late.find(load), load.size() + 1);
        late.insert(late.size() - 1, "," + load);
        const Ingested file = read(document(experiment(R"("request_rate","value":2.5)", one + "," + one) + "," + late +
                                            "," + experiment(R"("request_rate","value":0)", one)));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.sources.at(0).runs.size(), 3U);
        const std::vector<Load> loads{
            {LoadKind::requestRate, 2.5}, {LoadKind::requestRate, 2.5}, {LoadKind::concurrency, 4}, {}};
        QCOMPARE(file.rows.size(), loads.size());
        for (std::size_t i = 0; i < loads.size(); ++i) {
            QVERIFY2(file.rows[i].row.load == loads[i], std::to_string(i).c_str());
            QVERIFY(file.run(file.rows[i].run).load == loads[i]);
        }
    }

    void brokenRecords_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("rows");
        const std::string good = request({word, done});
        const auto row = [&](const char* name, const std::string& requests, int rows) {
            QTest::newRow(name) << QByteArray::fromStdString(
                                       document(experiment(R"("concurrency","value":8)", requests)))
                                << rows;
        };
        row("no timestamp", good + R"(,{"response_timestamps":[]})", 1);
        for (const char* const time : {"17600000001000000", "-9200000000000000000"})
            row(time,
                good + R"(,{"timestamp":1760000000000000000,"response_timestamps":[)" + time +
                    R"(],"response_outputs":[{"response":"x"}]})",
                1);
        row("fewer outputs than times",
            R"({"timestamp":1760000000000000000,"response_timestamps":[1760000000100000000,1760000000200000000],)"
            R"("response_outputs":[{"response":"x"}]},)" +
                good,
            1);
        row("no object", "7," + good, 1);
        const std::string whole = document(experiment(R"("concurrency","value":8)", good + "," + good));
        QTest::newRow("cut off") << QByteArray::fromStdString(whole.substr(0, whole.find("[DONE]", 700))) << 1;
    }
    void brokenRecords() {
        QFETCH(QByteArray, content);
        QFETCH(int, rows);
        const Ingested file = readWith(genaiPerfReader, m_folder.write("broken.json", content.toStdString()));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(int(file.rows.size()), rows);
        QCOMPARE(file.rejections.size(), 1U);
    }

    void withItsSummary() {
        const std::string summary =
            R"({"request_latency": {"unit": "ms", "avg": 200.0, "p99": 210.0},
                "time_to_first_token": {"unit": "ms", "avg": 100.0}, "request_count": {"unit": "count", "avg": 1},
                "inter_token_latency": {"unit": "ms", "avg": 10.0},
                "request_throughput": {"unit": "requests/sec", "avg": 5},
                "input_config": {"model": ["acme/m"], "concurrency": 8, "endpoint_type": "chat", "tokenizer": "acme/t"}})";
        const std::string path = m_folder.write("pair/profile_export_genai_perf.json", summary);
        const Ingested alone = ingestFile(path);
        QCOMPARE(alone.reader, std::string("genai-perf"));
        QCOMPARE(alone.outcome.summaries, 1U);
        QVERIFY((alone.run().load == Load{LoadKind::concurrency, 8}));
        QCOMPARE(alone.run().reported.at("tpot_s.mean"), 0.01);
        QCOMPARE(alone.run().reported.at("e2e_s.p99"), 0.21);
        QCOMPARE(alone.fact("note.harness"), std::string("GenAI-Perf"));
        const Ingested rows = ingestFile(m_folder.write(
            "pair/profile_export.json", document(experiment(R"("concurrency","value":8)", request({word, word})))));
        QVERIFY((rows.outcome.siblings == std::vector<std::string>{path}));
        QCOMPARE(rows.run().reported.at("ttft_s.mean"), 0.1);
        QVERIFY(!rows.run().summaryOnly);
        QCOMPARE(rows.fact("tokenizer"), std::string("acme/t"));
    }

    void theCsvOfTheSummary() {
        const Ingested file = ingestFile(m_folder.write(
            "profile_export_genai_perf.csv",
            "Metric,avg,min,max,p99,p95,p90\nTime To First Token (ms),12.50,1.00,20.00,19.00,18.00,17.00\n"
            "\nMetric,Value\nOutput Token Throughput (per sec),456.00\n"));
        QCOMPARE(file.reader, std::string("genai-perf"));
        QCOMPARE(file.run().reported.at("ttft_s.p99"), 0.019);
    }

    void piecesOfAStreamAreNotLost_data() {
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 3, 7, 50, 10'000}) QTest::addRow("%d", size) << size;
    }
    void piecesOfAStreamAreNotLost() {
        QFETCH(int, size);
        const std::string all = role + thought + ": ping\n\n" + word + word + usage + done;
        int visits = 0, contents = 0;
        StreamChunkReader chunks;
        StreamText stream([&](std::string_view json, Nanoseconds, bool) {
            ++visits;
            contents += chunks.read(json).content ? 1 : 0;
        });
        for (std::size_t from = 0; from < all.size(); from += std::size_t(size))
            stream.feed(all.substr(from, std::size_t(size)), ms(1));
        stream.finish();
        QCOMPARE(visits, 5);
        QCOMPARE(contents, 2);
        QVERIFY(stream.streamed());
    }
};

QTEST_APPLESS_MAIN(TestGenaiPerf)
#include "test_genai_perf.moc"
