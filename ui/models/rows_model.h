// All rows: memory only, figures of a row made when its cell is seen, order made in a job.
#pragma once

#include <QCache>

#include "ui/models/row_order.h"
#include "ui/models/row_table.h"
#include "ui/models/snapshot_table_model.h"
#include "ui/session/job_runner.h"

namespace plumbline {

class RowsModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit RowsModel(QObject* parent = nullptr);

    /// Cells follow at once; filter and sort follow from a job.
    void setSnapshot(std::shared_ptr<const RowsSnapshot> snapshot);
    const std::shared_ptr<const RowsSnapshot>& snapshot() const { return m_snapshot; }
    void setFilter(const QString& text);
    const QString& filter() const { return m_filter; }
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    std::optional<RowIndex> rowAt(int position) const;
    int firstOf(const ShownLevel& level) const;  ///< the first row shown of that level; -1: none
    int positionOf(RowIndex row) const;          ///< -1 where it is filtered out
    std::size_t total() const { return m_snapshot ? m_snapshot->size() : 0; }

signals:
    void ordered();  ///< the rows shown are those of the newest filter and sort

protected:
    int shownRows() const override { return static_cast<int>(m_order.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    void reorder();
    void takeOrder(std::vector<RowIndex> rows);
    const RowFigures& figuresOf(RowIndex row) const;
    QVariant tip(const RowTableColumn& column, const RowView& view) const;

    std::shared_ptr<const RowsSnapshot> m_snapshot;
    std::vector<RowIndex> m_order;
    QString m_filter;
    RowSort m_sort;
    mutable QCache<std::uint32_t, RowFigures> m_figures{2000};
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "sorting the rows")};
};

}  // namespace plumbline
