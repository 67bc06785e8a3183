#include <QTest>

#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

Row gapped(std::initializer_list<int> milliseconds, double first = 1, double end = 2) {
    Row row = streamed(0, first, end, 10, static_cast<Count>(milliseconds.size()) + 1);
    row.gapsKnown = true;
    for (const int gap : milliseconds) row.gaps.emplace_back(std::int64_t{gap} * 1'000'000);
    return row;
}

RunInfo printed(const std::string& fingerprint, bool summaryOnly, Reported reported = {}) {
    RunInfo info;
    info.fingerprint = fingerprint;
    info.summaryOnly = summaryOnly;
    info.reported = std::move(reported);
    return info;
}

}  // namespace

class TestDataset : public QObject {
    Q_OBJECT

private slots:
    void nothing() {
        const auto data = DatasetBuilder().finish();
        QCOMPARE(data->rows.size(), std::size_t{0});
        QVERIFY(data->prepared);
        QVERIFY(data->runs.empty());
    }

    void rowsComeByRunThenRecord() {
        DatasetBuilder builder;
        builder.addFile({});
        builder.addSource({});
        const RunIndex first = builder.addRun(0, {}), empty = builder.addRun(0, {}), last = builder.addRun(0, {});
        const auto add = [&](RunIndex run, std::uint64_t record, const std::string& id, int gap) {
            Row row = gapped({gap});
            row.record = record;
            row.id = id;
            builder.addRow(run, row, static_cast<std::int64_t>(record) + 100);
        };
        add(last, 5, "e", 5);
        add(first, 3, "b", 3);
        add(last, 4, "d", 4);
        add(first, 1, "a", 1);
        const auto data = builder.finish();
        const std::vector<std::string> wanted{"a", "b", "d", "e"};
        for (std::size_t row = 0; row < 4; ++row) {
            QVERIFY(data->strings[data->rows.id[row]] == wanted[row]);
            QCOMPARE(data->rows.storeId[row], static_cast<std::int64_t>(data->rows.record[row]) + 100);
        }
        QCOMPARE(data->runs[at(first)].rowCount, 2U);
        QCOMPARE(data->runs[at(empty)].rowCount, 0U);
        QCOMPARE(data->runs[at(empty)].firstRow, 2U);
        QCOMPARE(data->runs[at(last)].firstRow, 2U);
        QVERIFY(data->rows.run[3] == last);
        std::vector<std::int64_t> gaps;  // the lists follow their rows
        const std::vector<RowIndex> rows{RowIndex(0), RowIndex(3)};
        QVERIFY(data->gaps->visit(rows, [&](std::size_t, auto list) { gaps.push_back(list[0].count()); }).has_value());
        QVERIFY((gaps == std::vector<std::int64_t>{1'000'000, 5'000'000}));
    }

    void builderStartsAnewAfterFinish() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 1, 2, 5, 5));
        QCOMPARE(made.done()->rows.size(), std::size_t{1});
        QCOMPARE(made.done()->rows.size(), std::size_t{0});
    }

    void sameTextsAreOneString() {
        StringPool pool;
        QCOMPARE(pool.intern(""), 0U);
        QCOMPARE(pool.intern("stop"), 1U);
        QCOMPARE(pool.intern("length"), 2U);
        QCOMPARE(pool.intern("stop"), 1U);
        const StringPool moved = std::move(pool);
        QVERIFY(moved[2] == "length");
    }

    void gapFigures_data() {
        QTest::addColumn<QList<int>>("gaps");
        QTest::addColumn<int>("median");
        QTest::addColumn<int>("late");
        QTest::addColumn<int>("tiny");
        // From the first token at 1 s to the end at 2 s: the last 5% begins at 1.950 s.
        QTest::newRow("one") << QList<int>{500} << 500'000 << 0 << 0;
        QTest::newRow("odd") << QList<int>{10, 30, 20} << 20'000 << 0 << 0;
        QTest::newRow("even") << QList<int>{10, 40, 20, 30} << 25'000 << 0 << 0;
        QTest::newRow("at the edge") << QList<int>{950} << 950'000 << 0 << 0;
        QTest::newRow("late burst") << QList<int>{951, 0, 0} << 0 << 3 << 2;
    }
    void gapFigures() {
        QFETCH(QList<int>, gaps);
        QFETCH(int, median);
        Row row = streamed(0, 1, 2, 10, static_cast<Count>(gaps.size()) + 1);
        row.gapsKnown = true;
        std::int64_t sum = 0;
        for (const int gap : gaps) {
            row.gaps.emplace_back(std::int64_t{gap} * 1'000'000);
            sum += std::int64_t{gap} * 1'000'000;
        }
        const auto figures = plumbline::gapFigures(row);
        QCOMPARE(figures.count, static_cast<Count>(gaps.size()));
        QCOMPARE(figures.sum.count(), sum);
        QCOMPARE(figures.first.count(), std::int64_t{gaps.front()} * 1'000'000);
        QCOMPARE(figures.median.count(), std::int64_t{median} * 1'000);
        QTEST(figures.late, "late");
        QTEST(figures.tiny, "tiny");
    }

    void noGapsAreNotUnknownGaps() {
        Row row = streamed(0, 1, 2, 1, 1);
        QCOMPARE(plumbline::gapFigures(row).count, unknownCount);
        QVERIFY(!isKnown(plumbline::gapFigures(row).sum));
        row.gapsKnown = true;
        QCOMPARE(plumbline::gapFigures(row).count, 0);
        QCOMPARE(plumbline::gapFigures(row).sum.count(), std::int64_t{0});
        QVERIFY(!isKnown(plumbline::gapFigures(row).largest));
    }

    void aStoppedVisitSaysSo() {
        Made made;
        made.run(concurrency(1)).row(gapped({1}));
        const auto data = made.done();
        std::stop_source stop;
        stop.request_stop();
        const std::vector<RowIndex> rows{RowIndex(0)};
        const auto visited = data->gaps->visit(
            rows, [](std::size_t, auto) {}, stop.get_token());
        QVERIFY(!visited);
        QVERIFY(visited.error().kind == ErrorKind::cancelled);
    }

    void rowsWinOverASummary() {
        Made made;  // the summary comes first, in a file of its own
        made.run(concurrency(1), printed("p", true, {{"ttft_s.p99", 0.5}, {"e2e_s.mean", 2.0}}));
        made.file("rows.json", "sha-b").run(concurrency(1), printed("p", false, {{"e2e_s.mean", 1.0}}));
        made.row(streamed(0, 1, 2, 5, 5));
        const auto data = made.done();
        QVERIFY(data->runs[0].superseded);
        QVERIFY(!data->runs[1].superseded);
        QCOMPARE(data->runs[1].info.reported.at("ttft_s.p99"), 0.5);  // what only the summary says is kept
        QCOMPARE(data->runs[1].info.reported.at("e2e_s.mean"), 1.0);
    }

    void ofSummariesTheRunsOwnFileStays() {
        Made made;
        made.run(concurrency(1), printed("p", true)).run(concurrency(2), printed("q", true));
        made.file("own.json", "sha-b").run(concurrency(1), printed("p", true));
        const auto data = made.done();
        QVERIFY(data->runs[0].superseded);
        QVERIFY(!data->runs[1].superseded);  // has no other file
        QVERIFY(!data->runs[2].superseded);
    }

    void ofEqualSummariesTheEarlierStays() {
        Made made;
        made.run(concurrency(1), printed("p", true));
        made.file("b.json", "sha-b").run(concurrency(1), printed("p", true));
        const auto data = made.done();
        QVERIFY(!data->runs[0].superseded);
        QVERIFY(data->runs[1].superseded);
    }

    void aCopyInAFolderBesideStandsAndIsMarked_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("superseded");
        QTest::addColumn<bool>("isCopy");
        QTest::newRow("one folder") << "/d/a.json"
                                    << "/d/b.json" << true << true;
        QTest::newRow("below") << "/d/a.json"
                               << "/d/runs/b.json" << true << true;
        QTest::newRow("beside") << "/d/fp8/a.json"
                                << "/d/bf16/a.json" << false << true;
        QTest::newRow("another form") << "/d/a.json"
                                      << "/d/a.csv" << true << false;
        QTest::newRow("another form beside") << "/d/x/a.json"
                                             << "/d/y/a.csv" << true << false;
    }
    void aCopyInAFolderBesideStandsAndIsMarked() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, superseded);
        QFETCH(bool, isCopy);
        Made made;
        made.file(a.toStdString(), "sha-a").run(concurrency(1), printed("p", true));
        made.file(b.toStdString(), "sha-b").run(concurrency(1), printed("p", true));
        const auto data = made.done();
        QVERIFY(!data->runs[0].superseded && !data->runs[0].copyOf);
        QCOMPARE(data->runs[1].superseded, superseded);
        QCOMPARE(data->runs[1].copyOf.has_value(), isCopy);
    }

    void runsWithRowsAreNeverSuperseded() {
        Made made;  // a copied file is a finding (duplicates), not a summary
        made.run(concurrency(1), printed("p", false)).row(streamed(0, 1, 2, 5, 5));
        made.file("b.json", "sha-b").run(concurrency(1), printed("p", false)).row(streamed(0, 1, 2, 5, 5));
        const auto data = made.done();
        QVERIFY(!data->runs[0].superseded && !data->runs[1].superseded);
    }

    void noFingerprintIsNoIdentity() {
        Made made;
        made.run(concurrency(1), printed("", true)).run(concurrency(1), printed("", true));
        const auto data = made.done();
        QVERIFY(!data->runs[0].superseded && !data->runs[1].superseded);
    }
};

QTEST_APPLESS_MAIN(TestDataset)
#include "test_dataset.moc"
