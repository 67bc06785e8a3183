// Below the Compare table: a claim put together from pickers, the front, and what is not known.
#include <QApplication>
#include <QLineEdit>

#include "tests/gui/window_fixture.h"

using namespace plumbline;
using test::patience;

namespace {

/// B's requests take twice as long as A's, on the same prompts.
class ClaimsFixture : public test::WindowFixture {
public:
    bool open(int page) {
        if (!test::WindowFixture::open({a, b})) return false;
        tab().below().setCurrentIndex(page);
        window().tabs().setCurrentWidget(&tab());
        return settle();
    }
    CompareTab& tab() { return window().compareTab(); }
    ClaimPanel& ask() { return tab().ask(); }
    /// The answer, once the panel has one for what is picked now.
    std::optional<ClaimAnswer> answer() {
        ask().flush();
        (void)QTest::qWaitFor([&] { return ask().settled(); }, patience);
        return ask().answer();
    }
    static void pick(QComboBox& box, const QString& words) {
        box.setCurrentIndex(box.findText(words));
        emit box.activated(box.currentIndex());
    }
};
enum Page { claims, ask, front, unknowns };

}  // namespace

class ClaimsGuiTest : public QObject {
    Q_OBJECT
private slots:
    void aComparisonIsAnswered();
    void aLimitIsAnswered();
    void underALimit();
    void theSameTwiceIsSaid();
    void pickersFollowEachOther();
    void reachedByTheKeyboard();
    void theFrontStandsInATable();
    void theCurveShowsTheFront();
    void unknownsAreListed();
};

void ClaimsGuiTest::aComparisonIsAnswered() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    QCOMPARE(fixture.ask().subject().currentText(), QStringLiteral("B"));
    QCOMPARE(fixture.ask().other().currentText(), QStringLiteral("A"));
    ClaimsFixture::pick(fixture.ask().metric(), QStringLiteral("E2E latency"));
    ClaimsFixture::pick(fixture.ask().statistic(), QStringLiteral("p50"));
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("has a higher"));
    const auto higher = fixture.answer();
    QVERIFY(higher && higher->state == ClaimState::inTheseRuns);
    QCOMPARE(fixture.ask().badge().text(), QStringLiteral("supported in these runs"));
    QCOMPARE(fixture.ask().badge().tone(), Tone::good);
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("has a better"));
    const auto better = fixture.answer();
    QVERIFY(better && better->state == ClaimState::notSupported);
    QCOMPARE(fixture.ask().badge().tone(), Tone::bad);
    QVERIFY(!better->narrower.empty());
    fixture.ask().amount().setValue(300);
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("has a higher"));
    const auto by = fixture.answer();
    QVERIFY(by && by->state == ClaimState::notSupported);
    QCOMPARE(by->form.margin.amount, 3.0);
}

void ClaimsGuiTest::aLimitIsAnswered() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    ClaimsFixture::pick(fixture.ask().subject(), QStringLiteral("A"));
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("meets"));
    ClaimsFixture::pick(fixture.ask().metric(), QStringLiteral("E2E latency"));
    ClaimsFixture::pick(fixture.ask().statistic(), QStringLiteral("p50"));
    QVERIFY(!fixture.answer());  // no limit yet
    fixture.ask().amount().setValue(100);
    ClaimsFixture::pick(fixture.ask().where(), QStringLiteral("at every load"));
    const auto answer = fixture.answer();
    QVERIFY(answer && answer->state == ClaimState::inTheseRuns);
    QCOMPARE(answer->at.size(), 4U);
    fixture.ask().amount().setValue(2.5);
    QVERIFY(fixture.answer()->state == ClaimState::notSupported);
}

void ClaimsGuiTest::underALimit() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    Settings now = fixture.session().settings();
    now.slos = {*parseSlo("e2e mean < 3s")};
    fixture.session().change(now);
    QVERIFY(fixture.settle());
    ClaimsFixture::pick(fixture.ask().metric(), QStringLiteral("System output rate"));
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("has a lower"));
    ClaimsFixture::pick(fixture.ask().where(), QStringLiteral("under e2e mean < 3 s"));
    const auto answer = fixture.answer();
    QVERIFY(answer);
    QVERIFY(answer->form.under.has_value());
    QCOMPARE(answer->at.size(), 1U);
    QVERIFY(answer->at[0].value && answer->at[0].other);
}

void ClaimsGuiTest::theSameTwiceIsSaid() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    ClaimsFixture::pick(fixture.ask().subject(), QStringLiteral("A"));
    QVERIFY(!fixture.answer());
    QVERIFY(fixture.ask().badge().isHidden());
}

void ClaimsGuiTest::pickersFollowEachOther() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    QVERIFY(fixture.ask().statistic().isEnabled());
    ClaimsFixture::pick(fixture.ask().metric(), QStringLiteral("System output rate"));
    QVERIFY(!fixture.ask().statistic().isEnabled());
    QVERIFY(fixture.ask().unit().findText(QStringLiteral("tokens/s")) >= 0);
    QVERIFY(fixture.ask().unit().findText(QStringLiteral("%")) >= 0);
    QVERIFY(!fixture.ask().other().isHidden());
    ClaimsFixture::pick(fixture.ask().sense(), QStringLiteral("meets"));
    QVERIFY(fixture.ask().other().isHidden());
    QVERIFY(fixture.ask().unit().findText(QStringLiteral("%")) < 0);
}

void ClaimsGuiTest::reachedByTheKeyboard() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(ask));
    fixture.ask().subject().setFocus();
    QSet<QWidget*> reached;
    for (int step = 0; step < 30; ++step) {
        reached.insert(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (QWidget* each :
         std::initializer_list<QWidget*>{&fixture.ask().sense(), &fixture.ask().metric(), &fixture.ask().statistic(),
                                         &fixture.ask().other(), &fixture.ask().unit(), &fixture.ask().where()}) {
        QVERIFY2(reached.contains(each), qPrintable(each->accessibleName()));
        QVERIFY(!each->accessibleName().isEmpty());
    }
}

void ClaimsGuiTest::theFrontStandsInATable() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(front));
    FrontModel& model = fixture.tab().front().model();
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 8, patience);
    int on = 0, off = 0;
    for (const FrontPoint& point : model.front().points) {
        on += point.state == FrontState::on ? 1 : 0;
        off += point.state == FrontState::off ? 1 : 0;
    }
    QVERIFY2(on > 0 && off > 0, qPrintable(QStringLiteral("%1 on, %2 off").arg(on).arg(off)));
    const QModelIndex state = model.index(0, FrontModel::stateColumn);
    QVERIFY(!state.data().toString().isEmpty() && state.data(SnapshotTableModel::badgeRole).isValid());
    fixture.tab().front().yPicker().pick(quantityOf(LevelMetric::perAcceleratorRate));
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 0, patience);  // their number is not known
    QCOMPARE(model.front().withheld.size(), 2U);
}

void ClaimsGuiTest::theCurveShowsTheFront() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(front));
    CurveTab& curve = fixture.window().curveTab();
    fixture.window().tabs().setCurrentWidget(&curve);
    curve.xPicker().pick(quantityOf(RowMetric::e2e, quantile(0.5)));
    curve.flush();
    // Of these few answers no rate has an interval: one point is sure, and the others are named.
    const auto says = [&curve] {
        return curve.pane().spec().notes.join(u' ').contains(QStringLiteral("Pareto front, undecided: "));
    };
    QVERIFY(!says());
    curve.front().click();
    QTRY_VERIFY_WITH_TIMEOUT(says(), patience);  // a job has worked it out
}

void ClaimsGuiTest::unknownsAreListed() {
    ClaimsFixture fixture;
    QVERIFY(fixture.open(unknowns));
    UnknownsModel& model = fixture.tab().unknowns().model();
    QVERIFY(model.rowCount() > 3);
    for (int column = 0; column < model.columnCount(); ++column)
        QVERIFY(!model.index(0, column).data().toString().isEmpty());
    QVERIFY(model.index(0, UnknownsModel::harnessColumn).data(Qt::ToolTipRole).toString().contains(QLatin1Char('A')));
}

PLUMBLINE_WATCHED_MAIN(plumbline::Application, ClaimsGuiTest)
#include "claims_test.moc"
