// Fusion with our own two palettes, light and dark, following the system unless told otherwise.
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QPalette>
#include <optional>

#include "ui/session/preferences.h"

namespace plumbline {

QPalette lightPalette();
QPalette darkPalette();

class ThemeController : public QObject {
    Q_OBJECT
public:
    explicit ThemeController(Preferences& preferences, QObject* parent = nullptr);
    Theme theme() const { return m_theme; }
    void setTheme(Theme theme);
    bool dark() const;

signals:
    void themeChanged();

private slots:
    void onPortalSetting(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void takeScheme(unsigned scheme);
    void apply();

    Preferences& m_preferences;
    Theme m_theme;
    bool m_systemDark = false;
};

}  // namespace plumbline
