// What the configuration tree says of each of its items.
#include <algorithm>

#include "ui/models/cell_text.h"
#include "ui/models/configurations_model.h"

namespace plumbline {

const ConfigurationFigures& ConfigurationsModel::configurationOf(const Item& item) const {
    return m_shown.figures->configurations[item.node.configuration];
}

const LevelFigures& ConfigurationsModel::levelOf(const Item& item) const {
    return configurationOf(item).levels[*item.node.level];
}

QString ConfigurationsModel::nameOf(const Item& item) const {
    if (!item.node.level) return qText(configurationOf(item).name);
    if (!item.node.run) return qText(shortText(levelOf(item).load));
    const RunFigures& run = levelOf(item).runs[*item.node.run];
    const Run& known = m_shown.data->runs[at(run.run)];
    const QString file = fileName(m_shown.data->files[fileOfRun(run.run)]);
    return known.info.number > 0 ? tr("run %1, %2").arg(known.info.number).arg(file) : file;
}

QString ConfigurationsModel::tipOf(const Item& item) const {
    if (item.node.run) return qText(m_shown.data->files[fileOfRun(levelOf(item).runs[*item.node.run].run)].path);
    if (item.node.level)
        return qText(text(levelOf(item).load)) + QStringLiteral("\n") + sentence(countText(levelOf(item)));
    QStringList lines{qText(configurationOf(item).name)};
    for (const auto& [key, fact] : configurationOf(item).context) {
        if (key.starts_with("note.")) continue;
        const QString said = QStringLiteral("%1: %2").arg(qText(key), qText(plainText(fact.inForce())).left(120));
        lines << (fact.edited ? tr("%1 (edited)").arg(said) : said);
    }
    return lines.join(QLatin1Char('\n'));
}

bool ConfigurationsModel::isSummary(const Item& item) const {
    if (item.node.level) return levelOf(item).summaryOnly;
    const auto& levels = configurationOf(item).levels;
    return !levels.empty() && std::ranges::all_of(levels, &LevelFigures::summaryOnly);
}

std::size_t ConfigurationsModel::rowsOf(const Item& item) const {
    if (item.node.run) return m_shown.data->runs[at(levelOf(item).runs[*item.node.run].run)].rowCount;
    if (item.node.level) return levelOf(item).rows.total;
    std::size_t rows = 0;
    for (const LevelFigures& level : configurationOf(item).levels) rows += level.rows.total;
    return rows;
}

std::size_t ConfigurationsModel::suspiciousOf(const Item& item) const {
    if (!m_judgement || item.node.run) return 0;
    const auto& all = m_judgement->suspiciousPerLevel;
    if (item.node.configuration >= all.size()) return 0;
    const auto& levels = all[item.node.configuration];
    if (item.node.level) return *item.node.level < levels.size() ? levels[*item.node.level] : 0;
    std::size_t count = 0;
    for (const std::size_t level : levels) count += level;
    return count;
}

std::vector<const Finding*> ConfigurationsModel::findingsOf(const Item& item) const {
    std::vector<const Finding*> found;
    if (!m_judgement || item.node.run) return found;
    for (const Finding& finding : m_judgement->findings) {
        if (finding.severity == Severity::note || finding.configuration != item.node.configuration) continue;
        if (!item.node.level || finding.load == levelOf(item).load) found.push_back(&finding);
    }
    return found;
}

QVariant ConfigurationsModel::trafficData(const Item& item, int column, int role) const {
    const auto& sets = m_shown.data->traffic;
    std::size_t rows = 0;
    for (std::size_t set = 0; set < sets.size(); ++set)
        if (!item.node.set || *item.node.set == set) rows += sets[set].size();
    if (role == Qt::DisplayRole && column == rowsColumn) return cellCount(std::uint64_t{rows});
    if (role == Qt::DisplayRole && column == nameColumn)
        return item.node.set ? fileName(m_shown.data->files[sets[*item.node.set].file]) : tr("Reference traffic");
    if (role != Qt::ToolTipRole || column == flagColumn) return {};
    return plainTip(item.node.set
                        ? qText(m_shown.data->files[sets[*item.node.set].file].path)
                        : tr("What was asked for in production, to compare lengths with: no result, and in no "
                             "figure."));
}

QString ConfigurationsModel::flagOf(const Item& item) const {
    const auto findings = findingsOf(item);
    const bool wrong = std::ranges::any_of(findings, [](const Finding* f) { return f->severity == Severity::wrong; });
    if (wrong) return QStringLiteral("!!");
    return !findings.empty() || suspiciousOf(item) > 0 ? QStringLiteral("!") : QString();
}

QString ConfigurationsModel::flagTip(const Item& item) const {
    QStringList lines;
    for (const Finding* finding : findingsOf(item)) lines << sentence(finding->text);
    constexpr qsizetype most = 8;
    if (lines.size() > most) lines = lines.mid(0, most) << tr("and %1 more").arg(lines.size() - most);
    if (const std::size_t rows = suspiciousOf(item))
        lines << (rows == 1 ? tr("1 suspicious row") : tr("%1 suspicious rows").arg(cellCount(std::uint64_t{rows})));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace plumbline
