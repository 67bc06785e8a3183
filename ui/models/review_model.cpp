#include "ui/models/review_model.h"

#include "ui/models/badge.h"
#include "ui/models/cell_text.h"

namespace plumbline {

SuspiciousModel::SuspiciousModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("decision"), tr("K keep, X exclude, Shift+X never happened, N note"), false},
                {tr("rule"), tr("the rules that flag it"), false},
                {tr("configuration"), {}, false},
                {tr("load"), {}, false},
                {tr("rows"), tr("a rule that hits more than 20% of a level is one entry"), true},
                {tr("why"), {}, false},
                {tr("source"), {}, false}});
}

void SuspiciousModel::setSnapshot(std::shared_ptr<const RowsSnapshot> snapshot) {
    const bool same = m_snapshot && snapshot && m_snapshot->judgement == snapshot->judgement &&
                      m_snapshot->shown.data == snapshot->shown.data;
    if (!same) beginResetModel();
    m_snapshot = std::move(snapshot);
    m_known.assign(static_cast<std::size_t>(shownRows()), std::nullopt);
    if (!same) endResetModel();
    if (same) refreshAll();
}

int SuspiciousModel::shownRows() const {
    return m_snapshot && m_snapshot->judgement ? static_cast<int>(m_snapshot->judgement->queue.size()) : 0;
}

const ReviewEntry& SuspiciousModel::entryAt(int position) const {
    return m_snapshot->judgement->queue[static_cast<std::size_t>(position)];
}

const SuspiciousModel::Known& SuspiciousModel::known(int position) const {
    auto& entry = m_known[static_cast<std::size_t>(position)];
    if (entry) return *entry;
    entry.emplace();
    for (const std::size_t flag : entryAt(position).flags) {
        const RowIndex row = m_snapshot->judgement->suspicious[flag].row;
        if (entry->rows.empty() || entry->rows.back() != row) entry->rows.push_back(row);
    }
    for (const RowIndex row : entry->rows) {
        const Decision* decision = m_snapshot->decisionOn(row);
        const bool differs =
            !decision || (entry->decision && (entry->decision->kind != decision->kind ||
                                              entry->decision->neverHappened != decision->neverHappened));
        entry->decision = differs ? nullptr : decision;
        if (differs) break;
    }
    return *entry;
}

const std::vector<RowIndex>& SuspiciousModel::rowsAt(int position) const { return known(position).rows; }
const Decision* SuspiciousModel::decisionAt(int position) const { return known(position).decision; }

QString SuspiciousModel::ruleAt(int position) const {
    QStringList rules;
    for (const std::size_t flag : entryAt(position).flags) {
        const QString rule = qText(m_snapshot->judgement->suspicious[flag].rule);
        if (!rules.contains(rule)) rules << rule;
        if (entryAt(position).wholeRule) break;
    }
    return rules.join(QStringLiteral(", "));
}

int SuspiciousModel::undecided() const {
    int count = 0;
    for (int i = 0; i < shownRows(); ++i) {
        const Decision* decision = decisionAt(i);
        count += !decision || decision->kind == DecisionKind::note;
    }
    return count;
}

QVariant SuspiciousModel::cell(int row, int column, int role) const {
    const ReviewEntry& entry = entryAt(row);
    const Figures& figures = *m_snapshot->shown.figures;
    const Decision* decision = column == decisionColumn ? decisionAt(row) : nullptr;
    if (role == badgeRole) return decision ? QVariant(static_cast<int>(toneOf(decision->kind))) : QVariant();
    if (role == Qt::ToolTipRole) return column == textColumn ? QVariant(sentence(entry.text)) : QVariant();
    if (role != Qt::DisplayRole) return {};
    const bool known = entry.configuration < figures.configurations.size();
    switch (column) {
        case decisionColumn:
            return decision ? words(*decision) : QString();
        case ruleColumn:
            return ruleAt(row);
        case configurationColumn:
            return known ? qText(figures.configurations[entry.configuration].name) : QString();
        case loadColumn:
            return known && entry.level < figures.configurations[entry.configuration].levels.size()
                       ? qText(text(levelAt(figures, {entry.configuration, entry.level}).load))
                       : QString();
        case rowsColumn:
            return cellCount(static_cast<std::uint64_t>(rowsAt(row).size()));
        case textColumn:
            return sentence(entry.text);
        case sourceColumn: {
            const auto& rows = rowsAt(row);
            if (rows.empty()) return {};
            return tr("%1, record %2")
                .arg(shortPath(qText(fileOf(m_snapshot->data(), rows.front()).path)))
                .arg(m_snapshot->data().rows.record[at(rows.front())]);
        }
        default:
            return {};
    }
}

}  // namespace plumbline
