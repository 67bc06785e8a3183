// A line over the picture that says what happened and offers what to do; it blocks nothing and is closed by a click.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <functional>
#include <vector>

#include "ui/models/badge.h"

class QHBoxLayout;
class QTimer;

namespace plumbline {

class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    struct Offer {
        QString text;
        std::function<void()> act;
    };
    /// The newest message stands. `fades` goes by itself after ten seconds.
    void say(Tone tone, const QString& text, const std::vector<Offer>& offers = {}, bool fades = false);
    void retire(const QString& text);  ///< hides this message, where it is still the one shown
    QString text() const { return m_text->text(); }

private:
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    QTimer* m_fade;
    void paintTone();
    void changeEvent(QEvent* event) override;
    Tone m_tone = Tone::calm;
};

}  // namespace plumbline
