// Mappings: their JSON, what they make of tables and of JSON, previews, proposals, and the folder of saved ones.
#include <QDir>
#include <QTest>

#include "core/ingest/mapping/mapped_reader.h"
#include "core/ingest/mapping/mapping_names.h"
#include "core/ingest/mapping/mapping_proposal.h"
#include "core/ingest/mapping/unit_watch.h"
#include "core/ingest/read_file.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

Mapping mappingOf(const std::string& fields, const std::string& rest = {}) {
    auto mapping = parseMapping("{\"plumbline\": \"mapping/1\", \"fields\": {" + fields + "}" + rest + "}", "m.json");
    if (!mapping) qWarning("%s", mapping.error().text().c_str());
    return mapping ? *mapping : Mapping{};
}

Ingested readBy(const Mapping& mapping, const std::string& path) {
    Ingested out;
    ReadInput input{path, {}, {}};
    input.mapping = &mapping;
    auto outcome = readWhole(mappedReader, input, out);
    if (outcome)
        out.outcome = std::move(*outcome);
    else
        out.error = outcome.error();
    return out;
}

/// The mapping of TRACE_FORMAT §6.
constexpr const char* exampleFields =
    R"("end": {"column": "total_s", "unit": "s", "as": "offset"}, "first_byte": {"column": "ttfb_ms", "unit": "ms", "as": "offset"},
       "start": {"column": "t", "unit": "s", "as": "absolute", "clock": "epoch"}, "output_tokens": {"column": "n_out"},
       "status": {"column": "ok", "ok_when": "true"}, "load.concurrency": {"constant": 16})";

}  // namespace

class TestMapping : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void parsesAndWrites() {
        const Mapping mapping = mappingOf(exampleFields,
                                          R"(, "name": "my harness", "when_columns": ["total_s", "ttfb_ms"],
                                             "rows": "$.results[*]", "first_token_kind": "answer-text")");
        QCOMPARE(mapping.name, std::string("my harness"));
        QCOMPARE(mapping.whenColumns, (std::vector<std::string>{"total_s", "ttfb_ms"}));
        QCOMPARE(mapping.rows, std::string("$.results[*]"));
        QVERIFY(mapping.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(mapping.fields.size(), 6U);
        const MappedField end{"total_s", {}, TimeUnit::seconds, TimeBasis::offset, {}, {}};
        QVERIFY(mapping.fields.at("end") == end);
        const MappedField load{{}, "16", {}, {}, {}, {}};
        QVERIFY(mapping.fields.at("load.concurrency") == load);
        QCOMPARE(mapping.fields.at("status").okWhen, std::optional<std::string>("true"));
        const auto again = parseMapping(mappingText(mapping), "m.json");
        QVERIFY(again && *again == mapping);
        QVERIFY(mappingText(mapping).find("\"constant\": 16\n") != std::string::npos);
    }

    void refuses_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* tag, const char* json, const char* says) {
            QTest::newRow(tag) << json << says;
        };
        const auto field = [&](const char* tag, const char* text, const char* says) {
            row(tag, qPrintable(QString(R"({"plumbline": "mapping/1", "fields": {%1}})").arg(text)), says);
        };
        row("no JSON", "{", "no JSON");
        row("a list", "[]", "no mapping");
        row("another version", R"({"plumbline": "mapping/2", "fields": {"id": {"column": "a"}}})", "no mapping");
        row("no fields", R"({"plumbline": "mapping/1"})", "maps no field");
        row("rows", R"({"plumbline": "mapping/1", "rows": "results", "fields": {"id": {"column": "a"}}})",
            "The rows 'results'");
        row("columns", R"({"plumbline": "mapping/1", "when_columns": "a", "fields": {"id": {"column": "a"}}})",
            "no list");
        row("kind", R"({"plumbline": "mapping/1", "first_token_kind": "x", "fields": {"id": {"column": "a"}}})",
            "kind 'x'");
        field("unknown field", R"("ttft": {"column": "a"})", "'ttft' is no field");
        field("no object", R"("id": "a")", "no object");
        field("neither", R"("id": {})", "needs a column or a constant");
        field("both", R"("id": {"column": "a", "constant": 1})", "one of them");
        field("unit", R"("end": {"column": "a", "unit": "min"})", "none of ns, us, ms, s");
        field("no unit", R"("end": {"column": "a"})", "has no unit");
        field("as", R"("end": {"column": "a", "unit": "s", "as": "x"})", "neither offset nor absolute");
        field("a unit of a count", R"("chunks": {"column": "a", "unit": "s"})", "is no time");
        field("ok_when elsewhere", R"("id": {"column": "a", "ok_when": "b"})", "only a status has");
    }
    void refuses() {
        QFETCH(QString, json);
        QFETCH(QString, says);
        const auto mapping = parseMapping(json.toStdString(), "m.json");
        QVERIFY(!mapping);
        QCOMPARE(mapping.error().where, std::string("m.json"));
        QVERIFY2(QString::fromStdString(mapping.error().message).contains(says), mapping.error().message.c_str());
    }

    void sameRowsOfAllShapes_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rows");
        QTest::newRow("table") << QByteArray(
                                      "t,total_s,ttfb_ms,n_out,ok\n1763000000.000000001,1.5,42,10,true\n"
                                      "1763000001,2,,,false\n")
                               << "$";
        QTest::newRow("German table") << QByteArray(
                                             "t;total_s;ttfb_ms;n_out;ok\r1763000000,000000001;1,5;42;10;True\r"
                                             "1763000001;2;;;False\r")
                                      << "$";
        const QByteArray a =
            R"({"t":1763000000.000000001,"total_s":1.5,"ttfb_ms":"42","n_out":10,"ok":true,"x":{"t":1}})";
        const QByteArray b = R"({"t":1763000001,"total_s":2,"ttfb_ms":null,"ok":false})";
        QTest::newRow("lines") << a + "\n" + b + "\n"
                               << "$";
        QTest::newRow("list") << "[" + a + ",\n" + b + "]"
                              << "$";
        QTest::newRow("list, said so") << "[" + a + "," + b + "]"
                                       << "$[*]";
        QTest::newRow("inside") << "{\"meta\":{\"results\":1},\"results\":[" + a + "," + b + "],\"more\":[1]}"
                                << "$.results[*]";
        QTest::newRow("deep inside") << "{\"a\":[],\"b\":{\"c\":[" + a + "," + b + "]}}"
                                     << "$.b.c[*]";
        QTest::newRow("in two documents") << "{\"r\":[" + a + "]}\n{\"q\":1}\n{\"r\":[" + b + "],\"s\":2}\n"
                                          << "$.r[*]";
        QTest::newRow("one object each") << "{\"r\":" + a + "}\n{\"r\":" + b + "}\n"
                                         << "$.r";
    }
    void sameRowsOfAllShapes() {
        QFETCH(QByteArray, text);
        QFETCH(QString, rows);
        const Mapping mapping = mappingOf(exampleFields, ", \"rows\": \"" + rows.toStdString() + "\"");
        for (const std::string& file : {text.toStdString(), gzipped(text.toStdString())}) {
            const Ingested got = readBy(mapping, m_folder.write("file", file));
            QVERIFY2(!got.error, got.error ? got.error->text().c_str() : "");
            QVERIFY(got.identityHolds());
            QCOMPARE(got.rows.size(), 2U);
            const Row &first = got.rows[0].row, &second = got.rows[1].row;
            QCOMPARE(first.start.count(), 1'763'000'000'000'000'001);
            QCOMPARE(first.end.count(), 1'500'000'000);
            QCOMPARE(first.firstByte.count(), 42'000'000);
            QCOMPARE(first.outputTokens, 10);
            QVERIFY(first.status == Status::ok && second.status == Status::error);
            QVERIFY((first.load == Load{LoadKind::concurrency, 16}));
            QVERIFY(!isKnown(second.firstByte) && !isKnown(second.outputTokens));
            QCOMPARE(got.outcome.sources[0].boundary.clock, std::string("epoch"));
            QCOMPARE(got.outcome.sources[0].runs.size(), 1U);
        }
    }

    void cells_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("expected");  // what became of it
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const char* fields, const char* cell, const char* expected,
                            const char* noticed = "") { QTest::newRow(tag) << fields << cell << expected << noticed; };
        const char* const end = R"("end": {"column": "c", "unit": "ms"})";
        row("offset", end, "1500", "end 1500000000");
        row("scientific", end, "1.5e3", "end 1500000000");
        row("infinite", end, "inf", "", "bare-nan");
        row("no number", end, "n/a", "", "wrong-type");
        row("before the start", end, "-1", "", "negative-time");
        const char* const clock =
            R"("end": {"column": "c", "unit": "s", "as": "absolute"}, "start": {"constant": 100, "unit": "s"})";
        row("absolute", clock, "101.5", "end 1500000000 start 100000000000");
        row("absolute, before the start", clock, "99", "start 100000000000", "negative-time");
        row("absolute without a start", R"("end": {"column": "c", "unit": "s", "as": "absolute"})", "5", "",
            "no-start");
        row("dates", R"("end": {"column": "c", "as": "absolute"}, "start": {"constant": "2025-11-29T18:00:00Z"})",
            "2025-11-29T18:00:01.5Z", "end 1500000000 start 1764439200000000000");
        row("start on a clock of its own", R"("start": {"column": "c", "unit": "ms", "as": "offset"})", "5",
            "start 5000000");
        row("ok", R"("status": {"column": "c", "ok_when": "200"})", "200.0", "ok");
        row("not ok", R"("status": {"column": "c", "ok_when": "200"})", "500", "error");
        row("another case", R"("status": {"column": "c", "ok_when": "true"})", "TRUE", "ok");
        row("a word of ours", R"("status": {"column": "c"})", "Cancelled", "cancelled");
        row("no word of ours", R"("status": {"column": "c"})", "200", "rejected");
        row("gaps", R"("gaps": {"column": "c", "unit": "ms"})", "1 2.5", "gaps 1000000 2500000");
        row("gaps in a list", R"("gaps": {"column": "c", "unit": "s"})", "\"[1, 2]\"", "gaps 1000000000 2000000000");
        row("no gaps", R"("gaps": {"column": "c", "unit": "s"})", "[]", "gaps");
        row("count", R"("output_tokens": {"column": "c"})", "12.0", "tokens 12");
        row("half a token", R"("output_tokens": {"column": "c"})", "1.5", "", "fraction");
        row("repeat", R"("repeat": {"column": "c"})", "3", "repeat 3");
        row("rate", R"("load.request_rate": {"column": "c"})", "2.5", "2.5 req/s");
        row("unbounded", R"("load.unbounded": {"column": "c"})", "True", "unbounded");
        row("a number as an id", R"("id": {"column": "c"})", "17", "id 17");
        row("zeros before an id", R"("id": {"column": "c"})", "007", "id 007");
        row("an id like half a number", R"("id": {"column": "c"})", "5.0", "id 5.0");
        row("an id like no number", R"("id": {"column": "c"})", "NaN", "id NaN");
    }
    void cells() {
        QFETCH(QString, fields);
        QFETCH(QString, cell);
        QFETCH(QString, noticed);
        const Mapping mapping = mappingOf(fields.toStdString() + R"(, "turn": {"column": "other"})");
        const Ingested got = readBy(mapping, m_folder.write("file", "c,other\n" + cell.toStdString() + ",7\n"));
        QVERIFY2(!got.error && got.identityHolds(), got.error ? got.error->text().c_str() : "");
        QStringList out;
        for (const auto& placed : got.rows) {
            const Row& row = placed.row;
            QCOMPARE(row.turn, 7);
            if (isKnown(row.end)) out << "end" << QString::number(row.end.count());
            if (isKnown(row.start)) out << "start" << QString::number(row.start.count());
            if (mapping.fields.contains("status")) out << QString::fromStdString(std::string(name(row.status)));
            if (row.gapsKnown) out << "gaps";
            for (const Nanoseconds gap : row.gaps) out << QString::number(gap.count());
            if (isKnown(row.outputTokens)) out << "tokens" << QString::number(row.outputTokens);
            if (row.repeat != 0) out << "repeat" << QString::number(row.repeat);
            if (row.load.kind != LoadKind::notStated) out << QString::fromStdString(shortText(row.load));
            if (!row.id.empty()) out << "id" << QString::fromStdString(row.id);
        }
        if (!got.rejections.empty()) out << "rejected";
        QTEST(out.join(' '), "expected");
        QCOMPARE(got.outcome.diagnostics.size(), noticed.isEmpty() ? 0U : 1U);
        if (!noticed.isEmpty()) QCOMPARE(got.noticed(noticed.toStdString()), 1U);
    }

    void whatIsSaid() {
        const Mapping mapping = mappingOf(
            R"("end": {"column": "total", "unit": "ms"}, "first_token": {"column": "ttft", "unit": "s"}, "id": {"column": "gone"})",
            R"(, "first_token_kind": "answer-text", "name": "x")");
        const Ingested got = readBy(mapping, m_folder.write("file", "total,ttft,total\n1,0.5,1500\n1,0.6,1700\nx\n"));
        QVERIFY(!got.error && got.identityHolds());
        QCOMPARE(got.rows[0].row.end.count(), 1'500'000'000);  // the last of two columns
        QVERIFY(got.rows[0].row.firstTokenKind == FirstTokenKind::answerText);
        QCOMPARE(got.noticed("duplicate-column"), 1U);
        QCOMPARE(got.noticed("missing-column"), 1U);
        QVERIFY(got.outcome.diagnostics[1].text.ends_with("unknown: 'gone'."));
        QCOMPARE(got.rejections.size(), 1U);
        QCOMPARE(got.rejections[0].line, 4U);
        QCOMPARE(got.fact("note.mapping"), std::string("x"));
        QCOMPARE(got.outcome.sources[0].boundary.first, std::string("answer-text"));
        const Ingested swapped = readBy(mapping, m_folder.write("file", "gone,total,ttft\na,1.5,0.5\nb,1.7,0.6\n"));
        QCOMPARE(swapped.noticed("first-after-end"), 2U);
        const Ingested none = readBy(mapping, m_folder.write("file", "a,b\n1,2\n"));
        QVERIFY(none.error && none.error->kind == ErrorKind::refused);
        QVERIFY(none.error->message.find("none of the columns that the mapping names") != std::string::npos);
        const Ingested prose = readBy(mapping, m_folder.write("file", "hello\n"));
        QVERIFY(prose.error && prose.error->kind == ErrorKind::refused);
        Ingested without;
        QVERIFY(!readWhole(mappedReader, {m_folder.write("file", "a,b\n1,2\n"), {}, {}}, without));
    }

    void brokenJson_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rows");
        QTest::addColumn<int>("good");
        QTest::addColumn<QString>("reason");
        QTest::newRow("a line") << QByteArray("{\"a\":1}\n{\"a\":\n{\"a\":3}\n") << "$" << 2 << "";
        QTest::newRow("the last line") << QByteArray("{\"a\":1}\n{\"a\":2}\n{\"a\":") << "$" << 2 << "Truncated";
        QTest::newRow("a list that ends")
            << QByteArray("{\"r\":[{\"a\":1},{\"a\":2},{\"a\":") << "$.r[*]" << 2 << "Truncated";
        QTest::newRow("an element") << QByteArray("[{\"a\":1},{\"a\":x},{\"a\":3}]") << "$" << 2 << "";
        QTest::newRow("no object") << QByteArray("[{\"a\":1},5,{\"a\":3}]") << "$" << 2 << "";
        QTest::newRow("a comma missing") << QByteArray("[{\"a\":1} {\"a\":2}]\n{\"a\":3}\n") << "$" << 2 << "A comma";
    }
    void brokenJson() {
        QFETCH(QByteArray, text);
        QFETCH(QString, rows);
        QFETCH(int, good);
        QFETCH(QString, reason);
        const Mapping mapping =
            mappingOf(R"("output_tokens": {"column": "a"})", ", \"rows\": \"" + rows.toStdString() + "\"");
        const Ingested got = readBy(mapping, m_folder.write("file", text.toStdString()));
        QVERIFY2(!got.error && got.identityHolds(), got.error ? got.error->text().c_str() : "");
        QCOMPARE(int(got.rows.size()), good);
        QCOMPARE(got.rejections.size(), 1U);
        QVERIFY2(QString::fromStdString(got.rejections[0].reason).startsWith(reason), got.rejections[0].reason.c_str());
    }

    void dottedPaths() {
        const Mapping mapping = mappingOf(
            R"("end": {"column": "times.total", "unit": "s"}, "output_tokens": {"column": "usage.completion"},
               "load.concurrency": {"column": "load.concurrency"}, "gaps": {"column": "times.gaps", "unit": "ms"})");
        const Ingested got = readBy(
            mapping,
            m_folder.write(
                "file",
                R"({"times":{"total":2,"gaps":[1,2.5]},"usage":{"completion":7,"deep":{"x":[{}]}},"load.concurrency":4})"
                "\n"
                R"({"times":{"total":3,"gaps":[]},"usage":null,"load":{"concurrency":8}})"
                "\n"));
        QVERIFY(!got.error && got.rows.size() == 2);
        const Row &a = got.rows[0].row, &b = got.rows[1].row;
        QVERIFY(a.end.count() == 2'000'000'000 && a.outputTokens == 7 && a.load.value == 4);
        QVERIFY((a.gaps == std::vector<Nanoseconds>{Nanoseconds(1'000'000), Nanoseconds(2'500'000)}));
        QVERIFY(b.gapsKnown && b.gaps.empty() && b.load.value == 8 && !isKnown(b.outputTokens));
    }

    void unitsThatChange_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<double>("factor");  // of the second half
        QTest::addColumn<bool>("loadsDiffer");
        QTest::addColumn<bool>("said");
        QTest::newRow("one unit") << "end" << 1.0 << false << false;
        QTest::newRow("ms after s") << "end" << 1000.0 << false << true;
        QTest::newRow("s after ms") << "end" << 0.001 << false << true;
        QTest::newRow("much slower") << "end" << 100.0 << false << false;
        QTest::newRow("us after s") << "end" << 1e6 << false << false;
        QTest::newRow("under another load") << "end" << 1000.0 << true << false;
    }
    void unitsThatChange() {
        QFETCH(double, factor);
        QFETCH(bool, loadsDiffer);
        QFETCH(bool, said);
        support::Random random(4);
        std::string text = "total,users\n";
        for (int i = 0; i < 100; ++i)
            text += std::to_string((1 + double(random.below(2000)) / 1000) * (i < 53 ? 1 : factor)) + "," +
                    (loadsDiffer && i >= 53 ? "8" : "4") + "\n";
        const Mapping mapping =
            mappingOf(R"("end": {"column": "total", "unit": "s"}, "load.concurrency": {"column": "users"})");
        const Ingested got = readBy(mapping, m_folder.write("file", text));
        QCOMPARE(got.noticed("unit-changes"), said ? 1U : 0U);
        if (!said) return;
        const std::string& sentence = got.outcome.diagnostics[0].text;
        QVERIFY2(sentence.find("'total'") != std::string::npos && sentence.find("near line ") != std::string::npos,
                 sentence.c_str());
        const int line =
            QString::fromStdString(sentence.substr(sentence.find("near line ") + 10)).section(':', 0, 0).toInt();
        QVERIFY2(line >= 46 && line <= 63, sentence.c_str());
    }

    void previews() {
        std::string text = "total_s,ttft_s,chunks,n,ok\n";
        text += "2,0.1,40,50,true\n2,1.95,40,50,true\n2,,,50,false\nbroken\n";
        for (int i = 0; i < 100; ++i) text += "2,0.1,40,50,true\n";
        const Mapping mapping = mappingOf(
            R"("end": {"column": "total_s", "unit": "s"}, "first_content": {"column": "ttft_s", "unit": "s"},
               "chunks": {"column": "chunks"}, "output_tokens": {"column": "n"}, "status": {"column": "ok", "ok_when": "true"})");
        const auto preview = previewMapping(m_folder.write("file", text), mapping, Settings{}, 6);
        QVERIFY(preview);
        QCOMPARE(preview->rows.size(), 5U);
        QCOMPARE(preview->rejections.size(), 1U);
        // METRICS §2: the interval of the second is 0.05 s, under the cutoff of 0.2 s.
        const std::vector<Verdict> expected{Verdict::streamed, Verdict::buffered, Verdict::error, Verdict::streamed,
                                            Verdict::streamed};
        for (std::size_t i = 0; i < expected.size(); ++i) QVERIFY(preview->rows[i].figures.verdict == expected[i]);
        QCOMPARE(preview->rows[0].figures.ttft, std::optional(0.1));
        QCOMPARE(preview->rows[1].row.line, 3U);
    }

    void names_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("unit");
        const auto row = [](const char* column, const char* words, int unit) {
            QTest::newRow(column) << column << words << unit;
        };
        row("total_s", "total", 3);
        row("Total Time (ms)", "total_time", 2);
        row("totalTimeMs", "total_time", 2);
        row("metrics.ttft", "ttft", -1);
        row("TTFT", "ttft", -1);
        row("latency_in_seconds", "latency", 3);
        row("e2eLatencyNs", "e2e_latency", 0);
        row("tokens", "tokens", -1);
        row("", "", -1);
    }
    void names() {
        QFETCH(QString, column);
        const ColumnName name = columnName(column.toStdString());
        QTEST(QString::fromStdString(name.words), "words");
        QTEST(name.unit ? int(*name.unit) : -1, "unit");
    }

    /// Four requests at a time, one after another: each takes `unit`s of 2 s; TTFT in other units.
    void proposes_data() {
        QTest::addColumn<double>("perSecond");
        QTest::addColumn<double>("ttftPerSecond");
        QTest::addColumn<double>("clock");
        QTest::addColumn<int>("unit");
        QTest::addColumn<int>("ttftUnit");
        QTest::newRow("s, ms") << 1.0 << 1e3 << 1.0 << 3 << 2;
        QTest::newRow("ms, ms") << 1e3 << 1e3 << 1e3 << 2 << 2;
        QTest::newRow("us, s") << 1e6 << 1.0 << 1e9 << 1 << 3;
        QTest::newRow("ns, us") << 1e9 << 1e6 << 1.0 << 0 << 1;
    }
    void proposes() {
        QFETCH(double, perSecond);
        QFETCH(double, ttftPerSecond);
        QFETCH(double, clock);
        QFETCH(int, unit);
        QFETCH(int, ttftUnit);
        std::string text = "request_id,timestamp,latency,ttft,completion_tokens,users,success,what\n";
        for (int i = 0; i < 40; ++i)
            text += QString("r%1,%2,%3,%4,64,4,True,x\n")
                        .arg(i)
                        .arg((1'763'000'000.0 + 2 * (i / 4)) * clock, 0, 'f', 3)
                        .arg(2 * perSecond, 0, 'f', 3)
                        .arg(0.3 * ttftPerSecond, 0, 'f', 3)
                        .toStdString();
        const auto sample = sampleRows(m_folder.write("file", text));
        QVERIFY(sample && sample->columns.size() == 8 && sample->cells.size() == 40);
        const MappingProposal proposal = proposeMapping(*sample);
        const auto& fields = proposal.mapping.fields;
        QCOMPARE(fields.size(), 7U);
        QCOMPARE(int(*fields.at("end").unit), unit);
        QCOMPARE(int(*fields.at("first_token").unit), ttftUnit);
        QVERIFY(fields.at("start").as == TimeBasis::absolute && fields.at("start").clock == "epoch");
        QCOMPARE(fields.at("status").okWhen, std::optional<std::string>("True"));
        QCOMPARE(fields.at("load.concurrency").column, std::string("users"));
        for (const FieldProposal& one : proposal.fields) {
            const bool proved = one.field == "end" || one.field == "start" || one.field == "first_token";
            QVERIFY2((one.basis == ProposalBasis::proved) == proved, one.field.c_str());
            QVERIFY(!one.reason.empty());
        }
        QCOMPARE(proposal.mapping.whenColumns.size(), 7U);
        // What is proposed can be written, and read by.
        const auto again = parseMapping(mappingText(proposal.mapping), "m");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        const Ingested got = readBy(*again, m_folder.path("file"));
        QCOMPARE(got.rows.size(), 40U);
        QCOMPARE(got.rows[0].row.end.count(), 2'000'000'000);
        QCOMPARE(got.rows[0].row.firstToken.count(), 300'000'000);
        QVERIFY(got.outcome.diagnostics.empty());
    }

    void proposesByNamesAndGuesses() {
        const auto sample = sampleRows(m_folder.write(
            "file",
            R"({"tool": "x", "runs": [], "results": [{"id": 1, "timing": {"elapsed": 1500, "ttft_s": 0.2}, "ok": "no idea"}]})"));
        QVERIFY(sample);
        QCOMPARE(sample->rows, std::string("$.results[*]"));
        QCOMPARE(sample->columns, (std::vector<std::string>{"id", "timing.elapsed", "timing.ttft_s", "ok"}));
        const MappingProposal proposal = proposeMapping(*sample);
        QCOMPARE(proposal.mapping.rows, std::string("$.results[*]"));
        QVERIFY(!proposal.mapping.fields.contains("status"));
        QVERIFY(proposal.mapping.fields.at("end").unit == TimeUnit::milliseconds);
        QVERIFY(proposal.mapping.fields.at("first_token").unit == TimeUnit::seconds);
        for (const FieldProposal& one : proposal.fields)
            if (one.field == "end")
                QVERIFY(one.basis == ProposalBasis::proved);  // 1,500 s is no request
            else
                QVERIFY(one.basis == ProposalBasis::name);
        QVERIFY(proposeMapping(*sampleRows(m_folder.write("file", "alpha,beta\n1,2\n"))).mapping.fields.empty());
        QVERIFY(!sampleRows(m_folder.write("file", "hello")));
    }

    /// Two columns of times in three rows; a unit is a name's, proved, or left to the person.
    void unitsAreProvedTogether_data() {
        QTest::addColumn<QString>("columns");  // first token, end
        QTest::addColumn<QStringList>("rows");
        QTest::addColumn<int>("firstUnit");  // -1: left out
        QTest::addColumn<int>("endUnit");
        const auto row = [](const char* tag, const char* columns, const QStringList& rows, int first, int end) {
            QTest::newRow(tag) << columns << rows << first << end;
        };
        row("300 in totals of ms", "ttft,total_ms", {"300,2000", "280,1900", "310,2100"}, 2, 2);
        row("0.3 in totals of ms", "ttft,total_ms", {"0.3,2000", "0.28,1900", "0.31,2100"}, 3, 2);
        row("5 in totals of ms: 5 ms or 5 s of 8 s", "ttft,total_ms", {"5,8000", "5,7900", "6,8100"}, -1, 2);
        row("5 in totals of ms, and once more than s allow", "ttft,total_ms", {"5,8000", "9,7900", "6,8100"}, 2, 2);
        row("total by a first token in ms", "ttft_ms,total", {"300,2", "280,1.9", "310,2.1"}, 2, 3);
        row("total of 400 by one in ms: ms or s", "ttft_ms,total", {"300,400", "280,390", "310,410"}, 2, -1);
        row("neither has a unit", "ttft,total", {"300,2000", "280,1900", "310,2100"}, -1, -1);
        row("a first token of 0", "ttft,total_ms", {"0,2000", "0,1900", "0,2100"}, -1, 2);
        row("after the end whatever its unit", "ttft,total_s", {"2,0.000000001", "2,1", "2,1"}, -1, 3);
    }
    void unitsAreProvedTogether() {
        QFETCH(QString, columns);
        QFETCH(QStringList, rows);
        QFETCH(int, firstUnit);
        QFETCH(int, endUnit);
        const auto sample = sampleRows(
            m_folder.write("file", "id," + columns.toStdString() + "\na," + rows.join("\nb,").toStdString() + "\n"));
        QVERIFY(sample && sample->cells.size() == 3);
        const MappingProposal proposal = proposeMapping(*sample);
        const auto unitOf = [&](const char* field) {
            const auto& unit = proposal.mapping.fields.at(field).unit;
            return unit ? int(*unit) : -1;
        };
        QCOMPARE(unitOf("first_token"), firstUnit);
        QCOMPARE(unitOf("end"), endUnit);
        for (const FieldProposal& one : proposal.fields) {
            if (one.field == "request_id" || one.field == "id") continue;
            const bool open = unitOf(one.field.c_str()) < 0;
            QCOMPARE(one.basis == ProposalBasis::open, open);
            QCOMPARE(one.reason.starts_with("Its unit is not provable: "), open);
        }
    }

    void fits_data() {
        QTest::addColumn<QString>("when");
        QTest::addColumn<QStringList>("columns");
        QTest::addColumn<bool>("fits");
        QTest::newRow("same") << "\"a\",\"b\"" << QStringList{"a", "b"} << true;
        QTest::newRow("more") << "\"a\",\"b\"" << QStringList{"c", "b", "a"} << true;
        QTest::newRow("fewer") << "\"a\",\"b\"" << QStringList{"a"} << false;
        QTest::newRow("by the fields") << "" << QStringList{"x", "y", "z"} << true;
        QTest::newRow("not by the fields") << "" << QStringList{"x"} << false;
    }
    void fits() {
        QFETCH(QString, when);
        QFETCH(QStringList, columns);
        const Mapping mapping =
            mappingOf(R"("id": {"column": "x"}, "turn": {"column": "y"}, "phase": {"constant": "warmup"})",
                      ", \"when_columns\": [" + when.toStdString() + "]");
        std::vector<std::string> names;
        for (const QString& column : columns) names.push_back(column.toStdString());
        QTEST(fitsColumns(mapping, names), "fits");
        QVERIFY(!fitsColumns(mappingOf(R"("phase": {"constant": "warmup"})"), names));
    }

    void savedByName() {
        const std::string folder = m_folder.path("config/mappings");
        std::vector<Error> problems;
        QVERIFY(savedMappings(folder, problems).empty() && problems.empty());
        Mapping mapping = mappingOf(exampleFields);
        QVERIFY(!saveMapping(folder, mapping));
        for (const char* name : {"my harness/../x", "b", "my harness_/../x", "."}) {
            mapping.name = name;
            const auto path = saveMapping(folder, mapping);
            QVERIFY(path);
            QCOMPARE(QFileInfo(QString::fromStdString(*path)).dir(), QDir(QString::fromStdString(folder)));
        }
        mapping.rows = "$.r[*]";
        mapping.name = "b";
        QVERIFY(saveMapping(folder, mapping));
        m_folder.write("config/mappings/bad.json", "{");
        m_folder.write("config/mappings/notes.txt", "{");
        const auto saved = savedMappings(folder, problems);
        QCOMPARE(saved.size(), 4U);
        QVERIFY(saved[1] == mapping);
        QCOMPARE(problems.size(), 1U);
        QVERIFY(problems[0].where.ends_with("bad.json"));
        mapping.name = "c";
        const auto refused = saveMapping(m_folder.write("file", "x") + "/sub", mapping);
        QVERIFY(!refused && refused.error().kind == ErrorKind::io);
    }

    void changedFilesKeepTheIdentity() {
        support::Random random(2);
        const std::vector<std::string> texts{"a,b,ok\n1,\"2\",true\n3,\"x\ny\",false\n4,5,true\n",
                                             "{\"a\":1,\"b\":[1,2]}\n{\"a\":{\"b\":2},\"ok\":true}\n",
                                             "{\"r\":[{\"a\":1},{\"b\":2,\"ok\":\"true\"}],\"x\":{}}",
                                             "- a: 1\n  ok: true\n- a: [2]\n"};
        const Mapping mapping = mappingOf(
            R"("end": {"column": "a", "unit": "s"}, "gaps": {"column": "b", "unit": "s"}, "status": {"column": "ok", "ok_when": "true"})");
        Mapping inside = mapping;
        inside.rows = "$.r[*]";
        for (int round = 0; round < 1500; ++round) {
            const std::size_t which = random.below(texts.size());
            std::string changed = texts[which];
            if (round % 3 == 0)
                changed.resize(random.below(changed.size()));
            else
                changed[random.below(changed.size())] = char(random.below(256));
            const Ingested got =
                readBy(which == 2 ? inside : mapping, m_folder.write(which == 3 ? "c.yaml" : "c", changed));
            QVERIFY2(got.error || got.identityHolds(), changed.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestMapping)
#include "test_mapping.moc"
