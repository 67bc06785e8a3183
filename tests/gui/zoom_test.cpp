// A hand on a chart that goes too far: boxes without width or height, wheels without end, pans away from all data.
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "tests/gui/watchdog.h"
#include "ui/charts/chart_view.h"

using namespace plumbline;

namespace {

/// Five points, the third in the middle of the plot; its interval is a bar.
ChartSpec fivePoints(bool log) {
    ChartSpec spec;
    spec.x.title = QStringLiteral("x");
    spec.y.title = QStringLiteral("y");
    spec.x.log = spec.y.log = log;
    ChartSeries series;
    series.name = QStringLiteral("A");
    series.dashed = true;
    const double at[] = {1, 10, 100, 1000, 10000};
    for (int i = 0; i < 5; ++i) {
        const double value = log ? at[i] : i;
        ChartPoint point{value, value, QStringLiteral("c=%1").arg(i), {}, {}, {}};
        point.yRange = std::pair(0.9 * value, 1.1 * value);
        point.configuration = 0;
        point.level = i;
        series.points.append(point);
    }
    spec.series.append(series);
    spec.limits.append({Qt::Horizontal, log ? 500.0 : 2.5, QStringLiteral("a limit")});
    return spec;
}

class Hand {
public:
    explicit Hand(const ChartSpec& spec) {
        m_view.resize(800, 500);
        m_view.show();
        m_view.chart().setSpec(spec);
    }
    ChartView& view() { return m_view; }
    const PlotGeometry& plot() { return m_view.chart().plot(); }
    QPoint at(double x, double y) { return plot().toScene(x, y)->toPoint(); }
    void drag(const QPoint& from, const QPoint& to) {
        QTest::mousePress(m_view.viewport(), Qt::LeftButton, {}, from);
        // No button: offscreen a move carries none, and the view has seen the press.
        QTest::mouseMove(m_view.viewport(), (from + to) / 2);
        QTest::mouseMove(m_view.viewport(), to);
        QTest::mouseRelease(m_view.viewport(), Qt::LeftButton, {}, to);
    }
    void wheel(const QPoint& at, int turns) {
        QWheelEvent event(at, m_view.viewport()->mapToGlobal(at), {}, {0, 120 * turns}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view.viewport(), &event);
    }
    /// Draws it all; true when some point, bar or line is in sight and the ranges are numbers that differ.
    bool isSound() {
        (void)m_view.grab();
        const PlotGeometry& now = plot();
        for (const double edge : {now.x.low, now.x.high, now.y.low, now.y.high})
            if (!std::isfinite(edge)) return false;
        const auto tells = [](const AxisRange& range) {
            return range.low + (range.high - range.low) / 1000 > range.low && range.high > range.low;
        };
        return tells(now.x) && tells(now.y) && m_view.chart().hasDataIn(now.x, now.y);
    }
    double width() { return plot().x.high - plot().x.low; }
    double height() { return plot().y.high - plot().y.low; }

private:
    ChartView m_view;
};

}  // namespace

class ZoomTest : public QObject {
    Q_OBJECT

    static void bothAxes() {
        QTest::addColumn<bool>("log");
        QTest::newRow("linear") << false;
        QTest::newRow("log") << true;
    }

private slots:
    void aBoxIsWhatIsSeenNext_data() { bothAxes(); }
    void aBoxIsWhatIsSeenNext() {
        QFETCH(bool, log);
        Hand hand(fivePoints(log));
        const QPointF middle = hand.plot().area.center();
        const double width = hand.width(), height = hand.height();
        hand.drag((middle - QPointF(100, 50)).toPoint(), (middle + QPointF(100, 50)).toPoint());
        QVERIFY(std::abs(hand.width() / width - 200 / hand.plot().area.width()) < 0.01);
        QVERIFY(std::abs(hand.height() / height - 100 / hand.plot().area.height()) < 0.01);
        QVERIFY(hand.isSound());
        QTest::mouseDClick(hand.view().viewport(), Qt::LeftButton);
        QCOMPARE(hand.width(), width);
    }

    void aThinBoxZoomsAlongTheOtherAxis_data() {
        QTest::addColumn<bool>("log");
        QTest::addColumn<QPoint>("way");
        QTest::addColumn<bool>("alongX");
        QTest::addColumn<bool>("alongY");
        for (const bool log : {false, true}) {
            const auto name = [&](const char* way) { return QByteArray(way) + (log ? ", log" : ", linear"); };
            QTest::newRow(name("no height")) << log << QPoint(120, 0) << true << false;
            QTest::newRow(name("no width")) << log << QPoint(0, 120) << false << true;
            QTest::newRow(name("three pixels high")) << log << QPoint(120, 3) << true << false;
            QTest::newRow(name("four pixels high")) << log << QPoint(120, 4) << true << true;
            QTest::newRow(name("back where it began")) << log << QPoint(0, 0) << false << false;
        }
    }
    void aThinBoxZoomsAlongTheOtherAxis() {
        QFETCH(bool, log);
        QFETCH(QPoint, way);
        Hand hand(fivePoints(log));
        const AxisRange x = hand.plot().x, y = hand.plot().y;
        const QPoint from = hand.plot().area.center().toPoint() - way / 2;
        if (way.isNull()) {
            QTest::mousePress(hand.view().viewport(), Qt::LeftButton, {}, from);
            QTest::mouseMove(hand.view().viewport(), from + QPoint(40, 40));
            QTest::mouseMove(hand.view().viewport(), from);
            QTest::mouseRelease(hand.view().viewport(), Qt::LeftButton, {}, from);
        } else {
            hand.drag(from, from + way);
        }
        QTEST(!(hand.plot().x == x), "alongX");
        QTEST(!(hand.plot().y == y), "alongY");
        QVERIFY(hand.isSound());
    }

    void wheelsWithoutEndComeToAnEnd_data() {
        QTest::addColumn<bool>("log");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("turns");
        for (const bool log : {false, true})
            for (const int level : {0, 2, 4})
                for (const int turns : {1, 3, 100'000})
                    QTest::addRow("%s, point %d, %d a time", log ? "log" : "linear", level, turns)
                        << log << level << turns;
    }
    void wheelsWithoutEndComeToAnEnd() {
        QFETCH(bool, log);
        QFETCH(int, level);
        QFETCH(int, turns);
        Hand hand(fivePoints(log));
        const AxisRange x = hand.plot().x, y = hand.plot().y;
        const ChartPoint point = hand.view().chart().spec().series[0].points[level];
        const QPoint on = hand.at(point.x, point.y);
        for (int i = 0; i < 200; ++i) {
            hand.wheel(on, turns);
            QVERIFY(hand.isSound());
        }
        QVERIFY(hand.width() < (x.high - x.low) / 10);
        QVERIFY(hand.width() > (x.high - x.low) * 0.9e-6);
        for (int i = 0; i < 200; ++i) {
            hand.wheel(on, -turns);
            QVERIFY(hand.isSound());
        }
        QCOMPARE(hand.plot().x, x);
        QCOMPARE(hand.plot().y, y);
    }

    /// Beside a large number the smallest step is large too: 1e15 has eighths, and no hundredths.
    void noZoomBelowWhatADoubleCanTellApart() {
        ChartSpec spec = fivePoints(false);
        for (ChartPoint& point : spec.series[0].points) {
            point.x += 1e15;
            point.yRange.reset();
        }
        Hand hand(spec);
        for (int i = 0; i < 200; ++i) {
            hand.wheel(hand.at(1e15 + 2, 2), 1);
            QVERIFY(hand.isSound());
        }
    }

    void noZoomLeavesAllData() {
        Hand hand(fivePoints(false));
        const AxisRange x = hand.plot().x;
        const QRectF area = hand.plot().area;
        hand.drag((area.topLeft() + QPointF(10, 10)).toPoint(), (area.topLeft() + QPointF(60, 60)).toPoint());
        QCOMPARE(hand.plot().x, x);  // nothing is drawn there
        for (int i = 0; i < 50; ++i) hand.wheel((area.topLeft() + QPointF(10, 10)).toPoint(), 1);
        QVERIFY(hand.isSound());
        hand.view().resetZoom();
        hand.view().zoomBy(0.02);
        for (int i = 0; i < 400; ++i) QTest::keyClick(&hand.view(), Qt::Key_Up);
        QVERIFY(hand.isSound());
        // Between two points there is the line.
        hand.view().resetZoom();
        const QPoint between = (hand.at(1, 1) + hand.at(2, 2)) / 2;
        hand.drag(between - QPoint(10, 10), between + QPoint(10, 10));
        QVERIFY(hand.width() < (x.high - x.low) / 10);
    }

    void aZoomThatTheDataMovesOutOfIsLeft() {
        Hand hand(fivePoints(false));
        const double whole = hand.width();
        hand.drag(hand.at(2, 2) - QPoint(20, 20), hand.at(2, 2) + QPoint(20, 20));
        QVERIFY(hand.width() < whole / 4);
        ChartSpec moved = fivePoints(false);
        for (ChartPoint& point : moved.series[0].points) {
            point.y = 1000 + point.x;
            point.yRange.reset();
        }
        hand.view().chart().setSpec(moved);
        QCOMPARE(hand.width(), whole);
        QVERIFY(hand.isSound());
    }

    /// A run that ends when it begins: both ends of its axis are given, and are the same.
    void anAxisWithoutLengthIsDrawn() {
        ChartSpec spec = fivePoints(false);
        for (ChartPoint& point : spec.series[0].points) point.x = 0;
        spec.x.low = spec.x.high = 0;
        Hand hand(spec);
        QVERIFY(hand.isSound());
        hand.drag(hand.plot().area.center().toPoint(), hand.plot().area.center().toPoint() + QPoint(100, 0));
        QVERIFY(hand.isSound());
    }
};

PLUMBLINE_WATCHED_MAIN(QApplication, ZoomTest)
#include "zoom_test.moc"
