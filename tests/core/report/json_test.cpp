// The JSON of analyze, of bound and of a review, read back by a strict parser that is not the one that wrote it.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/report/version.h"
#include "tests/core/report/reported.h"

using namespace plumbline;

namespace {

QJsonObject parsed(const std::string& text) {
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &fault);
    if (fault.error != QJsonParseError::NoError) qWarning("%s", qPrintable(fault.errorString()));
    return document.object();
}

QJsonObject levelOf(const QJsonObject& analysis, int configuration, int level) {
    return analysis["configurations"].toArray()[configuration].toObject()["levels"].toArray()[level].toObject();
}

/// The value at "ttft_s.p99"; a key itself may hold a dot, as "p99.9" does.
QJsonValue at(const QJsonObject& object, const QString& path) {
    if (object.contains(path)) return object[path];
    const qsizetype dot = path.indexOf('.');
    return dot < 0 ? QJsonValue(QJsonValue::Undefined) : at(object[path.left(dot)].toObject(), path.mid(dot + 1));
}

/// Key paths of all nulls of a level.
QStringList nullsOf(const QJsonObject& object, const QString& before) {
    QStringList out;
    for (auto each = object.begin(); each != object.end(); ++each) {
        const QString path = before + each.key();
        if (each.value().isNull()) out << path;
        if (each.value().isObject() && path != "withheld") out << nullsOf(each.value().toObject(), path + ".");
    }
    return out;
}

/// A reason stands at the path, or at the block that it is in.
bool hasReason(const QJsonObject& withheld, QString path) {
    while (!path.isEmpty()) {
        if (!withheld[path].toString().isEmpty()) return true;
        path = path.left(std::max<qsizetype>(path.lastIndexOf('.'), 0));
    }
    return false;
}

/// Two loads in descending order, one buffered row and one error.
void fill(ReportBench& bench) {
    RunInfo info;
    info.reported = {{"ttft_s.p99", 0.41}};
    bench.addRun(32, info);
    bench.addClean(10);
    Row failed = streamedRow(1);
    failed.status = Status::error;
    bench.addRow(failed);
    bench.addRun(8);
    bench.addClean(5, 2000);
    bench.addRow(evenRow(2, 50 * millisecond, 20));
}

/// All keys of CLI §3 at a level whose feature is there; a slash marks alternatives that need an SLO or a bound.
const QStringList levelKeys{"load.kind",
                            "load.value",
                            "runs",
                            "summary_only",
                            "rows.total",
                            "rows.measured",
                            "rows.streamed",
                            "rows.short",
                            "rows.buffered",
                            "rows.unobservable",
                            "rows.error",
                            "rows.empty",
                            "rows.cancelled",
                            "rows.incomplete",
                            "rows.warmup",
                            "rows.cooldown",
                            "rows.excluded",
                            "rows.suspicious",
                            "error_rate",
                            "window_s",
                            "system_output_tokens_per_s",
                            "per_accelerator_tokens_per_s",
                            "requests_per_s",
                            "in_flight",
                            "output_tokens.total",
                            "output_tokens.mean",
                            "prompt_tokens.total",
                            "prompt_tokens.mean",
                            "tokens_per_chunk",
                            "ttft_s.n",
                            "ttft_s.mean",
                            "ttft_s.p25",
                            "ttft_s.p50",
                            "ttft_s.p75",
                            "ttft_s.p90",
                            "ttft_s.p95",
                            "ttft_s.p99",
                            "ttft_s.p99.9",
                            "ttfc_s.p50",
                            "ttfb_s.p50",
                            "tpot_s.p50",
                            "itl_s.p50",
                            "e2e_s.p50",
                            "queue_s.p50",
                            "schedule_delay_s.p50",
                            "e2e_from_scheduled_s.p50",
                            "rate_tokens_per_s.p50",
                            "rate_tokens_per_s.post_first_content",
                            "rate_tokens_per_s.end_to_end",
                            "rate_tokens_per_s.visible",
                            "goodput.requests_per_s",
                            "goodput.tokens_per_s",
                            "goodput.attained",
                            "littles_law.declared",
                            "littles_law.in_flight",
                            "littles_law.tokens_per_request",
                            "bound.batch",
                            "bound.user.measured",
                            "bound.user.nominal",
                            "bound.user.ceiling",
                            "bound.user.fraction",
                            "bound.aggregate.measured",
                            "bound.aggregate.nominal",
                            "bound.aggregate.ceiling",
                            "bound.aggregate.fraction",
                            "reported",
                            "dialects",
                            "reported_differences",
                            "withheld"};

}  // namespace

class JsonTest : public QObject {
    Q_OBJECT
private slots:
    void emptyIsADocument();
    void topKeysInOrder();
    void hasEachKeyOfALevel_data();
    void hasEachKeyOfALevel();
    void levelsAreInOrderWithTheirNumbers();
    void eachNullHasItsReason_data();
    void eachNullHasItsReason();
    void settingsEchoWhatShapesResults();
    void slosAndCrossings();
    void sourcesTellTheirFate();
    void contextInForce();
    void suspiciousRowsNameTheirPlace();
    void findingsCarryEvidence();
    void odditiesStayStrict();
    void boundOfTheSpecification();
    void reportedStandsBesideOurs();
    void dialectAskedFor();
    void reviewComesBack();
    void reviewRefuses_data();
    void reviewRefuses();
};

void JsonTest::emptyIsADocument() {
    ReportBench bench;
    const std::string text = analysisJson(bench.input());
    QVERIFY(text.ends_with("}\n"));
    QCOMPARE(parsed(text)["plumbline"].toString(),
             QString::fromUtf8(version().data(), static_cast<qsizetype>(version().size())));
}

void JsonTest::topKeysInOrder() {
    ReportBench bench;
    fill(bench);
    const std::string text = analysisJson(bench.input());
    std::size_t before = 0;
    for (const char* key :
         {"\n  \"plumbline\"", "\n  \"settings\"", "\n  \"slos\"", "\n  \"sources\"", "\n  \"configurations\"",
          "\n  \"comparisons\"", "\n  \"findings\"", "\n  \"suspicious\""}) {
        const std::size_t here = text.find(key);
        QVERIFY2(here != std::string::npos && here >= before, key);
        before = here;
    }
}

void JsonTest::hasEachKeyOfALevel_data() {
    QTest::addColumn<QString>("key");
    for (const QString& key : levelKeys) QTest::newRow(qPrintable(key)) << key;
}

void JsonTest::hasEachKeyOfALevel() {
    QFETCH(QString, key);
    ReportBench bench;
    bench.m_context["bound"].stated = R"({"groups": [["all", 1e9, 1]], "bandwidth_bytes_per_s": 500e9})";
    bench.addFile("b.jsonl", true);
    fill(bench);
    bench.settings.slos = {*parseSlo("e2e mean < 40s")};
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    QVERIFY(!at(levelOf(analysis, 0, 0), key).isUndefined());
}

void JsonTest::levelsAreInOrderWithTheirNumbers() {
    ReportBench bench;
    fill(bench);
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    const QJsonObject low = levelOf(analysis, 0, 0), high = levelOf(analysis, 0, 1);
    QCOMPARE(at(low, "load.kind").toString(), QString("concurrency"));
    QCOMPARE(at(low, "load.value").toDouble(), 8.0);
    QCOMPARE(at(high, "load.value").toDouble(), 32.0);
    QCOMPARE(at(low, "rows.buffered").toInt(), 1);
    QCOMPARE(at(low, "rows.streamed").toInt(), 5);
    QCOMPARE(at(high, "rows.error").toInt(), 1);
    QCOMPARE(at(high, "rows.total").toInt(), 11);
    QCOMPARE(at(high, "error_rate").toDouble(), 1.0 / 11);
    QCOMPARE(at(high, "ttft_s.n").toInt(), 10);
    // Firsts are 101.000 to 101.009 ms: the median lies between the fifth and the sixth.
    QVERIFY(std::abs(at(high, "ttft_s.p50").toDouble() - 0.1010045) < 1e-12);
    QCOMPARE(at(high, "reported").toObject()["ttft_s.p99"].toDouble(), 0.41);
    QCOMPARE(at(high, "summary_only").toBool(), false);
}

void JsonTest::eachNullHasItsReason_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("all buffered") << 0;
    QTest::newRow("streamed and failed") << 1;
    QTest::newRow("summary") << 2;
    QTest::newRow("no starts") << 3;
    QTest::newRow("nothing known") << 4;
    QTest::newRow("not attained") << 5;
}

void JsonTest::eachNullHasItsReason() {
    QFETCH(int, which);
    ReportBench bench;
    if (which == 5) {  // 10 answers and a failure: p93 is the failure
        bench.addRun(4);
        bench.addClean(10);
        Row failed = streamedRow(1);
        failed.status = Status::error;
        bench.addRow(failed);
        bench.settings.measure.failedAsInfinite = true;
        bench.settings.slos = {*parseSlo("e2e p93 < 40s")};
    }
    if (which == 1) fill(bench);
    if (which == 2) bench.addSummary(8, {{"system_output_tokens_per_s", 5.0}});
    if (which == 0 || which == 3 || which == 4) bench.addRun(4);
    for (int i = 0; i < 12 && (which == 0 || which == 3 || which == 4); ++i) {
        Row row = which == 4 ? Row() : evenRow(i, 50 * millisecond, 20);
        if (which == 3) row.start = unknownTime;
        bench.addRow(row);
    }
    const QJsonObject level = levelOf(parsed(analysisJson(bench.input())), 0, 0);
    const QJsonObject withheld = level["withheld"].toObject();
    const QStringList nulls = nullsOf(level, "");
    QVERIFY(!nulls.isEmpty());
    for (const QString& path : nulls) QVERIFY2(hasReason(withheld, path), qPrintable(path));
    if (which == 0) QCOMPARE(withheld["ttft_s.p99"].toString(), QString("12 of 12 rows buffered"));
    if (which != 5) return;
    for (const char* key : {"e2e_s.p93", "e2e_s.p99", "ttft_s.mean", "tpot_s.max"})
        QCOMPARE(withheld[key].toString(), QString("not attained"));
    QVERIFY(nulls.contains("e2e_s.p93") && !nulls.contains("e2e_s.p90"));
    QCOMPARE(level["e2e_s"].toObject()["failed_as_infinite"].toInt(), 1);
}

void JsonTest::settingsEchoWhatShapesResults() {
    ReportBench bench;
    bench.settings.measure = {
        5,          Nanoseconds(300'000'000), 4,   true, IntervalEnd::lastText, 123.5, second, false,
        2 * second, PercentileRule::nearest,  true};
    const QJsonObject settings = parsed(analysisJson(bench.input()))["settings"].toObject();
    QCOMPARE(settings["min_chunks"].toInt(), 5);
    QCOMPARE(settings["min_interval_s"].toDouble(), 0.3);
    QCOMPARE(settings["short_tokens"].toInt(), 4);
    QCOMPARE(settings["short_outputs"].toString(), QString("as-buffered"));
    QCOMPARE(settings["interval_end"].toString(), QString("last-text"));
    QCOMPARE(settings["max_rate"].toDouble(), 123.5);
    QCOMPARE(settings["warmup_s"].toDouble(), 1.0);
    QCOMPARE(settings["cooldown_s"].toDouble(), 2.0);
    QCOMPARE(settings["percentile"].toString(), QString("nearest"));
    QCOMPARE(settings["failed_as_infinite"].toBool(), true);
    QCOMPARE(settings["warmup_rule"].toString(), QString("by hand"));
    bench.settings.measure.warmupAuto = true;  // the seconds are then not looked at
    const QJsonObject rule = parsed(analysisJson(bench.input()))["settings"].toObject();
    QVERIFY(rule["warmup_s"].isNull());
    QCOMPARE(rule["warmup_rule"].toString(), QString("mser-5"));
}

void JsonTest::slosAndCrossings() {
    ReportBench bench;
    // METRICS §8, 1T sweep.
    const std::vector<std::array<double, 3>> points{
        {32, 464, 35.2}, {48, 657, 37.4}, {64, 803, 40.8}, {96, 1017, 48.2}, {128, 1238, 52.8}};
    for (const auto& [load, rate, mean] : points)
        bench.addSummary(load, {{"system_output_tokens_per_s", rate}, {"e2e_s.mean", mean}});
    bench.settings.slos = {*parseSlo("e2e mean < 40s"), *parseSlo("ttft p99 <= 300ms")};
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    const QJsonObject slo = analysis["slos"].toArray()[1].toObject();
    QCOMPARE(slo["metric"].toString(), QString("ttft"));
    QCOMPARE(slo["statistic"].toString(), QString("p99"));
    QCOMPARE(slo["op"].toString(), QString("<="));
    QCOMPARE(slo["limit"].toDouble(), 300.0);
    QCOMPARE(slo["unit"].toString(), QString("ms"));
    const QJsonObject configuration = analysis["configurations"].toArray()[0].toObject();
    const QJsonObject crossing = configuration["crossings"].toArray()[0].toObject();
    QCOMPARE(crossing["state"].toString(), QString("crossed"));
    QCOMPARE(crossing["between"].toArray(), (QJsonArray{48, 64}));
    QVERIFY(std::abs(crossing["load"].toDouble() - 60.2) < 0.05);
    QVERIFY(std::abs(crossing["system_output_tokens_per_s"].toDouble() - 768.6) < 0.05);
    for (const char* key : {"load_low", "load_high"}) {
        QVERIFY(crossing[key].isNull());
        QVERIFY2(crossing["withheld"].toObject()[key].toString().contains("only a summary"), key);
    }
    QVERIFY(crossing["text"].toString().contains("c = 60.2 if straight between them"));
    QCOMPARE(configuration["crossings"].toArray()[1].toObject()["state"].toString(), QString("withheld"));
    QVERIFY(std::abs(at(configuration, "saturation.elasticity").toDouble() - 0.68) < 0.005);
    QVERIFY(at(configuration, "saturation.still_scaling").toBool());
    QVERIFY(levelOf(analysis, 0, 0)["summary_only"].toBool());
    QVERIFY(at(levelOf(analysis, 0, 0), "e2e_s.n").isNull());
    QVERIFY(std::abs(at(levelOf(analysis, 0, 0), "littles_law.tokens_per_request").toDouble() - 510.4) < 1e-9);
}

void JsonTest::sourcesTellTheirFate() {
    ReportBench bench;
    FileReport read;
    read.path = "a.json";
    read.reader = "vllm";
    read.sha256 = "00ff";
    read.records = 10;
    read.rows = 8;
    read.rejected = 2;
    read.rejections = {{4, 5, 600, "no end", "{"}, {5, 0, 700, "truncated", "{"}};
    FileReport again;
    again.path = "b.json";
    again.skipped = "already imported";
    bench.imports.files = {read, again};
    const QJsonArray sources = parsed(analysisJson(bench.input()))["sources"].toArray();
    const QJsonObject first = sources[0].toObject();
    QCOMPARE(first["path"].toString(), QString("a.json"));
    QCOMPARE(first["sha256"].toString(), QString("00ff"));
    QCOMPARE(first["records"].toInt(), 10);
    QCOMPARE(first["rows"].toInt() + first["rejected"].toInt(), 10);
    QVERIFY(first["skipped"].isNull());
    QCOMPARE(first["rejections"].toArray()[0].toObject()["line"].toInt(), 5);
    QVERIFY(first["rejections"].toArray()[1].toObject()["line"].isNull());
    QCOMPARE(first["rejections"].toArray()[1].toObject()["record"].toInt(), 5);
    QCOMPARE(sources[1].toObject()["skipped"].toString(), QString("already imported"));
    QVERIFY(sources[1].toObject()["reader"].isNull());
}

void JsonTest::contextInForce() {
    ReportBench bench;
    bench.m_context["engine"].stated = "\"vllm\"";
    bench.m_context["accelerator_count"] = {"8", "4"};
    bench.addFile("b.jsonl", true);
    bench.addRun(1);
    bench.addClean(3);
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    const QJsonObject configuration = analysis["configurations"].toArray()[0].toObject();
    QCOMPARE(at(configuration, "context.engine").toString(), QString("vllm"));
    QCOMPARE(at(configuration, "context.accelerator_count").toInt(), 4);
    QCOMPARE(at(configuration, "context_edited.accelerator_count.stated").toInt(), 8);
    QVERIFY(at(configuration, "timing_boundary.first").isNull());
}

void JsonTest::suspiciousRowsNameTheirPlace() {
    ReportBench bench;
    bench.addRun(4);
    bench.addClean(10);
    Row row = streamedRow(7);
    row.line = 8;
    row.firstByte = -1 * millisecond;
    bench.addRow(row);
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    const QJsonObject flag = analysis["suspicious"].toArray()[0].toObject();
    QCOMPARE(flag["source"].toString(), QString("a.jsonl"));
    QCOMPARE(flag["record"].toInt(), 7);
    QCOMPARE(flag["line"].toInt(), 8);
    QCOMPARE(flag["id"].toString(), QString("r-7"));
    QCOMPARE(flag["rule"].toString(), QString("out-of-order"));
    QCOMPARE(flag["value"].toDouble(), 0.001);
    QCOMPARE(flag["threshold"].toDouble(), 0.0);
    QCOMPARE(at(levelOf(analysis, 0, 0), "rows.suspicious").toInt(), 1);
}

void JsonTest::findingsCarryEvidence() {
    ReportBench bench;
    bench.addRun(4);
    for (int i = 0; i < 10; ++i) bench.addRow(evenRow(i, 130 * millisecond, 64));
    const QJsonArray findings = parsed(analysisJson(bench.input()))["findings"].toArray();
    QJsonObject misfire;
    for (const QJsonValue& each : findings)
        if (each.toObject()["id"].toString() == "guard-misfires") misfire = each.toObject();
    QCOMPARE(misfire["severity"].toString(), QString("doubtful"));
    QCOMPARE(at(misfire, "load.value").toDouble(), 4.0);
    QCOMPARE(at(misfire, "evidence.rows").toDouble(), 10.0);
    QCOMPARE(at(misfire, "offer.min_interval_s").toDouble(), 0.13);
    QVERIFY(!misfire["configuration"].toString().isEmpty());
}

void JsonTest::odditiesStayStrict() {
    ReportBench bench;
    bench.m_context["engine"].stated = "\"a\\u0000b\\\"c\"";
    bench.m_context["broken"].stated = "{not json";
    bench.addFile("b\xFF\xFE.jsonl", true);
    bench.addRun(1);
    Row row = streamedRow(0);
    row.id = std::string("\x80 not UTF-8 \x01", 14);
    row.firstByte = -1 * millisecond;
    bench.addRow(row);
    bench.addClean(3);
    const QJsonObject analysis = parsed(analysisJson(bench.input()));
    QCOMPARE(analysis["suspicious"].toArray().size(), 1);
    QCOMPARE(at(analysis["configurations"].toArray()[0].toObject(), "context.broken").toString(), QString("{not json"));
}

void JsonTest::boundOfTheSpecification() {
    BoundInputs inputs;
    inputs.groups = {{"experts", 88.4e9, 0.53125}, {"rest", 15.6e9, 1}};
    inputs.bandwidth = 64e12;
    inputs.measured = 111;
    const Result<Bound> worked = bound(inputs);
    const QJsonObject json = parsed(boundReportJson(*worked));
    QCOMPARE(json["weight_bytes"].toDouble(), 62.5625e9);
    QCOMPARE(json["step_bytes"].toDouble(), 62.5625e9);
    QCOMPARE(json["bandwidth_bytes_per_s"].toDouble(), 64e12);
    QVERIFY(std::abs(at(json, "nominal.user_tokens_per_s").toDouble() - 1022.977) < 5e-4);
    QVERIFY(std::abs(at(json, "ceiling.aggregate_tokens_per_s").toDouble() - 1022.977) < 5e-4);
    QVERIFY(std::abs(json["fraction"].toDouble() - 0.108507) < 5e-7);
    QVERIFY(json["compute_s"].isNull());
    QCOMPARE(json["groups"].toArray()[1].toObject()["bytes"].toDouble(), 15.6e9);
    QCOMPARE(json["working"].toArray().last().toString(), QString("measured: 111 / 1,023.0 = 10.851%"));
    QVERIFY(boundReportText(*worked).ends_with("measured: 111 / 1,023.0 = 10.851%\n"));
}

void JsonTest::reportedStandsBesideOurs() {
    ReportBench bench;
    bench.m_context["note.harness"].stated = plumbline::quoted("vLLM");
    RunInfo info;
    info.declaredCompleted = 3;
    info.reported = {{"ttft_s.mean", 0.15}, {"e2e_s.mean", 1.080001}};
    bench.addRun(1, info);
    for (int i = 0; i < 3; ++i) bench.addRow(streamedRow(i));  // TTFT 100.000, 100.001, 100.002 ms; then 980 ms
    const QJsonObject level = levelOf(parsed(analysisJson(bench.input())), 0, 0);
    const QJsonArray differences = level["reported_differences"].toArray();
    QCOMPARE(differences.size(), 2);
    const QJsonObject ttft = differences[0].toObject(), e2e = differences[1].toObject();
    QCOMPARE(ttft["metric"].toString(), "ttft_s.mean");
    QCOMPARE(ttft["run"].toInt(), 1);
    QCOMPARE(ttft["reported"].toDouble(), 0.15);
    QVERIFY(std::abs(ttft["ours"].toDouble() - 0.100001) < 1e-9);
    QCOMPARE(ttft["dialect"].toString(), "vllm");
    QVERIFY(std::abs(ttft["by_dialect"].toDouble() - 0.100001) < 1e-9);
    QVERIFY(std::abs(ttft["difference"].toDouble() - (0.15 / 0.100001 - 1)) < 1e-9);
    QCOMPARE(ttft["cause"].toString(), "not explained");
    QVERIFY(ttft.contains("rounded_to") && ttft["rounded_to"].isNull());  // two figures show no rounding
    QVERIFY(!ttft["text"].toString().isEmpty());
    QVERIFY(e2e["cause"].isNull() && e2e["text"].isNull());
    QVERIFY(std::abs(level["dialects"].toObject()["vllm"].toObject()["ttft_s.mean"].toDouble() - 0.100001) < 1e-9);
}

void JsonTest::dialectAskedFor() {
    ReportBench bench;
    bench.addRun(1);
    for (int i = 0; i < 4; ++i) bench.addRow(streamedRow(i));
    ReportInput input = bench.input();
    QVERIFY(levelOf(parsed(analysisJson(input)), 0, 0)["dialects"].toObject().isEmpty());
    input.dialect = Dialect::llmeter;  // rank 4.95 of 4, in the line of the last two
    const QJsonObject llmeter = levelOf(parsed(analysisJson(input)), 0, 0)["dialects"].toObject();
    QCOMPARE(llmeter.keys(), QStringList{"llmeter"});
    QVERIFY(std::abs(llmeter["llmeter"].toObject()["ttft_s.p99"].toDouble() - 0.10000395) < 1e-9);
    input.dialect = Dialect::mlperf;  // int(4 x 0.5): the third
    const QJsonObject dialects = levelOf(parsed(analysisJson(input)), 0, 0)["dialects"].toObject();
    QCOMPARE(dialects.keys(), QStringList{"mlperf"});
    QVERIFY(std::abs(dialects["mlperf"].toObject()["ttft_s.p50"].toDouble() - 0.100002) < 1e-9);
}

void JsonTest::reviewComesBack() {
    Decision byRecord;
    byRecord.fileSha256 = "ab";
    byRecord.record = 17;
    byRecord.id = "r-17";
    byRecord.start = Nanoseconds(1'763'000'000'000'000'001);
    byRecord.kind = DecisionKind::exclude;
    byRecord.reason = "rate-ceiling";
    byRecord.note = "a \"burst\"\n\u2014";
    byRecord.reviewer = "me";
    byRecord.at = "2026-11-29T18:00:00Z";
    Decision byId;
    byId.id = "r-18";
    byId.kind = DecisionKind::note;
    Decision never = byRecord;
    never.record = 18;
    never.neverHappened = true;
    const std::vector<Decision> decisions{byRecord, byId, never};
    // Without a file the record says nothing, and comes back as 0.
    const Result<std::vector<Decision>> back = parseReviewJson(reviewJson(decisions));
    QVERIFY(back);
    QVERIFY(*back == decisions);
}

void JsonTest::reviewRefuses_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << "{"
                             << "no review file";
    QTest::newRow("another document") << R"({"plumbline": "trace/1"})"
                                      << "no review file";
    QTest::newRow("no list") << R"({"plumbline": "review/1"})"
                             << "no list";
    QTest::newRow("no object") << R"({"plumbline": "review/1", "decisions": [3]})"
                               << "Decision 1";
    QTest::newRow("no such decision") << R"({"plumbline": "review/1", "decisions": [{"id": "a", "decision": "drop"}]})"
                                      << "keep, exclude or note";
    QTest::newRow("never happened in words")
        << R"({"plumbline": "review/1", "decisions": [{"id": "a", "decision": "exclude", "never_happened": "yes"}]})"
        << "\"never_happened\" of true or false";
    QTest::newRow("kept and never happened")
        << R"({"plumbline": "review/1", "decisions": [{"id": "a", "decision": "keep", "never_happened": true}]})"
        << "only an excluded row";
    QTest::newRow("no row") << R"({"plumbline": "review/1", "decisions": [{"decision": "keep", "record": 3}]})"
                            << "file_sha256";
}

void JsonTest::reviewRefuses() {
    QFETCH(QString, json);
    QFETCH(QString, says);
    const Result<std::vector<Decision>> read = parseReviewJson(json.toStdString());
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(read.error().text()).contains(says), read.error().text().c_str());
}

QTEST_GUILESS_MAIN(JsonTest)
#include "json_test.moc"
