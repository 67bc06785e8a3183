// The review queue, worst first: a row's flags together, or one rule that hits much of a level.
#pragma once

#include <optional>

#include "ui/models/rows_snapshot.h"
#include "ui/models/snapshot_table_model.h"

namespace plumbline {

class SuspiciousModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit SuspiciousModel(QObject* parent = nullptr);
    void setSnapshot(std::shared_ptr<const RowsSnapshot> snapshot);
    const std::shared_ptr<const RowsSnapshot>& snapshot() const { return m_snapshot; }

    const ReviewEntry& entryAt(int position) const;
    const std::vector<RowIndex>& rowsAt(int position) const;  ///< the rows a decision on it is about
    QString ruleAt(int position) const;                       ///< "rate-ceiling, late-burst"
    /// The decision on all of its rows; null where they are undecided or differ.
    const Decision* decisionAt(int position) const;
    int undecided() const;

protected:
    int shownRows() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    enum Column { decisionColumn, ruleColumn, configurationColumn, loadColumn, rowsColumn, textColumn, sourceColumn };

    /// What an entry comes to, found when it is first asked for: an entry may be about every row of a level.
    struct Known {
        std::vector<RowIndex> rows;
        const Decision* decision = nullptr;
    };
    const Known& known(int position) const;

    std::shared_ptr<const RowsSnapshot> m_snapshot;
    mutable std::vector<std::optional<Known>> m_known;
};

}  // namespace plumbline
