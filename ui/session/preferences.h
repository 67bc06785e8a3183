// What outlives a workspace: window layout, theme, recent files. Analysis settings never come here.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace plumbline {

enum class Theme { system, light, dark };

class Preferences {
public:
    QStringList recent() const;
    void addRecent(const QString& path);
    void clearRecent();

    Theme theme() const;
    void setTheme(Theme theme);

    QByteArray layout(const QString& name) const;
    void setLayout(const QString& name, const QByteArray& value);

    /// Whether closing asks about untitled work. Tests and pictures turn it off.
    bool asksOnClose() const;
    void setAsksOnClose(bool asks);

    static constexpr qsizetype mostRecent = 10;

private:
    QSettings m_settings;
};

}  // namespace plumbline
