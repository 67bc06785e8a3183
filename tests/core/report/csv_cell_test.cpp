// Cells that a spreadsheet takes for what they are, and lines that a terminal prints and does not obey.
#include <QTest>

#include "core/report/csv_cell.h"
#include "core/report/text_table.h"

using namespace plumbline;

class CsvCellTest : public QObject {
    Q_OBJECT
private slots:
    void cells_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* name, const char* text, const char* cell) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(cell);
        };
        row("plain", "vllm 0.11", "vllm 0.11");
        row("empty", "", "");
        row("a formula", "=cmd|\"/c calc\"!A1", "\"'=cmd|\"\"/c calc\"\"!A1\"");
        row("plus", "+1", "'+1");
        row("minus", "-2", "'-2");
        row("at", "@SUM(1)", "'@SUM(1)");
        row("tab", "\t=1", "'\t=1");
        row("carriage return", "\r=1", "\"'\r=1\"");
        row("later in the text", "a=1", "a=1");
        row("comma", "a,b", "\"a,b\"");
        row("quote", "a\"b", "\"a\"\"b\"");
        row("line end", "a\nb", "\"a\nb\"");
    }
    void cells() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(csvCell(text.toStdString())), cell);
    }

    void terminal_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* text, const char* printed, const char* json) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(printed) << QByteArray(json);
        };
        row("plain", "a b\n", "a b ", "a b\n");
        row("other letters", "é 模型 🙂", "é 模型 🙂", "é 模型 🙂");
        row("escapes", "\x1b]0;owned\x07\x1b[2J", " ]0;owned  [2J", "\\u001b]0;owned\\u0007\\u001b[2J");
        row("delete", "a\x7f", "a ", "a\\u007f");
        row("a control of eight bits", "a\u009b2J", "a 2J", "a\\u009b2J");
        row("the same without UTF-8",
            "a\x9b"
            "2J",
            "a 2J", "a\\u001b2J");
        row("bidi marks", "a\u202eb\u2066c\u200f", "a b c ", "a\\u202eb\\u2066c\\u200f");
        row("a line separator", "a\u2028b", "a b", "a\\u2028b");
    }
    void terminal() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, printed);
        QFETCH(QByteArray, json);
        QCOMPARE(QByteArray::fromStdString(forTerminal(text.toStdString())), printed);
        QCOMPARE(QByteArray::fromStdString(jsonForTerminal(text.toStdString())), json);
        QCOMPARE(QByteArray::fromStdString(linesForTerminal(text.toStdString() + "\nb")),
                 printed.endsWith(' ') && text.endsWith('\n') ? QByteArray("a b\n\nb") : printed + "\nb");
    }
};

QTEST_GUILESS_MAIN(CsvCellTest)
#include "csv_cell_test.moc"
