#include "ui/models/configurations_model.h"

#include <algorithm>
#include <set>

#include "ui/models/cell_text.h"

namespace plumbline {

ConfigurationsModel::ConfigurationsModel(QObject* parent) : QAbstractItemModel(parent) {}

void ConfigurationsModel::set(const Shown& shown, std::shared_ptr<const Judgement> judgement) {
    const bool same = m_shown.data == shown.data && shown.figures && sameShape(*shown.figures);
    if (!same) beginResetModel();
    m_shown = shown;
    m_judgement = std::move(judgement);
    if (!same) {
        build();
        endResetModel();
        return;
    }
    const auto changed = [this](const std::vector<int>& siblings) {
        if (siblings.empty()) return;
        const auto cell = [&](int position, int column) {
            const auto place = static_cast<std::size_t>(position);
            return createIndex(m_items[place].row, column, static_cast<quintptr>(position));
        };
        emit dataChanged(cell(siblings.front(), 0), cell(siblings.back(), columnEnd - 1));
    };
    changed(m_roots);
    for (const Item& item : m_items) changed(item.children);
}

bool ConfigurationsModel::sameShape(const Figures& figures) const {
    if (!m_shown.figures || m_shown.figures->configurations.size() != figures.configurations.size()) return false;
    const auto sameLevels = [](const LevelFigures& a, const LevelFigures& b) {
        return a.load == b.load && a.runs.size() == b.runs.size();
    };
    for (std::size_t i = 0; i < figures.configurations.size(); ++i) {
        const auto& was = m_shown.figures->configurations[i];
        const auto& is = figures.configurations[i];
        if (was.id != is.id || !std::ranges::equal(was.levels, is.levels, sameLevels)) return false;
    }
    return true;
}

int ConfigurationsModel::add(const Node& node, int parent, int row) {
    const int position = static_cast<int>(m_items.size());
    m_items.push_back({node, parent, row, {}});
    if (parent < 0)
        m_roots.push_back(position);
    else
        m_items[static_cast<std::size_t>(parent)].children.push_back(position);
    return position;
}

void ConfigurationsModel::build() {
    m_items.clear();
    m_roots.clear();
    if (!m_shown.figures) return;
    const auto& configurations = m_shown.figures->configurations;
    for (std::size_t c = 0; c < configurations.size(); ++c) {
        const int configuration = add({c, {}, {}}, -1, static_cast<int>(c));
        for (std::size_t l = 0; l < configurations[c].levels.size(); ++l) {
            const int level = add({c, l, {}}, configuration, static_cast<int>(l));
            for (std::size_t r = 0; r < configurations[c].levels[l].runs.size(); ++r)
                add({c, l, r}, level, static_cast<int>(r));
        }
    }
    if (!m_shown.data || m_shown.data->traffic.empty()) return;
    const int traffic = add({0, {}, {}, true, {}}, -1, static_cast<int>(configurations.size()));
    for (std::size_t set = 0; set < m_shown.data->traffic.size(); ++set)
        add({0, {}, {}, true, set}, traffic, static_cast<int>(set));
}

std::optional<ConfigurationsModel::Node> ConfigurationsModel::nodeAt(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return m_items[index.internalId()].node;
}

QModelIndex ConfigurationsModel::indexOf(const Node& node, int column) const {
    const auto found = std::ranges::find(m_items, node, &Item::node);
    if (found == m_items.end()) return {};
    return createIndex(found->row, column, static_cast<quintptr>(found - m_items.begin()));
}

std::optional<ConfigurationId> ConfigurationsModel::idAt(const QModelIndex& index) const {
    const auto node = nodeAt(index);
    if (!node || node->isTraffic) return {};
    return m_shown.figures->configurations[node->configuration].id;
}

std::size_t ConfigurationsModel::fileOfRun(RunIndex run) const {
    return m_shown.data->sources[m_shown.data->runs[at(run)].source].file;
}

std::vector<std::size_t> ConfigurationsModel::filesAt(const QModelIndex& index) const {
    const auto node = nodeAt(index);
    if (!node) return {};
    std::set<std::size_t> files;
    if (node->isTraffic) {
        for (std::size_t set = 0; set < m_shown.data->traffic.size(); ++set)
            if (!node->set || *node->set == set) files.insert(m_shown.data->traffic[set].file);
        return {files.begin(), files.end()};
    }
    const auto& configuration = m_shown.figures->configurations[node->configuration];
    if (!node->level)
        for (const std::size_t source : configuration.sources) files.insert(m_shown.data->sources[source].file);
    else
        for (std::size_t r = 0; r < configuration.levels[*node->level].runs.size(); ++r)
            if (!node->run || *node->run == r) files.insert(fileOfRun(configuration.levels[*node->level].runs[r].run));
    return {files.begin(), files.end()};
}

QModelIndex ConfigurationsModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& siblings = parent.isValid() ? m_items[parent.internalId()].children : m_roots;
    if (row < 0 || column < 0 || column >= columnEnd || row >= static_cast<int>(siblings.size())) return {};
    if (parent.isValid() && parent.column() != 0) return {};
    return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<std::size_t>(row)]));
}

QModelIndex ConfigurationsModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const int above = m_items[index.internalId()].parent;
    if (above < 0) return {};
    return createIndex(m_items[static_cast<std::size_t>(above)].row, 0, static_cast<quintptr>(above));
}

int ConfigurationsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_roots.size());
    return parent.column() == 0 ? static_cast<int>(m_items[parent.internalId()].children.size()) : 0;
}

int ConfigurationsModel::columnCount(const QModelIndex&) const { return columnEnd; }

QVariant ConfigurationsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == rowsColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case nameColumn:
            return tr("Configuration");
        case rowsColumn:
            return tr("Rows");
        default:
            return QString();
    }
}

Qt::ItemFlags ConfigurationsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!index.isValid()) return Qt::NoItemFlags;
    const Node& node = m_items[index.internalId()].node;
    if (index.column() == nameColumn && !node.level && !node.isTraffic) flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool ConfigurationsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || index.column() != nameColumn) return false;
    const auto node = nodeAt(index);
    if (!node || node->level || node->isTraffic) return false;
    emit shownAsked(static_cast<qint64>(*idAt(index)), value.toInt() == Qt::Checked);
    return true;
}

QVariant ConfigurationsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Item& item = m_items[index.internalId()];
    if (role == Qt::TextAlignmentRole && index.column() == rowsColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (item.node.isTraffic) return trafficData(item, index.column(), role);
    if (index.column() == flagColumn) {
        if (role == Qt::DisplayRole) return flagOf(item);
        return role == Qt::ToolTipRole ? QVariant(plainTip(flagTip(item))) : QVariant();
    }
    if (role == Qt::ToolTipRole) return plainTip(tipOf(item));
    if (index.column() == rowsColumn) {
        if (role != Qt::DisplayRole) return {};
        return isSummary(item) ? tr("summary") : cellCount(std::uint64_t{rowsOf(item)});
    }
    const bool top = !item.node.level;
    switch (role) {
        case Qt::DisplayRole:
            return nameOf(item);
        case Qt::DecorationRole:
            return top && m_icon ? QVariant(m_icon(item.node.configuration)) : QVariant();
        case Qt::CheckStateRole:
            return top ? QVariant(static_cast<int>(hides(m_shown.settings, configurationOf(item).id) ? Qt::Unchecked
                                                                                                     : Qt::Checked))
                       : QVariant();
        default:
            return {};
    }
}

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
