#include "ui/models/unknowns_model.h"

#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

UnknownsModel::UnknownsModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("harness"), tr("whose files leave it unknown; the tip names the configurations"), false},
                {tr("not known"), {}, false},
                {tr("so it cannot be said"), {}, false},
                {tr("next time"), tr("what to record, with this harness"), false}});
}

void UnknownsModel::set(const Shown& shown, std::shared_ptr<const Judgement> judgement) {
    beginResetModel();
    m_shown = shown;
    m_judgement = shown.figures ? std::move(judgement) : nullptr;
    endResetModel();
}

QString UnknownsModel::namesOf(const Unknown& unknown) const {
    QStringList names;
    for (const std::size_t each : unknown.configurations)
        if (each < m_shown.figures->configurations.size()) names << qText(m_shown.figures->configurations[each].name);
    return names.join(QLatin1Char('\n'));
}

QVariant UnknownsModel::cell(int row, int column, int role) const {
    const Unknown& unknown = m_judgement->unknowns[static_cast<std::size_t>(row)];
    const QString texts[] = {qText(unknown.harness), qText(unknown.what), qText(unknown.blocks), qText(unknown.record)};
    if (role == Qt::ToolTipRole) return plainTip(column == harnessColumn ? namesOf(unknown) : texts[column]);
    return role == Qt::DisplayRole ? QVariant(texts[column]) : QVariant();
}

}  // namespace plumbline
