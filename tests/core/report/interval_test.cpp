// Intervals in words: both limits, one of them, none.
#include <QTest>

#include "core/report/interval_text.h"

using namespace plumbline;

class IntervalTest : public QObject {
    Q_OBJECT
private slots:
    void says_data() {
        QTest::addColumn<QVariant>("low");
        QTest::addColumn<QVariant>("high");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("both") << QVariant(0.12) << QVariant(0.141) << 1000.0 << "ms"
                              << "95% interval 120 to 141 ms";
        QTest::newRow("no upper") << QVariant(2.0) << QVariant() << 1.0 << "s"
                                  << "95% interval from 2 s, with no upper limit: too few rows";
        QTest::newRow("no lower") << QVariant() << QVariant(2.0) << 1.0 << "s"
                                  << "95% interval up to 2 s, with no lower limit: too few rows";
        QTest::newRow("no unit") << QVariant(55.1) << QVariant(63.0) << 1.0 << ""
                                 << "95% interval 55.1 to 63";
        QTest::newRow("thousands") << QVariant(1234.0) << QVariant(5678.0) << 1.0 << "tokens/s"
                                   << "95% interval 1,234 to 5,678 tokens/s";
        QTest::newRow("zero is a limit") << QVariant(0.0) << QVariant(1.0) << 1.0 << ""
                                         << "95% interval 0 to 1";
        QTest::newRow("neither") << QVariant() << QVariant() << 1.0 << "ms"
                                 << "";
    }
    void says() {
        QFETCH(QVariant, low);
        QFETCH(QVariant, high);
        QFETCH(double, scale);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        Limits limits;
        if (low.isValid()) limits.low = low.toDouble();
        if (high.isValid()) limits.high = high.toDouble();
        QCOMPARE(QString::fromStdString(intervalText(limits, scale, unit.toStdString(), ",")), text);
    }
};

QTEST_GUILESS_MAIN(IntervalTest)
#include "interval_test.moc"
