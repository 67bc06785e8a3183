#include "ui/window/run_picture.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <functional>
#include <memory>

#include "core/report/text_table.h"
#include "ui/session/failure.h"
#include "ui/window/application.h"
#include "ui/window/main_window.h"
#include "ui/window/picture_bytes.h"

namespace plumbline {

namespace {

constexpr int patience = 600'000;  // ms: a large workspace on a slow machine, not for ever

void say(const QString& text) { std::fprintf(stderr, "plumbline: %s\n", forTerminal(text.toStdString()).c_str()); }

int fail(const QString& text) {
    say(text);
    return 2;
}

int writePicture(const PictureRequest& request, const QByteArray& bytes) {
    const auto written = writeBytes(request.output, bytes);
    return written ? 0 : fail(QString::fromStdString(written.error().text()));
}

/// Turns the event loop until it holds; false when the session failed (and says why) or patience ends.
bool waitFor(Session& session, const std::function<bool()>& holds, QString& problem) {
    QEventLoop loop;
    QTimer look;
    look.setInterval(5);
    QElapsedTimer clock;
    clock.start();
    QObject::connect(&session, &Session::failed, &loop, [&](const QString& text) {
        problem = text;
        loop.quit();
    });
    QObject::connect(&Failures::all(), &Failures::happened, &loop, [&](const Failure& failure) {
        problem = failure.sentence();
        loop.quit();
    });
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (holds() || clock.elapsed() > patience) loop.quit();
    });
    look.start();
    if (!holds()) loop.exec();
    if (problem.isEmpty() && !holds()) problem = QStringLiteral("The figures took too long.");
    return problem.isEmpty();
}

bool computed(Session& session) {
    const auto& figures = session.shown().figures;
    return figures && figures->withItl && session.judgement() && !session.updating();
}

std::unique_ptr<ChartTab> chartTab(const std::string& view, Session& session, Selection& selection) {
    if (view == "curve") return std::make_unique<CurveTab>(session, selection);
    if (view == "load") return std::make_unique<LoadTab>(session, selection);
    if (view == "bound") return std::make_unique<BoundTab>(session, selection);
    if (view == "distribution") return std::make_unique<DistributionTab>(session, selection);
    if (view == "time") return std::make_unique<TimeTab>(session, selection);
    if (view == "sensitivity") return std::make_unique<SensitivityTab>(session, selection);
    return nullptr;
}

int drawChart(const PictureRequest& request) {
    Session session;
    Selection selection;
    const auto tab = chartTab(request.view, session, selection);
    if (!tab)
        return fail(QStringLiteral("There is no view named %1. Give curve, load, bound, distribution, "
                                   "time, sensitivity or window.")
                        .arg(QString::fromStdString(request.view)));
    const QSize size(request.width, request.height);
    tab->resize(size);
    session.files().openWorkspace(QString::fromStdString(request.workspace));
    QString problem;
    if (!waitFor(
            session, [&] { return computed(session); }, problem))
        return fail(problem);
    tab->flush();
    if (!waitFor(
            session, [&] { return tab->settled(); }, problem))
        return fail(problem);
    tab->flush();
    if (const QString& why = tab->pane().spec().emptyText; !why.isEmpty()) return fail(why);
    const bool svg = QString::fromStdString(request.output).endsWith(QLatin1String(".svg"));
    return writePicture(request, svg ? tab->pane().svg(size) : pngOf(tab->pane().image(size, request.scale)));
}

int drawWindow(const PictureRequest& request, Preferences& preferences, ThemeController& theme) {
    MainWindow window(preferences, theme);
    window.resize(request.width, request.height);
    window.show();
    window.resetLayout();
    window.session().files().openWorkspace(QString::fromStdString(request.workspace));
    QString problem;
    const auto settled = [&] { return computed(window.session()) && window.settled(); };
    if (!waitFor(window.session(), settled, problem)) return fail(problem);
    QEventLoop last;  // what is queued behind the last result: sorted rows, relaid labels
    QTimer::singleShot(200, &last, &QEventLoop::quit);
    last.exec();
    if (window.width() > request.width || window.height() > request.height)
        say(QStringLiteral("The window needs %1x%2 at least: the picture is that large, and not %3x%4.")
                .arg(window.width())
                .arg(window.height())
                .arg(request.width)
                .arg(request.height));
    return writePicture(request, pngOf(window.grab().toImage()));
}

QtMessageHandler pictureHandler = nullptr;

/// The offscreen platform says at every window that it cannot tell size hints, and Qt that it made a folder of its own
/// where there is no session: nothing that a person could act on.
void leaveOutNoise(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    for (const char* noise : {"This plugin does not support propagateSizeHints",
                              "QStandardPaths: XDG_RUNTIME_DIR not set", "QStandardPaths: runtime directory"})
        if (text.startsWith(QLatin1String(noise))) return;
    if (pictureHandler) pictureHandler(type, context, QString::fromStdString(forTerminal(text.toStdString())));
}

}  // namespace

int runPicture(int argc, char** argv, const PictureRequest& request) {
    pictureHandler = qInstallMessageHandler(leaveOutNoise);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (request.view == "window") qputenv("QT_SCALE_FACTOR", QByteArray::number(request.scale));
    // A picture is the same whoever draws it: nothing of the user's own preferences.
    // Beside the workspace's copy, so that both go together however the process ends.
    QTemporaryDir own(QFileInfo(QString::fromStdString(request.workspace)).path() + QStringLiteral("/settings-XXXXXX"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, own.path());
    Application application(argc, argv);
    setUpApplication();
    Preferences preferences;
    preferences.setAsksOnClose(false);
    ThemeController theme(preferences);
    theme.setTheme(request.theme == "dark" ? Theme::dark : Theme::light);
    return request.view == "window" ? drawWindow(request, preferences, theme) : drawChart(request);
}

}  // namespace plumbline
