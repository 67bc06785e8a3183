// The knobs: every number, curve, crossing and count follows while they move.
#pragma once

#include <QFormLayout>
#include <QSlider>
#include <functional>
#include <vector>

#include "core/measure/setting_table.h"
#include "ui/session/session.h"

class QLabel;
class QListWidget;
class QPushButton;
class QToolButton;

namespace plumbline {

class CutoffsPanel : public QWidget {
    Q_OBJECT
public:
    explicit CutoffsPanel(Session& session, QWidget* parent = nullptr);

    QSlider& intervalSlider() { return *m_slider; }
    /// The editor of a setting, by its key in the settings' document.
    template <class Editor>
    Editor& editor(const char* key) {
        return *findChild<Editor*>(QLatin1String(key));
    }
    QLabel& counts() { return *m_counts; }
    QListWidget& changes() { return *m_changes; }

public slots:
    void resetAll();

private:
    /// One setting: its mark when it is not the default, its way back.
    struct Field {
        const SettingEntry& entry;
        QLabel* label;
        QToolButton* reset;
    };

    void addFields(QFormLayout& form, SettingGroup group);
    void addField(QFormLayout& form, const SettingEntry& entry, QWidget* editor);
    void turn(const std::function<void(MeasureSettings&)>& change, Hand hand = Hand::rests);
    template <class T>
    void turn(T MeasureSettings::*member, T value, Hand hand = Hand::rests);
    QWidget* editorOf(const SettingEntry& entry, const CountSetting& count);
    QWidget* editorOf(const SettingEntry& entry, const TimeSetting& time);
    QWidget* editorOf(const SettingEntry& entry, const RateSetting& rate);
    QWidget* editorOf(const SettingEntry& entry, const FlagSetting& flag);
    QWidget* editorOf(const SettingEntry& entry, const ChoiceSetting& choice);
    QWidget* withSlider(QWidget* box);
    void showSettings();
    void showCounts();
    void showChanges();

    Session& m_session;
    std::vector<Field> m_fields;
    std::vector<std::function<void(const MeasureSettings&)>> m_shows;  ///< of the editors
    QSlider* m_slider = nullptr;
    QLabel* m_counts = nullptr;
    QPushButton* m_resetAll = nullptr;
    QListWidget* m_changes = nullptr;
};

/// The slider is finer near 0: position p of 1000 is 5 s (p / 1000)^2, in whole milliseconds; 200 is 0.2 s.
Nanoseconds sliderInterval(int position);
int sliderPosition(Nanoseconds interval);
inline constexpr int sliderSteps = 1000;

}  // namespace plumbline
