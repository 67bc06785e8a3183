// Text for a terminal: 100 columns whatever the names; tables as CSV; numbers.
#include <QTest>

#include "core/report/format.h"
#include "core/report/text_table.h"
#include "tests/core/report/reported.h"

using namespace plumbline;

namespace {

void checkWidth(const std::string& text) {
    for (const std::string& line : linesOf(text)) QVERIFY2(columnsOf(line) <= 100, line.c_str());
}

/// Splits a line of CSV, quotes apart.
std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

}  // namespace

class TextTest : public QObject {
    Q_OBJECT
private slots:
    void wraps_data();
    void wraps();
    void nothingActsOnTheTerminal();
    void tableSplitsWhatIsTooWide();
    void tableHasNoColumnLeftOver_data();
    void tableHasNoColumnLeftOver();
    void analysisIsReadable();
    void editsAreSaid();
    void neverWiderThan100_data();
    void neverWiderThan100();
    void sameFindingOnce();
    void saysWhatItMust();
    void saysByWhichRulesItCounts();
    void reportedAgainstRecomputed();
    void csvHasOneRowALevel();
    void numbers();
};

void TextTest::wraps_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wrapped");
    QTest::newRow("empty") << ""
                           << "\n";
    QTest::newRow("fits") << "a b"
                          << "a b\n";
    QTest::newRow("just fits") << "1234567890"
                               << "1234567890\n";
    QTest::newRow("breaks at a blank") << "12345 67890"
                                       << "12345\n  67890\n";
    QTest::newRow("breaks a long word") << "123456789012345"
                                        << "1234567890\n  12345\n";
    QTest::newRow("keeps its own indent") << "  ab 1234567"
                                          << "  ab\n  1234567\n";
    QTest::newRow("counts letters, not bytes") << "äöüäöüäöüä"
                                               << "äöüäöüäöüä\n";
    QTest::newRow("a path breaks after a slash") << "abc/defg/hij/kl"
                                                 << "abc/defg/\n  hij/kl\n";
    QTest::newRow("Chinese takes two columns a letter") << "\u6027\u80fd\u6d4b\u8bd5\u7ed3\u679c"
                                                        << "\u6027\u80fd\u6d4b\u8bd5\u7ed3\n  \u679c\n";
    QTest::newRow("accents of their own take none") << "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 abc"
                                                    << "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 abc\n";
    QTest::newRow("a file's own line ends become blanks") << "a\nb\tc"
                                                          << "a b c\n";
}

void TextTest::wraps() {
    QFETCH(QString, text);
    QFETCH(QString, wrapped);
    QCOMPARE(QString::fromStdString(plumbline::wrapped(text.toStdString(), 2, 10)), wrapped);
}

// Escape, the one-character CSI, bell, right-to-left override, isolates and line separator; letters stay.
void TextTest::nothingActsOnTheTerminal() {
    const std::string text = wrapped("a\x1b[31mb\u009bc\x07 d\u202ee\u2066f\u2028g \u00e9\u6f22\u05d0", 0);
    QCOMPARE(QString::fromStdString(text), QStringLiteral("a [31mb c  d e f g \u00e9\u6f22\u05d0\n"));
}

void TextTest::tableSplitsWhatIsTooWide() {
    std::vector<std::string> titles{"load"}, cells{"c=1"};
    for (int i = 0; i < 20; ++i) {
        titles.push_back("title " + std::to_string(i));
        cells.push_back(std::to_string(i * 1'000'000));
    }
    TextTable table({titles});
    table.add(cells);
    const std::string text = table.text();
    checkWidth(text);
    const auto lines = linesOf(text);
    QCOMPARE(lines.size() % 2, 0U);
    QVERIFY(lines.size() >= 4);
    for (std::size_t i = 1; i < lines.size(); i += 2) QVERIFY(lines[i].starts_with("c=1"));
    for (const std::string& cell : cells) QVERIFY2(says(text, cell), cell.c_str());
}

void TextTest::tableHasNoColumnLeftOver_data() {
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("lastIsEmpty");
    QTest::addColumn<QString>("widths");  // of the lines of titles
    // Ten columns a cell, and two between: 8 with the first are 94.
    QTest::newRow("fits") << 7 << false << "94";
    QTest::newRow("one too many, without a word") << 8 << true << "94";
    QTest::newRow("one too many") << 8 << false << "58 58";
    QTest::newRow("nine") << 9 << false << "70 58";
    QTest::newRow("fifteen") << 15 << false << "70 70 70";
}

void TextTest::tableHasNoColumnLeftOver() {
    QFETCH(int, columns);
    QFETCH(bool, lastIsEmpty);
    std::vector<std::string> titles{"load      "}, cells{"c=1"};
    for (int i = 0; i < columns; ++i) {
        titles.emplace_back("ten column");
        cells.emplace_back(lastIsEmpty && i == columns - 1 ? "" : "1");
    }
    TextTable table({titles});
    table.add(cells);
    const auto lines = linesOf(table.text());
    QStringList widths;
    for (std::size_t i = 0; i < lines.size(); i += 2) widths << QString::number(columnsOf(lines[i]));
    QTEST(widths.join(' '), "widths");
}

void TextTest::editsAreSaid() {
    ReportBench bench;
    bench.m_context["model"] = {"\"as-written\"", "\"as-edited\""};
    bench.m_context["engine"] = {std::nullopt, "\"added\""};  // nothing was written that it could differ from
    bench.addFile("b.jsonl", true);
    bench.addRun(8);
    bench.addClean(5);
    const std::string text = analysisText(bench.input());
    QVERIFY2(says(text, "  Edited: model as-edited (the file says as-written)\n"), text.c_str());
}

void TextTest::analysisIsReadable() {
    ReportBench bench;
    bench.addRun(8);
    bench.addClean(10);
    for (int i = 0; i < 4; ++i) bench.addRow(evenRow(i, 50 * millisecond, 20));
    bench.addRun(16);
    for (int i = 0; i < 12; ++i) bench.addRow(evenRow(20 + i, 50 * millisecond, 20));
    FileReport file;
    file.path = "runs/a.jsonl";
    file.reader = "plumbline-trace";
    file.rows = 26;
    file.records = 27;
    file.rejected = 1;
    file.rejections = {{26, 27, 900, "Truncated: the file ends inside this record.", "{"}};
    bench.imports.files = {file};
    bench.settings.slos = {*parseSlo("e2e mean < 40s")};
    const std::string wrappedText = analysisText(bench.input());
    checkWidth(wrappedText);
    const std::string text = QString::fromStdString(wrappedText).simplified().toStdString();  // wherever lines break
    for (const char* part : {"26 rows, 1 configuration Cutoffs", "at least 3 chunks and 0.2 s", "c=8", "c=16", "\u2014",
                             "12 of 12 rows buffered", "meets e2e mean < 40 s", "FINDINGS",
                             "doubtful: guard-misfires at c=8", "Set the interval to 0.05 s", "FILES",
                             "1 of 27 records rejected", "Truncated: the file ends inside this record."})
        QVERIFY2(says(text, part), (std::string(part) + " is not in\n" + text).c_str());
}

void TextTest::neverWiderThan100_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("long names") << 0;
    QTest::newRow("long paths without a blank") << 1;
    QTest::newRow("large numbers") << 2;
    QTest::newRow("line ends in a file's words") << 3;
}

void TextTest::neverWiderThan100() {
    QFETCH(int, which);
    ReportBench bench;
    if (which == 0) bench.m_context["name"].stated = "\"" + std::string(300, 'n') + "\"";
    if (which == 3) bench.m_context["model"].stated = "\"a\\nb\\u001b[31m\"";
    bench.addFile(which == 1 ? std::string(400, 'p') : "b.jsonl", true);
    bench.addRun(which == 2 ? 123'456'789 : 8);
    bench.addClean(10);
    Row row = streamedRow(1);
    row.firstByte = -1 * millisecond;
    if (which == 2) row.end = 900'000'000 * second;
    bench.addRow(row);
    bench.addRow(streamedRow(1000));
    FileReport file;
    file.path = which == 1 ? std::string(400, 'p') : "b.jsonl";
    bench.imports.files = {file, file};
    const std::string text = analysisText(bench.input());
    checkWidth(text);
    for (const char c : text) QVERIFY(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

void TextTest::sameFindingOnce() {
    ReportBench bench;
    for (int load = 1; load <= 6; ++load) {
        bench.addRun(load);
        for (int i = 0; i < 10; ++i) bench.addRow(evenRow(100 * load + i, (100 + load) * millisecond, 64));
    }
    const std::string text = analysisText(bench.input());
    std::size_t told = 0;
    for (const std::string& line : linesOf(text)) told += says(line, "guard-misfires") ? 1U : 0U;
    QCOMPARE(told, 1U);
    QVERIFY2(says(text, "c=1 and 5 more loads"), text.c_str());
}

void TextTest::saysWhatItMust() {
    ReportBench bench;
    bench.addRun(8);
    bench.addClean(10);
    Row row = streamedRow(500);
    row.phase = Phase::warmup;
    bench.addRow(row);
    for (int i = 0; i < 60; ++i) {
        FileReport& file = bench.imports.files.emplace_back();
        file.path = "runs/" + std::to_string(i) + ".csv";
        file.rows = 1;
    }
    FileReport& first = bench.imports.files.front();
    first.rows = 0;
    first.summaries = 1;
    first.records = first.rejected = 3;
    first.diagnostics = {{"number", "'end_ns' in line 5: not a number", 5, 5}, {"once", "once", 1, 0}};
    const std::string text =
        QString::fromStdString(analysisText(bench.input())).simplified().toStdString();  // wherever lines break
    for (const char* part :
         {"'end_ns' in line 5: not a number (5 times)", "and 10 more files",
          "3 of 4 records and summaries rejected, 1 summary", "49.csv", "rows at c=8: 1 of 11 left out: 1 warm-up"})
        QVERIFY2(says(text, part), (std::string(part) + " is not in\n" + text).c_str());
    for (const char* part : {"once (", "50.csv", "-0.00"}) QVERIFY2(!says(text, part), part);
}

void TextTest::saysByWhichRulesItCounts() {
    ReportBench bench;
    bench.addRun(8);
    bench.addClean(10);
    for (const bool on : {false, true}) {
        bench.settings.measure.warmupAuto = bench.settings.measure.failedAsInfinite = on;
        const std::string text = QString::fromStdString(analysisText(bench.input())).simplified().toStdString();
        for (const char* part : {"warm-up by MSER-5", "failed requests count as infinitely slow",
                                 "c=8: first start to last end; MSER-5 on TTFT cuts nothing: fewer than 50 rows"})
            QVERIFY2(says(text, part) == on, (std::string(part) + " in\n" + text).c_str());
    }
}

void TextTest::reportedAgainstRecomputed() {
    ReportBench bench;
    bench.m_context["note.harness"].stated = plumbline::quoted("genai-bench");
    RunInfo info;
    info.declaredCompleted = 4;
    info.reported = {{"ttft_s.mean", 0.5}, {"e2e_s.mean", 1.0800015}};
    bench.addRun(8, info);
    for (int i = 0; i < 4; ++i) bench.addRow(streamedRow(i));
    ReportInput input = bench.input();
    std::string text = analysisText(input);
    QVERIFY(
        says(text, "REPORTED AGAINST RECOMPUTED\n[1] genai-bench: 1 of 2 reported figures are within 0.1% of ours"));
    QVERIFY(says(text, "c=8 TTFT mean: genai-bench's own rule over these rows gives 100.0 ms"));
    QVERIFY(!says(text, "UNDER THE DIALECT"));
    input.dialect = Dialect::guidellm;
    text = analysisText(input);
    QVERIFY(says(text, "UNDER THE DIALECT guidellm\nGuideLLM from 0.4 counts every success"));
    checkWidth(text);
}

void TextTest::csvHasOneRowALevel() {
    ReportBench bench;
    bench.m_context["name"].stated = R"("one, \"two\"")";
    bench.addFile("b.jsonl", true);
    bench.addRun(8);
    bench.addClean(10);
    bench.addRun(16);
    bench.addClean(4, 3000);
    bench.addSummary(32, {{"system_output_tokens_per_s", 5.5}});
    const auto lines = linesOf(levelsCsv(bench.input()));
    QCOMPARE(lines.size(), 4U);
    const auto titles = cellsOf(lines[0]);
    const auto cell = [&](std::size_t line, const char* title) {
        const auto found = std::find(titles.begin(), titles.end(), title);
        return found == titles.end() ? std::string("no such column")
                                     : cellsOf(lines[line])[static_cast<std::size_t>(found - titles.begin())];
    };
    for (std::size_t i = 1; i < lines.size(); ++i) QCOMPARE(cellsOf(lines[i]).size(), titles.size());
    QVERIFY(lines[1].starts_with("\"one, \"\"two\"\"\","));
    QCOMPARE(cell(1, "load.kind"), std::string("concurrency"));
    QCOMPARE(cell(2, "load.value"), std::string("16"));
    QCOMPARE(cell(1, "rows.total"), std::string("10"));
    QCOMPARE(cell(1, "ttft_s.n"), std::string("10"));
    QVERIFY(std::abs(std::stod(cell(1, "ttft_s.p50")) - 0.1010045) < 1e-12);
    QCOMPARE(cell(1, "queue_s.p50"), std::string());
    QCOMPARE(cell(3, "summary_only"), std::string("true"));
    QCOMPARE(cell(3, "system_output_tokens_per_s"), std::string("5.5"));
    QCOMPARE(cell(3, "ttft_s.n"), std::string());
}

void TextTest::numbers() {
    QCOMPARE(formatNumber(12345.6), std::string("12\u2009346"));
    QCOMPARE(formatNumber(12345.6, ","), std::string("12,346"));
    QCOMPARE(formatNumber(std::nullopt), std::string("\u2014"));
    QCOMPARE(differenceText(0.0171), std::string("+1.71%"));
    QCOMPARE(differenceText(-0.000031), std::string("-0.003%"));
    QCOMPARE(differenceText(1e-16), std::string("0%"));
    QCOMPARE(formatCount(4089), std::string("4\u2009089"));
    QCOMPARE(formatCount(999), std::string("999"));
}

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
