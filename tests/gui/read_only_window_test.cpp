// The window on a workspace that somebody else has open.
#include <QPushButton>
#include <QSignalSpy>

#include "core/store/workspace_lock.h"
#include "tests/gui/window_fixture.h"

using namespace plumbline;

class ReadOnlyWindowTest : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhoseItIsAndOpensWhenTheyHaveClosedIt() {
        test::WindowFixture fixture;
        const QString path = fixture.filePath("w.plumb");
        {
            auto workspace = Workspace::openOrCreate(path.toStdString());
            workspace->import({fixture.a.toStdString()}, {});
        }
        auto other = WorkspaceLock::take(path.toStdString(), LockedBy::window);
        fixture.window().files().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().files().hasData(), test::patience);
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window().windowTitle().contains("read-only"), qPrintable(fixture.window().windowTitle()));
        const QString said = fixture.window().messages().text();
        QVERIFY2(said.contains("Read-only: ") && said.contains("open in a window of "), qPrintable(said));
        for (QAction* action : fixture.window().review().actions()) QVERIFY(!action->isEnabled());

        other.lock.reset();
        QPushButton* again = nullptr;
        for (QPushButton* button : fixture.window().messages().findChildren<QPushButton*>())
            if (button->text() == "Try again") again = button;
        QVERIFY(again);
        again->click();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().files().readOnlyReason().isEmpty(), test::patience);
        QVERIFY(!fixture.window().windowTitle().contains("read-only"));
    }

    void aChartIsSavedWholeAndAFailureIsSaid() {
        test::WindowFixture fixture;
        QVERIFY(fixture.open({fixture.a}));
        QSignalSpy failed(&fixture.session(), &Session::failed);
        auto* actions = fixture.window().findChild<ChartActions*>();
        QVERIFY(actions);
        const QString svg = fixture.filePath("c.svg"), png = fixture.filePath("c.png");
        for (const QString& path : {svg, png, fixture.filePath("none/c.png")}) actions->write(path);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, test::patience);
        QVERIFY2(failed.first().first().toString().contains("No such file or directory"),
                 qPrintable(failed.first().first().toString()));
        QVERIFY(!QImage(png).isNull());
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().trimmed().endsWith("</svg>"));
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, ReadOnlyWindowTest)
#include "read_only_window_test.moc"
