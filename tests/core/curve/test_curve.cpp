#include <QTest>
#include <cmath>

#include "core/curve/curve.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

Reported rates(double tokensPerSecond, double e2eMean) {
    return {{"system_output_tokens_per_s", tokensPerSecond}, {"e2e_s.mean", e2eMean}};
}

/// METRICS §8: the 1T sweep.
Made& sweep(Made& made) {
    return made.summary(concurrency(32), rates(464, 35.2), 2)
        .summary(concurrency(48), rates(657, 37.4), 2)
        .summary(concurrency(64), rates(803, 40.8), 2)
        .summary(concurrency(96), rates(1017, 48.2), 2)
        .summary(concurrency(128), rates(1238, 52.8), 2);
}

ConfigurationFigures measured(Made& made, const std::vector<Slo>& slos = {}) {
    const auto data = made.done();
    Settings settings;
    settings.slos = slos;
    settings.grouping = oneConfiguration(*data);
    return figures(*data, settings).configurations.at(0);
}

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

/// A sweep whose e2e means are given, at concurrencies 1, 2, 3 ...; negative: not reported.
ConfigurationFigures ofMeans(const QList<double>& means, const Slo& slo) {
    Made made;
    for (qsizetype i = 0; i < means.size(); ++i) {
        Reported reported{{"system_output_tokens_per_s", 100.0 * static_cast<double>(i + 1)}};
        if (means[i] >= 0) reported["e2e_s.mean"] = means[i];
        made.summary(concurrency(static_cast<double>(i + 1)), reported);
    }
    return measured(made, {slo});
}

}  // namespace

class TestCurve : public QObject {
    Q_OBJECT

private slots:
    void oneTrillionSweep() {
        Made made;
        const Slo slo = *parseSlo("e2e mean < 40s");
        const auto configuration = measured(sweep(made), {slo});
        const std::vector<double> perRequest{510.4, 511.9, 511.9, 510.6, 510.7};
        QCOMPARE(configuration.line.size(), std::size_t{5});
        for (std::size_t i = 0; i < 5; ++i) {
            const auto& level = configuration.levels[configuration.line[i]];
            QVERIFY(near(*level.littlesLaw.tokensPerRequest, perRequest[i], 0.05));
            QVERIFY(level.summaryOnly && !level.of(RowMetric::e2e).n);
        }
        const Crossing& crossing = configuration.crossings.at(0);
        QVERIFY(crossing.state == CrossingState::crossed);
        QVERIFY((*crossing.between == std::pair(48.0, 64.0)));
        QVERIFY(near(*crossing.load, 60.2, 0.05));
        QVERIFY(near(*crossing.systemOutputRate, 768.6, 0.05));
        QVERIFY(crossing.monotonic);
        QVERIFY(near(*atCrossing(configuration, crossing, quantityOf(RowMetric::e2e, meanStatistic)), 40, 1e-12));
        QVERIFY(!meets(slo,
                       *value(configuration.levels[configuration.line[2]], quantityOf(RowMetric::e2e, meanStatistic))));
        QVERIFY(near(*configuration.saturation.elasticity, 0.68, 0.005));
        QVERIFY(configuration.saturation.stillScaling);
        QCOMPARE(
            q(text(slo, configuration, crossing)),
            QString(
                "crosses e2e mean < 40 s between 48 and 64; c = 60.2 if straight between them, with 768.6 tokens/s"));
    }

    /// Three digits at least, and whole digits as they are: halfway between two loads.
    void digitsOfACrossing_data() {
        QTest::addColumn<bool>("rate");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("where");
        QTest::newRow("100") << false << 80.0 << 120.0 << "c = 100.0";
        QTest::newRow("10") << false << 8.0 << 12.0 << "c = 10.0";
        QTest::newRow("below 10") << false << 8.0 << 11.0 << "c = 9.50";
        QTest::newRow("1") << true << 0.5 << 1.5 << "1.00 requests/s";
        QTest::newRow("below 1") << true << 0.5 << 1.0 << "0.750 requests/s";
    }
    void digitsOfACrossing() {
        QFETCH(bool, rate);
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(QString, where);
        const Slo slo = *parseSlo("e2e mean < 40s");
        Made made;
        for (const auto& [load, mean] : {std::pair(low, 30.0), std::pair(high, 50.0)})
            made.summary(rate ? requestRate(load) : concurrency(load), {{"e2e_s.mean", mean}});
        const auto configuration = measured(made, {slo});
        const QString said = q(text(slo, configuration, configuration.crossings.at(0)));
        QVERIFY2(said.contains("; " + where + " if straight between them"), qPrintable(said));
    }

    // METRICS §8: the same load twice. Never pooled; the line goes through the run with the most loads.
    void sameLoadTwice() {
        Made made;
        made.summary(concurrency(1), {{"system_output_tokens_per_s", 61.3}}, 1);
        sweep(made.summary(concurrency(32), rates(799.9, 20.38), 1));
        const auto configuration = measured(made);
        QCOMPARE(configuration.levels.size(), std::size_t{7});
        QCOMPARE(configuration.line.size(), std::size_t{5});
        std::vector<double> atThirtyTwo;
        for (const auto& level : configuration.levels)
            if (level.load.value == 32) atThirtyTwo.push_back(*level.littlesLaw.tokensPerRequest);
        QCOMPARE(atThirtyTwo.size(), std::size_t{2});
        QVERIFY(near(atThirtyTwo[0], 509.4, 0.05));
        QVERIFY(near(atThirtyTwo[1], 510.4, 0.05));
        QCOMPARE(*configuration.levels[configuration.line[0]].systemOutputRate, 464.0);
    }

    void rowsStandBeforeASummaryAtTheirLoad() {
        Made made;
        made.summary(concurrency(1), rates(1, 1)).summary(concurrency(2), rates(2, 2));
        made.file("b.json", "sha-b").run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        const auto configuration = measured(made);
        QCOMPARE(configuration.levels.size(), std::size_t{3});
        QCOMPARE(configuration.line.size(), std::size_t{2});
        QVERIFY(!configuration.levels[configuration.line[0]].summaryOnly);
        QVERIFY(configuration.levels[configuration.line[1]].summaryOnly);
    }

    void supersededSummariesMakeNoLevel() {
        RunInfo summary, own;
        summary.fingerprint = own.fingerprint = "p";
        summary.summaryOnly = true;
        Made made;
        made.run(concurrency(1), summary).run(concurrency(1), own).row(streamed(0, 1, 10, 100, 50));
        QCOMPARE(measured(made).levels.size(), std::size_t{1});
    }

    void supersededSummariesMakeNoConfiguration() {
        RunInfo summary, own;
        summary.fingerprint = own.fingerprint = "p";
        summary.summaryOnly = true;
        Made made;
        made.run(concurrency(1), own).row(streamed(0, 1, 10, 100, 50));
        made.source({}).run(concurrency(1), summary);
        const auto all = figures(*made.done(), {}).configurations;  // each source one of its own
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all.at(0).levels.size(), std::size_t{1});
    }

    void loadsWithNoPlaceOnTheLine() {
        Made made;
        for (int i = 0; i < 2; ++i) {
            made.run({LoadKind::unbounded, 0}).row(streamed(0, 1, 10, 100, 50));
            made.run({}).row(streamed(0, 1, 10, 100, 50));
        }
        const auto configuration = measured(made);
        QVERIFY(configuration.line.empty());
        QCOMPARE(configuration.levels.size(), std::size_t{3});  // unbounded runs pool; what nobody states does not
        QVERIFY(configuration.levels.back().load.kind == LoadKind::notStated);
    }

    void ofTwoKindsOfLoadTheLongerIsTheLine() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 10, 100, 50));
        for (const double rate : {2.0, 1.0}) made.run(requestRate(rate)).row(streamed(0, 1, 10, 100, 50));
        const auto configuration = measured(made);
        QCOMPARE(configuration.line.size(), std::size_t{2});
        QCOMPARE(configuration.levels[configuration.line[0]].load.value, 1.0);
        QVERIFY(configuration.levels[configuration.line[0]].load.kind == LoadKind::requestRate);
    }

    void typedLoadsOverride() {
        Made made;
        made.run({}).row(streamed(0, 1, 10, 100, 50)).run({}).row(streamed(0, 1, 10, 100, 50));
        const auto data = made.done();
        auto grouping = std::make_shared<Grouping>(*oneConfiguration(*data));
        grouping->typedLoads[{data->sources[0].id, 1}] = concurrency(4);
        Settings settings;
        settings.grouping = grouping;
        const auto levels = figures(*data, settings).configurations[0].levels;
        QCOMPARE(levels.size(), std::size_t{2});  // the first run keeps its unknown load
        QCOMPARE(levels[0].load.value, 4.0);
        QVERIFY(levels[0].runs[0].run == RunIndex(1));
        QVERIFY(levels[1].load.kind == LoadKind::notStated);
    }

    void crossings_data() {
        QTest::addColumn<QList<double>>("means");
        QTest::addColumn<QString>("slo");
        QTest::addColumn<QString>("state");
        QTest::addColumn<double>("load");
        QTest::addColumn<bool>("monotonic");
        QTest::newRow("crossed") << QList<double>{1, 2, 4} << "e2e mean < 3s"
                                 << "crossed" << 2.5 << true;
        QTest::newRow("missed at the limit") << QList<double>{1, 3, 4} << "e2e mean < 3s"
                                             << "crossed" << 2.0 << true;
        QTest::newRow("met at the limit") << QList<double>{1, 3, 4} << "e2e mean <= 3s"
                                          << "crossed" << 2.0 << true;
        QTest::newRow("at the last limit") << QList<double>{1, 2, 3} << "e2e mean <= 3s"
                                           << "not_reached" << -1.0 << true;
        QTest::newRow("not reached") << QList<double>{1, 2} << "e2e mean < 3s"
                                     << "not_reached" << -1.0 << true;
        QTest::newRow("already missed") << QList<double>{4, 5} << "e2e mean < 3s"
                                        << "already_missed" << -1.0 << true;
        QTest::newRow("missed, then met") << QList<double>{4, 2, 5} << "e2e mean < 3s"
                                          << "already_missed" << -1.0 << false;
        QTest::newRow("twice") << QList<double>{1, 5, 1, 5} << "e2e mean < 3s"
                               << "crossed" << 1.5 << false;
        QTest::newRow("there and back") << QList<double>{1, 5, 1} << "e2e mean < 3s"
                                        << "crossed" << 1.5 << false;
        QTest::newRow("passed over") << QList<double>{1, -1, 5} << "e2e mean < 3s"
                                     << "crossed" << 2.0 << true;
        QTest::newRow("none has it") << QList<double>{-1, -1} << "e2e mean < 3s"
                                     << "withheld" << -1.0 << true;
        QTest::newRow("none at all") << QList<double>{} << "e2e mean < 3s"
                                     << "withheld" << -1.0 << true;
        QTest::newRow("lower limit") << QList<double>{4, 2} << "e2e mean > 3s"
                                     << "crossed" << 1.5 << true;
        QTest::newRow("lower limit, at it") << QList<double>{4, 3} << "e2e mean >= 3s"
                                            << "not_reached" << -1.0 << true;
        QTest::newRow("one load") << QList<double>{1} << "e2e mean < 3s"
                                  << "not_reached" << -1.0 << true;
    }
    void crossings() {
        QFETCH(QList<double>, means);
        QFETCH(QString, slo);
        QFETCH(double, load);
        const Slo limit = *parseSlo(slo.toStdString());
        Made empty;  // a run whose load nobody states has no place on the line
        empty.run({});
        const auto configuration = means.isEmpty() ? measured(empty, {limit}) : ofMeans(means, limit);
        const Crossing& crossing = configuration.crossings.at(0);
        QTEST(q(name(crossing.state)), "state");
        QTEST(crossing.monotonic, "monotonic");
        QCOMPARE(crossing.load.has_value(), load > 0);
        if (crossing.load) QCOMPARE(*crossing.load, load);
        if (crossing.load) QCOMPARE(*crossing.systemOutputRate, 100 * load);
        QVERIFY(!text(limit, configuration, crossing).empty());
        if (!crossing.load) QVERIFY(!atCrossing(configuration, crossing, quantityOf(LevelMetric::inFlight)));
    }

    void statesInWords() {
        const Slo slo = *parseSlo("e2e mean < 3s");
        const auto words = [&](const QList<double>& means) {
            const auto configuration = ofMeans(means, slo);
            return q(text(slo, configuration, configuration.crossings.at(0)));
        };
        QCOMPARE(words({1, 2}), QString("meets e2e mean < 3 s at every load measured, up to concurrency 2"));
        QCOMPARE(words({4, 5}), QString("misses e2e mean < 3 s at the first load measured, concurrency 1"));
        QCOMPARE(words({-1}),
                 QString("e2e mean < 3 s: e2e mean is withheld at every load: summary only: not reported"));
        QVERIFY(words({1, 5, 1}).endsWith("; the limit is passed more than once"));
    }

    void saturation_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<double>("elasticity");
        QTest::addColumn<bool>("scaling");
        QTest::newRow("doubles") << 100.0 << 200.0 << 1.0 << true;
        QTest::newRow("flat") << 100.0 << 100.0 << 0.0 << false;
        QTest::newRow("falls") << 200.0 << 100.0 << -1.0 << false;
        QTest::newRow("just above") << 100.0 << 100 * std::pow(2, 0.11) << 0.11 << true;
        QTest::newRow("just below") << 100.0 << 100 * std::pow(2, 0.09) << 0.09 << false;
    }
    void saturation() {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(double, elasticity);
        Made made;
        made.summary(concurrency(1), rates(first, 1)).summary(concurrency(2), rates(second, 1));
        const auto configuration = measured(made.summary(concurrency(4), {{"e2e_s.mean", 1.0}}));
        QVERIFY(near(*configuration.saturation.elasticity, elasticity, 1e-12));
        QTEST(configuration.saturation.stillScaling, "scaling");
    }

    void oneLevelHasNoElasticity() {
        Made made;
        QVERIFY(!measured(made.summary(concurrency(1), rates(1, 1))).saturation.elasticity);
    }

    void summaryKeepsWhatIsReported() {
        Made made;
        const auto level = measured(made.summary(concurrency(4), {{"ttft_s.p99", 0.4},
                                                                  {"ttft_s.p99.9", 0.5},
                                                                  {"ttft_s.p98", 0.35},
                                                                  {"ttft_s.max", 0.6},
                                                                  {"tpot_s.mean", 0.02},
                                                                  {"requests_per_s", 3}}))
                               .levels.at(0);
        QCOMPARE(*level.of(RowMetric::ttft).at(quantile(0.99)), 0.4);
        QCOMPARE(*level.of(RowMetric::ttft).at(quantile(0.999)), 0.5);
        QCOMPARE(*level.of(RowMetric::ttft).at(quantile(0.98)), 0.35);
        QCOMPARE(*level.of(RowMetric::ttft).high, 0.6);
        QCOMPARE(*level.of(RowMetric::tpot).mean, 0.02);
        QCOMPARE(*level.requestRate, 3.0);
        QVERIFY(!level.systemOutputRate && !level.errorRate);
        QCOMPARE(q(level.withheld.at("ttft_s.p50")), QString("summary only: not reported"));
        QCOMPARE(q(level.withheld.at("system_output_tokens_per_s")), QString("summary only: not reported"));
        QVERIFY(level.withheld.contains("ttft_s.n"));
    }

    void configurationsComeInTheOrderOfFiles() {
        Made made;
        made.source({{"engine", stated("\"vllm\"")}}).run(concurrency(1)).row(streamed(0, 1, 2, 9, 9));
        made.file("b.json", "sha-b")
            .source({{"engine", stated("\"sglang\"")}})
            .run(concurrency(1))
            .row(streamed(0, 1, 2, 9, 9));
        const auto data = made.done();
        auto grouping = std::make_shared<Grouping>();
        grouping->configurations = {{ConfigurationId(7), std::nullopt, {data->sources[1].id}},
                                    {ConfigurationId(5), "by a person", {data->sources[0].id}}};
        Settings settings;
        settings.grouping = grouping;
        const auto configurations = figures(*data, settings).configurations;
        QCOMPARE(configurations.size(), std::size_t{2});
        QCOMPARE(q(configurations[0].name), QString("by a person"));
        QVERIFY(configurations[1].id == ConfigurationId(7));
        QCOMPARE(q(configurations[1].name), QString("sglang"));
        settings.grouping = nullptr;
        const auto apart = figures(*data, settings).configurations;
        QCOMPARE(apart.size(), std::size_t{2});  // each source by itself
        QVERIFY(apart[0].id < ConfigurationId(0));
    }
};

QTEST_APPLESS_MAIN(TestCurve)
#include "test_curve.moc"
