// Reference traffic against what was measured: distances by hand, prefixes walked by hand.
#include <QTest>
#include <random>

#include "core/curve/curve.h"
#include "core/curve/traffic.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

using Values = std::vector<double>;

/// Each distribution function counted anew at every value: no walk that could go wrong alike.
double ksByCounting(const Values& a, const Values& b) {
    const auto share = [](const Values& values, double at) {
        double below = 0;
        for (const double value : values) below += value <= at ? 1 : 0;
        return below / static_cast<double>(values.size());
    };
    double largest = 0;
    for (const Values* values : {&a, &b})
        for (const double at : *values) largest = std::max(largest, std::abs(share(a, at) - share(b, at)));
    return largest;
}

struct Asked {
    std::vector<Key> blocks;
    Count prompt;
};

TrafficSet setOf(const std::vector<Asked>& requests, Count blockTokens) {
    TrafficSet set;
    set.blockTokens = blockTokens;
    for (const Asked& each : requests) {
        set.start.push_back(unknownTime);
        set.promptTokens.push_back(each.prompt);
        set.outputTokens.push_back(1);
        set.status.push_back(Status::ok);
        set.blocks.insert(set.blocks.end(), each.blocks.begin(), each.blocks.end());
        set.blockEnds.push_back(set.blocks.size());
    }
    if (set.blocks.empty()) set.blockEnds.clear();
    return set;
}

TrafficSet lengthsOnly(const std::vector<Count>& prompts, const std::vector<Count>& outputs) {
    TrafficSet set;
    set.promptTokens = prompts;
    set.outputTokens = outputs;
    set.start.resize(prompts.size(), unknownTime);
    for (const Count output : outputs) set.status.push_back(output == 0 ? Status::error : Status::ok);
    return set;
}

Row asking(Count prompt, Count output) {
    Row row = streamed(0, 1, 10, output, output);
    row.promptTokens = prompt;
    return row;
}

Row keyed(Key prefix, Count cached = unknownCount) {
    Row row = asking(100, 50);
    row.prefixKey = prefix;
    row.cachedTokens = cached;
    return row;
}

}  // namespace

class TestTraffic : public QObject {
    Q_OBJECT

private slots:
    void ks_data() {
        QTest::addColumn<Values>("a");
        QTest::addColumn<Values>("b");
        QTest::addColumn<double>("distance");
        QTest::newRow("the same") << Values{1, 2, 3} << Values{1, 2, 3} << 0.0;
        QTest::newRow("apart") << Values{1, 2} << Values{3, 4, 5} << 1.0;
        QTest::newRow("the other way round") << Values{3, 4, 5} << Values{1, 2} << 1.0;
        // At 2: 3/4 of a, 1/3 of b.
        QTest::newRow("by hand") << Values{1, 2, 2, 9} << Values{2, 5, 9} << 3.0 / 4 - 1.0 / 3;
        // Ties are passed as one: between the two 5s there is no step to compare at.
        QTest::newRow("ties") << Values{5, 5, 5, 5} << Values{5, 6} << 0.5;
        QTest::newRow("a step in the middle of ten") << Values{5} << Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} << 0.5;
        QTest::newRow("sizes alone don't matter") << Values{1, 1, 2, 2} << Values{1, 2} << 0.0;
    }
    void ks() {
        QFETCH(Values, a);
        QFETCH(Values, b);
        QTEST(*ksDistance(a, b), "distance");
    }
    void ksOfNothing() {
        const Values some{1}, none;
        QVERIFY(!ksDistance(none, some));
        QVERIFY(!ksDistance(some, none));
    }
    void ksIsWhatCountingSays() {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            Values a(1 + random() % 40), b(1 + random() % 40);
            for (double& value : a) value = static_cast<double>(random() % 12);
            for (double& value : b) value = static_cast<double>(random() % 12 + random() % 3);
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            QVERIFY(std::abs(*ksDistance(a, b) - ksByCounting(a, b)) < 1e-12);
            QCOMPARE(*ksDistance(a, b), *ksDistance(b, a));
        }
    }

    void lengths() {
        const LengthFigures none = lengthFigures({}, PercentileRule::linear);
        QCOMPARE(none.n, std::size_t{0});
        QVERIFY(!none.mean && !none.p50 && !none.p99 && !none.max && !none.min);
        const Values values{10, 20, 30, 40};
        const LengthFigures some = lengthFigures(values, PercentileRule::linear);
        QCOMPARE(*some.mean, 25.0);
        QCOMPARE(*some.p50, 25.0);
        QCOMPARE(*some.p90, 37.0);
        QCOMPARE(*some.max, 40.0);
        QCOMPARE(*lengthFigures(values, PercentileRule::nearest).p50, 20.0);
    }

    void failuresAndUnknownsAreNoLengths() {
        const TrafficSet set = lengthsOnly({30, 10, 99, unknownCount}, {3, 1, 0, 2});
        QVERIFY((trafficLengths(set, TokenSide::prompt) == Values{10, 30}));
        QVERIFY((trafficLengths(set, TokenSide::output) == Values{1, 2, 3}));
    }

    void rowsOfAConfiguration() {
        Made made;
        made.run(concurrency(2)).row(asking(100, 50)).row(asking(unknownCount, 60));
        Row excluded = asking(7, 7);
        excluded.phase = Phase::warmup;
        made.row(failed(1, 2)).row(excluded).run(concurrency(1)).row(asking(30, 40));
        const auto data = made.done();
        const Figures measured = figures(*data, {});
        QCOMPARE(measured.configurations.size(), std::size_t{1});
        QVERIFY((configurationLengths(*data, measured, 0, TokenSide::prompt) == Values{30, 100}));
        QVERIFY((configurationLengths(*data, measured, 0, TokenSide::output) == Values{40, 50, 60}));
    }

    void against() {
        Made made;
        made.run(concurrency(1)).row(asking(100, 50)).row(asking(100, 50));
        made.file("s.json", "sha-s").summary(concurrency(1), {{"e2e_s.mean", 1}});
        const auto data = made.done();
        const Figures measured = figures(*data, {});
        QCOMPARE(measured.configurations.size(), std::size_t{2});
        const TrafficSet set = lengthsOnly({50, 200, 400}, {25, 0, 100});
        const TrafficFigures out = trafficFigures(*data, set, {}, measured);
        QCOMPARE(out.rows, std::size_t{3});
        QCOMPARE(out.failures, std::size_t{1});
        QCOMPARE(out.prompt.n, std::size_t{2});  // 50 and 400
        const ConfigurationAgainst& ours = out.configurations.at(0);
        QCOMPARE(*ours.prompt.ks, 0.5);
        QCOMPARE(*ours.prompt.p50Ratio, 100.0 / 225);
        QCOMPARE(*ours.output.p99Ratio, 50 / 99.25);
        QVERIFY(!ours.sharing.known());
        QCOMPARE(out.configurations.at(1).prompt.lengths.n, std::size_t{0});
        QVERIFY(!out.configurations[1].prompt.ks && !out.configurations[1].prompt.p50Ratio);
    }

    void sharing_data() {
        QTest::addColumn<std::vector<std::pair<std::vector<int>, int>>>("requests");
        QTest::addColumn<double>("blocks");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("withHit");
        QTest::addColumn<bool>("chained");
        using Requests = std::vector<std::pair<std::vector<int>, int>>;
        // Blocks of 10 tokens. The second request hits 2 of 3 blocks, 20 of 25 tokens.
        QTest::newRow("a shared prefix") << Requests{{{1, 2, 3}, 30}, {{1, 2, 4}, 25}} << 2.0 / 6 << 20.0 / 55 << 0.5
                                         << true;
        // All blocks hit, the last one partial: no more tokens than there are.
        QTest::newRow("the same again") << Requests{{{1, 2}, 15}, {{1, 2}, 15}} << 0.5 << 0.5 << 0.5 << true;
        QTest::newRow("nothing shared") << Requests{{{1}, 5}, {{2}, 5}} << 0.0 << 0.0 << 0.0 << true;
        // The first unseen block ends the hit, and what is seen after it shows that hashes are no prefixes.
        QTest::newRow("not chained") << Requests{{{1, 2}, 20}, {{3, 2}, 20}} << 0.0 << 0.0 << 0.0 << false;
        QTest::newRow("the same block twice in a prompt") << Requests{{{1, 1}, 20}} << 0.0 << 0.0 << 0.0 << false;
        QTest::newRow("a request without blocks is none")
            << Requests{{{1}, 10}, {{}, 90}, {{1}, 10}} << 0.5 << 0.5 << 0.5 << true;
    }
    void sharing() {
        using Requests = std::vector<std::pair<std::vector<int>, int>>;
        QFETCH(Requests, requests);
        std::vector<Asked> asked;
        for (const auto& [blocks, prompt] : requests)
            asked.push_back({std::vector<Key>(blocks.begin(), blocks.end()), prompt});
        const PrefixSharing out = prefixSharing(setOf(asked, 10));
        QVERIFY(out.known());
        QCOMPARE(out.blockTokens, Count{10});
        QTEST(*out.blockHit, "blocks");
        QTEST(*out.tokenHit, "tokens");
        QTEST(*out.requestsWithHit, "withHit");
        QTEST(out.chained, "chained");
        QCOMPARE(out.text.find("come back") != std::string::npos, !out.chained);
    }
    void sharingUnknown() {
        const PrefixSharing none = prefixSharing(lengthsOnly({10}, {1}));
        QVERIFY(!none.known());
        QVERIFY(none.text.find("no hashes") != std::string::npos);
        const PrefixSharing size = prefixSharing(setOf({{{1}, 10}}, unknownCount));
        QVERIFY(!size.known());
        QVERIFY(size.text.find("how many tokens") != std::string::npos);
    }
    void sharingOfAConfiguration() {
        Made made;
        // Within a run: the second run asks for 1 for the first time.
        made.run(concurrency(1)).row(keyed(1, 0)).row(keyed(1, 80)).row(keyed(2)).row(keyed(0));
        made.run(concurrency(2)).row(keyed(1));
        const auto data = made.done();
        const PrefixSharing out = prefixSharing(*data, figures(*data, {}), 0);
        QCOMPARE(*out.requestsWithHit, 0.25);
        QCOMPARE(*out.tokenHit, 0.4);  // 80 of 200 where the server counted
        QVERIFY(!out.blockHit);
        QCOMPARE(out.requests, std::size_t{4});
    }

    void drawn() {
        const Values values{1, 2, 2, 4};
        const std::vector<Point> points = cdf(std::span<const double>(values));
        QVERIFY((points == std::vector<Point>{{1, 0.25}, {2, 0.5}, {2, 0.75}, {4, 1}}));
        QVERIFY(cdf(std::span<const double>()).empty());
        const Values many(100'000, 3.0);
        QVERIFY(cdf(std::span<const double>(many), 50).size() <= 50);
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "test_traffic.moc"
