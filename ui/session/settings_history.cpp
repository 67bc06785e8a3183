#include "ui/session/settings_history.h"

#include "ui/session/change_text.h"

namespace plumbline {

namespace {
constexpr qint64 oneTurn = 1000;  // ms: the steps of a spin box that is held down are one change
}

void SettingsHistory::record(const Settings& before, const Settings& after, const QDateTime& now) {
    if (before == after) return;
    m_changes.resize(m_position);
    const ChangeText said = changeText(before, after);
    if (m_position > 0) {
        Change& last = m_changes.back();
        if (!said.key.isEmpty() && last.key == said.key && last.at.msecsTo(now) < oneTurn) {
            last.after = after;
            last.at = now;
            last.text = changeText(last.before, after).text;
            if (last.before == after) clearLast();
            return;
        }
    }
    m_changes.push_back({before, after, said.text, said.key, now});
    m_position = m_changes.size();
}

std::optional<Settings> SettingsHistory::undo() {
    if (!canUndo()) return {};
    return m_changes[--m_position].before;
}

std::optional<Settings> SettingsHistory::redo() {
    if (!canRedo()) return {};
    return m_changes[m_position++].after;
}

void SettingsHistory::clear() {
    m_changes.clear();
    m_position = 0;
}

void SettingsHistory::clearLast() {
    m_changes.pop_back();
    m_position = m_changes.size();
}

void SettingsHistory::follow(const std::function<void(Settings&)>& change) {
    for (Change& each : m_changes) {
        change(each.before);
        change(each.after);
    }
}

}  // namespace plumbline
