// Resampling: weighted quantiles against the same values written out, and intervals against the normal law.
#include <QTest>
#include <cmath>
#include <numeric>
#include <random>

#include "core/judge/resample/bootstrap.h"
#include "core/measure/quantiles.h"

using namespace plumbline;

namespace {

struct Sample {
    std::vector<double> values;
    std::vector<std::uint32_t> unit;
};

Sample sampleOf(std::size_t rows, std::uint32_t units, unsigned seed) {
    std::mt19937 random(seed);
    Sample out;
    for (std::size_t i = 0; i < rows; ++i) {
        out.values.push_back(static_cast<double>(random() % 997) / 8);  // with ties
        out.unit.push_back(static_cast<std::uint32_t>(random() % units));
    }
    return out;
}

/// Each value as often as its unit was drawn, in order.
std::vector<double> writtenOut(const Sample& sample, std::span<const std::uint32_t> weights) {
    std::vector<double> out;
    for (std::size_t i = 0; i < sample.values.size(); ++i)
        out.insert(out.end(), weights[sample.unit[i]], sample.values[i]);
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

class BootstrapTest : public QObject {
    Q_OBJECT
private slots:
    void quantilesAsWrittenOut_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("units");
        QTest::newRow("each row a unit") << 60 << 60;
        QTest::newRow("few rows in blocks") << 200 << 7;
        QTest::newRow("many rows in blocks, by segments") << 6000 << 25;
        QTest::newRow("one unit") << 3000 << 1;
    }
    void quantilesAsWrittenOut() {
        QFETCH(int, rows);
        QFETCH(int, units);
        const auto count = static_cast<std::uint32_t>(units);
        const Sample sample = sampleOf(static_cast<std::size_t>(rows), count, 3);
        const WeightedValues values(sample.values, sample.unit, count);
        Weights weights(count, 9);
        for (int resample = 0; resample < 20; ++resample) {
            const auto drawn = weights.draw();
            const std::vector<double> all = writtenOut(sample, drawn);
            for (const double p : {0.0, 0.25, 0.5, 0.95, 0.99, 1.0})
                for (const auto rule : {PercentileRule::linear, PercentileRule::nearest, PercentileRule::exclusive})
                    QCOMPARE(values.quantile(drawn, p, rule), quantileOf(all, p, rule));
            const double sum = std::accumulate(all.begin(), all.end(), 0.0);
            if (!all.empty()) QVERIFY(std::abs(*values.mean(drawn) - sum / static_cast<double>(all.size())) < 1e-9);
        }
    }
    void drawsAsManyAsThereAre() {
        Weights weights(40, 1);
        for (int i = 0; i < 50; ++i) {
            const auto drawn = weights.draw();
            QCOMPARE(std::accumulate(drawn.begin(), drawn.end(), 0U), 40U);
        }
    }
    void sameSeedSameDraws() {
        Weights a(40, 7), b(40, 7), c(40, 8);
        const auto first = a.draw(), second = b.draw(), third = c.draw();
        QVERIFY(std::equal(first.begin(), first.end(), second.begin()));
        QVERIFY(!std::equal(first.begin(), first.end(), third.begin()));
    }
    void belowIsUniform() {
        Generator generator(1);
        std::array<int, 7> seen{};
        for (int i = 0; i < 70'000; ++i) ++seen[generator.below(7)];
        for (const int each : seen) QVERIFY(std::abs(each - 10'000) < 5 * 93);  // five standard deviations
    }
    void noWeightNoValue() {
        const WeightedValues values({1.0, 2.0}, {0, 0}, 2);
        const std::vector<std::uint32_t> weights{0, 2};
        QVERIFY(!values.quantile(weights, 0.5, PercentileRule::linear));
        QVERIFY(!values.mean(weights));
    }
    void limits() {
        std::vector<std::optional<double>> draws;
        for (int i = 0; i <= 1000; ++i) draws.emplace_back(i);
        QCOMPARE(*percentileLimits(draws).low, 25.0);
        QCOMPARE(*percentileLimits(draws).high, 975.0);
        std::vector<std::optional<double>> half(10);
        half[0] = 1;
        QVERIFY(!percentileLimits(half).low);
        QVERIFY(!percentileLimits({}).low);
    }
    // The mean of n independent values: its interval is 1.96 standard errors to each side.
    void meanOfIndependentRows() {
        std::mt19937 random(2);
        std::normal_distribution<double> normal(10, 2);
        std::vector<double> values(400);
        std::vector<std::uint32_t> unit(400);
        for (std::uint32_t i = 0; i < 400; ++i) values[i] = normal(random), unit[i] = i;
        const WeightedValues sample(values, unit, 400);
        Weights weights(400, bootstrapSeed);
        std::vector<std::optional<double>> draws;
        for (std::size_t i = 0; i < bootstrapResamples; ++i) draws.push_back(sample.mean(weights.draw()));
        const Limits found = percentileLimits(draws);
        const double width = *found.high - *found.low;
        QVERIFY2(std::abs(width - 2 * 1.96 * 2 / std::sqrt(400.0)) < 0.05, qPrintable(QString::number(width)));
    }
};

QTEST_GUILESS_MAIN(BootstrapTest)
#include "bootstrap_test.moc"
