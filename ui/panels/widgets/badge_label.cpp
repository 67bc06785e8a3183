#include "ui/panels/widgets/badge_label.h"

#include <QPainter>

#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

BadgeLabel::BadgeLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setContentsMargins(9, 2, 9, 2);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void BadgeLabel::show(const QString& word, Tone tone) {
    m_tone = tone;
    setText(word);
    setVisible(!word.isEmpty());
    update();
}

void BadgeLabel::paintEvent(QPaintEvent*) {
    const bool dark = isDark(palette());
    const QColor ink = toneColour(m_tone, dark);
    QColor pill = ink;
    pill.setAlpha(dark ? 52 : 30);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(pill);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(ink);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace plumbline
