// The knobs: every number, curve, crossing and count follows while they move.
#pragma once

#include <QFormLayout>
#include <QSlider>
#include <functional>
#include <vector>

#include "ui/session/session.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace plumbline {

class CutoffsPanel : public QWidget {
    Q_OBJECT
public:
    explicit CutoffsPanel(Session& session, QWidget* parent = nullptr);

    QSlider& intervalSlider() { return *m_slider; }
    QSpinBox& minChunks() { return *m_minChunks; }
    QCheckBox& warmupAuto() { return *m_warmupAuto; }
    QCheckBox& failedAsInfinite() { return *m_failed; }
    QLabel& counts() { return *m_counts; }
    QListWidget& changes() { return *m_changes; }

public slots:
    void resetAll();

private:
    /// One setting: its editor, its mark when it is not the default, its way back.
    struct Field {
        QLabel* label = nullptr;
        QToolButton* reset = nullptr;
        QString title;
        std::function<bool(const MeasureSettings&)> isDefault;
    };

    void createGuards(QFormLayout& form);
    void createRules(QFormLayout& form);
    void createWindow(QFormLayout& form);
    template <class T>
    void addField(QFormLayout& form, const QString& title, const QString& tip, QWidget* editor,
                  T MeasureSettings::*member);
    template <class T>
    void turn(T MeasureSettings::*member, T value, Hand hand = Hand::rests);
    QSpinBox* countBox(int MeasureSettings::*member, const QString& name);
    QCheckBox* checkBox(bool MeasureSettings::*member, const QString& text);
    QDoubleSpinBox* secondsBox(Nanoseconds MeasureSettings::*member, const QString& name);
    QWidget* createInterval();
    void showSettings();
    void showCounts();
    void showChanges();

    Session& m_session;
    std::vector<Field> m_fields;
    QSpinBox *m_minChunks = nullptr, *m_shortTokens = nullptr;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox *m_interval = nullptr, *m_maxRate = nullptr, *m_warmup = nullptr, *m_cooldown = nullptr;
    QCheckBox *m_warmupAuto = nullptr, *m_failed = nullptr;
    QComboBox *m_shortOutputs = nullptr, *m_intervalEnd = nullptr, *m_percentile = nullptr;
    QLabel* m_counts = nullptr;
    QPushButton* m_resetAll = nullptr;
    QListWidget* m_changes = nullptr;
};

/// The slider is finer near 0: position p of 1000 is 5 s (p / 1000)^2, in whole milliseconds; 200 is 0.2 s.
Nanoseconds sliderInterval(int position);
int sliderPosition(Nanoseconds interval);
inline constexpr int sliderSteps = 1000;

}  // namespace plumbline
