// The rows table: what it shows, how it is filtered and sorted, and that selection survives both.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/models/model_data.h"
#include "ui/models/row_filter.h"
#include "ui/models/rows_model.h"
#include "ui/session/settings_edits.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

int column(const char* id) { return static_cast<int>(rowTablePosition(id)); }

QString text(const RowsModel& model, int row, const char* id) { return model.index(row, column(id)).data().toString(); }

Settings withARowExcluded() {
    const auto data = twoFiles();
    const RowIndex row{1};
    return withDecisions(twoConfigurations(), *data, std::span(&row, 1),
                         {DecisionKind::exclude, "late-burst", "a proxy", "ann", "t"});
}

}  // namespace

class RowsModelTest : public QObject {
    Q_OBJECT
private slots:
    void keepsTheContractOfModels() {
        RowsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        fill(model, twoConfigurations());
        QCOMPARE(model.rowCount(), 24);
        QCOMPARE(model.columnCount(), static_cast<int>(rowTable().size()));
        model.sort(column("e2e"), Qt::DescendingOrder);
        QSignalSpy ordered(&model, &RowsModel::ordered);
        QVERIFY(ordered.wait());
        Settings other = twoConfigurations();
        other.measure.minChunks = 100;
        fill(model, other);
        model.setSnapshot(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void showsWhatARowIs_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<QString>("ttft");
        QTest::newRow("streamed") << 0 << "streamed"
                                  << "post-first-content"
                                  << "100";
        QTest::newRow("burst") << 1 << "buffered"
                               << "end-to-end" << QStringLiteral("\u2014");
        QTest::newRow("short") << 2 << "short"
                               << "end-to-end"
                               << "100";
        QTest::newRow("failed") << 3 << "error"
                                << "" << QStringLiteral("\u2014");
    }
    void showsWhatARowIs() {
        QFETCH(int, row);
        QFETCH(QString, verdict);
        QFETCH(QString, metric);
        QFETCH(QString, ttft);
        RowsModel model;
        fill(model, twoConfigurations());
        QCOMPARE(text(model, row, "verdict"), verdict);
        if (row != 3) {
            QCOMPARE(text(model, row, "metric"), metric);
            QVERIFY2(text(model, row, "ttft").startsWith(ttft), qPrintable(text(model, row, "ttft")));
        }
        QCOMPARE(text(model, row, "configuration"), QStringLiteral("A"));
        QCOMPARE(text(model, row, "load"), QStringLiteral("concurrency 1"));
        QVERIFY(model.index(row, column("verdict")).data(SnapshotTableModel::badgeRole).isValid());
    }

    void aRowThatDoesNotCountIsMuted() {
        RowsModel model;
        fill(model, twoConfigurations());
        QVERIFY(!model.index(0, column("ttft")).data(SnapshotTableModel::mutedRole).toBool());
        Settings settings = twoConfigurations();
        settings.measure.warmup = std::chrono::hours(1);  // longer than any run
        fill(model, settings);
        QCOMPARE(text(model, 0, "place"), QStringLiteral("warm-up"));
        QVERIFY(model.index(0, column("ttft")).data(SnapshotTableModel::mutedRole).toBool());
    }

    void aBufferedRowSaysWhy() {
        RowsModel model;
        fill(model, twoConfigurations());
        QVERIFY2(text(model, 1, "reason").contains(QStringLiteral("0.2")), qPrintable(text(model, 1, "reason")));
        QVERIFY(!model.index(1, column("ttft")).data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(text(model, 3, "reason").contains(QStringLiteral("Timeout on the upstream")));
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("rows");
        QTest::newRow("empty") << "" << 24;
        QTest::newRow("verdict") << "buffered" << 4;
        QTest::newRow("short, as a word") << "short" << 4;
        QTest::newRow("verdict turned round") << "-buffered" << 20;
        QTest::newRow("level") << "level=8" << 12;
        QTest::newRow("load is the same") << "load=8" << 12;
        QTest::newRow("both words hold") << "buffered level=8" << 2;
        QTest::newRow("configuration") << "config=A" << 12;
        QTest::newRow("case") << "CONFIG=b Buffered" << 2;
        QTest::newRow("quoted") << "config=\"A\" error" << 2;
        QTest::newRow("text in the error") << "upstream" << 4;
        QTest::newRow("text with a space") << "\"timeout on\"" << 4;
        QTest::newRow("text in the source") << "beta" << 12;
        QTest::newRow("source=") << "source=alpha" << 12;
        QTest::newRow("an id") << "r-11" << 2;
        QTest::newRow("nothing") << "nothing-has-this" << 0;
        QTest::newRow("excluded") << "excluded" << 1;
        QTest::newRow("noted") << "noted" << 1;
        QTest::newRow("kept") << "kept" << 0;
        QTest::newRow("a load that is not there") << "load=3" << 0;
        QTest::newRow("a lone minus is no word") << "-" << 24;
        QTest::newRow("an open quote") << "config=\"A" << 12;
    }
    void filters() {
        QFETCH(QString, filter);
        QFETCH(int, rows);
        const RowOrder order = orderRows(*snapshotOf(withARowExcluded()), filter, {}, {});
        QCOMPARE(static_cast<int>(order.rows.size()), rows);
    }

    void filtersByRule() {
        const auto snapshot = snapshotOf(twoConfigurations());
        QVERIFY(!snapshot->judgement->suspicious.empty());  // the bursts: 100 tokens in 1 ms
        const std::string rule = snapshot->judgement->suspicious.front().rule;
        const auto expected = std::ranges::count(snapshot->judgement->suspicious, rule, &Suspicious::rule);
        const RowOrder order = orderRows(*snapshot, QStringLiteral("rule=") + qText(rule), {}, {});
        QCOMPARE(static_cast<std::ptrdiff_t>(order.rows.size()), expected);
        for (const RowIndex row : order.rows) QVERIFY(!snapshot->flagsOf(row).empty());
    }

    void sortsWithTheUnknownLast() {
        const auto snapshot = snapshotOf(twoConfigurations());
        for (const bool ascending : {true, false}) {
            const RowOrder order = orderRows(*snapshot, {}, {column("output"), ascending}, {});
            QCOMPARE(order.rows.size(), std::size_t{24});
            const auto tokens = [&](std::size_t i) { return snapshot->data().rows.outputTokens[at(order.rows[i])]; };
            for (std::size_t i = 20; i < 24; ++i) QCOMPARE(tokens(i), unknownCount);
            for (std::size_t i = 1; i < 20; ++i)
                QVERIFY(ascending ? tokens(i - 1) <= tokens(i) : tokens(i - 1) >= tokens(i));
        }
    }

    void sortsWordsWithNumbersInThem() {
        const auto snapshot = snapshotOf(twoConfigurations());
        const RowOrder order = orderRows(*snapshot, QStringLiteral("config=A"), {column("id"), true}, {});
        QCOMPARE(order.rows.size(), std::size_t{12});
        for (std::size_t i = 0; i < 12; ++i)  // r-2 before r-10
            QCOMPARE(snapshot->data().rows.record[at(order.rows[i])], std::uint64_t{i});
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(orderRows(*snapshotOf(twoConfigurations()), {}, {column("e2e"), true}, stop.get_token()).stopped);
    }

    void selectionSurvivesSorting() {
        RowsModel model;
        fill(model, twoConfigurations());
        const QPersistentModelIndex held(model.index(0, 0));
        const auto row = model.rowAt(0);
        QSignalSpy ordered(&model, &RowsModel::ordered);
        model.sort(column("e2e"), Qt::DescendingOrder);
        QVERIFY(ordered.wait());
        QVERIFY(held.isValid());
        QVERIFY(held.row() != 0);
        QVERIFY(model.rowAt(held.row()) == row);
        QCOMPARE(model.positionOf(*row), held.row());
    }

    void aDecisionIsABadge() {
        RowsModel model;
        fill(model, withARowExcluded());
        QCOMPARE(text(model, 1, "place"), QStringLiteral("excluded"));
        QCOMPARE(text(model, 1, "note"), QStringLiteral("a proxy"));
        QCOMPARE(text(model, 0, "place"), QString());
    }

private:
    static void fill(RowsModel& model, const Settings& settings) {
        QSignalSpy ordered(&model, &RowsModel::ordered);
        model.setSnapshot(snapshotOf(settings));
        QTRY_VERIFY(ordered.size() > 0);
    }
};

QTEST_GUILESS_MAIN(RowsModelTest)
#include "rows_model_test.moc"
