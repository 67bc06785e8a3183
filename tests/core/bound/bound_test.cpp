// The typed bound against BOUND §11 and METRICS §8, its working, and what it refuses.
#include <QTest>
#include <string>

#include "core/bound/bound.h"
#include "core/bound/catalog_bound.h"

using namespace plumbline;

namespace {

/// METRICS §8: 104e9 active, 85% at 0.53125 B, 15% at 1 B; 8 x 8e12 B/s.
BoundInputs worked() {
    BoundInputs inputs;
    inputs.groups = {{"experts", 88.4e9, 0.53125}, {"rest", 15.6e9, 1}};
    inputs.bandwidth = 64e12;
    return inputs;
}

/// Llama-3.1-70B, fp8, 8 x H100 SXM, 4,096 tokens of context, bf16 cache of 80 layers x 8 heads x 128 x 2 x 2 B.
BoundInputs llama70(double batch) {
    BoundInputs inputs;
    inputs.groups = {{"all", 69.5e9, 1}};
    inputs.bandwidth = 26.8e12;
    inputs.batch = batch;
    inputs.kvBytesPerToken = 327'680;
    inputs.context = 4'096;
    return inputs;
}

bool holdsLine(const Bound& bound, std::string_view line) {
    for (const std::string& each : bound.working)
        if (each == line) return true;
    return false;
}

}  // namespace

class BoundTest : public QObject {
    Q_OBJECT
private slots:
    void workedExample();
    void workingIsAsOnPaper();
    void cacheGrowsWithTheBatch_data();
    void cacheGrowsWithTheBatch();
    void speculationMovesTokensNotSteps();
    void copiesShareTheBatch();
    void lessThanOneSequence();
    void refuses_data();
    void refuses();
    void parsesGroups_data();
    void parsesGroups();
    void jsonComesBack_data();
    void jsonComesBack();
    void jsonRefuses_data();
    void jsonRefuses();
};

void BoundTest::workedExample() {
    BoundInputs inputs = worked();
    inputs.measured = 111;
    const Result<Bound> result = bound(inputs);
    QVERIFY(result);
    QCOMPARE(result->weightBytes, 62.5625e9);
    QCOMPARE(result->kvBytes, 0.0);
    QCOMPARE(result->stepBytes, 62.5625e9);
    QCOMPARE(result->nominal.user, 64e12 / 62.5625e9);
    QVERIFY(std::abs(result->nominal.user - 1022.977) < 5e-4);
    QCOMPARE(result->nominal.aggregate, result->nominal.user);
    QCOMPARE(result->ceiling.user, result->nominal.user);
    QVERIFY(std::abs(*result->fraction - 0.108507) < 5e-7);
    QVERIFY(!result->computeSeconds);
}

void BoundTest::workingIsAsOnPaper() {
    BoundInputs inputs = worked();
    inputs.measured = 111;
    const std::vector<std::string> expected{
        "experts: 88.400 G parameters x 0.53125 B = 46.963 GB",
        "rest: 15.600 G parameters x 1 B = 15.600 GB",
        "weights: 46.963 GB + 15.600 GB = 62.563 GB",
        "a step reads: 62.563 GB",
        "step: 62.563 GB / 64.000 TB/s = 0.97754 ms",
        "per user, at most: 1 token / 0.97754 ms = 1,023.0 tokens/s",
        "all users, at most: 1 x 1,023.0 = 1,023.0 tokens/s",
        "measured: 111 / 1,023.0 = 10.851%",
    };
    QCOMPARE(bound(inputs)->working, expected);
}

void BoundTest::cacheGrowsWithTheBatch_data() {
    QTest::addColumn<double>("batch");
    QTest::addColumn<double>("kvGb");
    QTest::addColumn<double>("userLow");
    QTest::addColumn<double>("userHigh");
    QTest::addColumn<double>("aggregate");
    // BOUND §8's table, as printed there.
    QTest::newRow("1") << 1.0 << 1.342 << 378.0 << 379.0 << 378.0;
    QTest::newRow("8") << 8.0 << 10.737 << 333.5 << 334.5 << 2672.0;
    QTest::newRow("32") << 32.0 << 42.950 << 238.0 << 239.0 << 7626.0;
    QTest::newRow("256") << 256.0 << 343.597 << 64.5 << 65.5 << 16608.0;
}

void BoundTest::cacheGrowsWithTheBatch() {
    QFETCH(double, batch);
    QFETCH(double, kvGb);
    QFETCH(double, userLow);
    QFETCH(double, userHigh);
    QFETCH(double, aggregate);
    const Result<Bound> result = bound(llama70(batch));
    QVERIFY(std::abs(result->kvBytes / 1e9 - kvGb) < 1e-3);
    QVERIFY(result->nominal.user >= userLow && result->nominal.user <= userHigh);
    QVERIFY(std::abs(result->nominal.aggregate / aggregate - 1) < 2e-3);
}

void BoundTest::speculationMovesTokensNotSteps() {
    BoundInputs inputs = worked();
    inputs.accept = 2.5;
    const Result<Bound> result = bound(inputs);
    QCOMPARE(result->stepSeconds, bound(worked())->stepSeconds);
    QCOMPARE(result->nominal.user, 2.5 * bound(worked())->nominal.user);
    QVERIFY(holdsLine(*result, "per user, at most: 2.5 tokens / 0.97754 ms = 2,557.4 tokens/s"));
}

void BoundTest::copiesShareTheBatch() {
    BoundInputs inputs = llama70(64);
    inputs.replicas = 8;
    const Result<Bound> result = bound(inputs);
    QCOMPARE(result->kvBytes, bound(llama70(8))->kvBytes);
    QCOMPARE(result->nominal.user, bound(llama70(8))->nominal.user);
    QCOMPARE(result->nominal.aggregate, 64 * result->nominal.user);
    QVERIFY(holdsLine(*result, "batch of one copy: 64 / 8 copies, at least 1 = 8"));
}

void BoundTest::lessThanOneSequence() {
    const Result<Bound> result = bound(llama70(0.5));
    QCOMPARE(result->kvBytes, bound(llama70(1))->kvBytes);
    QCOMPARE(result->nominal.aggregate, 0.5 * result->nominal.user);
}

void BoundTest::refuses_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("no group") << 0 << "No weight group";
    QTest::newRow("no parameters") << 1 << "'rest' needs a positive";
    QTest::newRow("no bandwidth") << 2 << "Give --bandwidth";
    QTest::newRow("context alone") << 3 << "--kv-bytes-per-token";
    QTest::newRow("cache alone") << 4 << "--context";
    QTest::newRow("replicas") << 5 << "at least 1";
    QTest::newRow("accepted tokens without the bonus") << 6 << "plus one";
    QTest::newRow("batch") << 7 << "batch";
    QTest::newRow("infinite") << 8 << "Give --bandwidth";
    QTest::newRow("measured") << 9 << "measured";
}

void BoundTest::refuses() {
    QFETCH(int, which);
    QFETCH(QString, says);
    BoundInputs inputs = worked();
    if (which == 0) inputs.groups.clear();
    if (which == 1) inputs.groups[1].params = 0;
    if (which == 2) inputs.bandwidth = 0;
    if (which == 3) inputs.context = 100;
    if (which == 4) inputs.kvBytesPerToken = 100;
    if (which == 5) inputs.replicas = 0.5;
    if (which == 6) inputs.accept = 0.8;
    if (which == 7) inputs.batch = -1;
    if (which == 8) inputs.bandwidth = std::numeric_limits<double>::infinity();
    if (which == 9) inputs.measured = 0;
    const Result<Bound> result = bound(inputs);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::options);
    QVERIFY2(QString::fromStdString(result.error().text()).contains(says), result.error().text().c_str());
}

void BoundTest::parsesGroups_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("params");
    QTest::addColumn<double>("bytes");
    QTest::newRow("plain") << "experts:88.4e9:0.53125" << true << "experts" << 88.4e9 << 0.53125;
    QTest::newRow("colon in the name") << "a:b:1:2" << true << "a:b" << 1.0 << 2.0;
    QTest::newRow("two parts") << "88.4e9:0.5" << false << "" << 0.0 << 0.0;
    QTest::newRow("no name") << ":1:2" << false << "" << 0.0 << 0.0;
    QTest::newRow("empty") << "" << false << "" << 0.0 << 0.0;
    QTest::newRow("colons only") << "::" << false << "" << 0.0 << 0.0;
    QTest::newRow("trailing letters") << "a:8B:1" << false << "" << 0.0 << 0.0;
    QTest::newRow("negative") << "a:-8:1" << false << "" << 0.0 << 0.0;
    QTest::newRow("infinite") << "a:inf:1" << false << "" << 0.0 << 0.0;
    QTest::newRow("not a number") << "a:1:nan" << false << "" << 0.0 << 0.0;
}

void BoundTest::parsesGroups() {
    QFETCH(QString, text);
    QFETCH(bool, ok);
    QFETCH(QString, name);
    QFETCH(double, params);
    QFETCH(double, bytes);
    const Result<WeightGroup> group = parseWeightGroup(text.toStdString());
    QCOMPARE(group.has_value(), ok);
    if (ok) QCOMPARE(*group, (WeightGroup{name.toStdString(), params, bytes}));
    if (!ok) QVERIFY(group.error().text().find("experts:88.4e9:0.53125") != std::string::npos);
}

void BoundTest::jsonComesBack_data() {
    QTest::addColumn<bool>("all");
    QTest::newRow("least") << false;
    QTest::newRow("all") << true;
}

void BoundTest::jsonComesBack() {
    QFETCH(bool, all);
    BoundInputs inputs = worked();
    if (all) {
        inputs.groups[0].name = "a \"quoted\" name";
        inputs.groups[0].bytesPerParam = 0.1 + 0.2;  // needs all 17 digits
        inputs.kvBytesPerToken = 70'272;
        inputs.context = 8'192;
        inputs.replicas = 2;
        inputs.accept = 3.22;
        inputs.batch = 64;
        inputs.measured = 111;
    }
    const Result<BoundStatement> back = parseBoundStatement(boundJson(inputs));
    QVERIFY(back);
    QVERIFY(std::get<BoundInputs>(*back) == inputs);
}

void BoundTest::jsonRefuses_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << "{"
                             << "no JSON object";
    QTest::newRow("a list") << "[]"
                            << "no JSON object";
    QTest::newRow("group without bytes") << R"({"groups": [["a", 1]]})"
                                         << "[name, parameters, bytes each]";
    QTest::newRow("group of texts") << R"({"groups": [["a", "1", 2]]})"
                                    << "[name, parameters, bytes each]";
    QTest::newRow("text for a number") << R"({"groups": [["a", 1, 2]], "context": "8k"})"
                                       << "\"context\"";
}

void BoundTest::jsonRefuses() {
    QFETCH(QString, json);
    QFETCH(QString, says);
    const Result<BoundStatement> inputs = parseBoundStatement(json.toStdString());
    QVERIFY(!inputs);
    QVERIFY2(QString::fromStdString(inputs.error().text()).contains(says), inputs.error().text().c_str());
}

QTEST_GUILESS_MAIN(BoundTest)
#include "bound_test.moc"
