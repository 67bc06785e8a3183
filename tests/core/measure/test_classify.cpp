#include <QTest>
#include <functional>

#include "core/measure/classify.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

using Change = std::function<void(Row&, MeasureSettings&)>;
Q_DECLARE_METATYPE(Change)

namespace {

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

void listGaps(Row& row, std::initializer_list<double> gaps) {
    row.gapsKnown = true;
    row.gapBasis = GapBasis::chunk;
    for (const double gap : gaps) row.gaps.push_back(sec(gap));
}

/// vLLM's TTFT: the first event, which may be an empty role chunk.
void anyEvent(Row& row, double first) {
    row.firstContent = unknownTime;
    row.firstToken = sec(first);
    row.firstTokenKind = FirstTokenKind::anyEvent;
}

RowFigures figuresOf(const Row& row, const MeasureSettings& measure = {}) {
    Made made;
    made.run(concurrency(1)).row(row);
    Settings settings;
    settings.measure = measure;
    return rowFigures(*made.done(), settings, RowIndex(0));
}

}  // namespace

class TestClassify : public QObject {
    Q_OBJECT

private slots:
    // METRICS §2, from the row of `streamed(0, 0.5, 1.5, 100, 90)`, which is streamed.
    void verdicts_data();
    void verdicts();
    void rowsOfTheWorkedTable();
    void reasoningRow();
    void reasoningRowWithoutItsFirstToken();
    void reasoningUnknown();
    void valuesByVerdict_data();
    void valuesByVerdict();
    void endUnknown();
    void bothEndsUnknown();
    void roleChunkIsNoGapSample();
    void firstChunkCorrected();
    void noVisibleAnswer();
    void lastTextEndsTheInterval();
    void reasons();
};

void TestClassify::verdicts_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* name, const char* verdict, Change change) {
        QTest::newRow(name) << change << QString(verdict);
    };
    row("as it is", "streamed", [](Row&, MeasureSettings&) {});
    row("error", "error", [](Row& r, auto&) { r.status = Status::error; });
    row("cancelled before empty", "cancelled", [](Row& r, auto&) { r.status = Status::cancelled, r.outputTokens = 0; });
    row("incomplete", "incomplete", [](Row& r, auto&) { r.status = Status::incomplete; });
    row("no tokens", "empty", [](Row& r, auto&) { r.outputTokens = 0; });
    row("no times at all", "empty", [](Row& r, auto&) { r.firstContent = r.lastContent = r.end = unknownTime; });
    row("no times and an end of 0", "empty",
        [](Row& r, auto&) { r.firstContent = r.lastContent = unknownTime, r.end = sec(0); });
    row("an end alone", "unobservable", [](Row& r, auto&) { r.firstContent = r.lastContent = unknownTime; });
    row("last content alone", "unobservable", [](Row& r, auto&) { r.firstContent = r.end = unknownTime; });
    row("end before T", "unobservable", [](Row& r, auto&) { r.end = sec(0.4); });
    row("negative T", "unobservable", [](Row& r, auto&) { r.firstContent = sec(-0.1); });
    row("negative first byte", "unobservable", [](Row& r, auto&) { r.firstByte = sec(-0.1); });
    row("out of order before short", "unobservable", [](Row& r, auto&) { r.end = sec(0.4), r.outputTokens = 1; });
    row("2 tokens", "short", [](Row& r, auto&) { r.outputTokens = 2; });
    row("3 tokens", "streamed", [](Row& r, auto&) { r.outputTokens = 3; });
    row("2 tokens, short off", "streamed", [](Row& r, auto& s) { r.outputTokens = 2, s.shortAsBuffered = true; });
    row("1 token in a chunk, short off", "buffered",
        [](Row& r, auto& s) { r.outputTokens = 1, r.chunks = 1, s.shortAsBuffered = true; });
    row("tokens unknown", "streamed", [](Row& r, auto&) { r.outputTokens = unknownCount; });
    row("2 chunks", "buffered", [](Row& r, auto&) { r.chunks = 2; });
    row("3 chunks", "streamed", [](Row& r, auto&) { r.chunks = 3; });
    row("0 chunks known", "buffered", [](Row& r, auto&) { r.chunks = 0; });
    row("chunks unknown", "streamed", [](Row& r, auto&) { r.chunks = unknownCount; });
    row("chunks unknown, no interval", "buffered", [](Row& r, auto&) { r.chunks = unknownCount, r.end = sec(0.6); });
    row("interval below", "buffered", [](Row& r, auto&) { r.end = sec(0.699999999); });
    row("interval at the limit", "streamed", [](Row& r, auto&) { r.end = sec(0.7); });
    row("no guard by interval", "streamed", [](Row& r, auto& s) { r.end = sec(0.5), s.minInterval = sec(0); });
    row("end unknown, last content near", "buffered",
        [](Row& r, auto&) { r.end = unknownTime, r.lastContent = sec(0.6); });
    row("both ends unknown", "streamed", [](Row& r, auto&) { r.end = r.lastContent = unknownTime; });
    row("both ends unknown, 2 chunks", "buffered",
        [](Row& r, auto&) { r.end = r.lastContent = unknownTime, r.chunks = 2; });
    // A role chunk at 0.1 s and one late burst: from the chunk after it only 0.1 s are left.
    row("any event and a late burst", "buffered", [](Row& r, auto&) {
        anyEvent(r, 0.1);
        listGaps(r, {1.3, 0.05, 0.05});
    });
    row("any event, gaps unknown", "streamed", [](Row& r, auto&) { anyEvent(r, 0.1); });
    row("any event and an even stream", "streamed", [](Row& r, auto&) {
        anyEvent(r, 0.1);
        listGaps(r, {0.4, 0.5, 0.5});
    });
    row("first content is no event", "streamed", [](Row& r, auto&) { listGaps(r, {0.9, 0.05, 0.05}); });
    row("last text near, end far", "streamed", [](Row& r, auto&) { r.lastContent = sec(0.6); });
    row("last text near, to last text", "buffered",
        [](Row& r, auto& s) { r.lastContent = sec(0.6), s.intervalEnd = IntervalEnd::lastText; });
    row("last text unknown, to last text", "streamed",
        [](Row& r, auto& s) { r.lastContent = unknownTime, s.intervalEnd = IntervalEnd::lastText; });
    row("last text before T, to last text", "unobservable",
        [](Row& r, auto& s) { r.lastContent = sec(0.4), s.intervalEnd = IntervalEnd::lastText; });
}

void TestClassify::verdicts() {
    QFETCH(Change, change);
    Row row = streamed(0, 0.5, 1.5, 100, 90);
    MeasureSettings settings;
    change(row, settings);
    Made made;
    made.run(concurrency(1)).row(row);
    const auto data = made.done();
    QTEST(q(name(classifyRow(*data, settings, RowIndex(0)))), "verdict");
    QTEST(q(name(classify(*data, settings).front())), "verdict");
}

// METRICS §8: burst, empty, one token.
void TestClassify::rowsOfTheWorkedTable() {
    const RowFigures burst = figuresOf(streamed(0, 9.999, 10, 1000, 40));
    QVERIFY(burst.verdict == Verdict::buffered);
    QCOMPARE(*burst.trustedRate, 1'000'000.0);
    QCOMPARE(*burst.rate, 100.0);
    QVERIFY(burst.rateBasis == RateBasis::endToEnd);
    QVERIFY(!burst.ttft && !burst.tpot);
    QCOMPARE(q(burst.reason), QString("interval 0.001 s < 0.2 s"));

    const RowFigures empty = figuresOf(streamed(0, 0.5, 1.5, 0, 5));
    QVERIFY(empty.verdict == Verdict::empty);
    QVERIFY(!empty.rate && !empty.e2e && !empty.ttft);  // an error, never a row at 0 tokens/s

    const RowFigures one = figuresOf(streamed(0, 0.120, 0.121, 1, 1));
    QVERIFY(one.verdict == Verdict::shortOutput);
    QCOMPARE(*one.ttft, 0.120);
    QCOMPARE(*one.rate, 1 / 0.121);  // 8.26
    QVERIFY(one.rateBasis == RateBasis::endToEnd);
    QVERIFY(!one.tpot);
}

void TestClassify::reasoningRow() {
    Row row = streamed(0, 183.581, 193.581, 13'228, 13'000);
    row.reasoningTokens = 12'560;
    row.firstReasoning = sec(1.175);
    const RowFigures figures = figuresOf(row);
    QCOMPARE(*figures.ttft, 1.175);
    QCOMPARE(*figures.ttfc, 183.581);
    QCOMPARE(*figures.rate, 13'228 / (193.581 - 1.175));  // 68.75; 1,322.8 never appears
    QVERIFY(std::abs(*figures.rate - 68.75) < 0.005);
    QVERIFY(std::abs(*figures.tpot * 1e3 - 14.55) < 0.005);
    QVERIFY(figures.rateBasis == RateBasis::postFirstContent);
    QVERIFY(figures.firstKind == FirstTokenKind::reasoningText);
}

void TestClassify::reasoningRowWithoutItsFirstToken() {
    Row row = streamed(0, 183.581, 193.581, 13'228, 13'000);
    row.reasoningTokens = 12'560;
    const RowFigures figures = figuresOf(row);
    QVERIFY(std::abs(*figures.rate - 66.8) < 1e-9);
    QVERIFY(std::abs(*figures.tpot * 1e3 - 14.99) < 0.005);  // 10 s / 667
    QVERIFY(figures.rateBasis == RateBasis::visible);
    QVERIFY(!figures.ttft);
    QCOMPARE(q(figures.withheld), QString("first token of any channel unknown"));
    QCOMPARE(*figures.ttfc, 183.581);

    row.reasoningTokens = 13'228;  // nothing visible is left to count
    QVERIFY(!figuresOf(row).rate && !figuresOf(row).tpot);
}

// Known to reason by another row of the run, and how much this one reasoned is unknown: withheld.
void TestClassify::reasoningUnknown() {
    Row reasons = streamed(0, 1, 2, 100, 90);
    reasons.reasoningTokens = 50;
    Made made;
    made.run(concurrency(1))
        .row(streamed(0, 1, 2, 100, 90))
        .row(reasons)
        .run(concurrency(2))
        .row(streamed(0, 1, 2, 100, 90));
    const auto data = made.done();
    const RowFigures figures = rowFigures(*data, {}, RowIndex(0));
    QVERIFY(figures.verdict == Verdict::streamed);
    QVERIFY(!figures.rate && !figures.tpot && !figures.ttft);
    QVERIFY(figures.e2e && figures.ttfc);
    QVERIFY(rowFigures(*data, {}, RowIndex(2)).rate);  // the other run is not known to reason
}

void TestClassify::valuesByVerdict_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("given");  // of: ttft ttfc tpot itl e2e ttfb rate
    const auto row = [](const char* name, const char* given, Change change) {
        QTest::newRow(name) << change << QString(given);
    };
    row("streamed", "ttft ttfc tpot itl e2e ttfb rate", [](Row&, auto&) {});
    row("short", "ttft ttfc e2e ttfb rate", [](Row& r, auto&) { r.outputTokens = 2; });
    row("buffered", "e2e ttfb rate", [](Row& r, auto&) { r.chunks = 2; });
    row("unobservable", "e2e ttfb rate", [](Row& r, auto&) { r.firstContent = unknownTime; });
    row("out of order", "ttfb", [](Row& r, auto&) { r.end = sec(0.4); });
    row("tokens unknown", "ttft ttfc itl e2e ttfb", [](Row& r, auto&) { r.outputTokens = unknownCount; });
    row("one token, streamed", "ttft ttfc itl e2e ttfb rate",
        [](Row& r, auto& s) { r.outputTokens = 1, s.shortTokens = 0; });
    row("no time at all between", "ttft ttfc tpot itl e2e ttfb",
        [](Row& r, auto& s) { r.end = r.lastContent = sec(0.5), s.minInterval = sec(0); });
    row("error", "", [](Row& r, auto&) { r.status = Status::error; });
}

void TestClassify::valuesByVerdict() {
    QFETCH(Change, change);
    Row row = streamed(0, 0.5, 1.5, 100, 90);
    row.firstByte = sec(0.4);
    listGaps(row, {0.5, 0.5});
    MeasureSettings settings;
    change(row, settings);
    const RowFigures figures = figuresOf(row, settings);
    QStringList given;
    const auto add = [&given](const char* name, const std::optional<double>& value) {
        if (value) given << name;
    };
    add("ttft", figures.ttft);
    add("ttfc", figures.ttfc);
    add("tpot", figures.tpot);
    add("itl", figures.itlMean);
    add("e2e", figures.e2e);
    add("ttfb", figures.ttfb);
    add("rate", figures.rate);
    QTEST(given.join(' '), "given");
}

void TestClassify::endUnknown() {
    Row row = streamed(0, 0.5, 1.5, 100, 90);
    row.end = unknownTime;
    const RowFigures figures = figuresOf(row);
    QVERIFY(figures.endFromLastContent);
    QCOMPARE(*figures.e2e, 1.5);
    QCOMPARE(*figures.rate, 100.0);
    QCOMPARE(*figures.tpot, 1.0 / 99);
}

void TestClassify::bothEndsUnknown() {
    Row row = streamed(0, 0.5, 1.5, 100, 90);
    row.end = row.lastContent = unknownTime;
    const RowFigures figures = figuresOf(row);
    QVERIFY(figures.verdict == Verdict::streamed);
    QCOMPARE(*figures.ttft, 0.5);
    QVERIFY(!figures.rate && !figures.e2e && !figures.tpot && !figures.interval);
}

// As many gaps as chunks of text, from the first event on: the first gap ends at the first text.
void TestClassify::roleChunkIsNoGapSample() {
    Row row = streamed(0, 0.1, 1.5, 3, 3);
    anyEvent(row, 0.1);
    listGaps(row, {0.8, 0.2, 0.4});
    QCOMPARE(*figuresOf(row).itlMean, 0.3);
    QCOMPARE(*figuresOf(row).interval, 0.6);
    row.chunks = 4;  // one chunk more than gaps: nothing proves a role chunk
    QCOMPARE(*figuresOf(row).itlMean, 1.4 / 3);
    row.chunks = 3;
    row.gapBasis = GapBasis::token;
    QCOMPARE(*figuresOf(row).itlMean, 1.4 / 3);
}

void TestClassify::firstChunkCorrected() {
    Row row = streamed(0, 0.5, 1.5, 100, 90);
    QVERIFY(!figuresOf(row).tpotFirstChunkCorrected);
    row.firstChunkTokens = 20;
    QCOMPARE(*figuresOf(row).tpotFirstChunkCorrected, 1.0 / 80);
    row.firstChunkTokens = 100;
    QVERIFY(!figuresOf(row).tpotFirstChunkCorrected);
}

void TestClassify::noVisibleAnswer() {
    Row row = streamed(0, 0.5, 30, 4096, 4000);
    row.firstContent = unknownTime;
    row.firstReasoning = sec(0.5);
    row.reasoningTokens = 4096;
    row.finish = "length";
    const RowFigures figures = figuresOf(row);
    QVERIFY(figures.verdict == Verdict::streamed);
    QVERIFY(figures.noVisibleAnswer);
    QCOMPARE(*figures.ttft, 0.5);
    QVERIFY(!figures.ttfc);
    row.firstContent = sec(20);
    QVERIFY(!figuresOf(row).noVisibleAnswer);
}

void TestClassify::lastTextEndsTheInterval() {
    Row row = streamed(0, 0.5, 2.5, 101, 90);
    row.lastContent = sec(1.5);
    MeasureSettings settings;
    QCOMPARE(*figuresOf(row, settings).rate, 50.5);
    settings.intervalEnd = IntervalEnd::lastText;
    const RowFigures figures = figuresOf(row, settings);
    QCOMPARE(*figures.rate, 101.0);
    QCOMPARE(*figures.tpot, 0.01);
    QCOMPARE(*figures.e2e, 2.5);  // the response still ends at its end
}

void TestClassify::reasons() {
    Row row = streamed(0, 0.5, 1.5, 100, 2);
    QCOMPARE(q(figuresOf(row).reason), QString("2 chunks < 3"));
    row.chunks = 1;
    QCOMPARE(q(figuresOf(row).reason), QString("1 chunk < 3"));
    row.chunks = unknownCount;
    QCOMPARE(q(figuresOf(row).reason), QString("chunks unknown: judged by the interval alone"));
    row.outputTokens = 0;
    QCOMPARE(q(figuresOf(row).reason), QString("completed, 0 output tokens"));
    QCOMPARE(q(figuresOf(failed(0, 1)).reason), QString("HTTP 500"));
    row = streamed(0, 0.5, 0.4, 100, 90);
    QVERIFY(q(figuresOf(row).reason).startsWith("times out of order: the end, 0.4 s"));
}

QTEST_APPLESS_MAIN(TestClassify)
#include "test_classify.moc"
