// One column a configuration, one row a fact or a metric, at a chosen load. What differs is marked.
#pragma once

#include <QIcon>
#include <functional>
#include <optional>

#include "core/judge/compare/comparison.h"
#include "ui/models/snapshot_table_model.h"
#include "ui/session/analyst.h"

namespace plumbline {

class CompareModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit CompareModel(QObject* parent = nullptr);
    /// Configurations that are shown; a column of em dashes where one has no such load.
    /// The best of a row is marked only where it is matched with all others that have a value (METRICS §7); without
    /// comparisons none is.
    void set(const Shown& shown, const std::optional<Load>& load, const Comparisons* comparisons);
    /// Why the best of some row is not marked; empty: all are, or there are no comparisons yet.
    const QString& unmarked() const { return m_unmarked; }
    /// How a configuration is drawn: its colour and marker, in its column's header.
    void setIcons(std::function<QIcon(ConfigurationId)> icon) { m_icon = std::move(icon); }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Position in the figures of the configuration of a column; nothing for the first column.
    std::optional<std::size_t> configurationOf(int column) const;

    static constexpr int headingRole = Qt::UserRole + 2;  ///< true: a heading over the rows below
    static constexpr int differsRole = Qt::UserRole + 3;  ///< true: a fact that is not the same in all columns
    static constexpr int bestRole = Qt::UserRole + 4;     ///< true: the best value of its row

protected:
    int shownRows() const override { return static_cast<int>(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    struct Cell {
        QString text, tip;
        bool best = false;
        bool withheld = false;  ///< a dash with its reason
    };
    struct Line {
        QString title, tip;
        bool heading = false, differs = false;
        std::vector<Cell> cells;
    };
    const LevelFigures* levelOf(std::size_t configuration) const;
    void addHeading(const QString& title);
    void addFacts();
    void addCounts();
    void addMetrics(const Comparisons* comparisons);
    Line metricLine(const Quantity& quantity) const;
    std::optional<double> valueOf(std::size_t configuration, const Quantity& quantity) const;
    void markBest(const Quantity& quantity, const Comparisons& comparisons, Line& line);
    void addLine(Line line, bool marksDifference);

    std::function<QIcon(ConfigurationId)> m_icon;
    Shown m_shown;
    std::optional<Load> m_load;
    std::vector<std::size_t> m_configurations;
    std::vector<Line> m_lines;
    QString m_unmarked;
};

}  // namespace plumbline
