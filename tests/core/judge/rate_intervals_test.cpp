// Intervals of rates, means and goodput (METRICS §4): worked by hand, and how often they cover in simulated loops.
#include <QTest>
#include <cmath>
#include <queue>
#include <random>

#include "core/judge/resample/rate_spread.h"
#include "core/measure/goodput_rows.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// A buffered answer, whose tokens are spread from its start: `from` to `to` in s.
Row answer(int number, double from, double to, Count tokens) {
    Row row;
    row.record = static_cast<std::uint64_t>(number);
    row.start = 1000 * second + fromSeconds(from);
    row.firstContent = fromSeconds((to - from) / 2);
    row.end = fromSeconds(to - from);
    row.chunks = 2;
    row.promptTokens = 100;
    row.outputTokens = tokens;
    return row;
}

/// One user, answers of 1 s back to back; the tokens of the i-th by a function of its number.
template <class Tokens>
void addLoop(Bench& bench, int rows, Tokens tokens) {
    for (int i = 0; i < rows; ++i) bench.addRow(answer(i, i, i + 1, tokens(i)));
}
const RateSpread& spreadAt(const Bench& bench, LevelMetric metric) {
    return *bench.judgement.intervals[0][0].spreadOf(metric);
}
Limits limitsAt(const Bench& bench, LevelMetric metric) { return bench.judgement.intervals[0][0].of(metric); }
bool near(double found, double expected, double apart = 1e-9) { return std::abs(found - expected) <= apart; }

struct Lengths {
    const char* name;
    double (*draw)(std::mt19937&);
};
const Lengths lengths[] = {
    {"fixed", [](std::mt19937&) { return 100.0; }},
    {"uniform", [](std::mt19937& random) { return std::uniform_real_distribution<>(50, 150)(random); }},
    {"lognormal", [](std::mt19937& random) { return std::exp(std::normal_distribution<>(4.4, 0.7)(random)); }},
};

/// Users who ask again when answered, of a server whose speed wanders: a token takes 10 ms, give or take a tenth, and
/// each answer its own share besides.
void addClosedLoop(Bench& bench, int users, const Lengths& of, int answers, std::mt19937& random) {
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    std::uniform_real_distribution<> anywhere(0, 1);
    std::normal_distribution<> normal;
    for (int user = 0; user < users; ++user) free.push(anywhere(random));
    double wander = 0;
    for (int i = 0; i < users * answers; ++i) {
        const double from = free.top();
        free.pop();
        wander = 0.95 * wander + 0.03 * normal(random);
        const auto tokens = static_cast<Count>(std::max(1.0, std::round(of.draw(random))));
        const double to = from + 0.05 + tokens * 0.01 * std::exp(wander + 0.05 * normal(random));
        bench.addRow(answer(i, from, to, tokens));
        free.push(to);
    }
}

}  // namespace

class RateIntervalsTest : public QObject {
    Q_OBJECT
private slots:
    void batchMeansByHand();
    void tokensLieBetweenFirstTokenAndEnd();
    void drainingIsInIt();
    void twoRuns();
    void threeRuns();
    void none_data();
    void none();
    void excludedRowsDidTheWork();
    void goodputCountsAtItsEnd();
    void meansByHand();
    void noMean_data();
    void noMean();
    void covers();
    void rowsThatMeet_data();
    void rowsThatMeet();
};

// 21 answers of 1 s back to back: the first ends at 1 s, the last starts at 20 s. 19 s are too short, so 22: 1 to 21 s,
// ten blocks of 2 s. Each answer is spread over its own second, so a block holds two whole ones: answers 1 and 2, ...
// Those have 10 + j tokens in block j: m = 2 (10 + 4.5) = 29, s = 2 sqrt(82.5 / 9). Deviations j - 4.5:
// r = sum (j - 4.5)(j - 3.5), j = 0..8, over 82.5 = 57.75 / 82.5 = 0.7. t(0.975, 9) = 2.262157.
// W ends 1 s after the last start: d = 1 / 22.
void RateIntervalsTest::batchMeansByHand() {
    Bench bench;
    bench.addRun(1);
    addLoop(bench, 22, [](int i) { return 10 + (std::clamp(i, 1, 20) - 1) / 2; });
    bench.judge();
    const RateSpread& spread = spreadAt(bench, LevelMetric::systemOutputRate);
    QVERIFY2(spread.isKnown(), spread.why.c_str());
    const double g = 2.262157163 * 2 * std::sqrt(82.5 / 9) / (std::sqrt(10.0) * 29) * std::sqrt(1.7 / 0.3);
    QVERIFY2(near(spread.half, std::hypot(g, 1.0 / 22), 1e-8), std::to_string(spread.half).c_str());
    QVERIFY(spread.degrees == 9 && !spread.byRuns);
    QCOMPARE(spread.basis, std::string("batch means of 10 blocks of time"));
    const double rate = *bench.measured.configurations[0].levels[0].systemOutputRate;
    const Limits limits = limitsAt(bench, LevelMetric::systemOutputRate);
    QVERIFY(near(*limits.low, rate * (1 - spread.half)) && near(*limits.high, rate * (1 + spread.half)));
    // As many requests in each block: that says nothing, and is no interval without width.
    QCOMPARE(spreadAt(bench, LevelMetric::requestRate).why, std::string("all blocks alike"));
    QVERIFY(limitsAt(bench, LevelMetric::requestRate) == Limits{});
}

// 10 tokens a second, and one answer of 100 from 5 to 15 s. Blocks are 2 s long from 1 s on, so those 100 lie in the
// third to the seventh: m = 20 + 10, five blocks of 10 less, five of 10 more; of the nine products of neighbours two
// are negative: r = 5 x 100 / 1,000. Streamed, with its first token at 5 s, it may have been sent long before.
void RateIntervalsTest::tokensLieBetweenFirstTokenAndEnd() {
    const double g = 2.262157163 * 10 * std::sqrt(10.0 / 9) / (std::sqrt(10.0) * 30) * std::sqrt(1.5 / 0.5);
    for (const bool streamed : {false, true}) {
        Bench bench;
        bench.addRun(2);
        addLoop(bench, 22, [](int) { return 10; });
        Row row = answer(22, streamed ? 2 : 5, 15, 100);
        if (streamed) row.chunks = 100, row.firstContent = 3 * second;
        bench.addRow(row);
        bench.judge();
        const RateSpread& spread = spreadAt(bench, LevelMetric::systemOutputRate);
        QVERIFY2(near(spread.half, std::hypot(g, 1.0 / 22), 1e-8), std::to_string(spread.half).c_str());
    }
}

// The last answer takes 11 s, in which nobody starts one: a third of W's 32 s that no block sees.
void RateIntervalsTest::drainingIsInIt() {
    Bench bench;
    bench.addRun(1);
    addLoop(bench, 21, [](int i) { return 10 + i % 3; });
    bench.addRow(answer(21, 21, 32, 110));
    bench.judge();
    const RateSpread& spread = spreadAt(bench, LevelMetric::systemOutputRate);
    QVERIFY2(spread.isKnown() && spread.half > 11.0 / 32 && spread.half < 0.5, std::to_string(spread.half).c_str());
}

// Each run by its share of the tokens; degrees add up. Of the second run's answers each has twice the tokens.
void RateIntervalsTest::twoRuns() {
    Bench bench;
    const auto tokens = [](int i) { return 10 + i % 3; };
    for (const int times : {1, 2}) {
        bench.addRun(1);
        addLoop(bench, 22, [&](int i) { return times * tokens(i); });
    }
    bench.judge();
    Bench alone;
    alone.addRun(1);
    addLoop(alone, 22, tokens);
    alone.judge();
    const double one = spreadAt(alone, LevelMetric::systemOutputRate).half;
    const RateSpread& both = spreadAt(bench, LevelMetric::systemOutputRate);
    QVERIFY2(near(both.half, std::hypot(one / 3, 2 * one / 3)), std::to_string(both.half).c_str());
    QVERIFY(both.degrees == 18 && !both.byRuns);
}

// 10, 12 and 14 tokens/s: h = t(0.975, 2) 2 / (sqrt(3) 12). Whole runs, however short.
void RateIntervalsTest::threeRuns() {
    Bench bench;
    for (const int each : {10, 12, 14}) {
        bench.addRun(1);
        addLoop(bench, 5, [each](int) { return each; });
    }
    bench.judge();
    const RateSpread& spread = spreadAt(bench, LevelMetric::systemOutputRate);
    QVERIFY2(near(spread.half, 4.302652730 * 2 / (std::sqrt(3.0) * 12), 1e-8), std::to_string(spread.half).c_str());
    QVERIFY(spread.byRuns && spread.degrees == 2);
    QCOMPARE(spreadAt(bench, LevelMetric::requestRate).why, std::string("all runs alike"));
}

void RateIntervalsTest::none_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("kind");  // 0 as it is, 1 all tokens alike, 2 one count unknown, 3 no starts, 4 one burst
    QTest::addColumn<QString>("why");
    QTest::newRow("long enough") << 1 << 22 << 0 << "";
    QTest::newRow("one answer short") << 1 << 21 << 0 << "the run is 19 answers long, 20 are needed";
    QTest::newRow("short") << 1 << 9 << 0 << "the run is 7 answers long, 20 are needed";
    QTest::newRow("one of two is short") << 2 << 9 << 0 << "a run of the level has none: the run is 7";
    QTest::newRow("all alike") << 1 << 42 << 1 << "all blocks alike";
    QTest::newRow("all runs alike") << 3 << 42 << 1 << "all runs alike";
    QTest::newRow("a count unknown") << 1 << 42 << 2 << "the output tokens of 1 row is not known";
    QTest::newRow("no starts") << 1 << 42 << 3 << "no start times";
    QTest::newRow("all in one block") << 1 << 42 << 4 << "the blocks differ too much";
}

void RateIntervalsTest::none() {
    QFETCH(int, runs);
    QFETCH(int, rows);
    QFETCH(int, kind);
    QFETCH(QString, why);
    Bench bench;
    for (int run = 0; run < runs; ++run) {
        RunInfo info;
        if (kind == 3) info.declaredDuration = 42 * second;
        bench.addRun(1, info);
        for (int i = 0; i < rows; ++i) {
            Row row = answer(i, i, i + 1, kind == 1 ? 10 : kind == 4 ? (i == 20 ? 5000 : 1) : 10 + i % 3);
            if (kind == 2 && i == 7) row.outputTokens = unknownCount;
            if (kind == 3) row.start = unknownTime;
            bench.addRow(row);
        }
    }
    bench.judge();
    const RateSpread& spread = spreadAt(bench, LevelMetric::systemOutputRate);
    QVERIFY2(why.isEmpty() ? spread.isKnown() : says(spread.why, why.toStdString()), spread.why.c_str());
    QCOMPARE(spread.isKnown(), why.isEmpty());
    const Limits limits = limitsAt(bench, LevelMetric::systemOutputRate);
    QCOMPARE(limits.low && limits.high && *limits.low < *limits.high, why.isEmpty());
}

// A row that a person excluded stays in the blocks: the system did that work.
void RateIntervalsTest::excludedRowsDidTheWork() {
    double half[2];
    for (const bool excluded : {false, true}) {
        Bench bench;
        bench.addRun(1);
        addLoop(bench, 42, [](int i) { return 10 + i % 3; });
        if (excluded) {
            Decision decision;
            decision.fileSha256 = "sha-a.jsonl";
            decision.record = 20;
            decision.kind = DecisionKind::exclude;
            bench.settings.decisions = std::make_shared<const std::vector<Decision>>(std::vector{decision});
        }
        bench.judge();
        half[excluded] = spreadAt(bench, LevelMetric::systemOutputRate).half;
    }
    QVERIFY(half[0] > 0 && near(half[0], half[1]));
}

// Every fifth answer is slow and misses: 42 answers, one of 3 s among ones of 1 s.
void RateIntervalsTest::goodputCountsAtItsEnd() {
    Bench bench;
    bench.addRun(1);
    double now = 0;
    for (int i = 0; i < 60; ++i) {
        const double took = i % 5 == 0 ? 3 : 1;
        bench.addRow(answer(i, now, now + took, 50));
        now += took;
    }
    bench.settings.slos = {*parseSlo("e2e p50 < 2s")};
    bench.judge();
    const Limits met = limitsAt(bench, LevelMetric::goodputRequests),
                 tokens = limitsAt(bench, LevelMetric::goodputTokens);
    const double low = bench.measured.configurations[0].levels[0].goodput->requestsPerSecond.low;
    QVERIFY(met.low && *met.low < low && low < *met.high);
    QVERIFY(near(*tokens.low, 50 * *met.low) && near(*tokens.high, 50 * *met.high));
    bench.settings.slos.clear();
    bench.judge();
    QVERIFY(limitsAt(bench, LevelMetric::goodputRequests) == Limits{});
}

// 50 rows in five batches of ten, of TTFTs 0.1 s + 10 ms a batch: m = 0.12, s = sqrt(2.5) 10 ms,
// r = sum of (j - 2)(j - 1), j = 0..3 = 2 + 0 + 0 + 2 = 4 over 10: 0.4.
void RateIntervalsTest::meansByHand() {
    Bench bench;
    bench.addRun(1);
    for (int i = 0; i < 50; ++i) {
        Row row = streamedRow(i);
        row.firstContent = (100 + 10 * (i / 10)) * millisecond;
        bench.addRow(row);
    }
    bench.judge();
    const Limits limits = limitsOf(bench.judgement.intervals[0][0], quantityOf(RowMetric::ttft, meanStatistic));
    const double half = 2.776445105 * std::sqrt(2.5) * 0.01 / std::sqrt(5.0) * std::sqrt(1.4 / 0.6);
    QVERIFY(limits.low && near(*limits.low, 0.12 - half, 1e-8) && near(*limits.high, 0.12 + half, 1e-8));
}

void RateIntervalsTest::noMean_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<bool>("starts");
    QTest::addColumn<bool>("alike");
    QTest::addColumn<QString>("why");
    QTest::newRow("40 rows") << 40 << true << false << "n = 40, 50 are needed";
    QTest::newRow("50 rows") << 50 << true << false << "";
    QTest::newRow("50 rows alike") << 50 << true << true << "all batches are alike";
    QTest::newRow("5 without starts") << 5 << false << false << "n = 5, 6 are needed";
    QTest::newRow("6 without starts") << 6 << false << false << "";
    QTest::newRow("6 alike without starts") << 6 << false << true << "all values are alike";
}

void RateIntervalsTest::noMean() {
    QFETCH(int, rows);
    QFETCH(bool, starts);
    QFETCH(bool, alike);
    QFETCH(QString, why);
    Bench bench;
    bench.addRun(1);
    for (int i = 0; i < rows; ++i) {
        Row row = streamedRow(i);
        row.firstContent = 100 * millisecond + (alike ? Nanoseconds(0) : i * i * millisecond / 10);
        if (!starts) row.start = unknownTime;
        bench.addRow(row);
    }
    bench.judge();
    const LevelIntervals& found = bench.judgement.intervals[0][0];
    const auto ttft = static_cast<std::size_t>(RowMetric::ttft);
    QCOMPARE(QString::fromStdString(found.noMean[ttft]), why);
    QCOMPARE(found.means[ttft].low.has_value(), why.isEmpty());
}

// Runs of the same loop, 30 answers a user: how often the interval of one holds the mean of all. Nominal 95%; batch
// means of a short run with wandering speed fall somewhat short of it.
void RateIntervalsTest::covers() {
    constexpr int runs = 60;
    for (const int users : {8, 32})
        for (const Lengths& of : lengths) {
            std::mt19937 random(17);
            std::vector<double> rates;
            std::vector<Limits> limits;
            for (int run = 0; run < runs; ++run) {
                Bench bench;
                bench.addRun(users);
                addClosedLoop(bench, users, of, 30, random);
                const auto data = bench.judge(std::stop_token(), {}).intervals[0][0];
                rates.push_back(*bench.measured.configurations[0].levels[0].systemOutputRate);
                if (const Limits& own = data.of(LevelMetric::systemOutputRate); own.low) limits.push_back(own);
            }
            double mean = 0;
            for (const double rate : rates) mean += rate / runs;
            const auto hits = std::ranges::count_if(
                limits, [mean](const Limits& own) { return *own.low <= mean && mean <= *own.high; });
            qInfo("%d users, %s lengths: %d of %d intervals cover", users, of.name, static_cast<int>(hits),
                  static_cast<int>(limits.size()));
            QVERIFY(limits.size() == runs);
            QVERIFY(hits >= runs * 80 / 100);
        }
}

void RateIntervalsTest::rowsThatMeet_data() {
    QTest::addColumn<QString>("limit");
    QTest::addColumn<bool>("low");
    QTest::addColumn<bool>("high");
    QTest::newRow("met") << "e2e p50 < 2s" << true << true;
    QTest::newRow("missed") << "e2e p50 < 1s" << false << false;
    QTest::newRow("withheld may be either") << "queue p50 < 1s" << false << true;
}

void RateIntervalsTest::rowsThatMeet() {
    QFETCH(QString, limit);
    QFETCH(bool, low);
    QFETCH(bool, high);
    Bench bench;
    bench.addRun(8);
    bench.addClean(6);
    bench.settings.slos = {*parseSlo(limit.toStdString())};
    bench.judge();
    const RowMet met = metBy(*bench.data, bench.settings, 0, Verdict::streamed, masksOf(Verdict::streamed));
    QCOMPARE(met.low, low);
    QCOMPARE(met.high, high);
    const RowMet out = metBy(*bench.data, bench.settings, 0, Verdict::error, 0);
    QVERIFY(!out.low && !out.high);
}

QTEST_GUILESS_MAIN(RateIntervalsTest)
#include "rate_intervals_test.moc"
