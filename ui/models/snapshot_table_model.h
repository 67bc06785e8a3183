// The table-model contract once. A subclass shows one immutable snapshot and gives columns, a row count and cells.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

namespace plumbline {

struct ColumnInfo {
    QString title, tip;
    bool number = false;  ///< right-aligned, tabular
};

class SnapshotTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// A word with a colour behind it; BadgeDelegate draws it. See badge.h for the tones.
    static constexpr int badgeRole = Qt::UserRole + 1;
    /// true: a cell of a row that does not count, to be drawn paler.
    static constexpr int mutedRole = Qt::UserRole + 5;

protected:
    virtual int shownRows() const = 0;
    /// Called with a valid row and column only. Reads memory, never waits.
    virtual QVariant cell(int row, int column, int role) const = 0;

    const std::vector<ColumnInfo>& columns() const { return m_columns; }
    /// Takes the columns and, between the two calls of a reset, whatever else changes.
    void setColumns(std::vector<ColumnInfo> columns) { m_columns = std::move(columns); }
    /// Says that every cell may have changed, though neither rows nor columns did.
    void refreshAll();

private:
    std::vector<ColumnInfo> m_columns;
};

}  // namespace plumbline
