// Claims as people make them (METRICS §7, §8): each answer with rows that give it and rows that must not.
#include <QTest>

#include "core/judge/claims/claim_answer.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

ClaimAnswer answered(const Bench& bench, const std::string& claim) {
    const Result<ClaimForm> form = parseClaim(claim);
    if (!form) return {};
    return answerClaim({*bench.data, bench.settings, bench.measured, bench.judgement}, *form);
}
/// One run a side: "supported" is meant of these runs.
std::string stateOf(const ClaimAnswer& answer) {
    return answer.state == ClaimState::inTheseRuns ? "supported" : std::string(words(answer.state));
}

Context knownContext() {
    Context out;
    for (const auto& [key, word] :
         {std::pair{"quantization", "\"fp8\""}, {"model", "\"m\""}, {"cache_state", "\"cold\""}})
        out[key].stated = word;
    return out;
}

/// Files that match in all that a claim needs; each named "A", "B", ...
void addConfiguration(Bench& bench, const std::string& name, const std::string& quantization = "\"fp8\"") {
    bench.m_context = knownContext();
    bench.m_context["name"].stated = '"' + name + '"';
    bench.m_context["quantization"].stated = quantization;
    bench.m_boundary = {"sent", "any-text", "closed", "usage", "epoch"};
    bench.addFile(name + ".jsonl", true);
}

Row rowOf(int number, Nanoseconds first, Nanoseconds whole) {
    Row row = streamedRow(number);
    row.firstContent = first;
    row.end = whole;
    row.promptTokens = 100 + number % 7;
    return row;
}

/// TTFTs of 1, 2, ... n ms: the order statistics are the ranks themselves, in ms.
void makeRanked(Bench& bench, int rows) {
    addConfiguration(bench, "A");
    bench.addRun(8);
    for (int i = 0; i < rows; ++i) bench.addRow(rowOf(i, (i + 1) * millisecond, 2 * second));
    bench.judge();
}

/// B's first token comes `later` after A's, which are 100 ms and a few us.
void makeShifted(Bench& bench, Nanoseconds later, int rows = 100, const std::string& quantization = "\"fp8\"") {
    for (const char* name : {"A", "B"}) {
        const bool isB = name[0] == 'B';
        addConfiguration(bench, name, isB ? quantization : "\"fp8\"");
        bench.addRun(8);
        for (int i = 0; i < rows; ++i) {
            Row row = rowOf(i, 100 * millisecond + std::chrono::microseconds(i) + (isB ? later : Nanoseconds{0}), {});
            row.end = row.firstContent + 980 * millisecond;
            bench.addRow(row);
        }
    }
    bench.judge();
}

/// The commonest of them, made once: judging is what takes the time.
const Bench& rankedBench() {
    static Bench bench;
    if (!bench.data) makeRanked(bench, 100);
    return bench;
}
const Bench& shiftedBench() {
    static Bench bench;
    if (!bench.data) makeShifted(bench, 50 * millisecond);
    return bench;
}

// e2e 1 s at load 8 for both, 3 s and 2.5 s at 16: 2 s is crossed at 12 and at 13.33, where TTFT is 200 and 120 ms.
void makeOperating(Bench& bench) {
    for (const char* name : {"A", "B"}) {
        const bool isB = name[0] == 'B';
        addConfiguration(bench, name);
        for (const bool high : {false, true}) {
            bench.addRun(high ? 16 : 8);
            const Nanoseconds first = !high ? 100 * millisecond : (isB ? 130 : 300) * millisecond;
            const Nanoseconds whole = !high ? second : isB ? 2500 * millisecond : 3 * second;
            for (int i = 0; i < 100; ++i) bench.addRow(rowOf(i, first, whole));
        }
    }
    bench.judge();
}

}  // namespace

class ClaimsTest : public QObject {
    Q_OBJECT
private slots:
    void forms_data();
    void forms();
    void badForms_data();
    void badForms();
    void limitsByOrderStatistics_data();
    void limitsByOrderStatistics();
    void sharesByWilson_data();
    void sharesByWilson();
    void sweepOfTheSpecification_data();
    void sweepOfTheSpecification();
    void everyLoadIsMeant();
    void pairs_data();
    void pairs();
    void narrowerSentences_data();
    void narrowerSentences();
    void tooFewRowsForATail();
    void refusedPairsAreNotDecidable();
    void withheldIsSaid();
    void partOfTheRowsIsSaid();
    void nobodyToCompareWith();
    void notAttainedIsWorse();
    void operatingPoints_data();
    void operatingPoints();
    void byRuns_data();
    void byRuns();
    void whoIsMeant_data();
    void whoIsMeant();
    void severalWorkloadsMakeNoClaim();
    void anIdGoesBeforeTheName();
    void sameInputSameAnswer();
    void stopped();
};

void ClaimsTest::forms_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("understood");
    QTest::newRow("a limit") << "64 meets e2e mean < 40s"
                             << "64 meets e2e mean < 40 s";
    QTest::newRow("a limit in force") << "64 meets 40 s"
                                      << "64 meets 40 s";
    QTest::newRow("of somebody") << "B at 32 meets ttft p99<=300 ms"
                                 << "B at 32 meets ttft p99 <= 300 ms";
    QTest::newRow("the load behind") << "B meets ttft p99 <= 300ms at 32"
                                     << "B at 32 meets ttft p99 <= 300 ms";
    QTest::newRow("at every load") << "my server meets output_rate >= 900"
                                   << "my server meets output_rate >= 900";
    QTest::newRow("a share") << "A at 8 meets error_rate < 1%"
                             << "A at 8 meets error_rate < 1 %";
    QTest::newRow("microseconds") << "A meets itl mean < 250us"
                                  << "A meets itl mean < 250 us";
    QTest::newRow("a request rate") << "A at 2.5 requests/s meets ttft p50 < 1s"
                                    << "A at 2.5 requests/s meets ttft p50 < 1 s";
    QTest::newRow("unbounded") << "A at unbounded meets ttft p50 < 1s"
                               << "A at unbounded meets ttft p50 < 1 s";
    QTest::newRow("lower") << "B has a lower TTFT p95"
                           << "B has a lower ttft p95";
    QTest::newRow("better, in full") << "B has a better tpot mean than A by at least 10% at 32"
                                     << "B at 32 has a better tpot mean than A by 10%";
    QTest::newRow("clauses in another order") << "B has worse e2e p50 at 32 by 0.5 s than A"
                                              << "B at 32 has a worse e2e p50 than A by 0.5 s";
    QTest::newRow("times") << "B has more output than A by 1.2x"
                           << "B has a higher output_rate than A by 1.2x";
    QTest::newRow("a margin in ms") << "B has a lower ttft p50 by 80ms"
                                    << "B has a lower ttft p50 by 80 ms";
    QTest::newRow("under a limit") << "B has a higher output_rate than A under e2e mean < 40s"
                                   << "B has a higher output_rate than A under e2e mean < 40 s";
    QTest::newRow("names with blanks") << "vLLM 0.9 · tp 4 has a lower ttft p95 than vLLM 0.9 · tp 8"
                                       << "vLLM 0.9 · tp 4 has a lower ttft p95 than vLLM 0.9 · tp 8";
    QTest::newRow("a name of our words") << "\"run at night\" at 8 meets e2e p50 < 1s"
                                         << "\"run at night\" at 8 meets e2e p50 < 1 s";
    QTest::newRow("an apostrophe") << "Ann's has a lower ttft p95 than Bob's"
                                   << "Ann's has a lower ttft p95 than Bob's";
}

void ClaimsTest::forms() {
    QFETCH(QString, written);
    QFETCH(QString, understood);
    const Result<ClaimForm> form = parseClaim(written.toStdString());
    QVERIFY2(form, form ? "" : form.error().text().c_str());
    QCOMPARE(QString::fromStdString(text(*form)), understood);
    const Result<ClaimForm> again = parseClaim(text(*form));
    QVERIFY(again && *again == *form);
}

void ClaimsTest::badForms_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << ""
                             << "neither 'meets' nor 'has'";
    QTest::newRow("no verb") << "B is faster"
                             << "neither 'meets' nor 'has'";
    QTest::newRow("ends early") << "B meets"
                                << "ends too early";
    QTest::newRow("no statistic") << "B has a lower ttft"
                                  << "no statistic";
    QTest::newRow("no statistic of a limit") << "B meets ttft < 3s"
                                             << "no statistic";
    QTest::newRow("no metric") << "B has a lower price"
                               << "begins with no metric";
    QTest::newRow("no direction") << "B has a nice ttft p95"
                                  << "neither lower, higher";
    QTest::newRow("a unit of another metric") << "B meets ttft p95 < 3 tokens/s"
                                              << "no limit above 0 in us, ms or s";
    QTest::newRow("no operator") << "B meets ttft p95 300ms"
                                 << "has no <";
    QTest::newRow("a limit of 0") << "B meets ttft p95 < 0s"
                                  << "no limit above 0";
    QTest::newRow("a load of 0") << "B at 0 meets ttft p95 < 1s"
                                 << "no load";
    QTest::newRow("two loads") << "B at 8 meets ttft p95 < 1s at 16"
                               << "given twice";
    QTest::newRow("a load and a limit") << "B at 8 has a lower ttft p95 under e2e mean < 4s"
                                        << "not both";
    QTest::newRow("a margin in no unit") << "B has a lower ttft p95 by 10 apples"
                                         << "no margin";
    QTest::newRow("times of less than one") << "B has a lower ttft p95 by 0.8x"
                                            << "times are above 1";
    QTest::newRow("words left over") << "B has a lower ttft p95 usually"
                                     << "not understood";
}

void ClaimsTest::badForms() {
    QFETCH(QString, written);
    QFETCH(QString, says);
    const Result<ClaimForm> form = parseClaim(written.toStdString());
    QVERIFY(!form);
    QVERIFY2(QString::fromStdString(form.error().text()).contains(says), form.error().text().c_str());
}

// Bin(100, 1/2): P(X <= 39) = 0.0176, P(X <= 40) = 0.0284, P(X <= 59) = 0.9716, P(X <= 60) = 0.9824: ranks 40 and 61.
// Bin(100, 0.99): P(X <= 96) = 0.0184, P(X <= 97) = 0.0794: rank 97, and no upper limit.
void ClaimsTest::limitsByOrderStatistics_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::newRow("above the interval") << "8 meets ttft p50 < 62ms"
                                        << "supported";
    QTest::newRow("at its upper end, included") << "8 meets ttft p50 <= 61ms"
                                                << "supported";
    QTest::newRow("at its upper end, not included") << "8 meets ttft p50 < 61ms"
                                                    << "not decidable";
    QTest::newRow("within it") << "8 meets ttft p50 < 50ms"
                               << "not decidable";
    QTest::newRow("at its lower end, included") << "8 meets ttft p50 <= 40ms"
                                                << "not decidable";
    QTest::newRow("at its lower end, not included") << "8 meets ttft p50 < 40ms"
                                                    << "not supported";
    QTest::newRow("below it") << "8 meets ttft p50 < 39ms"
                              << "not supported";
    QTest::newRow("no upper limit") << "8 meets ttft p99 < 10s"
                                    << "not decidable";
    QTest::newRow("a lower limit alone") << "8 meets ttft p99 < 97ms"
                                         << "not supported";
    QTest::newRow("a lower limit, mirrored") << "8 meets ttft p99 >= 97ms"
                                             << "supported";
    QTest::newRow("mirrored, above it") << "8 meets ttft p50 > 61ms"
                                        << "not supported";
    QTest::newRow("a quantile of nobody's asking") << "8 meets ttft p51 < 70ms"
                                                   << "supported";
    QTest::newRow("a mean of values all alike has no width, and no interval") << "8 meets e2e mean <= 2s"
                                                                              << "not decidable";
    QTest::newRow("a mean by batches") << "8 meets ttft mean < 120ms"
                                       << "supported";
    QTest::newRow("ITL has no interval, but misses") << "8 meets itl mean < 1ms"
                                                     << "not supported";
    QTest::newRow("ITL has no interval, and meets") << "8 meets itl mean < 1s"
                                                    << "not decidable";
    QTest::newRow("withheld") << "8 meets queue p50 < 1s"
                              << "not decidable";
    QTest::newRow("no such load") << "16 meets ttft p50 < 62ms"
                                  << "not decidable";
}

void ClaimsTest::limitsByOrderStatistics() {
    QFETCH(QString, claim);
    QFETCH(QString, state);
    const Bench& bench = rankedBench();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(stateOf(answer)) == state, answer.text.c_str());
    QVERIFY(!answer.text.empty());
    QVERIFY(!isSupported(answer.state) || answer.narrower.empty());
}

// Wilson, 0 of 100: the upper limit is z^2 / (n + z^2) = 3.8415 / 103.8415 = 3.699%.
void ClaimsTest::sharesByWilson_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::newRow("above") << "8 meets error_rate < 3.7%"
                           << "supported";
    QTest::newRow("within") << "8 meets error_rate < 3.6%"
                            << "not decidable";
    // All rows meet the limit: the lower limit of the share is 1 - 3.699% = 96.301%.
    QTest::newRow("attained") << "8 meets attained >= 96.3%"
                              << "supported";
    QTest::newRow("attained, within") << "8 meets attained >= 96.4%"
                                      << "not decidable";
}

void ClaimsTest::sharesByWilson() {
    QFETCH(QString, claim);
    QFETCH(QString, state);
    Bench bench;
    makeRanked(bench, 100);
    bench.settings.slos = {*parseSlo("e2e p50 < 3s")};
    bench.judge();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(stateOf(answer)) == state, answer.text.c_str());
    if (claim.contains("itl")) QVERIFY2(says(answer.text, "no interval"), answer.text.c_str());
}

// METRICS §8: 35.2, 37.4, 40.8, 48.2 and 52.8 s; 40 s between 48 and 64, at 60.2 and 768.6 tokens/s.
void ClaimsTest::sweepOfTheSpecification_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("narrower");
    QTest::newRow("64 meets 40 s")
        << "64 meets 40 s"
        << "not supported"
        << "between 48 and 64; c = 60.2 if straight between them, with 768.6 tokens/s, as recorded";
    QTest::newRow("in full") << "64 meets e2e mean < 40s"
                             << "not supported"
                             << "c = 60.2 if straight between them, with 768.6 tokens/s";
    QTest::newRow("48 does, as recorded") << "48 meets 40 s"
                                          << "not decidable"
                                          << "c = 60.2 if straight between them, with 768.6 tokens/s";
    QTest::newRow("no limit in force") << "64 meets 41 s"
                                       << "not decidable"
                                       << "";
    QTest::newRow("of no number there is") << "64 meets ttft p50 < 1s"
                                           << "not decidable"
                                           << "";
}

void ClaimsTest::sweepOfTheSpecification() {
    QFETCH(QString, claim);
    QFETCH(QString, state);
    QFETCH(QString, narrower);
    Bench bench;
    bench.addFile("sweep.csv");
    const double sweep[][3] = {{32, 464, 35.2}, {48, 657, 37.4}, {64, 803, 40.8}, {96, 1017, 48.2}, {128, 1238, 52.8}};
    for (const auto& [load, rate, latency] : sweep)
        bench.addSummary(load, {{"system_output_tokens_per_s", rate}, {"e2e_s.mean", latency}});
    bench.settings.slos = {*parseSlo("e2e mean < 40s")};
    bench.judge();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(stateOf(answer)) == state, answer.text.c_str());
    QVERIFY2(says(answer.narrower, narrower.toStdString()) && (!narrower.isEmpty() || answer.narrower.empty()),
             answer.narrower.c_str());
}

void ClaimsTest::everyLoadIsMeant() {
    Bench bench;
    addConfiguration(bench, "A");
    for (const int load : {1, 8, 64}) {
        bench.addRun(load);
        for (int i = 0; i < 40; ++i) bench.addRow(rowOf(i, 100 * millisecond, load * second));
    }
    bench.judge();
    const ClaimAnswer all = answered(bench, "A meets e2e p50 < 70s");
    QCOMPARE(stateOf(all), std::string("supported"));
    QCOMPARE(all.at.size(), 3U);
    const ClaimAnswer some = answered(bench, "A meets e2e p50 < 10s");
    QCOMPARE(stateOf(some), std::string("not supported"));
    QVERIFY2(says(some.narrower, "at concurrency 1 and concurrency 8"), some.narrower.c_str());
    QVERIFY2(says(some.narrower, "between 8 and 64"), some.narrower.c_str());
}

// The difference lies within 50 ms and 0.1 ms either way, the ratio within 1.499 and 1.501.
void ClaimsTest::pairs_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::newRow("higher") << "B has a higher ttft p95 than A"
                            << "supported";
    QTest::newRow("the other way round") << "A has a lower ttft p95 than B"
                                         << "supported";
    QTest::newRow("worse") << "B has a worse ttft p95"
                           << "supported";
    QTest::newRow("lower") << "B has a lower ttft p95 than A"
                           << "not supported";
    QTest::newRow("better") << "B has a better ttft p95 than A"
                            << "not supported";
    QTest::newRow("by less") << "B has a higher ttft p95 by 49.5 ms"
                             << "supported";
    QTest::newRow("by about as much") << "B has a higher ttft p95 by 50 ms"
                                      << "not decidable";
    QTest::newRow("by more") << "B has a higher ttft p95 by 50.5 ms"
                             << "not supported";
    QTest::newRow("by a share") << "B has a higher ttft p50 by 49%"
                                << "supported";
    QTest::newRow("by too large a share") << "B has a higher ttft p50 by 51%"
                                          << "not supported";
    QTest::newRow("a share of the larger") << "A has a lower ttft p50 by 33%"
                                           << "supported";
    QTest::newRow("too large a share of the larger") << "A has a lower ttft p50 by 34%"
                                                     << "not supported";
    QTest::newRow("times") << "B has a higher ttft p50 by 1.49x"
                           << "supported";
    QTest::newRow("times, the other way round") << "A has a lower ttft p50 by 1.49x"
                                                << "supported";
    QTest::newRow("too many times") << "B has a higher ttft p50 by 1.51x"
                                    << "not supported";
    QTest::newRow("equal is not lower") << "B has a lower tpot p50 than A"
                                        << "not supported";
    QTest::newRow("equal is not higher") << "B has a higher tpot p50 than A"
                                         << "not supported";
    QTest::newRow("at its load") << "B at 8 has a higher ttft p50"
                                 << "supported";
    QTest::newRow("at another") << "B at 16 has a higher ttft p50"
                                << "not decidable";
    // Without an interval a value can only contradict (20 ms on both sides), and the reason is said.
    QTest::newRow("ITL cannot be resampled") << "B has a higher itl p50"
                                             << "not supported";
}

void ClaimsTest::pairs() {
    QFETCH(QString, claim);
    QFETCH(QString, state);
    const Bench& bench = shiftedBench();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(stateOf(answer)) == state, answer.text.c_str());
}

void ClaimsTest::narrowerSentences_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("says");
    QTest::newRow("without the margin") << "B has a higher ttft p95 by 60 ms"
                                        << "B has a higher TTFT p95 than A at concurrency 8, by at least 5";
    QTest::newRow("the other way round") << "B has a lower ttft p95"
                                         << "B has a higher TTFT p95 than A";
    QTest::newRow("nothing") << "B has a lower tpot p50"
                             << "";
    QTest::newRow("the nearest limit") << "A at 8 meets ttft p50 < 100ms"
                                       << "at most 100.1 ms, at 95%";
    QTest::newRow("the nearest limit below") << "A at 8 meets rate p50 > 900"
                                             << "at least 51.0 tokens/s, at 95%";
}

void ClaimsTest::narrowerSentences() {
    QFETCH(QString, claim);
    QFETCH(QString, says);
    const Bench& bench = shiftedBench();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(plumbline::says(answer.narrower, says.toStdString()), answer.narrower.c_str());
    QCOMPARE(answer.narrower.empty(), says.isEmpty());
}

// 100 rows: p99 has no upper limit, so nothing can be shown to lie below something; 400 rows are enough.
void ClaimsTest::tooFewRowsForATail() {
    const Bench& bench = shiftedBench();
    Bench larger;
    makeShifted(larger, 50 * millisecond, 400);
    const ClaimAnswer few = answered(bench, "A has a lower ttft p99 than B");
    QCOMPARE(stateOf(few), std::string("not decidable"));
    QVERIFY2(says(few.text, "100 rows are too few for an upper limit of p99"), few.text.c_str());
    for (const char* part : {"TTFT p50", "TTFT p95", "cannot be told apart by TTFT p99"})
        QVERIFY2(says(few.narrower, part), few.narrower.c_str());
    const ClaimAnswer many = answered(larger, "A has a lower ttft p99 than B");
    QVERIFY2(many.state == ClaimState::inTheseRuns, many.text.c_str());
}

void ClaimsTest::refusedPairsAreNotDecidable() {
    Bench bench;
    makeShifted(bench, 50 * millisecond, 100, "\"int4\"");
    const ClaimAnswer answer = answered(bench, "A has a lower ttft p95");
    QCOMPARE(stateOf(answer), std::string("not decidable"));
    QVERIFY2(says(answer.text, "quantization different (fp8 and int4)"), answer.text.c_str());
    QVERIFY(answer.narrower.empty());
    QVERIFY(!answer.at.front().value);
}

void ClaimsTest::withheldIsSaid() {
    const Bench& bench = shiftedBench();
    const ClaimAnswer answer = answered(bench, "A has a lower queue p50 than B");
    QCOMPARE(stateOf(answer), std::string("not decidable"));
    QVERIFY2(says(answer.text, "withheld"), answer.text.c_str());
}

// 60 of 100 rows in two chunks: their TTFT is withheld, so the claim stands on the 40 that were not buffered.
void ClaimsTest::partOfTheRowsIsSaid() {
    Bench bench;
    for (const char* name : {"A", "B"}) {
        addConfiguration(bench, name);
        bench.addRun(8);
        for (int i = 0; i < 100; ++i) {
            Row row = rowOf(i, 100 * millisecond, 2 * second);
            if (name[0] == 'B' && i < 60) row.chunks = 2, row.gapsKnown = false, row.gaps.clear();
            bench.addRow(row);
        }
    }
    bench.judge();
    const std::string said = "TTFT is known of only 40 of 100 rows (40%) of B.";
    for (const char* claim : {"B meets ttft p50 < 1s", "B has a lower ttft p50 than A"}) {
        const ClaimAnswer answer = answered(bench, claim);
        QVERIFY2(says(answer.text, said), answer.text.c_str());
        QVERIFY(answer.state == ClaimState::notDecidable);  // 60 rows could make it either
        const bool isLimit = answer.form.sense == ClaimSense::meets;
        QCOMPARE(says(answer.text, "Of those it is supported in these runs"),
                 isLimit);  // A and B are alike: nothing to take back
        QVERIFY2(!says(answer.text, "rows (100%)"), answer.text.c_str());
    }
    for (const Claim& each : bench.judgement.comparisons.all.front().claims)
        QCOMPARE(says(each.text, said), each.quantity.ofRows && each.quantity.row == RowMetric::ttft);
    const std::string whole = answered(bench, "B meets e2e p50 < 4s").text;
    QVERIFY2(!says(whole, "known of only"), whole.c_str());
}

void ClaimsTest::nobodyToCompareWith() {
    const ClaimAnswer answer = answered(shiftedBench(), "B has a lower ttft p50 than nobody");
    QCOMPARE(stateOf(answer), std::string("not decidable"));
    QVERIFY2(says(answer.text, "called 'nobody'; there is A, B"), answer.text.c_str());
}

// 16 of B's 800 requests fail: p99.5 is not attained unless a resample has 4 of them or fewer, one in 2,500.
void ClaimsTest::notAttainedIsWorse() {
    Bench bench;
    for (const char* name : {"A", "B"}) {
        addConfiguration(bench, name);
        bench.addRun(8);
        for (int i = 0; i < 800; ++i) {
            Row row = rowOf(i, 100 * millisecond + std::chrono::microseconds(i), 2 * second);
            if (name[0] == 'B' && i % 50 == 0) row.status = Status::error;
            bench.addRow(row);
        }
    }
    bench.settings.measure.failedAsInfinite = true;
    bench.judge();
    const ClaimAnswer answer = answered(bench, "A has a lower ttft p99.5 than B");
    QVERIFY2(answer.state == ClaimState::inTheseRuns, answer.text.c_str());
    QVERIFY2(says(answer.text, "B has not attained"), answer.text.c_str());
    QCOMPARE(stateOf(answered(bench, "B has a lower ttft p99.5 than A")), std::string("not supported"));
    QCOMPARE(stateOf(answered(bench, "B at 8 meets ttft p99.5 < 1s")), std::string("not supported"));
    QCOMPARE(stateOf(answered(bench, "A at 8 meets ttft p99.5 < 1s")), std::string("supported"));
    bench.settings.measure.failedAsInfinite = false;
    bench.judge();
    QVERIFY(!isSupported(answered(bench, "A has a lower ttft p99.5 than B").state));
}

void ClaimsTest::operatingPoints_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("says");
    // Nobody measured at either: both values, and no decision.
    QTest::newRow("lower") << "B has a lower ttft p50 than A under e2e mean < 2s"
                           << "not decidable"
                           << "120 ms at 13.3";
    QTest::newRow("higher") << "B has a higher ttft p50 than A under e2e mean < 2s"
                            << "not decidable"
                            << "200 ms at 12";
    QTest::newRow("the reason") << "B has a lower ttft p50 by 79 ms under e2e mean < 2s"
                                << "not decidable"
                                << "-80.0 ms, which decides nothing, for nobody measured at either load";
    QTest::newRow("no crossing") << "B has a lower ttft p50 under e2e mean < 9s"
                                 << "not decidable"
                                 << "no operating point";
}

void ClaimsTest::operatingPoints() {
    QFETCH(QString, claim);
    QFETCH(QString, state);
    QFETCH(QString, says);
    Bench bench;
    makeOperating(bench);
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(stateOf(answer)) == state, answer.text.c_str());
    QVERIFY2(plumbline::says(answer.text, says.toStdString()), answer.text.c_str());
    for (const ClaimAt& part : answer.at) QVERIFY(part.value && part.other && part.interval == Limits{});
}

// 8, 10 and 12 against 12, 14 and 16 tokens/s: SE^2 = 2 x 4 / 3, 4 degrees. B - A = 4 -+ 2.776 x 1.633 = 4 -+ 4.53.
// "By 10%" is B - 1.1 A = 3: not decided either. Against 32, 34 and 36: 24 -+ 4.53, and B - 3 A = 4 -+ t SE,
// SE^2 = 4/3 + 9 x 4/3 = 13.33: not decided; B - 2 A = 14, SE^2 = 6.67: supported by three runs a side.
void ClaimsTest::byRuns_data() {
    QTest::addColumn<int>("more");
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("state");
    QTest::newRow("close") << 4 << "B has a higher output than A"
                           << "not decidable";
    QTest::newRow("far") << 24 << "B has a higher output than A"
                         << "supported";
    QTest::newRow("the other way round") << 24 << "A has a higher output than B"
                                         << "not supported";
    QTest::newRow("twice as high") << 24 << "B has a higher output than A by 2x"
                                   << "supported";
    QTest::newRow("by 100%") << 24 << "B has a higher output than A by 100%"
                             << "supported";
    QTest::newRow("three times as high") << 24 << "B has a higher output than A by 3x"
                                         << "not decidable";
    QTest::newRow("by an amount") << 24 << "B has a higher output than A by 19 tokens/s"
                                  << "supported";
    QTest::newRow("by too large an amount") << 24 << "B has a higher output than A by 20 tokens/s"
                                            << "not decidable";
    QTest::newRow("a limit by t over the runs, 10 -+ 4.97") << 24 << "A meets output >= 5.03"
                                                            << "supported";
    QTest::newRow("within it") << 24 << "A meets output >= 5.04"
                               << "not decidable";
    QTest::newRow("a latency of runs all alike") << 24 << "A meets e2e p50 < 2s"
                                                 << "not decidable";
}

void ClaimsTest::byRuns() {
    QFETCH(int, more);
    QFETCH(QString, claim);
    QFETCH(QString, state);
    Bench bench;
    for (const char* name : {"A", "B"}) {
        addConfiguration(bench, name);
        for (const int each : {8, 10, 12}) {
            bench.addRun(8);
            for (int i = 0; i < 12; ++i) {
                Row row = rowOf(i, 500 * millisecond, second);
                row.start = 1000 * second + i * second;
                row.outputTokens = each + (name[0] == 'B' ? more : 0);
                bench.addRow(row);
            }
        }
    }
    bench.judge();
    for (LevelComparison& pair : bench.judgement.comparisons.all) pair.matched = true;  // lengths differ on purpose
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    QVERIFY2(QString::fromStdString(std::string(words(answer.state))) == state, answer.text.c_str());
    if (!claim.contains("meets")) QVERIFY2(says(answer.text, "3 runs a side"), answer.text.c_str());
}

void ClaimsTest::whoIsMeant_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("subject");
    QTest::newRow("the name") << "fast at 8 meets ttft p50 < 1s"
                              << "fast";
    QTest::newRow("whatever its case") << "FAST at 8 meets ttft p50 < 1s"
                                       << "fast";
    QTest::newRow("its beginning") << "slo at 8 meets ttft p50 < 1s"
                                   << "slow";
    QTest::newRow("its number") << "[2] at 8 meets ttft p50 < 1s"
                                << "slow";
    QTest::newRow("its letter") << "B at 8 meets ttft p50 < 1s"
                                << "slow";
    QTest::newRow("nobody") << "other at 8 meets ttft p50 < 1s"
                            << "";
    QTest::newRow("either") << "8 meets ttft p50 < 1s"
                            << "";
}

void ClaimsTest::whoIsMeant() {
    QFETCH(QString, claim);
    QFETCH(QString, subject);
    Bench bench;
    for (const char* name : {"fast", "slow"}) {
        addConfiguration(bench, name);
        bench.addRun(8);
        bench.addClean(40);
    }
    bench.judge();
    const ClaimAnswer answer = answered(bench, claim.toStdString());
    const std::string found = answer.subject ? bench.measured.configurations[*answer.subject].name : "";
    QCOMPARE(found, subject.toStdString());
    QCOMPARE(isSupported(answer.state), !subject.isEmpty());
    if (claim.startsWith("8"))
        QVERIFY2(says(answer.text, "fast, slow") && !answer.narrower.empty(), answer.text.c_str());
    if (claim.startsWith("other")) QVERIFY2(says(answer.text, "called 'other'"), answer.text.c_str());
}

// A and B on two workloads: each pair matches, the two together make no claim (METRICS §7).
void ClaimsTest::severalWorkloadsMakeNoClaim() {
    Bench bench;
    for (const char* name : {"A fresh", "B fresh", "A repeated", "B repeated"}) {
        addConfiguration(bench, name);
        bench.addRun(8);
        const std::string called = name;
        for (int i = 0; i < 100; ++i) {
            Row row = rowOf(i, (called[0] == 'A' ? 100 : 150) * millisecond + std::chrono::microseconds(i), 2 * second);
            row.promptTokens = says(called, "fresh") ? 100 + i : 900 + i;
            bench.addRow(row);
        }
    }
    bench.judge();
    const ClaimAnswer answer = answered(bench, "A has a lower ttft p95 than B");
    QCOMPARE(stateOf(answer), std::string("not decidable"));
    QVERIFY2(says(answer.text, "record one mixed replay"), answer.text.c_str());
    QVERIFY2(says(answer.narrower, "A fresh") && says(answer.narrower, "A repeated"), answer.narrower.c_str());
    QCOMPARE(stateOf(answered(bench, "A fresh has a lower ttft p95 than B fresh")), std::string("supported"));
    QCOMPARE(stateOf(answered(bench, "A fresh has a lower ttft p95 than B repeated")), std::string("not decidable"));
}

void ClaimsTest::anIdGoesBeforeTheName() {
    const Bench& bench = shiftedBench();
    ClaimForm form = *parseClaim("A has a lower ttft p95 than B");
    form.subject.id = bench.measured.configurations[1].id;
    form.other.id = bench.measured.configurations[0].id;
    const ClaimAnswer answer = answerClaim({*bench.data, bench.settings, bench.measured, bench.judgement}, form);
    QCOMPARE(stateOf(answer), std::string("not supported"));
    QCOMPARE(*answer.subject, 1U);
}

void ClaimsTest::sameInputSameAnswer() {
    const Bench& bench = shiftedBench();
    const ClaimAnswer one = answered(bench, "B has a higher ttft p95"),
                      two = answered(bench, "B has a higher ttft p95");
    QVERIFY(one.at.front().interval.low && one.at.front().interval == two.at.front().interval);
    QCOMPARE(one.text, two.text);
}

void ClaimsTest::stopped() {
    const Bench& bench = shiftedBench();
    std::stop_source source;
    source.request_stop();
    const ClaimAnswer answer = answerClaim({*bench.data, bench.settings, bench.measured, bench.judgement},
                                           *parseClaim("B has a higher ttft p95"), source.get_token());
    QCOMPARE(stateOf(answer), std::string("not decidable"));
    QVERIFY(answer.narrower.empty());
}

QTEST_GUILESS_MAIN(ClaimsTest)
#include "claims_test.moc"
