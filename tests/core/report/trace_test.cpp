// The trace that is written: no field of METRICS §1 is lost on the way out and back in.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <random>
#include <set>

#include "core/ingest/reader/reader.h"
#include "core/report/trace_header.h"
#include "core/sqlite/sqlite.h"
#include "core/store/workspace.h"
#include "core/trace/row_fields.h"
#include "tests/core/report/reported.h"

using namespace plumbline;

namespace {

/// Everything known, and no two fields alike.
Row fullRow() {
    Row row;
    row.id = "r \"1\" \u2014 \n";
    row.scheduled = Nanoseconds(1'763'000'000'000'000'001);
    row.start = Nanoseconds(1'763'000'000'000'000'123);
    row.headers = Nanoseconds(41'000'001);
    row.firstByte = Nanoseconds(42'000'002);
    row.firstReasoning = Nanoseconds(180'000'003);
    row.firstContent = Nanoseconds(190'000'004);
    row.firstToken = Nanoseconds(179'000'005);
    row.firstTokenKind = FirstTokenKind::anyText;
    row.lastContent = Nanoseconds(5'100'000'006);
    row.end = Nanoseconds(5'104'000'007);
    row.chunks = 4;
    row.gapsKnown = true;
    row.gaps = {Nanoseconds(9'800'000), Nanoseconds(0), Nanoseconds(1)};
    row.gapBasis = GapBasis::read;
    row.promptTokens = 812;
    row.cachedTokens = 0;
    row.outputTokens = 500;
    row.reasoningTokens = 7;
    row.tokenSource = TokenSource::tokenizer;
    row.otherOutputTokens = 501;
    row.firstChunkTokens = 2;
    row.maxTokens = 512;
    row.finish = "stop";
    row.queue = Nanoseconds(3);
    row.status = Status::cancelled;
    row.deliberate = false;
    row.error = "client\tgave up";
    row.promptKey = 0x00000000000000ffU;
    row.prefixKey = 0xfedcba9876543210U;
    row.session = "s 1";
    row.turn = 3;
    row.phase = Phase::warmup;
    row.repeat = 2;
    return row;
}

/// Each field there or not, by a seed.
Row randomRow(std::mt19937& random) {
    const Row full = fullRow();
    Row row;
    const auto coin = [&] { return random() % 2 == 0; };
    const auto maybe = [&](auto& to, const auto& from) {
        if (coin()) to = from;
    };
    maybe(row.id, full.id);
    for (auto time : {&Row::scheduled, &Row::start, &Row::headers, &Row::firstByte, &Row::firstReasoning,
                      &Row::firstContent, &Row::firstToken, &Row::lastContent, &Row::end, &Row::queue})
        maybe(row.*time, full.*time + Nanoseconds(random() % 1000));
    for (auto count : {&Row::chunks, &Row::promptTokens, &Row::cachedTokens, &Row::outputTokens, &Row::reasoningTokens,
                       &Row::otherOutputTokens, &Row::firstChunkTokens, &Row::maxTokens, &Row::turn})
        maybe(row.*count, static_cast<Count>(random() % 100));
    row.firstTokenKind = static_cast<FirstTokenKind>(random() % 6);
    row.gapBasis = static_cast<GapBasis>(random() % 5);
    row.tokenSource = static_cast<TokenSource>(random() % 5);
    row.status = static_cast<Status>(random() % 4);
    row.phase = static_cast<Phase>(random() % 3);
    if ((row.gapsKnown = coin()))
        for (auto i = random() % 5; i > 0; --i) row.gaps.push_back(Nanoseconds(random() % 100'000));
    maybe(row.finish, full.finish);
    maybe(row.error, full.error);
    maybe(row.session, full.session);
    maybe(row.promptKey, full.promptKey);
    maybe(row.prefixKey, full.prefixKey);
    if (coin()) row.deliberate = coin();
    return row;
}

std::string written(const Dataset& data, const Settings& settings) {
    std::ostringstream out;
    const Result<void> done = writeTrace({data, settings, figures(data, settings)}, out);
    if (!done) qWarning("%s", done.error().text().c_str());
    return out.str();
}

struct ReadBack : RowSink {
    std::vector<Row> rows;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    std::vector<Rejection> rejections;
    ReadOutcome outcome;
    void row(std::size_t source, std::size_t run, const Row& each) override {
        rows.push_back(each);
        places.emplace_back(source, run);
    }
    void reject(const Rejection& rejection) override { rejections.push_back(rejection); }
};

Source sourceOf(std::int64_t id, std::size_t file, const Context& context) {
    Source source;
    source.id = SourceId(id);
    source.file = file;
    source.context = context;
    return source;
}

/// Through the reader that the registry finds for the file.
void readBack(const std::string& text, ReadBack& into) {
    QTemporaryDir folder;
    const std::string path = folder.filePath("out.trace.jsonl").toStdString();
    std::ofstream(path, std::ios::binary) << text;
    std::string storage;
    const Result<Sample> sample = sampleFile(path, storage);
    QVERIFY(sample);
    const Result<const Reader*> reader = findReader(*sample);
    QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
    QCOMPARE((*reader)->id, std::string_view("plumbline-trace"));
    Result<ReadOutcome> outcome = (*reader)->read({path, {}, {}}, *sample, into);
    QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
    into.outcome = *std::move(outcome);
}

void compareRows(const Row& a, const Row& b) {
    forEachRowField(
        [&](const auto& field) { QVERIFY2(a.*field.inRow == b.*field.inRow, std::string(field.name).c_str()); });
    QCOMPARE(a.gapsKnown, b.gapsKnown);
    QVERIFY(a.gaps == b.gaps);
    QVERIFY(a.load == b.load);
}

/// Each field with a value of its own that is not what it holds where nothing is known.
Row rowByTheTable() {
    Row row;
    std::int64_t next = 7;
    forEachRowField([&](const auto& field) {
        constexpr FieldKind kind = fieldKind<decltype(field)>;
        auto& value = row.*field.inRow;
        using Value = std::remove_reference_t<decltype(value)>;
        ++next;
        if constexpr (isTime(kind))
            value = Nanoseconds(1'700'000'000'000'000'000 * (kind == FieldKind::clockTime) + next);
        if constexpr (isCount(kind) || kind == FieldKind::repeat) value = static_cast<Value>(next);
        if constexpr (isText(kind)) value = "text " + std::to_string(next);
        if constexpr (kind == FieldKind::key) value = static_cast<Key>(next);
        if constexpr (kind == FieldKind::flag) value = false;
        if constexpr (kind == FieldKind::word) value = WordsOf<Value>::last;
    });
    return row;
}

}  // namespace

class TraceTest : public QObject {
    Q_OBJECT
private slots:
    void eachFieldComesBack();
    void eachFieldOfTheTableHasItsPlaces();
    void unknownStaysUnknown();
    void anyRowComesBack();
    void loads_data();
    void loads();
    void headersKeepWhatIsSaid();
    void oneHeaderForRunsWithoutWords();
    void typedLoadsAndEditsAreInForce();
    void groupsTellConfigurationsApart();
    void editsComeBackBesideWhatWasStated();
    void runsOfOneLoadStayApart();
    void saysWhatIsLeftOut();
    void noRowsNoTrace();
    void stops();
    void figuresAreTheSame();
};

void TraceTest::eachFieldComesBack() {
    Bench bench;
    bench.addRun(32);
    Row row = fullRow();
    bench.addRow(row);
    bench.judge();
    ReadBack back;
    readBack(written(*bench.data, bench.settings), back);
    QCOMPARE(back.rows.size(), 1U);
    row.load = {LoadKind::concurrency, 32};
    compareRows(back.rows[0], row);
}

/// A new field is its members in Row and Columns, its line in row_fields.h, and the schema: all else follows.
void TraceTest::eachFieldOfTheTableHasItsPlaces() {
    std::set<std::string_view> names;
    forEachRowField([&](const auto& field) { names.insert(field.name); });
    QCOMPARE(names.size(), rowFieldCount);

    const Row row = rowByTheTable();
    forEachRowField(
        [&](const auto& field) { QVERIFY2(row.*field.inRow != Row().*field.inRow, std::string(field.name).c_str()); });
    Bench bench;
    bench.addRun(32);
    bench.addRow(row);
    bench.judge();
    const std::string text = written(*bench.data, bench.settings);
    ReadBack back;
    readBack(text, back);
    QCOMPARE(back.rows.size(), 1U);
    Row expected = row;
    expected.load = {LoadKind::concurrency, 32};
    compareRows(back.rows[0], expected);

    // Into a workspace and out again.
    QTemporaryDir folder;
    const std::string trace = folder.filePath("out.trace.jsonl").toStdString(),
                      path = folder.filePath("w.plumb").toStdString();
    std::ofstream(trace, std::ios::binary) << text;
    auto workspace = Workspace::create(path);
    QVERIFY(workspace);
    QCOMPARE(workspace->import({trace}, {}).imported(), std::size_t{1});
    const auto loaded = workspace->load();
    QVERIFY(loaded);
    const Dataset &a = *bench.data, &b = **loaded;
    QCOMPARE(b.rows.size(), std::size_t{1});
    forEachRowField([&](const auto& field) {
        const auto &x = (a.rows.*field.inColumns)[0], &y = (b.rows.*field.inColumns)[0];
        if constexpr (isText(fieldKind<decltype(field)>))
            QVERIFY2(a.strings[x] == b.strings[y], std::string(field.name).c_str());
        else
            QVERIFY2(x == y, std::string(field.name).c_str());
    });
    // id, run, record, line and byte say where the row belongs.
    auto connection = Connection::open(path, Connection::Mode::readOnly);
    QVERIFY(connection);
    Statement columns = connection->prepare("SELECT count(*) FROM pragma_table_info('requests')");
    QVERIFY(columns.next());
    QCOMPARE(columns.integer(0), static_cast<std::int64_t>(5 + rowFieldCount));
}

void TraceTest::unknownStaysUnknown() {
    Bench bench;
    bench.addRun(32);
    bench.addRow(Row());
    bench.judge();
    const std::string text = written(*bench.data, bench.settings);
    QCOMPARE(linesOf(text)[1], std::string(R"({"load":{"concurrency":32},"status":"ok","phase":"measured"})"));
    ReadBack back;
    readBack(text, back);
    Row row;
    row.load = {LoadKind::concurrency, 32};
    compareRows(back.rows[0], row);
}

void TraceTest::anyRowComesBack() {
    std::mt19937 random(20'261'129);
    Bench bench;
    bench.addRun(4);
    std::vector<Row> rows;
    for (int i = 0; i < 500; ++i) {
        rows.push_back(randomRow(random));
        rows.back().record = static_cast<std::uint64_t>(i);
        bench.addRow(rows.back());
    }
    bench.judge();
    ReadBack back;
    readBack(written(*bench.data, bench.settings), back);
    QVERIFY(back.rejections.empty());
    QCOMPARE(back.rows.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].load = {LoadKind::concurrency, 4};
        compareRows(back.rows[i], rows[i]);
    }
}

void TraceTest::loads_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    QTest::newRow("concurrency") << 0 << 32.0;
    QTest::newRow("rate with a fraction") << 1 << 0.1;
    QTest::newRow("unbounded") << 2 << 0.0;
    QTest::newRow("not stated") << 3 << 0.0;
}

void TraceTest::loads() {
    QFETCH(int, kind);
    QFETCH(double, value);
    DatasetBuilder builder;
    const std::size_t file = builder.addFile({FileId(1), "a", "sha", "vllm"});
    const std::size_t source = builder.addSource(sourceOf(1, file, {}));
    RunInfo info;
    info.load = {static_cast<LoadKind>(kind), value};
    builder.addRow(builder.addRun(source, info), streamedRow(0));
    ReadBack back;
    readBack(written(*builder.finish(), {}), back);
    QVERIFY(back.rows.at(0).load == info.load);
}

void TraceTest::headersKeepWhatIsSaid() {
    Bench bench;
    bench.m_context["engine"].stated = "\"vllm\"";
    bench.m_context["accelerator_count"] = {"8", "4"};
    bench.m_context["workload.name"].stated = "\"chat\"";
    bench.m_context["note.date"].stated = "\"today\"";
    bench.addFile("b.jsonl", true);
    for (int run = 0; run < 2; ++run) {
        RunInfo info;
        info.declaredDuration = (100 + run) * second;
        info.declaredRequests = 10 + run;
        info.reported = {{"ttft_s.p99", 0.41 + run}};
        bench.addRun(8 * (run + 1), info);
        bench.addClean(5, 1000 * (run + 1));
    }
    bench.judge();
    ReadBack back;
    readBack(written(*bench.data, bench.settings), back);
    QCOMPARE(back.outcome.sources.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const SourceInfo& source = back.outcome.sources[i];
        QCOMPARE(*plainFact(source.context, "engine"), std::string("vllm"));
        QCOMPARE(*numberFact(source.context, "accelerator_count"), 4.0);
        QCOMPARE(*plainFact(source.context, "workload.name"), std::string("chat"));
        QCOMPARE(*plainFact(source.context, "note.date"), std::string("today"));
        QCOMPARE(source.runs.size(), 1U);
        QCOMPARE(source.runs[0].declaredDuration, (100 + static_cast<int>(i)) * second);
        QCOMPARE(*source.runs[0].declaredRequests, static_cast<std::int64_t>(10 + i));
        QCOMPARE(source.runs[0].reported.at("ttft_s.p99"), 0.41 + static_cast<double>(i));
    }
}

void TraceTest::oneHeaderForRunsWithoutWords() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(5);
    bench.addRun(16);
    bench.addClean(5, 2000);
    bench.judge();
    ReadBack back;
    readBack(written(*bench.data, bench.settings), back);
    QCOMPARE(back.outcome.sources.size(), 1U);
    QCOMPARE(back.outcome.sources[0].runs.size(), 2U);
}

void TraceTest::typedLoadsAndEditsAreInForce() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(5);
    bench.judge();
    Settings settings = bench.settings;
    Grouping grouping = *settings.grouping;
    grouping.configurations[0].name = "mine";
    grouping.typedLoads[{SourceId(1), 0}] = {LoadKind::concurrency, 77};
    settings.grouping = std::make_shared<const Grouping>(grouping);
    settings.edits[grouping.configurations[0].id]["engine"] = "\"sglang\"";
    ReadBack back;
    readBack(written(*bench.data, settings), back);
    QCOMPARE(back.rows[0].load.value, 77.0);
    QCOMPARE(*plainFact(back.outcome.sources[0].context, "engine"), std::string("sglang"));
    QCOMPARE(*plainFact(back.outcome.sources[0].context, "name"), std::string("mine"));
}

/// Two configurations of two sources each, of unknown models: out and back in through a workspace they are the same
/// two, and called the same; beside a second export of the same they are no longer told apart by what was invented.
void TraceTest::groupsTellConfigurationsApart() {
    QTemporaryDir folder;
    DatasetBuilder builder;
    Grouping grouping;
    for (int i = 1; i <= 4; ++i) {
        Context context;
        context["engine"].stated = i <= 2 ? "\"vllm\"" : "\"sglang\"";
        const std::size_t file = builder.addFile({FileId(i), "f" + std::to_string(i), "sha", "vllm"});
        const std::size_t source = builder.addSource(sourceOf(i, file, context));
        builder.addRow(builder.addRun(source, {}), streamedRow(i));
        if (i % 2 == 1) grouping.configurations.push_back({ConfigurationId(i), std::nullopt, {}});
        grouping.configurations.back().sources.push_back(SourceId(i));
    }
    const auto data = builder.finish();
    Settings settings;
    settings.grouping = std::make_shared<const Grouping>(grouping);
    const Figures before = figures(*data, settings);
    const std::string path = folder.filePath("out.trace.jsonl").toStdString();
    std::ofstream(path, std::ios::binary) << written(*data, settings);
    Result<Workspace> workspace = Workspace::create(folder.filePath("w.plumb").toStdString());
    QVERIFY(workspace);
    QCOMPARE(workspace->import({path}, {}).rows(), 4U);
    const auto again = workspace->load();
    QVERIFY(again);
    const Figures after = figures(**again, *workspace->settings());
    QCOMPARE(after.configurations.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(after.configurations[i].name, before.configurations[i].name);
        QCOMPARE(after.configurations[i].sources.size(), 2U);
        QVERIFY(!factText(after.configurations[i].context, "name"));  // a name that nobody gave is no fact
    }
}

void TraceTest::editsComeBackBesideWhatWasStated() {
    DatasetBuilder builder;
    Context context;
    context["engine"] = {"\"vllm\"", "\"mine\""};
    context["workload.name"].edited = "\"chat\"";
    context["note.timing_boundary.first"] = {"\"any-event\"", "\"answer-text\""};
    Source source = sourceOf(1, builder.addFile({FileId(1), "a", "sha", "vllm"}), context);
    source.warmupRemoved = true;
    RunInfo run;
    run.startsCoarse = true;
    run.declaredCompleted = 12;
    builder.addRow(builder.addRun(builder.addSource(source), run), streamedRow(0));
    ReadBack back;
    readBack(written(*builder.finish(), {}), back);
    context["note.dialect"].stated = "\"vllm\"";  // by its reader
    QVERIFY(back.outcome.sources.at(0).context == context);
    QVERIFY(back.outcome.sources[0].warmupRemoved);
    QVERIFY(back.outcome.sources[0].runs.at(0).startsCoarse);
    QVERIFY(back.outcome.sources[0].runs[0].declaredCompleted == 12);
}

void TraceTest::runsOfOneLoadStayApart() {
    Bench bench;
    for (int run = 0; run < 2; ++run) {
        bench.addRun(8);
        bench.addClean(5, 1000 * (run + 1));
    }
    bench.judge();
    ReadBack back;
    readBack(written(*bench.data, bench.settings), back);
    QCOMPARE(back.outcome.sources.size(), 2U);
    QVERIFY(back.places.front() != back.places.back());
}

void TraceTest::saysWhatIsLeftOut() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(5);
    bench.judge();
    QVERIFY(leftOutOfTrace({*bench.data, bench.settings, bench.measured}).empty());
    Bench summaries;
    for (int load : {4, 8}) summaries.addSummary(load, {{"system_output_tokens_per_s", 5.0}});
    summaries.judge();
    const auto said = leftOutOfTrace({*summaries.data, summaries.settings, summaries.measured});
    QCOMPARE(said.size(), 1U);
    QCOMPARE(said[0], std::string("2 summary-only levels are not in the trace: a trace holds requests."));
}

void TraceTest::noRowsNoTrace() {
    Bench bench;
    bench.addSummary(8, {{"system_output_tokens_per_s", 5.0}});
    bench.judge();
    std::ostringstream out;
    const Result<void> done = writeTrace({*bench.data, bench.settings, bench.measured}, out);
    QVERIFY(!done);
    QVERIFY(says(done.error().text(), ".csv"));
}

void TraceTest::stops() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(5);
    bench.judge();
    std::stop_source stop;
    stop.request_stop();
    std::ostringstream out;
    const Result<void> done = writeTrace({*bench.data, bench.settings, bench.measured}, out, stop.get_token());
    QVERIFY(!done);
    QCOMPARE(done.error().kind, ErrorKind::cancelled);
}

/// Out and back in through a workspace: the figures are the same to the last bit.
void TraceTest::figuresAreTheSame() {
    QTemporaryDir folder;
    Bench bench;
    RunInfo info;
    info.declaredRequests = 40;
    bench.addRun(8, info);
    bench.addClean(40);
    for (int i = 0; i < 5; ++i) bench.addRow(evenRow(i, 130 * millisecond, 64));
    bench.judge();
    const std::string path = folder.filePath("out.trace.jsonl").toStdString();
    std::ofstream(path, std::ios::binary) << written(*bench.data, bench.settings);
    Result<Workspace> workspace = Workspace::create(folder.filePath("w.plumb").toStdString());
    QVERIFY(workspace);
    QCOMPARE(workspace->import({path}, {}).rows(), 45U);
    const auto data = workspace->load();
    QVERIFY(data);
    const Figures again = figures(**data, *workspace->settings());
    const LevelFigures &a = bench.measured.configurations[0].levels[0], &b = again.configurations.at(0).levels.at(0);
    for (const Quantity& quantity : offeredQuantities()) QVERIFY(value(a, quantity) == value(b, quantity));
    QCOMPARE(a.rows.verdict, b.rows.verdict);
}

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
