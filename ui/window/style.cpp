#include "ui/window/style.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>

#include "ui/panels/widgets/widgets.h"

namespace plumbline {

namespace {

/// Fusion draws outlines darker than the window, which a dark window swallows.
void outline(QPainter& painter, const QStyleOption& option) {
    if (!isDark(option.palette)) return;
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    const auto group = option.state.testFlag(QStyle::State_Enabled) ? QPalette::Active : QPalette::Disabled;
    QColor ink = option.palette.color(group, focused ? QPalette::Highlight : QPalette::PlaceholderText);
    if (!focused) ink.setAlpha(150);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(ink);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

/// A toggle that is on: Fusion only darkens it, which a dark window swallows too.
void washOn(QPainter& painter, const QStyleOption& option) {
    QColor wash = option.palette.color(QPalette::Highlight);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(wash);
    wash.setAlpha(isDark(option.palette) ? 110 : 40);
    painter.setBrush(wash);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

}  // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    // The line inside a spin box or a combo box has its owner's outline.
    const QObject* owner = widget ? widget->parent() : nullptr;
    const bool inside = qobject_cast<const QAbstractSpinBox*>(owner) || qobject_cast<const QComboBox*>(owner);
    if (element == PE_PanelButtonTool && option->state.testFlag(State_On)) washOn(*painter, *option);
    if (box || (element == PE_PanelLineEdit && !inside)) outline(*painter, *option);
}

/// A title too long for its section ends in dots; Fusion cuts it, and a right-aligned one at its beginning.
void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element != CE_HeaderLabel || !header) return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionHeader shown(*header);
    shown.version = QStyleOptionHeader::Version;  // the copy is no more than that
    const int icon = header->icon.isNull() ? 0 : pixelMetric(PM_SmallIconSize, option, widget) + 12;
    QStringList lines = header->text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = header->fontMetrics.elidedText(line, Qt::ElideRight, header->rect.width() - icon);
    shown.text = lines.join(QLatin1Char('\n'));
    QProxyStyle::drawControl(element, &shown, painter, widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    constexpr int besideText = 6;  // a right-aligned column beside a left-aligned one
    if (metric == PM_HeaderMargin) return besideText;
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QTableView*>(widget)) return besideText - 1;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox) outline(*painter, *option);
}

}  // namespace plumbline
