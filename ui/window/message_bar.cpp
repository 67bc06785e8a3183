#include "ui/window/message_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>

#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_text(plainLabel()), m_buttons(new QHBoxLayout), m_fade(new QTimer(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 6, 6);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Message"));
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    auto* close = new QToolButton;
    close->setText(QStringLiteral("\u2715"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close"));
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    constexpr int tenSeconds = 10'000;
    m_fade->setSingleShot(true);
    m_fade->setInterval(tenSeconds);
    connect(m_fade, &QTimer::timeout, this, &QWidget::hide);
    setAutoFillBackground(true);
    hide();
}

void MessageBar::say(Tone tone, const QString& text, const std::vector<Offer>& offers, bool fades) {
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const Offer& offer : offers) {
        auto* button = new QPushButton(offer.text);
        connect(button, &QPushButton::clicked, this, [this, act = offer.act] {
            hide();
            act();
        });
        m_buttons->addWidget(button);
    }
    m_tone = tone;
    m_text->setText(text);
    paintTone();
    show();
    if (fades)
        m_fade->start();
    else
        m_fade->stop();
}

void MessageBar::retire(const QString& text) {
    if (m_text->text() == text) hide();
}

void MessageBar::paintTone() {
    const QPalette given = parentWidget() ? parentWidget()->palette() : QPalette();
    const QColor ink = toneColour(m_tone, isDark(given));
    const QColor ground = given.color(QPalette::Window);
    constexpr int share = 6;  // one part of ink in six
    QPalette tinted = given;
    tinted.setColor(QPalette::Window, QColor((ink.red() + (share - 1) * ground.red()) / share,
                                             (ink.green() + (share - 1) * ground.green()) / share,
                                             (ink.blue() + (share - 1) * ground.blue()) / share));
    setPalette(tinted);
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) paintTone();
}

}  // namespace plumbline
