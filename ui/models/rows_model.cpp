#include "ui/models/rows_model.h"

#include <algorithm>

#include "ui/models/badge.h"

namespace plumbline {

RowsModel::RowsModel(QObject* parent) : SnapshotTableModel(parent) {
    std::vector<ColumnInfo> columns;
    for (const RowTableColumn& column : rowTable()) columns.push_back({column.title, column.tip, !column.words});
    setColumns(std::move(columns));
}

void RowsModel::setSnapshot(std::shared_ptr<const RowsSnapshot> snapshot) {
    const bool sameRows = m_snapshot && snapshot && m_snapshot->shown.data == snapshot->shown.data;
    if (!sameRows) beginResetModel();
    m_snapshot = std::move(snapshot);
    m_figures.clear();
    if (!sameRows) {
        m_order.clear();
        m_job.cancel();
        endResetModel();
    } else {
        refreshAll();
    }
    if (m_snapshot) reorder();
}

void RowsModel::setFilter(const QString& text) {
    if (m_filter == text) return;
    m_filter = text;
    reorder();
}

void RowsModel::sort(int column, Qt::SortOrder order) {
    const RowSort wanted{column, order == Qt::AscendingOrder};
    if (m_sort == wanted) return;
    m_sort = wanted;
    reorder();
}

void RowsModel::reorder() {
    if (!m_snapshot) return;
    m_job.start([snapshot = m_snapshot, filter = m_filter,
                 sort = m_sort](std::stop_token stop) { return orderRows(*snapshot, filter, sort, stop); },
                [this](RowOrder order) {
                    if (!order.stopped) takeOrder(std::move(order.rows));
                });
}

/// A layout change and no reset, so that the views keep selection, current row and scroll position.
void RowsModel::takeOrder(std::vector<RowIndex> rows) {
    if (rows == m_order) return emit ordered();
    if (rows.size() != m_order.size()) {
        beginResetModel();
        m_order = std::move(rows);
        endResetModel();
        return emit ordered();
    }
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    std::vector<RowIndex> wanted;
    for (const QModelIndex& index : old) wanted.push_back(m_order[static_cast<std::size_t>(index.row())]);
    m_order = std::move(rows);
    QModelIndexList now;
    for (qsizetype i = 0; i < old.size(); ++i) {
        const int position = positionOf(wanted[static_cast<std::size_t>(i)]);
        now << (position < 0 ? QModelIndex() : index(position, old[i].column()));
    }
    changePersistentIndexList(old, now);
    emit layoutChanged({}, VerticalSortHint);
    emit ordered();
}

std::optional<RowIndex> RowsModel::rowAt(int position) const {
    if (position < 0 || position >= shownRows()) return {};
    return m_order[static_cast<std::size_t>(position)];
}

int RowsModel::firstOf(const ShownLevel& level) const {
    const auto found = std::ranges::find_if(m_order, [&](RowIndex row) { return m_snapshot->levelOf(row) == level; });
    return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

int RowsModel::positionOf(RowIndex row) const {
    const auto found = std::ranges::find(m_order, row);
    return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

const RowFigures& RowsModel::figuresOf(RowIndex row) const {
    const auto key = static_cast<std::uint32_t>(row);
    if (const RowFigures* known = m_figures.object(key)) return *known;
    auto* made = new RowFigures(m_snapshot->figuresOf(row));
    m_figures.insert(key, made);
    return *made;
}

QVariant RowsModel::tip(const RowTableColumn& column, const RowView& view) const {
    const std::string_view id = column.id;
    if (column.number && column.needsFigures && !column.number(view) && !view.figures.withheld.empty())
        return qText(view.figures.withheld);
    if (id == "reason" || id == "id" || id == "source" || id == "note" || id == "flags") return cellText(column, view);
    return {};
}

QVariant RowsModel::cell(int position, int columnPosition, int role) const {
    const bool asked = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == mutedRole || role == badgeRole;
    if (!asked || !m_snapshot) return {};
    const RowTableColumn& column = rowTable()[static_cast<std::size_t>(columnPosition)];
    const RowIndex row = m_order[static_cast<std::size_t>(position)];
    static const RowFigures none;
    if (role == mutedRole) return figuresOf(row).place != Place::in;
    const RowView view{*m_snapshot, row, column.needsFigures ? figuresOf(row) : none};
    if (role == Qt::DisplayRole) return cellText(column, view);
    if (role == Qt::ToolTipRole) return tip(column, view);
    if (std::string_view(column.id) == "verdict") return static_cast<int>(toneOf(view.figures.verdict));
    if (std::string_view(column.id) == "place" && !cellText(column, view).isEmpty()) {
        const Decision* decision = m_snapshot->decisionOn(row);
        return static_cast<int>(decision ? toneOf(decision->kind) : Tone::muted);
    }
    return {};
}

}  // namespace plumbline
