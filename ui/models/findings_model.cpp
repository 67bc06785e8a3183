#include "ui/models/findings_model.h"

#include <algorithm>

#include "ui/models/badge.h"
#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

namespace {
QString fires(const std::string& id) {
    const auto registry = findingRegistry();
    const auto found = std::ranges::find(registry, id, &CheckEntry::id);
    return found == registry.end() ? QString() : qText(found->fires);
}

QString evidenceText(const EvidenceValue& value) {
    if (const auto* number = std::get_if<double>(&value)) return cellNumber(*number);
    if (const auto* words = std::get_if<std::string>(&value)) return qText(*words);
    QStringList numbers;
    for (const double number : std::get<std::vector<double>>(value)) numbers << cellNumber(number);
    return numbers.join(QStringLiteral(", "));
}
}  // namespace

FindingsModel::FindingsModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("severity"),
                 tr("wrong: the figure can't be right; doubtful: it can't be defended as it stands; note: say it "
                    "beside the figure"),
                 false},
                {tr("finding"), {}, false},
                {tr("configuration"), {}, false},
                {tr("load"), {}, false},
                {tr("what"), {}, false},
                {tr("offer"), tr("settings that one click would apply"), false}});
}

void FindingsModel::set(const Shown& shown, std::shared_ptr<const Judgement> judgement) {
    beginResetModel();
    m_shown = shown;
    m_judgement = std::move(judgement);
    endResetModel();
}

int FindingsModel::shownRows() const {
    return m_judgement && m_shown.figures ? static_cast<int>(m_judgement->findings.size()) : 0;
}

const Finding& FindingsModel::findingAt(int position) const {
    return m_judgement->findings[static_cast<std::size_t>(position)];
}

QString FindingsModel::configurationAt(int position) const {
    const auto& configuration = findingAt(position).configuration;
    if (!configuration || *configuration >= m_shown.figures->configurations.size()) return {};
    return qText(m_shown.figures->configurations[*configuration].name);
}

QString FindingsModel::evidenceAt(int position) const {
    QStringList lines;
    for (const auto& [key, value] : findingAt(position).evidence)
        lines << qText(key) + QStringLiteral(": ") + evidenceText(value);
    return lines.join(QLatin1Char('\n'));
}

QString FindingsModel::thresholdAt(int position) const {
    const Finding& finding = findingAt(position);
    if (!finding.changedThreshold) return {};
    return tr("Found under a threshold of %1 that a person set; by default it is %2.")
        .arg(cellNumber(finding.changedThreshold), cellNumber(defaultThreshold(finding.id)));
}

QVariant FindingsModel::cell(int row, int column, int role) const {
    const Finding& finding = findingAt(row);
    if (role == badgeRole)
        return column == severityColumn ? QVariant(static_cast<int>(toneOf(finding.severity))) : QVariant();
    if (role == Qt::ToolTipRole) {
        if (column == findingColumn)
            return plainTip(thresholdAt(row).isEmpty() ? fires(finding.id)
                                                       : fires(finding.id) + QLatin1Char('\n') + thresholdAt(row));
        return column == textColumn ? QVariant(sentence(finding.text)) : QVariant();
    }
    if (role != Qt::DisplayRole) return {};
    switch (column) {
        case severityColumn:
            return qText(name(finding.severity));
        case findingColumn:
            return finding.changedThreshold ? tr("%1 (threshold changed)").arg(qText(finding.id)) : qText(finding.id);
        case configurationColumn:
            return configurationAt(row);
        case loadColumn:
            return finding.load ? qText(text(*finding.load)) : QString();
        case textColumn:
            return sentence(finding.text);
        case offerColumn:
            return qText(finding.offerText);
        default:
            return {};
    }
}

}  // namespace plumbline
