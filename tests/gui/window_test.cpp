// The window as a person uses it: open, move the slider, type a limit, exclude a row, undo, merge, split.
#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QUrl>

#include "tests/gui/window_fixture.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/settings_edits.h"

using namespace plumbline;
using test::patience;

namespace {

const ChartSeries* seriesOf(const ChartSpec& spec, int configuration, bool ghost = false) {
    for (const ChartSeries& series : spec.series)
        if (series.configuration == configuration && series.ghost == ghost && series.points.size() > 1) return &series;
    return nullptr;
}

std::size_t ghosts(const ChartSpec& spec) {
    return static_cast<std::size_t>(std::ranges::count_if(spec.series, &ChartSeries::ghost));
}

QStringList actionsOf(const QMenu& menu) {
    QStringList texts;
    for (const QAction* action : menu.actions()) {
        if (action->menu()) texts << actionsOf(*action->menu());
        if (!action->isSeparator() && !action->menu()) texts << action->text();
    }
    return texts;
}

}  // namespace

class WindowTest : public QObject {
    Q_OBJECT
private slots:
    void anEmptyWindowSaysWhatToDrop() {
        test::WindowFixture fixture;
        const auto labels = fixture.window().findChildren<QLabel*>();
        const bool said = std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("Drop result files"));
        });
        QVERIFY(said);
        QVERIFY(!fixture.session().files().isOpen());
    }

    void opensFilesAndShowsTheirCurves() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        const ChartSpec& spec = fixture.window().curveTab().pane().spec();
        QVERIFY2(spec.emptyText.isEmpty(), qPrintable(spec.emptyText));
        for (const int configuration : {0, 1}) {
            const ChartSeries* series = seriesOf(spec, configuration);
            QVERIFY(series);
            QCOMPARE(series->points.size(), 4);
        }
        QCOMPARE(fixture.window().configurations().model().rowCount(), 2);
        QCOMPARE(fixture.window().rows().model().rowCount(), 320);
        QCOMPARE(fixture.window().dock(QStringLiteral("rows"))->windowTitle().left(4), QStringLiteral("Rows"));
        QVERIFY(fixture.window().messages().text().contains(QStringLiteral("2 files")));
        QVERIFY(!fixture.window().curveTab().pane().image({640, 360}, 1).isNull());
    }

    void referenceTrafficIsDrawnDashedBesideTheLengths() {
        test::WindowFixture fixture;
        const QString path = fixture.filePath("conv.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.68,374,44\n2023-11-16 18:15:47,40,9\n");
        file.close();
        QVERIFY(fixture.open({path}));
        QVERIFY(fixture.session().shown().figures->configurations.empty());
        QVERIFY(
            fixture.window().curveTab().pane().spec().emptyText.startsWith(QStringLiteral("Reference traffic only")));
        QCOMPARE(fixture.window().configurations().model().rowCount(), 1);

        QVERIFY(fixture.open({fixture.a}));
        QCOMPARE(fixture.window().configurations().model().rowCount(), 2);
        DistributionTab& tab = fixture.window().distributionTab();
        QComboBox& metric = tab.metricPicker();
        metric.setCurrentIndex(metric.findText(QStringLiteral("Prompt tokens")));
        tab.flush();
        QTRY_VERIFY_WITH_TIMEOUT(tab.settled(), patience);
        tab.flush();
        const ChartSpec& spec = tab.pane().spec();
        QCOMPARE(spec.series.size(), 2);
        QVERIFY(spec.series[1].dashed);
        QCOMPARE(spec.series[1].name, QStringLiteral("conv.csv"));
        QCOMPARE(spec.series[1].points.last().x, 374.0);
        QCOMPARE(spec.notes.size(), 1);
        QVERIFY(spec.notes[0].endsWith(QStringLiteral("KS distance 0.50")));  // 50 tokens each, between 40 and 374
        QVERIFY(!tab.loadPicker().isEnabled() && tab.trafficPicker().isEnabled());
        QVERIFY(!tab.pane().image({640, 360}, 1).isNull());
    }

    void takesWhatIsDropped() {
        test::WindowFixture fixture;
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(fixture.a), QUrl::fromLocalFile(fixture.b)});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&fixture.window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&fixture.window(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().shown().figures && !fixture.session().files().importing(), patience);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->configurations.size(), std::size_t{2});
    }

    void figuresFollowTheSliderWithAGhostUntilItIsLetGo() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        QSlider& slider = fixture.window().cutoffs().intervalSlider();
        QCOMPARE(slider.value(), 200);  // 0.2 s
        const QString before = fixture.window().cutoffs().counts().text();
        const ChartPane& pane = fixture.window().curveTab().pane();
        QCOMPARE(ghosts(pane.spec()), std::size_t{0});
        slider.setSliderDown(true);
        for (int position = 210; position <= 600; position += 10) slider.setSliderPosition(position);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().shown().settings.measure.minInterval == sliderInterval(600),
                                 patience);
        QTRY_VERIFY(ghosts(pane.spec()) > 0);
        QVERIFY(fixture.window().cutoffs().counts().text() != before);
        QVERIFY(!fixture.session().history().canUndo());
        QVERIFY(pane.replacesOfLastSpec() <= pane.spec().series.size());
        slider.setSliderDown(false);
        QVERIFY(fixture.settle());
        QTRY_COMPARE(ghosts(pane.spec()), std::size_t{0});
        QVERIFY(fixture.session().history().undoText().contains(QStringLiteral("interval 0.2 s")));
        QCOMPARE(fixture.window().cutoffs().changes().count(), 1);
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QCOMPARE(slider.value(), 200);
        QCOMPARE(fixture.window().cutoffs().counts().text(), before);
    }

    void aTypedLimitIsCrossedInWords() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        SloPanel& slos = fixture.window().slos();
        slos.entryLine().setText(QStringLiteral("e2e mean < 2500ms"));
        QTest::keyClick(&slos.entryLine(), Qt::Key_Return);
        QVERIFY(fixture.settle());
        QCOMPARE(slos.list().count(), 2);  // the limit, and a line for the configuration
        const QString said = slos.list().item(1)->text();
        // Mean e2e is 1, 2, 3, 4 s and 20 ms at loads 1, 2, 4, 8.
        QVERIFY2(said.contains(QStringLiteral("between 2 and 4")), qPrintable(said));
        QVERIFY(!fixture.window().curveTab().pane().spec().limits.isEmpty());
        QVERIFY(!fixture.window().curveTab().pane().spec().rings.isEmpty());
        slos.list().setCurrentRow(0);
        slos.list().setFocus();
        QTest::keyClick(&slos.list(), Qt::Key_Delete);
        QVERIFY(fixture.settle());
        QCOMPARE(slos.list().count(), 0);
    }

    void aWrongLimitSaysWhatIsRight() {
        test::WindowFixture fixture;
        SloPanel& slos = fixture.window().slos();
        slos.entryLine().setText(QStringLiteral("e2e meen < 40s"));
        QTest::keyClick(&slos.entryLine(), Qt::Key_Return);
        QVERIFY(slos.problem().isVisibleTo(&slos));
        QVERIFY(!slos.problem().text().isEmpty());
        QVERIFY(fixture.session().settings().slos.empty());
        QCOMPARE(slos.entryLine().text(), QStringLiteral("e2e meen < 40s"));
    }

    void excludesARowWithXAndTakesItBack() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        RowsPanel& rows = fixture.window().rows();
        fixture.window().showDock(QStringLiteral("rows"));
        fixture.window().activateWindow();
        rows.table().setFocus();
        rows.table().selectRow(5);
        QTest::keyClick(&rows.table(), Qt::Key_X);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->excludedRows, std::size_t{1});
        const QModelIndex decision = rows.model().index(5, static_cast<int>(rowTablePosition("place")));
        QCOMPARE(decision.data().toString(), QStringLiteral("excluded"));
        QTest::keySequence(&fixture.window(), QKeySequence::Undo);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->excludedRows, std::size_t{0});
        QTest::keySequence(&fixture.window(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->excludedRows, std::size_t{1});
    }

    void anXTypedElsewhereDecidesNothing() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        fixture.window().activateWindow();
        fixture.window().rows().table().selectRow(5);
        QLineEdit& filter = fixture.window().rows().filterLine();
        filter.setFocus();
        QTest::keyClicks(&filter, QStringLiteral("kxn"));
        QCOMPARE(filter.text(), QStringLiteral("kxn"));
        fixture.window().curveTab().setFocus();
        QTest::keyClick(&fixture.window().curveTab(), Qt::Key_X);
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.session().settings().decisions);
    }

    void reviewsTheQueueByKeys() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        SuspiciousPanel& queue = fixture.window().suspicious();
        fixture.window().showDock(QStringLiteral("suspicious"));
        fixture.window().activateWindow();
        QVERIFY(queue.model().rowCount() >= 2);  // bursts of 100 tokens in a millisecond
        QTRY_VERIFY(queue.table().isVisible());
        queue.table().setFocus();
        QTRY_VERIFY(queue.table().hasFocus());
        queue.table().selectRow(0);
        const std::size_t first = queue.model().rowsAt(0).size();
        QTest::keyClick(&queue.table(), Qt::Key_X);
        QCOMPARE(queue.table().currentIndex().row(), 1);  // on to the next
        QTest::keyClick(&queue.table(), Qt::Key_K);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->excludedRows, first);
        QCOMPARE(queue.model().index(0, 0).data().toString(), QStringLiteral("excluded"));
        QCOMPARE(queue.model().index(1, 0).data().toString(), QStringLiteral("keep"));
    }

    void mergesAndSplitsFromTheTree() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        ConfigurationsPanel& panel = fixture.window().configurations();
        panel.tree().selectAll();
        panel.mergeSelected();
        QVERIFY(fixture.settle());
        QCOMPARE(panel.model().rowCount(), 1);
        panel.tree().setCurrentIndex(panel.model().index(0, 0));
        panel.splitSelected();
        QVERIFY(fixture.settle());
        QCOMPARE(panel.model().rowCount(), 2);
        fixture.session().undo();
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QCOMPARE(panel.model().rowCount(), 2);
        QVERIFY(!fixture.session().history().canUndo());
    }

    void aPointSelectsItsLevelEverywhere() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        emit fixture.window().curveTab().pane().pointClicked(1, 2);
        QVERIFY(fixture.window().selection().load() == Load({LoadKind::concurrency, 4}));
        const auto node =
            fixture.window().configurations().model().nodeAt(fixture.window().configurations().tree().currentIndex());
        QVERIFY(node);
        QCOMPARE(node->configuration, std::size_t{1});
        QCOMPARE(node->level, std::optional<std::size_t>(2));
        RowsPanel& rows = fixture.window().rows();
        const QModelIndex load =
            rows.table().currentIndex().siblingAtColumn(static_cast<int>(rowTablePosition("load")));
        QCOMPARE(load.data().toString(), QStringLiteral("concurrency 4"));
    }

    void everyTabDrawsAndReplacesASeriesOnce() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        QTabWidget& tabs = fixture.window().tabs();
        for (int i = 0; i < tabs.count(); ++i) {
            tabs.setCurrentIndex(i);
            QVERIFY(fixture.settle());
            auto* chart = qobject_cast<ChartTab*>(tabs.currentWidget());
            if (!chart) continue;
            const ChartSpec& spec = chart->pane().spec();
            QVERIFY2(!spec.series.isEmpty() || !spec.stack.empty() || !spec.emptyText.isEmpty(),
                     qPrintable(chart->fileStem()));
            qsizetype series = spec.series.size();
            for (const ChartSpec& plot : spec.stack) series += plot.series.size();
            QVERIFY(chart->pane().replacesOfLastSpec() <= series);
        }
        QVERIFY(fixture.window().compareTab().model().rowCount() > 10);
    }

    void aHiddenConfigurationIsNotDrawnAndKeepsItsColour() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        ConfigurationsModel& model = fixture.window().configurations().model();
        const QColor colour = seriesOf(fixture.window().curveTab().pane().spec(), 1)->style.colour;
        QVERIFY(model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
        QTest::qWait(50);
        const ChartSpec& spec = fixture.window().curveTab().pane().spec();
        QVERIFY(!seriesOf(spec, 0));
        QVERIFY(seriesOf(spec, 1));
        QCOMPARE(seriesOf(spec, 1)->style.colour, colour);
    }

    void savesUnderANameAndReopensAsLeft() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        const QString path = fixture.filePath("named.plumb");
        fixture.session().files().saveAs(path);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.session().files().path(), path, patience);
        fixture.window().cutoffs().editor<QSpinBox>("min_chunks").setValue(150);
        QVERIFY(fixture.settle());
        const QString counts = fixture.window().cutoffs().counts().text();
        QVERIFY(fixture.preferences().recent().contains(path));
        MainWindow again(fixture.preferences(), fixture.theme());
        again.show();
        again.files().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(again.settled(), patience);
        QTRY_COMPARE(again.cutoffs().counts().text(), counts);
        QCOMPARE(again.cutoffs().editor<QSpinBox>("min_chunks").value(), 150);
        QVERIFY(again.windowTitle().startsWith(QStringLiteral("named.plumb")));
    }

    void anUnreadableFileIsSaidAndNothingElseHappens() {
        test::WindowFixture fixture;
        fixture.window().files().open({fixture.filePath("no-such-file.json")});
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.session().files().importing(), patience);
        QTRY_VERIFY(fixture.window().messages().isVisible());
        QVERIFY2(fixture.window().messages().text().contains(QStringLiteral("no-such-file.json")),
                 qPrintable(fixture.window().messages().text()));
        QVERIFY(!fixture.session().files().hasData());
    }

    void configurationsStandSideBySideWhenAsked() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        CurveTab& tab = fixture.window().curveTab();
        QCOMPARE(tab.pane().plots(), std::size_t{1});
        tab.sideBySide().click();
        QTRY_COMPARE(tab.pane().plots(), std::size_t{2});
        QVERIFY(!tab.pane().image({640, 360}, 1).isNull());
        tab.sideBySide().click();
        QTRY_COMPARE(tab.pane().plots(), std::size_t{1});
    }

    void aFileThatChangedIsSaidSoAndReadAgain() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        MessageBar& messages = fixture.window().messages();
        test::writeTrace(fixture.a, QStringLiteral("A"), 20);
        fixture.session().files().checkFiles();
        QTRY_VERIFY_WITH_TIMEOUT(messages.text().contains(QStringLiteral("changed on disk")), patience);
        QVERIFY(messages.text().contains(QFileInfo(fixture.a).fileName()));
        QVERIFY(!messages.text().contains(QFileInfo(fixture.b).fileName()));
        const auto buttons = messages.findChildren<QPushButton*>();
        const auto again = std::ranges::find(buttons, QStringLiteral("Read again"), &QPushButton::text);
        QVERIFY(again != buttons.end());
        (*again)->click();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().shown().figures->totalRows == 160 + 80, patience);
        QCOMPARE(fixture.session().shown().figures->configurations.size(), std::size_t{2});
    }

    void everyActIsInTheMenus() {
        test::WindowFixture fixture;
        QStringList all;
        for (const QAction* top : fixture.window().menuBar()->actions()) all << actionsOf(*top->menu());
        for (const auto& list : {fixture.window().review().actions(), fixture.window().configurations().acts()})
            for (const QAction* action : list) QVERIFY2(all.contains(action->text()), qPrintable(action->text()));
        for (const QAction* action : fixture.window().findChildren<QAction*>()) {
            const bool bare = action->text().isEmpty() || action->isSeparator();
            if (!bare && action->shortcut().isEmpty() && action->parent() == &fixture.window() && !action->menu())
                QVERIFY2(all.contains(action->text()), qPrintable(action->text()));
        }
    }

    void themesFollowTheMenu() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        fixture.theme().setTheme(Theme::dark);
        QTRY_VERIFY(isDark(fixture.window().palette()));
        fixture.theme().setTheme(Theme::light);
        QTRY_VERIFY(!isDark(fixture.window().palette()));
    }

    void docksComeBackAsTheyWereLeft() {
        test::WindowFixture fixture;
        fixture.window().dock(QStringLiteral("bound"))->hide();
        fixture.window().close();
        MainWindow again(fixture.preferences(), fixture.theme());
        again.show();
        QVERIFY(again.dock(QStringLiteral("bound"))->isHidden());
        again.resetLayout();
        QVERIFY(!again.dock(QStringLiteral("bound"))->isHidden());
    }

    void opensTheSampleRuns() {
        if (FileController::sampleFolder().isEmpty()) QSKIP("no sample runs here");
        test::WindowFixture fixture;
        fixture.window().files().openSamples();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.window().settled() && !fixture.session().files().importing(), 2 * patience);
        if (fixture.session().shown().figures->configurations.empty()) QSKIP("the sample runs are empty");
        QVERIFY(fixture.settle());
        QVERIFY(fixture.window().curveTab().pane().spec().emptyText.isEmpty());
        QVERIFY(!fixture.window().curveTab().pane().spec().series.isEmpty());
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, WindowTest)
#include "window_test.moc"
