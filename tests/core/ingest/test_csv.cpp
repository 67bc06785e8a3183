// Tables: the cutting into cells, our own trace as a table, and summary tables.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/csv.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

class TestCsv : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

    /// Records joined by "|", cells by "/", with the header first; a broken one as "!".
    QString cells(const QByteArray& text, std::size_t step) {
        const ReadInput input{m_folder.write("table.csv", text.toStdString()), {}, {}};
        CsvReader reader(std::move(*ByteSource::open(input, step)));
        CsvRecord record;
        QStringList out;
        auto more = reader.header(record);
        while (more && *more) {
            QStringList one;
            for (const std::string& cell : record.cells) one << QString::fromStdString(cell);
            out << QString::number(record.line) + ":" + (record.broken.empty() ? one.join("/") : "!");
            more = reader.next(record);
        }
        return out.join("|");
    }
    Ingested read(const std::string& text) { return ingestFile(m_folder.write("result.csv", text)); }

private slots:
    void cutting_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* tag, const char* text, const char* expected) {
            QTest::newRow(tag) << QByteArray(text) << expected;
        };
        row("plain", "a,b\n1,2\n3,4\n", "1:a/b|2:1/2|3:3/4");
        row("no final line end", "a,b\n1,2", "1:a/b|2:1/2");
        row("CRLF", "a,b\r\n1,2\r\n", "1:a/b|2:1/2");
        row("byte order mark",
            "\xEF\xBB\xBF"
            "a,b\n1,2\n",
            "1:a/b|2:1/2");
        row("blank lines", "\n\na,b\n\n1,2\n \n", "3:a/b|5:1/2");
        row("comments before the header", "# made by hand\na,b\n1,2\n", "2:a/b|3:1/2");
        row("quotes", "a,b\n\"x,y\",\"say \"\"so\"\"\"\n", "1:a/b|2:x,y/say \"so\"");
        row("a line end in quotes", "a,b\n\"x\ny\",2\n3,4\n", "1:a/b|2:x\ny/2|4:3/4");
        row("blanks around", "a , b\n 1 ,\t\"2\" \n", "1:a/b|2:1/2");
        row("empty cells", "a,b,c\n,,\n", "1:a/b/c|2://");
        row("semicolons", "a;b\n1;\"2;3\"\n", "1:a/b|2:1/2;3");
        row("tabs", "a\tb\n1\t\n", "1:a/b|2:1/");
        row("an open quote takes one line", "a,b\n\"1,2\n3,4\n", "1:a/b|2:!|3:3/4");
        row("an open quote, then pairs", "a,b\n1,\"x\n2,\"y\"\n3,4\n", "1:a/b|2:!|3:2/y|4:3/4");
        row("an open quote, then a pair that fits", "a,b\n\"x,1\ny,\"2\"\n3,4\n", "1:a/b|2:!|3:y/2|4:3/4");
        row("open quotes that pair up", "a,b,c\n1,\"x,2\n3,y,\"4\n5,z,6\n", "1:a/b/c|2:!|3:!|4:5/z/6");
        row("a quote inside a cell", "a,b\n5\" disk,2\n3,4\n", "1:a/b|2:5\" disk/2|3:3/4");
        row("text after a closing quote", "a,b\n\"1\"x,2\n", "1:a/b|2:1x/2");
        row("CR alone", "a,b\r1,2\r\r3,4", "1:a/b|2:1/2|4:3/4");
        row("CR alone, quoted", "a,b\r\"x\ry\",2\r3,4\r", "1:a/b|2:x\ry/2|4:3/4");
        row("CR inside a file of LF", "a,b\nx\ry,2\n", "1:a/b|2:x\ry/2");
        row("CR first of all", "\ra,b\r1,2", "2:a/b|3:1/2");
        row("semicolons and a comma", "time, s;n\n1,5;2\n", "1:time, s/n|2:1.5/2");
        row("as many commas as semicolons", "a;b, c\n1;2\n", "1:a/b, c|2:1/2");
        row("decimal comma", "a;b\n1,5;-0,25e3\n1.234,5;x\n", "1:a/b|2:1.5/-0.25e3|3:1234.5/x");
        row("decimal comma, all with three digits", "a;b\n1,234;2\n", "1:a/b|2:1.234/2");
        row("decimal commas in a list", "a;b\n0,1 0,25;2\n0,1;2\n", "1:a/b|2:0.1 0.25/2|3:0.1/2");
        row("points as well", "a;b\n1,5;2\n1.5;2\n", "1:a/b|2:1,5/2|3:1.5/2");
        row("thousands perhaps", "a\tb\n1,234\t2\n", "1:a/b|2:1,234/2");
        row("decimal comma between tabs", "a\tb\n1,234\t2,5\n", "1:a/b|2:1.234/2.5");
        row("decimal comma in quotes", "a,b\n\"1,5\",2\n", "1:a/b|2:1.5/2");
        row("a delimiter at the end", "a,b\n1,2,\n3,4,,\n", "1:a/b|2:1/2|3:3/4");
        row("too few and too many", "a,b\n1\n1,2,3\n", "1:a/b|2:1|3:1/2/3");
        row("nothing", "", "");
        row("blank only", "\n \n", "");
        row("header only", "a,b", "1:a/b");
    }
    void cutting() {
        QFETCH(QByteArray, text);
        for (const std::size_t step : {std::size_t{1}, std::size_t{5}, ByteSource::defaultStep})
            QTEST(cells(text, step), "expected");
    }

    void whereAQuoteOpened() {
        const Ingested file = read("id,end_s,error\nr1,1,\nr2,2,\"timed out\nr3,3,\"so \"\"said\"\"\"\nr4,4,\n");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 3U);
        QCOMPARE(file.rejections[0].reason, std::string("A quote is not closed: it opens in cell 3."));
        QCOMPARE(file.rejections[0].line, 3U);
        QCOMPARE(file.rows[1].row.error, std::string("so \"said\""));
        QCOMPARE(file.rows[1].row.line, 4U);
    }

    void columnsThatAreThereTwice() {
        const Ingested file = read("end_s,output_tokens,end_s,,status\n1,2,3,x,ok\n");
        QVERIFY(file.identityHolds() && file.rows.size() == 1);
        QCOMPARE(file.rows[0].row.end.count(), 3'000'000'000);
        QCOMPARE(file.noticed("duplicate-column"), 1U);
        QCOMPARE(file.outcome.diagnostics.size(), 1U);
        QCOMPARE(file.outcome.diagnostics[0].text,
                 std::string("The column 'end_s' is there twice: the last one is taken."));
    }

    void decimalCommaIsSaid() {
        const Ingested file = read("end_s;output_tokens;gaps_ms\n1,5;2;0,5 1\n2;3;\n");
        QCOMPARE(file.rows.size(), 2U);
        QCOMPARE(file.rows[0].row.end.count(), 1'500'000'000);
        QVERIFY((file.rows[0].row.gaps == std::vector<Nanoseconds>{Nanoseconds(500'000), Nanoseconds(1'000'000)}));
        QCOMPARE(file.noticed("decimal-comma"), 1U);
    }

    void aTraceAsATable() {
        const Ingested file = read(
            "id,load.concurrency,start_ns,first_content_ms,first_token_kind,end_s,chunks,gaps_ms,gap_basis,prompt_"
            "tokens,"
            "output_tokens,token_source,status,error,phase,repeat\n"
            "r1,32,1763000000000000001,180,,5.104,3,10 20.5,chunk,812,500,usage,ok,,measured,2\n"
            "r2,32,,,,,,,,,,,error,\"timed, out\",warmup,2\n"
            "r3,64,,,,,,[],,,,,cancelled,,,\n");
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("plumbline-trace-csv"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), 3U);
        const Row& row = file.rows[0].row;
        QCOMPARE(row.id, std::string("r1"));
        QCOMPARE(row.line, 2U);
        QVERIFY((row.load == Load{LoadKind::concurrency, 32}));
        QCOMPARE(row.start.count(), 1'763'000'000'000'000'001);
        QCOMPARE(row.firstContent.count(), 180'000'000);
        QCOMPARE(row.end.count(), 5'104'000'000);
        QVERIFY(!isKnown(row.firstToken) && row.firstTokenKind == FirstTokenKind::unknown);
        QVERIFY((row.gaps == std::vector<Nanoseconds>{Nanoseconds(10'000'000), Nanoseconds(20'500'000)}));
        QVERIFY(row.gapBasis == GapBasis::chunk && row.tokenSource == TokenSource::usage);
        QVERIFY(row.chunks == 3 && row.promptTokens == 812 && row.outputTokens == 500 && row.repeat == 2);
        const Row& failed = file.rows[1].row;
        QVERIFY(failed.status == Status::error && failed.phase == Phase::warmup && !isKnown(failed.start) &&
                !failed.gapsKnown);
        QCOMPARE(failed.error, std::string("timed, out"));
        QVERIFY(file.rows[2].row.gapsKnown && file.rows[2].row.gaps.empty());
        QCOMPARE(file.outcome.sources[0].runs.size(), 2U);
        QCOMPARE(file.rows[2].run, 1U);
        QCOMPARE(file.run().number, 2);
        QVERIFY(file.outcome.diagnostics.empty());
    }

    /// What is a text stays as it is written.
    void textsLikeNumbers() {
        const Ingested file = read("id,end_s,output_tokens,session\n007,1,2,NaN\n1e3,1,2,true\n5.0,1,2,Inf\n");
        QCOMPARE(file.rows.size(), 3U);
        const char* const texts[][2] = {{"007", "NaN"}, {"1e3", "true"}, {"5.0", "Inf"}};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(file.rows[i].row.id, std::string(texts[i][0]));
            QCOMPARE(file.rows[i].row.session, std::string(texts[i][1]));
        }
        QVERIFY(file.outcome.diagnostics.empty());
    }

    void tracesWithSomethingWrong_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("noticed");
        const auto row = [](const char* tag, const char* line, const char* reason, const char* noticed) {
            QTest::newRow(tag) << line << reason << noticed;
        };
        row("good", "1,2,3,ok", "", "");
        row("too few cells", "1,2", "It has 2 cells where the header has 4", "");
        row("too many cells", "1,2,3,ok,5", "It has 5 cells", "");
        row("no status of ours", "1,2,3,fine", "none of ok, error", "");
        row("no number", "1,x,3,ok", "", "wrong-type");
        row("NaN", "NaN,2,3,ok", "", "bare-nan");
        row("an open quote", "\"1,2,3,ok", "A quote is not closed", "");
        row("nothing but commas", ",,,", "none of the fields", "");
    }
    void tracesWithSomethingWrong() {
        QFETCH(QString, line);
        QFETCH(QString, reason);
        QFETCH(QString, noticed);
        const Ingested file =
            read("end_s,output_tokens,load.concurrency,status\n" + line.toStdString() + "\n1,2,3,ok\n");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.records, 2U);
        QCOMPARE(file.rejections.size(), reason.isEmpty() ? 0U : 1U);
        if (!reason.isEmpty()) {
            QVERIFY2(QString::fromStdString(file.rejections[0].reason).contains(reason),
                     file.rejections[0].reason.c_str());
            QCOMPARE(file.rejections[0].line, 2U);
            QCOMPARE(QString::fromStdString(file.rejections[0].excerpt), line);
        }
        if (!noticed.isEmpty()) QCOMPARE(file.noticed(noticed.toStdString()), 1U);
    }

    void aSummaryTable() {
        // The sweep of METRICS §8, and a second run.
        const Ingested file = read(
            "load.concurrency,system_output_tokens_per_s,requests_per_s,e2e_mean_s,ttft_p99_ms,rate_p50_tokens_per_s,n,"
            "run\n"
            "32,464,,35.2,410,17.5,96,2\n48,657,1.25,37.4,,,,2\n1,61.3,,,,,,1\n");
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("plumbline-summary"));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.outcome.records, 0U);
        QCOMPARE(file.outcome.summaries, 3U);
        const RunInfo& run = file.run();
        QVERIFY(run.summaryOnly && run.number == 2 && run.declaredCompleted == 96);
        QVERIFY((run.load == Load{LoadKind::concurrency, 32}));
        const Reported expected{{"system_output_tokens_per_s", 464},
                                {"e2e_s.mean", 35.2},
                                {"ttft_s.p99", 0.41},
                                {"rate_tokens_per_s.p50", 17.5}};
        QCOMPARE(run.reported.size(), expected.size());
        for (const auto& [key, value] : expected) QVERIFY2(std::abs(run.reported.at(key) - value) < 1e-12, key.c_str());
        QVERIFY(!file.run(1).declaredCompleted && file.run(1).reported.at("requests_per_s") == 1.25);
        QCOMPARE(file.run(2).number, 1);
    }

    void summaryLines_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("load");
        const auto row = [](const char* tag, const char* line, const char* reason, const char* load) {
            QTest::newRow(tag) << line << reason << load;
        };
        row("concurrency", "32,,,1,2,3", "", "c=32");
        row("a cap beside a rate", "32,2.5,,1,2,3", "", "2.5 req/s");
        row("unbounded", ",,true,1,2,3", "", "unbounded");
        row("load not stated", ",,,1,2,3", "", "not stated");
        row("no number", "32,,,x,2,3", "'e2e_mean_s' is 'x', which is no number", "");
        row("NaN is unknown", "32,,,NaN,2,3", "It holds no figure", "");
        row("negative", "32,,,-1,2,3", "less than nothing", "");
        row("load of 0", "0,,,1,2,3", "which is no load", "");
        row("half a request", "32,,,1,2.5,3", "'n' is 2.5, which is no whole number", "");
        row("a run with a name", "32,,,1,2,a", "'run' is 'a'", "");
        row("no figure", "32,,,,2,3", "It holds no figure", "");
        row("a latency of 0", "32,,,0,2,3", "It holds no figure", "");
        row("unbounded what", "32,,maybe,1,2,3", "neither true nor false", "");
        row("too few cells", "32,,,1", "It has 4 cells", "");
    }
    void summaryLines() {
        QFETCH(QString, line);
        QFETCH(QString, reason);
        QFETCH(QString, load);
        const Ingested file =
            read("load.concurrency,load.request_rate,load.unbounded,e2e_mean_s,n,run\n" + line.toStdString() + "\n");
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rejections.size(), reason.isEmpty() ? 0U : 1U);
        QCOMPARE(file.outcome.summaries, reason.isEmpty() ? 1U : 0U);
        if (reason.isEmpty())
            QCOMPARE(QString::fromStdString(shortText(file.run().load)), load);
        else
            QVERIFY2(QString::fromStdString(file.rejections[0].reason).contains(reason),
                     file.rejections[0].reason.c_str());
    }

    void columns_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("value");  // of "2000"
        const auto row = [](const char* column, const char* path, double value) {
            QTest::newRow(column) << column << path << value;
        };
        row("system_output_tokens_per_s", "system_output_tokens_per_s", 2000);
        row("ttft_mean_ms", "ttft_s.mean", 2);
        row("ttft_p50_s", "ttft_s.p50", 2000);
        row("tpot_p99.9_ms", "tpot_s.p99.9", 2);
        row("itl_p95_ms", "itl_s.p95", 2);
        row("rate_mean_tokens_per_s", "rate_tokens_per_s.mean", 2000);
        row("ttft_median_ms", "", 0);
        row("ttft_p101_ms", "", 0);
        row("ttft_p99_us", "", 0);
        row("rate_mean_s", "", 0);
        row("queue_mean_s", "", 0);
    }
    void columns() {
        QFETCH(QString, column);
        QFETCH(QString, path);
        QFETCH(double, value);
        const Ingested file = read("load.concurrency,e2e_p50_s," + column.toStdString() + "\n4,1,2000\n");
        const Reported& reported = file.run().reported;
        QCOMPARE(reported.size(), path.isEmpty() ? 1U : 2U);
        QCOMPARE(file.noticed("unknown-column"), path.isEmpty() ? 1U : 0U);
        if (!path.isEmpty()) QVERIFY(std::abs(reported.at(path.toStdString()) - value) < 1e-9);
    }

    void columnsThatAreNoFieldsAreSaidOnce() {
        const Ingested file = read("id,start,end_s,output_tokens,rack\na,1,2,3,r\nb,1,2,3,r\n");
        QCOMPARE(file.rows.size(), 2U);
        QCOMPARE(file.outcome.diagnostics.size(), 2U);
        QCOMPARE(file.outcome.diagnostics[0].id, std::string("unknown-column"));
        QVERIFY(file.outcome.diagnostics[0].text.ends_with("did you mean start_ns, start_us, start_ms or start_s?"));
        QVERIFY(file.outcome.diagnostics[1].text.starts_with("The column 'rack' is no field of a trace: "));
    }

    void changedTablesKeepTheIdentity_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("trace") << QByteArray(
            "end_s,output_tokens,gaps_ms,status\n1,2,\"1 2\",ok\n3,4,,error\n5,6,7,ok\n");
        QTest::newRow("summary") << QByteArray("load.concurrency,e2e_mean_s,n,run\n1,\"2\",3,1\n2,3,4,1\n4,5,6,1\n");
    }
    void changedTablesKeepTheIdentity() {
        QFETCH(QByteArray, text);
        support::Random random(11);
        const Reader& reader = text.startsWith("end") ? traceCsvReader : summaryTableReader;
        for (int round = 0; round < 600; ++round) {
            std::string changed = text.toStdString();
            if (round < text.size())
                changed.resize(std::size_t(round));
            else
                changed[random.below(changed.size())] = static_cast<char>(random.below(256));
            const Ingested file = readWith(reader, m_folder.write("changed.csv", changed));
            QVERIFY2(file.error || file.identityHolds(), changed.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestCsv)
#include "test_csv.moc"
