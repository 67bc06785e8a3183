// Undo: the stack of old Settings, each with what was changed in words.
#pragma once

#include <QDateTime>
#include <QString>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/measure/settings.h"

namespace plumbline {

struct Change {
    Settings before, after;
    QString text;
    QString key;  ///< the one cutoff that was turned, else empty
    QDateTime at;
};

class SettingsHistory {
public:
    /// Two turns of the same cutoff within a second become one change. What could be redone is gone.
    void record(const Settings& before, const Settings& after, const QDateTime& now = QDateTime::currentDateTime());
    /// The Settings to go back (or forward) to; nothing at either end.
    std::optional<Settings> undo();
    std::optional<Settings> redo();
    bool canUndo() const { return m_position > 0; }
    bool canRedo() const { return m_position < m_changes.size(); }
    QString undoText() const { return canUndo() ? m_changes[m_position - 1].text : QString(); }
    QString redoText() const { return canRedo() ? m_changes[m_position].text : QString(); }
    /// What is in force, oldest first.
    std::span<const Change> done() const { return {m_changes.data(), m_position}; }
    void clear();
    /// Changes all Settings to go back or forward to, where what they speak of has moved: no change of anybody's own.
    void follow(const std::function<void(Settings&)>& change);

private:
    void clearLast();

    std::vector<Change> m_changes;
    std::size_t m_position = 0;
};

}  // namespace plumbline
