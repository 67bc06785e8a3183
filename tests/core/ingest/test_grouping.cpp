// Which files are one configuration (METRICS §6): one row a rule, one row a trap.
#include <QTest>
#include <algorithm>
#include <iterator>
#include <random>

#include "core/group/grouping.h"
#include "core/group/grouping_fit.h"
#include "core/group/source_grouper.h"
#include "core/ingest/collect.h"
#include "core/trace/typical_lengths.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/process_clock.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

struct GroupingResult {
    Grouping grouping;
    std::vector<OfferedJoin> offered;
};

/// Adds `added` to the configurations of `existing` (whose sources are described by `known`), in order. The files of
/// all of them are all that there are.
GroupingResult groupSources(const Grouping& existing, const std::vector<GroupingCandidate>& known,
                            const std::vector<GroupingCandidate>& added) {
    std::vector<std::string> paths;
    for (const GroupingCandidate& each : added) paths.push_back(pathOfRun(each.path, each.reader));
    SourceGrouper grouper(existing, known, std::move(paths));
    GroupingResult result;
    for (const GroupingCandidate& candidate : added)
        if (auto place = grouper.place(candidate))
            std::move(place->offered.begin(), place->offered.end(), std::back_inserter(result.offered));
    result.grouping = grouper.grouping();
    return result;
}

/// A candidate with these facts, "key=JSON text" each; id from 1 in the order of making.
struct Maker {
    std::int64_t next = 1;
    GroupingCandidate operator()(const std::string& path, std::vector<std::string> facts, double prompt = 100,
                                 double output = 50, std::size_t rows = 100, const std::string& reader = "vllm") {
        GroupingCandidate out;
        out.id = SourceId{next++};
        out.path = path;
        out.reader = reader;
        out.okRows = rows;
        if (const std::size_t c = path.rfind("/c"); c != std::string::npos) out.numbers.load = std::atof(&path[c + 2]);
        out.medianPrompt = prompt;
        out.medianOutput = output;
        for (const std::string& fact : facts) {
            const std::size_t cut = fact.find('=');
            out.context[fact.substr(0, cut)].stated = fact.substr(cut + 1);
        }
        return out;
    }
};

/// "1 2|3": source ids, configurations apart.
std::string shape(const Grouping& grouping) {
    std::string out;
    for (const auto& configuration : grouping.configurations) {
        if (!out.empty()) out += "|";
        for (std::size_t i = 0; i < configuration.sources.size(); ++i)
            out += (i > 0 ? " " : "") + std::to_string(static_cast<std::int64_t>(configuration.sources[i]));
    }
    return out;
}

/// What an import makes of a file's sources.
std::vector<GroupingCandidate> candidates(const Ingested& file, const std::string& path, std::int64_t& next) {
    std::vector<GroupingCandidate> out;
    for (std::size_t s = 0; s < file.outcome.sources.size(); ++s) {
        const SourceInfo& source = file.outcome.sources[s];
        GroupingCandidate one{
            SourceId{next++}, path, file.reader, source.context, source.boundary, 0, false, {}, {}, {}, {}, {}};
        std::vector<Count> prompts, outputs;
        std::vector<const RunInfo*> runs;
        for (const RunInfo& run : source.runs) runs.push_back(&run);
        one.numbers = pathNumbers(runs, file.rows.size());
        for (const auto& placed : file.rows) {
            if (placed.source != s || placed.row.status != Status::ok) continue;
            ++one.okRows;
            if (isKnown(placed.row.promptTokens)) prompts.push_back(placed.row.promptTokens);
            if (placed.row.outputTokens > 0) outputs.push_back(placed.row.outputTokens);
        }
        const Reported& reported = source.runs.front().reported;
        one.summaryOnly = source.runs.front().summaryOnly;
        const auto fill = [&](std::vector<Count>& values, const char* key, auto& middle, auto& mean) {
            middle = medianOf(values);
            mean = meanOf(values);
            if (const auto found = reported.find(key); values.empty() && found != reported.end())
                middle = mean = found->second;
        };
        fill(prompts, "prompt_tokens.mean", one.medianPrompt, one.meanPrompt);
        fill(outputs, "output_tokens.mean", one.medianOutput, one.meanOutput);
        out.push_back(std::move(one));
    }
    return out;
}

std::vector<GroupingCandidate> candidatesIn(const std::string& folder) {
    std::vector<GroupingCandidate> out;
    std::int64_t next = 1;
    for (const FoundFile& found : collectFiles({folder})) {
        const Ingested file = ingestFile(found.path);
        for (GroupingCandidate& one : candidates(file, found.path, next)) out.push_back(std::move(one));
    }
    return out;
}

const std::string model = "model=\"m\"";

/// METRICS §6 by comparing everybody with everybody: what the grouper must give without doing so. It knows nothing of
/// what a person put together.
std::string groupedByAll(const std::vector<GroupingCandidate>& all) {
    std::vector<std::vector<GroupingMember>> configurations;
    Grouping grouping;
    std::vector<std::string> paths;
    for (const GroupingCandidate& each : all) paths.push_back(pathOfRun(each.path, each.reader));
    const PathScheme scheme(paths);
    for (const GroupingCandidate& each : all) {
        const GroupingMember added = groupingMember(each, scheme);
        const auto fits = [&](const std::vector<GroupingMember>& members) {
            return std::all_of(members.begin(), members.end(), [&](const GroupingMember& member) {
                return compareSources(member, added).fit == Fit::joins;
            });
        };
        const auto home = std::find_if(configurations.begin(), configurations.end(), fits);
        const auto place = static_cast<std::size_t>(home - configurations.begin());
        if (home == configurations.end()) {
            configurations.emplace_back();
            grouping.configurations.push_back({ConfigurationId{1}, std::nullopt, {}});
        }
        configurations[place].push_back(added);
        grouping.configurations[place].sources.push_back(each.id);
    }
    return shape(grouping);
}

/// Few values of each fact, so that sources are often alike and often unknown in one of them.
GroupingCandidate randomCandidate(Maker& make, std::mt19937& random) {
    const auto pick = [&random](std::vector<std::string> from) { return from[random() % from.size()]; };
    std::vector<std::string> facts;
    for (const std::string& fact : {pick({"model=\"m\"", "model=\"n\"", ""}), pick({"accelerator=\"h\"", "", ""}),
                                    pick({"quantization=\"fp8\"", "quantization=\"bf16\"", "", ""})})
        if (!fact.empty()) facts.push_back(fact);
    GroupingCandidate out =
        make(pick({"a/c1", "a/c2", "a/c2", "b/c1"}), facts, 100 + static_cast<double>(random() % 100),
             40 + static_cast<double>(random() % 40), random() % 4 == 0 ? 10 : 100, pick({"vllm", "vllm", "other"}));
    const std::string load = pick({"1", "2", ""});  // so that words are explained, equal, or neither
    if (!load.empty()) out.numbers.load = std::stod(load);
    if (random() % 6 == 0)
        for (const char* key : {"engine_version", "quantization", "accelerator", "flags", "tensor_parallel"})
            out.context[key].stated = "1";
    out.boundary.first = pick({"", "answer-text", "any-event"});
    out.summaryOnly = random() % 6 == 0;
    out.meanPrompt = 150;
    if (random() % 5 == 0) out.medianOutput.reset();
    return out;
}

}  // namespace

class TestGrouping : public QObject {
    Q_OBJECT

private slots:
    void pairs_data() {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* tag, const char* left, const char* right, const char* expected) {
            QTest::newRow(tag) << left << right << expected;
        };
        const char* together = "1 2";
        const char* apart = "1|2";
        row("nothing differs", "", "", together);
        row("a flag list", "flags=[\"--a\"]", "flags=[\"--b\"]", apart);
        row("unknown on one side", "quantization=\"fp8\"", "", together);
        row("null is unknown", "quantization=\"fp8\"", "quantization=null", together);
        row("quantization", "quantization=\"fp8\"", "quantization=\"bf16\"", apart);
        row("engine version", "engine_version=\"0.11\"", "engine_version=\"0.12\"", apart);
        row("degrees", "tensor_parallel=4", "tensor_parallel=8", apart);
        row("a number and its text", "tensor_parallel=4", "tensor_parallel=\"4\"", together);
        row("4 and 4.0", "tensor_parallel=4", "tensor_parallel=4.0", together);
        row("free metadata", "max_num_seqs=4", "max_num_seqs=8", apart);
        row("label", "label=\"a\"", "label=\"b\"", apart);
        row("cache state", "cache_state=\"cold\"", "cache_state=\"warm\"", apart);
        row("our own name", "name=\"A\"", "name=\"B\"", apart);
        row("notes are no identity", "note.date=\"1\"", "note.date=\"2\"", together);
        row("the bound's inputs are none", "bound={\"count\":1}", "bound={\"count\":2}", together);
        row("workload's name", "workload.name=\"chat\"", "workload.name=\"code\"", apart);
        row("dataset", "workload.dataset=\"a\"", "workload.dataset=\"b\"", apart);
        row("declared lengths", "workload.input_tokens=100", "workload.input_tokens=128", apart);
        row("token limit", "workload.max_tokens=100", "workload.max_tokens=128", apart);
    }
    void pairs() {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(QString, expected);
        Maker make;
        const auto facts = [](const QString& fact) {
            return fact.isEmpty() ? std::vector{model} : std::vector{model, fact.toStdString()};
        };
        const GroupingResult result =
            groupSources({}, {}, {make("a/c1.json", facts(left)), make("a/c2.json", facts(right))});
        QCOMPARE(QString::fromStdString(shape(result.grouping)), expected);
        QVERIFY(result.offered.empty());
    }

    void traps_data() {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("offered");
        for (const auto& [tag, expected, offered] : std::vector<std::tuple<const char*, const char*, const char*>>{
                 {"another reader", "1|2", ""},
                 {"model unknown", "1|2", "the model is not known"},
                 {"model unknown and another path", "1|2", ""},
                 {"another path", "1|2", "the paths differ: x and y"},
                 {"another path, accelerators known", "1|2", "the paths differ: x and y"},
                 {"another path, all known by a context", "1|2", "the paths differ: x and y"},
                 {"another path, all known by the files", "1 2", ""},
                 {"another path, all known by one file", "1|2", "the paths differ: x and y"},
                 {"twice the prompts", "1|2", ""},
                 {"1.79 times the output", "1 2", ""},
                 {"1.8 times the output", "1|2", ""},
                 {"twice the prompts of few rows", "1|2",
                  "fewer than 30 rows and lengths not declared: the workloads may be the same"},
                 {"twice the prompts of few rows, declared", "1|2", ""},
                 {"few rows, alike", "1 2", ""},
                 {"medians unknown", "1 2", ""},
                 {"timing boundary", "1|2", ""},
                 {"timing boundary unknown", "1 2", ""},
                 {"summary beside skewed rows", "1 2", ""},
                 {"another workload: summary beside skewed rows", "1|2", ""}})
            QTest::newRow(tag) << expected << offered;
    }
    void traps() {
        QFETCH(QString, expected);
        QFETCH(QString, offered);
        Maker make;
        const std::string tag = QTest::currentDataTag();
        GroupingCandidate a = make("x/c1.json", {model}), b = make("x/c2.json", {model});
        if (tag == "another reader") b.reader = "aiperf";
        if (tag.starts_with("model unknown")) b.context.clear();
        if (tag.find("another path") != std::string::npos) b.path = "y/c2.json";
        if (tag.find("accelerators known") != std::string::npos)
            for (GroupingCandidate* each : {&a, &b}) each->context["accelerator"].stated = "\"h100\"";
        for (GroupingCandidate* each : {&a, &b}) {
            if (tag.find("all known") == std::string::npos || (tag.ends_with("one file") && each == &b)) continue;
            for (const char* key : {"engine_version", "quantization", "accelerator", "flags", "pipeline_parallel"})
                (tag.ends_with("context") ? each->context[key].edited : each->context[key].stated) = "\"8\"";
        }
        if (tag.starts_with("twice")) b.medianPrompt = 200;
        if (tag.starts_with("1.79")) b.medianOutput = 89.5;
        if (tag.starts_with("1.8 ")) b.medianOutput = 90;
        if (tag.find("few rows") != std::string::npos) b.okRows = 29;
        if (tag.ends_with("declared")) b.context["workload.input_tokens"].stated = "200";
        if (tag.ends_with("summary beside skewed rows")) {
            // Output lengths whose median is 50 and whose mean is 150: the summary tells the mean alone.
            a.meanOutput = 150;
            b.summaryOnly = true;
            b.medianOutput = b.meanOutput = tag.starts_with("another") ? 400 : 155;
        }
        if (tag == "medians unknown") b.medianPrompt = b.medianOutput = std::nullopt;
        if (tag.starts_with("timing boundary"))
            a.boundary.first = "any-event", b.boundary.first = tag.ends_with("unknown") ? "" : "answer-text";
        const GroupingResult result = groupSources({}, {}, {a, b});
        QCOMPARE(QString::fromStdString(shape(result.grouping)), expected);
        QCOMPARE(result.offered.size(), offered.isEmpty() ? 0U : 1U);
        if (offered.isEmpty()) return;
        QCOMPARE(QString::fromStdString(result.offered[0].reason), offered);
        QVERIFY(result.offered[0].a == a.id && result.offered[0].b == b.id);
    }

    void unknownsDoNotChainWhatDiffers() {
        Maker make;
        const auto result =
            groupSources({}, {}, {make("a/1", {model, "q=4"}), make("a/2", {model}), make("a/3", {model, "q=8"})});
        QCOMPARE(shape(result.grouping), std::string("1 2|3"));
        // Nor does a place in the middle of two workloads.
        make.next = 1;
        const auto lengths =
            groupSources({}, {}, {make("a/1", {model}, 100), make("a/2", {model}, 150), make("a/3", {model}, 200)});
        QCOMPARE(shape(lengths.grouping), std::string("1 2|3"));
    }

    void whatIsPlacedStays() {
        Maker make;
        const std::vector<GroupingCandidate> known{make("a/1", {model, "q=4"}), make("a/2", {model, "q=8"}),
                                                   make("a/3", {model, "q=4"})};
        Grouping byHand;  // a person put 1 and 2 together, and 3 apart
        byHand.configurations = {{ConfigurationId{7}, "mine", {SourceId{1}, SourceId{2}}},
                                 {ConfigurationId{3}, std::nullopt, {SourceId{3}}}};
        byHand.typedLoads[{SourceId{1}, 0}] = {LoadKind::concurrency, 5};
        const auto result =
            groupSources(byHand, known, {known[2], make("a/4", {model, "q=8"}), make("a/5", {model, "q=16"})});
        QCOMPARE(shape(result.grouping), std::string("1 2 4|3|5"));
        QVERIFY(result.grouping.configurations[0].name == "mine" && result.grouping.typedLoads == byHand.typedLoads);
        QVERIFY(result.grouping.configurations[2].id == ConfigurationId{8});
    }

    void asIfEverybodyWereCompared_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed) QTest::addRow("seed %u", seed) << seed;
    }
    void asIfEverybodyWereCompared() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        Maker make;
        std::vector<GroupingCandidate> all;
        for (int i = 0; i < 60; ++i) all.push_back(randomCandidate(make, random));
        QCOMPARE(shape(groupSources({}, {}, all).grouping), groupedByAll(all));
    }

    // Eight times as many files take eight times as long, not 64 times.
    void timeGrowsWithTheFiles_data() {
        QTest::addColumn<bool>("alike");
        QTest::newRow("one configuration") << true;
        QTest::newRow("each for itself") << false;
    }
    void timeGrowsWithTheFiles() {
        QFETCH(bool, alike);
        const auto takes = [alike](int files) {
            Maker make;
            std::vector<GroupingCandidate> all;
            for (int i = 0; i < files; ++i)
                all.push_back(make("a/" + std::string(alike ? "c" : "x" + std::to_string(i) + "y") + ".json",
                                   {alike ? model : "model=\"" + std::to_string(i) + "\""},
                                   100 + static_cast<double>(i % 50)));
            const support::ProcessClock clock;
            const auto grouped = groupSources({}, {}, all).grouping.configurations.size();
            if (grouped != (alike ? 1U : static_cast<std::size_t>(files))) return -1.0;
            return clock.seconds();
        };
        const double few = std::min(takes(500), takes(500)), many = takes(4000);
        QVERIFY(few > 0 && many > 0);
        QVERIFY2(many < 30 * few, qPrintable(QString("%1 times").arg(many / few)));
    }

    void oneSweepOfTenThousandFiles() {
        Maker make;
        std::vector<GroupingCandidate> all;
        for (int i = 0; i < 10000; ++i)
            all.push_back(make("/d/isl" + std::to_string(i % 50) + "/c" + std::to_string(i + 1) + ".json", {model}));
        const support::ProcessClock clock;
        const auto result = groupSources({}, {}, all);
        QCOMPARE(result.grouping.configurations.size(), 50U);
        QVERIFY2(clock.seconds() < 20, qPrintable(QString("%1 s").arg(clock.seconds())));  // unoptimised
        qInfo("%g s", clock.seconds());
    }

    // A harness lays down one file a stage, and one that sums them up: of a run, whatever is unknown.
    void stagesOfOneRun() {
        Maker make;
        std::vector<GroupingCandidate> all;
        for (const char* path : {"a/stage_0_lifecycle_metrics.json", "a/stage_3_lifecycle_metrics.json",
                                 "a/summary_lifecycle_metrics.json", "b/stage_0_lifecycle_metrics.json"}) {
            all.push_back(make(path, {}, 100, 50, 100, "inference-perf"));
            all.back().summaryOnly = true;
        }
        all[2].context["note.sums_up"].stated = "\"the run's stages\"";
        all[2].meanPrompt = 900;  // over stages that are not here
        const auto result = groupSources({}, {}, all);
        QCOMPARE(shape(result.grouping), std::string("1 2 3|4"));
        QVERIFY(result.offered.empty());
    }

    void releasesInFolders() {
        Maker make;
        const auto result = groupSources({}, {},
                                         {make("v0.9.1/c4.json", {model}), make("v0.10.0/c4.json", {model}),
                                          make("v0.9.1/c8.json", {model}), make("v0.10.0/c8.json", {model})});
        QCOMPARE(shape(result.grouping), std::string("1 3|2 4"));
        QCOMPARE(result.offered.size(), 1U);
        QCOMPARE(result.offered[0].reason, std::string("the paths differ: v0.9.1 and v0.10.0"));
    }

    // A person took the offer: what comes later finds its place by the source that is like it.
    void whatAPersonMergedStaysOpenForBoth() {
        Maker make;
        const std::vector<GroupingCandidate> known{make("v0.9.1/c4.json", {model}), make("v0.10.0/c4.json", {model})};
        Grouping merged;
        merged.configurations = {{ConfigurationId{1}, std::nullopt, {known[0].id, known[1].id}}};
        const auto result =
            groupSources(merged, known, {make("v0.10.0/c8.json", {model}), make("v0.11.0/c8.json", {model})});
        QCOMPARE(shape(result.grouping), std::string("1 2 3|4"));
    }

    void groupsOfAFile() {
        Maker make;
        std::vector<GroupingCandidate> all;
        for (const char* group : {"A", "B", "A", "B"})
            all.push_back(make("out.jsonl", {"note.group=\"" + std::string(group) + "\""}));
        all.push_back(make("other.jsonl", {"note.group=\"A\""}));  // another file's group is another thing
        QCOMPARE(shape(groupSources({}, {}, all).grouping), std::string("1 3|2 4|5"));
    }

    void whatIsTakenOutIsForgotten() {
        Maker make;
        const std::vector<GroupingCandidate> all{make("a/1", {model, "q=4"}), make("a/2", {model}),
                                                 make("a/3", {model, "q=8"})};
        SourceGrouper grouper({}, {}, {"a/1", "a/2", "a/3", "a/4"});
        for (const GroupingCandidate& each : all) QVERIFY(grouper.place(each));
        QCOMPARE(shape(grouper.grouping()), std::string("1 2|3"));
        QVERIFY(!grouper.place(all[0]));  // it is placed
        grouper.remove(all[0].id);
        grouper.remove(all[2].id);  // its configuration goes
        QCOMPARE(shape(grouper.grouping()), std::string("2"));
        const auto again = grouper.place(make("a/4", {model, "q=8"}));  // nothing speaks against it any more
        QVERIFY(again && !again->isNew && again->position == 1);
        QVERIFY(!grouper.placeIn(ConfigurationId{99}, make("a/5", {model})));
    }

    void offersAreFew() {
        Maker make;
        std::vector<GroupingCandidate> all;
        for (int i = 0; i < 10; ++i) all.push_back(make(std::string(1, static_cast<char>('g' + i)) + "/x", {model}));
        const auto result = groupSources({}, {}, all);
        QCOMPARE(result.grouping.configurations.size(), 10U);
        QCOMPARE(result.offered.size(), std::size_t{0 + 1 + 2 + 7 * 3});
    }

    void nothingGivesNothing() {
        const auto result = groupSources({}, {}, {});
        QVERIFY(result.grouping.configurations.empty() && result.offered.empty());
        QVERIFY(configurationNames({}, {}).empty());
    }

    // How names come about is naming's; here: that a configuration speaks through all its sources, and a given name.
    void namesSpeakForAllSources() {
        Maker make;
        const std::vector<GroupingCandidate> sources{make("a", {"engine=\"e\""}), make("a", {"quantization=\"fp8\""}),
                                                     make("b", {"engine=\"e\""})};
        Grouping grouping;
        grouping.configurations = {{ConfigurationId{1}, std::nullopt, {sources[0].id, sources[1].id}},
                                   {ConfigurationId{2}, std::nullopt, {sources[2].id}}};
        QCOMPARE(configurationNames(grouping, sources), (std::vector<std::string>{"fp8", "e"}));
        grouping.configurations[1].name = "given";
        QCOMPARE(configurationNames(grouping, sources)[1], std::string("given"));
    }

    void workloadsNameConfigurations() {
        Maker make;
        const std::vector<GroupingCandidate> sources{make("a", {model}, 136, 512), make("a", {model}, 2056, 128)};
        const Grouping grouping = groupSources({}, {}, sources).grouping;
        QCOMPARE(configurationNames(grouping, sources),
                 (std::vector<std::string>{"136 in, 512 out", "2056 in, 128 out"}));
    }

    void realFolders_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QList<int>>("sizes");
        QTest::newRow("two workloads of four loads") << "vllm/SongXP111__vllm-serving-lab" << QList<int>{4, 4};
        QTest::newRow("a sweep's overrides") << "vllm/er0080__vllm-benchmarking/packages/api" << QList<int>{3, 3};
        QTest::newRow("two machines, not known to be one") << "vllm/dstackai__benchmarks" << QList<int>{1, 1};
        QTest::newRow("one file") << "vllm/Scicom-AI-Enterprise-Organization__llm-benchmaq" << QList<int>{1};
    }
    void realFolders() {
        PLUMBLINE_NEEDS_REAL_FILES();
        QFETCH(QString, folder);
        QFETCH(QList<int>, sizes);
        const auto result = groupSources({}, {}, candidatesIn(support::realPath(folder.toStdString())));
        QList<int> found;
        for (const auto& configuration : result.grouping.configurations) found << int(configuration.sources.size());
        QCOMPARE(found, sizes);
    }
};

QTEST_APPLESS_MAIN(TestGrouping)
#include "test_grouping.moc"
