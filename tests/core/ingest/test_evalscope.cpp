// The evalscope reader on made databases of each layout, then on recorded ones.
#include <QElapsedTimer>
#include <QTest>

#include "core/ingest/bytes/foreign_database.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"
#include "tests/core/ingest/statistics.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

const std::string today =
    "request TEXT, start_time REAL, inter_token_latencies TEXT, success INTEGER, response_messages TEXT, "
    "completed_time REAL, latency REAL, first_chunk_latency REAL, prompt_tokens INTEGER, completion_tokens INTEGER, "
    "max_gpu_memory_cost REAL, time_per_output_token REAL, request_id TEXT, is_stream INTEGER";
const std::string body = R"('{"model": "acme/m", "messages": [{"content": "a secret"}], "max_tokens": 64}')";

/// A database of one table, as evalscope makes it.
std::string database(const Folder& folder, const std::string& columns, const std::vector<std::string>& rows,
                     const std::string& name = "parallel_8_number_4/benchmark_data.db") {
    const std::string path = folder.write(name, "");
    auto made = Connection::open(path, Connection::Mode::create);
    made->run("CREATE TABLE result(" + columns + ")");
    made->run("BEGIN");
    for (const std::string& row : rows) made->run("INSERT INTO result VALUES (" + row + ")");
    made->run("COMMIT");
    const auto worked = made->check();
    if (!worked) qFatal("%s", worked.error().text().c_str());
    return path;
}

/// A row of today's layout; values as SQL.
std::string row(const std::string& gaps, const char* tokens = "3", const char* start = "100.5",
                const char* stream = "1") {
    return body + ", " + start + ", " + gaps + ", 1, 'gARdlC4=', 101.5, 1.0, 0.25, 20, " + tokens +
           ", 0.0, 0.1, NULL, " + stream;
}
const std::string failure = body + ", 100.75, '[]', 0, 'gARdlC4=', 0.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1";

const std::string summarySeconds =
    R"x({"Time taken for tests (s)": 2.5, "Number of concurrency": 8, "Total requests": 4, "Succeed requests": 3,
    "Failed requests": 1, "Output token throughput (tok/s)": 40.5,
    "Total token throughput (tok/s)": 160.5, "Request throughput (req/s)": 1.2,
    "Average latency (s)": 1.5, "Average time to first token (s)": 0.25, "Average inter-token latency (s)": 0.0,
    "Average output tokens per request": 33.75})x";
const std::string summaryMilliseconds =
    R"x({"Test Duration (s)": 2.5, "Concurrency": 8, "Request Rate (req/s)": 0.0, "Total Requests": 4, "Success Requests": 3,
    "Failed Requests": 1, "Output Throughput (tok/s)": 40.5, "Total Throughput (tok/s)": 160.5,
    "Req Throughput (req/s)": 1.2, "Avg Latency (s)": 1.5,
    "Avg TTFT (ms)": 250.0, "Avg ITL (ms)": 0.0, "Avg Output Tokens": 33.75, "KV Cache Hit Rate (%)": 49.0})x";

bool isNear(const Reported& ours, const Reported& expected) {
    if (ours.size() != expected.size()) return false;
    for (const auto& [key, value] : expected)
        if (!ours.contains(key) || std::abs(ours.at(key) - value) > 1e-12) return false;
    return true;
}

}  // namespace

class TestEvalscope : public QObject {
    Q_OBJECT

private slots:
    void everyFieldOfARow();
    void traps_data();
    void traps();
    void columnsAreReadByName();
    /// To 1.1.0: stamps, the usage event's last; the body is pickled, and no more than a hash.
    void stampsOfEarlierVersions();
    void summaries_data();
    void summaries();
    void loads_data();
    void loads();
    void itsArguments();
    void damagedDatabases();
    void databasesOfAStranger_data();
    void databasesOfAStranger();
    void packedDatabases_data();
    void packedDatabases();
    void aPackedDatabaseTooLarge();
    void theSummaryComesOutOfTheRows_data();
    void theSummaryComesOutOfTheRows();
};

void TestEvalscope::databasesOfAStranger_data() {
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("rows");
    const QString endless = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) ";
    const QString columns = "1763000000.0 + n AS start_time, 1 AS success, 0.1 AS first_chunk_latency, n AS rowid";
    QTest::newRow("a view without end") << "CREATE VIEW result AS /* TABLE result */ " + endless + "SELECT " + columns +
                                               " FROM r"
                                        << -1;
    QTest::newRow("a view of large rows") << "CREATE VIEW result AS /* TABLE result */ " + endless +
                                                 "SELECT hex(zeroblob(400000000)) AS request, " + columns + " FROM r"
                                          << -1;
    QTest::newRow("a virtual table")
        << "CREATE VIRTUAL TABLE result USING rtree (id, start_time, success); CREATE TABLE x (first_chunk_latency)"
        << -1;
    QTest::newRow("generated columns")
        << "CREATE TABLE result (success, first_chunk_latency, start_time AS (hex(zeroblob(400000000))))" << -1;
    QTest::newRow("a generated column that is not needed")
        << "CREATE TABLE result (start_time, success, first_chunk_latency, request AS (hex(zeroblob(9)))); "
           "INSERT INTO result VALUES (1.5, 1, 0.1)"
        << 1;
    QTest::newRow("what is beside the table")
        << "CREATE TABLE result (start_time, success, first_chunk_latency); CREATE VIEW v AS " + endless +
               "SELECT n FROM r; INSERT INTO result VALUES (1.5, 1, 0.1)"
        << 1;
}

/// What is read is a plain table; the rest is ignored, and nothing goes on without end.
void TestEvalscope::databasesOfAStranger() {
    QFETCH(QString, sql);
    QFETCH(int, rows);
    const Folder folder;
    const std::string path = folder.write("benchmark_data.db", "");
    {
        auto made = Connection::open(path, Connection::Mode::create);
        made->run(sql.toStdString());
        QVERIFY(made->check());
    }
    QElapsedTimer clock;
    clock.start();
    const Ingested file = ingestFile(path);
    QVERIFY(clock.elapsed() < 5000);
    QCOMPARE(file.error.has_value(), rows < 0);
    if (rows < 0) QVERIFY(file.error->text().find("no plain table 'result'") != std::string::npos);
    if (rows >= 0) QCOMPARE(static_cast<int>(file.rows.size()), rows);
}

void TestEvalscope::everyFieldOfARow() {
    const Folder folder;
    const Ingested file = ingestFile(database(folder, today, {row("'[0.5, 0.125, 0.0625]'", "9"), failure}));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.reader, std::string("evalscope"));
    QVERIFY(file.identityHolds());
    QCOMPARE(file.rows.size(), 2U);
    const Row& seen = file.rows[0].row;
    QVERIFY((seen.load == Load{LoadKind::concurrency, 8}));  // of the folder's name
    QCOMPARE(seen.start.count(), 100'500'000'000);
    QCOMPARE(seen.firstToken.count(), 250'000'000);
    QVERIFY(seen.firstTokenKind == FirstTokenKind::anyEvent && !isKnown(seen.firstContent));
    QCOMPARE(seen.end.count(), 1'000'000'000);
    QVERIFY(seen.gapsKnown && seen.gapBasis == GapBasis::chunk);
    QCOMPARE(seen.gaps.size(), 3U);
    QCOMPARE(seen.chunks, 4);
    QVERIFY(seen.promptTokens == 20 && seen.outputTokens == 9 && seen.maxTokens == 64);
    QVERIFY(seen.promptKey != 0 && seen.promptKey == file.rows[1].row.promptKey);
    QVERIFY(seen.tokenSource == TokenSource::usage && seen.status == Status::ok);
    const Row& failed = file.rows[1].row;
    QVERIFY(failed.status == Status::error && isKnown(failed.start) && !isKnown(failed.end) &&
            !isKnown(failed.firstToken) && !isKnown(failed.outputTokens));
    QCOMPARE(file.fact("model"), std::string("acme/m"));
    QCOMPARE(file.fact("note.harness"), std::string("evalscope perf"));
    const TimingBoundary expected{"sent", "any-event", "closed", "usage", "monotonic"};
    QVERIFY(file.outcome.sources[0].boundary == expected);
    for (const auto& [key, fact] : file.outcome.sources[0].context)
        QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
}

void TestEvalscope::traps_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<int>("gaps");    // -1: not known
    QTest::addColumn<int>("chunks");  // -1: unknown
    QTest::addColumn<bool>("startKnown");
    QTest::addColumn<bool>("firstKnown");
    QTest::addColumn<QString>("noticed");
    const auto add = [](const char* tag, const std::string& values, int gaps, int chunks, bool start, bool first,
                        const char* noticed) {
        QTest::newRow(tag) << QString::fromStdString(values) << gaps << chunks << start << first << noticed;
    };
    add("more events than tokens prove the role chunk", row("'[0.3, 0.1, 0.1]'", "3"), 3, 3, true, true, "");
    add("as many events as tokens do not", row("'[0.3, 0.1, 0.1]'", "4"), 3, 4, true, true, "");
    add("a first gap far above the others", row("'[0.31, 0.1, 0.1, 0.1]'", "40"), 4, 5, true, true, "role-chunk");
    add("a first gap like the others", row("'[0.3, 0.1, 0.1, 0.1]'", "40"), 4, 5, true, true, "");
    add("one chunk", row("'[]'", "3"), 0, 1, true, true, "");
    add("no gaps that can be read", row("'[0.1, \"x\"]'"), -1, -1, true, true, "");
    add("a time-out without a start", row("'[0.1]'", "3", "0.0"), 1, 2, false, true, "");
    add("not streamed", row("'[]'", "3", "100.5", "0"), -1, -1, true, false, "");
    add("is_stream is null", row("'[0.1]'", "3", "100.5", "NULL"), 1, 2, true, true, "");
}

void TestEvalscope::traps() {
    QFETCH(QString, row);
    QFETCH(int, gaps);
    QFETCH(int, chunks);
    QFETCH(bool, startKnown);
    QFETCH(bool, firstKnown);
    QFETCH(QString, noticed);
    const Folder folder;
    const Ingested file = ingestFile(database(folder, today, {row.toStdString()}));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    const Row& seen = file.rows.at(0).row;
    QCOMPARE(seen.gapsKnown ? int(seen.gaps.size()) : -1, gaps);
    QCOMPARE(int(seen.chunks), chunks);
    QCOMPARE(isKnown(seen.start), startKnown);
    QCOMPARE(isKnown(seen.firstToken), firstKnown);
    QCOMPARE(file.noticed("role-chunk") > 0, noticed == "role-chunk");
}

void TestEvalscope::columnsAreReadByName() {
    const Folder folder;
    const std::string columns =
        "success INTEGER, latency REAL, extra TEXT, start_time REAL, completion_tokens INTEGER, "
        "first_chunk_latency REAL";
    const Ingested file = ingestFile(database(
        folder, columns, {"1, 2.0, 'x', 5.0, 7, 0.5", "'maybe', 2.0, 'x', 5.0, 7, 0.5", "NULL, 1, 1, 1, 1, 1"}));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QVERIFY(file.identityHolds());
    const Row& seen = file.rows.at(0).row;
    QVERIFY(seen.end == Nanoseconds(2'000'000'000) && seen.start == Nanoseconds(5'000'000'000));
    QVERIFY(seen.outputTokens == 7 && !isKnown(seen.promptTokens) && !seen.gapsKnown && seen.promptKey == 0);
    QCOMPARE(file.rejections.size(), 1U);  // a text is 0 to SQLite's numbers: a failure; null says nothing
    QCOMPARE(file.rejections[0].record, 2U);
    QVERIFY(!file.rejections[0].reason.empty());
}

void TestEvalscope::stampsOfEarlierVersions() {
    const Folder folder;
    const std::string columns =
        "request TEXT, start_time REAL, chunk_times TEXT, success INTEGER, completed_time REAL, "
        "latency REAL, first_chunk_latency REAL, prompt_tokens INTEGER, completion_tokens INTEGER";
    const Ingested file = ingestFile(database(
        folder, columns,
        {"'gASVYQEAAAAAAAB9lCg=', 100.0, '[100.25, 100.75, 101.0, 101.5, 101.5]', 1, 101.75, 1.75, 0.25, 10, 20",
         "'gASVYQEAAAAAAAB9lCg=', 102.0, '[]', 0, 102.5, NULL, NULL, NULL, NULL"}));
    const Row& seen = file.rows.at(0).row;
    QVERIFY((seen.gaps ==
             std::vector<Nanoseconds>{Nanoseconds(500'000'000), Nanoseconds(250'000'000), Nanoseconds(500'000'000)}));
    QCOMPARE(seen.chunks, 4);
    QVERIFY(seen.promptKey != 0);
    QCOMPARE(file.fact("model"), std::string("-"));
    QCOMPARE(file.fact("note.harness"), std::string("evalscope perf to 1.1.0"));  // which goes by other rules
    QCOMPARE(file.rows.at(1).row.end.count(), 500'000'000);                       // it stored when a request failed
}

void TestEvalscope::summaries_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("to 1.6.1, in seconds") << QString::fromStdString(summarySeconds);
    QTest::newRow("from 1.10 on, in milliseconds") << QString::fromStdString(summaryMilliseconds);
}

void TestEvalscope::summaries() {
    QFETCH(QString, text);
    const Folder folder;
    const std::string path = folder.write("run/benchmark_summary.json", text.toStdString());
    const std::string percentiles = folder.write("run/benchmark_percentile.json",
                                                 R"x([{"Percentiles": "min", "TTFT (ms)": 100.0},
            {"Percentiles": "99%", "TTFT (ms)": 300.0, "Latency (s)": 2.0, "ITL (ms)": 0.0}])x");
    const Reported expected{
        {"error_rate", 0.25},         {"e2e_s.mean", 1.5},           {"ttft_s.mean", 0.25},
        {"ttft_s.min", 0.1},          {"ttft_s.p99", 0.3},           {"e2e_s.p99", 2},
        {"requests_per_s", 1.2},      {"output_tokens.mean", 33.75}, {"system_output_tokens_per_s", 40.5},
        {"total_tokens_per_s", 160.5}};
    const Ingested alone = ingestFile(path);
    QVERIFY2(!alone.error, alone.error ? alone.error->text().c_str() : "");
    QVERIFY(alone.outcome.summaries == 1 && alone.run().summaryOnly && alone.outcome.records == 0);
    QVERIFY(isNear(alone.run().reported, expected));
    QVERIFY((alone.run().load == Load{LoadKind::concurrency, 8}));
    QCOMPARE(alone.outcome.siblings, std::vector<std::string>{percentiles});
    const Ingested rows = ingestFile(database(folder, today, {row("'[0.1]'")}, "run/benchmark_data.db"));
    QVERIFY(isNear(rows.run().reported, expected));
    QCOMPARE(rows.run().fingerprint, alone.run().fingerprint);
    QVERIFY(rows.run().declaredRequests == 4 && rows.run().declaredCompleted == 3);
    QCOMPARE(rows.run().declaredDuration.count(), 2'500'000'000);
    QCOMPARE(rows.outcome.siblings.size(), 2U);
    const Ingested refused = ingestFile(percentiles);
    QVERIFY(refused.error && refused.error->kind == ErrorKind::refused);
}

void TestEvalscope::loads_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    const auto add = [](const char* tag, const char* folder, const char* arguments, LoadKind kind, double value) {
        QTest::newRow(tag) << folder << arguments << int(kind) << value;
    };
    add("parallel", "parallel_16_number_4", "{}", LoadKind::concurrency, 16);
    add("rate", "rate_2.5_number_4", "{}", LoadKind::requestRate, 2.5);
    add("arguments", "x", R"({"parallel": 4, "rate": -1})", LoadKind::concurrency, 4);
    add("arguments of an open loop", "x", R"({"parallel": 400, "rate": 3})", LoadKind::requestRate, 3);
    add("a sweep's arguments tell no level", "x", R"({"parallel": [1, 2], "rate": -1})", LoadKind::notStated, 0);
    add("nothing tells it", "x", "{}", LoadKind::notStated, 0);
}

void TestEvalscope::loads() {
    QFETCH(QString, folder);
    QFETCH(QString, arguments);
    QFETCH(int, kind);
    QFETCH(double, value);
    const Folder place;
    place.write(folder.toStdString() + "/benchmark_args.json", arguments.toStdString());
    const Ingested file =
        ingestFile(database(place, today, {row("'[0.1]'")}, folder.toStdString() + "/benchmark_data.db"));
    QVERIFY((file.rows.at(0).row.load == Load{LoadKind(kind), value}));
    QCOMPARE(file.noticed("load-not-stated"), LoadKind(kind) == LoadKind::notStated ? 1U : 0U);
}

void TestEvalscope::itsArguments() {
    const Folder folder;
    folder.write(
        "parallel_8_number_4/benchmark_args.json",
        R"({"model": "acme/m2", "api": "openai", "url": "http://h/v1", "api_key": "secret", "headers": {"Authorization": "secret"},
        "dataset": "openqa", "tokenizer_path": "acme/t", "max_tokens": 128, "number": 4, "prompt": "secret"})");
    const Ingested file = ingestFile(database(folder, today, {row("'[0.1]'")}));
    QCOMPARE(file.fact("model"), std::string("acme/m2"));
    QCOMPARE(file.fact("backend"), std::string("openai"));
    QCOMPARE(file.fact("workload.dataset"), std::string("openqa"));
    QCOMPARE(file.fact("workload.max_tokens"), std::string("128"));
    for (const auto& [key, fact] : file.outcome.sources[0].context)
        QVERIFY2(fact.inForce().find("secret") == std::string::npos, key.c_str());
}

void TestEvalscope::damagedDatabases() {
    const Folder folder;
    std::vector<std::string> rows(400, row("'[0.1, 0.1]'"));
    const std::string path = database(folder, today, rows);
    const std::string whole = fileText(path);
    for (const std::size_t size : {std::size_t(100), std::size_t(4096), whole.size() / 2, whole.size() - 4096}) {
        const Ingested cut = readWith(evalscopeReader, folder.write("cut.db", whole.substr(0, size)));
        QVERIFY(cut.error ? cut.rows.empty() && cut.error->kind == ErrorKind::format : cut.identityHolds());
    }
    QVERIFY(ingestFile(folder.write("other.db", whole.substr(0, 16) + std::string(4080, '\0'))).error);
    std::stop_source stop;
    stop.request_stop();
    const Ingested stopped = readWith(evalscopeReader, path, stop.get_token());
    QVERIFY(stopped.error && stopped.error->kind == ErrorKind::cancelled);
}

void TestEvalscope::packedDatabases_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<bool>("throughLog");  // written through a write-ahead log, which is not packed with it
    QTest::addColumn<int>("left");         // percent of the packed bytes
    QTest::newRow("gzip") << ".gz" << false << 100;
    QTest::newRow("zstd") << ".zst" << false << 100;
    QTest::newRow("gzip, written through a log") << ".gz" << true << 100;
    QTest::newRow("zstd, written through a log") << ".zst" << true << 100;
    QTest::newRow("gzip, cut off") << ".gz" << false << 60;
    QTest::newRow("zstd, cut off") << ".zst" << false << 60;
}

void TestEvalscope::packedDatabases() {
    QFETCH(QString, suffix);
    QFETCH(bool, throughLog);
    QFETCH(int, left);
    const Folder folder;
    const std::string plain = database(folder, today, std::vector<std::string>(100, row("'[0.5, 0.125]'", "9")));
    if (throughLog) Connection::open(plain, Connection::Mode::readWrite)->run("PRAGMA journal_mode = WAL");
    const std::string text = fileText(plain);
    QCOMPARE(int(text.at(18)), throughLog ? 2 : 1);
    std::string packed = suffix == ".gz" ? gzipped(text) : zstdPacked(text);
    packed.resize(packed.size() * static_cast<std::size_t>(left) / 100);
    const Ingested file =
        ingestFile(folder.write("packed/parallel_8_number_4/benchmark_data.db" + suffix.toStdString(), packed));
    if (left < 100) {
        QVERIFY(file.error && file.rows.empty() && file.error->kind == ErrorKind::format);
        return;
    }
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QVERIFY(file.identityHolds());
    const Ingested unpacked = ingestFile(plain);
    QCOMPARE(file.rows.size(), 100U);
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
        const Row &a = file.rows[i].row, &b = unpacked.rows[i].row;
        QVERIFY(a.start == b.start && a.end == b.end && a.firstToken == b.firstToken && a.gaps == b.gaps);
        QVERIFY(a.promptKey == b.promptKey && a.outputTokens == b.outputTokens && a.load == b.load);
    }
    QCOMPARE(file.fact("model"), unpacked.fact("model"));
    std::error_code ignored;
    std::size_t files = 0;
    for (const auto& each : std::filesystem::directory_iterator(folder.path("packed/parallel_8_number_4"), ignored))
        files += each.exists() ? std::size_t{1} : std::size_t{0};
    QCOMPARE(files, 1U);  // nothing is left beside it
}

void TestEvalscope::aPackedDatabaseTooLarge() {
    const Folder folder;
    const std::string plain = database(folder, today, {row("'[0.5]'")});
    const std::size_t size = fileText(plain).size();
    const ReadInput input{folder.write("a.db.gz", gzipped(fileText(plain))), {}, {}};
    QVERIFY(openForeignDatabase(input, size));
    const auto refused = openForeignDatabase(input, size - 1);
    QVERIFY(!refused && refused.error().kind == ErrorKind::refused);
    QVERIFY(refused.error().message.starts_with("It is a packed SQLite database of more than "));
    QCOMPARE(refused.error().hint, std::string("Unpack it and open what is inside."));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = openForeignDatabase({input.path, {}, stop.get_token()});
    QVERIFY(!stopped && stopped.error().kind == ErrorKind::cancelled);
}

void TestEvalscope::theSummaryComesOutOfTheRows_data() {
    QTest::addColumn<QString>("path");
    PLUMBLINE_NEEDS_REAL_FILES();
    for (const std::string& file :
         support::realFiles("evalscope-recorded", [](const std::string& each) { return each.ends_with(".db"); })) {
        const QString path = QString::fromStdString(file);
        QTest::newRow(qPrintable(path.section('/', -3, -2))) << path;
    }
}

void TestEvalscope::theSummaryComesOutOfTheRows() {
    QFETCH(QString, path);
    const Ingested file = ingestFile(path.toStdString());
    QVERIFY2(!file.error && file.identityHolds() && file.outcome.rejected == 0, qPrintable(path));
    const RunInfo& run = file.run();
    const Reported& theirs = run.reported;
    const bool eight = path.contains("parallel_8");
    QCOMPARE(file.rows.size(), eight ? 48U : 6U);
    QVERIFY((run.load == Load{LoadKind::concurrency, eight ? 8.0 : 1.0}));
    QCOMPARE(std::int64_t(latencies(file).size()), run.declaredCompleted.value_or(-1));
    constexpr double digit = 1e-4;  // seconds with four decimals
    QVERIFY(agrees(mean(ttfts(file)), theirs.at("ttft_s.mean"), digit));
    QVERIFY(agrees(indexQuantile(ttfts(file), 0.9), theirs.at("ttft_s.p90"), digit));
    QVERIFY(agrees(indexQuantile(latencies(file), 0.99), theirs.at("e2e_s.p99"), path.contains("HEAD") ? 1e-2 : digit));
    QVERIFY(agrees(outputTokens(file) / seconds(run.declaredDuration), theirs.at("system_output_tokens_per_s")));
    QVERIFY(agrees(double(latencies(file).size()) / seconds(run.declaredDuration), theirs.at("requests_per_s"), digit));
    std::vector<double> gaps;
    for (const auto& placed : file.rows)
        for (const Nanoseconds gap : placed.row.gaps) gaps.push_back(seconds(gap));
    // 0.17.1 counts the gap before the usage event, some microseconds in every row, which is no gap of ours.
    if (!path.contains("v0.17.1")) {
        QVERIFY(agrees(mean(gaps), theirs.at("itl_s.mean"), digit));
        QVERIFY(agrees(indexQuantile(gaps, 0.99), theirs.at("itl_s.p99"), digit));
        QCOMPARE(file.fact("model"), std::string("mock-model"));
    } else {
        const auto answered = double(latencies(file).size());
        QVERIFY(agrees(mean(gaps) * double(gaps.size()) / (double(gaps.size()) + answered), theirs.at("itl_s.mean"),
                       digit));
    }
    QVERIFY(file.noticed("role-chunk") > file.rows.size() / 2);
}

QTEST_APPLESS_MAIN(TestEvalscope)
#include "test_evalscope.moc"
