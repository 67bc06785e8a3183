// What may be claimed of two configurations, and the first rows of a mapping, as tables.
#include <QAbstractItemModelTester>
#include <QTest>

#include "ui/models/comparison_model.h"
#include "ui/models/mapping_preview_model.h"

using namespace plumbline;

namespace {

constexpr auto report = QAbstractItemModelTester::FailureReportingMode::QtTest;

LevelComparison matched() {
    LevelComparison pair;
    pair.a = 0, pair.b = 1;
    pair.load = {LoadKind::concurrency, 8};
    pair.matched = true;
    pair.resampling = "Resampled whole runs.";
    pair.checks = {{"workload", Sameness::same, {}, true, false},
                   {"cache_state", Sameness::unknown, "not stated", false, false},
                   {"quantization", Sameness::different, "fp8 and int4", false, true}};
    Claim claim;
    claim.quantity = quantityOf(RowMetric::ttft, quantile(0.95));
    claim.a = 0.2, claim.b = 0.1, claim.difference = -0.1;
    claim.interval = {-0.12, -0.08};
    claim.probability = 0.25;
    claim.text = "B is 1,000 times better.";
    pair.claims.push_back(claim);
    claim.quantity = quantityOf(LevelMetric::systemOutputRate);
    claim.interval = {-5.0, 5.0};
    claim.probability.reset();
    pair.claims.push_back(claim);
    return pair;
}

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}
int tone(const QAbstractItemModel& model, int row) {
    return model.index(row, ComparisonModel::findingColumn).data(SnapshotTableModel::badgeRole).toInt();
}

}  // namespace

class ComparisonModelTest : public QObject {
    Q_OBJECT
private slots:
    void claimsComeBeforeTheChecklist() {
        ComparisonModel model;
        QAbstractItemModelTester tester(&model, report);
        model.set(matched(), QStringLiteral("A"), QStringLiteral("a very long name"));
        QCOMPARE(model.rowCount(), 1 + 2 + 3 + 1);
        QCOMPARE(model.headerData(ComparisonModel::probabilityColumn, Qt::Horizontal).toString(),
                 QStringLiteral("P(A < a very long…)"));
        QCOMPARE(cell(model, 0, ComparisonModel::findingColumn), QStringLiteral("yes"));
        QCOMPARE(cell(model, 1, ComparisonModel::findingColumn), QStringLiteral("decided in these runs"));
        QCOMPARE(cell(model, 1, ComparisonModel::wordsColumn), QStringLiteral("B is 1\u202f000 times better."));
        QCOMPARE(cell(model, 1, ComparisonModel::intervalColumn), QStringLiteral("95% interval -120 to -80 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::probabilityColumn), QStringLiteral("0.250"));
        QCOMPARE(cell(model, 2, ComparisonModel::findingColumn), QStringLiteral("not decided"));
        QCOMPARE(cell(model, 2, ComparisonModel::probabilityColumn), QString());
        QCOMPARE(tone(model, 1), static_cast<int>(Tone::good));
        QCOMPARE(tone(model, 2), static_cast<int>(Tone::caution));
        QVERIFY(cell(model, 6, ComparisonModel::wordsColumn).contains(QStringLiteral("whole runs")));
    }

    void checksSayWhatTheyFound_data() {
        QTest::addColumn<int>("sameness");
        QTest::addColumn<bool>("required");
        QTest::addColumn<bool>("mayDiffer");
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("tone");
        const auto row = [](const char* name, Sameness sameness, bool required, bool mayDiffer, const char* word,
                            Tone t) {
            QTest::newRow(name) << static_cast<int>(sameness) << required << mayDiffer << QString::fromLatin1(word)
                                << static_cast<int>(t);
        };
        row("same", Sameness::same, true, false, "same", Tone::good);
        row("different", Sameness::different, true, false, "different", Tone::bad);
        row("what is compared", Sameness::different, false, true, "different", Tone::calm);
        row("unknown and needed", Sameness::unknown, true, false, "unknown", Tone::caution);
        row("unknown", Sameness::unknown, false, false, "unknown", Tone::muted);
    }
    void checksSayWhatTheyFound() {
        QFETCH(int, sameness);
        QFETCH(bool, required);
        QFETCH(bool, mayDiffer);
        QFETCH(QString, word);
        LevelComparison pair;
        pair.matched = true;
        pair.checks = {{"cache_state", static_cast<Sameness>(sameness), "words", required, mayDiffer}};
        ComparisonModel model;
        model.set(pair, QStringLiteral("A"), QStringLiteral("B"));
        QCOMPARE(cell(model, 1, ComparisonModel::itemColumn), QStringLiteral("cache state"));
        QCOMPARE(cell(model, 1, ComparisonModel::findingColumn), word);
        QVERIFY(cell(model, 1, ComparisonModel::wordsColumn).startsWith(QStringLiteral("words")));
        QTEST(tone(model, 1), "tone");
    }

    void aRefusalStandsFirst() {
        LevelComparison pair = matched();
        pair.matched = false;
        pair.claims.clear();
        pair.resampling.clear();
        pair.refusal = "A and B cannot be compared.";
        ComparisonModel model;
        model.set(pair, QStringLiteral("A"), QStringLiteral("B"));
        QCOMPARE(model.rowCount(), 1 + 3);
        QCOMPARE(cell(model, 0, ComparisonModel::findingColumn), QStringLiteral("no"));
        QCOMPARE(cell(model, 0, ComparisonModel::wordsColumn), QStringLiteral("A and B cannot be compared."));
        QCOMPARE(tone(model, 0), static_cast<int>(Tone::bad));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void whatIsUnknownIsSaidBesideTheClaims() {
        LevelComparison pair = matched();
        pair.beside = "cache_state";
        ComparisonModel model;
        model.set(pair, QStringLiteral("A"), QStringLiteral("B"));
        QVERIFY(cell(model, 0, ComparisonModel::wordsColumn).contains(QStringLiteral("cache_state")));
        QCOMPARE(tone(model, 0), static_cast<int>(Tone::caution));
    }

    void aPreviewIsInTheFilesOrder() {
        using namespace std::chrono_literals;
        MappingPreview preview;
        PreviewRow row;
        row.row.record = 0, row.row.line = 2;
        row.row.id = "a";
        row.row.end = 2s;
        row.row.outputTokens = 1200;
        row.figures.firstTime = 0.25;
        preview.rows.push_back(row);
        row.row.record = 2, row.row.line = 4;
        row.row.id = "c";
        row.figures.verdict = Verdict::buffered;
        row.figures.reason = "2 chunks < 3";
        preview.rows.push_back(row);
        preview.rejections.push_back({1, 3, 20, "It has 3 cells where the header has 2.", "x"});
        MappingPreviewModel model;
        QAbstractItemModelTester tester(&model, report);
        model.set(preview);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 0, MappingPreviewModel::placeColumn), QStringLiteral("line 2"));
        QCOMPARE(cell(model, 0, MappingPreviewModel::firstColumn), QStringLiteral("250"));
        QCOMPARE(cell(model, 0, MappingPreviewModel::endColumn), QStringLiteral("2"));
        QCOMPARE(cell(model, 0, MappingPreviewModel::outputColumn), QStringLiteral("1\u2009200"));
        QCOMPARE(cell(model, 0, MappingPreviewModel::chunksColumn), QStringLiteral("\u2014"));
        QCOMPARE(cell(model, 1, MappingPreviewModel::verdictColumn), QStringLiteral("rejected"));
        QVERIFY(cell(model, 1, MappingPreviewModel::reasonColumn).contains(QStringLiteral("3 cells")));
        QCOMPARE(cell(model, 2, MappingPreviewModel::verdictColumn), QStringLiteral("buffered"));
        QCOMPARE(model.summary(), QStringLiteral("1 buffered, 1 rejected, 1 streamed"));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(ComparisonModelTest)
#include "comparison_model_test.moc"
