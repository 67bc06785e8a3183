#include <QTest>

#include "core/measure/decimal.h"
#include "core/measure/level.h"
#include "core/measure/settings.h"

using namespace plumbline;

namespace {
QString q(const std::string& text) { return QString::fromStdString(text); }
}  // namespace

class TestSettings : public QObject {
    Q_OBJECT

private slots:
    void slos_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("limit");
        QTest::newRow("the spec's") << "e2e mean < 40s"
                                    << "e2e mean < 40 s" << 40.0;
        QTest::newRow("milliseconds") << "ttft p99 <= 300ms"
                                      << "ttft p99 <= 300 ms" << 0.3;
        QTest::newRow("microseconds") << "itl p99.9 < 1500 us"
                                      << "itl p99.9 < 1500 us" << 0.0015;
        QTest::newRow("capitals") << "TTFT P99 <= 300ms"
                                  << "ttft p99 <= 300 ms" << 0.3;
        QTest::newRow("micro sign") << "itl p50 < 1500 \u00b5s"
                                    << "itl p50 < 1500 us" << 0.0015;
        QTest::newRow("mu") << "itl p50 < 1500\u03bcs"
                            << "itl p50 < 1500 us" << 0.0015;
        QTest::newRow("rate") << "rate p50 >= 20"
                              << "rate p50 >= 20" << 20.0;
        QTest::newRow("rate with unit") << "rate p5 > 12.5 tokens/s"
                                        << "rate p5 > 12.5" << 12.5;
        QTest::newRow("no blanks") << "tpot mean<=0.1ms"
                                   << "tpot mean <= 0.1 ms" << 0.0001;
        QTest::newRow("many blanks") << "  queue   p50  <  2  s  "
                                     << "queue p50 < 2 s" << 2.0;
        QTest::newRow("exponent") << "ttfb p50 < 1e3ms"
                                  << "ttfb p50 < 1000 ms" << 1.0;
        QTest::newRow("third of a ms") << "ttfc p50 < 0.3333333333333333ms"
                                       << "ttfc p50 < 0.3333333333333333 ms" << 0.3333333333333333e-3;
    }
    void slos() {
        QFETCH(QString, written);
        const auto slo = parseSlo(written.toStdString());
        QVERIFY2(slo.has_value(), qPrintable(written));
        QTEST(q(text(*slo)), "text");
        QTEST(slo->limit, "limit");
        QVERIFY(*parseSlo(text(*slo)) == *slo);
    }

    void wrongSlos_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "no metric";
        QTest::newRow("metric") << "latency p99 < 1s"
                                << "'latency' is no metric";
        QTest::newRow("statistic") << "ttft max < 1s"
                                   << "'max' is no statistic";
        QTest::newRow("p100") << "ttft p100 < 1s"
                              << "'p100' is no statistic";
        QTest::newRow("p0") << "ttft p0 < 1s"
                            << "'p0' is no statistic";
        QTest::newRow("operator") << "ttft p99 = 1s"
                                  << "has no <";
        QTest::newRow("no operator") << "ttft p99"
                                     << "has no <";
        QTest::newRow("no unit") << "ttft p99 < 300"
                                 << "needs a unit";
        QTest::newRow("no such unit") << "ttft p99 < 3 minutes"
                                      << "needs a unit";
        QTest::newRow("unit on rate") << "rate p50 > 20ms"
                                      << "plain number";
        QTest::newRow("no number") << "ttft p99 < s"
                                   << "no limit above 0";
        QTest::newRow("two points") << "ttft p99 < 1.2.3s"
                                    << "no limit above 0";
        QTest::newRow("zero") << "ttft p99 < 0s"
                              << "no limit above 0";
        QTest::newRow("negative") << "ttft p99 < -1s"
                                  << "A limit is above 0, and '-1s' is not.";
        QTest::newRow("not a number") << "ttft p99 < nan s"
                                      << "A limit is a number, and 'nan s' is none.";
        QTest::newRow("infinite") << "ttft p99 < Infinity"
                                  << "A limit is a number, and 'Infinity' is none.";
        QTest::newRow("no limit") << "ttft p99 <"
                                  << "The limit is missing.";
        QTest::newRow("too large") << "ttft p99 < 1e999s"
                                   << "no limit above 0";
    }
    void wrongSlos() {
        QFETCH(QString, written);
        QFETCH(QString, says);
        const auto slo = parseSlo(written.toStdString());
        QVERIFY(!slo.has_value());
        QVERIFY2(q(slo.error().message).contains(says), slo.error().message.c_str());
        QVERIFY(q(slo.error().hint).contains("e2e mean < 40s"));
    }

    void limits_data() {
        QTest::addColumn<QString>("slo");
        QTest::addColumn<bool>("below");
        QTest::addColumn<bool>("at");
        QTest::addColumn<bool>("above");
        QTest::newRow("<") << "e2e mean < 0.3s" << true << false << false;
        QTest::newRow("<=") << "e2e mean <= 300ms" << true << true << false;
        QTest::newRow(">") << "rate mean > 0.3" << false << false << true;
        QTest::newRow(">=") << "rate mean >= 0.3" << false << true << true;
    }
    void limits() {
        QFETCH(QString, slo);
        const Slo limit = *parseSlo(slo.toStdString());
        const double exact = seconds(Nanoseconds(300'000'000));
        QTEST(meets(limit, 0.29), "below");
        QTEST(meets(limit, exact), "at");
        QTEST(meets(limit, 0.31), "above");
    }

    void decimals_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("exponent");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 40.0 << 0 << "40";
        QTest::newRow("to ms") << 0.3 << 3 << "300";
        QTest::newRow("to %") << 0.999 << 2 << "99.9";
        QTest::newRow("small") << 0.00025 << 0 << "0.00025";
        QTest::newRow("large") << 1.5e9 << 0 << "1500000000";
        QTest::newRow("negative") << -0.5 << 3 << "-500";
        QTest::newRow("zero") << 0.0 << 3 << "0";
        QTest::newRow("tiny") << 1e-300 << 0 << "0.1e-299";
        QTest::newRow("huge") << 1e300 << 0 << "0.1e301";
    }
    void decimals() {
        QFETCH(double, value);
        QFETCH(int, exponent);
        const std::string written = scaledText(value, exponent);
        QTEST(q(written), "text");
        QCOMPARE(*parseScaled(written, -exponent), value);
    }

    void statistics() {
        QVERIFY(parseStatistic("p99.9")->p == 0.999);  // 99.9 / 100 is not: it must find the standard quantile
        QVERIFY(parseStatistic("mean")->mean);
        QCOMPARE(q(text(quantile(0.999))), QString("p99.9"));
        QCOMPARE(q(text(quantile(0.5))), QString("p50"));
        for (const char* word : {"p", "pp9", "p-1", "p1e1", "median", "P99", "99"})
            QVERIFY2(!parseStatistic(word), word);
    }

    void metricTableIsWhole() {
        for (std::size_t i = 0; i < rowMetricCount; ++i) {
            const auto metric = static_cast<RowMetric>(i);
            QVERIFY(parseRowMetric(entry(metric).key) == metric);
        }
        QVERIFY(!parseRowMetric("TTFT"));
        QCOMPARE(offeredQuantities().size(), 5 * rowMetricCount + levelMetricCount);
        QCOMPARE(q(title(quantityOf(RowMetric::ttft, quantile(0.99)))), QString("TTFT p99, ms"));
        QCOMPARE(q(title(quantityOf(LevelMetric::systemOutputRate))), QString("System output rate, tokens/s"));
        QCOMPARE(q(keyPath(quantityOf(RowMetric::ttft, quantile(0.99)))), QString("ttft_s.p99"));
        QCOMPARE(q(keyPath(quantityOf(LevelMetric::perAcceleratorRate))), QString("per_accelerator_tokens_per_s"));
    }

    void withheldReasonsFallBackToTheBlock() {
        LevelFigures level;
        level.withheld["bound"] = "no inputs";
        level.withheld["ttft_s.p99"] = "12 of 12 rows buffered";
        QCOMPARE(q(withheldReason(level, quantityOf(LevelMetric::userFraction))), QString("no inputs"));
        QCOMPARE(q(withheldReason(level, quantityOf(RowMetric::ttft, quantile(0.99)))),
                 QString("12 of 12 rows buffered"));
        QCOMPARE(q(withheldReason(level, quantityOf(RowMetric::ttft, quantile(0.5)))), QString());
        level.metrics[0].quantiles[5] = 0.1;
        QCOMPARE(q(withheldReason(level, quantityOf(RowMetric::ttft, quantile(0.99)))), QString());
    }

    void settingsComeBackFromJson() {
        Settings settings;
        settings.measure = {5,         Nanoseconds(123'456'789), 0,    true,           IntervalEnd::lastText,
                            12345.678, Nanoseconds(7),           true, Nanoseconds(8), PercentileRule::exclusive,
                            true};
        settings.slos = {*parseSlo("e2e mean < 40s"), *parseSlo("rate p5 >= 0.1")};
        settings.edits[ConfigurationId(3)]["engine"] = "\"v\\\"llm\"";
        settings.edits[ConfigurationId(-4)]["accelerator_count"] = "8";
        settings.hidden = {ConfigurationId(2)};
        const auto back = parseSettingsJson(settingsJson(settings));
        QVERIFY(back.has_value());
        QVERIFY(*back == settings);
        QVERIFY(!(*back == Settings{}));
    }

    // METRICS §4: what failed is infinitely slow in times to something, and in nothing else.
    void latenciesTakeNearestRank() {
        MeasureSettings settings;
        settings.percentile = PercentileRule::exclusive;
        QVERIFY(percentileRule(settings, RowMetric::e2e) == PercentileRule::exclusive);
        settings.failedAsInfinite = true;
        for (const RowMetric metric : {RowMetric::ttft, RowMetric::ttfc, RowMetric::ttfb, RowMetric::tpot,
                                       RowMetric::e2e, RowMetric::e2eFromScheduled})
            QVERIFY(percentileRule(settings, metric) == PercentileRule::nearest);
        for (const RowMetric metric : {RowMetric::itl, RowMetric::queue, RowMetric::rate, RowMetric::scheduleDelay})
            QVERIFY(percentileRule(settings, metric) == PercentileRule::exclusive);
    }

    void absentSettingsKeepTheirDefaults() {
        QVERIFY(*parseSettingsJson("{}") == Settings{});
        const auto some = parseSettingsJson(R"({"measure": {"min_chunks": 7}, "of a later version": 1})");
        QCOMPARE(some->measure.minChunks, 7);
        QCOMPARE(some->measure.shortTokens, 3);
    }

    void wrongSettings_data() {
        QTest::addColumn<QString>("json");
        QTest::newRow("no JSON") << "{";
        QTest::newRow("no object") << "[]";
        QTest::newRow("word for a number") << R"({"measure": {"min_chunks": "three"}})";
        QTest::newRow("no such rule") << R"({"measure": {"percentile": "best"}})";
        QTest::newRow("no such end") << R"({"measure": {"interval_end": "never"}})";
        QTest::newRow("limit") << R"({"slos": ["ttft p99 < 3"]})";
        QTest::newRow("configuration") << R"({"edits": {"a": {}}})";
    }
    void wrongSettings() {
        QFETCH(QString, json);
        const auto settings = parseSettingsJson(json.toStdString());
        QVERIFY(!settings.has_value());
        QVERIFY(settings.error().kind == ErrorKind::format);
    }

    void settingsCompareByContent() {
        Settings a, b;
        a.grouping = std::make_shared<Grouping>();
        QVERIFY(a == b);
        b.grouping = std::make_shared<Grouping>(Grouping{{{ConfigurationId(1), {}, {SourceId(1)}}}, {}});
        QVERIFY(!(a == b));
        a.grouping = std::make_shared<Grouping>(*b.grouping);
        QVERIFY(a == b);
        a.decisions = std::make_shared<std::vector<Decision>>();
        QVERIFY(a == b);
        b.decisions = std::make_shared<std::vector<Decision>>(1);
        QVERIFY(!(a == b));
    }
};

QTEST_APPLESS_MAIN(TestSettings)
#include "test_settings.moc"
