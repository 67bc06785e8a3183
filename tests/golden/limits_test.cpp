// A file from a stranger, on the command line: each limit of CLI §5 lowered by --limit and said, and what such a file
// says, which no terminal obeys and no spreadsheet runs.
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include "program.h"
#include "tests/core/ingest/packed.h"

using namespace plumbline::test;

namespace {

Answer run(const QStringList& arguments) { return runCommand(PLUMBLINE_PROGRAM, arguments); }

QByteArray header(const QByteArray& name) {
    return "{\"plumbline\": \"trace/1\", \"configuration\": {\"name\": \"" + name + "\"}}\n";
}

QByteArray row(int load, const QByteArray& more = "\"start_ns\": 1, \"end_ns\": 5000000000") {
    return "{\"id\": \"x\", \"load\": {\"concurrency\": " + QByteArray::number(load) + "}, \"output_tokens\": 3, " +
           more + "}\n";
}

/// Configurations of one row each, at one load.
QByteArray configurations(int count) {
    QByteArray text;
    for (int i = 0; i < count; ++i) text += header("c" + QByteArray::number(i)) + row(4);
    return text;
}

/// "pairs 2 4": a limit, where it lies, and what is left out.
QByteArray limits(const QJsonObject& document) {
    QByteArray out;
    for (const QJsonValue& each : document["limits"].toArray())
        out += (out.isEmpty() ? "" : "; ") + each["limit"].toString().toUtf8() + " " +
               QByteArray::number(each["at"].toInteger()) + " " + QByteArray::number(each["left_out"].toInteger());
    return out;
}

bool hasEscapes(const QByteArray& text) {
    for (const char c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == '\x7f') return true;
    return false;
}

QJsonObject onlySource(const QJsonObject& document) { return document["sources"].toArray().at(0).toObject(); }

QJsonObject diagnostic(const QJsonObject& source, const char* id) {
    for (const QJsonValue& each : source["diagnostics"].toArray())
        if (each["id"].toString() == QLatin1String(id)) return each.toObject();
    return {};
}

}  // namespace

class LimitsTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void figuresStopAtTheirLimits_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QByteArray>("met");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<int>("configurations");
        QByteArray levels = header("c");
        for (int load = 1; load <= 4; ++load) levels += row(load);
        QTest::newRow("none met") << configurations(4) << "pairs=6" << QByteArray() << QByteArray() << 4;
        QTest::newRow("pairs") << configurations(4) << "pairs=2" << QByteArray("pairs 2 4")
                               << QByteArray("Pairs of configurations beyond 2 are not compared: 4.") << 4;
        QTest::newRow("configurations") << configurations(3) << "configurations=2" << QByteArray("configurations 2 1")
                                        << QByteArray(
                                               "Configurations beyond 2, in the order of files, have no figures: 1.")
                                        << 2;
        QTest::newRow("levels of one") << levels << "levels=3" << QByteArray("levels 3 1")
                                       << QByteArray("Levels beyond 3, in the order of files, have no figures: 1.")
                                       << 1;
        QTest::newRow("levels of several")
            << configurations(5) << "levels=3" << QByteArray("levels 3 2")
            << QByteArray("Levels beyond 3, in the order of files, have no figures: 2.") << 3;
        QTest::newRow("several at once") << configurations(5) << "configurations=3,pairs=1"
                                         << QByteArray("pairs 1 2; configurations 3 2")
                                         << QByteArray("Configurations beyond 3, in the order") << 3;
    }
    void figuresStopAtTheirLimits() {
        QFETCH(QByteArray, text);
        QFETCH(QString, limit);
        QFETCH(QByteArray, met);
        QFETCH(QByteArray, said);
        QFETCH(int, configurations);
        writeFile(path("a.trace.jsonl"), text);
        const Answer answer = run({"analyze", "--json", "--limit", limit, path("a.trace.jsonl")});
        const QJsonObject document = answer.json();
        QCOMPARE(answer.code, 0);  // all of it was read
        QCOMPARE(limits(document), met);
        QCOMPARE(document["configurations"].toArray().size(), configurations);
        QCOMPARE(onlySource(document)["rows"].toInt(), text.count("\"id\""));
        const QByteArray words = run({"analyze", "--limit", limit, path("a.trace.jsonl")}).out.simplified();
        QVERIFY2(words.contains(said), words);
        QVERIFY2(said.isEmpty() ? answer.err.isEmpty() : answer.err.simplified().contains(said), answer.err);
        QCOMPARE(answer.err.count('\n'), met.isEmpty() ? 0 : met.count(';') + 1);
    }

    void pairsThatDifferInOneThingComeFirst() {
        QByteArray text;
        for (const auto* engine : {"a", "b", "c"})
            for (const auto* model : {"m", "n", "o"})
                text += QByteArray("{\"plumbline\": \"trace/1\", \"configuration\": {\"engine\": \"") + engine +
                        "\", \"model\": \"" + model + "\"}}\n" + row(4);
        writeFile(path("a.trace.jsonl"), text);
        const QJsonObject document = run({"analyze", "--json", "--limit", "pairs=18", path("a.trace.jsonl")}).json();
        QCOMPARE(limits(document), QByteArray("pairs 18 18"));  // of 36, 18 share an engine or a model
        for (const QJsonValue& each : document["comparisons"].toArray()) {
            const QStringList a = each["a"].toString().split(" \u00b7 "), b = each["b"].toString().split(" \u00b7 ");
            QVERIFY2((a[0] == b[0]) != (a[1] == b[1]), qPrintable(a.join(' ') + " / " + b.join(' ')));
        }
    }

    void frontsSpeakOfComparedPairsAlone() {
        writeFile(path("a.trace.jsonl"), configurations(20));  // 190 pairs
        const QJsonObject document = run({"analyze", "--json", "--limit", "pairs=5", path("a.trace.jsonl")}).json();
        QVERIFY(!document["pareto"].toArray().isEmpty());
        for (const QJsonValue& front : document["pareto"].toArray()) QVERIFY(front["refused"].toArray().size() <= 5);
    }

    void aTraceHoldsWhatHasNoFigures() {
        writeFile(path("a.trace.jsonl"), configurations(3));
        const Answer written =
            run({"export", "--limit", "configurations=1", "-o", path("o.trace.jsonl"), path("a.trace.jsonl")});
        QVERIFY2(written.code == 0, written.err);
        const QJsonObject document = run({"analyze", "--json", path("o.trace.jsonl")}).json();
        QCOMPARE(document["configurations"].toArray().size(), 3);
        QCOMPARE(document["configurations"].toArray().at(2)["name"].toString(), "c2");
    }

    void findingsAboveFiftyAreOne() {
        for (const int count : {50, 51}) {
            writeFile(path("a.trace.jsonl"), configurations(count));
            const QJsonObject document = run({"analyze", "--json", path("a.trace.jsonl")}).json();
            QJsonArray found;
            for (const QJsonValue& each : document["findings"].toArray())
                if (each["id"].toString() == "context-missing") found.append(each);
            QCOMPARE(found.size(), count == 50 ? 50 : 1);
            if (count == 50) continue;
            const QJsonObject one = found[0].toObject();
            QVERIFY(one["configuration"].isNull() && one["load"].isNull());
            QCOMPARE(one["evidence"]["count"].toInt(), 51);
            QCOMPARE(one["evidence"]["configurations"].toInt(), 51);
        }
    }

    void aPackedFileThatGrowsTooMuchIsRefusedWhole() {
        const QByteArray text = header("c") + row(4).repeated(1'000);
        const std::string packed = gzipped(text.toStdString());
        writeFile(path("in/a.trace.jsonl.gz"), QByteArray::fromStdString(packed));
        writeFile(path("in/b.trace.jsonl"), configurations(1));
        const QString limit = "unpacked=" + QString::number(text.size() - 1);
        Answer answer = run({"analyze", "--json", "--limit", limit, path("in")});
        QCOMPARE(answer.code, 1);
        QCOMPARE(limits(answer.json()), "unpacked " + QByteArray::number(text.size() - 1) + " 1");
        QVERIFY2(answer.err.contains("unpacks to more than"), answer.err);
        answer = run({"analyze", "--limit", limit, path("in/a.trace.jsonl.gz")});
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains("--limit unpacked=BYTES"), answer.err);
        answer = run({"analyze", "--json", "--limit", "unpacked=" + QString::number(text.size()), path("in")});
        QCOMPARE(answer.code, 0);
        QCOMPARE(limits(answer.json()), QByteArray());
    }

    void aLargeDocumentIsNotApplied_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("a context beside it") << QStringList();
        QTest::newRow("a context that is named") << QStringList{"--context", "given.json"};
        QTest::newRow("a mapping") << QStringList{"--mapping", "given.json"};
        QTest::newRow("a review") << QStringList{"--review", "given.json"};
    }
    void aLargeDocumentIsNotApplied() {
        QFETCH(QStringList, options);
        const QByteArray document = "{\"model\": \"" + QByteArray(200, 'A') + "\"}";
        writeFile(path("in/a.trace.jsonl"), configurations(1));
        writeFile(options.isEmpty() ? path("in/context.json") : path("given.json"), document);
        if (!options.isEmpty()) options.back() = path(options.back());
        const Answer answer =
            run(QStringList{"analyze", "--json", "--limit", "document=100"} + options + QStringList{path("in")});
        QCOMPARE(answer.code, 1);
        QCOMPARE(limits(answer.json()), QByteArray("document 100 1"));
        QVERIFY2(answer.err.contains("not applied"), answer.err);
        QVERIFY(!answer.out.contains("AAAA"));
    }

    void limitsBelongToEachVerb_data() {
        QTest::addColumn<QString>("verb");
        for (const char* verb : {"analyze", "import", "export", "picture", "bound", "readers"})
            QTest::newRow(verb) << QString(verb);
    }
    void limitsBelongToEachVerb() {
        QFETCH(QString, verb);
        const Answer help = run({verb, "--help"});
        for (const char* name :
             {"--limit", "pairs=N", "configurations=N", "levels=N", "unpacked=BYTES", "document=BYTES"})
            QVERIFY2(help.out.contains(name), help.out);
        const Answer wrong = run({verb, "--limit", "rows=5"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("'rows=5' is no limit"), wrong.err);
    }

    void noTerminalObeysAFile() {
        const QByteArray name = "a\x1b[31mb.trace.jsonl";
        const QString file = path(QString::fromUtf8(name));
        writeFile(file,
                  header("\\u001b[1mc\\u202e") + row(4, "\"status\": \"\\u001b]0;owned\\u0007\\u001b[2J\"") + row(4));
        writeFile(path("mapping.json"),
                  "{\"plumbline\": \"mapping/1\", \"name\": \"\\u001b[35mmap\", \"rows\": \"$\", "
                  "\"fields\": {\"\\u001b[36mend\": {\"column\": \"\\u001b[31mx\"}}}");
        for (const QStringList& arguments :
             {QStringList{"analyze", file}, QStringList{"analyze", "--json", file},
              QStringList{"analyze", "--mapping", path("mapping.json"), file},
              QStringList{"import", "-o", path("w.plumb"), file}, QStringList{"analyze", path("\x1b[2Jnone")},
              QStringList{"analyze", "--\x1b[2J"}}) {
            const Answer answer = run(arguments);
            QVERIFY2(!hasEscapes(answer.err), answer.err);
            QVERIFY2(!hasEscapes(answer.out) && !answer.out.contains("\u202e"), answer.out);
        }
    }

    void noSpreadsheetRunsAName_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("cell");
        QTest::newRow("=") << QByteArray("=1+1") << QByteArray("'=1+1,");
        QTest::newRow("+") << QByteArray("+1") << QByteArray("'+1,");
        QTest::newRow("-") << QByteArray("-2") << QByteArray("'-2,");
        QTest::newRow("@") << QByteArray("@SUM(1)") << QByteArray("'@SUM(1),");
        QTest::newRow("a tab") << QByteArray("\\t=1") << QByteArray("'\t=1,");
        QTest::newRow("quotes") << QByteArray("=cmd|\\\"/c calc\\\"!A1") << QByteArray("\"'=cmd|\"\"/c calc\"\"!A1\",");
        QTest::newRow("plain") << QByteArray("vllm") << QByteArray("vllm,");
    }
    void noSpreadsheetRunsAName() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, cell);
        writeFile(path("a.trace.jsonl"), header(name) + row(4));
        QCOMPARE(run({"export", "-o", path("o.csv"), path("a.trace.jsonl")}).code, 0);
        QFile csv(path("o.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArray second = csv.readAll().split('\n').at(1);
        QVERIFY2(second.startsWith(cell), second);
        // The table is for spreadsheets; what comes back is the trace, with the name as it was.
        QCOMPARE(run({"export", "-o", path("o.trace.jsonl"), path("a.trace.jsonl")}).code, 0);
        const auto nameOf = [](const Answer& answer) {
            return answer.json()["configurations"].toArray().at(0)["name"].toString();
        };
        QCOMPARE(nameOf(run({"analyze", "--json", path("o.trace.jsonl")})),
                 nameOf(run({"analyze", "--json", path("a.trace.jsonl")})));
    }

    void twoCenturiesOfOpenRequestsAreUnknown() {
        QByteArray text = "{\"plumbline\": \"trace/1\", \"clock\": \"epoch\", \"configuration\": {\"name\": \"c\"}}\n";
        for (int i = 0; i < 6; ++i)
            text += row(4, QByteArray("\"first_content_ns\": 10, \"end_ns\": 4600000000000000000, \"start_ns\": ") +
                               (i % 2 == 0 ? "" : "-") + "4600000000000000000");
        writeFile(path("a.trace.jsonl"), text);
        const QJsonObject document = run({"analyze", "--json", path("a.trace.jsonl")}).json();
        const QJsonObject level = document["configurations"].toArray().at(0)["levels"].toArray().at(0).toObject();
        QVERIFY(level["in_flight"].isNull() || level["in_flight"].toDouble() >= 0);
        const QJsonObject offsets = diagnostic(onlySource(document), "out-of-range");
        QCOMPARE(offsets["count"].toInt(), 6);
        QVERIFY(offsets["text"].toString().contains("100 days or more"));
        const QJsonObject starts = diagnostic(onlySource(document), "start-out-of-range");
        QCOMPARE(starts["count"].toInt(), 3);
        QVERIFY(starts["text"].toString().contains("before 1970"));
    }

    void manyRequestsOfManyDaysAreSummed() {
        // 3,000 requests of 99 days at once: 2.6e19 ns together, more than 64 bits hold.
        QByteArray text = header("c");
        text += row(4, "\"start_ns\": 0, \"first_content_s\": 1, \"end_s\": 8553600").repeated(3'000);
        writeFile(path("a.trace.jsonl"), text);
        const QJsonObject document = run({"analyze", "--json", path("a.trace.jsonl")}).json();
        const QJsonObject level = document["configurations"].toArray().at(0)["levels"].toArray().at(0).toObject();
        QCOMPARE(level["in_flight"].toDouble(), 3'000.0);
        QCOMPARE(level["window_s"].toDouble(), 8'553'600.0);
    }

    void linksAreNotFollowedOutOfAFolder() {
        writeFile(path("in/a.trace.jsonl"), configurations(1));
        writeFile(path("other/b.trace.jsonl"), configurations(1));
        QVERIFY(QFile::link("/", path("in/root")));
        QVERIFY(QFile::link(path("other/b.trace.jsonl"), path("in/b.trace.jsonl")));
        QElapsedTimer clock;
        clock.start();
        const Answer answer = run({"readers", "--check", path("in")});
        QVERIFY(clock.elapsed() < 20'000);
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.out.count("a link out of the folder"), 2);
        QVERIFY2(answer.out.contains("3 files, 1 read"), answer.out);
    }

    void aPictureGoesToAnyPath() {
        writeFile(path("a.trace.jsonl"), configurations(1));
        for (const QString type : {"png", "svg"}) {
            const Answer answer = runCommand(
                "sh", {"-c",
                       "mkdir -p \"$(printf \"$2/x\\377\")\" && exec \"$0\" picture --view curve -o \"$(printf "
                       "\"$2/x\\377\")/p.$3\" \"$1\"",
                       PLUMBLINE_PROGRAM, path("a.trace.jsonl"), m_folder->path(), type});
            QVERIFY2(answer.code == 0, answer.err);
            const Answer listed = runCommand("sh", {"-c", "cd \"$0\"/x* && ls", m_folder->path()});
            QVERIFY2(listed.out.contains("p." + type.toUtf8()), listed.out);
        }
    }

private:
    QString path(const QString& name) const {
        const QString full = m_folder->filePath(name);
        QDir().mkpath(full.section('/', 0, -2));
        return full;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(LimitsTest)
#include "limits_test.moc"
