// The reference traffic of a report, as JSON and as text.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/curve/traffic.h"
#include "core/report/text_table.h"
#include "tests/core/report/reported.h"
#include "tests/support/real_files.h"

using namespace plumbline;

namespace {

/// Two requests that share their first block of 512 tokens, and one that failed.
TrafficSet sample() {
    TrafficSet set;
    set.promptTokens = {512, 1024, 10};
    set.outputTokens = {10, 30, 0};
    set.start.resize(3, unknownTime);
    set.status = {Status::ok, Status::ok, Status::error};
    set.blockTokens = 512;
    set.blocks = {1, 1, 2, 3};
    set.blockEnds = {1, 3, 4};
    return set;
}

QJsonArray trafficOf(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["traffic"].toArray();
}

}  // namespace

class TrafficReportTest : public QObject {
    Q_OBJECT
private slots:
    void json() {
        ReportBench bench;
        bench.addRun(1);
        bench.addClean(4);
        bench.addTraffic(sample());
        const QJsonArray all = trafficOf(analysisJson(bench.input()));
        QCOMPARE(all.size(), 1);
        const QJsonObject set = all[0].toObject();
        QCOMPARE(set["path"].toString(), QString("a.jsonl"));
        QCOMPARE(set["reader"].toString(), QString("plumbline-trace"));
        QCOMPARE(set["rows"].toInt(), 3);
        QCOMPARE(set["failures"].toInt(), 1);
        QCOMPARE(set["prompt_tokens"].toObject(),
                 (QJsonObject{{"n", 2}, {"mean", 768}, {"p50", 768}, {"p90", 972.8}, {"p99", 1018.88}, {"max", 1024}}));
        QCOMPARE(set["output_tokens"].toObject()["mean"].toDouble(), 20.0);
        const QJsonObject sharing = set["prefix_sharing"].toObject();
        QCOMPARE(sharing["block_tokens"].toInt(), 512);
        QCOMPARE(sharing["block_hit"].toDouble(), 0.25);
        QCOMPARE(sharing["token_hit"].toDouble(), 512.0 / 1546);
        QCOMPARE(sharing["requests_with_hit"].toDouble(), 1.0 / 3);
        const QJsonObject ours = set["configurations"].toArray()[0].toObject();
        QCOMPARE(ours["prompt_tokens"].toObject()["ks"].toDouble(), 1.0);
        QCOMPARE(ours["prompt_tokens"].toObject()["p50_ratio"].toDouble(), 100.0 / 768);
        QVERIFY(ours["prefix_sharing"].isNull());
        QVERIFY(ours["prefix_sharing_text"].toString().contains("Not computable"));
    }

    void noTrafficIsAnEmptyList() {
        ReportBench bench;
        bench.addRun(1);
        bench.addClean(4);
        const std::string json = analysisJson(bench.input());
        QVERIFY(json.find("\"traffic\": []") != std::string::npos);
        QVERIFY(!says(analysisText(bench.input()), "TRAFFIC"));
    }

    void sharingThatCannotBeComputedIsNull() {
        ReportBench bench;
        bench.addRun(1);
        bench.addClean(4);
        TrafficSet set = sample();
        set.blocks.clear();
        set.blockEnds.clear();
        bench.addTraffic(set);
        const QJsonObject traffic = trafficOf(analysisJson(bench.input()))[0].toObject();
        QVERIFY(traffic["prefix_sharing"].isNull());
        QVERIFY(traffic["prefix_sharing_text"].toString().contains("no hashes"));
    }

    void text() {
        ReportBench bench;
        bench.addRun(1);
        bench.addClean(4);
        bench.addTraffic(sample());
        const std::string text = analysisText(bench.input());
        QVERIFY(says(text, "TRAFFIC\na.jsonl (plumbline-trace): 3 requests, 1 failed\n"));
        QVERIFY2(says(text, "traffic: 25% of blocks and 33.1% of prompt tokens had been asked for before, in 33.3% of"),
                 text.substr(text.find("TRAFFIC")).c_str());
        QVERIFY(says(text, "[1]: Not computable"));
        QVERIFY(says(text, "Tokenizers differ"));
        for (const std::string& line : linesOf(text)) QVERIFY2(columnsOf(line) <= 100, line.c_str());
    }

    /// From the published files to figures, against numpy's linear percentiles and another walk over the hashes
    /// (FORMATS/traffic.md §1 and §2 state the same hits, and percentiles without interpolation).
    void publishedFigures_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<double>>("prompt");  // p50, p90, p99, max
        QTest::addColumn<QList<double>>("output");
        QTest::addColumn<QList<double>>("hits");  // % of blocks, of tokens; none: not computable
        PLUMBLINE_NEEDS_REAL_FILES();
        QTest::newRow("Azure code") << "data__AzureLLMInferenceTrace_code.csv"
                                    << QList<double>{1469, 5187.6, 7436, 7437} << QList<double>{13, 55, 251.46, 1899}
                                    << QList<double>{};
        QTest::newRow("Azure conv") << "data__AzureLLMInferenceTrace_conv.csv"
                                    << QList<double>{1020, 2734.5, 4142, 14050} << QList<double>{129, 424, 601, 1000}
                                    << QList<double>{};
        QTest::newRow("Mooncake") << "FAST25-release__traces__conversation_trace.jsonl"
                                  << QList<double>{6909, 27367, 85400.4, 126195}
                                  << QList<double>{350, 597, 1118.5, 2000} << QList<double>{36.64, 37.36};
    }
    void publishedFigures() {
        QFETCH(QString, name);
        const QTemporaryDir here;
        auto workspace = Workspace::create(here.filePath("w.plumb").toStdString());
        QVERIFY(workspace);
        QVERIFY(workspace->import({support::realPath("traffic/" + name.toStdString())}, {}).rows() > 0);
        const auto data = *workspace->load();
        QCOMPARE(data->traffic.size(), 1U);
        const TrafficFigures of = trafficFigures(*data, data->traffic[0], {}, figures(*data, {}));
        const auto rounded = [](const LengthFigures& lengths) {
            QList<double> out;
            for (const auto& each : {lengths.p50, lengths.p90, lengths.p99, lengths.max})
                out << std::round(*each * 1e6) / 1e6;
            return out;
        };
        QTEST(rounded(of.prompt), "prompt");
        QTEST(rounded(of.output), "output");
        QFETCH(QList<double>, hits);
        QCOMPARE(of.sharing.known(), !hits.isEmpty());
        if (hits.isEmpty()) return;
        QVERIFY(of.sharing.chained);
        QVERIFY2(std::abs(100 * *of.sharing.blockHit - hits[0]) < 0.005,
                 qPrintable(QString::number(*of.sharing.blockHit)));
        QVERIFY2(std::abs(100 * *of.sharing.tokenHit - hits[1]) < 0.005,
                 qPrintable(QString::number(*of.sharing.tokenHit)));
    }

    void trafficAlone() {
        DatasetBuilder builder;
        builder.addFile({FileId(1), "t.csv", "sha", "azure-traffic", 3, 3, 0});
        builder.addTraffic(sample());
        const auto data = builder.finish();
        const Settings settings;
        const Figures measured = figures(*data, settings);
        const Judgement judged = judge(*data, settings, measured);
        QVERIFY(judged.findings.empty());
        const ImportReport imports;
        const std::string text = analysisText({*data, settings, measured, judged, imports});
        QVERIFY2(says(text, "reference traffic only"), text.c_str());
        QVERIFY(!says(text, "configuration") && !says(text, "rate of") && !says(text, "Tokenizers"));
        QCOMPARE(trafficOf(analysisJson({*data, settings, measured, judged, imports})).size(), 1);
    }
};

QTEST_APPLESS_MAIN(TrafficReportTest)
#include "traffic_test.moc"
