#include "ui/session/preferences.h"

#include <QSettings>

namespace plumbline {

Preferences::Preferences() {
    const QSettings stored;
    for (const QString& key : stored.allKeys()) m_values[key] = stored.value(key);
}

void Preferences::put(const QString& key, const QVariant& value) {
    m_values[key] = value;
    m_writer.put(QT_TRANSLATE_NOOP("Failure", "writing the preferences"), [key, value] {
        QSettings settings;
        settings.setValue(key, value);
        settings.sync();
    });
}

QStringList Preferences::recent() const { return m_values.value(QStringLiteral("recent")).toStringList(); }

void Preferences::addRecent(const QString& path) {
    QStringList paths = recent();
    paths.removeAll(path);
    paths.prepend(path);
    put(QStringLiteral("recent"), paths.mid(0, mostRecent));
}

void Preferences::clearRecent() { put(QStringLiteral("recent"), QStringList()); }

Theme Preferences::theme() const {
    const QString word = m_values.value(QStringLiteral("theme")).toString();
    if (word == QLatin1String("light")) return Theme::light;
    if (word == QLatin1String("dark")) return Theme::dark;
    return Theme::system;
}

void Preferences::setTheme(Theme theme) {
    const char* word = theme == Theme::light ? "light" : theme == Theme::dark ? "dark" : "system";
    put(QStringLiteral("theme"), QString::fromLatin1(word));
}

QByteArray Preferences::layout(const QString& name) const {
    return m_values.value(QStringLiteral("layout/") + name).toByteArray();
}

void Preferences::setLayout(const QString& name, const QByteArray& value) {
    put(QStringLiteral("layout/") + name, value);
}

bool Preferences::asksOnClose() const { return m_values.value(QStringLiteral("asksOnClose"), true).toBool(); }

void Preferences::setAsksOnClose(bool asks) { put(QStringLiteral("asksOnClose"), asks); }

}  // namespace plumbline
