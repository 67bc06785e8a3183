#include "ui/window/run_window.h"

#include <QApplication>

#include "ui/window/application.h"
#include "ui/window/main_window.h"

namespace plumbline {

int runWindow(int argc, char** argv, const std::vector<std::string>& paths) {
    QApplication application(argc, argv);
    setUpApplication();
    Preferences preferences;
    ThemeController theme(preferences);
    MainWindow window(preferences, theme);
    window.show();
    if (paths.empty()) {
        window.session().findAbandoned();
    } else {
        QStringList named;
        for (const std::string& path : paths) named << QString::fromStdString(path);
        window.files().open(named);
    }
    return QApplication::exec();
}

}  // namespace plumbline
