// Two configurations at one load: what may be claimed of them and why, line by line.
#pragma once

#include <optional>

#include "core/judge/compare/comparison.h"
#include "ui/models/badge.h"
#include "ui/models/snapshot_table_model.h"

namespace plumbline {

class ComparisonModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit ComparisonModel(QObject* parent = nullptr);
    /// Whether they may be compared, then the claims, then the checklist, then where the intervals come from.
    /// The names are those of comparison.a and b.
    void set(const LevelComparison& comparison, const QString& a, const QString& b);
    void clear();

    enum Column { itemColumn, findingColumn, wordsColumn, intervalColumn, probabilityColumn };

protected:
    int shownRows() const override { return static_cast<int>(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    void nameColumns(const QString& a, const QString& b);
    struct Line {
        QString item, finding, words, interval, probability;
        Tone tone = Tone::none;
    };
    static Line verdict(const LevelComparison& comparison);
    static Line line(const Claim& claim);
    static Line line(const CheckItem& item);

    std::vector<Line> m_lines;
};

}  // namespace plumbline
