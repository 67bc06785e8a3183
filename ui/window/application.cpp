#include "ui/window/application.h"

#include <QApplication>
#include <QIcon>

#include "core/report/version.h"
#include "ui/session/lookup.h"

/// Outside any namespace: Qt's macro declares a function there. A static library's resources need it.
static void registerResources() { Q_INIT_RESOURCE(plumbline); }

namespace plumbline {

void setUpApplication() {
    registerResources();
    QApplication::setOrganizationName(QStringLiteral("plumbline"));
    QApplication::setApplicationName(QStringLiteral("plumbline"));
    QApplication::setApplicationDisplayName({});
    const std::string_view number = version();
    QApplication::setApplicationVersion(qText(number));
    QApplication::setDesktopFileName(QStringLiteral("plumbline"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/plumbline.svg")));
}

}  // namespace plumbline
