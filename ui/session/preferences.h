// What outlives a workspace: window layout, theme, recent files. Analysis settings never come here.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariant>

#include "ui/session/lane.h"

namespace plumbline {

enum class Theme { system, light, dark };

/// Read when it is made, before the window is; written off the window's thread, once it is set; at the end all of it.
class Preferences {
public:
    Preferences();
    Preferences(const Preferences&) = delete;
    Preferences& operator=(const Preferences&) = delete;

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
    using Values = QMap<QString, QVariant>;
    void put(const QString& key, const QVariant& value);

    Values m_values;  ///< read once, when the program begins
    Lane m_writer;
};

}  // namespace plumbline
