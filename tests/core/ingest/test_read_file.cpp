// What no workspace keeps: prompts, replies and keys, wherever a file holds them.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/ingest/read_file.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;

namespace {

/// All words that a read hands on.
class Words : public RowSink {
public:
    void row(std::size_t, std::size_t, const Row& row) override {
        all += row.error + "\n" + row.finish + "\n" + row.session + "\n" + row.id + "\n";
        ends.push_back(row.end);
    }
    void reject(const Rejection& rejection) override { all += rejection.reason + rejection.excerpt + "\n"; }
    std::string all;
    std::vector<Nanoseconds> ends;
};

}  // namespace

class TestReadFile : public QObject {
    Q_OBJECT
private slots:
    void keepsNoSecrets_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("gone");
        QTest::addColumn<QByteArray>("kept");
        const QByteArray plain = R"({"id": "a", "start_s": 1, "end_s": 2, "output_tokens": 5})";
        const QByteArray head = R"({"plumbline": "trace/1"})";
        QTest::newRow("a flag and its value")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"flags": ["--api-key", "ZEBRA", "--tp", "8"]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("--tp");
        QTest::newRow("a flag with its value")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"flags": ["--api-key=ZEBRA", "--tp=8"]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("--tp=8");
        QTest::newRow("a flag about tokens")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"flags": ["--max-tokens", "512"]}})") << plain
            << QByteArray("ZEBRA") << QByteArray("512");
        QTest::newRow("a key of the configuration")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"api_key": "ZEBRA", "engine": "e"}})") << plain
            << QByteArray("ZEBRA") << QByteArray("engine");
        QTest::newRow("options for all requests")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"extra_inputs": "ignore_eos:true"}})") << plain
            << QByteArray("ZEBRA") << QByteArray("ignore_eos:true");
        QTest::newRow("a key inside of an option")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"server": {"api_key": "ZEBRA", "port": "p80"}}})")
            << plain << QByteArray("ZEBRA") << QByteArray("p80");
        QTest::newRow("a password in a list of objects")
            << QByteArray(R"({"plumbline": "trace/1", "note": {"hosts": [{"password": "ZEBRA", "name": "h1"}]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("h1");
        QTest::newRow("flags in one text")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"flags": "--api-key ZEBRA --token=ZEBRA --tp 8"}})")
            << plain << QByteArray("ZEBRA") << QByteArray("--tp 8");
        QTest::newRow("a prompt in the header")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"prompt": "ZEBRA", "engine": "e"}})") << plain
            << QByteArray("ZEBRA") << QByteArray("engine");
        QTest::newRow("an error that quotes a key")
            << head << QByteArray(R"({"id": "a", "status": "error", "error": "401 wrong key sk-ZEBRA12345"})")
            << QByteArray("ZEBRA") << QByteArray("401 wrong key");
        QTest::newRow("an error with a key of no known kind")
            << head << QByteArray(R"({"id": "a", "status": "error", "error": "401 X-Api-Key: ZEBRA12345 refused"})")
            << QByteArray("ZEBRA") << QByteArray("refused");
        QTest::newRow("an error that repeats its prompt")
            << head << QByteArray(R"({"id": "a", "status": "error", "error": "422 {'prompt': 'a ZEBRA', 'code': 7}"})")
            << QByteArray("ZEBRA") << QByteArray("code");
        QTest::newRow("a header among the flags")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"flags": ["--header", "X-Api-Key: ZEBRA1234"]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("--header");
        QTest::newRow("a system prompt among the flags")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"flags": ["--system-prompt", "ZEBRA", "--tp=8"]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("--tp=8");
        QTest::newRow("a prompt inside of an option")
            << QByteArray(
                   R"({"plumbline": "trace/1", "configuration": {"buckets": [{"system_prompt": "ZEBRA", "tokens": 16}]}})")
            << plain << QByteArray("ZEBRA") << QByteArray("tokens");
        QTest::newRow("lengths of prompts inside of an option")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"load": {"prompt": [10, 20], "output": 777}}})")
            << plain << QByteArray("ZEBRA") << QByteArray("777");
        QTest::newRow("a password in an address")
            << QByteArray("{\"plumbline\": \"trace/1\", \"note\": {\"url\": \"http://u:ZEBRA@host/v1?key=ZEBRA123\"}}")
            << plain << QByteArray("ZEBRA") << QByteArray("host/v1");
        QTest::newRow("flags that look like keys are whole, however many")
            << QByteArray(R"({"plumbline": "trace/1", "configuration": {"flags": ["--disk-offloading")") +
                   QByteArray(R"(, "--hf_overrides")").repeated(100) + QByteArray(R"(, "--last-one"]}})")
            << plain << QByteArray("...") << QByteArray("--last-one");
        for (const char* field : {"error", "finish", "session", "id"})
            QTest::addRow("a token as %s", field)
                << head
                << QByteArray("{\"") + field + "\": \"a glpat-ZEBRA6789012345678901 of r8_alpha16\", \"end_s\": 2}"
                << QByteArray("ZEBRA") << QByteArray("of r8_alpha16");
        QTest::newRow("a note of a context")
            << QByteArray(R"({"plumbline": "trace/1", "note": {"by": "PASSWORD ZEBRA12 on glm-4.5"}})") << plain
            << QByteArray("ZEBRA") << QByteArray("on glm-4.5");
        QTest::newRow("a rejected record") << head << QByteArray(R"({"id": "r3", "prompt": "ZEBRA", "start_s": })")
                                           << QByteArray("ZEBRA") << QByteArray("r3");
    }
    void keepsNoSecrets() {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, gone);
        QFETCH(QByteArray, kept);
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.trace.jsonl").toStdString();
        std::ofstream(path) << header.toStdString() << "\n" << row.toStdString() << "\n";
        Words words;
        const auto read = test::readWhole(traceJsonlReader, {path, {}, {}}, words);
        QVERIFY(read);
        for (const SourceInfo& source : read->sources)
            for (const auto& [key, fact] : source.context) words.all += key + fact.stated.value_or("") + "\n";
        for (const Diagnostic& each : read->diagnostics) words.all += each.text + "\n";
        QVERIFY2(words.all.find(gone.toStdString()) == std::string::npos, words.all.c_str());
        QVERIFY2(words.all.find(kept.toStdString()) != std::string::npos, words.all.c_str());
    }

    void holdsWhatRunsSay_data() {
        using std::chrono::seconds;
        QTest::addColumn<RunInfo>("stated");
        QTest::addColumn<RunInfo>("held");
        QTest::addColumn<QString>("said");  // empty: nothing
        const auto row = [](const char* name, Load load, Nanoseconds duration, std::optional<std::int64_t> requests,
                            const RunInfo& held, const char* said) {
            RunInfo run;
            run.load = load;
            run.declaredDuration = duration;
            run.declaredRequests = run.declaredCompleted = requests;
            QTest::newRow(name) << run << (*said ? held : run) << QString(said);
        };
        RunInfo unknown;
        row("nothing", {}, unknownTime, {}, unknown, "");
        row("a run", {LoadKind::concurrency, 8}, seconds(9), 7, unknown, "");
        row("the largest load", {LoadKind::requestRate, 1e9}, unknownTime, 0, unknown, "");
        for (const double load : {0.0, -5.0, 1e308, 1.1e9})
            row(qPrintable(QString("c=%1").arg(load)), {LoadKind::concurrency, load}, unknownTime, {}, unknown,
                "Loads of nothing or less, or above 1,000,000,000, are not stated.");
        row("a rate", {LoadKind::requestRate, -1}, unknownTime, {}, unknown, "Loads of nothing");
        row("a negative duration", {}, seconds(-9), {}, unknown, "Durations of runs below 0");
        row("a duration without end", {}, seconds(8'640'000), {}, unknown, "Times of 100 days or more");
        row("a negative count", {}, unknownTime, -7, unknown, "Counts of requests below 0");
        row("too large a count", {}, unknownTime, std::int64_t{1} << 60, unknown, "Counts of requests below 0");
    }
    void holdsWhatRunsSay() {
        QFETCH(RunInfo, stated);
        QFETCH(RunInfo, held);
        QFETCH(QString, said);
        static RunInfo says;
        says = stated;
        const Reader reader{"r", "", "", nullptr, [](const ReadInput&, const Sample&, RowSink&) -> Result<ReadOutcome> {
                                ReadOutcome outcome;
                                outcome.sources.emplace_back().runs.push_back(says);
                                return outcome;
                            }};
        Words words;
        const auto read = readFile(reader, {"a", {}, {}}, {}, words);
        QVERIFY(read);
        const RunInfo& run = read->sources[0].runs[0];
        QVERIFY(run.load == held.load && run.declaredDuration == held.declaredDuration);
        QVERIFY(run.declaredRequests == held.declaredRequests && run.declaredCompleted == held.declaredCompleted);
        QCOMPARE(read->diagnostics.empty(), said.isEmpty());
        if (!said.isEmpty()) QVERIFY(QString::fromStdString(read->diagnostics.at(0).text).startsWith(said));
    }
};

QTEST_GUILESS_MAIN(TestReadFile)
#include "test_read_file.moc"
