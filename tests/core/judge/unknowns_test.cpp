// What the traces cannot tell: each thing unknown where it is missing, and not where it is there.
#include <QTest>
#include <set>

#include "core/ingest/context/context_file.h"
#include "core/judge/unknown_table.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// A configuration of which all is known; a case takes one thing away.
struct Whole {
    Context context;
    TimingBoundary boundary{"sent", "any-text", "closed", "usage", "epoch"};
    std::function<void(Row&)> change = [](Row&) {};
    int runs = 2;
    bool summary = false;
    LoadKind load = LoadKind::concurrency;

    Whole() {
        for (const auto& [key, word] : {std::pair{"quantization", "\"fp8\""},
                                        {"model", "\"m\""},
                                        {"model_revision", "\"r1\""},
                                        {"engine", "\"e\""},
                                        {"engine_version", "\"1\""},
                                        {"accelerator", "\"x\""},
                                        {"accelerator_count", "8"},
                                        {"cache_state", "\"cold\""},
                                        {"output_checked", "true"},
                                        {"bound", R"({"groups": [["all", 1e9, 1]], "bandwidth_bytes_per_s": 5e12})"}})
            context[key].stated = word;
    }

    std::vector<Unknown> unknowns() const {
        Bench bench;
        bench.m_context = context;
        bench.m_boundary = boundary;
        bench.addFile("a.jsonl", true);
        for (int run = 0; run < runs; ++run) {
            RunInfo info;
            info.load = {load, load == LoadKind::notStated ? 0.0 : 8.0};
            bench.addRunAt(info);
            for (int i = 0; i < 20; ++i) {
                Row row = streamedRow(i);
                row.queue = 5 * millisecond;
                row.scheduled = row.start;
                row.cachedTokens = 0;
                change(row);
                bench.addRow(row);
            }
        }
        if (summary) bench.addSummary(16, {{"system_output_tokens_per_s", 100}});
        bench.judge();
        return bench.judgement.unknowns;
    }
};

struct Case {
    const char* id;
    void (*take)(Whole&);
};
const Case cases[] = {
    {"rows", [](Whole& w) { w.summary = true; }},
    {"load", [](Whole& w) { w.load = LoadKind::notStated; }},
    {"workload", [](Whole& w) { w.change = [](Row& row) { row.promptTokens = unknownCount, row.promptKey = 0; }; }},
    {"quantization", [](Whole& w) { w.context.erase("quantization"); }},
    {"timing_boundary", [](Whole& w) { w.boundary.end.clear(); }},
    {"token_source", [](Whole& w) { w.boundary.tokens.clear(); }},
    {"starts", [](Whole& w) { w.change = [](Row& row) { row.start = row.scheduled = unknownTime; }; }},
    {"first_token", [](Whole& w) { w.change = [](Row& row) { row.firstContent = unknownTime; }; }},
    {"gaps", [](Whole& w) { w.change = [](Row& row) { row.gaps.clear(), row.gapsKnown = false; }; }},
    {"chunks", [](Whole& w) { w.change = [](Row& row) { row.chunks = unknownCount; }; }},
    {"schedule",
     [](Whole& w) {
         w.load = LoadKind::requestRate;
         w.change = [](Row& row) { row.scheduled = unknownTime; };
     }},
    {"cache_state",
     [](Whole& w) {
         w.context.erase("cache_state");
         w.change = [](Row& row) { row.cachedTokens = unknownCount; };
     }},
    {"accelerators", [](Whole& w) { w.context.erase("accelerator_count"); }},
    {"model_revision", [](Whole& w) { w.context.erase("model_revision"); }},
    {"engine", [](Whole& w) { w.context.erase("engine_version"); }},
    {"bound", [](Whole& w) { w.context.erase("bound"); }},
    {"queue", [](Whole& w) { w.change = [](Row& row) { row.queue = unknownTime; }; }},
    {"output_quality", [](Whole& w) { w.context.erase("output_checked"); }},
    {"repeats", [](Whole& w) { w.runs = 1; }},
};

bool has(const std::vector<Unknown>& all, std::string_view id) {
    return std::any_of(all.begin(), all.end(), [id](const Unknown& each) { return each.id == id; });
}

std::string idsOf(const std::vector<Unknown>& all) {
    std::string out;
    for (const Unknown& each : all) out += std::string(each.id) + " ";
    return out;
}

}  // namespace

class UnknownsTest : public QObject {
    Q_OBJECT
private slots:
    void nothingUnknown();
    void oneTaken_data();
    void oneTaken();
    void theContextThatIsAdvisedHelps_data();
    void theContextThatIsAdvisedHelps();
    void everyEntryIsTested();
    void otherwiseTold_data();
    void otherwiseTold();
    void harnessHasItsOwnWords();
    void byHarnessAndConfiguration();
    void repeatedSummaries();
};

void UnknownsTest::nothingUnknown() {
    const auto found = Whole().unknowns();
    QVERIFY2(found.empty(), idsOf(found).c_str());
}

void UnknownsTest::oneTaken_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < std::size(cases); ++i) QTest::newRow(cases[i].id) << static_cast<int>(i);
}

void UnknownsTest::oneTaken() {
    QFETCH(int, number);
    Whole whole;
    cases[number].take(whole);
    const auto found = whole.unknowns();
    QVERIFY2(has(found, cases[number].id), idsOf(found).c_str());
    for (const Unknown& each : found) {
        QVERIFY(!each.what.empty() && !each.blocks.empty() && !each.record.empty());
        QCOMPARE(each.configurations, std::vector<std::size_t>{0});
    }
    // A bound may hang on what was taken, and runs at no stated load are levels of their own; nothing else follows.
    std::set<std::string> follow{"bound", cases[number].id};
    if (follow.contains("load")) follow.insert("repeats");
    for (const Unknown& each : found) QVERIFY2(follow.contains(std::string(each.id)), idsOf(found).c_str());
}

void UnknownsTest::theContextThatIsAdvisedHelps_data() { oneTaken_data(); }

void UnknownsTest::theContextThatIsAdvisedHelps() {
    QFETCH(int, number);
    const auto all = unknownEntries();
    const auto entry =
        std::find_if(all.begin(), all.end(), [&](const UnknownEntry& each) { return each.id == cases[number].id; });
    if (entry->context.empty()) return;
    QVERIFY(recordWith("vllm", *entry).ends_with(entry->context));
    const auto facts = parseHeader(entry->context, true);
    QVERIFY(facts && facts->remarks.empty());
    Whole whole;
    cases[number].take(whole);
    SourceInfo source;
    source.context = whole.context;
    applyContext(source, *facts);
    whole.context = source.context;
    QVERIFY2(!has(whole.unknowns(), cases[number].id), idsOf(whole.unknowns()).c_str());
}

void UnknownsTest::everyEntryIsTested() {
    std::set<std::string> tested;
    for (const Case& each : cases) tested.insert(each.id);
    QCOMPARE(tested.size(), std::size(cases));
    for (const UnknownEntry& entry : unknownEntries())
        QVERIFY2(tested.contains(std::string(entry.id)), entry.id.data());
    QCOMPARE(unknownEntries().size(), tested.size());
}

void UnknownsTest::otherwiseTold_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("number");
    QTest::newRow("prompt keys stand for lengths") << "workload" << 0;
    QTest::newRow("cached counts stand for the state") << "cache_state" << 1;
    QTest::newRow("a closed loop has no schedule") << "schedule" << 2;
    QTest::newRow("reasoning is a first token") << "first_token" << 3;
}

void UnknownsTest::otherwiseTold() {
    QFETCH(QString, id);
    QFETCH(int, number);
    Whole whole;
    if (number == 0) whole.change = [](Row& row) { row.promptTokens = unknownCount, row.promptKey = 7; };
    if (number == 1) whole.context.erase("cache_state");
    if (number == 2) whole.change = [](Row& row) { row.scheduled = unknownTime; };
    if (number == 3)
        whole.change = [](Row& row) { row.firstReasoning = row.firstContent, row.firstContent = unknownTime; };
    QVERIFY2(!has(whole.unknowns(), id.toStdString()), idsOf(whole.unknowns()).c_str());
}

void UnknownsTest::harnessHasItsOwnWords() {
    const auto entry = [](std::string_view id) {
        const auto all = unknownEntries();
        return *std::find_if(all.begin(), all.end(), [id](const UnknownEntry& each) { return each.id == id; });
    };
    QVERIFY(says(recordWith("vllm", entry("rows")), "--save-detailed"));
    QVERIFY(says(recordWith("sglang", entry("rows")), "--output-details"));
    QCOMPARE(recordWith("a harness of tomorrow", entry("rows")), std::string(entry("rows").record));
}

void UnknownsTest::byHarnessAndConfiguration() {
    Bench bench;
    for (const char* path : {"a.jsonl", "b.jsonl"}) {
        bench.addFile(path, true);
        bench.addRun(8);
        bench.addClean(20);
    }
    bench.judge();
    QVERIFY(!bench.judgement.unknowns.empty());
    std::set<std::string> ids;
    for (const Unknown& each : bench.judgement.unknowns) {
        QCOMPARE(each.harness, std::string("plumbline-trace"));
        QCOMPARE(each.configurations, (std::vector<std::size_t>{0, 1}));
        QVERIFY2(ids.insert(std::string(each.id)).second, "one row a harness and thing");
    }
    bench.settings.hidden = {bench.measured.configurations[1].id};
    bench.judge();
    for (const Unknown& each : bench.judgement.unknowns) QCOMPARE(each.configurations, std::vector<std::size_t>{0});
}

// A rerun in a summary is a level of its own at the same load: it is no single run.
void UnknownsTest::repeatedSummaries() {
    for (const double second : {32.0, 64.0}) {
        Bench bench;
        bench.addFile("sweep.csv", true);
        bench.addSummary(32, {{"system_output_tokens_per_s", 464}});
        bench.addSummary(second, {{"system_output_tokens_per_s", 799.9}});
        bench.judge();
        QVERIFY(has(bench.judgement.unknowns, "rows"));
        QCOMPARE(has(bench.judgement.unknowns, "repeats"), second != 32.0);
    }
}

QTEST_GUILESS_MAIN(UnknownsTest)
#include "unknowns_test.moc"
