#include "ui/models/front_model.h"

#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

Tone toneOf(FrontState state) {
    switch (state) {
        case FrontState::on:
            return Tone::good;
        case FrontState::off:
            return Tone::muted;
        case FrontState::undecided:
            break;
    }
    return Tone::caution;
}

FrontModel::FrontModel(QObject* parent) : SnapshotTableModel(parent) { nameColumns(); }

void FrontModel::nameColumns() {
    setColumns({{tr("configuration"), {}, false},
                {tr("load"), {}, false},
                {m_shown.figures ? qText(title(m_front.x)) : tr("x"), {}, true},
                {m_shown.figures ? qText(title(m_front.y)) : tr("y"), {}, true},
                {tr("front"),
                 tr("on: no comparable point can be as good on both axes and better on one; off: one surely is; "
                    "undecided: the intervals overlap, or there are none"),
                 false},
                {tr("why"), {}, false}});
}

void FrontModel::set(const Shown& shown, Front front) {
    beginResetModel();
    m_shown = shown;
    m_front = std::move(front);
    nameColumns();
    endResetModel();
}

void FrontModel::clear() {
    beginResetModel();
    m_front = {};
    endResetModel();
}

QVariant FrontModel::cell(int row, int column, int role) const {
    const FrontPoint& point = m_front.points[static_cast<std::size_t>(row)];
    const ConfigurationFigures& configuration = m_shown.figures->configurations[point.configuration];
    if (role == badgeRole) return column == stateColumn ? QVariant(static_cast<int>(toneOf(point.state))) : QVariant();
    if (role == Qt::DecorationRole && column == configurationColumn && m_icon) return m_icon(configuration.id);
    if (role == Qt::ToolTipRole && column == wordsColumn) return plainTip(sentence(point.text));
    if (role != Qt::DisplayRole) return {};
    switch (column) {
        case configurationColumn:
            return qText(configuration.name);
        case loadColumn:
            return qText(text(configuration.levels[point.level].load));
        case xColumn:
            return cellNumber(point.x, entry(m_front.x).scale);
        case yColumn:
            return cellNumber(point.y, entry(m_front.y).scale);
        case stateColumn:
            switch (point.state) {
                case FrontState::on:
                    return tr("on");
                case FrontState::off:
                    return tr("off");
                case FrontState::undecided:
                    return tr("undecided");
            }
            return {};
        default:
            return sentence(point.text);
    }
}

}  // namespace plumbline
