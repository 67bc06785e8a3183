#include "ui/models/snapshot_table_model.h"

#include "ui/models/cell_text.h"

namespace plumbline {

int SnapshotTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : shownRows(); }

int SnapshotTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant SnapshotTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = m_columns[static_cast<std::size_t>(index.column())].number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) return plainTip(cell(index.row(), index.column(), role).toString());
    return cell(index.row(), index.column(), role);
}

QVariant SnapshotTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(m_columns.size())) return {};
    const ColumnInfo& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
        case Qt::DisplayRole:
            return column.title;
        case Qt::ToolTipRole:
            return plainTip(column.tip.isEmpty() ? column.title : column.tip);
        case Qt::TextAlignmentRole:
            return static_cast<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        default:
            return {};
    }
}

void SnapshotTableModel::refreshAll() {
    if (shownRows() > 0 && !m_columns.empty()) emit dataChanged(index(0, 0), index(shownRows() - 1, columnCount() - 1));
}

}  // namespace plumbline
