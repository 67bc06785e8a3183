// Draws a cell that has a badge as a word on a tinted pill; all others as usual.
#pragma once

#include <QStyledItemDelegate>

#include "ui/models/badge.h"

namespace plumbline {

class BadgeDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Ink of a tone on this palette; the pill behind it is the same colour, thin.
QColor toneColour(Tone tone, bool dark);

}  // namespace plumbline
