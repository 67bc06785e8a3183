// The OpenTelemetry reader on made spans, one row a trap, and on real ones.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

std::string attribute(const std::string& key, const std::string& value) {
    return R"({"key": ")" + key + R"(", "value": {)" + value + "}}";
}

/// A span of OTLP from 1 s to 3 s after an epoch.
std::string span(const std::string& attributes, const std::string& more = "") {
    return R"({"name": "llm_request", "spanId": "ab12", "startTimeUnixNano": "1790000001000000000",
              "endTimeUnixNano": "1790000003000000000", "attributes": [)" +
           attributes + "]" + more + "}";
}

std::string otlp(const std::string& spans) {
    return R"({"resourceSpans": [{"resource": {"attributes": [)" +
           attribute("service.name", R"("stringValue": "serve")") + R"(]}, "scopeSpans": [{"spans": [)" + spans +
           "]}]}]}";
}

std::string served(const std::string& first, const std::string& whole, int tokens) {
    return attribute("gen_ai.latency.time_to_first_token", R"("doubleValue": )" + first) + "," +
           attribute("gen_ai.latency.e2e", R"("doubleValue": )" + whole) + "," +
           attribute("gen_ai.usage.completion_tokens", R"("intValue": ")" + std::to_string(tokens) + "\"");
}

}  // namespace

class TestOtel : public QObject {
    Q_OBJECT

private:
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("spans.json", text)); }
    Folder m_folder;

private slots:
    void everyFieldOfARow() {
        const Ingested file = read(otlp(span(
            served("0.5", "2.0", 8) + "," + attribute("gen_ai.usage.prompt_tokens", R"("intValue": "14")") + "," +
            attribute("gen_ai.usage.cached_tokens", R"("intValue": 3)") + "," +
            attribute("gen_ai.latency.time_in_queue", R"("doubleValue": 0.25)") + "," +
            attribute("gen_ai.request.id", R"("stringValue": "req-1")") + "," +
            attribute("gen_ai.request.model", R"("stringValue": "acme/m")") + "," +
            attribute("gen_ai.response.finish_reasons", R"("arrayValue": {"values": [{"stringValue": "stop"}]})"))));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("otel"));
        QVERIFY(file.identityHolds());
        const Row& row = file.rows.at(0).row;
        QCOMPARE(row.start.count(), 1'790'000'001'000'000'000);  // exact: no double
        QCOMPARE(row.end.count(), 2'000'000'000);
        QCOMPARE(row.firstToken.count(), 500'000'000);
        QVERIFY(row.firstTokenKind == FirstTokenKind::engine);
        QCOMPARE(row.queue.count(), 250'000'000);
        QVERIFY(row.promptTokens == 14 && row.cachedTokens == 3 && row.outputTokens == 8 && row.finish == "stop");
        QVERIFY(row.tokenSource == TokenSource::usage && row.id == "req-1" && row.status == Status::ok);
        QVERIFY(!isKnown(row.firstContent) && !isKnown(row.chunks) && !row.gapsKnown);
        const TimingBoundary expected{"server", "engine", "closed", "usage", "epoch"};
        QVERIFY(file.outcome.sources.at(0).boundary == expected);
        QCOMPARE(file.fact("model"), std::string("acme/m"));
        QCOMPARE(file.fact("note.service"), std::string("serve"));
    }

    void spans_data() {
        QTest::addColumn<QByteArray>("attributes");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<bool>("isRow");
        QTest::addColumn<qint64>("firstMs");  // -1: unknown
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const std::string& attributes, bool isRow, qint64 first,
                            const std::string& more = "", Status status = Status::ok) {
            QTest::newRow(name) << QByteArray::fromStdString(attributes) << QByteArray::fromStdString(more) << isRow
                                << first << int(status);
        };
        row("not streamed: first token at the end", served("1.99996", "2.0", 8), true, -1);
        row("one token may well come at the end", served("1.9999", "2.0", 1), true, 1999);
        row("a step inside the server", attribute("x", R"("intValue": "1")"), false, -1);
        row("no attributes", "", false, -1);
        row("a tool", attribute("gen_ai.operation.name", R"("stringValue": "execute_tool")"), false, -1);
        row("a client's first chunk",
            attribute("gen_ai.operation.name", R"("stringValue": "chat")") + "," +
                attribute("gen_ai.response.time_to_first_chunk", R"("doubleValue": 0.125)"),
            true, 125);
        row("an error by the status", served("0.5", "2.0", 8), true, 500,
            R"(, "status": {"code": 2, "message": "boom"})", Status::error);
        row("an error by the attribute",
            served("0.5", "2.0", 8) + "," + attribute("error.type", R"("stringValue": "timeout")"), true, 500, "",
            Status::error);
        row("a status that is set and fine", served("0.5", "2.0", 8), true, 500, R"(, "status": {"code": 1})");
    }
    void spans() {
        QFETCH(QByteArray, attributes);
        QFETCH(QByteArray, more);
        QFETCH(bool, isRow);
        QFETCH(qint64, firstMs);
        QFETCH(int, status);
        const std::string other = span(served("0.25", "2.0", 5));
        const Ingested file = read(otlp(span(attributes.toStdString(), more.toStdString()) + "," + other));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), isRow ? 2U : 1U);
        QCOMPARE(file.noticed("other-span"), isRow ? 0U : 1U);
        if (!isRow) return;
        const Row& row = file.rows[0].row;
        QCOMPARE(isKnown(row.firstToken) ? row.firstToken.count() / 1'000'000 : qint64(-1), firstMs);
        QCOMPARE(int(row.status), status);
    }

    void forms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("start");
        const QByteArray flat = R"({"name": "chat", "span_id": "s", "start_time": "2026-02-25T10:00:00.250000",
            "end_time": "2026-02-25T10:00:02.500000", "attributes": {"gen_ai.operation.name": "chat",
            "gen_ai.request.model": "m", "gen_ai.input.messages": "secret words", "gen_ai.usage.output_tokens": 7},
            "status": {"code": 1}})";
        const qint64 utc = 1'772'013'600'250'000'000;
        QTest::newRow("one document of flat spans")
            << R"({"trace_id": "t", "span_count": 1, "spans": [)" + flat + "]}" << utc;
        QTest::newRow("a list of spans") << "[" + flat + "]" << utc;
        QTest::newRow("a span a line") << QByteArray(flat).replace('\n', ' ') + "\n" << utc;
        QTest::newRow("with a zone")
            << QByteArray(flat).replace("00.250000\"", "00.250000+02:00\"").replace("02.500000\"", "02.500000+02:00\"")
            << utc - 7'200'000'000'000;
        QTest::newRow("epoch numbers") << QByteArray(R"({"spans": [{"name": "chat", "start_time": 1790000001000000000,
            "end_time": 1790000003250000000, "attributes": {"gen_ai.operation.name": "chat",
            "gen_ai.usage.output_tokens": 7}}]})")
                                       << qint64(1'790'000'001'000'000'000);
    }
    void forms() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, start);
        const Ingested file = read(text.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 1U);
        QCOMPARE(file.rows[0].row.start.count(), start);
        QCOMPARE(file.rows[0].row.end.count(), 2'250'000'000);
        QCOMPARE(file.rows[0].row.outputTokens, 7);
        QCOMPARE(file.outcome.sources.at(0).boundary.start, std::string("sent"));
        for (const auto& [key, fact] : file.outcome.sources[0].context)
            QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
    }

    void modelsAreSources() {
        const auto of = [](const char* model) {
            return span(served("0.5", "2.0", 8) + "," +
                        attribute("gen_ai.request.model", std::string(R"("stringValue": ")") + model + "\""));
        };
        // Two documents, one a line, as a collector writes them.
        std::string text = otlp(of("a") + "," + of("b")) + "\n" + otlp(of("a"));
        std::replace(text.begin(), text.end(), '\n', ' ');
        const Ingested file = read(text);
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.sources.size(), 2U);
        QCOMPARE(file.rows.at(0).source, 0U);
        QCOMPARE(file.rows.at(1).source, 1U);
        QCOMPARE(file.rows.at(2).source, 0U);
    }

    void brokenRecords() {
        const std::string good = span(served("0.5", "2.0", 8));
        const std::string whole = otlp(good + "," + good);
        const Ingested cut = read(whole.substr(0, whole.rfind("completion_tokens")));
        QVERIFY(cut.identityHolds());
        QCOMPARE(cut.rows.size(), 1U);
        QCOMPARE(cut.rejections.size(), 1U);
        std::string timeless = good;
        timeless.replace(timeless.find("1790000001000000000"), 19, "yesterday");
        const Ingested bad = read(otlp(timeless + "," + good));
        QVERIFY(bad.identityHolds());
        QCOMPARE(bad.rejections.size(), 1U);
        QVERIFY(bad.rejections[0].byte > 0 && bad.rejections[0].reason.find("start time") != std::string::npos);
    }

    void noRequests() {
        const Ingested file = read(otlp(span("")));
        QVERIFY(file.error && file.error->kind == ErrorKind::refused);
    }

    void realFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("others");
        QTest::addColumn<bool>("first");
        QTest::newRow("vllm") << "tests__fixtures__vllm-0.29.0-otel.json" << 1 << 0 << true;
        QTest::newRow("sglang, not streamed") << "tests__fixtures__sglang-0.5.20-otel.json" << 1 << 9 << false;
        QTest::newRow("flat") << "examples__otel__test_traces__simple__simple_chain.json" << 3 << 0 << false;
        QTest::newRow("agents") << "examples__otel__test_traces__advanced__multi_agent_research.json" << 12 << 0
                                << false;
    }
    void realFiles() {
        QFETCH(QString, name);
        QFETCH(int, rows);
        QFETCH(int, others);
        QFETCH(bool, first);
        PLUMBLINE_NEEDS_REAL_FILES();
        const Ingested file = ingestFile(support::realPath("otel/" + name.toStdString()));
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds() && file.rejections.empty());
        QCOMPARE(int(file.rows.size()), rows);
        QCOMPARE(int(file.noticed("other-span")), others);
        for (const auto& placed : file.rows) {
            QCOMPARE(isKnown(placed.row.firstToken), first);
            QVERIFY(placed.row.end.count() > 0 && isKnown(placed.row.start));
        }
    }
};

QTEST_APPLESS_MAIN(TestOtel)
#include "test_otel.moc"
