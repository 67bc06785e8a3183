#include "core/store/changes.h"

#include <QTest>

using namespace plumbline;

namespace {

Decision exclusion(std::uint64_t record, const std::string& note = {}) {
    Decision out;
    out.fileSha256 = "sha";
    out.record = record;
    out.kind = DecisionKind::exclude;
    out.reason = "burst";
    out.note = note;
    return out;
}

void decide(Settings& settings, const std::vector<Decision>& more) {
    std::vector<Decision> list = settings.decisions ? *settings.decisions : std::vector<Decision>();
    list.insert(list.end(), more.begin(), more.end());
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(list));
}

void exclude(Settings& settings, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t record = first; record <= last; ++record) decide(settings, {exclusion(record)});
}

Settings start() {
    Settings settings;
    Grouping grouping;
    grouping.configurations = {{ConfigurationId(1), {}, {SourceId(1), SourceId(2)}},
                               {ConfigurationId(2), {}, {SourceId(3)}}};
    settings.grouping = std::make_shared<const Grouping>(grouping);
    return settings;
}

void regroup(Settings& settings, const std::function<void(Grouping&)>& change) {
    auto grouping = std::make_shared<Grouping>(*settings.grouping);
    change(*grouping);
    settings.grouping = grouping;
}

/// start(), and something of each kind that a person set before.
Settings standing() {
    Settings settings = start();
    regroup(settings, [](Grouping& g) {
        g.configurations[0].name = "first";
        g.typedLoads[{SourceId(1), 0}] = {LoadKind::concurrency, 8};
    });
    settings.slos = {*parseSlo("ttft p99 < 1s")};
    settings.edits[ConfigurationId(1)] = {{"image", "\"nightly\""}, {"model", "\"m\""}};
    settings.hidden = {ConfigurationId(1)};
    settings.thresholds = {{"errors", 0.05}};
    decide(settings, {exclusion(40)});
    return settings;
}

struct Case {
    const char* name;
    std::function<void(Settings&)> change;
    QStringList forwards, backwards;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"nothing", [](Settings&) {}, {}, {}},
        {"min-chunks", [](Settings& s) { s.measure.minChunks = 5; }, {"min-chunks 3 to 5"}, {"min-chunks 5 to 3"}},
        {"min-interval",
         [](Settings& s) { s.measure.minInterval = Nanoseconds(129'000'000); },
         {"min-interval 0.2 s to 0.129 s"},
         {"min-interval 0.129 s to 0.2 s"}},
        {"short tokens",
         [](Settings& s) { s.measure.shortTokens = 0; },
         {"short-tokens 3 to 0"},
         {"short-tokens 0 to 3"}},
        {"short outputs",
         [](Settings& s) { s.measure.shortAsBuffered = true; },
         {"short-outputs apart to as-buffered"},
         {"short-outputs as-buffered to apart"}},
        {"interval end",
         [](Settings& s) { s.measure.intervalEnd = IntervalEnd::lastText; },
         {"interval-end end to last-text"},
         {"interval-end last-text to end"}},
        {"max rate",
         [](Settings& s) { s.measure.maxRate = 2500; },
         {"max-rate 10000 tokens/s to 2500 tokens/s"},
         {"max-rate 2500 tokens/s to 10000 tokens/s"}},
        {"warm-up and cool-down",
         [](Settings& s) { s.measure.warmup = Nanoseconds(1'500'000'000), s.measure.cooldown = Nanoseconds(1); },
         {"warmup 0 s to 1.5 s", "cooldown 0 s to 1e-09 s"},
         {"warmup 1.5 s to 0 s", "cooldown 1e-09 s to 0 s"}},
        {"warm-up by MSER-5",
         [](Settings& s) { s.measure.warmupAuto = true; },
         {"warmup 0 s to auto"},
         {"warmup auto to 0 s"}},
        {"failed as infinite",
         [](Settings& s) { s.measure.failedAsInfinite = true; },
         {"failed-as-infinite off to on"},
         {"failed-as-infinite on to off"}},
        {"percentile",
         [](Settings& s) { s.measure.percentile = PercentileRule::nearest; },
         {"percentile linear to nearest"},
         {"percentile nearest to linear"}},
        {"SLO",
         [](Settings& s) { s.slos.push_back(*parseSlo("e2e mean < 40s")); },
         {QString::fromStdString("added the SLO " + text(*parseSlo("e2e mean < 40s")))},
         {QString::fromStdString("took away the SLO " + text(*parseSlo("e2e mean < 40s")))}},
        {"merge",
         [](Settings& s) {
             regroup(s, [](Grouping& g) {
                 g.configurations[0].sources.push_back(SourceId(3));
                 g.configurations.pop_back();
             });
         },
         {"moved c.json from B to A"},
         {"moved c.json from A to B"}},
        {"split",
         [](Settings& s) {
             regroup(s, [](Grouping& g) {
                 g.configurations[0].sources.pop_back();
                 g.configurations.push_back({ConfigurationId(3), {}, {SourceId(2)}});
             });
         },
         {"moved source 2 from A to configuration 3"},
         {"moved source 2 from configuration 3 to A"}},
        {"rename",
         [](Settings& s) { regroup(s, [](Grouping& g) { g.configurations[1].name = "fp8"; }); },
         {"named B fp8"},
         {"took back the name fp8"}},
        {"type a load",
         [](Settings& s) {
             regroup(s, [](Grouping& g) { g.typedLoads[{SourceId(1), 1}] = {LoadKind::concurrency, 32}; });
         },
         {"typed the load of run 2 of a.json: concurrency 32"},
         {"took back the typed load of run 2 of a.json: concurrency 32"}},
        {"edit",
         [](Settings& s) { s.edits[ConfigurationId(1)]["engine"] = "\"vllm\""; },
         {"engine of A: vllm"},
         {"took back engine of A: vllm"}},
        {"threshold",
         [](Settings& s) { s.thresholds["stall"] = 20; },
         {"threshold of stall: 20"},
         {"took back the threshold of stall"}},
        {"hide", [](Settings& s) { s.hidden.push_back(ConfigurationId(2)); }, {"hid B"}, {"showed B"}},
        {"exclude one",
         [](Settings& s) { decide(s, {exclusion(17, "odd")}); },
         {"excluded row 17 of a.json: burst (\"odd\")"},
         {"took back excluding row 17 of a.json: burst (\"odd\")"}},
        {"exclude many",
         [](Settings& s) { exclude(s, 1, 6); },
         {"excluded 6 rows: burst"},
         {"took back excluding 6 rows: burst"}},
    };
    return all;
}

/// Of what stands in standing().
const std::vector<Case>& turns() {
    static const std::vector<Case> all = {
        {"nothing", [](Settings&) {}, {}, {}},
        {"another value of an edit",
         [](Settings& s) { s.edits[ConfigurationId(1)]["model"] = "\"n\""; },
         {"model of A: n"},
         {"model of A: m"}},
        {"one edit of two taken back",
         [](Settings& s) { s.edits[ConfigurationId(1)].erase("model"); },
         {"took back model of A: m"},
         {"model of A: m"}},
        {"an edit of another configuration",
         [](Settings& s) { s.edits[ConfigurationId(2)]["model"] = "\"m\""; },
         {"model of B: m"},
         {"took back model of B: m"}},
        {"another threshold",
         [](Settings& s) { s.thresholds["errors"] = 0.1; },
         {"threshold of errors: 0.1"},
         {"threshold of errors: 0.05"}},
        {"another load",
         [](Settings& s) { regroup(s, [](Grouping& g) {
                               g.typedLoads[{SourceId(1), 0}].value = 16;
                           }); },
         {"typed the load of run 1 of a.json: concurrency 16"},
         {"typed the load of run 1 of a.json: concurrency 8"}},
        {"another name",
         [](Settings& s) { regroup(s, [](Grouping& g) { g.configurations[0].name = "second"; }); },
         {"named first second"},
         {"named second first"}},
        {"a note on a decision",
         [](Settings& s) { s.decisions = std::make_shared<const std::vector<Decision>>(1, exclusion(40, "odd")); },
         {"excluded row 40 of a.json: burst (\"odd\")"},
         {"excluded row 40 of a.json: burst"}},
    };
    return all;
}

ChangeNames names() {
    ChangeNames out;
    out.configurations = {{ConfigurationId(1), "A"}, {ConfigurationId(2), "B"}};
    out.sources = {{SourceId(1), "a.json"}, {SourceId(3), "c.json"}};
    out.files = {{"sha", "a.json"}};
    return out;
}

QStringList list(const std::vector<std::string>& sentences) {
    QStringList out;
    for (const std::string& each : sentences) out << QString::fromStdString(each);
    return out;
}

}  // namespace

class ChangesTest : public QObject {
    Q_OBJECT

private slots:
    void sentences_data() {
        QTest::addColumn<const Case*>("each");
        for (const Case& each : cases()) QTest::newRow(each.name) << &each;
    }
    void sentences() {
        QFETCH(const Case*, each);
        const Settings before = start();
        Settings now = before;
        each->change(now);
        QCOMPARE(list(describeChanges(now, before, names())), each->forwards);
        QCOMPARE(list(describeChanges(before, now, names())), each->backwards);
    }

    /// The same of one who had set something of each kind before, none of which is said again.
    void whatStandsIsNotSaidAgain_data() {
        QTest::addColumn<const Case*>("each");
        for (const Case& each : cases()) QTest::newRow(each.name) << &each;
        for (const Case& each : turns()) QTest::addRow("of what stands: %s", each.name) << &each;
    }
    void whatStandsIsNotSaidAgain() {
        QFETCH(const Case*, each);
        const Settings before = standing();
        Settings now = before;
        each->change(now);
        QCOMPARE(list(describeChanges(now, before, names())), each->forwards);
        QCOMPARE(list(describeChanges(before, now, names())), each->backwards);
    }

    void aChangedDecisionIsSaidOnce() {
        Settings before = start(), now = start();
        exclude(before, 1, 3);
        auto changed = std::make_shared<std::vector<Decision>>(*before.decisions);
        (*changed)[1].kind = DecisionKind::keep;
        now.decisions = changed;
        QCOMPARE(list(describeChanges(now, before, names())), QStringList{"kept row 2 of a.json: burst"});
    }

    void whatNeverHappenedIsSaid_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("made");
        QTest::addColumn<QString>("takenBack");
        QTest::newRow("one") << 1 << "excluded as never happened row 1 of a.json: burst"
                             << "took back excluding as never happened row 1 of a.json: burst";
        QTest::newRow("many") << 9 << "excluded as never happened 9 rows: burst"
                              << "took back excluding as never happened 9 rows: burst";
    }
    void whatNeverHappenedIsSaid() {
        QFETCH(int, rows);
        QFETCH(QString, made);
        QFETCH(QString, takenBack);
        const Settings before = start();
        Settings now = start();
        exclude(now, 1, static_cast<std::uint64_t>(rows));
        auto changed = std::make_shared<std::vector<Decision>>(*now.decisions);
        for (Decision& each : *changed) each.neverHappened = true;
        now.decisions = changed;
        QCOMPARE(list(describeChanges(now, before, names())), QStringList{made});
        QCOMPARE(list(describeChanges(before, now, names())), QStringList{takenBack});
    }

    void aRowOfAnUnknownFileIsCalledByItsId() {
        Settings before = start(), now = start();
        Decision one = exclusion(4);
        one.fileSha256 = "other";
        one.id = "req-9";
        now.decisions = std::make_shared<const std::vector<Decision>>(std::vector{one});
        QCOMPARE(list(describeChanges(now, before, names())), QStringList{"excluded row req-9: burst"});
    }
};

QTEST_GUILESS_MAIN(ChangesTest)
#include "changes_test.moc"
