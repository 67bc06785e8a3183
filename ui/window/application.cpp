#include "ui/window/application.h"

#include <QEvent>
#include <QIcon>
#include <QMetaEnum>

#include "core/report/version.h"
#include "ui/session/failure.h"
#include "ui/session/lookup.h"

/// Outside any namespace: Qt's macro declares a function there. A static library's resources need it.
static void registerResources() { Q_INIT_RESOURCE(plumbline); }

namespace plumbline {

namespace {

QString eventName(const char* receiver, QEvent::Type type) {
    const char* const name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return QStringLiteral("event %1 of %2")
        .arg(name ? QString::fromLatin1(name) : QString::number(int{type}), QString::fromLatin1(receiver));
}

}  // namespace

Application::Application(int& argc, char** argv) : QApplication(argc, argv) { (void)Failures::all(); }

bool Application::notify(QObject* receiver, QEvent* event) {
    // Either may be gone once the handler has thrown.
    const char* const name = receiver->metaObject()->className();
    const QEvent::Type type = event->type();
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        Failures::all().tell(QT_TRANSLATE_NOOP("Failure", "answering a key, the mouse or a result"),
                             eventName(name, type));
    }
    return true;
}

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
