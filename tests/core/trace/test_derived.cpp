#include <QTest>

#include "core/trace/prepared.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {
Nanoseconds orUnknown(double value) { return value < 0 ? unknownTime : sec(value); }
}  // namespace

class TestDerived : public QObject {
    Q_OBJECT

private slots:
    // METRICS §2: first_reasoning, else first_token of a kind that is text, else first_content, else first_token.
    void firstTokenTime_data() {
        QTest::addColumn<double>("reasoning");
        QTest::addColumn<double>("content");
        QTest::addColumn<double>("token");
        QTest::addColumn<FirstTokenKind>("kind");
        QTest::addColumn<double>("time");
        QTest::addColumn<FirstTokenKind>("timeKind");
        using K = FirstTokenKind;
        QTest::newRow("reasoning first") << 1.0 << 3.0 << 0.5 << K::anyText << 1.0 << K::reasoningText;
        QTest::newRow("any text") << -1.0 << 3.0 << 2.0 << K::anyText << 2.0 << K::anyText;
        QTest::newRow("engine") << -1.0 << 3.0 << 2.0 << K::engine << 2.0 << K::engine;
        QTest::newRow("reasoning text") << -1.0 << 3.0 << 2.0 << K::reasoningText << 2.0 << K::reasoningText;
        QTest::newRow("content before any event") << -1.0 << 3.0 << 2.0 << K::anyEvent << 3.0 << K::answerText;
        QTest::newRow("content before answer") << -1.0 << 3.0 << 2.0 << K::answerText << 3.0 << K::answerText;
        QTest::newRow("any event alone") << -1.0 << -1.0 << 2.0 << K::anyEvent << 2.0 << K::anyEvent;
        QTest::newRow("unknown kind alone") << -1.0 << -1.0 << 2.0 << K::unknown << 2.0 << K::unknown;
        QTest::newRow("nothing") << -1.0 << -1.0 << -1.0 << K::anyText << -1.0 << K::unknown;
    }
    void firstTokenTime() {
        QFETCH(double, reasoning);
        QFETCH(double, content);
        QFETCH(double, token);
        QFETCH(FirstTokenKind, kind);
        QFETCH(double, time);
        const auto first = firstTime(orUnknown(reasoning), orUnknown(content), orUnknown(token), kind);
        QVERIFY(first.time == orUnknown(time));
        QTEST(first.kind, "timeKind");
    }

    void streamsAreSortedWithTheirRows() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 0.3, 2, 5, 5)).row(streamed(1, 0.1, 2, 5, 5)).row(failed(2, 3));
        made.row(streamed(3, 0.2, 2, 5, 5));
        const auto data = made.done();
        const auto prepared = data->prepared->rows(*data, false);
        const RunStream& ttft = prepared->of(Stream::ttft, 0);
        QVERIFY((ttft.values == std::vector<double>{0.1, 0.2, 0.3}));
        QVERIFY((ttft.rows == std::vector<std::uint32_t>{1, 3, 0}));
    }

    void bothVariantsAreMadeOnce() {
        Made made;
        Row row = streamed(0, 0.5, 3, 5, 5);
        row.lastContent = sec(1.5);
        made.run(concurrency(1)).row(row);
        const auto data = made.done();
        const auto lastText = data->prepared->rows(*data, true);
        QCOMPARE(seconds(lastText->interval[0]), 1.0);
        QCOMPARE(seconds(data->prepared->rows(*data, false)->interval[0]), 2.5);
        QVERIFY(data->prepared->rows(*data, true) == lastText);
    }

    void aStoppedVariantIsMadeLater() {
        Made made;
        made.run(concurrency(1)).row(streamed(0, 0.5, 3, 5, 5));
        const auto data = made.done();
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!data->prepared->rows(*data, true, stop.get_token()));
        QVERIFY(data->prepared->rows(*data, true));
    }
};

QTEST_APPLESS_MAIN(TestDerived)
#include "test_derived.moc"
