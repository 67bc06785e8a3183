// The points of a Pareto front, with what may be said of each.
#pragma once

#include <QIcon>
#include <functional>

#include "core/judge/compare/pareto.h"
#include "ui/models/badge.h"
#include "ui/models/snapshot_table_model.h"
#include "ui/session/analyst.h"

namespace plumbline {

Tone toneOf(FrontState state);

class FrontModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit FrontModel(QObject* parent = nullptr);
    void setIcons(std::function<QIcon(ConfigurationId)> icon) { m_icon = std::move(icon); }
    void set(const Shown& shown, Front front);
    void clear();
    const Front& front() const { return m_front; }
    const Shown& shown() const { return m_shown; }  ///< what the front is of

    enum Column { configurationColumn, loadColumn, xColumn, yColumn, stateColumn, wordsColumn };

protected:
    int shownRows() const override { return static_cast<int>(m_front.points.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    void nameColumns();
    std::function<QIcon(ConfigurationId)> m_icon;
    Shown m_shown;
    Front m_front;
};

}  // namespace plumbline
