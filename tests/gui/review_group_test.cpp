// A decision on many rows at once: how many is said, one undo takes it back, and nothing blocks.
#include <QApplication>
#include <QPushButton>

#include "tests/gui/window_fixture.h"

using namespace plumbline;
using plumbline::test::WindowFixture;

namespace {

constexpr int rows = 60, bursts = 20;

/// Twenty of sixty requests at a load come in one burst of 1 ms: more than a fifth, one entry of the queue.
QString burstTrace(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    QTextStream out(&file);
    out << R"({"plumbline":"trace/1","clock":"relative","configuration":{"name":"A","model":"m"}})" << '\n';
    for (int i = 0; i < rows; ++i) {
        const qint64 first = i < bursts ? 1'999'000'000 : 100'000'000;
        out << QStringLiteral(R"({"id":"r%1","load":{"concurrency":8},"start_ns":%2,"first_content_ns":%3,)"
                              R"("end_ns":%4,"chunks":40,"prompt_tokens":10,"output_tokens":200,"status":"ok"})")
                   .arg(i)
                   .arg(qint64{3'000'000'000} * i)
                   .arg(first)
                   .arg(qint64{2'000'000'000} + i)
            << '\n';
    }
    return path;
}

}  // namespace

class ReviewGroupTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_fixture = std::make_unique<WindowFixture>();
        QVERIFY(m_fixture->open({burstTrace(m_fixture->filePath("bursts.trace.jsonl"))}));
        m_rate = *level().systemOutputRate;
        window().showDock(QStringLiteral("suspicious"));
        SuspiciousModel& queue = window().suspicious().model();
        m_entry = -1;
        for (int i = 0; i < queue.rowCount() && m_entry < 0; ++i)
            if (queue.entryAt(i).wholeRule && queue.rowsAt(i).size() == bursts) m_entry = i;
        QVERIFY(m_entry >= 0);
        window().suspicious().table().setFocus();
        window().suspicious().table().selectRow(m_entry);
    }
    void cleanup() { m_fixture.reset(); }

    void aGroupIsCountedAndUndoneAsOne_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("excluded");
        QTest::addColumn<double>("rate");  // of what it was
        const double left = double(rows - bursts) / rows;
        QTest::newRow("X") << int(Qt::Key_X) << 0
                           << "20 rows are excluded from the statistics; the rates keep what the system did for them."
                           << bursts << 1.0;
        QTest::newRow("Shift+X") << int(Qt::Key_X) << int(Qt::ShiftModifier)
                                 << "20 rows are excluded as never happened: they leave the rates too." << bursts
                                 << left;
        QTest::newRow("K") << int(Qt::Key_K) << 0 << "20 rows are kept." << 0 << 1.0;
    }
    void aGroupIsCountedAndUndoneAsOne() {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, says);
        QFETCH(int, excluded);
        QFETCH(double, rate);
        const std::size_t before = session().history().done().size();
        QTest::keyClick(&window().suspicious().table(), Qt::Key(key), Qt::KeyboardModifiers(modifiers));
        QVERIFY(m_fixture->settle());
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(window().messages().text(), says);
        QVERIFY(window().messages().isVisible());
        QCOMPARE(static_cast<int>(session().shown().figures->excludedRows), excluded);
        // W begins at the first start, which is a burst's: what never happened has no part in it.
        const double times = rate == 1.0 ? 1.0 : (3.0 * (rows - 1) + 2) / (3.0 * (rows - bursts - 1) + 2);
        QVERIFY(std::abs(*level().systemOutputRate - m_rate * rate * times) < 1e-6 * m_rate);
        QCOMPARE(session().history().done().size(), before + 1);
        auto* undo = window().messages().findChild<QPushButton*>();
        QVERIFY(undo);
        undo->click();
        QVERIFY(m_fixture->settle());
        QCOMPARE(session().history().done().size(), before);
        QCOMPARE(session().shown().figures->excludedRows, std::size_t{0});
        QVERIFY(!session().settings().decisions);
        QVERIFY(!window().messages().isVisible());
    }

    /// The offer is of that very step: another act takes it away, so that Undo never takes back the wrong one.
    void theOfferGoesWithTheNextAct() {
        QTest::keyClick(&window().suspicious().table(), Qt::Key_X);
        QVERIFY(m_fixture->settle());
        QVERIFY(window().messages().isVisible());
        Settings other = session().settings();
        other.measure.minChunks = 5;
        session().change(other);
        QVERIFY(!window().messages().isVisible());
    }

    /// One row needs no sentence.
    void oneRowIsExcludedInSilence() {
        SuspiciousModel& queue = window().suspicious().model();
        window().messages().hide();
        for (int i = 0; i < queue.rowCount(); ++i) {
            if (queue.rowsAt(i).size() != 1) continue;
            window().suspicious().table().selectRow(i);
            QTest::keyClick(&window().suspicious().table(), Qt::Key_X);
            QVERIFY(m_fixture->settle());
            QVERIFY(!window().messages().isVisible());
            return;
        }
    }

private:
    MainWindow& window() { return m_fixture->window(); }
    Session& session() { return m_fixture->session(); }
    const LevelFigures& level() { return session().shown().figures->configurations.front().levels.front(); }

    std::unique_ptr<WindowFixture> m_fixture;
    double m_rate = 0;
    int m_entry = -1;
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, ReviewGroupTest)
#include "review_group_test.moc"
