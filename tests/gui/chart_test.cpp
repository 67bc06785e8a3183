// Charts as values and as pictures: what is drawn, where, how often a series is replaced, and that exports repeat.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/judge/judge.h"
#include "tests/gui/watchdog.h"
#include "ui/charts/axis_map.h"
#include "ui/charts/build_charts.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/facets.h"
#include "ui/charts/front_lines.h"
#include "ui/charts/label_placer.h"
#include "ui/charts/length_chart.h"

using namespace plumbline;

namespace {

const Quantity e2eMean = quantityOf(RowMetric::e2e, meanStatistic);
const Quantity systemRate = quantityOf(LevelMetric::systemOutputRate);

LevelFigures level(double load, double rate, double latency) {
    LevelFigures figures;
    figures.load = {LoadKind::concurrency, load};
    figures.systemOutputRate = rate;
    Distribution& e2e = figures.metrics[static_cast<std::size_t>(RowMetric::e2e)];
    e2e.n = 10;
    e2e.mean = latency;
    e2e.quantiles[0] = latency * 0.9;
    e2e.quantiles[2] = latency * 1.1;
    return figures;
}

/// The 1T sweep of METRICS §8 with its SLO, crossed between 48 and 64.
Figures sweep() {
    ConfigurationFigures configuration;
    configuration.id = ConfigurationId{1};
    configuration.name = "A";
    configuration.levels = {level(32, 464, 35.2), level(48, 657, 37.4), level(64, 803, 40.8), level(96, 1017, 48.2),
                            level(128, 1238, 52.8)};
    configuration.line = {0, 1, 2, 3, 4};
    Crossing crossing;
    crossing.state = CrossingState::crossed;
    crossing.between = {48, 64};
    crossing.lower = 1;
    crossing.upper = 2;
    crossing.fraction = (40 - 37.4) / (40.8 - 37.4);
    crossing.load = 48 + 16 * crossing.fraction;
    configuration.crossings = {crossing};
    Figures figures;
    figures.configurations = {configuration};
    return figures;
}

Settings fortySeconds() {
    Settings settings;
    settings.slos = {*parseSlo("e2e mean < 40s")};
    return settings;
}

}  // namespace

class ChartTest : public QObject {
    Q_OBJECT
private slots:
    // The first front has one sure point, which makes no line; the second has two, on both sides of one that is off.
    void onlySurePointsMakeTheLineOfAFront() {
        const Figures figures = sweep();
        Front front{e2eMean, systemRate, {}, {}, {}, {}};
        const auto point = [&](std::size_t level, double x, FrontState state) {
            front.points.push_back({0, level, x, 100 * x, state, true, {}});
        };
        point(0, 1, FrontState::on);
        point(1, 2, FrontState::undecided);
        point(2, 5, FrontState::on);
        point(3, 4, FrontState::off);
        point(4, 3, FrontState::on);
        front.groups = {{0, 1}, {2, 3, 4}};
        ChartSpec spec;
        addFront(spec, figures, front, false);
        QCOMPARE(spec.series.size(), 1);
        QCOMPARE(spec.series[0].name, QStringLiteral("Pareto front"));
        QCOMPARE(spec.series[0].points.size(), 2);
        QVERIFY(spec.series[0].points[0].x < spec.series[0].points[1].x);
        QVERIFY2(spec.notes.join(u' ').contains(QStringLiteral("undecided: A c=48")),
                 qPrintable(spec.notes.join(u' ')));
        front.groups = {{0, 1}};
        ChartSpec alone;
        addFront(alone, figures, front, false);
        QVERIFY(alone.series.isEmpty());
    }

    void lengthsHaveTheTrafficDashedBesideThem() {
        LengthCurves curves;
        curves.side = TokenSide::output;
        curves.ours = {{0, {}, {{10, 0.5}, {20, 1}}, 0.25}};
        curves.trafficName = QStringLiteral("conv.csv");
        curves.traffic.points = {{5, 0.5}, {50, 1}};
        const ChartSpec spec = lengthChart(sweep(), {}, curves, {});
        QCOMPARE(spec.x.title, QStringLiteral("Output tokens"));
        QCOMPARE(spec.series.size(), 2);
        QVERIFY(!spec.series[0].dashed && spec.series[1].dashed);
        QCOMPARE(spec.series[1].name, QStringLiteral("conv.csv"));
        QCOMPARE(spec.series[1].configuration, -1);
        QCOMPARE(spec.series[0].points[0].x, 10.0);
        QCOMPARE(spec.series[0].points[0].y, 0.0);
        QCOMPARE(spec.notes, QStringList{QStringLiteral("A: KS distance 0.25")});
        curves.ours.clear();
        QCOMPARE(lengthChart({}, {}, curves, {}).series.size(), 1);  // traffic alone
        curves.traffic.points.clear();
        QCOMPARE(lengthChart({}, {}, curves, {}).emptyText, QStringLiteral("No request here tells its output tokens."));
    }

    void curveHasLoadsLimitAndRing() {
        const ChartSpec spec = curveChart(sweep(), fortySeconds(), e2eMean, systemRate, {});
        QCOMPARE(spec.series.size(), 1);
        QCOMPARE(spec.series[0].points.size(), 5);
        QCOMPARE(spec.series[0].points[2].label, QString("c=64"));
        QCOMPARE(spec.limits.size(), 1);
        QCOMPARE(spec.limits[0].orientation, Qt::Vertical);
        QCOMPARE(spec.rings.size(), 1);
        // 40 s between 48 and 64: 60.2 users and 768.6 tokens/s (METRICS §8); the limit itself is the ring's x.
        QVERIFY(std::abs(spec.rings[0].x - spec.limits[0].value) < 1e-9);
        QVERIFY(std::abs(spec.rings[0].y - 768.6) < 0.05);
        QVERIFY(spec.rings[0].text.contains("60.2"));
    }

    void aPercentileHasItsIntervalAsAWhisker_data() {
        QTest::addColumn<QVariant>("low");
        QTest::addColumn<QVariant>("high");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<bool>("lowOpen");
        QTest::addColumn<bool>("highOpen");
        // The median of the level at 48 is 37.4 s; shown in s.
        QTest::newRow("both") << QVariant(36.0) << QVariant(39.0) << 36.0 << 39.0 << false << false;
        QTest::newRow("no upper") << QVariant(36.0) << QVariant() << 36.0 << 37.4 << false << true;
        QTest::newRow("no lower") << QVariant() << QVariant(39.0) << 37.4 << 39.0 << true << false;
    }
    void aPercentileHasItsIntervalAsAWhisker() {
        QFETCH(QVariant, low);
        QFETCH(QVariant, high);
        QFETCH(double, from);
        QFETCH(double, to);
        Figures figures = sweep();
        for (LevelFigures& one : figures.configurations[0].levels) {
            Distribution& e2e = one.metrics[static_cast<std::size_t>(RowMetric::e2e)];
            e2e.quantiles[1] = e2e.mean;
        }
        std::vector<std::vector<LevelIntervals>> intervals{std::vector<LevelIntervals>(5)};
        Limits& limits = intervals[0][1].quantiles[static_cast<std::size_t>(RowMetric::e2e)][1];
        if (low.isValid()) limits.low = low.toDouble();
        if (high.isValid()) limits.high = high.toDouble();
        ChartLook look;
        look.intervals = &intervals;
        const ChartSpec spec = curveChart(figures, {}, quantityOf(RowMetric::e2e, quantile(0.5)), systemRate, look);
        const ChartPoint& point = spec.series[0].points[1];
        QVERIFY(point.xRange && !point.yRange);
        QCOMPARE(spec.whisker, QString("95% interval"));
        QCOMPARE(point.xRange->first, from);
        QCOMPARE(point.xRange->second, to);
        QTEST(point.xBar.lowOpen, "lowOpen");
        QTEST(point.xBar.highOpen, "highOpen");
        QVERIFY2(point.tooltip.contains("95% interval") && point.tooltip.contains("n = 10"), qPrintable(point.tooltip));
        // A level whose interval is not known has no whisker, and says nothing: one kind in a chart.
        QVERIFY(!spec.series[0].points[0].xRange);
        QVERIFY(!spec.series[0].points[0].tooltip.contains("interval"));
        ChartPane pane;
        pane.resize(640, 400);
        pane.setSpec(spec);
        QVERIFY(!pane.image({640, 400}, 1).isNull());
    }

    void aMeanAndAGhostHaveNoInterval() {
        const Figures figures = sweep();
        std::vector<std::vector<LevelIntervals>> intervals{std::vector<LevelIntervals>(5)};
        for (LevelIntervals& one : intervals[0])
            one.quantiles[static_cast<std::size_t>(RowMetric::e2e)].fill({1.0, 2.0});
        ChartLook look;
        look.intervals = &intervals;
        const ChartSpec mean = loadChart(figures, {}, e2eMean, look);
        for (const ChartPoint& point : mean.series[0].points) QVERIFY(!point.yRange);
        look.ghost = &figures;  // the same object: what tells them apart is that a ghost has no bars at all
        const ChartSpec ghost = loadChart(figures, {}, quantityOf(RowMetric::e2e, quantile(0.25)), look);
        QVERIFY(ghost.series[0].ghost && !ghost.series[0].points[0].yRange);
        QVERIFY(ghost.series[1].points[0].yRange);
    }

    /// The spread of the rows is a mark of its own, off until it is asked for, and named in the legend.
    void theSpreadIsNoWhisker_data() {
        QTest::addColumn<double>("p");  // 0: the mean
        QTest::addColumn<bool>("surrounds");
        QTest::newRow("mean") << 0.0 << true;
        QTest::newRow("median") << 0.5 << true;
        QTest::newRow("p99 lies outside of it") << 0.99 << false;
    }
    void theSpreadIsNoWhisker() {
        QFETCH(double, p);
        QFETCH(bool, surrounds);
        Figures figures = sweep();
        for (LevelFigures& one : figures.configurations[0].levels) {
            Distribution& e2e = one.metrics[static_cast<std::size_t>(RowMetric::e2e)];
            e2e.quantiles = {*e2e.mean - 1, *e2e.mean, *e2e.mean + 2, {}, {}, *e2e.mean + 9, {}};
        }
        const Quantity x = quantityOf(RowMetric::e2e, p == 0 ? meanStatistic : quantile(p));
        ChartLook look;
        const ChartSpec off = curveChart(figures, {}, x, systemRate, look);
        for (const ChartPoint& point : off.series[0].points) QVERIFY(!point.xRange && !point.xSpread);
        QVERIFY(off.spread.isEmpty() && off.whisker.isEmpty());
        look.spread = true;
        for (const ChartSpec& spec : {curveChart(figures, {}, x, systemRate, look), loadChart(figures, {}, x, look)}) {
            const ChartPoint& point = spec.series[0].points[1];
            const ChartStretch spread = point.xSpread ? point.xSpread : point.ySpread;
            QCOMPARE(spread.has_value(), surrounds);
            QCOMPARE(spec.spread, QString(surrounds ? "rows, p25 to p75" : ""));
            if (surrounds) QCOMPARE(*spread, std::pair(37.4 - 1, 37.4 + 2));
            QVERIFY(!point.xRange && !point.yRange);
            ChartPane pane;
            pane.resize(640, 400);
            pane.setSpec(spec);
            QVERIFY(!pane.image({640, 400}, 1).isNull());
        }
    }

    void hiddenConfigurationIsNotDrawn() {
        Settings settings = fortySeconds();
        settings.hidden = {ConfigurationId{1}};
        const ChartSpec spec = curveChart(sweep(), settings, e2eMean, systemRate, {});
        QVERIFY(spec.series.isEmpty());
        QVERIFY(spec.rings.isEmpty());
        QVERIFY(!spec.emptyText.isEmpty());
    }

    void withheldLevelIsNotedNotDrawn() {
        Figures figures = sweep();
        figures.configurations[0].levels[4].systemOutputRate.reset();
        const ChartSpec spec = curveChart(figures, {}, e2eMean, systemRate, {});
        QCOMPARE(spec.series[0].points.size(), 4);
        QCOMPARE(spec.notes.size(), 1);
    }

    void ghostIsPaleUnlabelledAndUnderneath() {
        const Figures before = sweep();
        ChartLook look;
        look.ghost = &before;
        const ChartSpec spec = curveChart(sweep(), {}, e2eMean, systemRate, look);
        QCOMPARE(spec.series.size(), 2);
        QVERIFY(spec.series[0].ghost);
        QVERIFY(spec.series[0].points[0].label.isEmpty());
        QVERIFY(!spec.series[1].ghost);
    }

    void summaryOnlyIsHollow() {
        Figures figures = sweep();
        figures.configurations[0].levels[1].summaryOnly = true;
        const ChartSpec spec = curveChart(figures, {}, e2eMean, systemRate, {});
        QVERIFY(spec.series[0].points[1].hollow);
        QVERIFY(!spec.series[0].points[0].hollow);
    }

    void oneReplaceASeries() {
        ChartPane pane;
        pane.resize(640, 400);
        pane.setSpec(curveChart(sweep(), fortySeconds(), e2eMean, systemRate, {}));
        QCOMPARE(pane.replacesOfLastSpec(), 1);
        pane.setSpec(curveChart(sweep(), fortySeconds(), e2eMean, systemRate, {}));
        QCOMPARE(pane.replacesOfLastSpec(), 1);
    }

    void pointsLieWhereTheAxesSay() {
        ChartScene scene;
        scene.setSize({800, 500});
        scene.setSpec(curveChart(sweep(), {}, e2eMean, systemRate, {}));
        const auto at = scene.plot().toScene(40.8, 803);
        QVERIFY(at.has_value());
        const ChartPoint* near = scene.pointNear(*at, 5);
        QVERIFY(near != nullptr);
        QCOMPARE(near->level, 2);
        QVERIFY(scene.pointNear(*at + QPointF(0, 200), 5) == nullptr);
        const QPointF back = scene.plot().toChart(*at);
        QVERIFY(std::abs(back.x() - 40.8) < 1e-9 && std::abs(back.y() - 803) < 1e-9);
    }

    void exportsRepeatToTheByte() {
        ChartPane pane;
        pane.setSpec(curveChart(sweep(), fortySeconds(), e2eMean, systemRate, {}));
        QCOMPARE(pane.image({640, 400}, 2), pane.image({640, 400}, 2));
        QCOMPARE(pane.image({640, 400}, 2).size(), QSize(1280, 800));
        const QByteArray svg = pane.svg({640, 400});
        QVERIFY(svg.contains("768") || svg.contains("c=64"));
        QVERIFY(svg.trimmed().endsWith("</svg>"));
        QCOMPARE(svg, pane.svg({640, 400}));
        QVERIFY(pane.csv().contains(QString("A,c=64,40.799999999999997,803")));
    }

    void logAxisPassesOverWhatItCannotDraw_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("drawn");
        QTest::newRow("zero") << 0.0 << false;
        QTest::newRow("negative") << -1.0 << false;
        QTest::newRow("nan") << std::nan("") << false;
        QTest::newRow("positive") << 100.0 << true;
    }
    void logAxisPassesOverWhatItCannotDraw() {
        QFETCH(double, value);
        QFETCH(bool, drawn);
        QCOMPARE(AxisMap(true).toChart(value).has_value(), drawn);
        if (drawn) QCOMPARE(*AxisMap(true).toChart(value), 2.0);
    }

    void ticksAreFewAndLabelled_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("log");
        QTest::newRow("linear") << 0.0 << 1238.0 << false;
        QTest::newRow("small") << 0.001 << 0.0042 << false;
        QTest::newRow("log over decades") << 0.0 << 3.0 << true;
        QTest::newRow("log inside one decade") << std::log10(120.0) << std::log10(950.0) << true;
    }
    void ticksAreFewAndLabelled() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(bool, log);
        const auto ticks = axisTicks({low, high}, AxisMap(log), 10);
        QVERIFY(ticks.size() >= 2 && ticks.size() <= 10);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            QVERIFY(!ticks[i].text.isEmpty());
            QVERIFY(ticks[i].at >= low - 1e-9 && ticks[i].at <= high + 1e-9);
            if (i) QVERIFY(ticks[i].text != ticks[i - 1].text);
        }
    }

    void ticksFillTheRangeTheyAreGiven() {
        // Nice ticks enclose a range; 0 to 3060 by thousands is four within it, not two.
        const auto ticks = axisTicks({0, 3060}, AxisMap(false), 4);
        QStringList texts;
        for (const Tick& tick : ticks) texts << tick.text;
        QCOMPARE(texts, QStringList({"0", "1\u2009000", "2\u2009000", "3\u2009000"}));
    }

    void aLogLoadAxisHasTheLoadsMeasuredForTicks() {
        ChartLook look;
        look.logX = true;
        const ChartSpec spec = loadChart(sweep(), {}, systemRate, look);
        QCOMPARE(spec.x.ticks, (std::vector<double>{32, 48, 64, 96, 128}));
        const AxisMap map(true);
        const auto ticks = axisTicks(spec.x, {std::log10(30.0), std::log10(130.0)}, map, 4);
        QCOMPARE(ticks.size(), std::size_t{5});
        QCOMPARE(ticks.back().text, QString("128"));
        // Zoomed in on one load there is nothing to read from it alone: nice numbers again.
        QVERIFY(axisTicks(spec.x, {std::log10(60.0), std::log10(70.0)}, map, 4).size() >= 2);
    }

    void aTitleLongerThanItsAxisLiesAbove() {
        ChartScene scene;
        scene.setSpec(curveChart(sweep(), {}, e2eMean, systemRate, {}));
        scene.setSize({800, 500});
        QVERIFY(!scene.plot().yTitleAbove);
        const double tall = scene.plot().area.top();
        scene.setSize({800, 160});
        QVERIFY(scene.plot().yTitleAbove);
        QVERIFY(scene.plot().area.top() > tall);
    }

    void aLimitsTextKeepsOffTheLines() {
        LabelPlacer placer(QRectF(0, 0, 200, 200));
        placer.avoid({0, 5}, {200, 5});
        const auto box = placer.choose({QRectF(50, 0, 30, 12), QRectF(50, 20, 30, 12)});
        QVERIFY(box && box->top() == 20);
        QVERIFY(!placer.choose({QRectF(60, 22, 30, 12)}));  // taken
    }

    void sideBySideIsOnePlotAConfigurationOnSharedAxes() {
        Figures figures = sweep();
        figures.configurations.push_back(figures.configurations[0]);
        figures.configurations[1].id = ConfigurationId{2};
        figures.configurations[1].name = "B";
        for (LevelFigures& level : figures.configurations[1].levels)
            level.systemOutputRate = *level.systemOutputRate * 3;
        ChartSpec spec = curveChart(figures, fortySeconds(), e2eMean, systemRate, {});
        QCOMPARE(facets(spec).size(), std::size_t{1});
        spec.sideBySide = true;
        const auto parts = facets(spec);
        QCOMPARE(parts.size(), std::size_t{2});
        for (int i = 0; i < 2; ++i) {
            const ChartSpec& part = parts[static_cast<std::size_t>(i)];
            QCOMPARE(part.series.size(), 1);
            QCOMPARE(part.series[0].configuration, i);
            QCOMPARE(part.rings.size(), 1);
            QCOMPARE(part.limits.size(), 1);
            QCOMPARE(part.x.low, parts[0].x.low);
            QCOMPARE(part.y.high, parts[0].y.high);
        }
        ChartPane pane;
        pane.resize(640, 400);
        pane.setSpec(spec);
        QCOMPARE(pane.plots(), std::size_t{2});
        QCOMPARE(pane.replacesOfLastSpec(), 2);
        QCOMPARE(pane.csv().count('\n'), 11);
        spec.sideBySide = false;
        pane.setSpec(spec);
        QCOMPARE(pane.plots(), std::size_t{1});
    }

    void plotsSideBySideStayLegible_data() {
        QTest::addColumn<int>("plots");
        QTest::addColumn<QSize>("pane");
        QTest::newRow("one takes all") << 1 << QSize(300, 90);
        QTest::newRow("two abreast") << 2 << QSize(800, 300);
        QTest::newRow("two below each other") << 2 << QSize(300, 800);
        QTest::newRow("more than fit") << 14 << QSize(690, 310);
        QTest::newRow("narrower than one") << 3 << QSize(120, 600);
    }
    void plotsSideBySideStayLegible() {
        QFETCH(int, plots);
        QFETCH(QSize, pane);
        const FacetGrid grid = facetGrid(static_cast<std::size_t>(plots), pane);
        const int rows = static_cast<int>(grid.heights.size());
        const QSize cell = grid.place(static_cast<std::size_t>(plots - 1)).size();
        QVERIFY(grid.columns * rows >= plots && grid.columns * (rows - 1) < plots);
        QVERIFY(grid.columns * cell.width() <= pane.width());
        if (grid.columns > 1) QVERIFY(cell.width() >= 260);
        if (plots > 1) QVERIFY(cell.height() >= 190);
        if (plots == 1) QCOMPARE(cell, pane);
    }

    void aLegendLeavesThePlotItsRoom() {
        Figures figures = sweep();
        for (int i = 2; i <= 40; ++i) {
            figures.configurations.push_back(figures.configurations[0]);
            figures.configurations.back().id = ConfigurationId{i};
            figures.configurations.back().name = "a configuration of many, number " + std::to_string(i);
        }
        ChartScene scene;
        scene.setSpec(curveChart(figures, {}, e2eMean, systemRate, {}));
        scene.setSize({690, 310});
        QVERIFY2(scene.plot().area.height() > 140, qPrintable(QString::number(scene.plot().area.height())));
    }

    void labelsKeepOffLinesWhereTheyCan() {
        LabelPlacer placer(QRectF(0, 0, 200, 200));
        placer.avoid({0, 200}, {200, 0});  // through the point, up to the right: where a label would go first
        const auto box = placer.place({100, 100}, {30, 12}, 5);
        QVERIFY(box.has_value());
        for (double t = 0; t <= 200; t += 4) QVERIFY(!box->contains(QPointF(t, 200 - t)));
        placer.block(QRectF(0, 0, 200, 90));
        placer.block(QRectF(0, 110, 200, 90));
        placer.avoid({0, 100}, {200, 100});
        QVERIFY(placer.place({40, 100}, {30, 12}, 5).has_value());
    }

    void aSegmentIsCutToThePlot_data() {
        QTest::addColumn<QLineF>("segment");
        QTest::addColumn<bool>("seen");
        QTest::addColumn<QLineF>("part");
        const double far = 1e12;
        const double nan = std::nan("");
        QTest::newRow("within") << QLineF(10, 10, 20, 30) << true << QLineF(10, 10, 20, 30);
        QTest::newRow("across") << QLineF(-100, 50, 300, 50) << true << QLineF(0, 50, 200, 50);
        QTest::newRow("a corner") << QLineF(-50, 50, 50, -50) << true << QLineF(0, 0, 0, 0);
        QTest::newRow("beside") << QLineF(-10, 0, -10, 100) << false << QLineF();
        QTest::newRow("past a corner") << QLineF(-60, 50, 50, -60) << false << QLineF();
        QTest::newRow("a point") << QLineF(5, 5, 5, 5) << true << QLineF(5, 5, 5, 5);
        QTest::newRow("endless") << QLineF(-far, 50, far, 50) << true << QLineF(0, 50, 200, 50);
        QTest::newRow("not a number") << QLineF(nan, 0, 10, 10) << false << QLineF();
        QTest::newRow("infinite") << QLineF(0, 0, std::numeric_limits<double>::infinity(), 0) << false << QLineF();
    }
    void aSegmentIsCutToThePlot() {
        QFETCH(QLineF, segment);
        QFETCH(bool, seen);
        QFETCH(QLineF, part);
        const auto cut = clipped(segment, QRectF(0, 0, 200, 100));
        QCOMPARE(cut.has_value(), seen);
        if (seen)
            for (const double off :
                 {cut->x1() - part.x1(), cut->y1() - part.y1(), cut->x2() - part.x2(), cut->y2() - part.y2()})
                QVERIFY(std::abs(off) < 1e-3);
    }

    void anEndlessLineCostsALabelNoMore() {
        LabelPlacer placer(QRectF(0, 0, 200, 200));
        placer.avoid({-1e12, 100}, {1e12, 100});
        const auto box = placer.choose({QRectF(50, 95, 30, 12), QRectF(50, 20, 30, 12)});
        QVERIFY(box && box->top() == 20);
    }

    void thousandsOfLinesAreDrawnWithoutQtCharts() {
        Figures figures = sweep();
        for (int i = 2; i <= 300; ++i) {
            figures.configurations.push_back(figures.configurations[0]);
            figures.configurations.back().id = ConfigurationId{i};
        }
        const auto ink = [](const QImage& image, const QColor& colour) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour;
            return count;
        };
        ChartPane pane;
        pane.resize(640, 400);
        ChartLook look;
        look.styleOf.assign(300, 0);
        ChartSpec spec = curveChart(figures, {}, e2eMean, systemRate, look);
        for (ChartSeries& series : spec.series) series.markers = false;
        pane.setSpec(spec);
        QCOMPARE(pane.replacesOfLastSpec(), 0);
        const int many = ink(pane.image({640, 400}, 1), seriesStyle(0, false).colour);
        spec.series.resize(1);
        pane.setSpec(spec);
        QCOMPARE(pane.replacesOfLastSpec(), 1);
        const int one = ink(pane.image({640, 400}, 1), seriesStyle(0, false).colour);
        QVERIFY2(one > 100 && many >= one, qPrintable(QStringLiteral("%1 %2").arg(one).arg(many)));
    }

    void labelsNeverOverlap() {
        LabelPlacer placer(QRectF(0, 0, 200, 100));
        std::vector<QRectF> placed;
        for (int i = 0; i < 40; ++i)
            if (const auto box = placer.place(QPointF(10 + 4 * i, 50), QSizeF(30, 12), 5)) placed.push_back(*box);
        QVERIFY(placed.size() > 4 && placed.size() < 40);
        for (std::size_t i = 0; i < placed.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) QVERIFY(!placed[i].intersects(placed[j]));
    }
};

PLUMBLINE_WATCHED_MAIN(QApplication, ChartTest)
#include "chart_test.moc"
