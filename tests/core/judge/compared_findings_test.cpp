// Findings on pairs of configurations, and on percentiles of too few rows: each where it fires and where it must not.
#include <QTest>
#include <set>

#include "tests/core/judge/judged.h"

using namespace plumbline;

namespace {

/// What the second of two configurations has otherwise than the first.
struct Other {
    const char* name;
    const char* id;    ///< the finding; all others of these must stay silent
    const char* says;  ///< in its words
    std::string quantization = "\"fp8\"";
    TimingBoundary boundary{"sent", "any-text", "closed", "usage", "epoch"};
    double load = 8;
    int prompt = 100, key = 0;
    bool keys = true;
};

const std::vector<Other>& others() {
    static const std::vector<Other> all{
        {"alike", "", ""},
        {"quantization", "quantization-differs", "B (fp8 and int4)", "\"int4\""},
        {"quantization not stated", "", "", ""},
        {"the first token",
         "boundary-differs",
         "first token: any-text and any-event",
         "\"fp8\"",
         {"sent", "any-event", "closed", "usage", "epoch"}},
        {"the end", "boundary-differs", "end", "\"fp8\"", {"sent", "any-text", "last-text", "usage", "epoch"}},
        {"a boundary not told", "", "", "\"fp8\"", {"", "", "", "usage", "epoch"}},
        {"who counted",
         "token-source-differs",
         "who counted the tokens",
         "\"fp8\"",
         {"sent", "any-text", "closed", "tokenizer", "epoch"}},
        {"one more load",
         "load-differs",
         "B has c=16 alone",
         "\"fp8\"",
         {"sent", "any-text", "closed", "usage", "epoch"},
         16},
        {"prompts twice as long",
         "workload-differs",
         "median prompt tokens 100 and 200",
         "\"fp8\"",
         {"sent", "any-text", "closed", "usage", "epoch"},
         8,
         200,
         0,
         false},
        {"prompts a little longer, by the factor of METRICS §6 the same",
         "",
         "",
         "\"fp8\"",
         {"sent", "any-text", "closed", "usage", "epoch"},
         8,
         179,
         0,
         false},
        {"the same keys with prompts twice as long",
         "workload-differs",
         "median prompt tokens 100 and 180",
         "\"fp8\"",
         {"sent", "any-text", "closed", "usage", "epoch"},
         8,
         180},
        {"prompts of other keys",
         "workload-differs",
         "the prompts asked are others",
         "\"fp8\"",
         {"sent", "any-text", "closed", "usage", "epoch"},
         8,
         100,
         1000},
    };
    return all;
}

void addConfiguration(Bench& bench, const std::string& name, const Other& like, bool isOther) {
    bench.m_context["name"].stated = '"' + name + '"';
    bench.m_context["quantization"].stated = isOther ? like.quantization : "\"fp8\"";
    if (isOther && like.quantization.empty()) bench.m_context.erase("quantization");
    bench.m_boundary = isOther ? like.boundary : Other{}.boundary;
    bench.addFile(name + ".jsonl", true);
    for (const double load : std::set<double>{8, isOther ? like.load : 8}) {
        bench.addRun(load);
        for (int i = 0; i < 20; ++i) {
            Row row = streamedRow(i);
            row.promptTokens = isOther ? like.prompt : 100;
            row.promptKey = like.keys ? static_cast<Key>(1 + i + (isOther ? like.key : 0)) : Key{0};
            bench.addRow(row);
        }
    }
}

}  // namespace

class ComparedFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void pairs_data();
    void pairs();
    void fewRows_data();
    void fewRows();
};

void ComparedFindingsTest::pairs_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < others().size(); ++i) QTest::newRow(others()[i].name) << static_cast<int>(i);
}

void ComparedFindingsTest::pairs() {
    QFETCH(int, number);
    const Other& other = others()[static_cast<std::size_t>(number)];
    Bench bench;
    addConfiguration(bench, "A", other, false);
    addConfiguration(bench, "B", other, true);
    bench.judge();
    for (const char* id :
         {"quantization-differs", "boundary-differs", "token-source-differs", "load-differs", "workload-differs"}) {
        const auto found = bench.findings(id);
        QVERIFY2(found.size() == (std::string_view(id) == other.id ? 1U : 0U), id);
        if (found.empty()) continue;
        QCOMPARE(found[0].severity, Severity::doubtful);
        QVERIFY2(says(found[0].text, other.says), found[0].text.c_str());
    }
}

// METRICS §4: below 6, 72 and 368 rows p50, p95 and p99 have no upper limit.
void ComparedFindingsTest::fewRows_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("said");
    QTest::newRow("5") << 5 << "TTFT p50, p95, p99 (n = 5)";
    QTest::newRow("6") << 6 << "TTFT p95, p99 (n = 6)";
    QTest::newRow("71") << 71 << "TTFT p95, p99 (n = 71)";
    QTest::newRow("72") << 72 << "TTFT p99 (n = 72)";
    QTest::newRow("367") << 367 << "TTFT p99 (n = 367)";
    QTest::newRow("368") << 368 << "";
}

void ComparedFindingsTest::fewRows() {
    QFETCH(int, rows);
    QFETCH(QString, said);
    Bench bench;
    bench.addRun(8);
    bench.addClean(rows);
    bench.judge();
    const auto found = bench.findings("percentile-unstable");
    QCOMPARE(found.size(), said.isEmpty() ? 0U : 1U);
    if (!said.isEmpty()) QVERIFY2(says(found[0].text, said.toStdString()), found[0].text.c_str());
}

QTEST_GUILESS_MAIN(ComparedFindingsTest)
#include "compared_findings_test.moc"
