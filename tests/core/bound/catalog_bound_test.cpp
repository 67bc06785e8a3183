// The bound by batch against the vectors and tables of BOUND, and what it asks for. Each row states its inputs.
#include <QTest>
#include <cmath>

#include "core/bound/catalog_bound.h"

using namespace plumbline;

namespace {

CatalogBound form(const char* model, double batch, const char* weights, double bandwidth) {
    CatalogBound out;
    out.model = model;
    out.batch = batch;
    out.weights = weights;
    out.bandwidth = bandwidth;
    out.replicas = 1;
    return out;
}

Bound worked(const CatalogBound& given) {
    const Result<BoundInputs> inputs = resolve(given, catalog(), NamedAs::options);
    if (!inputs) qFatal("%s", inputs.error().text().c_str());
    const Result<Bound> result = bound(*inputs);
    if (!result) qFatal("%s", result.error().text().c_str());
    return *result;
}

/// As printed: to within half of the last digit, or the relative 0.6% that a table of round figures leaves.
bool isAs(double value, double printed, double half) { return std::abs(value - printed) <= half * 1.02; }

CatalogBound kimi3() { return form("Kimi-K3", 1, "routed=mxfp4,rest=bf16", 64e12); }

bool holdsPart(const Bound& result, std::string_view part) {
    for (const std::string& line : result.working)
        if (line.find(part) != std::string::npos) return true;
    return false;
}

}  // namespace

class CatalogBoundTest : public QObject {
    Q_OBJECT
private slots:
    void distinctExpertsByBatch_data();
    void distinctExpertsByBatch();
    void distinctExpertsByHand();
    void crossover_data();
    void crossover();
    void tables_data();
    void tables();
    void speculation_data();
    void speculation();
    void readingsOfTheExample_data();
    void readingsOfTheExample();
    void publicPoints_data();
    void publicPoints();
    void kimiByGroup();
    void multipliers();
    void recurrentState();
    void computeRoof();
    void ceilingStaysAtTheFewestExperts();
    void copiesShareDevicesAndBatch();
    void statesTheBandwidthUsed();
    void practicalIsASecondLine();
    void asksForAllAtOnce_data();
    void asksForAllAtOnce();
    void refuses_data();
    void refuses();
    void unknownChunks();
    void workingIsAsOnPaper();
    void statementsComeBack_data();
    void statementsComeBack();
};

// BOUND §2, the table of D(B).
void CatalogBoundTest::distinctExpertsByBatch_data() {
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("perToken");
    QTest::addColumn<QList<double>>("printed");  // at B = 1, 4, 8, 16, 32, 64, 128, 256
    QTest::newRow("256, 8") << 256.0 << 8.0 << QList<double>{8, 30.5, 57.4, 102.0, 163.3, 222.4, 251.6, 255.9};
    QTest::newRow("384, 8") << 384.0 << 8.0 << QList<double>{8, 31.0, 59.5, 109.8, 188.2, 284.2, 358.1, 382.2};
    QTest::newRow("896, 16") << 896.0 << 16.0 << QList<double>{16, 62.3, 120.3, 224.4, 392.6, 613.2, 806.7, 887.1};
    QTest::newRow("128, 4") << 128.0 << 4.0 << QList<double>{4, 15.3, 28.7, 51.0, 81.7, 111.2, 125.8, 128.0};
    QTest::newRow("128, 8") << 128.0 << 8.0 << QList<double>{8, 29.1, 51.6, 82.4, 111.8, 125.9, 128.0, 128.0};
    QTest::newRow("8, 2") << 8.0 << 2.0 << QList<double>{2, 5.5, 7.2, 7.9, 8.0, 8.0, 8.0, 8.0};
    QTest::newRow("128, 1") << 128.0 << 1.0 << QList<double>{1, 4.0, 7.8, 15.1, 28.4, 50.5, 81.1, 110.8};
}

void CatalogBoundTest::distinctExpertsByBatch() {
    QFETCH(double, total);
    QFETCH(double, perToken);
    QFETCH(QList<double>, printed);
    double batch = 1;
    for (qsizetype i = 0; i < printed.size(); ++i) {
        const double distinct = distinctExperts({total, perToken}, batch);
        QVERIFY2(isAs(distinct, printed[i], 0.05), qPrintable(QString("B = %1: %2").arg(batch).arg(distinct)));
        batch *= i == 0 ? 4 : 2;
    }
}

void CatalogBoundTest::distinctExpertsByHand() {
    QCOMPARE(distinctExperts({8, 2}, 1), 2.0);
    QCOMPARE(distinctExperts({8, 2}, 2), 8 - 8 * 0.75 * 0.75);
    QCOMPARE(distinctExperts({4, 4}, 3), 4.0);  // every token picks them all
    QCOMPARE(distinctExperts({896, 16}, 1e9), 896.0);
    QVERIFY(std::abs(distinctExperts({896, 16}, 7) - 106.175) < 5e-4);  // BOUND §11
}

// BOUND §4, per device: F / BW and the tokens from which compute takes longer.
void CatalogBoundTest::crossover_data() {
    QTest::addColumn<QString>("accelerator");
    QTest::addColumn<QString>("math");
    QTest::addColumn<double>("bandwidth");  // 0: the catalog's
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("printed");
    QTest::addColumn<double>("half");
    QTest::newRow("A100 bf16") << "a100-sxm-80gb"
                               << "bf16" << 0.0 << 2.0 << 153.0 << 0.5;
    QTest::newRow("A100 mxfp4 weights") << "a100-sxm-80gb"
                                        << "bf16" << 0.0 << 0.53125 << 41.0 << 0.5;
    QTest::newRow("H100 bf16") << "h100-sxm"
                               << "bf16" << 0.0 << 2.0 << 295.2 << 0.05;
    QTest::newRow("H100 fp8") << "h100-sxm"
                              << "fp8" << 0.0 << 1.0 << 295.2 << 0.05;
    QTest::newRow("H100 mxfp4 weights, bf16 math") << "h100-sxm"
                                                   << "bf16" << 0.0 << 0.53125 << 78.4 << 0.05;
    QTest::newRow("H200 bf16") << "h200-sxm"
                               << "bf16" << 0.0 << 2.0 << 206.0 << 0.5;
    QTest::newRow("H200 fp8") << "h200-sxm"
                              << "fp8" << 0.0 << 1.0 << 206.0 << 0.5;
    QTest::newRow("H200 mxfp4 weights") << "h200-sxm"
                                        << "bf16" << 0.0 << 0.53125 << 55.0 << 0.5;
    QTest::newRow("B200 fp8 at 8 TB/s") << "b200"
                                        << "fp8" << 8e12 << 1.0 << 281.0 << 0.5;
    QTest::newRow("B200 nvfp4 at 8 TB/s") << "b200"
                                          << "fp4" << 8e12 << 0.5625 << 316.0 << 0.5;
    QTest::newRow("MI300X fp8") << "mi300x"
                                << "fp8" << 0.0 << 1.0 << 247.0 << 0.5;
    QTest::newRow("MI355X fp8") << "mi355x"
                                << "fp8" << 0.0 << 1.0 << 315.0 << 0.5;
    QTest::newRow("TPU v5e bf16") << "tpu-v5e"
                                  << "bf16" << 0.0 << 2.0 << 240.5 << 0.05;
    QTest::newRow("TPU v5e int8 weights, bf16 math") << "tpu-v5e"
                                                     << "bf16" << 0.0 << 1.0 << 120.0 << 0.5;
}

void CatalogBoundTest::crossover() {
    QFETCH(QString, accelerator);
    QFETCH(QString, math);
    QFETCH(double, bandwidth);
    QFETCH(double, bytes);
    QFETCH(double, printed);
    QFETCH(double, half);
    const auto part = catalog().accelerator(accelerator.toStdString());
    QVERIFY(part);
    const double used = bandwidth > 0 ? bandwidth : (*part)->bandwidths.front().bytesPerSecond;
    const double batch = crossoverBatch(bytes, (*part)->flopRates.at(math.toStdString()), used);
    QVERIFY2(isAs(batch, printed, half), qPrintable(QString::number(batch)));
}

// BOUND §8: weights and cache in GB, step in ms, tokens/s per user and of all.
void CatalogBoundTest::tables_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<double>("bandwidth");
    QTest::addColumn<double>("context");  // 0: left out
    QTest::addColumn<double>("batch");
    QTest::addColumn<QList<double>>("printed");  // weights, cache, step, user, aggregate; 0: not printed
    QTest::addColumn<double>("half");            // of the weights' last digit
    const auto rows = [](const char* name, const char* model, const char* weights, double bandwidth, double context,
                         double half, std::initializer_list<std::pair<double, QList<double>>> table) {
        for (const auto& [batch, printed] : table)
            QTest::addRow("%s, batch %g", name, batch)
                << model << weights << bandwidth << context << batch << printed << half;
    };
    rows("Llama 70B, fp8 of 1 B, 8 x H100", "Meta-Llama-3.1-70B", "rest=fp8", 8 * 3.35e12, 4'096, 0.05,
         {{1, {69.5, 1.3, 2.64, 378, 378}},
          {8, {69.5, 10.7, 2.99, 334, 2'672}},
          {32, {69.5, 42.9, 4.20, 238, 7'626}},
          {128, {69.5, 171.8, 9.00, 111, 14'216}},
          {256, {69.5, 343.6, 15.41, 65, 16'608}}});
    rows("DeepSeek-R1, fp8 of 1.000244 B, 8 x H200", "DeepSeek-R1", "rest=1.000244", 8 * 4.8e12, 8'192, 0.05,
         {{1, {36.6, 0.6, 0.97, 1'032, 1'032}},
          {4, {94.2, 2.3, 2.51, 398, 1'592}},
          {16, {276.7, 9.2, 7.45, 134, 2'149}},
          {64, {584.5, 36.8, 16.18, 62, 3'955}},
          {256, {670.1, 147.4, 21.29, 47, 12'026}}});
    rows("gpt-oss-120b as released, an H100", "gpt-oss-120b", "routed=mxfp4,rest=bf16", 3.35e12, 0, 0.05,
         {{1, {5.00, 0, 0, 670, 670}},
          {8, {16.8, 0, 0, 200, 1'599}},
          {64, {56.0, 0, 0, 60, 3'827}},
          {256, {64.0, 0, 0, 52, 13'402}}});
    rows("Llama 8B, bf16, an H100", "Meta-Llama-3.1-8B", "rest=bf16", 3.35e12, 0, 0.05, {{1, {15.0, 0, 0, 223, 223}}});
    rows("Llama 8B, int4 g128, an RTX 4090", "Meta-Llama-3.1-8B", "rest=int4_g128", 1.008e12, 0, 0.005,
         {{1, {3.87, 0, 0, 260, 260}}});
}

void CatalogBoundTest::tables() {
    QFETCH(QString, model);
    QFETCH(QString, weights);
    QFETCH(double, bandwidth);
    QFETCH(double, context);
    QFETCH(double, batch);
    QFETCH(QList<double>, printed);
    QFETCH(double, half);
    CatalogBound given = form(model.toUtf8(), batch, weights.toUtf8(), bandwidth);
    given.kvFormat = "bf16";
    if (context > 0) given.context = context;
    const Bound result = worked(given);
    QVERIFY2(isAs(result.weightBytes / 1e9, printed[0], half), qPrintable(QString::number(result.weightBytes)));
    if (printed[1] > 0) QVERIFY(isAs(result.kvBytes / 1e9, printed[1], 0.05));
    if (printed[2] > 0) QVERIFY(isAs(result.stepSeconds * 1e3, printed[2], 0.005));
    QVERIFY2(isAs(result.nominal.user, printed[3], 0.5), qPrintable(QString::number(result.nominal.user)));
    QVERIFY2(isAs(result.nominal.aggregate, printed[4], 0.5), qPrintable(QString::number(result.nominal.aggregate)));
    QCOMPARE(result.memorySeconds, result.stepSeconds);
}

// BOUND §5, Kimi-K3 as released, batch 1, 64e12 bytes/s, weights alone.
void CatalogBoundTest::speculation_data() {
    QTest::addColumn<double>("draft");
    QTest::addColumn<double>("accept");
    QTest::addColumn<double>("experts");
    QTest::addColumn<double>("gigabytes");
    QTest::addColumn<double>("milliseconds");
    QTest::addColumn<double>("user");
    QTest::newRow("0") << 0.0 << 1.0 << 16.0 << 136.9 << 2.14 << 467.0;
    QTest::newRow("1") << 1.0 << 1.84 << 31.7 << 162.3 << 2.54 << 726.0;
    QTest::newRow("2") << 2.0 << 2.45 << 47.1 << 187.2 << 2.93 << 838.0;
    QTest::newRow("4") << 4.0 << 3.22 << 77.2 << 235.7 << 3.68 << 874.0;
    QTest::newRow("6") << 6.0 << 3.54 << 106.2 << 282.5 << 4.41 << 802.0;
    QTest::newRow("8") << 8.0 << 3.88 << 134.1 << 327.6 << 5.12 << 758.0;
}

void CatalogBoundTest::speculation() {
    QFETCH(double, draft);
    QFETCH(double, accept);
    QFETCH(double, experts);
    QFETCH(double, gigabytes);
    QFETCH(double, milliseconds);
    QFETCH(double, user);
    CatalogBound given = kimi3();
    given.draft = draft;
    given.accept = accept;
    const Bound result = worked(given);
    QVERIFY(isAs(*result.groups.front().distinctExperts, experts, 0.05));
    QVERIFY(isAs(result.stepBytes / 1e9, gigabytes, 0.05));
    QVERIFY(isAs(result.stepSeconds * 1e3, milliseconds, 0.005));
    QVERIFY(isAs(result.nominal.user, user, 0.5));
    // Nothing passes accept tokens a step that reads the fewest experts, whatever the draft.
    QVERIFY(std::abs(result.ceiling.user / (accept * 467.37) - 1) < 1e-5);
}

// BOUND §7, the readings of the worked example on 64e12 bytes/s.
void CatalogBoundTest::readingsOfTheExample_data() {
    QTest::addColumn<QString>("weights");
    QTest::addColumn<double>("gigabytes");
    QTest::addColumn<double>("user");
    QTest::addColumn<double>("percent");
    QTest::newRow("rest in fp8 of 1 B") << "routed=mxfp4,rest=fp8" << 81.38 << 786.0 << 14.1;
    QTest::newRow("rest in bf16") << "routed=mxfp4,rest=bf16" << 136.94 << 467.0 << 23.8;
}

void CatalogBoundTest::readingsOfTheExample() {
    QFETCH(QString, weights);
    QFETCH(double, gigabytes);
    QFETCH(double, user);
    QFETCH(double, percent);
    CatalogBound given = form("Kimi-K3", 1, weights.toUtf8(), 64e12);
    given.measured = 111;
    const Bound result = worked(given);
    QVERIFY(isAs(result.stepBytes / 1e9, gigabytes, 0.005));
    QVERIFY(isAs(result.nominal.user, user, 0.5));
    QVERIFY(isAs(*result.fraction * 100, percent, 0.05));
}

// BOUND §8b. A B300 is at 7.75 TB/s, as the catalog has it; the batch is the run's, the cache is left out.
void CatalogBoundTest::publicPoints_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<double>("device");
    QTest::addColumn<double>("replicas");
    QTest::addColumn<double>("batch");
    QTest::addColumn<double>("measured");
    QTest::addColumn<double>("user");
    QTest::addColumn<double>("percent");
    QTest::newRow("R1, experts nvfp4, rest fp8")
        << "DeepSeek-R1"
        << "routed=nvfp4,rest=fp8" << 7.75e12 << 1.0 << 54.6 << 88.2 << 194.0 << 45.0;
    QTest::newRow("R1, all fp8") << "DeepSeek-R1"
                                 << "rest=1.000244" << 7.75e12 << 1.0 << 54.6 << 88.2 << 112.0 << 79.0;
    QTest::newRow("gpt-oss, 8 copies") << "gpt-oss-120b"
                                       << "routed=mxfp4,rest=bf16" << 7.75e12 << 8.0 << 345.0 << 75.3 << 160.0 << 47.0;
    QTest::newRow("gpt-oss, one copy") << "gpt-oss-120b"
                                       << "routed=mxfp4,rest=bf16" << 7.75e12 << 1.0 << 345.0 << 75.3 << 969.0 << 8.0;
    QTest::newRow("Llama 8B, 8 copies") << "Meta-Llama-3.1-8B"
                                        << "rest=fp8" << 1.792e12 << 8.0 << 560.0 << 60.7 << 239.0 << 25.0;
}

void CatalogBoundTest::publicPoints() {
    QFETCH(QString, model);
    QFETCH(QString, weights);
    QFETCH(double, device);
    QFETCH(double, replicas);
    QFETCH(double, batch);
    QFETCH(double, measured);
    QFETCH(double, user);
    QFETCH(double, percent);
    CatalogBound given = form(model.toUtf8(), batch, weights.toUtf8(), 8 / replicas * device);
    given.replicas = replicas;
    given.measured = measured;
    const Bound result = worked(given);
    QVERIFY2(isAs(result.nominal.user, user, 0.5), qPrintable(QString::number(result.nominal.user)));
    QVERIFY(isAs(*result.fraction * 100, percent, 0.5));
    QVERIFY(result.ceiling.user >= result.nominal.user);
}

void CatalogBoundTest::kimiByGroup() {
    const Bound result = worked(kimi3());
    const std::map<std::string, double> printed{
        {"routed", 25.83}, {"attention", 72.36}, {"shared", 24.31}, {"latent", 9.45}};
    for (std::size_t i = 0; i < result.groups.size(); ++i) {
        const auto found = printed.find(result.inputs.groups[i].name);
        if (found != printed.end()) QVERIFY(isAs(result.groups[i].bytes / 1e9, found->second, 0.005));
    }
    QVERIFY(std::abs(result.weightBytes / 1e9 - 136.937) < 5e-4);
    QVERIFY(std::abs(result.nominal.user - 467.37) < 5e-3);
    QCOMPARE(result.ceiling.user, result.nominal.user);  // one token reads its own experts and no others
    QVERIFY(!result.computeSeconds);
}

// BOUND §3: tensor parallelism of 8 makes every rank read all of a latent cache; data parallelism its own attention.
void CatalogBoundTest::multipliers() {
    CatalogBound given = form("DeepSeek-R1", 16, "rest=fp8", 38.4e12);
    given.kvFormat = "bf16";
    given.context = 1'000;
    const Bound once = worked(given);
    given.rKv = 8;
    given.rAttn = 4;
    given.draftBytes = 5e9;
    const Bound often = worked(given);
    QCOMPARE(once.kvBytes, 16.0 * 1'000 * 70'272);
    QCOMPARE(often.kvBytes, 16.0 * 1'000 * 562'176);
    QCOMPARE(often.weightBytes, once.weightBytes + 3 * 11'413'422'080.0);
    QCOMPARE(often.stepBytes, often.weightBytes + often.kvBytes + 5e9);
    QVERIFY(holdsPart(often, "x 4 times") && holdsPart(often, "x 8 times") && holdsPart(often, "of the draft model"));
}

// 69 layers of 96 x 128 x 128 elements hold 217 MB at 2 bytes (BOUND §3), read and written; 24 layers cache tokens.
void CatalogBoundTest::recurrentState() {
    CatalogBound given = kimi3();
    given.kvFormat = "bf16";
    given.context = 1'000;
    QCOMPARE(worked(given).kvBytes, 2 * 217'055'232.0 + 1'000 * 27'648.0);
    given.batch = 3;
    QCOMPARE(worked(given).kvBytes, 3 * (2 * 217'055'232.0 + 1'000 * 27'648.0));
}

void CatalogBoundTest::computeRoof() {
    CatalogBound given = form("Meta-Llama-3.1-70B", 2'000, "rest=fp8", 0);
    given.bandwidth.reset();
    given.accelerator = "h100-sxm";
    given.count = 8;
    given.kvFormat = "bf16";
    given.context = 100;
    const Bound roofed = worked(given);
    // 2 FLOP a parameter and token; 80 layers x 4 x 64 heads x 128 a cached token.
    const double linear = 2 * 69'501'714'432.0 * 2'000, attention = 80 * 4 * 64 * 128.0 * 100 * 2'000;
    QCOMPARE(roofed.linearFlop, linear);
    QCOMPARE(roofed.attentionFlop, attention);
    QCOMPARE(*roofed.computeSeconds, (linear + attention) / (8 * 1.978e15));
    QVERIFY(*roofed.computeSeconds > roofed.memorySeconds);
    QCOMPARE(roofed.stepSeconds, *roofed.computeSeconds);
    QCOMPARE(roofed.ceiling.user, roofed.nominal.user);
    QVERIFY(holdsPart(roofed, "of compute beside"));
    given.draft = 1;
    given.accept = 2;
    QCOMPARE(*worked(given).computeSeconds, 2 * *roofed.computeSeconds);  // drafted tokens are computed, too
    given.math = 1e18;
    QCOMPARE(worked(given).stepSeconds, worked(given).memorySeconds);
}

void CatalogBoundTest::ceilingStaysAtTheFewestExperts() {
    CatalogBound given = kimi3();
    const double alone = worked(given).ceiling.user;
    for (const double batch : {4.0, 64.0, 256.0}) {
        given.batch = batch;
        const Bound result = worked(given);
        QCOMPARE(result.ceiling.user, alone);
        QCOMPARE(result.ceiling.aggregate, batch * alone);
        QVERIFY(result.nominal.user < result.ceiling.user);
    }
    QVERIFY(holdsPart(worked(given), "should all tokens pick the same experts"));
}

void CatalogBoundTest::copiesShareDevicesAndBatch() {
    CatalogBound given = form("gpt-oss-120b", 64, "routed=mxfp4,rest=bf16", 0);
    given.bandwidth.reset();
    given.accelerator = "h100-sxm";
    given.count = 8;
    given.replicas = 8;
    const Bound copies = worked(given);
    given.count = 1;
    given.replicas = 1;
    given.batch = 8;
    const Bound one = worked(given);
    QCOMPARE(copies.inputs.bandwidth, 3.35e12);
    QCOMPARE(copies.stepBytes, one.stepBytes);
    QCOMPARE(copies.nominal.user, one.nominal.user);
    QCOMPARE(copies.nominal.aggregate, 8 * one.nominal.aggregate);
}

void CatalogBoundTest::statesTheBandwidthUsed() {
    CatalogBound given = kimi3();
    given.bandwidth.reset();
    given.accelerator = "b300";
    given.count = 8;
    const Bound listed = worked(given);
    QCOMPARE(listed.inputs.bandwidth, 62e12);
    QVERIFY(listed.inputs.origin.bandwidthSource.find("b300_sxm.yaml") != std::string::npos);
    QVERIFY(holdsPart(listed, "8 b300-sxm-288gb x 7.7500 TB/s = 62.000 TB/s"));
    QVERIFY(holdsPart(listed, "also published: 8.0000 TB/s"));
    given.bandwidth = 64e12;
    QCOMPARE(worked(given).inputs.origin.bandwidthSource, std::string("given"));
    QVERIFY(!holdsPart(worked(given), "also published"));
}

void CatalogBoundTest::practicalIsASecondLine() {
    CatalogBound given = kimi3();
    given.practical = 0.8;
    const Bound result = worked(given);
    QCOMPARE(result.nominal.user, worked(kimi3()).nominal.user);
    QCOMPARE(result.practical->user, 0.8 * result.nominal.user);
    QVERIFY(holdsPart(result, "practical, at 0.8 of the bandwidth"));
    QVERIFY(!worked(kimi3()).practical);
}

void CatalogBoundTest::asksForAllAtOnce_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<bool>("keys");
    QTest::addColumn<QString>("says");
    QTest::newRow("formats of two groups") << 0 << true << "weight formats unknown: shared, head.";
    QTest::newRow("what was released") << 0 << false << "--weights (released as routed=fp8_e4m3";
    QTest::newRow("replicas") << 1 << true << "replicas unknown. Give \"replicas\"";
    QTest::newRow("formats and replicas") << 2 << false << "attention, dense, router, head; replicas unknown. Give";
    QTest::newRow("accelerators") << 3 << false << "accelerators unknown. Give --accelerator";
    QTest::newRow("how many") << 4 << false << "number of accelerators unknown. Give --count.";
    QTest::newRow("a part without a bandwidth") << 5 << true << "Give \"bandwidth_bytes_per_s\"";
    QTest::newRow("the same, as an option") << 5 << false << "bandwidth of mi350x-288gb unknown. Give --bandwidth";
    QTest::newRow("model") << 6 << false << "model unknown. Give --model";
    QTest::newRow("accepted tokens") << 7 << false << "Give --accept";
    QTest::newRow("drafted tokens") << 8 << true << "Give \"draft\"";
}

void CatalogBoundTest::asksForAllAtOnce() {
    QFETCH(int, which);
    QFETCH(bool, keys);
    QFETCH(QString, says);
    CatalogBound given = form("deepseek-ai/DeepSeek-V3", 1, "rest=fp8", 64e12);
    if (which == 0) given.weights = "routed=fp8,attention=fp8,dense=fp8,router=bf16";
    if (which == 1 || which == 2) given.replicas.reset();
    if (which == 2) given.weights = "routed=fp8,shared=fp8";
    if (which >= 3 && which <= 5) given.bandwidth.reset();
    if (which == 4) given.accelerator = "h200-sxm";
    if (which == 5) given.accelerator = "mi350x";
    if (which == 6) given.model.clear();
    if (which == 7) given.draft = 4;
    if (which == 8) given.accept = 3;
    const auto inputs = resolve(given, catalog(), keys ? NamedAs::keys : NamedAs::options);
    QVERIFY(!inputs);
    QCOMPARE(inputs.error().kind, ErrorKind::options);
    QVERIFY2(QString::fromStdString(inputs.error().text()).contains(says), inputs.error().text().c_str());
}

void CatalogBoundTest::refuses_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("a group of another model") << 0 << "has no weights named 'routed'. It has attention, dense, head";
    QTest::newRow("a group twice") << 1 << "given twice";
    QTest::newRow("no format") << 2 << "no GROUP=FORMAT";
    QTest::newRow("an unknown format") << 3 << "no format named 'fp7'";
    QTest::newRow("an ambiguous format") << 4 << "int4_g128_fp16scale, int4_g32_bf16scale";
    QTest::newRow("copies that are not equal") << 5 << "8 accelerators cannot be 3 equal copies";
    QTest::newRow("half a copy") << 6 << "whole number";
    QTest::newRow("more accepted than verified") << 7 << "yields 3 at most, not 4";
    QTest::newRow("accepted without a draft") << 8 << "Without drafted tokens";
    QTest::newRow("a cache without a format") << 9 << "cache format unknown";
    QTest::newRow("a cache read half") << 10 << "multipliers";
    QTest::newRow("more than the bandwidth") << 11 << "share of the bandwidth";
}

void CatalogBoundTest::refuses() {
    QFETCH(int, which);
    QFETCH(QString, says);
    CatalogBound given = form("Meta-Llama-3.1-8B", 1, "rest=bf16", 64e12);
    if (which == 0) given.weights = "routed=mxfp4";
    if (which == 1) given.weights = "head=bf16,head=fp8";
    if (which == 2) given.weights = "bf16";
    if (which == 3) given.weights = "rest=fp7";
    if (which == 4) given.weights = "rest=int4";
    if (which == 5) {
        given.bandwidth.reset();
        given.accelerator = "h100-sxm";
        given.count = 8;
        given.replicas = 3;
    }
    if (which == 6) given.replicas = 0.5;
    if (which == 7 || which == 8) given.draft = which == 7 ? 2 : 0;
    if (which == 7 || which == 8) given.accept = 4;
    if (which == 9) given.context = 100;
    if (which == 10) given.rKv = 0.5;
    if (which == 11) given.practical = 1.2;
    const auto inputs = resolve(given, catalog(), NamedAs::options);
    const auto result = inputs ? bound(*inputs) : Result<Bound>(Unexpected{inputs.error()});
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::options);
    QVERIFY2(QString::fromStdString(result.error().text()).contains(says), result.error().text().c_str());
}

// Which layers of Llama 4 read only their chunk was not found: inside one chunk it makes no difference.
void CatalogBoundTest::unknownChunks() {
    CatalogBound given = form("Llama-4-Scout", 2, "rest=bf16", 64e12);
    given.kvFormat = "bf16";
    given.context = 8'192;
    QCOMPARE(worked(given).kvBytes, 2.0 * 8'192 * 196'608);
    given.context = 8'193;
    const auto beyond = bound(*resolve(given, catalog(), NamedAs::options));
    QVERIFY(!beyond);
    QVERIFY(beyond.error().text().find("chunk of 8,192 tokens is not known") != std::string::npos);
    given.kvBytesPerToken = 100'000;
    QCOMPARE(worked(given).kvBytes, 2.0 * 8'193 * 100'000);
}

void CatalogBoundTest::workingIsAsOnPaper() {
    CatalogBound given = form("gpt-oss-120b", 8, "routed=mxfp4,rest=bf16", 0);
    given.bandwidth.reset();
    given.accelerator = "h100-sxm";
    given.count = 1;
    given.kvFormat = "bf16";
    given.context = 8'192;
    given.measured = 100;
    const std::vector<std::string> expected{
        "model: openai/gpt-oss-120b (ai-dynamo/aiconfigurator@095f58a5, "
        "model_configs/openai--gpt-oss-120b_config.json)",
        "bandwidth of one copy: 1 h100-sxm-80gb x 3.3500 TB/s = 3.3500 TB/s (ai-dynamo/aiconfigurator@095f58a5, "
        "systems/h100_sxm.yaml)",
        "math of one copy: 1 x 1.9780 PFLOP/s, the fastest that is listed = 1.9780 PFLOP/s",
        "distinct experts: 128 x (1 - (1 - 4 / 128)^8) = 28.710",
        "routed: 28.710 experts x 0.89580 G parameters x 0.53125 B (mxfp4) = 13.663 GB",
        "attention: 0.95551 G parameters x 2 B (bf16) = 1.9110 GB",
        "router: 0.013271 G parameters x 2 B (bf16) = 26.542 MB",
        "head: 0.57913 G parameters x 2 B (bf16) = 1.1583 GB",
        "weights: 13.663 GB + 1.9110 GB + 26.542 MB + 1.1583 GB = 16.759 GB",
        "cache of a sequence: 18 layers x 2 x 8 x 64 elements x 8,192 tokens x 2 B = 301.99 MB",
        "cache of a sequence: 18 layers x 2 x 8 x 64 elements x 128 tokens of the window x 2 B = 4.7186 MB",
        "KV cache: 8 sequences x 306.71 MB = 2.4537 GB",
        "a step reads: 16.759 GB + 2.4537 GB = 19.213 GB",
        "memory: 19.213 GB / 3.3500 TB/s = 5.7351 ms",
        "linear layers: 2 FLOP x 5.1311 G parameters x 8 tokens / 1.9780 PFLOP/s = 0.041505 ms of compute beside "
        "5.0026 ms of memory",
        "attention: 19.629 GFLOP / 1.9780 PFLOP/s = 0.0099238 ms of compute beside 0.73244 ms of memory",
        "step: the longer of 5.7351 ms of memory and 0.051429 ms of compute = 5.7351 ms",
        "compute overtakes the routed experts' bytes from 5,018.8 tokens a step on",
        "compute overtakes the bytes of weights that are always read from 590.45 tokens a step on",
        "per user, nominal: 1 token / 5.7351 ms = 174.37 tokens/s",
        "all users, nominal: 8 x 174.37 = 1,394.9 tokens/s",
        "ceiling, should all tokens pick the same experts: 449.48 tokens/s per user, 3,595.8 for all users",
        "measured: 100 / 174.37 = 57.351%",
    };
    const std::vector<std::string> lines = worked(given).working;
    for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
        QCOMPARE(QString::fromStdString(lines[i]), QString::fromStdString(expected[i]));
    QCOMPARE(lines.size(), expected.size());
}

void CatalogBoundTest::statementsComeBack_data() {
    QTest::addColumn<bool>("all");
    QTest::newRow("least") << false;
    QTest::newRow("all") << true;
}

void CatalogBoundTest::statementsComeBack() {
    QFETCH(bool, all);
    CatalogBound given;
    given.model = "a \"model\"";
    if (all) {
        given = form("Kimi-K3", 64, "routed=mxfp4,rest=bf16", 0.1 + 0.2);
        given.accelerator = "b300";
        given.kvFormat = "bf16";
        given.count = 8;
        given.draft = 0;  // stated to be none: not the same as not stated
        given.accept = 1;
        given.rKv = 2;
        given.rAttn = 3;
        given.draftBytes = 5e9;
        given.math = 1e15;
        given.kvBytesPerToken = 70'272;
        given.context = 8'192;
        given.measured = 111;
        given.practical = 0.8;
    }
    const auto back = parseBoundStatement(boundJson(given));
    QVERIFY(back);
    QVERIFY(std::get<CatalogBound>(*back) == given);
    QVERIFY(std::holds_alternative<BoundInputs>(*parseBoundStatement(R"({"groups": [["a", 1, 2]]})")));
    for (const char* wrong : {"[]", "{", R"({"model": 3})", R"({"count": "8"})", R"({"groups": []})"})
        QVERIFY2(!parseBoundStatement(wrong), wrong);
}

QTEST_GUILESS_MAIN(CatalogBoundTest)
#include "catalog_bound_test.moc"
