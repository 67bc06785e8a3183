#include "ui/session/preferences.h"

namespace plumbline {

QStringList Preferences::recent() const { return m_settings.value(QStringLiteral("recent")).toStringList(); }

void Preferences::addRecent(const QString& path) {
    QStringList paths = recent();
    paths.removeAll(path);
    paths.prepend(path);
    m_settings.setValue(QStringLiteral("recent"), paths.mid(0, mostRecent));
}

void Preferences::clearRecent() { m_settings.remove(QStringLiteral("recent")); }

Theme Preferences::theme() const {
    const QString word = m_settings.value(QStringLiteral("theme")).toString();
    if (word == QLatin1String("light")) return Theme::light;
    if (word == QLatin1String("dark")) return Theme::dark;
    return Theme::system;
}

void Preferences::setTheme(Theme theme) {
    const char* word = theme == Theme::light ? "light" : theme == Theme::dark ? "dark" : "system";
    m_settings.setValue(QStringLiteral("theme"), QString::fromLatin1(word));
}

QByteArray Preferences::layout(const QString& name) const {
    return m_settings.value(QStringLiteral("layout/") + name).toByteArray();
}

void Preferences::setLayout(const QString& name, const QByteArray& value) {
    m_settings.setValue(QStringLiteral("layout/") + name, value);
}

bool Preferences::asksOnClose() const { return m_settings.value(QStringLiteral("asksOnClose"), true).toBool(); }

void Preferences::setAsksOnClose(bool asks) { m_settings.setValue(QStringLiteral("asksOnClose"), asks); }

}  // namespace plumbline
