// One row's life beside the rows: drawn to scale, its record read again, what is private folded until it is clicked.
#include "tests/gui/window_fixture.h"
#include "ui/review/row_inspector.h"

using namespace plumbline;
using namespace std::chrono_literals;
using test::patience;

namespace {

RowTrace threeMoments() {
    RowTrace trace;
    trace.moments = {{"sent", 0ns}, {"first content", 500ms}, {"last content", 2s}, {"end", 2s}};
    trace.chunks = {500ms, 1s, 2s};
    trace.chunkNote = "3 chunks.";
    trace.to = 2s;
    return trace;
}

bool read(RowInspector& inspector) {
    return QTest::qWaitFor([&] { return !inspector.busy(); }, patience);
}

}  // namespace

class InspectorTest : public QObject {
    Q_OBJECT
private slots:
    void timesLieToScale() {
        TraceDrawing drawing;
        drawing.resize(420, 100);
        drawing.setTrace(threeMoments());
        const double begin = drawing.place(0ns), end = drawing.place(2s);
        QCOMPARE(end - begin, 400.0);
        QCOMPARE(drawing.place(500ms) - begin, 100.0);
        QCOMPARE(drawing.lines().size(), 4);
        QVERIFY2(drawing.lines()[2].startsWith(QStringLiteral("last content, end 2\u202fs")),
                 qPrintable(drawing.lines()[2]));
        QVERIFY(!drawing.grab().toImage().isNull());
    }

    void aTraceWithoutLengthIsDrawn() {
        TraceDrawing drawing;
        drawing.resize(200, 100);
        RowTrace trace;
        trace.moments = {{"sent", 0ns}};
        drawing.setTrace(trace);
        QVERIFY(!drawing.grab().isNull());
        drawing.setTrace({});
        QVERIFY(drawing.lines().isEmpty());
        QVERIFY(!drawing.grab().isNull());
    }

    void privatePiecesAreFoldedUntilAsked() {
        RawTextView view;
        view.setPieces({{"\"prompt\": ", 0, false}, {"\"why?\"", 4, true}, {",\n\"n\": 1", 0, false}});
        QCOMPARE(view.folded(), std::size_t{1});
        QCOMPARE(view.toPlainText(), QStringLiteral("\"prompt\": 4 characters, click to show,\n\"n\": 1"));
        view.unfold(1);
        QCOMPARE(view.folded(), std::size_t{0});
        QCOMPARE(view.toPlainText(), QStringLiteral("\"prompt\": \"why?\",\n\"n\": 1"));
        view.setAllShown(false);
        QCOMPARE(view.folded(), std::size_t{1});
        view.unfold(0);  // not folded: nothing to do
        QCOMPARE(view.folded(), std::size_t{1});
        view.say(QStringLiteral("<b>gone</b>"));
        QCOMPARE(view.toPlainText(), QStringLiteral("<b>gone</b>"));
        QCOMPARE(view.folded(), std::size_t{0});
    }

    void aFoldOpensWhereItIsClicked() {
        RawTextView view;
        view.resize(400, 200);
        view.setPieces({{"p: ", 0, false}, {"secret", 6, true}});
        view.show();
        QTextCursor cursor(view.document());
        cursor.setPosition(6);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cursorRect(cursor).center());
        QCOMPARE(view.toPlainText(), QStringLiteral("p: secret"));
    }

    void aChosenRowShowsItsLifeAndItsRecord() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({test::writeFastTrace(fixture.filePath("fast.trace.jsonl"))}));
        RowsPanel& rows = fixture.window().rows();
        rows.table().selectRow(3);
        QVERIFY(read(rows.inspector()));
        QTRY_COMPARE(rows.inspector().drawing().trace()->chunks.size(), std::size_t{65});
        const RowTrace& trace = *rows.inspector().drawing().trace();
        QVERIFY(trace.chunks.front() == 20ms && trace.chunks.back() == 148ms);
        QTRY_VERIFY_WITH_TIMEOUT(rows.inspector().raw().toPlainText().contains(QStringLiteral("\"id\": \"f-3\"")),
                                 patience);
        rows.table().selectRow(4);
        QTRY_VERIFY_WITH_TIMEOUT(rows.inspector().raw().toPlainText().contains(QStringLiteral("\"id\": \"f-4\"")),
                                 patience);
        rows.traceToggle().click();
        QVERIFY(rows.inspector().isHidden());
    }

    void aFileThatChangedIsNotShownAsTheRecord() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        test::writeTrace(fixture.a, QStringLiteral("other"));
        RowsPanel& rows = fixture.window().rows();
        rows.table().selectRow(1);
        QTRY_VERIFY_WITH_TIMEOUT(rows.inspector().raw().toPlainText().contains(QStringLiteral("changed")), patience);
        QFile::remove(fixture.a);
        rows.table().selectRow(2);
        QTRY_VERIFY_WITH_TIMEOUT(rows.inspector().raw().toPlainText().contains(QStringLiteral("gone")), patience);
        QVERIFY(rows.inspector().drawing().trace()->moments.size() >= 3);  // what was measured is still here
    }

    void recordsOfListsHaveTheirPlace() {
        DatasetBuilder builder;
        DataFile file;
        file.path = "r.json";
        file.rejected = 1;
        builder.addFile(file);
        const auto source = builder.addSource({});
        const RunIndex run = builder.addRun(source, {});
        Row row;
        for (const std::uint64_t record : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}}) {
            row.record = record;
            row.byte = 0;
            builder.addRow(run, row);
        }
        row.record = 4;
        row.byte = 90;
        builder.addRow(run, row);
        const auto data = builder.finish();
        const std::vector<Rejection> rejected{{2, 0, 0, "no start", ""}};
        const RawPlace shared = rawPlace(*data, RowIndex{2}, rejected);
        QVERIFY(shared.inLists && shared.inLists->position == 3 && shared.inLists->records == 4);
        QVERIFY(!rawPlace(*data, RowIndex{2}, {}).inLists);        // a rejected one is not at hand
        QVERIFY(!rawPlace(*data, RowIndex{3}, rejected).inLists);  // alone in its object
        QCOMPARE(rawPlace(*data, RowIndex{3}, rejected).byte, std::uint64_t{90});
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, InspectorTest)
#include "inspector_test.moc"
