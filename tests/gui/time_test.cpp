// The Time tab: what is drawn, edges that a hand drags, choices that are put in force, figures that can be hidden.
#include <QCheckBox>
#include <QTableWidget>
#include <QToolButton>

#include "tests/gui/window_fixture.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/facets.h"

using namespace plumbline;
using test::patience;

namespace {

RunTimeline steadyRun() {
    RunTimeline run;
    run.length = 40;
    run.binSeconds = 10;
    run.rate = {{0, 5}, {10, 10}, {20, 10}, {30, 10}, {40, 10}};
    run.inFlight = {{0, 1}, {3, 4}, {37, 1}, {40, 0}};
    run.ttft = {{0, 0.1}, {5, 0.2}, {30, 0.15}};
    return run;
}

Figures oneLevel() {
    ConfigurationFigures configuration;
    configuration.id = ConfigurationId{1};
    configuration.name = "A";
    configuration.levels.resize(1);
    configuration.levels[0].load = {LoadKind::concurrency, 4};
    Figures figures;
    figures.configurations = {configuration};
    return figures;
}

ChartView& viewOf(ChartPane& pane, int plot) { return *pane.findChildren<ChartView*>().at(plot); }

QPoint pixelAt(ChartView& view, double seconds) {
    const PlotGeometry& plot = view.chart().plot();
    return view.mapFromScene(QPointF(plot.xPixel(seconds), plot.area.top() + 10));
}

void drag(ChartView& view, double from, double to) {
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, pixelAt(view, from));
    QTest::mouseMove(view.viewport(), pixelAt(view, (from + to) / 2));
    QTest::mouseMove(view.viewport(), pixelAt(view, to));
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, pixelAt(view, to));
}

/// Opens a trace with the Time tab in front; waits for the lines.
bool openTime(test::WindowFixture& fixture) {
    if (!fixture.open({fixture.a})) return false;
    fixture.window().tabs().setCurrentWidget(&fixture.window().timeTab());
    fixture.window().timeTab().flush();
    return fixture.settle() && !fixture.window().timeTab().pane().spec().stack.empty();
}

}  // namespace

class TimeTest : public QObject {
    Q_OBJECT
private slots:
    void threePlotsOnOneAxis() {
        LevelTimeline timeline;
        timeline.runs = {steadyRun()};
        const ChartSpec spec = timeChart(oneLevel(), timeline, 0, {3, 37}, 0, 0, {});
        QVERIFY(spec.emptyText.isEmpty());
        QCOMPARE(spec.stack.size(), std::size_t{3});
        for (const ChartSpec& plot : spec.stack) {
            QCOMPARE(*plot.x.high, 40.0);
            QCOMPARE(plot.limits.size(), qsizetype{2});
            QCOMPARE(plot.limits[0].value, 3.0);
            QCOMPARE(plot.limits[0].handle, windowBegin);
            QCOMPARE(plot.limits[1].value, 37.0);
            QCOMPARE(plot.limits[1].handle, windowEnd);
        }
        QCOMPARE(spec.stack[2].series[0].points[1].y, 200.0);  // ms
        ChartPane pane;
        pane.resize(700, 500);
        pane.setSpec(spec);
        QCOMPARE(pane.plots(), std::size_t{3});
        std::vector<ChartScene*> scenes;
        for (ChartView* view : pane.findChildren<ChartView*>()) scenes.push_back(&view->chart());
        for (const ChartScene* scene : scenes) {
            QCOMPARE(scene->plot().area.left(), scenes[0]->plot().area.left());
            QCOMPARE(scene->plot().area.width(), scenes[0]->plot().area.width());
        }
        QCOMPARE(pane.csv().count('\n'), 1 + 5 + 4 + 3);
        scenes[0]->setZoom(AxisRange{0, 20}, scenes[0]->fullY());
        viewOf(pane, 0).zoomBy(0.9);
        QVERIFY(scenes[2]->zoomX() == scenes[0]->zoomX());
        QVERIFY(scenes[2]->zoomY() != scenes[0]->zoomY());  // each has its own quantity
        pane.resetZoom();
        for (const ChartScene* scene : scenes) QVERIFY(!scene->zoomX());
    }

    void aReasonInPlaceOfPlots() {
        LevelTimeline timeline;
        timeline.missing = "Only a summary tells of this level.";
        const ChartSpec spec = timeChart(oneLevel(), timeline, 0, {}, 0, 0, {});
        QVERIFY(spec.stack.empty() && spec.emptyText.contains("summary"));
    }

    void stacksFillThePane_data() {
        QTest::addColumn<int>("plots");
        QTest::addColumn<QSize>("pane");
        QTest::addColumn<QSize>("cell");
        QTest::newRow("three, and the axis under the last") << 3 << QSize(800, 644) << QSize(800, 200);
        QTest::newRow("lower than can be read: it scrolls") << 3 << QSize(800, 150) << QSize(800, 72);
    }
    void stacksFillThePane() {
        QFETCH(int, plots);
        QFETCH(QSize, pane);
        QFETCH(QSize, cell);
        const FacetGrid grid = stackGrid(std::vector<ChartSpec>(static_cast<std::size_t>(plots)), pane);
        QCOMPARE(grid.columns, 1);
        QCOMPARE(grid.heights.size(), static_cast<std::size_t>(plots));
        QCOMPARE(grid.place(1), QRect(QPoint(0, cell.height()), cell));
        QCOMPARE(grid.height(), plots * cell.height() + 44);
    }
    // 344 are 44 for the axis, 72 for each, and of the other 156 two thirds and one third.
    void aStackSharesItsHeight() {
        std::vector<ChartSpec> stack(2);
        stack[0].share = 2;
        const FacetGrid grid = stackGrid(stack, {800, 344});
        QCOMPARE(grid.place(0), QRect(0, 0, 800, 176));
        QCOMPARE(grid.place(1), QRect(0, 176, 800, 168));
    }

    void draggingAnEdgeTurnsTheWarmup() {
        test::WindowFixture fixture;
        QVERIFY(openTime(fixture));
        ChartView& view = viewOf(fixture.window().timeTab().pane(), 0);
        const double length = *view.chart().spec().x.high;
        const std::size_t before = fixture.session().history().done().size();
        drag(view, 0, length / 4);
        QVERIFY(fixture.settle());
        const double warmup = seconds(fixture.session().settings().measure.warmup);
        QVERIFY2(std::abs(warmup - length / 4) < length / 50, qPrintable(QString::number(warmup)));
        QCOMPARE(fixture.session().history().done().size(), before + 1);  // one change, however often it moved
        QVERIFY(fixture.session().shown().figures->configurations[0].levels[0].rows.warmup > 0);
        drag(view, length, length * 0.9);
        QVERIFY(fixture.settle());
        QVERIFY(std::abs(seconds(fixture.session().settings().measure.cooldown) - length / 10) < length / 50);
        fixture.session().undo();
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.session().settings().measure == MeasureSettings{});
    }

    void aClickBesideTheEdgeIsNoDrag() {
        test::WindowFixture fixture;
        QVERIFY(openTime(fixture));
        ChartView& view = viewOf(fixture.window().timeTab().pane(), 1);
        const double length = *view.chart().spec().x.high;
        drag(view, length / 3, length / 2);  // a box to zoom into
        QVERIFY(fixture.session().settings().measure == MeasureSettings{});
        QVERIFY(view.chart().zoomX().has_value());
    }

    void choicesArePutInForce() {
        test::WindowFixture fixture;
        QVERIFY(openTime(fixture));
        TimeTab& tab = fixture.window().timeTab();
        QVERIFY(tab.choices().isVisible());
        QCOMPARE(tab.choices().item(3, TimeTab::rule)->text(), QString("in-flight share"));
        QVERIFY(!tab.useButton(0).isEnabled());  // the whole run is what is in force
        QVERIFY(!tab.useButton(2).isEnabled());  // 40 rows: MSER-5 finds nothing that it can stand by
        QVERIFY(tab.choices().item(2, TimeTab::rule)->text().contains("untrusted"));
        Settings hand = fixture.session().settings();
        hand.measure.warmup = fromSeconds(0.5);
        fixture.session().change(hand);
        QVERIFY(fixture.settle());
        QVERIFY(tab.useButton(0).isEnabled());
        QCOMPARE(tab.choices().item(1, TimeTab::warmup)->text(), QString("0.500"));
        tab.useButton(0).click();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.session().settings().measure == MeasureSettings{});
    }

    void headlineFiguresCanBeHidden() {
        test::WindowFixture fixture;
        QVERIFY(openTime(fixture));
        TimeTab& tab = fixture.window().timeTab();
        QVERIFY(!tab.choices().isColumnHidden(TimeTab::outputRate));
        tab.hidesFigures().click();
        for (const int column : {TimeTab::outputRate, TimeTab::ttftP50, TimeTab::ttftP99, TimeTab::e2eMean})
            QVERIFY(tab.choices().isColumnHidden(column));
        QVERIFY(!tab.choices().isColumnHidden(TimeTab::warmup));
    }

    void theVerdictOnDriftIsSaid() {
        test::WindowFixture fixture;
        QVERIFY(openTime(fixture));
        const QString notes = fixture.window().timeTab().pane().spec().notes.join(' ');
        QVERIFY2(notes.contains("e2e is not judged"), qPrintable(notes));  // 40 rows make 8 batches
    }

    void theDockTurnsBothSwitches() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        CutoffsPanel& panel = fixture.window().cutoffs();
        auto &failed = panel.editor<QCheckBox>("failed_as_infinite"), &rule = panel.editor<QCheckBox>("warmup_auto");
        failed.click();
        rule.click();
        QVERIFY(fixture.session().settings().measure.failedAsInfinite);
        QVERIFY(fixture.session().settings().measure.warmupAuto);
        QVERIFY(fixture.settle());
        panel.resetAll();
        QVERIFY(!failed.isChecked() && !rule.isChecked());
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, TimeTest)
#include "time_test.moc"
