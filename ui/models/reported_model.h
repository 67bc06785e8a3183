// Reported figures of one level beside ours, or any dialect's figures beside ours.
#pragma once

#include "core/judge/judge.h"
#include "ui/models/snapshot_table_model.h"

namespace plumbline {

/// What the table shows: made off the window's thread.
struct ReportedTable {
    QString dialectTitle;  ///< heads the column of the dialect
    std::vector<ReportedFigure> figures;
    std::vector<bool> isReported;  ///< of each figure: false where only the dialect tells it
};

/// The reported figures of a level's runs, as the judgement has compared them.
ReportedTable reportedTable(const Judgement& judgement, std::size_t configuration, std::size_t level);
/// All figures of a level under a dialect, reported or not.
ReportedTable dialectTable(const Dataset& data, const Settings& settings, const Figures& figures,
                           std::size_t configuration, std::size_t level, Dialect dialect, std::stop_token stop);

class ReportedModel : public SnapshotTableModel {
    Q_OBJECT
public:
    enum Column { metric, reported, ours, byDialect, difference, cause };

    explicit ReportedModel(QObject* parent = nullptr);
    void set(ReportedTable table);
    bool isEmpty() const { return m_table.figures.empty(); }

    static constexpr int differsRole = Qt::UserRole + 2;  ///< true: off by more than 1% from its own dialect

protected:
    int shownRows() const override { return static_cast<int>(m_table.figures.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    QString text(const ReportedFigure& figure, bool isReported, int column) const;
    void nameColumns();

    ReportedTable m_table;
};

}  // namespace plumbline
