// The Pareto front: on, off and undecided, over points whose values and intervals are given by hand.
#include <QTest>

#include "core/judge/compare/pareto.h"
#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

const Quantity latency = quantityOf(RowMetric::e2e, quantile(0.5));
const Quantity rate = quantityOf(LevelMetric::systemOutputRate);

/// A value with its interval; half below 0: none is known.
struct Given {
    double value = 0, half = 0;
    Limits limits() const { return half < 0 ? Limits{} : Limits{value - half, value + half}; }
};

/// Configurations with points of latency (lower is better) and rate (higher is), made without any row.
class Points {
public:
    /// A load for each point, in order; apart: the first point of a configuration of its own.
    void add(Given x, Given y, bool apart = false) {
        if (apart || m_figures.configurations.empty()) {
            ConfigurationFigures next;
            next.id = ConfigurationId(static_cast<std::int64_t>(m_figures.configurations.size() + 1));
            next.name = std::string(1, static_cast<char>('A' + m_figures.configurations.size()));
            m_figures.configurations.push_back(next);
            m_judgement.intervals.emplace_back();
        }
        ConfigurationFigures& last = m_figures.configurations.back();
        LevelFigures level;
        level.load = {LoadKind::concurrency, static_cast<double>(last.levels.size() + 1)};
        level.metrics[static_cast<std::size_t>(RowMetric::e2e)].quantiles[1] = x.value;
        level.systemOutputRate = y.value;
        last.line.push_back(last.levels.size());
        last.levels.push_back(level);
        LevelIntervals intervals;
        intervals.quantiles[static_cast<std::size_t>(RowMetric::e2e)][1] = x.limits();
        intervals.rates[static_cast<std::size_t>(LevelMetric::systemOutputRate)] = y.limits();
        m_judgement.intervals.back().push_back(intervals);
    }
    void compare(std::size_t a, std::size_t b, double load, bool matched) {
        LevelComparison pair;
        pair.a = a, pair.b = b;
        pair.load = {LoadKind::concurrency, load};
        pair.matched = matched;
        if (!matched) pair.refusal = "A and B cannot be compared at concurrency " + std::to_string(int(load)) + ".";
        m_judgement.comparisons.all.push_back(pair);
    }
    Front front(const Quantity& y = rate) const { return paretoFront(m_settings, m_figures, m_judgement, latency, y); }
    std::string states() const {
        std::string out;
        for (const FrontPoint& point : front().points)
            out += (out.empty() ? "" : " ") + std::string(name(point.state)) + (point.onByValue ? "" : "*");
        return out;
    }
    Settings m_settings;

private:
    Figures m_figures;
    Judgement m_judgement;
};

struct Case {
    const char* name;
    const char* states;  ///< of each point; * beside it: beaten by value
    void (*make)(Points&);
};

const Case cases[] = {
    {"one point alone", "on",
     [](Points& p) {
         p.add({1, 0.1}, {100, 1});
     }},
    {"one alone without intervals", "on",
     [](Points& p) {
         p.add({1, -1}, {100, -1});
     }},
    {"a trade", "on on",
     [](Points& p) {
         p.add({1, 0.1}, {100, 1}), p.add({2, 0.1}, {200, 1});
     }},
    {"beaten on both", "on off*",
     [](Points& p) {
         p.add({1, 0.1}, {200, 1}), p.add({2, 0.1}, {100, 1});
     }},
    {"the order does not matter", "off* on",
     [](Points& p) {
         p.add({2, 0.1}, {100, 1}), p.add({1, 0.1}, {200, 1});
     }},
    {"latencies overlap", "on undecided*",
     [](Points& p) {
         p.add({1, 0.6}, {200, 1}), p.add({2, 0.6}, {100, 1});
     }},
    {"rates overlap", "on undecided*",
     [](Points& p) {
         p.add({1, 0.1}, {200, 60}), p.add({2, 0.1}, {100, 60});
     }},
    {"touching is overlapping", "on undecided*",
     [](Points& p) {
         p.add({1, 0.5}, {200, 1}), p.add({2, 0.5}, {100, 1});
     }},
    {"a trade by value, open in latency", "undecided undecided",
     [](Points& p) {
         p.add({1, 0.6}, {100, 60}), p.add({2, 0.6}, {150, 60});
     }},
    {"a trade, sure in rate", "undecided on",
     [](Points& p) {
         p.add({1, 0.6}, {100, 1}), p.add({2, 0.6}, {150, 1});
     }},
    {"tied in latency, exactly", "off* on",
     [](Points& p) {
         p.add({1, 0}, {100, 1}), p.add({1, 0}, {200, 1});
     }},
    {"tied in rate, exactly", "on off*",
     [](Points& p) {
         p.add({1, 0.1}, {100, 0}), p.add({2, 0.1}, {100, 0});
     }},
    {"tied in latency by value alone", "undecided* on",
     [](Points& p) {
         p.add({1, 0.1}, {100, 1}), p.add({1, 0.1}, {200, 1});
     }},
    {"tied on both, exactly", "on on",
     [](Points& p) {
         p.add({1, 0}, {100, 0}), p.add({1, 0}, {100, 0});
     }},
    {"tied on both by value", "undecided undecided",
     [](Points& p) {
         p.add({1, 0.1}, {100, 1}), p.add({1, 0.1}, {100, 1});
     }},
    {"no intervals", "undecided undecided*",
     [](Points& p) {
         p.add({1, -1}, {200, -1}), p.add({2, -1}, {100, -1});
     }},
    {"beaten by one, open to another", "on off* undecided*",
     [](Points& p) {
         p.add({1, 0.1}, {200, 1}), p.add({2, 0.1}, {100, 1}), p.add({1.1, 0.1}, {190, 1});
     }},
    {"two that match", "off* on",
     [](Points& p) {
         p.add({2, 0.1}, {100, 1}), p.add({1, 0.1}, {200, 1}, true), p.compare(0, 1, 1, true);
     }},
    {"two that do not", "on on",
     [](Points& p) {
         p.add({2, 0.1}, {100, 1}), p.add({1, 0.1}, {200, 1}, true), p.compare(0, 1, 1, false);
     }},
    {"two that were never compared", "on on",
     [](Points& p) {
         p.add({2, 0.1}, {100, 1}), p.add({1, 0.1}, {200, 1}, true);
     }},
    {"refused at one load alone", "on off* on on",
     [](Points& p) {
         p.add({2, 0.1}, {100, 1}), p.add({3, 0.1}, {150, 1});
         p.add({0.5, 0.1}, {300, 1}, true), p.add({1, 0.1}, {400, 1});
         p.compare(0, 1, 1, false), p.compare(0, 1, 2, true);
     }},
};

}  // namespace

class ParetoTest : public QObject {
    Q_OBJECT
private slots:
    void states_data();
    void states();
    void refusedPairsAreSaid();
    void withheldWhileTheCountIsUnknown();
    void hiddenHasNoPoint();
    void frontsDoNotGoAcross_data();
    void frontsDoNotGoAcross();
    void ofMeasuredRows();
};

void ParetoTest::states_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < std::size(cases); ++i) QTest::newRow(cases[i].name) << static_cast<int>(i);
}

void ParetoTest::states() {
    QFETCH(int, number);
    Points points;
    cases[number].make(points);
    QCOMPARE(points.states(), std::string(cases[number].states));
    for (const FrontPoint& point : points.front().points) QVERIFY(!point.text.empty());
}

void ParetoTest::refusedPairsAreSaid() {
    Points points;
    points.add({2, 0.1}, {100, 1});
    points.add({1, 0.1}, {200, 1}, true);
    QCOMPARE(points.front().refused.size(), 1U);
    QVERIFY(says(points.front().refused[0], "no load in common"));
    points.compare(0, 1, 1, false);
    QVERIFY2(says(points.front().refused[0], "cannot be compared at concurrency 1. Their points do not beat"),
             points.front().refused[0].c_str());
    Points matched;
    matched.add({2, 0.1}, {100, 1});
    matched.add({1, 0.1}, {200, 1}, true);
    matched.compare(0, 1, 1, true);
    QVERIFY(matched.front().refused.empty());
}

void ParetoTest::withheldWhileTheCountIsUnknown() {
    Points points;
    points.add({2, 0.1}, {100, 1});
    const Front front = points.front(quantityOf(LevelMetric::perAcceleratorRate));
    QVERIFY(front.points.empty());
    QCOMPARE(front.withheld.size(), 1U);
    QVERIFY2(says(front.withheld[0].second, "Output rate per accelerator is withheld"),
             front.withheld[0].second.c_str());
}

void ParetoTest::hiddenHasNoPoint() {
    Points points;
    points.add({2, 0.1}, {100, 1});
    points.add({1, 0.1}, {200, 1}, true);
    points.compare(0, 1, 1, true);
    points.m_settings.hidden = {ConfigurationId(2)};
    QCOMPARE(points.states(), std::string("on"));
}

/// Three configurations, a point each at load 1, and B with another at load 2.
void ParetoTest::frontsDoNotGoAcross_data() {
    QTest::addColumn<bool>("ab");
    QTest::addColumn<bool>("ac");
    QTest::addColumn<bool>("bc");
    QTest::addColumn<QString>("fronts");  // positions of the points
    QTest::newRow("all match") << true << true << true << "0 1 2";
    QTest::newRow("none matches") << false << false << false << "0|1|2";
    QTest::newRow("B matches both, A and C do not") << true << false << true << "0 1|2";
    QTest::newRow("only A and C match") << false << true << false << "0 2|1";
}

void ParetoTest::frontsDoNotGoAcross() {
    QFETCH(bool, ab);
    QFETCH(bool, ac);
    QFETCH(bool, bc);
    Points points;
    points.add({1, 0.1}, {100, 1});
    points.add({2, 0.1}, {200, 1}, true);
    points.add({3, 0.1}, {300, 1}, true);
    points.compare(0, 1, 1, ab);
    points.compare(0, 2, 1, ac);
    points.compare(1, 2, 1, bc);
    QStringList fronts;
    for (const auto& group : points.front().groups) {
        QStringList front;
        for (const std::size_t each : group) front << QString::number(each);
        fronts << front.join(' ');
    }
    QTEST(fronts.join('|'), "fronts");
}

/// From rows: B's tokens come three times as fast, on the same prompts; twelve accelerators make a twelfth each.
void ParetoTest::ofMeasuredRows() {
    Bench bench;
    for (const bool isB : {false, true}) {
        bench.m_boundary = {"sent", "any-text", "closed", "usage", "epoch"};
        bench.m_context["quantization"].stated = "\"fp8\"";
        bench.m_context["accelerator_count"].stated = "12";
        bench.addFile(isB ? "b.jsonl" : "a.jsonl", true);
        bench.addRun(8);
        for (int i = 0; i < 100; ++i) {
            Row row = streamedRow(i);
            row.start = 1000 * second + i * (isB ? second / 3 : second);
            row.end = (isB ? 1 : 3) * second;
            row.outputTokens = 50 + i % 7;  // blocks all alike would give the rate no interval
            bench.addRow(row);
        }
    }
    bench.judge();
    for (const LevelMetric metric : {LevelMetric::systemOutputRate, LevelMetric::perAcceleratorRate}) {
        const Front front = paretoFront(bench.settings, bench.measured, bench.judgement, latency, quantityOf(metric));
        QCOMPARE(front.points.size(), 2U);
        QVERIFY2(front.points[0].state == FrontState::off, front.points[0].text.c_str());
        QVERIFY2(front.points[1].state == FrontState::on, front.points[1].text.c_str());
    }
    const auto& limits = bench.judgement.intervals[0][0];
    QVERIFY(std::abs(*limits.of(LevelMetric::systemOutputRate).low / 12 -
                     *limits.of(LevelMetric::perAcceleratorRate).low) < 1e-9);
}

QTEST_GUILESS_MAIN(ParetoTest)
#include "pareto_test.moc"
