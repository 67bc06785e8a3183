// One row's life: which moments are known, in which order, and where each chunk lies.
#include <QTest>

#include "core/measure/row_trace.h"

using namespace plumbline;
using namespace std::chrono_literals;

namespace {

RowTrace traceOf(const Row& row) {
    DatasetBuilder builder;
    builder.addFile({});
    const auto source = builder.addSource({});
    const RunIndex run = builder.addRun(source, {});
    builder.addRow(run, row);
    return rowTrace(builder.finish()->rows, 0, row.gaps);
}

Row streamed() {
    Row row;
    row.start = 5s;
    row.headers = 20ms;
    row.firstByte = 30ms;
    row.firstContent = 100ms;
    row.lastContent = 400ms;
    row.end = 410ms;
    row.gapsKnown = true;
    row.gaps = {100ms, 150ms, 50ms};
    row.gapBasis = GapBasis::chunk;
    return row;
}

QStringList names(const RowTrace& trace) {
    QStringList out;
    for (const RowMoment& moment : trace.moments)
        out << QString::fromUtf8(moment.name.data(), static_cast<qsizetype>(moment.name.size()));
    return out;
}

}  // namespace

class TestRowTrace : public QObject {
    Q_OBJECT
private slots:
    void ordersWhatIsKnown() {
        const RowTrace trace = traceOf(streamed());
        QCOMPARE(names(trace), (QStringList{"sent", "headers", "first byte", "first content", "last content", "end"}));
        QVERIFY(trace.from == 0ns && trace.to == 410ms);
    }

    void addsGapsFromTheFirstToken() {
        const RowTrace trace = traceOf(streamed());
        QCOMPARE(trace.chunks, (std::vector<Nanoseconds>{100ms, 200ms, 350ms, 400ms}));
        QCOMPARE(trace.chunkNote, std::string("4 chunks, from the gaps between them."));
    }

    void countsFromReasoningWhereThatCameFirst() {
        Row row = streamed();
        row.firstReasoning = 60ms;
        QCOMPARE(traceOf(row).chunks.front(), Nanoseconds(60ms));
    }

    void keepsATimeThatRunsBack() {
        Row row = streamed();
        row.firstByte = -10ms;
        row.end = 390ms;
        const RowTrace trace = traceOf(row);
        QCOMPARE(names(trace).front(), QString("first byte"));
        QCOMPARE(names(trace).back(), QString("last content"));
        QVERIFY(trace.from == -10ms && trace.to == 400ms);
    }

    void chunksBeyondTheEndWidenIt() {
        Row row = streamed();
        row.gaps = {100ms, 900ms};
        QCOMPARE(traceOf(row).to, Nanoseconds(1100ms));
    }

    void saysWhyThereAreNoChunks_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("note");
        QTest::newRow("not recorded") << 0 << "When each chunk came is not recorded.";
        QTest::newRow("first unknown") << 1 << "The gaps between chunks are recorded, but not when the first came.";
        QTest::newRow("one chunk") << 2 << "All came at once: there is no gap.";
        QTest::newRow("made up") << 3 << "4 chunks at times that the harness made up from a mean.";
        QTest::newRow("reads") << 4 << "4 reads of the stream, each of which may hold several chunks.";
        QTest::newRow("tokens") << 5 << "4 tokens, from the gaps between them.";
        QTest::newRow("unknown basis") << 6 << "4 arrivals, from gaps of which is not known what they lie between.";
    }
    void saysWhyThereAreNoChunks() {
        QFETCH(int, which);
        QFETCH(QString, note);
        Row row = streamed();
        if (which == 0) row.gapsKnown = false, row.gaps.clear();
        if (which == 1) row.firstContent = unknownTime;
        if (which == 2) row.gaps.clear();
        if (which == 3) row.gapBasis = GapBasis::synthetic;
        if (which == 4) row.gapBasis = GapBasis::read;
        if (which == 5) row.gapBasis = GapBasis::token;
        if (which == 6) row.gapBasis = GapBasis::unknown;
        QCOMPARE(QString::fromStdString(traceOf(row).chunkNote), note);
    }

    void gapsThatWereNotReadAreNotNone() {
        DatasetBuilder builder;
        builder.addFile({});
        const auto source = builder.addSource({});
        const Row row = streamed();
        builder.addRow(builder.addRun(source, {}), row);
        const RowTrace trace = rowTrace(builder.finish()->rows, 0, {});
        QVERIFY(trace.chunks.empty());
        QVERIFY(trace.chunkNote.find("not read") != std::string::npos);
    }

    void aRowWithoutTimesWasSent() {
        const RowTrace trace = traceOf(Row{});
        QCOMPARE(names(trace), QStringList{"sent"});
        QVERIFY(trace.from == trace.to);
    }
};

QTEST_GUILESS_MAIN(TestRowTrace)
#include "test_row_trace.moc"
