// The other models: the tree, the queue, findings, the import report, the comparison.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/models/model_data.h"
#include "ui/models/cell_text.h"
#include "ui/models/compare_model.h"
#include "ui/models/configurations_model.h"
#include "ui/models/findings_model.h"
#include "ui/models/import_model.h"
#include "ui/models/review_model.h"
#include "ui/session/settings_edits.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

constexpr auto report = QAbstractItemModelTester::FailureReportingMode::QtTest;

int lineOf(const CompareModel& model, const QString& title) {
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString().endsWith(title)) return row;
    return -1;
}

}  // namespace

class TableModelsTest : public QObject {
    Q_OBJECT
private slots:
    void sentencesPartThousandsByThinSpaces_data() {
        QTest::addColumn<QString>("core");
        QTest::addColumn<QString>("window");
        QTest::newRow("a count") << "n = 4,089 of 4,096"
                                 << "n = 4\u202f089 of 4\u202f096";
        QTest::newRow("millions") << "would be 4,393,158 tokens/s"
                                  << "would be 4\u202f393\u202f158 tokens/s";
        QTest::newRow("a decimal") << "1,024.5 ms"
                                   << "1\u202f024.5 ms";
        QTest::newRow("a list of words") << "errors, then 12, 100 rows"
                                         << "errors, then 12, 100 rows";
        QTest::newRow("not by threes") << "12,34 and 1,2345"
                                       << "12,34 and 1,2345";
        QTest::newRow("a name that ends in digits") << "run7,100"
                                                    << "run7,100";
    }
    void sentencesPartThousandsByThinSpaces() {
        QFETCH(QString, core);
        QFETCH(QString, window);
        QCOMPARE(sentence(core.toStdString()), window);
    }

    void theTreeShowsConfigurationsLevelsAndRuns() {
        ConfigurationsModel model;
        QAbstractItemModelTester tester(&model, report);
        const Shown shown = shownOf(twoFiles(), twoConfigurations());
        model.set(shown, judged(shown));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex a = model.index(0, 0);
        QCOMPARE(a.data().toString(), QStringLiteral("A"));
        QCOMPARE(a.siblingAtColumn(ConfigurationsModel::rowsColumn).data().toString(), QStringLiteral("12"));
        QCOMPARE(a.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        QCOMPARE(model.rowCount(a), 2);
        const QModelIndex level = model.index(1, 0, a);
        QCOMPARE(level.data().toString(), QStringLiteral("c=8"));
        QCOMPARE(level.siblingAtColumn(ConfigurationsModel::rowsColumn).data().toString(), QStringLiteral("6"));
        QVERIFY(!level.data(Qt::CheckStateRole).isValid());
        QCOMPARE(model.rowCount(level), 1);
        QVERIFY(model.index(0, 0, level).data().toString().contains(QStringLiteral("alpha.json")));
        QVERIFY(!model.index(0, 0, level).data(Qt::ToolTipRole).toString().isEmpty());
        // Suspicious bursts are flagged at their level and above it.
        QCOMPARE(level.siblingAtColumn(ConfigurationsModel::flagColumn).data().toString().left(1), QStringLiteral("!"));
        QCOMPARE(model.filesAt(a), std::vector<std::size_t>{0});
    }

    void referenceTrafficIsLastAndNoConfiguration() {
        DatasetBuilder builder;
        for (const char* path : {"t/conv.csv", "t/code.csv"}) {
            TrafficSet set;
            set.file = builder.addFile({FileId{1}, path, path, "azure-traffic", 2, 2, 0});
            set.start.resize(1200, unknownTime);
            builder.addTraffic(std::move(set));
        }
        ConfigurationsModel model;
        QAbstractItemModelTester tester(&model, report);
        model.set(shownOf(builder.finish(), Settings()), nullptr);
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex traffic = model.index(0, 0), code = model.index(1, 0, traffic);
        QCOMPARE(traffic.data().toString(), QStringLiteral("Reference traffic"));
        QCOMPARE(traffic.siblingAtColumn(ConfigurationsModel::rowsColumn).data().toString(),
                 cellCount(std::uint64_t{2400}));
        QVERIFY(!traffic.data(Qt::CheckStateRole).isValid());
        QVERIFY(!model.idAt(traffic) && !model.idAt(code));
        QVERIFY(!model.setData(traffic, Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(code.data().toString(), QStringLiteral("code.csv"));
        QVERIFY(code.data(Qt::ToolTipRole).toString().contains(QStringLiteral("t/code.csv")));
        QCOMPARE(model.filesAt(code), std::vector<std::size_t>{1});
        QCOMPARE(model.filesAt(traffic), (std::vector<std::size_t>{0, 1}));
    }

    void checkingAsksAndShowsWhatTheSettingsSay() {
        ConfigurationsModel model;
        Shown shown = shownOf(twoFiles(), twoConfigurations());
        model.set(shown, nullptr);
        QSignalSpy asked(&model, &ConfigurationsModel::shownAsked);
        QVERIFY(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().at(0).toLongLong(), 2);
        QCOMPARE(asked.front().at(1).toBool(), false);
        QCOMPARE(model.index(1, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        shown.settings = withShown(shown.settings, ConfigurationId{2}, false);
        model.set(shown, nullptr);
        QCOMPARE(model.index(1, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    }

    void theTreeKeepsItsIndexesWhileTheSameThingsAreThere() {
        ConfigurationsModel model;
        QAbstractItemModelTester tester(&model, report);
        const auto data = twoFiles();
        const Shown shown = shownOf(data, twoConfigurations());
        model.set(shown, nullptr);
        const QPersistentModelIndex level(model.index(1, 0, model.index(0, 0)));
        Settings other = twoConfigurations();
        other.measure.minChunks = 100;
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.set(shownOf(data, other), nullptr);
        QCOMPARE(reset.size(), 0);
        QVERIFY(level.isValid());
        model.set(shownOf(data, merged(other, {ConfigurationId{1}, ConfigurationId{2}})), nullptr);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(model.rowCount(), 1);
    }

    void theQueueCountsWhatIsUndecided() {
        SuspiciousModel model;
        QAbstractItemModelTester tester(&model, report);
        const auto data = twoFiles();
        Shown shown = shownOf(data, twoConfigurations());
        const auto judgement = judged(shown);
        model.setSnapshot(rowsSnapshot(shown, judgement));
        const int entries = model.rowCount();
        QVERIFY(entries > 0);
        QCOMPARE(model.undecided(), entries);
        const auto rows = model.rowsAt(0);
        QVERIFY(!rows.empty());
        QCOMPARE(model.decisionAt(0), nullptr);
        shown = shownOf(data, withDecisions(shown.settings, *data, rows, {DecisionKind::exclude, "", "", "ann", "t"}));
        model.setSnapshot(rowsSnapshot(shown, judgement));
        QVERIFY(model.undecided() < entries);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("excluded"));
        shown = shownOf(data, withDecisions(shown.settings, *data, rows, {DecisionKind::keep, "", "", "ann", "t"}));
        model.setSnapshot(rowsSnapshot(shown, judgement));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("keep"));
        shown = shownOf(data, withoutDecisions(shown.settings, *data, rows));
        shown = shownOf(data, withDecisions(shown.settings, *data, rows, {DecisionKind::note, "", "why", "ann", "t"}));
        model.setSnapshot(rowsSnapshot(shown, judgement));
        QCOMPARE(model.undecided(), entries);  // a note decides nothing
    }

    /// An entry about several rows is decided where one decision is on all of them.
    void anEntryIsDecidedByAllOfItsRows() {
        SuspiciousModel model;
        const auto data = twoFiles();
        Shown shown = shownOf(data, twoConfigurations());
        auto judgement = std::make_shared<Judgement>();
        for (const auto& [row, rule] : {std::pair(0, "stall"), std::pair(0, "late-burst"), std::pair(1, "stall")}) {
            Suspicious flag;
            flag.row = RowIndex(static_cast<std::size_t>(row));
            flag.rule = rule;
            judgement->suspicious.push_back(flag);
        }
        judgement->queue = {{}, {}};
        judgement->queue[0].flags = {0, 1};
        judgement->queue[1].flags = {0, 2};
        const auto decide = [&](RowIndex row, const Verdicting& verdicting) {
            shown = shownOf(data, withDecisions(shown.settings, *data, std::span(&row, 1), verdicting));
            model.setSnapshot(rowsSnapshot(shown, judgement));
        };
        model.setSnapshot(rowsSnapshot(shown, judgement));
        QCOMPARE(model.undecided(), 2);
        QCOMPARE(model.rowsAt(0), std::vector{RowIndex{0}});
        QCOMPARE(model.rowsAt(1), (std::vector{RowIndex{0}, RowIndex{1}}));
        decide(RowIndex{0}, {DecisionKind::exclude, "", "", "ann", "t"});
        QCOMPARE(model.undecided(), 1);
        QVERIFY(model.decisionAt(0) && !model.decisionAt(1));
        decide(RowIndex{1}, {DecisionKind::exclude, "", "", "ann", "t", true});
        QVERIFY(!model.decisionAt(1));  // one of them never happened
        QCOMPARE(model.undecided(), 1);
        decide(RowIndex{0}, {DecisionKind::exclude, "", "", "ann", "t", true});
        QCOMPARE(model.undecided(), 0);
        decide(RowIndex{0}, {DecisionKind::keep, "", "", "ann", "t"});
        QCOMPARE(model.undecided(), 1);
    }

    void theQueueTellsWhatNeverHappened() {
        SuspiciousModel model;
        const auto data = twoFiles();
        Shown shown = shownOf(data, twoConfigurations());
        const auto judgement = judged(shown);
        model.setSnapshot(rowsSnapshot(shown, judgement));
        const auto rows = model.rowsAt(0);
        const Settings never =
            withDecisions(shown.settings, *data, rows, {DecisionKind::exclude, "", "", "ann", "t", true});
        shown = shownOf(data, never);
        model.setSnapshot(rowsSnapshot(shown, judgement));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("never happened"));
        // A note leaves it as it is, excluding it anew makes it an exclusion like others.
        const Settings noted = withDecisions(never, *data, rows, {DecisionKind::note, "", "why", "ann", "t"});
        for (const Decision& each : *noted.decisions) QVERIFY(each.neverHappened && each.note == "why");
        const Settings plain = withDecisions(noted, *data, rows, {DecisionKind::exclude, "", "", "ann", "t"});
        for (const Decision& each : *plain.decisions) QVERIFY(!each.neverHappened && each.note == "why");
    }

    void findingsAreShownInTheOrderOfTheJudgement() {
        FindingsModel model;
        QAbstractItemModelTester tester(&model, report);
        const Shown shown = shownOf(twoFiles(), twoConfigurations());
        Judgement judgement;
        Finding finding;
        finding.id = "littles-law";
        finding.severity = Severity::wrong;
        finding.configuration = 1;
        finding.load = Load{LoadKind::concurrency, 8};
        finding.text = "It <b>cannot</b> be.";
        finding.evidence = {{"declared", 8.0}, {"measured", std::vector<double>{1, 2}}};
        judgement.findings = {finding, {}};
        model.set(shown, std::make_shared<const Judgement>(judgement));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("wrong"));
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("B"));
        QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("concurrency 8"));
        QCOMPARE(model.index(0, 4).data().toString(), QStringLiteral("It <b>cannot</b> be."));
        QVERIFY(model.index(0, 4).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;cannot")));
        QVERIFY(model.evidenceAt(0).startsWith(QStringLiteral("declared: 8")));
        QCOMPARE(model.index(1, 2).data().toString(), QString());
    }

    void theImportReportSaysEveryFate() {
        ImportModel model;
        QAbstractItemModelTester tester(&model, report);
        FileReport in, skipped, broken;
        in.path = "runs/a.json";
        in.sha256 = "aa";
        in.reader = "trace";
        in.records = 10;
        in.rows = 8;
        in.rejected = 2;
        in.rejections = {{3, 4, 100, "no end time", "{\"id\": 3}"}, {5, 0, 220, "broken JSON", "{"}};
        skipped.path = "runs/notes.txt";
        skipped.skipped = "no reader claims it";
        broken.path = "runs/gone.json";
        broken.error = Error{ErrorKind::io, "It cannot be read.", "runs/gone.json", "Check the name."};
        ImportReport last;
        FileReport beside;
        beside.path = "runs/context.json";
        beside.skipped = "context, applied to 1 file";
        beside.aside = true;
        last.files = {in, skipped, broken, beside};
        FileReport stored = in;
        stored.rejections.clear();
        model.set({stored}, last);
        QCOMPARE(model.rowCount(), 4);  // the file that is in is not told twice
        QCOMPARE(model.index(3, 0).data().toString(), QStringLiteral("beside"));
        QCOMPARE(model.index(3, 7).data().toString(), QStringLiteral("context, applied to 1 file"));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("in"));
        QCOMPARE(model.index(0, 5).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("skipped"));
        QCOMPARE(model.index(1, 4).data().toString(), QString());  // not a zero
        QVERIFY(model.index(2, 7).data().toString().contains(QStringLiteral("Check the name.")));
        RejectionsModel lines;
        QAbstractItemModelTester linesTester(&lines, report);
        lines.set(model.fileAt(0));
        QCOMPARE(lines.rowCount(), 2);
        QCOMPARE(lines.index(0, 0).data().toString(), QStringLiteral("line 4"));
        QCOMPARE(lines.index(1, 0).data().toString(), QStringLiteral("record 5, byte 220"));
        QCOMPARE(lines.index(0, 2).data().toString(), QStringLiteral("no end time"));
    }

    void theComparisonMarksWhatDiffers() {
        CompareModel model;
        QAbstractItemModelTester tester(&model, report);
        const Shown shown = shownOf(twoFiles(), twoConfigurations());
        model.set(shown, Load{LoadKind::concurrency, 8}, nullptr);
        QCOMPARE(model.columnCount(), 3);
        const int engine = lineOf(model, QStringLiteral("engine"));
        const int modelName = lineOf(model, QStringLiteral("model"));
        QVERIFY(engine >= 0 && modelName >= 0);
        QVERIFY(model.index(engine, 1).data(CompareModel::differsRole).toBool());
        QVERIFY(!model.index(modelName, 1).data(CompareModel::differsRole).toBool());
        QCOMPARE(model.index(engine, 2).data().toString(), QStringLiteral("sglang"));
        QVERIFY(lineOf(model, qText(title(offeredQuantities().front()))) >= 0);
    }

    void onlyAMatchedBestIsBold_data() {
        QTest::addColumn<QString>("comparison");
        QTest::addColumn<bool>("bold");
        QTest::newRow("matched") << "matched" << true;
        QTest::newRow("refused") << "refused" << false;
        QTest::newRow("matched at another load") << "elsewhere" << false;
        QTest::newRow("not compared") << "left out" << false;
        QTest::newRow("not judged yet") << "" << false;
    }
    void onlyAMatchedBestIsBold() {
        QFETCH(QString, comparison);
        QFETCH(bool, bold);
        Settings settings = twoConfigurations();
        const auto data = twoFiles();
        settings.decisions = nullptr;
        Shown shown = shownOf(data, settings);
        auto figures = std::make_shared<Figures>(*shown.figures);  // B is the faster one
        figures->configurations[1].levels[1].systemOutputRate = 1e6;
        shown.figures = figures;
        Comparisons comparisons;
        LevelComparison pair;
        pair.b = 1;
        pair.load = {LoadKind::concurrency, comparison == "elsewhere" ? 1.0 : 8.0};
        pair.matched = comparison != "refused";
        if (!pair.matched) pair.refusal = "A and B cannot be compared at concurrency 8.";
        if (comparison != "left out") comparisons.all.push_back(pair);
        CompareModel model;
        model.set(shown, Load{LoadKind::concurrency, 8}, comparison.isEmpty() ? nullptr : &comparisons);
        const int rate = lineOf(model, qText(title(quantityOf(LevelMetric::systemOutputRate))));
        QVERIFY(rate >= 0);
        QCOMPARE(model.index(rate, 2).data(CompareModel::bestRole).toBool(), bold);
        int marked = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 1; column < model.columnCount(); ++column)
                marked += model.index(row, column).data(CompareModel::bestRole).toBool();
        QCOMPARE(marked > 0, bold);
        QCOMPARE(model.unmarked().isEmpty(), bold || comparison.isEmpty());
        if (comparison == "refused") QVERIFY(model.unmarked().contains("cannot be compared"));
    }

    void aLoadThatOneDoesNotHaveIsADashWithItsReason() {
        CompareModel model;
        Settings settings = twoConfigurations();
        const auto data = twoFiles();
        const RunIndex run{1};  // A's load 8 becomes 16
        settings = withTypedLoad(settings, *data, std::span(&run, 1), Load{LoadKind::concurrency, 16});
        model.set(shownOf(data, settings), Load{LoadKind::concurrency, 16}, nullptr);
        const int line = lineOf(model, QStringLiteral("e2e mean, s"));
        const int any = line >= 0 ? line : lineOf(model, qText(title(quantityOf(RowMetric::e2e, meanStatistic))));
        QVERIFY(any >= 0);
        QCOMPARE(model.index(any, 2).data().toString(), QStringLiteral("\u2014"));
        QVERIFY(!model.index(any, 2).data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(model.index(any, 1).data().toString() != QStringLiteral("\u2014"));
        QVERIFY(!model.index(any, 1).data(CompareModel::bestRole).toBool());  // best of one is no best
    }
};

QTEST_GUILESS_MAIN(TableModelsTest)
#include "table_models_test.moc"
