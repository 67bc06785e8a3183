// What holds for any rows and any settings, over seeds.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/curve/curve.h"
#include "core/measure/quantiles.h"
#include "tests/core/trace/made_data.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

class Maker {
public:
    explicit Maker(std::uint64_t seed) : m_random(seed) {}

    std::shared_ptr<const Dataset> dataset() {
        Made made;
        for (int run = 0; run < 5; ++run) {
            made.run(concurrency(static_cast<double>(m_random.between(1, 3))));
            for (std::int64_t i = m_random.between(0, 80); i > 0; --i) made.row(row());
        }
        return made.done();
    }

    Settings settings() {
        Settings settings;
        MeasureSettings& measure = settings.measure;
        measure.minChunks = static_cast<int>(m_random.between(0, 10));
        measure.minInterval = time(0, 1000);
        measure.shortTokens = static_cast<int>(m_random.between(0, 10));
        measure.shortAsBuffered = oneIn(3);
        measure.intervalEnd = oneIn(3) ? IntervalEnd::lastText : IntervalEnd::end;
        measure.warmup = oneIn(2) ? time(0, 20'000) : sec(0);
        measure.cooldown = oneIn(2) ? time(0, 20'000) : sec(0);
        settings.slos = {*parseSlo("ttft p98 < 500ms"), *parseSlo("rate p50 > 30"), *parseSlo("itl mean < 20ms")};
        auto decisions = std::make_shared<std::vector<Decision>>(static_cast<std::size_t>(m_random.between(0, 5)));
        for (Decision& decision : *decisions) {
            decision.fileSha256 = "sha-a";
            decision.record = m_random.below(200);
            decision.kind = DecisionKind::exclude;
        }
        settings.decisions = decisions;
        measure.warmupAuto = oneIn(3);
        measure.failedAsInfinite = oneIn(2);
        return settings;
    }

private:
    bool oneIn(std::int64_t of) { return m_random.between(1, of) == 1; }
    Nanoseconds time(std::int64_t low, std::int64_t high) {
        return Nanoseconds(m_random.between(low, high) * 1'000'000);
    }

    Row row() {
        Row row;
        row.start = oneIn(20) ? unknownTime : time(0, 60'000);
        row.scheduled = oneIn(2) ? unknownTime : time(0, 60'000);
        row.firstContent = oneIn(8) ? unknownTime : time(oneIn(30) ? -5 : 0, 2000);
        row.firstReasoning = oneIn(10) ? time(0, 1000) : unknownTime;
        row.end = oneIn(15) ? unknownTime : time(500, 5000);
        row.lastContent = oneIn(3) ? unknownTime : time(500, 5000);
        row.outputTokens = oneIn(12) ? unknownCount : static_cast<Count>(m_random.between(0, 40));
        row.reasoningTokens = oneIn(6) ? static_cast<Count>(m_random.between(0, 40)) : unknownCount;
        row.chunks = oneIn(8) ? unknownCount : static_cast<Count>(m_random.between(0, 12));
        row.gapsKnown = oneIn(2);
        for (Count i = 1; row.gapsKnown && i < row.chunks; ++i) row.gaps.push_back(time(0, 200));
        row.status = oneIn(9) ? static_cast<Status>(m_random.between(1, 3)) : Status::ok;
        row.deliberate = oneIn(2);
        row.phase = oneIn(10) ? static_cast<Phase>(m_random.between(1, 2)) : Phase::measured;
        return row;
    }

    support::Random m_random;
};

std::vector<const LevelFigures*> levelsOf(const Figures&& figures) = delete;  // they would dangle
std::vector<const LevelFigures*> levelsOf(const Figures& figures) {
    std::vector<const LevelFigures*> levels;
    for (const auto& configuration : figures.configurations)
        for (const auto& level : configuration.levels) levels.push_back(&level);
    return levels;
}

bool same(const Distribution& a, const Distribution& b) {
    return a.n == b.n && a.mean == b.mean && a.low == b.low && a.high == b.high && a.quantiles == b.quantiles &&
           a.more == b.more;
}

/// The metric's value of one row, by the door for single rows.
std::optional<double> valueOf(const RowFigures& row, RowMetric metric) {
    switch (metric) {
        case RowMetric::ttft:
            return row.ttft;
        case RowMetric::ttfc:
            return row.ttfc;
        case RowMetric::tpot:
            return row.tpot;
        case RowMetric::e2e:
            return row.e2e;
        case RowMetric::rate:
            return row.rate;
        default:
            return std::nullopt;
    }
}

}  // namespace

class TestFiguresProperties : public QObject {
    Q_OBJECT

private:
    static void seeds() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 25; ++seed) QTest::addRow("seed %llu", seed) << seed;
    }

private slots:
    void rowsPartition_data() { seeds(); }
    void rowsPartition() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        const Settings settings = maker.settings();
        const Figures figured = figures(*data, settings);
        std::size_t total = 0;
        for (const LevelFigures* level : levelsOf(figured)) {
            const RowCounts& rows = level->rows;
            const auto judged = std::accumulate(rows.verdict.begin(), rows.verdict.end(), std::size_t{0});
            QCOMPARE(rows.total, rows.excluded + rows.warmup + rows.cooldown + judged);
            QCOMPARE(rows.sent(), rows.measured() + rows.failed() + rows.deliberatelyCancelled);
            QCOMPARE(rows.of(Verdict::buffered), rows.bufferedByChunks + rows.bufferedByInterval);
            total += rows.total;
        }
        QCOMPARE(total, data->rows.size());
        QVERIFY(*figured.verdicts == classify(*data, settings.measure));
        QVERIFY(*figured.places == places(*data, settings));
    }

    // The distributions by sorted streams are those of the rows taken one by one.
    void distributionsAreThoseOfTheRows_data() { seeds(); }
    void distributionsAreThoseOfTheRows() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        const Settings settings = maker.settings();
        const Figures figured = figures(*data, settings);
        for (const LevelFigures* level : levelsOf(figured)) {
            std::map<RowMetric, std::vector<double>> values;
            std::map<RateBasis, std::size_t> bases;
            for (const RunFigures& run : level->runs)
                for (std::uint32_t i = 0; i < data->runs[at(run.run)].rowCount; ++i) {
                    const auto row = rowFigures(*data, settings, RowIndex(data->runs[at(run.run)].firstRow + i));
                    if (row.place != Place::in) continue;
                    ++bases[row.rateBasis];
                    for (const auto metric :
                         {RowMetric::ttft, RowMetric::ttfc, RowMetric::tpot, RowMetric::e2e, RowMetric::rate})
                        if (const auto value = valueOf(row, metric)) values[metric].push_back(*value);
                }
            for (auto& [metric, list] : values) {
                if (settings.measure.failedAsInfinite && isLatency(metric))
                    list.insert(list.end(), level->rows.failed(), std::numeric_limits<double>::infinity());
                std::sort(list.begin(), list.end());
                QCOMPARE(*level->of(metric).n, list.size());
                const PercentileRule rule = percentileRule(settings.measure, metric);
                for (std::size_t i = 0; i < standardQuantiles.size(); ++i) {
                    const double expected = *quantileOf(list, standardQuantiles[i], rule);
                    QCOMPARE(level->of(metric).quantiles[i].has_value(), std::isfinite(expected));
                    if (std::isfinite(expected)) QCOMPARE(*level->of(metric).quantiles[i], expected);
                }
            }
            QCOMPARE(level->ratePostFirstContent, bases[RateBasis::postFirstContent]);
            QCOMPARE(level->rateEndToEnd, bases[RateBasis::endToEnd]);
            QCOMPARE(level->rateVisible, bases[RateBasis::visible]);
        }
    }

    // Raising a guard never turns a buffered row into a streamed one, and touches no other verdict.
    void guardsOnlyTakeAway_data() { seeds(); }
    void guardsOnlyTakeAway() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        MeasureSettings lower = maker.settings().measure, higher = lower;
        higher.minInterval += sec(0.3);
        higher.minChunks += 2;
        const auto before = classify(*data, lower), after = classify(*data, higher);
        for (std::size_t row = 0; row < before.size(); ++row)
            QVERIFY(before[row] == after[row] || (before[row] == Verdict::streamed && after[row] == Verdict::buffered));
    }

    void sameToTheBit_data() { seeds(); }
    void sameToTheBit() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        const Settings settings = maker.settings();
        const Figures first = figures(*data, settings), second = figures(*data, settings);
        const auto a = levelsOf(first), b = levelsOf(second);
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t metric = 0; metric < rowMetricCount; ++metric)
                QVERIFY(same(a[i]->metrics[metric], b[i]->metrics[metric]));
            QVERIFY(a[i]->systemOutputRate == b[i]->systemOutputRate && a[i]->inFlight == b[i]->inFlight);
            QVERIFY(a[i]->withheld == b[i]->withheld);
        }
    }

    // Excluded rows leave numerators, never W nor in flight.
    void excludedRowsLeaveNumeratorsOnly_data() { seeds(); }
    void excludedRowsLeaveNumeratorsOnly() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        Settings settings = maker.settings();
        const Figures with = figures(*data, settings);
        settings.decisions = nullptr;
        const Figures without = figures(*data, settings);
        const auto a = levelsOf(with), b = levelsOf(without);
        for (std::size_t i = 0; i < a.size(); ++i) {
            QVERIFY(a[i]->windowSeconds == b[i]->windowSeconds);
            QVERIFY(a[i]->inFlight == b[i]->inFlight);
            if (a[i]->requestRate) QVERIFY(*a[i]->requestRate <= *b[i]->requestRate);
            if (a[i]->systemOutputRate && b[i]->systemOutputRate)
                QVERIFY(*a[i]->systemOutputRate <= *b[i]->systemOutputRate);
        }
    }

    // Nothing unknown becomes a number, and every number that is missing says why.
    void everyNullHasItsReason_data() { seeds(); }
    void everyNullHasItsReason() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        const Figures figured = figures(*data, maker.settings());
        for (const LevelFigures* level : levelsOf(figured))
            for (const Quantity& quantity : offeredQuantities()) {
                const auto known = value(*level, quantity);
                QVERIFY2(known || !withheldReason(*level, quantity).empty(), keyPath(quantity).c_str());
                QVERIFY(!known || std::isfinite(*known));
            }
    }

    void goodputIsAnInterval_data() { seeds(); }
    void goodputIsAnInterval() {
        QFETCH(quint64, seed);
        Maker maker(seed);
        const auto data = maker.dataset();
        const Figures figured = figures(*data, maker.settings());
        for (const LevelFigures* level : levelsOf(figured)) {
            if (!level->goodput) continue;
            const Interval attained = level->goodput->attained;
            QVERIFY(0 <= attained.low && attained.low <= attained.high);
            QVERIFY(attained.high * static_cast<double>(level->rows.sent()) <=
                    static_cast<double>(level->rows.measured()) + 1e-9);
            if (level->goodput->ratesKnown)
                QVERIFY(level->goodput->requestsPerSecond.high <= *level->requestRate + 1e-9);
        }
    }
};

QTEST_APPLESS_MAIN(TestFiguresProperties)
#include "test_figures_properties.moc"
