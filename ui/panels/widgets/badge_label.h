// A badge on its own: a word on a tinted pill, as cells of tables show it.
#pragma once

#include <QLabel>

#include "ui/models/badge.h"

namespace plumbline {

class BadgeLabel : public QLabel {
    Q_OBJECT
public:
    explicit BadgeLabel(QWidget* parent = nullptr);
    /// No word: nothing is shown.
    void show(const QString& word, Tone tone);
    Tone tone() const { return m_tone; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::none;
};

}  // namespace plumbline
