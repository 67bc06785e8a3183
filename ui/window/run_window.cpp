#include "ui/window/run_window.h"

#include <cstdio>
#include <cstdlib>

#include "ui/window/application.h"
#include "ui/window/main_window.h"

namespace plumbline {
namespace {

QtMessageHandler displayHandler = nullptr;

/// A display that cannot be reached is a person's to mend, not a crash.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    const bool aboutPlatform = text.contains(QLatin1String("platform plugin"));
    if (type == QtFatalMsg && aboutPlatform) {
        std::fputs("plumbline: The window cannot be opened: the display cannot be reached. Check DISPLAY.\n", stderr);
        std::_Exit(2);
    }
    const bool told = aboutPlatform || text.contains(QLatin1String("could not connect to display"));
    if (!told && displayHandler) displayHandler(type, context, text);
}

}  // namespace

int runWindow(int argc, char** argv, const std::vector<std::string>& paths) {
    displayHandler = qInstallMessageHandler(endWithoutDisplay);
    Application application(argc, argv);
    qInstallMessageHandler(displayHandler);
    setUpApplication();
    Preferences preferences;
    ThemeController theme(preferences);
    MainWindow window(preferences, theme);
    window.show();
    if (paths.empty()) {
        window.session().files().findAbandoned();
    } else {
        QStringList named;
        for (const std::string& path : paths) named << QString::fromStdString(path);
        window.files().open(named);
    }
    return QApplication::exec();
}

}  // namespace plumbline
