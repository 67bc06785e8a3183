// Panels on their own terms: the slider's scale, typed loads and values, the bound, offers, joins, notes.
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include "tests/gui/window_fixture.h"
#include "ui/panels/docks/context_editor.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/number_boxes.h"
#include "ui/review/note_bar.h"

using namespace plumbline;
using test::patience;

class PanelsTest : public QObject {
    Q_OBJECT
private slots:
    void theSliderIsFinerNearZero_data() {
        QTest::addColumn<int>("position");
        QTest::addColumn<qint64>("milliseconds");
        QTest::newRow("left end") << 0 << qint64{0};
        QTest::newRow("default") << 200 << qint64{200};
        QTest::newRow("half way") << 500 << qint64{1250};
        QTest::newRow("right end") << 1000 << qint64{5000};
    }
    void theSliderIsFinerNearZero() {
        QFETCH(int, position);
        QFETCH(qint64, milliseconds);
        QCOMPARE(sliderInterval(position), Nanoseconds(std::chrono::milliseconds(milliseconds)));
        QCOMPARE(sliderPosition(std::chrono::milliseconds(milliseconds)), position);
    }

    void aTypedIntervalMayPassTheSlider() { QCOMPARE(sliderPosition(std::chrono::seconds(60)), sliderSteps); }

    void readsTypedLoads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        QTest::newRow("a number") << "32" << static_cast<int>(LoadKind::concurrency) << 32.0;
        QTest::newRow("as labels say it") << " c=32 " << static_cast<int>(LoadKind::concurrency) << 32.0;
        QTest::newRow("a rate") << "2.5 req/s" << static_cast<int>(LoadKind::requestRate) << 2.5;
        QTest::newRow("a rate in full") << "4 requests/s" << static_cast<int>(LoadKind::requestRate) << 4.0;
        QTest::newRow("unbounded") << "Unbounded" << static_cast<int>(LoadKind::unbounded) << 0.0;
        QTest::newRow("zero is none") << "0" << -1 << 0.0;
        QTest::newRow("negative") << "-3" << -1 << 0.0;
        QTest::newRow("not a number") << "nan" << -1 << 0.0;
        QTest::newRow("infinite") << "inf" << -1 << 0.0;
        QTest::newRow("words") << "many" << -1 << 0.0;
        QTest::newRow("nothing") << "" << -1 << 0.0;
    }
    void readsTypedLoads() {
        QFETCH(QString, text);
        QFETCH(int, kind);
        QFETCH(double, value);
        const auto load = parseTypedLoad(text);
        QCOMPARE(load.has_value(), kind >= 0);
        if (load) QVERIFY(*load == Load({static_cast<LoadKind>(kind), value}));
    }

    void readsTypedContextValues_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("json");
        QTest::newRow("word") << "fp8"
                              << "\"fp8\"";
        QTest::newRow("number") << "8"
                                << "8";
        QTest::newRow("list") << "[\"--a\"]"
                              << "[\"--a\"]";
        QTest::newRow("truth") << "true"
                               << "true";
        QTest::newRow("a version is no number") << "0.11.0"
                                                << "\"0.11.0\"";
        QTest::newRow("a quote inside") << "a\"b"
                                        << "\"a\\\"b\"";
    }
    void readsTypedContextValues() {
        QFETCH(QString, text);
        QFETCH(QString, json);
        QCOMPARE(QString::fromStdString(jsonOfTyped(text)), json);
    }

    void aTypedBoundIsWorkedOut() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        BoundPanel& panel = fixture.window().bound();
        const auto put = [&](int row, int column, const char* text) {
            panel.groups().item(row, column)->setText(QString::fromLatin1(text));
        };
        put(0, 0, "experts");
        put(0, 1, "88.4e9");
        put(0, 2, "0.53125");
        put(1, 0, "rest");
        put(1, 1, "15.6e9");
        put(1, 2, "1");
        panel.bandwidth().setText(QStringLiteral("64e12"));
        panel.apply();
        QVERIFY(fixture.settle());
        const auto& configuration = fixture.session().shown().figures->configurations[0];
        QVERIFY(configuration.levels[0].bound);
        // METRICS §8: 62.56 GB a step over 64 TB/s: 1,023 tokens/s at batch 1.
        QVERIFY(configuration.levels[0].bound->user.nominal);
        QVERIFY(panel.working().toPlainText().size() > 40);
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.session().shown().figures->configurations[0].levels[0].bound);
        QCOMPARE(panel.groups().item(0, 0)->text(), QString());
    }

    void aCatalogBoundIsAskedForAndWorkedOut() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        BoundPanel& panel = fixture.window().bound();
        panel.forms().setCurrentIndex(1);
        CatalogForm& form = panel.catalogForm();
        form.model().setEditText(QStringLiteral("openai/gpt-oss-120b"));
        QVERIFY(form.format(QStringLiteral("routed")) && !form.format(QStringLiteral("dense")));
        form.accelerator().setEditText(QStringLiteral("b300-sxm-288gb"));
        form.count().setText(QStringLiteral("8"));
        panel.apply();
        // What is missing is asked for, all at once, and nothing changes.
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(
                QStringLiteral("weight formats unknown: routed, attention, router, head; "
                               "replicas unknown"));
        }));
        QVERIFY(fixture.session().settings().edits.empty());
        form.takeReleasedFormats();
        QCOMPARE(form.format(QStringLiteral("routed"))->currentText(), QStringLiteral("mxfp4"));
        QCOMPARE(form.format(QStringLiteral("head"))->currentText(), QStringLiteral("bf16"));
        form.replicas().setText(QStringLiteral("2"));
        emit form.replicas().editingFinished();
        // Both published figures, of the four devices of a copy.
        QCOMPARE(form.bandwidth().count(), 2);
        QCOMPARE(form.bandwidth().itemText(0).toDouble(), 4 * 7.75e12);
        form.bandwidth().setEditText(form.bandwidth().itemText(1));
        form.kvFormat().setEditText(QStringLiteral("bf16"));
        panel.apply();
        QVERIFY(fixture.settle());
        const auto& bound = fixture.session().shown().figures->configurations[0].levels[0].bound;
        QVERIFY(bound);
        QCOMPARE(bound->replicas, 2.0);
        QVERIFY(panel.working().toPlainText().contains(QStringLiteral("32.000 TB/s")));
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QVERIFY(form.format(QStringLiteral("routed")) == nullptr);
    }

    void aBoundWithoutSenseSaysWhy() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        BoundPanel& panel = fixture.window().bound();
        panel.groups().item(0, 0)->setText(QStringLiteral("experts"));
        panel.groups().item(0, 1)->setText(QStringLiteral("many"));
        panel.apply();
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("many")); }));
        QVERIFY(fixture.session().settings().edits.empty());
    }

    void boxesPartThousandsByThinSpaces_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("three digits") << 999.0 << "999.0 tokens/s";
        QTest::newRow("thousands") << 10000.0 << "10\u2009000.0 tokens/s";
        QTest::newRow("millions") << 1234567.5 << "1\u2009234\u2009567.5 tokens/s";
    }
    void boxesPartThousandsByThinSpaces() {
        QFETCH(double, value);
        QFETCH(QString, text);
        NumberBox box;
        box.setRange(0, 1e9);
        box.setDecimals(1);
        box.setSuffix(QStringLiteral(" tokens/s"));
        box.setValue(value);
        QCOMPARE(box.text(), text);
        auto* line = box.findChild<QLineEdit*>();
        line->setText(text);  // as it stands, and as it is typed: both are read
        box.interpretText();
        QCOMPARE(box.value(), value);
        line->setText(QString(text).remove(QChar(0x2009)));
        box.interpretText();
        QCOMPARE(box.value(), value);
        CountBox counts;
        counts.setRange(0, 100'000);
        counts.setValue(12'345);
        QCOMPARE(counts.text(), QStringLiteral("12\u2009345"));
    }

    void emptyTablesSayWhatWouldBeThere() {
        test::WindowFixture fixture;
        const auto said = [&](QAbstractItemView& view) {
            const auto* note = view.viewport()->findChild<EmptyNote*>();
            return note && !note->isHidden() ? note->text() : QString();
        };
        RowsPanel& rows = fixture.window().rows();
        QVERIFY(!said(rows.table()).isEmpty());
        QVERIFY(fixture.open({fixture.a}));
        QVERIFY(said(rows.table()).isEmpty());
        rows.filterLine().setText(QStringLiteral("no-row-has-this"));
        QTRY_VERIFY_WITH_TIMEOUT(said(rows.table()).contains(QStringLiteral("filter")), patience);
        QVERIFY(!said(fixture.window().slos().list()).isEmpty());
    }

    void markedSettingsGoBackToTheirDefaults() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        CutoffsPanel& cutoffs = fixture.window().cutoffs();
        cutoffs.editor<QSpinBox>("min_chunks").setValue(150);
        QVERIFY(fixture.settle());
        const auto marked = [&] {
            const auto labels = cutoffs.findChildren<QLabel*>();
            return std::ranges::count_if(
                labels, [](const QLabel* label) { return label->text().startsWith(QStringLiteral("\u2022")); });
        };
        QCOMPARE(marked(), 1);
        cutoffs.resetAll();
        QVERIFY(fixture.settle());
        QCOMPARE(marked(), 0);
        QCOMPARE(cutoffs.editor<QSpinBox>("min_chunks").value(), 3);
    }

    void eachCutoffHasARowThatTurnsIt() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        CutoffsPanel& cutoffs = fixture.window().cutoffs();
        for (const SettingEntry& entry : settingTable()) {
            auto& editor = cutoffs.editor<QWidget>(entry.storedKey.data());
            if (auto* count = qobject_cast<QSpinBox*>(&editor)) count->setValue(count->value() + 1);
            if (auto* number = qobject_cast<QDoubleSpinBox*>(&editor)) number->setValue(number->value() + 1);
            if (auto* choice = qobject_cast<QComboBox*>(&editor)) choice->setCurrentIndex(choice->count() - 1);
            if (auto* flag = qobject_cast<QCheckBox*>(&editor)) flag->click();
            for (const SettingEntry& each : settingTable())
                QCOMPARE(isSame(each, fixture.session().settings().measure, {}), &each != &entry);
            cutoffs.resetAll();
        }
        QVERIFY(fixture.settle());
    }

    void aNoteIsTypedAndKept() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        RowsPanel& rows = fixture.window().rows();
        fixture.window().activateWindow();
        rows.table().setFocus();
        rows.table().selectRow(2);
        QTest::keyClick(&rows.table(), Qt::Key_N);
        auto* bar = rows.findChild<NoteBar*>();
        QVERIFY(bar->isVisible());
        QTest::keyClicks(&bar->line(), QStringLiteral("a proxy"));
        QTest::keyClick(&bar->line(), Qt::Key_Return);
        QVERIFY(!bar->isVisible());
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().settings().decisions->front().note, std::string("a proxy"));
        QCOMPARE(fixture.session().settings().decisions->front().kind, DecisionKind::note);
        QCOMPARE(fixture.session().shown().figures->excludedRows, std::size_t{0});
    }

    void theFilterNarrowsTheRows() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        RowsPanel& rows = fixture.window().rows();
        rows.filterLine().setText(QStringLiteral("buffered level=8"));
        QTRY_COMPARE_WITH_TIMEOUT(rows.model().rowCount(), 8, patience);
        rows.filterLine().clear();
        QTRY_COMPARE_WITH_TIMEOUT(rows.model().rowCount(), 320, patience);
    }

    void anOfferIsOneClickAway() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({test::writeFastTrace(fixture.filePath("fast.trace.jsonl"))}));
        FindingsPanel& findings = fixture.window().findings();
        int offered = -1;
        for (int i = 0; i < findings.model().rowCount(); ++i)
            if (findings.model().findingAt(i).id == "guard-misfires") offered = i;
        QVERIFY(offered >= 0);
        const MeasureSettings offer = *findings.model().findingAt(offered).offer;
        QCOMPARE(offer.minInterval, Nanoseconds(std::chrono::milliseconds(130)));
        fixture.window().showDock(QStringLiteral("findings"));
        findings.table().selectRow(offered);
        QVERIFY(!findings.offerButton().isHidden());
        findings.offerButton().click();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.session().shown().settings.measure == offer);
        QCOMPARE(fixture.session().shown().figures->configurations[0].levels[0].rows.of(Verdict::streamed),
                 std::size_t{40});
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.session().shown().settings.measure == MeasureSettings{});
    }

    void aThresholdIsSetAndTakenBack() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        FindingsPanel& findings = fixture.window().findings();
        const auto rowOf = [&](const char* id) {
            for (int i = 0; i < findings.model().rowCount(); ++i)
                if (findings.model().findingAt(i).id == id) return i;
            return -1;
        };
        fixture.window().showDock(QStringLiteral("findings"));
        QVERIFY(rowOf("few-levels") >= 0);  // four loads, fewer than eight
        findings.table().selectRow(rowOf("few-levels"));
        ThresholdBar& bar = findings.thresholds();
        QCOMPARE(bar.which().currentText(), QStringLiteral("few-levels"));
        QCOMPARE(bar.box().value(), 8.0);
        QVERIFY(!bar.resetButton().isEnabled());
        bar.box().setValue(6);
        QVERIFY(fixture.settle());
        QVERIFY(rowOf("few-levels") >= 0);
        QVERIFY(findings.model().index(rowOf("few-levels"), 1).data().toString().contains(QStringLiteral("changed")));
        QVERIFY(fixture.session().history().undoText().contains(QStringLiteral("threshold of few-levels")));
        bar.box().setValue(3);
        QVERIFY(fixture.settle());
        QCOMPARE(rowOf("few-levels"), -1);
        QVERIFY(bar.which().currentText().startsWith(QStringLiteral("few-levels (changed")) || bar.pick("few-levels"));
        QVERIFY(bar.which().currentText().contains(QStringLiteral("changed")));
        bar.resetButton().click();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.session().settings().thresholds.empty());
        QVERIFY(rowOf("few-levels") >= 0);
        fixture.session().undo();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().settings().thresholds.at("few-levels"), 3.0);
    }

    void twoConfigurationsAreComparedBelowTheTable() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a, fixture.b}));
        fixture.window().tabs().setCurrentWidget(&fixture.window().compareTab());
        ComparisonPanel& claims = fixture.window().compareTab().claims();
        QTRY_VERIFY_WITH_TIMEOUT(claims.model().rowCount() > 1, patience);
        QCOMPARE(claims.first().currentText(), QStringLiteral("A"));
        QCOMPARE(claims.second().currentText(), QStringLiteral("B"));
        const LevelComparison& pair = fixture.session().judgement()->comparisons.all.front();
        QCOMPARE(claims.model().rowCount(),
                 static_cast<int>(1 + pair.claims.size() + pair.checks.size()) + (pair.resampling.empty() ? 0 : 1));
        claims.second().setCurrentIndex(0);
        emit claims.second().activated(0);
        QCOMPARE(claims.model().rowCount(), 0);
        const auto* note = claims.findChild<EmptyNote*>();
        QVERIFY2(note->text().contains(QStringLiteral("same configuration")), qPrintable(note->text()));
    }

    void intervalsAreDrawnUntilSwitchedOff() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        CurveTab& tab = fixture.window().curveTab();
        tab.xPicker().pick(quantityOf(RowMetric::e2e, quantile(0.9)));
        const auto drawn = [&] {
            const ChartSpec& spec = tab.pane().spec();
            return std::ranges::any_of(spec.series, [](const ChartSeries& series) {
                return std::ranges::any_of(series.points,
                                           [](const ChartPoint& point) { return point.xRange.has_value(); });
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(drawn(), patience);
        tab.intervals().click();
        QTRY_VERIFY(!drawn());
    }

    void aCrossingHasItsInterval() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        SloPanel& slos = fixture.window().slos();
        slos.entryLine().setText(QStringLiteral("e2e mean < 2.5s"));
        emit slos.entryLine().returnPressed();
        QVERIFY(fixture.settle());
        QTRY_VERIFY_WITH_TIMEOUT(slos.list().count() == 2, patience);
        QTRY_VERIFY_WITH_TIMEOUT(slos.list().item(1)->text().contains(QStringLiteral("by the intervals")), patience);
    }

    void theCurveTakesAnyQuantity() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        CurveTab& tab = fixture.window().curveTab();
        tab.xPicker().pick(quantityOf(RowMetric::ttft, quantile(0.5)));
        QTest::qWait(50);
        QVERIFY2(tab.pane().spec().x.title.contains(QStringLiteral("TTFT")), qPrintable(tab.pane().spec().x.title));
        QVERIFY(!tab.xPicker().toolTip().isEmpty());
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, PanelsTest)
#include "panels_test.moc"
