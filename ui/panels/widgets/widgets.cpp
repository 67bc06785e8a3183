#include "ui/panels/widgets/widgets.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QIcon>
#include <QIconEngine>
#include <QPainter>
#include <QShortcut>
#include <QSplitter>
#include <QSvgRenderer>
#include <algorithm>

#include "core/report/csv_cell.h"
#include "ui/panels/widgets/badge_delegate.h"

namespace plumbline {

namespace {

/// Tables show numbers as texts, some with a unit: what begins with one keeps its minus.
QString copiedCell(const QVariant& shown) {
    const QString text = shown.toString();
    QString number = text.section(' ', 0, 0);
    bool isNumber = false;
    number.remove(',').remove('%').toDouble(&isNumber);
    return isNumber ? text : QString::fromStdString(inertText(text.toStdString()));
}

void copySelection(const QTableView& table) {
    QModelIndexList selected = table.selectionModel() ? table.selectionModel()->selectedIndexes() : QModelIndexList();
    std::ranges::sort(selected, [](const QModelIndex& a, const QModelIndex& b) {
        return a.row() != b.row() ? a.row() < b.row() : a.column() < b.column();
    });
    QString text;
    int row = -1;
    for (const QModelIndex& index : selected) {
        if (row >= 0) text += index.row() == row ? QLatin1Char('\t') : QLatin1Char('\n');
        row = index.row();
        text += copiedCell(index.data());
    }
    QApplication::clipboard()->setText(text);
}

/// Draws the icon's shape in the colour that text has now, so that it follows the theme.
class SymbolEngine : public QIconEngine {
public:
    explicit SymbolEngine(QString path) : m_path(std::move(path)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap shape(rect.size() * ratio);
        shape.fill(Qt::transparent);
        QPainter inside(&shape);
        QSvgRenderer(m_path).render(&inside, QRectF(QPointF(0, 0), QSizeF(shape.size())));
        inside.setCompositionMode(QPainter::CompositionMode_SourceIn);
        inside.fillRect(shape.rect(), QApplication::palette().color(group, QPalette::WindowText));
        inside.end();
        shape.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), shape);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return out;
    }
    QIconEngine* clone() const override { return new SymbolEngine(m_path); }

private:
    QString m_path;
};

}  // namespace

QLabel* plainLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < 128; }

void tuneTable(QTableView& table, const QString& accessibleName) {
    table.setAccessibleName(accessibleName);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideRight);
    table.setTabKeyNavigation(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setFrameShape(QFrame::NoFrame);
    table.setItemDelegate(new BadgeDelegate(&table));
    table.verticalHeader()->hide();
    const int height = table.fontMetrics().height() + 8;
    table.verticalHeader()->setMinimumSectionSize(height);
    table.verticalHeader()->setDefaultSectionSize(height);
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    table.horizontalHeader()->setStretchLastSection(true);
    table.horizontalHeader()->setSectionsMovable(true);
    auto* copy = new QShortcut(QKeySequence::Copy, &table);
    copy->setContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QShortcut::activated, &table, [&table] { copySelection(table); });
}

void share(QSplitter& split, int first, int second) {
    constexpr int unit = 1000;  // more than any window: only the ratio is left of it
    split.setSizes({first * unit, second * unit});
    split.setStretchFactor(0, first);
    split.setStretchFactor(1, second);
    split.setChildrenCollapsible(false);
}

QIcon symbol(const QString& name) {
    const QString path = QStringLiteral(":/icons/%1.svg").arg(name);
    return QFile::exists(path) ? QIcon(new SymbolEngine(path)) : QIcon();
}

}  // namespace plumbline
