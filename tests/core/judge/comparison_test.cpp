// Checklists and claims (METRICS §7): what stands between two levels, one item at a time.
#include <QTest>

#include "core/judge/checks.h"
#include "core/judge/resample/resampler.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// Two configurations at one load that match in all; a case changes the second.
class Pair {
public:
    Context context;
    TimingBoundary boundary{"sent", "any-text", "closed", "usage", "epoch"};
    std::function<void(Row&, int)> change;
    int rows = 100;
    double load = 8;
    bool openLoop = false, failedAsInfinite = false;
    bool warmupRemoved = false;

    static Context plainContext() {
        Context out;
        for (const auto& [key, word] : {std::pair{"quantization", "\"fp8\""},
                                        {"model", "\"m\""},
                                        {"model_revision", "\"r1\""},
                                        {"engine", "\"e\""},
                                        {"cache_state", "\"cold\""}})
            out[key].stated = word;
        return out;
    }
    Pair() : context(plainContext()) {}

    LevelComparison compare() {
        Bench bench;
        bench.m_context = plainContext();
        bench.m_boundary = {"sent", "any-text", "closed", "usage", "epoch"};
        bench.addFile("a.jsonl", true);
        add(bench, 8, 100, {});
        bench.m_context = context;
        bench.m_boundary = boundary;
        bench.m_warmupRemoved = warmupRemoved;
        bench.addFile("b.jsonl", true);
        add(bench, load, rows, change);
        bench.settings.measure.failedAsInfinite = failedAsInfinite;
        bench.judge();
        const auto& all = bench.judgement.comparisons.all;
        return all.empty() ? LevelComparison{} : all.front();
    }

private:
    static void add(Bench& bench, double load, int rows, const std::function<void(Row&, int)>& change) {
        bench.addRun(load);
        for (int i = 0; i < rows; ++i) {
            Row row = streamedRow(i);
            row.promptTokens = 100 + i % 7;
            if (change) change(row, i);
            bench.addRow(row);
        }
    }
};

std::string stateOf(const LevelComparison& pair, std::string_view name) {
    for (const CheckItem& item : pair.checks)
        if (item.name == name) return std::string(plumbline::name(item.sameness));
    return "no such item";
}

struct Case {
    const char* name;
    const char* item;
    const char* state;
    bool matched;
    void (*change)(Pair&);
};

const Case cases[] = {
    {"all alike", "workload", "same", true, [](Pair&) {}},
    {"other prompt lengths", "workload", "different", false,
     [](Pair& p) { p.change = [](Row& row, int) { row.promptTokens += 1; }; }},
    {"the same lengths in another order", "workload", "same", true,
     [](Pair& p) { p.change = [](Row& row, int i) { row.promptTokens = 100 + (99 - i) % 7; }; }},
    {"lengths unknown", "workload", "unknown", false,
     [](Pair& p) { p.change = [](Row& row, int) { row.promptTokens = unknownCount; }; }},
    {"lengths unknown, and answers of twice the length", "workload", "different", false,
     [](Pair& p) { p.change = [](Row& row, int) { row.promptTokens = unknownCount, row.outputTokens *= 2; }; }},
    {"some lengths known, and those far apart", "workload", "different", false,
     [](Pair& p) {
         p.change = [](Row& row, int i) { row.promptTokens = i == 0 ? unknownCount : row.promptTokens * 2; };
     }},
    {"another name", "workload", "same", true, [](Pair& p) { p.context["workload.name"].stated = "\"chat\""; }},
    {"2% fewer completions, and so other prompts", "completions", "same", false, [](Pair& p) { p.rows = 98; }},
    {"3% fewer", "completions", "different", false, [](Pair& p) { p.rows = 97; }},
    {"2% fewer tokens", "output_tokens", "same", true,
     [](Pair& p) { p.change = [](Row& row, int) { row.outputTokens = 49; }; }},
    {"4% fewer tokens", "output_tokens", "different", false,
     [](Pair& p) { p.change = [](Row& row, int) { row.outputTokens = 48; }; }},
    {"another first token", "timing_boundary", "different", false, [](Pair& p) { p.boundary.first = "any-event"; }},
    {"its end unknown", "timing_boundary", "unknown", false, [](Pair& p) { p.boundary.end.clear(); }},
    {"another clock is no other boundary", "timing_boundary", "same", true, [](Pair& p) { p.boundary.clock.clear(); }},
    {"tokens counted by another", "token_source", "different", false, [](Pair& p) { p.boundary.tokens = "tokenizer"; }},
    {"two quantizations", "quantization", "different", false,
     [](Pair& p) { p.context["quantization"].stated = "\"int4\""; }},
    {"quantization unknown", "quantization", "unknown", false, [](Pair& p) { p.context.erase("quantization"); }},
    {"another model", "model_revision", "different", false, [](Pair& p) { p.context["model"].stated = "\"n\""; }},
    {"revision unknown is said", "model_revision", "unknown", true, [](Pair& p) { p.context.erase("model_revision"); }},
    {"another engine is what is compared", "engine", "different", true,
     [](Pair& p) { p.context["engine"].stated = "\"f\""; }},
    {"accelerators are compared too", "accelerators", "unknown", true, [](Pair&) {}},
    {"a warm-up that one source took out", "warm_up", "different", false, [](Pair& p) { p.warmupRemoved = true; }},
    {"a warm cache", "cache_state", "different", false, [](Pair& p) { p.context["cache_state"].stated = "\"warm\""; }},
    {"cache unknown is said", "cache_state", "unknown", true, [](Pair& p) { p.context.erase("cache_state"); }},
    {"answers that nobody checked", "output_quality", "unknown", true, [](Pair&) {}},
};

}  // namespace

class ComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void checks_data();
    void checks();
    void summaries_data();
    void summaries();
    void anotherLoadIsNoPair();
    void keysBeforeLengths();
    void claimsOfAShift();
    void refusalNamesWhatIsMissing();
    void notAttainedIsSaid();
    void withheldOnOneSideIsSaid();
    void unitsOfALevel_data();
    void unitsOfALevel();
    void runsASide_data();
    void runsASide();
    void noIntervalIsSaid();
    void hiddenConfigurationsAreNotCompared();
    void sameInputSameIntervals();
};

void ComparisonTest::checks_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < std::size(cases); ++i) QTest::newRow(cases[i].name) << static_cast<int>(i);
}

void ComparisonTest::checks() {
    QFETCH(int, number);
    const Case& given = cases[number];
    Pair pair;
    given.change(pair);
    const LevelComparison found = pair.compare();
    QCOMPARE(stateOf(found, given.item), std::string(given.state));
    QVERIFY2(found.matched == given.matched, found.refusal.c_str());
    QCOMPARE(found.claims.empty(), !given.matched);
    QCOMPARE(found.refusal.empty(), given.matched);
}

void ComparisonTest::summaries_data() {
    QTest::addColumn<QString>("item");
    QTest::addColumn<double>("completed");  // of the second; the first has 200
    QTest::addColumn<double>("prompt");     // mean of the second; the first has 228.9; 0: unknown
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("words");
    QTest::newRow("completed") << "completions" << 202.0 << 228.9 << "same"
                               << "";
    QTest::newRow("more completed") << "completions" << 250.0 << 228.9 << "different"
                                    << "200 and 250 completions";
    QTest::newRow("not counted") << "completions" << 0.0 << 228.9 << "unknown"
                                 << "completions are not known on both sides";
    QTest::newRow("far longer prompts") << "workload" << 200.0 << 4074.0 << "different"
                                        << "mean prompt tokens 228.9 and 4,074";
    QTest::newRow("prompts alike") << "workload" << 200.0 << 230.0 << "unknown"
                                   << "neither prompt keys nor all prompt lengths are known on both sides; mean prompt "
                                      "tokens 228.9 and 230";
    QTest::newRow("prompts unknown") << "workload" << 200.0 << 0.0 << "unknown"
                                     << "neither prompt keys nor all prompt lengths are known on both sides";
}

void ComparisonTest::summaries() {
    QFETCH(QString, item);
    QFETCH(double, completed);
    QFETCH(double, prompt);
    Bench bench;
    for (const auto& [file, count, tokens] : {std::tuple{"a.json", 200.0, 228.9}, {"b.json", completed, prompt}}) {
        bench.addFile(file, true);
        RunInfo info;
        info.load = {LoadKind::concurrency, 8};
        info.summaryOnly = true;
        info.reported = {{"e2e_s.mean", 1.5}};
        if (tokens > 0) info.reported["prompt_tokens.mean"] = tokens;
        if (count > 0) info.declaredCompleted = static_cast<std::int64_t>(count);
        bench.addRunAt(info);
    }
    bench.judge();
    QCOMPARE(bench.judgement.comparisons.all.size(), 1U);
    for (const CheckItem& each : bench.judgement.comparisons.all[0].checks) {
        if (each.name != item.toStdString()) continue;
        QTEST(QString::fromUtf8(plumbline::name(each.sameness).data()), "state");
        QTEST(QString::fromStdString(each.words), "words");
    }
}

void ComparisonTest::anotherLoadIsNoPair() {
    Pair pair;
    pair.load = 16;
    QVERIFY(pair.compare().checks.empty());
}

void ComparisonTest::keysBeforeLengths() {
    for (const bool sameKeys : {true, false}) {
        Bench bench;
        bench.m_context = Pair::plainContext();
        bench.m_boundary = {"sent", "any-text", "closed", "usage", "epoch"};
        for (const int file : {0, 1}) {
            bench.addFile(file == 0 ? "a.jsonl" : "b.jsonl", true);
            bench.addRun(8);
            for (int i = 0; i < 20; ++i) {
                Row row = streamedRow(i);
                row.promptKey = static_cast<Key>(1 + i + (sameKeys ? 0 : file));
                bench.addRow(row);
            }
        }
        bench.judge();
        QCOMPARE(bench.judgement.comparisons.all.at(0).matched, sameKeys);
    }
}

/// Each of b's rows takes 50 ms longer to its first token: so does every quantile, and nothing else changes.
void ComparisonTest::claimsOfAShift() {
    Pair pair;
    pair.change = [](Row& row, int) {
        row.firstContent += 50 * millisecond;
        row.end += 50 * millisecond;
    };
    const LevelComparison found = pair.compare();
    QCOMPARE(found.claims.size(), 10U);
    for (const Claim& claim : found.claims) {
        if (!claim.quantity.ofRows) continue;
        const double expected = claim.quantity.row == RowMetric::tpot ? 0 : 0.05;
        QVERIFY(std::abs(claim.difference - expected) < 1e-9);
        QCOMPARE(claim.shift.size(), 9U);
        for (const double each : claim.shift) QVERIFY(std::abs(each - expected) < 1e-9);
        if (claim.quantity.row == RowMetric::ttft) {
            // Of 100 rows p99 has no upper limit (METRICS §4), so nothing can be shown to lie below another.
            QCOMPARE(claim.decided(), !(claim.quantity.statistic == quantile(0.99)));
            QCOMPARE(claim.openEnd.empty(), claim.decided());
            QCOMPARE(*claim.probability, 1.0);
            QVERIFY2(says(claim.text, "+50.0 ms") && says(claim.text, "worse"), claim.text.c_str());
        }
        if (claim.quantity.row == RowMetric::tpot) {
            QVERIFY(!claim.decided());
            QCOMPARE(*claim.probability, 0.5);
        }
    }
}

void ComparisonTest::refusalNamesWhatIsMissing() {
    Pair pair;
    pair.context["quantization"].stated = "\"int4\"";
    pair.boundary.end.clear();
    const std::string refusal = pair.compare().refusal;
    for (const char* part : {"quantization different (fp8 and int4)", "timing boundary unknown (end unknown)"})
        QVERIFY2(says(refusal, part), refusal.c_str());
}

/// 2 of b's 100 requests fail and count as infinitely slow: its p99 is not attained, and a's is.
void ComparisonTest::notAttainedIsSaid() {
    Pair pair;
    pair.failedAsInfinite = true;
    pair.change = [](Row& row, int i) {
        if (i >= 98) row.status = Status::error;
    };
    const LevelComparison found = pair.compare();
    QVERIFY2(found.matched, found.refusal.c_str());
    QCOMPARE(found.unclaimed.size(), 3U);  // of TTFT, TPOT and e2e
    for (const Unclaimed& none : found.unclaimed) {
        QCOMPARE(none.quantity.statistic.p, 0.99);
        QVERIFY(none.a && !none.b && none.notAttainedB && !none.notAttainedA);
        QVERIFY2(says(none.text, "does not attain it, with 2 of 100 requests"), none.text.c_str());
    }
    QCOMPARE(found.claims.size() + found.unclaimed.size(), 10U);
    pair.failedAsInfinite = false;
    QVERIFY(pair.compare().unclaimed.empty());
}

void ComparisonTest::withheldOnOneSideIsSaid() {
    Pair pair;
    pair.change = [](Row& row, int) { row.firstContent = unknownTime; };
    const LevelComparison found = pair.compare();
    QCOMPARE(found.unclaimed.size(), 6U);  // of TTFT and TPOT
    QVERIFY(found.unclaimed[0].a && !found.unclaimed[0].b && !found.unclaimed[0].notAttainedB);
    QVERIFY2(says(found.unclaimed[0].text, "has none ("), found.unclaimed[0].text.c_str());
}

void ComparisonTest::unitsOfALevel_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("rows");  // negative: 50, the last of which ends so many seconds after the first start
    QTest::addColumn<bool>("starts");
    QTest::addColumn<int>("unit");
    QTest::addColumn<int>("units");
    // A row a second, 1.08 s of e2e: blocks of 5.4 s. 200 rows: W is 200.08 s, 37 blocks. 50 rows: 9 blocks, too few.
    QTest::newRow("blocks of time") << 1 << 200 << true << 0 << 37;
    QTest::newRow("too few blocks") << 1 << 50 << true << 1 << 50;
    QTest::newRow("no starts") << 1 << 200 << false << 1 << 200;
    QTest::newRow("two runs") << 2 << 200 << true << 0 << 74;
    QTest::newRow("50 rows, one of them far off: up to 20 blocks a row") << 1 << -5350 << true << 0 << 990;
    QTest::newRow("farther off: by row") << 1 << -5450 << true << 1 << 50;
}

void ComparisonTest::unitsOfALevel() {
    QFETCH(int, runs);
    QFETCH(int, rows);
    QFETCH(bool, starts);
    QFETCH(int, unit);
    QFETCH(int, units);
    Bench bench;
    for (int run = 0; run < runs; ++run) {
        bench.addRun(8);
        for (int i = 0; i < (rows < 0 ? 50 : rows); ++i) {
            Row row = streamedRow(rows < 0 && i == 49 ? 0 : i);
            row.end = rows < 0 && i == 49 ? -rows * second : 1080 * millisecond;
            if (!starts) row.start = unknownTime;
            bench.addRow(row);
        }
    }
    bench.judge();
    const JudgeInput input(*bench.data, bench.settings, bench.measured, {});
    const LevelUnits found = unitsOf(input, {0, 0});
    QCOMPARE(static_cast<int>(found.unit), unit);
    QCOMPARE(static_cast<int>(found.units), units);
    QCOMPARE(static_cast<int>(found.ofRow.size()), runs * (rows < 0 ? 50 : rows));
}

// TTFTs of 100, 102, 104 ms (and so on) a run against 50 ms later: with three runs or more on both sides Welch over the
// runs, SE^2 = 2 x (2^2 / 3), 4 degrees: 50 -+ t(0.975, 4) x 1.63299 = 50 -+ 4.53 ms; else resampled, of these runs
// alone.
void ComparisonTest::runsASide_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    QTest::addColumn<QString>("said");
    QTest::newRow("one") << 1 << 1 << "one run a side";
    QTest::newRow("two") << 2 << 2 << "two runs a side";
    QTest::newRow("three against one") << 3 << 1 << "3 runs against one run";
    QTest::newRow("three") << 3 << 3 << "3 runs a side";
}

void ComparisonTest::runsASide() {
    QFETCH(int, a);
    QFETCH(int, b);
    QFETCH(QString, said);
    Bench bench;
    bench.m_context = Pair::plainContext();
    bench.m_boundary = {"sent", "any-text", "closed", "usage", "epoch"};
    for (const int side : {0, 1}) {
        bench.addFile(side == 0 ? "a.jsonl" : "b.jsonl", true);
        const int runs = side == 0 ? a : b;
        for (int run = 0; run < runs; ++run) {
            bench.addRun(8);
            for (int i = 0; i < 60 / runs; ++i) {
                Row row = streamedRow(i);
                row.firstContent = (100 + 2 * run + 50 * side) * millisecond;
                row.promptTokens = 100;
                bench.addRow(row);
            }
        }
    }
    bench.judge();
    const LevelComparison& pair = bench.judgement.comparisons.all.at(0);
    QVERIFY2(pair.matched, pair.refusal.c_str());
    const Claim& claim = *std::ranges::find_if(
        pair.claims, [](const Claim& each) { return each.quantity == quantityOf(RowMetric::ttft, quantile(0.5)); });
    QCOMPARE(claim.runs[0], static_cast<std::size_t>(a));
    QCOMPARE(claim.runs[1], static_cast<std::size_t>(b));
    QCOMPARE(claim.byRuns, a == 3 && b == 3);
    // With one value a side, or a median between runs that never moves, resamples are alike, and that is said.
    QVERIFY2(says(claim.text, claim.interval.low ? said.toStdString() : "all resamples are alike"), claim.text.c_str());
    if (!claim.byRuns) return;
    const double half = 2.776445105 * std::sqrt(8.0 / 3) / 1000;
    QVERIFY(claim.decided() && std::abs(*claim.interval.low - (0.05 - half)) < 1e-8);
    QVERIFY(std::abs(*claim.interval.high - (0.05 + half)) < 1e-8);
}

void ComparisonTest::noIntervalIsSaid() {
    const LevelComparison found = Pair().compare();
    for (const Claim& claim : found.claims) {
        QCOMPARE(claim.noInterval.empty(), claim.interval.low.has_value());
        QVERIFY(claim.noInterval.empty() || (!claim.decided() && says(claim.text, claim.noInterval)));
    }
    QVERIFY(std::ranges::any_of(found.claims,
                                [](const Claim& each) { return each.noInterval == "all resamples are alike"; }));
}

void ComparisonTest::hiddenConfigurationsAreNotCompared() {
    Bench bench;
    for (const char* file : {"a.jsonl", "b.jsonl"}) {
        bench.addFile(file, true);
        bench.addRun(8);
        bench.addClean(10);
    }
    bench.judge();
    QCOMPARE(bench.judgement.comparisons.all.size(), 1U);
    bench.settings.hidden = {bench.measured.configurations[1].id};
    bench.judge();
    QVERIFY(bench.judgement.comparisons.all.empty());
}

void ComparisonTest::sameInputSameIntervals() {
    Pair pair;
    pair.change = [](Row& row, int i) { row.firstContent += (i % 13) * millisecond; };
    const LevelComparison first = pair.compare(), second = pair.compare();
    QVERIFY(!first.claims.empty());
    for (std::size_t i = 0; i < first.claims.size(); ++i)
        QVERIFY(first.claims[i].interval == second.claims[i].interval);
}

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
