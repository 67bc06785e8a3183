// Student's t against the printed tables, and what stands on it against figures worked by hand.
#include <QTest>
#include <cmath>

#include "core/measure/student.h"

using namespace plumbline;

namespace {

bool near(double found, double expected, double apart = 1e-9) { return std::abs(found - expected) <= apart; }

}  // namespace

class StudentTest : public QObject {
    Q_OBJECT
private slots:
    // E. S. Pearson and H. O. Hartley, Biometrika Tables for Statisticians, table 12, and closed forms: one degree is
    // Cauchy's, tan(pi (p - 1/2)); of two t = (2p - 1) sqrt(2 / (1 - (2p - 1)^2)).
    void quantiles_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("t");
        QTest::addColumn<double>("apart");
        QTest::newRow("1, in closed form") << 0.975 << 1.0 << std::tan(std::acos(-1.0) * 0.475) << 1e-8;
        QTest::newRow("2, in closed form") << 0.975 << 2.0 << 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)) << 1e-9;
        QTest::newRow("2, the other tail") << 0.025 << 2.0 << -0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)) << 1e-9;
        QTest::newRow("3") << 0.975 << 3.0 << 3.182 << 5e-4;
        QTest::newRow("4") << 0.975 << 4.0 << 2.776 << 5e-4;
        QTest::newRow("5") << 0.975 << 5.0 << 2.571 << 5e-4;
        QTest::newRow("9") << 0.975 << 9.0 << 2.262 << 5e-4;
        QTest::newRow("9, two tails of 1%") << 0.995 << 9.0 << 3.250 << 5e-4;
        QTest::newRow("10, two tails of 10%") << 0.95 << 10.0 << 1.812 << 5e-4;
        QTest::newRow("20") << 0.975 << 20.0 << 2.086 << 5e-4;
        QTest::newRow("29") << 0.975 << 29.0 << 2.045 << 5e-4;
        QTest::newRow("30") << 0.975 << 30.0 << 2.042 << 5e-4;
        QTest::newRow("120") << 0.975 << 120.0 << 1.980 << 5e-4;
        QTest::newRow("1e6, nearly the normal law's") << 0.975 << 1e6 << 1.959964 << 1e-5;
        QTest::newRow("the middle") << 0.5 << 7.0 << 0.0 << 1e-9;
        QTest::newRow("of no whole number, between those of 2 and 3") << 0.975 << 2.5 << 3.7 << 0.5;
    }
    void quantiles() {
        QFETCH(double, p);
        QFETCH(double, degrees);
        QFETCH(double, t);
        QFETCH(double, apart);
        const double found = studentQuantile(p, degrees);
        QVERIFY2(near(found, t, apart), qPrintable(QString::number(found, 'g', 12)));
    }

    // 8, 10 and 12: the mean is 10, the squares sum to 8, s = 2; SE = 2 / sqrt(3); t(0.975, 2) = 4.30265.
    void independent() {
        const double figures[] = {8, 10, 12};
        const auto found = meanOfIndependent(figures);
        QVERIFY(found);
        QVERIFY(near(found->mean, 10) && near(found->deviation, 2) && found->lag == 0 && found->degrees() == 2);
        QVERIFY(near(found->standardError(), 2 / std::sqrt(3.0)));
        QVERIFY(near(found->half(), 4.302652730 * 2 / std::sqrt(3.0), 1e-7));
    }

    // 1, 2, 4, 5: the mean is 3, deviations -2 -1 1 2, squares sum to 10, products 2 - 1 + 2 = 3: r = 0.3,
    // s = sqrt(10/3), SE = sqrt(10/3) / 2 x sqrt(1.3 / 0.7).
    void batches() {
        const double figures[] = {1, 2, 4, 5};
        const auto found = meanOfBatches(figures);
        QVERIFY(found);
        QVERIFY(near(found->lag, 0.3) && near(found->deviation, std::sqrt(10.0 / 3)));
        QVERIFY(near(found->standardError(), std::sqrt(10.0 / 3) / 2 * std::sqrt(1.3 / 0.7)));
    }
    // 1, 3, 1, 3: neighbours lean the other way, and the error is not made smaller by that.
    void negativeLagCountsAsNone() {
        const double figures[] = {1, 3, 1, 3};
        QCOMPARE(meanOfBatches(figures)->lag, 0.0);
    }
    void noWidthIsNone() {
        const double one[] = {5}, same[] = {5, 5, 5}, rounded[] = {0.1 + 0.2, 0.3, 0.3}, noughts[] = {0, 0, 0};
        QVERIFY(!meanOfIndependent(std::span<const double>()));
        QVERIFY(!meanOfIndependent(one));
        QVERIFY(!meanOfIndependent(same) && !meanOfBatches(same));
        QVERIFY(!meanOfIndependent(rounded));
        QVERIFY(!meanOfBatches(noughts));
        const double infinite[] = {1, HUGE_VAL, 2};
        QVERIFY(!meanOfIndependent(infinite));
    }

    // Equal errors of 3 and 4 degrees: SE^2 = 2, degrees = 4 / (1/3 + 1/4) = 48/7. By f = 2: SE^2 = 1 + 4 = 5.
    void welchByHand() {
        const Limits plain = welch({10, 1, 3}, {6, 1, 4});
        const double half = studentQuantile(0.975, 48.0 / 7) * std::sqrt(2.0);
        QVERIFY(near(*plain.low, 4 - half) && near(*plain.high, 4 + half));
        const Limits twice = welch({10, 1, 3}, {6, 1, 4}, 2);
        const double wider = studentQuantile(0.975, 25 / (16.0 / 4 + 1.0 / 3)) * std::sqrt(5.0);
        QVERIFY(near(*twice.low, -2 - wider) && near(*twice.high, -2 + wider));
    }
};

QTEST_APPLESS_MAIN(StudentTest)
#include "test_student.moc"
