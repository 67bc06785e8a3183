#include "ui/panels/widgets/badge_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/models/snapshot_table_model.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

QColor toneColour(Tone tone, bool dark) {
    switch (tone) {
        case Tone::good:
            return dark ? QColor(102, 196, 150) : QColor(0, 112, 74);
        case Tone::caution:
            return dark ? QColor(232, 178, 84) : QColor(146, 84, 0);
        case Tone::bad:
            return dark ? QColor(240, 130, 120) : QColor(172, 38, 38);
        case Tone::calm:
            return dark ? QColor(120, 184, 232) : QColor(0, 92, 148);
        case Tone::muted:
        case Tone::none:
            return dark ? QColor(160, 166, 174) : QColor(96, 102, 110);
    }
    return {};
}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant tone = index.data(SnapshotTableModel::badgeRole);
    const QString word = index.data().toString();
    if (!tone.isValid() || word.isEmpty()) {
        QStyleOptionViewItem shown(option);
        if (index.data(SnapshotTableModel::mutedRole).toBool() && !option.state.testFlag(QStyle::State_Selected))
            shown.palette.setColor(QPalette::Text, option.palette.color(QPalette::PlaceholderText));
        return QStyledItemDelegate::paint(painter, shown, index);
    }
    QStyleOptionViewItem empty(option);
    initStyleOption(&empty, index);
    empty.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);

    const bool dark = isDark(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QColor ink = toneColour(static_cast<Tone>(tone.toInt()), dark);
    QColor pill = ink;
    pill.setAlpha(dark ? 52 : 30);
    if (selected) pill = option.palette.color(QPalette::Base);
    const QFontMetrics metrics(empty.font);
    const int width = std::min(metrics.horizontalAdvance(word) + 14, option.rect.width() - 4);
    const QRect place(option.rect.left() + 4, option.rect.center().y() - metrics.height() / 2 - 1, width,
                      metrics.height() + 3);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(pill);
    painter->drawRoundedRect(place, place.height() / 2.0, place.height() / 2.0);
    painter->setPen(ink);
    painter->setFont(empty.font);
    painter->drawText(place.adjusted(5, 0, -5, 0), Qt::AlignCenter,
                      metrics.elidedText(word, Qt::ElideRight, width - 8));
    painter->restore();
}

}  // namespace plumbline
