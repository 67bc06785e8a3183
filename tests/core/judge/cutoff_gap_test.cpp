// Stretches of one leader, and the gap that suggests a cutoff: small cases with their answers by hand.
#include <QTest>
#include <limits>

#include "core/judge/sensitivity/cutoff_gap.h"
#include "core/judge/sensitivity/leader_regions.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

std::vector<JudgedInterval> rows(std::initializer_list<std::pair<int, double>> counts, bool likeStream = false) {
    std::vector<JudgedInterval> out;
    for (const auto& [count, milliseconds] : counts)
        for (int i = 0; i < count; ++i)
            out.push_back({Nanoseconds(static_cast<std::int64_t>(milliseconds * 1e6)), likeStream});
    return out;
}

using Values = std::vector<std::optional<double>>;

}  // namespace

class CutoffGapTest : public QObject {
    Q_OBJECT
private slots:
    void leaders_data();
    void leaders();
    void regions_data();
    void regions();
    void gaps_data();
    void gaps();
    void streamsBelowSuggestNothing();
    void suggestsFromRows();
    void histogramHoldsEveryRow();
    void binsEnd();
};

void CutoffGapTest::leaders_data() {
    QTest::addColumn<Values>("values");
    QTest::addColumn<bool>("lower");
    QTest::addColumn<int>("leader");  // -1: none
    QTest::newRow("the higher") << Values{1.0, 2.0} << false << 1;
    QTest::newRow("the lower") << Values{1.0, 2.0} << true << 0;
    QTest::newRow("a tie for the lead") << Values{2.0, 1.0, 2.0} << false << -1;
    QTest::newRow("a tie behind it") << Values{1.0, 3.0, 1.0} << false << 1;
    QTest::newRow("a tie that is beaten later") << Values{1.0, 1.0, 3.0} << false << 2;
    QTest::newRow("one alone") << Values{std::nullopt, 2.0} << false << -1;
    QTest::newRow("withheld ones are passed over") << Values{std::nullopt, 2.0, 1.0} << false << 1;
    QTest::newRow("nobody") << Values{} << false << -1;
}

void CutoffGapTest::leaders() {
    QFETCH(Values, values);
    QFETCH(bool, lower);
    QFETCH(int, leader);
    QCOMPARE(leaderOf(values, lower), leader < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(leader)));
}

void CutoffGapTest::regions_data() {
    QTest::addColumn<std::vector<std::int64_t>>("at");
    QTest::addColumn<std::vector<std::int64_t>>("breaks");
    QTest::addColumn<std::vector<std::int64_t>>("turns");  // the leader is the number of those below the cutoff
    QTest::addColumn<int>("searches");
    QTest::addColumn<QString>("regions");
    using List = std::vector<std::int64_t>;
    QTest::newRow("nothing changes") << List{0, 10} << List{3, 5} << List{} << 6 << "0-10:0";
    QTest::newRow("at a break") << List{0, 6, 10} << List{5} << List{5} << 0 << "0-5:0 6-10:1";
    QTest::newRow("found among several") << List{0, 10} << List{1, 3, 5, 7, 9} << List{7} << 1 << "0-7:0 8-10:1";
    QTest::newRow("two of them") << List{0, 10} << List{1, 3, 5, 7, 9} << List{3, 7} << 6 << "0-3:0 4-7:1 8-10:2";
    QTest::newRow("searches used up") << List{0, 10} << List{1, 3, 5, 7, 9} << List{3, 7} << 1 << "0-3:0 4-9:1 10-10:2";
    QTest::newRow("no search at all") << List{0, 4, 10} << List{1, 3, 5, 7, 9} << List{1} << 0 << "0-3:0 4-10:1";
    QTest::newRow("beyond the end") << List{0, 10, 20} << List{15} << List{15} << 6 << "0-10:0";
}

void CutoffGapTest::regions() {
    QFETCH(std::vector<std::int64_t>, at);
    QFETCH(std::vector<std::int64_t>, breaks);
    QFETCH(std::vector<std::int64_t>, turns);
    QFETCH(int, searches);
    const auto leaderAt = [&](std::int64_t cutoff) {
        return std::optional(static_cast<std::size_t>(
            std::count_if(turns.begin(), turns.end(), [cutoff](std::int64_t each) { return each < cutoff; })));
    };
    QString text;
    for (const LeaderRegion& each : leaderRegions({at, breaks, 10, static_cast<std::size_t>(searches)}, leaderAt))
        text +=
            QStringLiteral("%1%2-%3:%4").arg(text.isEmpty() ? "" : " ").arg(each.from).arg(each.to).arg(*each.leader);
    QTEST(text, "regions");
}

void CutoffGapTest::gaps_data() {
    QTest::addColumn<std::vector<JudgedInterval>>("given");
    QTest::addColumn<int>("state");
    QTest::addColumn<qint64>("cutoff");  // us; 0: none
    const auto row = [](const char* name, const std::vector<JudgedInterval>& given, GapState state, qint64 cutoff = 0) {
        QTest::newRow(name) << given << static_cast<int>(state) << cutoff;
    };
    using enum GapState;
    // sqrt(1 ms x 1 s) = 31.6 ms, to two digits.
    row("halfway in orders of magnitude", rows({{10, 1}, {10, 1000}}), found, 32'000);
    row("19 rows", rows({{9, 1}, {10, 1000}}), fewRows);
    row("the wider of two", rows({{5, 1}, {5, 20}, {10, 4000}}), found, 280'000);  // 1.3 and 2.3 orders; 283 ms
    row("four rows below it are too few", rows({{4, 1}, {16, 1000}}), noGap);
    row("1% of the rows below it", rows({{6, 1}, {594, 1000}}), found, 32'000);
    row("less than 1% of them", rows({{6, 1}, {700, 1000}}), noGap);
    row("half an order and more", rows({{10, 100}, {10, 317}}), found, 180'000);  // 178 ms
    row("less than half an order", rows({{10, 100}, {10, 316}}), noGap);
    row("a gap that begins above 1 s", rows({{10, 1100}, {10, 90'000}}), noGap);
    row("intervals of nothing count as 1 us", rows({{10, 0}, {10, 100}}), found, 320);  // sqrt(1 us x 100 ms)
    row("in any order, however many", rows({{70'000, 1000}, {70'000, 1}}), found, 32'000);
    row("all alike", rows({{30, 100}}), noGap);
    row("none", {}, fewRows);
    // sqrt(100 x 317) is 178.05: 180 lies between. Of 0.9991 and 3.16 s the middle is 1.777, 1.8 s.
    row("just below 1 s", rows({{10, 999.1}, {10, 3160}}), found, 1'800'000);
}

void CutoffGapTest::gaps() {
    QFETCH(std::vector<JudgedInterval>, given);
    QFETCH(int, state);
    QFETCH(qint64, cutoff);
    const GapSearch search = widestGap(given);
    QCOMPARE(static_cast<int>(search.state), state);
    QCOMPARE(search.gap.cutoff.count() / 1000, cutoff);
    if (search.state != GapState::found) return;
    QVERIFY(search.gap.below < search.gap.cutoff && search.gap.cutoff <= search.gap.above);
    QCOMPARE(search.gap.rowsBelow + search.gap.rowsAbove, given.size());
}

void CutoffGapTest::streamsBelowSuggestNothing() {
    std::vector<JudgedInterval> given = rows({{10, 100}}, true);
    const auto above = rows({{20, 5000}}, true);
    given.insert(given.end(), above.begin(), above.end());
    QCOMPARE(widestGap(given).state, GapState::streamsBelow);
    for (std::size_t i = 0; i < 5; ++i) given[i].likeStream = false;  // half of them are no more than half
    QCOMPARE(widestGap(given).state, GapState::found);
}

void CutoffGapTest::suggestsFromRows() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(30);  // 0.98 s, evenly
    for (int i = 0; i < 10; ++i) {
        Row row = streamedRow(i);
        row.gaps.assign(1, 4 * millisecond);
        row.chunks = 2;
        row.end = row.firstContent + 4 * millisecond;
        bench.addRow(row);
    }
    const Sensitivity& said = *bench.judge().sensitivity;
    QVERIFY(said.suggestion.has_value());
    QCOMPARE(said.suggestion->below, 4 * millisecond);
    QCOMPARE(said.suggestion->above, 980 * millisecond);
    QCOMPARE(said.suggestion->rowsBelow, 10U);
    QCOMPARE(said.suggestion->cutoff, 63 * millisecond);  // sqrt(4 x 980) = 62.6
    QVERIFY2(says(said.suggestionText, "suggest an interval of 0.063 s"), said.suggestionText.c_str());
    QCOMPARE(bench.settings.measure.minInterval, 200 * millisecond);
    Bench none;
    none.addRun(8);
    none.addClean(30);
    QVERIFY(says(none.judge().sensitivity->suggestionText, "No cutoff is suggested"));
    QVERIFY(!none.judgement.sensitivity->suggestion);
}

void CutoffGapTest::histogramHoldsEveryRow() {
    Bench bench;
    bench.addRun(8);
    bench.addClean(30);
    for (const Nanoseconds interval : {Nanoseconds(0), Nanoseconds(999), Nanoseconds(1000), 7 * second})
        bench.addRow(evenRow(static_cast<int>(interval.count() % 97), interval, 40));
    const Sensitivity& said = *bench.judge().sensitivity;
    for (const CutoffSensitivity& each : said.cutoffs) {
        std::size_t all = 0;
        for (std::size_t i = 0; i < each.histogram.size(); ++i) {
            all += each.histogram[i].rows;
            if (i > 0) QCOMPARE(each.histogram[i].from, each.histogram[i - 1].to);
        }
        QCOMPARE(all, 34U);
    }
    const auto& bins = said.of(CutoffKind::interval).histogram;
    QCOMPARE(bins.front().to, 1000);
    QCOMPARE(bins.front().rows, 2U);
    QCOMPARE(bins[1].rows, 1U);
    QCOMPARE(bins[11].from, 10'000);  // ten bins a decade
    QCOMPARE(bins.back().rows, 1U);
    const auto& chunks = said.of(CutoffKind::chunks).histogram;
    QCOMPARE(chunks.back().from, 21);
    QCOMPARE(chunks.back().rows, 34U);
}

// A stranger's workspace once made them without end: an edge beyond 2^63 came back as the smallest number.
void CutoffGapTest::binsEnd() {
    for (const std::int64_t longest :
         {std::int64_t{0}, std::int64_t{1'000'000}, (std::int64_t{1} << 62) - 1,
          std::int64_t{9'000'000'000'000'000'000}, std::numeric_limits<std::int64_t>::max() - 1,
          std::numeric_limits<std::int64_t>::max()}) {
        const auto bins = intervalBins(longest);
        QVERIFY(bins.size() < 170);
        QVERIFY(bins.back().to > longest || bins.back().to == std::numeric_limits<std::int64_t>::max());
        for (std::size_t i = 1; i < bins.size(); ++i)
            QVERIFY(bins[i].from == bins[i - 1].to && bins[i].to > bins[i].from);
    }
}

QTEST_GUILESS_MAIN(CutoffGapTest)
#include "cutoff_gap_test.moc"
