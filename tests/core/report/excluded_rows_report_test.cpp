// What is said of excluded rows: in the text, the JSON and the CSV (CLI §3, "excluded_in_rates").
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/core/report/reported.h"

using namespace plumbline;

namespace {

using Json = nlohmann::json;

/// Ten clean rows of 50 tokens at a load; the first are excluded, the last of these as never happened.
struct Excluded : ReportBench {
    Excluded(int excluded, int never, bool unknownTokens = false) {
        addRun(4);
        for (int i = 0; i < 10; ++i) {
            Row row = streamedRow(i);
            if (unknownTokens && i == 0) row.outputTokens = unknownCount;
            addRow(row);
        }
        auto decisions = std::make_shared<std::vector<Decision>>();
        for (int i = 0; i < excluded; ++i) {
            Decision& each = decisions->emplace_back();
            each.fileSha256 = "sha-a.jsonl";
            each.record = static_cast<std::uint64_t>(i);
            each.kind = DecisionKind::exclude;
            each.neverHappened = i >= excluded - never;
        }
        settings.decisions = decisions;
    }
};

}  // namespace

class ExcludedRowsReportTest : public QObject {
    Q_OBJECT
private slots:
    void says_data() {
        QTest::addColumn<int>("excluded");
        QTest::addColumn<int>("never");
        QTest::addColumn<bool>("unknown");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("tokens");  // -1: null
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0 << 0 << false << 0 << 0 << "";
        QTest::newRow("two stay") << 2 << 0 << false << 2 << 100
                                  << "2 excluded by review, still in the rates with 100 output tokens, for the system "
                                     "made them";
        QTest::newRow("one of three goes")
            << 3 << 1 << false << 2 << 100
            << "3 excluded by review, 2 of them still in the rates with 100 output "
               "tokens, for the system made them; 1 in no rate: never sent, or told twice";
        QTest::newRow("both go") << 2 << 2 << false << 0 << 0
                                 << "2 excluded by review; 2 in no rate: never sent, or told twice";
        QTest::newRow("of one the tokens are unknown")
            << 2 << 0 << true << 2 << -1
            << "2 excluded by review, still in the rates, for the system made "
               "their tokens";
    }
    void says() {
        QFETCH(int, excluded);
        QFETCH(int, never);
        QFETCH(bool, unknown);
        QFETCH(int, rows);
        QFETCH(int, tokens);
        QFETCH(QString, text);
        Excluded bench(excluded, never, unknown);
        const Json document = Json::parse(analysisJson(bench.input()));
        const Json& level = document["configurations"][0]["levels"][0];
        QCOMPARE(level["rows"]["excluded"].get<int>(), excluded);
        QCOMPARE(level["excluded_in_rates"]["rows"].get<int>(), rows);
        const Json& made = level["excluded_in_rates"]["output_tokens"];
        QCOMPARE(made.is_null() ? -1 : made.get<int>(), tokens);
        QCOMPARE(level["withheld"].contains("excluded_in_rates.output_tokens"), made.is_null());
        QString said = QString::fromStdString(analysisText(bench.input())).simplified();
        if (text.isEmpty()) QVERIFY(!said.contains("excluded by review"));
        QVERIFY2(said.contains(text), qPrintable(said));
        const QStringList csv = QString::fromStdString(levelsCsv(bench.input())).split('\n');
        const QStringList titles = csv[0].split(','), cells = csv[1].split(',');
        QCOMPARE(cells[titles.indexOf("excluded_in_rates.rows")], QString::number(rows));
        QCOMPARE(cells[titles.indexOf("excluded_in_rates.output_tokens")], tokens < 0 ? "" : QString::number(tokens));
    }
};

QTEST_GUILESS_MAIN(ExcludedRowsReportTest)
#include "excluded_rows_report_test.moc"
