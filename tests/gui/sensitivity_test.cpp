// The Sensitivity tab: what it draws and says, the line that is dragged, the suggestion that one click applies.
#include <QFile>
#include <QPushButton>
#include <QTextStream>

#include "tests/gui/window_fixture.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// Rows of 200 tokens: `streams` over 2 s, and `bursts` within 4 ms after 2 s.
QString traceOf(const QString& path, const QString& name, int streams, int bursts, double rate) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    QTextStream out(&file);
    out << R"({"plumbline":"trace/1","clock":"relative","configuration":{"name":")" << name << R"(","model":"m"}})"
        << '\n';
    for (int i = 0; i < streams + bursts; ++i) {
        const bool burst = i >= streams;
        const qint64 first = burst ? 2'000'000'000 : 100'000'000;
        const qint64 end = first + (burst ? 4'000'000 : static_cast<qint64>(200e9 / rate));
        out << QStringLiteral(R"({"id":"%1","load":{"concurrency":8},"start_ns":%2,"first_content_ns":%3,"end_ns":%4,)"
                              R"("chunks":40,"prompt_tokens":10,"output_tokens":200,"token_source":"usage",)"
                              R"("status":"ok"})")
                   .arg(i)
                   .arg(qint64{3'000'000'000} * i)
                   .arg(first)
                   .arg(end)
            << '\n';
    }
    return path;
}

}  // namespace

class SensitivityTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void drawsLinesBandsAndRows();
    void saysWhatHangsOnIt();
    void aDragMovesTheCutoff();
    void oneClickAppliesTheSuggestion();
    void chunksAndCrossings();
    void rankingIsAFinding();

private:
    SensitivityTab& tab() { return m_fixture.window().sensitivityTab(); }
    ChartSpec spec() {
        tab().flush();
        return tab().pane().spec();
    }
    WindowFixture m_fixture;
};

void SensitivityTest::initTestCase() {
    const QString a = traceOf(m_fixture.filePath("sa.trace.jsonl"), QStringLiteral("A"), 20, 30, 50);
    const QString b = traceOf(m_fixture.filePath("sb.trace.jsonl"), QStringLiteral("B"), 50, 0, 100);
    QVERIFY(m_fixture.open({a, b}));
    m_fixture.window().tabs().setCurrentWidget(&tab());
    QVERIFY(m_fixture.settle());
}

void SensitivityTest::drawsLinesBandsAndRows() {
    const ChartSpec drawn = spec();
    QCOMPARE(drawn.stack.size(), 2U);
    const ChartSpec& lines = drawn.stack[0];
    QCOMPARE(lines.series.size(), 2);
    QVERIFY(lines.x.log && lines.series[0].steps);
    // The bursts are A's median until they are taken for buffered: 200 tokens in 4 ms, then in 2.004 s.
    QCOMPARE(lines.series[0].points.first().y, 50'000.0);
    QVERIFY(lines.bands.isEmpty());  // A and B are not matched: no leader is shaded
    Sensitivity matched = *m_fixture.session().judgement()->sensitivity;
    for (CutoffSensitivity& cutoff : matched.cutoffs)
        for (RankingSensitivity& ranking : cutoff.rankings) ranking.marked.assign(ranking.regions.size(), true);
    SensitivityPick pick;
    pick.quantity = quantityOf(RowMetric::rate, quantile(0.5));
    pick.load = {LoadKind::concurrency, 8};
    const Shown& shown = m_fixture.session().shown();
    const ChartSpec shaded = sensitivityChart(*shown.figures, shown.settings, matched, pick, {}).stack[0];
    QCOMPARE(shaded.bands.size(), 2);
    QCOMPARE(shaded.bands[0].to, 0.004);
    QCOMPARE(shaded.bands[0].colour, shaded.series[0].style.colour);
    QCOMPARE(shaded.bands[1].colour, shaded.series[1].style.colour);
    double rows = 0;
    for (const ChartPoint& point : drawn.stack[1].series.at(0).points) rows += point.y;
    QCOMPARE(rows, 100.0);
    QCOMPARE(drawn.stack[1].limits.at(0).value, 0.2);
    QCOMPARE(drawn.stack[1].limits.at(0).handle, cutoffHandle);
}

void SensitivityTest::saysWhatHangsOnIt() {
    spec();
    QVERIFY(tab().sentences().text().startsWith(QStringLiteral("As drawn, and no claim: ")));
    QVERIFY2(tab().sentences().text().contains(QStringLiteral("hangs on the interval: ahead is A up to 0.004 s")),
             qPrintable(tab().sentences().text()));
    QVERIFY(tab().sentences().text().contains(QStringLiteral("no claim")));
}

void SensitivityTest::aDragMovesTheCutoff() {
    Session& session = m_fixture.session();
    emit tab().pane().limitDragged(cutoffHandle, 0.01234, false);
    QCOMPARE(session.settings().measure.minInterval, Nanoseconds(12'000'000));  // what the boxes can show
    QCOMPARE(session.history().done().size(), 0U);
    emit tab().pane().limitDragged(cutoffHandle, 0.0002, true);
    QCOMPARE(session.settings().measure.minInterval, Nanoseconds(0));
    QCOMPARE(session.history().done().size(), 1U);
    QVERIFY(!spec().stack.empty());  // what was found before stays until the next is there
    QVERIFY(m_fixture.settle());
    session.undo();
    QVERIFY(m_fixture.settle());
    QCOMPARE(spec().stack[1].limits.at(0).value, 0.2);
}

void SensitivityTest::oneClickAppliesTheSuggestion() {
    spec();
    const Nanoseconds suggested(89'000'000);  // sqrt(4 ms x 2 s) = 89.4 ms
    QVERIFY(tab().useButton().isVisible());
    QVERIFY2(tab().suggestion().text().contains(QStringLiteral("suggest an interval of")),
             qPrintable(tab().suggestion().text()));
    QCOMPARE(m_fixture.session().settings().measure.minInterval, Nanoseconds(200'000'000));
    tab().useButton().click();
    QCOMPARE(m_fixture.session().settings().measure.minInterval, suggested);
    QVERIFY(m_fixture.settle());
    spec();
    QVERIFY(!tab().useButton().isEnabled());
    m_fixture.session().undo();
    QVERIFY(m_fixture.settle());
}

void SensitivityTest::chunksAndCrossings() {
    Settings now = m_fixture.session().settings();
    now.slos = {*parseSlo("ttft p50 < 1s")};
    m_fixture.session().change(now);
    QVERIFY(m_fixture.settle());
    tab().cutoffPicker().setCurrentIndex(1);
    ChartSpec drawn = spec();
    QVERIFY(!drawn.stack[0].x.log);
    QVERIFY(!tab().useButton().isVisible());
    tab().whatPicker().setCurrentIndex(tab().whatPicker().count() - 1);
    drawn = spec();
    QVERIFY2(drawn.stack[0].title.contains(QStringLiteral("ttft p50")), qPrintable(drawn.stack[0].title));
    QVERIFY(!tab().loadPicker().isEnabled());
    tab().cutoffPicker().setCurrentIndex(0);
    tab().whatPicker().setCurrentIndex(0);
}

void SensitivityTest::rankingIsAFinding() {
    const auto& findings = m_fixture.session().judgement()->findings;
    QVERIFY(std::ranges::any_of(findings, [](const Finding& each) { return each.id == "ranking-depends-on-cutoff"; }));
}

PLUMBLINE_WATCHED_MAIN(plumbline::Application, SensitivityTest)
#include "sensitivity_test.moc"
