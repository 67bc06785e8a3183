// The bound at a level (BOUND §6): batch and context from the rows, the catalog's form, and why there is none.
#include <QTest>

#include "core/curve/figures.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;
using namespace plumbline::made;

namespace {

constexpr const char* typedBound = R"({"groups": [["a", 1e9, 1]], "bandwidth_bytes_per_s": 1e12})";
constexpr const char* catalogBound =
    R"({"model": "Meta-Llama-3.1-8B", "accelerator": "h100-sxm", "count": 2, "replicas": 2, "weights": "rest=fp8",
        "kv_format": "bf16"})";

Context with(const char* bound) { return {{"bound", stated(bound)}}; }

Row asked(Row row, Count promptTokens) {
    row.promptTokens = promptTokens;
    return row;
}

Row unobservable(double start, double end) {
    Row row = streamed(start, 1, end, 50, 50);
    row.firstContent = unknownTime;
    return row;
}

LevelFigures levelOf(Made& made, const MeasureSettings& measure = {}) {
    const auto data = made.done();
    Settings settings;
    settings.grouping = oneConfiguration(*data);
    settings.measure = measure;
    return figures(*data, settings).configurations.front().levels.front();
}

}  // namespace

class TestBoundLevels : public QObject {
    Q_OBJECT
private slots:
    void batchIsInFlightInDecode() {
        Made made;
        made.source(with(typedBound)).run(concurrency(2));
        made.row(streamed(0, 2, 10, 50, 50)).row(streamed(0, 4, 8, 50, 50));
        const auto level = levelOf(made);
        // 8 s and 4 s between first token and end, of 10 s; 18 s of requests being open.
        QCOMPARE(*level.inFlight, 1.8);
        QCOMPARE(*level.bound->batch, 1.2);
        QCOMPARE(level.bound->batchBasis, std::string("in flight between first token and end"));
        QCOMPARE(*level.bound->aggregate.nominal, 1.2 * 1000);
    }

    // The proxy shows a first token just before the end: the batch must not shrink, or all would be above the bound.
    void hiddenFirstTokensCountFromTheStart_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("batch");
        QTest::addColumn<QString>("basis");
        const QString two = "; 1 rows without a first token to trust count from their start";
        QTest::newRow("streamed") << 0 << 1.3 << "";
        QTest::newRow("buffered") << 1 << 1.8 << two;
        QTest::newRow("unobservable") << 2 << 1.8 << two;
        QTest::newRow("failed before a token") << 3 << 0.8 << "";
    }
    void hiddenFirstTokensCountFromTheStart() {
        QFETCH(int, which);
        QFETCH(double, batch);
        QFETCH(QString, basis);
        Made made;
        made.source(with(typedBound)).run(concurrency(2)).row(streamed(0, 2, 10, 50, 50));
        if (which == 0) made.row(streamed(0, 5, 10, 50, 50));
        if (which == 1) made.row(streamed(0, 9.9, 10, 50, 50));
        if (which == 2) made.row(unobservable(0, 10));
        if (which == 3) made.row(failed(0, 10));
        const auto level = levelOf(made);
        QCOMPARE(*level.bound->batch, batch);
        QCOMPARE(QString::fromStdString(level.bound->batchBasis), "in flight between first token and end" + basis);
    }

    void batchFollowsTheWindow() {
        Made made;
        made.source(with(typedBound)).run(concurrency(2));
        made.row(streamed(0, 2, 10, 50, 50)).row(streamed(4, 2, 4, 50, 50));
        MeasureSettings measure;
        measure.warmup = sec(4);
        measure.cooldown = sec(1);
        // W is 4 to 9: the first row decodes in all of it, the second from 6 to 8.
        QCOMPARE(*levelOf(made, measure).bound->batch, 7.0 / 5);
    }

    void lastTextEndsTheDecodeToo() {
        Made made;
        Row row = streamed(0, 2, 10, 50, 50);
        row.lastContent = sec(6);
        made.source(with(typedBound)).run(concurrency(1)).row(row);
        MeasureSettings measure;
        measure.intervalEnd = IntervalEnd::lastText;
        QCOMPARE(*levelOf(made, measure).bound->batch, 0.4);
    }

    void withoutStartsTheSumStands() {
        RunInfo info;
        info.declaredDuration = sec(20);
        info.declaredRequests = 2;
        Made made;
        Row first = streamed(0, 2, 10, 50, 50), second = streamed(0, 4, 8, 50, 50);
        first.start = second.start = unknownTime;
        made.source(with(typedBound)).run(concurrency(2), info).row(first).row(second);
        QCOMPARE(*levelOf(made).bound->batch, 12.0 / 20);
    }

    void summaryTakesTheConcurrency() {
        Made made;
        made.source(with(typedBound)).summary(concurrency(32), {{"system_output_tokens_per_s", 464}});
        const auto level = levelOf(made);
        QCOMPARE(*level.bound->batch, 32.0);
        QCOMPARE(level.bound->batchBasis, std::string("the concurrency asked for"));
        QCOMPARE(*level.bound->aggregate.fraction, 464.0 / 32'000);
    }

    void catalogFormCountsTheCache() {
        Made made;
        made.source(with(catalogBound)).run(concurrency(2));
        made.row(asked(streamed(0, 0.0, 10, 101, 101), 1'000)).row(asked(streamed(0, 0.0, 10, 101, 101), 3'000));
        const auto level = levelOf(made);
        QCOMPARE(*level.bound->batch, 2.0);
        QCOMPARE(level.bound->replicas, 2.0);
        QCOMPARE(*level.bound->context, 2'000 + 101 / 2.0);
        // Each copy has one device and one sequence: all weights but the input embedding, and its cache.
        const double bytes = 7'504'658'432.0 + 131'072 * (2'000 + 101 / 2.0);
        QCOMPARE(*level.bound->user.nominal, 3.35e12 / bytes);
        QCOMPARE(*level.bound->aggregate.nominal, 2 * 3.35e12 / bytes);
        QCOMPARE(*level.bound->user.measured, 10.0);  // 100 tokens in 10 s
        QCOMPARE(*level.bound->user.fraction, 10 * bytes / 3.35e12);
        QCOMPARE(*level.bound->aggregate.measured, 20.2);
        QCOMPARE(*level.bound->aloneCeiling, 3.35e12 / 7'504'658'432.0);
    }

    void configurationFillsIn() {
        Made made;
        Context context = with(R"({"replicas": 1, "weights": "rest=fp8", "kv_format": "fp8"})");
        context["model"] = stated("\"Meta-Llama-3.1-8B\"");
        context["accelerator"] = stated("\"h100-sxm-80gb\"");
        context["accelerator_count"] = stated("4");
        made.source(context).run(concurrency(1)).row(asked(streamed(0, 0.0, 10, 101, 101), 1'000));
        const double bytes = 7'504'658'432.0 + 65'536 * (1'000 + 101 / 2.0);
        QCOMPARE(*levelOf(made).bound->user.nominal, 4 * 3.35e12 / bytes);
    }

    void unknownPromptsLeaveTheCacheOut() {
        Made made;
        made.source(with(catalogBound)).run(concurrency(1)).row(streamed(0, 0.0, 10, 101, 101));
        const auto level = levelOf(made);
        QVERIFY(!level.bound->context);
        QCOMPARE(*level.bound->user.nominal, 3.35e12 / 7'504'658'432.0);
        QCOMPARE(QString::fromStdString(level.withheld.at("bound.context_tokens")),
                 QString("prompt or output tokens are unknown: weights alone are counted"));
    }

    void withheldWithItsReason_data() {
        QTest::addColumn<QString>("bound");
        QTest::addColumn<QString>("says");
        QTest::newRow("formats") << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "replicas": 1,
                                        "weights": "routed=mxfp4"})"
                                 << "weight formats unknown: shared, attention, dense, latent, router, head.";
        QTest::newRow("replicas")
            << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "weights": "rest=bf16"})"
            << "replicas unknown. Give \"replicas\"";
        QTest::newRow("accelerators") << R"({"model": "Kimi-K3", "replicas": 1, "weights": "rest=bf16"})"
                                      << "accelerators unknown";
        QTest::newRow("format of the cache")
            << R"({"model": "Kimi-K3", "accelerator": "b300", "count": 8, "replicas": 1, "weights": "rest=bf16"})"
            << "cache format unknown";
        QTest::newRow("no such model") << R"({"model": "Kimi-K9"})"
                                       << "no model named 'Kimi-K9'";
        QTest::newRow("nothing at all") << "{}"
                                        << "model unknown";
    }
    void withheldWithItsReason() {
        QFETCH(QString, bound);
        QFETCH(QString, says);
        Made made;
        made.source(with(bound.toUtf8())).run(concurrency(1)).row(asked(streamed(0, 0.0, 10, 101, 101), 1'000));
        const auto level = levelOf(made);
        QVERIFY(!level.bound);
        const QString reason = QString::fromStdString(level.withheld.at("bound"));
        QVERIFY2(reason.contains(says), qPrintable(reason));
    }

    // METRICS §8, "speculative decoding": drafted tokens move the tokens of a step, not the steps.
    void speculationMovesTokens() {
        Made made;
        made.source(with(R"({"groups": [["experts", 88.4e9, 0.53125], ["rest", 15.6e9, 1]],
                             "bandwidth_bytes_per_s": 64e12, "draft": 4, "accept": 3.2})"));
        made.run(concurrency(1)).row(streamed(0, 1, 2, 332, 100));
        const auto level = levelOf(made);
        QCOMPARE(*level.bound->user.nominal, 3.2 * 64e12 / 62.5625e9);
        QCOMPARE(*level.bound->user.measured, 331.0);
    }
};

QTEST_GUILESS_MAIN(TestBoundLevels)
#include "test_bound_levels.moc"
