#include "ui/window/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

#include "ui/panels/widgets/widgets.h"
#include "ui/window/style.h"

namespace plumbline {

namespace {

// freedesktop.org's settings portal: color-scheme is 0 no preference, 1 dark, 2 light.
constexpr unsigned schemeDark = 1;
const auto portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto portalInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto appearance = QStringLiteral("org.freedesktop.appearance");
const auto colorScheme = QStringLiteral("color-scheme");

struct Ground {
    QColor window, base, alternate, text, faint, button, mid, accent, onAccent, link, tip;
};

QPalette paletteOf(const Ground& g) {
    QPalette out;
    const auto set = [&](QPalette::ColorRole role, const QColor& colour) { out.setColor(role, colour); };
    set(QPalette::Window, g.window);
    set(QPalette::WindowText, g.text);
    set(QPalette::Base, g.base);
    set(QPalette::AlternateBase, g.alternate);
    set(QPalette::Text, g.text);
    set(QPalette::PlaceholderText, g.faint);
    set(QPalette::Button, g.button);
    set(QPalette::ButtonText, g.text);
    set(QPalette::BrightText, g.onAccent);
    set(QPalette::Highlight, g.accent);
    set(QPalette::HighlightedText, g.onAccent);
    set(QPalette::Link, g.link);
    set(QPalette::LinkVisited, g.link);
    set(QPalette::ToolTipBase, g.tip);
    set(QPalette::ToolTipText, g.text);
    set(QPalette::Mid, g.mid);
    set(QPalette::Midlight, g.mid.lighter(108));
    set(QPalette::Light, g.button.lighter(108));
    set(QPalette::Dark, g.mid.darker(115));
    set(QPalette::Shadow, g.mid.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        out.setColor(QPalette::Disabled, role, g.faint);
    out.setColor(QPalette::Disabled, QPalette::Highlight, g.mid);
    out.setColor(QPalette::Inactive, QPalette::Highlight, g.accent);
    return out;
}

}  // namespace

QPalette lightPalette() {
    return paletteOf({{244, 245, 247},
                      {255, 255, 255},
                      {248, 249, 250},
                      {32, 36, 42},
                      {118, 124, 132},
                      {236, 238, 241},
                      {204, 208, 214},
                      {0, 95, 135},
                      {255, 255, 255},
                      {0, 95, 135},
                      {255, 255, 255}});
}

QPalette darkPalette() {
    return paletteOf({{38, 40, 45},
                      {30, 32, 36},
                      {34, 36, 41},
                      {226, 229, 233},
                      {138, 144, 153},
                      {50, 53, 59},
                      {70, 74, 82},
                      {40, 120, 165},
                      {255, 255, 255},
                      {110, 190, 230},
                      {50, 53, 59}});
}

ThemeController::ThemeController(Preferences& preferences, QObject* parent)
    : QObject(parent), m_preferences(preferences), m_theme(preferences.theme()) {
    m_systemDark = isDark(QApplication::palette());
    QApplication::setStyle(new Style);
    apply();
    askPortal();
}

/// Asks the desktop without waiting; where there is no session bus, what the platform's palette said stays.
void ThemeController::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portalService, portalPath, portalInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(portalService, portalPath, portalInterface, QStringLiteral("Read"));
    question << appearance << colorScheme;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        if (reply.isValid()) {
            QVariant value = reply.value().variant();
            if (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
            takeScheme(value.toUInt());
        }
        done->deleteLater();
    });
}

void ThemeController::onPortalSetting(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space == appearance && key == colorScheme) takeScheme(value.variant().toUInt());
}

void ThemeController::takeScheme(unsigned scheme) {
    m_systemDark = scheme == schemeDark;
    apply();
}

bool ThemeController::dark() const { return m_theme == Theme::dark || (m_theme == Theme::system && m_systemDark); }

void ThemeController::setTheme(Theme theme) {
    m_theme = theme;
    m_preferences.setTheme(theme);
    apply();
}

void ThemeController::apply() {
    QApplication::setPalette(dark() ? darkPalette() : lightPalette());
    emit themeChanged();
}

}  // namespace plumbline
