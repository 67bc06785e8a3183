// What is thrown in a job or while an event is answered is said in the window, which lives on with all that is in it.
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <new>
#include <stdexcept>

#include "tests/gui/window_fixture.h"
#include "ui/session/failure.h"

using namespace plumbline;
using namespace plumbline::test;

class FailureTest : public QObject {
    Q_OBJECT
private slots:
    void theWindowSaysSoAndLivesOn_data() {
        QTest::addColumn<bool>("inAJob");
        QTest::addColumn<bool>("noMemory");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("type");
        const QString mistake = QStringLiteral("Plumbline made a mistake while "),
                      memory = QStringLiteral("not enough memory");
        QTest::newRow("a job, out of range") << true << false << mistake + "testing a job"
                                             << "std::out_of_range: row 7";
        QTest::newRow("a job, no memory") << true << true << memory << "std::bad_alloc";
        QTest::newRow("an event, out of range") << false << false << mistake + "answering"
                                                << "std::out_of_range: row 7";
        QTest::newRow("an event, no memory") << false << true << memory << "std::bad_alloc";
    }
    void theWindowSaysSoAndLivesOn() {
        QFETCH(bool, inAJob);
        QFETCH(bool, noMemory);
        QFETCH(QString, said);
        QFETCH(QString, type);
        WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        const auto fails = [noMemory] {
            if (noMemory) throw std::bad_alloc();
            throw std::out_of_range("row 7");
        };
        JobRunner runner{"testing a job"};
        if (inAJob)
            runner.start([fails](std::stop_token) { return fails(), 1; }, [](int) {});
        else
            QTimer::singleShot(0, &fixture.window(), fails);
        MessageBar& bar = fixture.window().messages();
        QVERIFY2(QTest::qWaitFor([&] { return bar.text().contains(said); }, patience), qPrintable(bar.text()));
        QVERIFY(bar.isVisible());
        QPushButton* copy = bar.findChild<QPushButton*>();
        QVERIFY(copy);
        copy->click();
        QVERIFY2(QGuiApplication::clipboard()->text().contains(type), qPrintable(QGuiApplication::clipboard()->text()));
        // Nothing is lost, and everything works on.
        QVERIFY(fixture.session().files().hasData());
        Settings now = fixture.session().settings();
        now.measure.minChunks += 1;
        fixture.session().change(now);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().settings.measure.minChunks, now.measure.minChunks);
        QTest::qWait(100);
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, FailureTest)
#include "failure_test.moc"
