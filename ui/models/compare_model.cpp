#include "ui/models/compare_model.h"

#include <QFont>
#include <algorithm>
#include <set>

#include "core/judge/compare/lead.h"
#include "core/judge/sensitivity/leader_regions.h"
#include "core/report/format.h"
#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {
constexpr std::size_t mostColumns = 60;  // more are not looked at side by side: hide some to see the others
const QString& dash() {
    static const QString text = QString::fromUtf8(emDash);
    return text;
}
}  // namespace

CompareModel::CompareModel(QObject* parent) : SnapshotTableModel(parent) {}

void CompareModel::set(const Shown& shown, const std::optional<Load>& load, const Comparisons* comparisons) {
    beginResetModel();
    m_shown = shown;
    m_load = load;
    m_configurations.clear();
    m_lines.clear();
    m_unmarked.clear();
    std::vector<ColumnInfo> columns{{tr("at %1").arg(load ? qText(text(*load)) : dash()), {}, false}};
    if (shown.figures) {
        for (std::size_t i = 0; i < shown.figures->configurations.size(); ++i) {
            if (hides(shown.settings, shown.figures->configurations[i].id)) continue;
            if (m_configurations.size() == mostColumns) {
                columns.front().title += tr(", the first %1").arg(mostColumns);
                break;
            }
            m_configurations.push_back(i);
            columns.push_back({qText(shown.figures->configurations[i].name), {}, true});
        }
        addHeading(tr("Measured"));
        addCounts();
        addMetrics(comparisons);
        addHeading(tr("What was measured"));
        addFacts();
    }
    setColumns(std::move(columns));
    endResetModel();
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const auto position = orientation == Qt::Horizontal ? configurationOf(section) : std::nullopt;
    if (role == Qt::DecorationRole && position && m_icon) return m_icon(m_shown.figures->configurations[*position].id);
    return SnapshotTableModel::headerData(section, orientation, role);
}

std::optional<std::size_t> CompareModel::configurationOf(int column) const {
    const auto position = static_cast<std::size_t>(column - 1);
    return column > 0 && position < m_configurations.size() ? std::optional(m_configurations[position]) : std::nullopt;
}

const LevelFigures* CompareModel::levelOf(std::size_t configuration) const {
    const auto& all = m_shown.figures->configurations[configuration];
    const auto found = m_load ? std::ranges::find(all.levels, *m_load, &LevelFigures::load) : all.levels.end();
    return found != all.levels.end() ? &*found : nullptr;
}

void CompareModel::addHeading(const QString& title) {
    Line line;
    line.title = title;
    line.heading = true;
    line.cells.resize(m_configurations.size());
    m_lines.push_back(std::move(line));
}

void CompareModel::addLine(Line line, bool marksDifference) {
    const auto same = [&](const Cell& cell) { return cell.text == line.cells.front().text; };
    line.differs = marksDifference && !std::ranges::all_of(line.cells, same);
    m_lines.push_back(std::move(line));
}

void CompareModel::addCounts() {
    Line line;
    line.title = tr("rows measured");
    for (const std::size_t configuration : m_configurations) {
        const LevelFigures* level = levelOf(configuration);
        if (!level)
            line.cells.push_back({dash(), tr("not measured at this load"), false});
        else
            line.cells.push_back(
                {level->summaryOnly ? tr("summary only") : cellCount(std::uint64_t{level->rows.measured()}),
                 sentence(countText(*level)), false});
    }
    addLine(std::move(line), false);
}

void CompareModel::addMetrics(const Comparisons* comparisons) {
    // A metric that none of them has, and that none says anything of, is no line.
    const auto says = [](const Cell& cell) { return cell.text != dash() || cell.withheld; };
    for (const Quantity& quantity : offeredQuantities()) {
        Line line = metricLine(quantity);
        if (std::ranges::none_of(line.cells, says)) continue;
        if (comparisons) markBest(quantity, *comparisons, line);
        addLine(std::move(line), false);
    }
}

std::optional<double> CompareModel::valueOf(std::size_t configuration, const Quantity& quantity) const {
    const LevelFigures* level = levelOf(configuration);
    return level ? value(*level, quantity) : std::nullopt;
}

void CompareModel::markBest(const Quantity& quantity, const Comparisons& comparisons, Line& line) {
    std::vector<std::optional<double>> values;
    std::vector<std::size_t> known;
    for (const std::size_t configuration : m_configurations) {
        values.push_back(valueOf(configuration, quantity));
        if (values.back()) known.push_back(configuration);
    }
    const auto best = leaderOf(values, entry(quantity).lowerIsBetter);
    if (!best) return;
    const std::string why =
        refusalToLead(*m_shown.figures, comparisons, m_configurations[*best], known, m_load.value_or(Load{}));
    line.cells[*best].best = why.empty();
    if (m_unmarked.isEmpty()) m_unmarked = sentence(why);
}

CompareModel::Line CompareModel::metricLine(const Quantity& quantity) const {
    const MetricEntry& metric = entry(quantity);
    Line line;
    line.title = qText(title(quantity));
    line.tip = qText(metric.formula);
    for (const std::size_t configuration : m_configurations) {
        const LevelFigures* level = levelOf(configuration);
        const std::optional<double> own = valueOf(configuration, quantity);
        Cell cell{cellNumber(own, metric.scale), {}, false};
        if (!level)
            cell.tip = tr("not measured at this load");
        else
            cell.tip = sentence(own ? countText(*level) : withheldReason(*level, quantity));
        cell.withheld = level && !own && !cell.tip.isEmpty();
        if (level)
            if (const auto reported = level->reported.find(keyPath(quantity)); reported != level->reported.end()) {
                cell.text += QStringLiteral(" (%1)").arg(cellNumber(reported->second, metric.scale));
                cell.tip += tr("\nIn brackets: as the harness reports it.");
            }
        line.cells.push_back(std::move(cell));
    }
    return line;
}

void CompareModel::addFacts() {
    std::set<std::string> keys;
    for (const std::size_t configuration : m_configurations)
        for (const auto& [key, fact] : m_shown.figures->configurations[configuration].context)
            if (!key.starts_with("note.")) keys.insert(key);
    for (const std::string& key : keys) {
        Line line;
        line.title = qText(key);
        for (const std::size_t configuration : m_configurations) {
            const auto said = plainFact(m_shown.figures->configurations[configuration].context, key);
            const QString text = said ? qText(*said).simplified() : dash();
            line.cells.push_back({text, said ? text : tr("not stated"), false});
        }
        addLine(std::move(line), true);
    }
    const std::pair<QString, std::string TimingBoundary::*> boundary[] = {
        {tr("times start at"), &TimingBoundary::start},
        {tr("first token is"), &TimingBoundary::first},
        {tr("times end at"), &TimingBoundary::end},
        {tr("tokens counted by"), &TimingBoundary::tokens},
        {tr("clock"), &TimingBoundary::clock}};
    for (const auto& [title, member] : boundary) {
        Line line;
        line.title = title;
        for (const std::size_t configuration : m_configurations) {
            const QString text = qText(m_shown.figures->configurations[configuration].boundary.*member);
            line.cells.push_back({text.isEmpty() ? dash() : text, text.isEmpty() ? tr("not stated") : text, false});
        }
        addLine(std::move(line), true);
    }
}

QVariant CompareModel::cell(int row, int column, int role) const {
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    if (role == headingRole) return line.heading;
    if (role == differsRole) return line.differs;
    if (role == Qt::FontRole) {
        QFont font;
        const bool best = column > 0 && line.cells[static_cast<std::size_t>(column - 1)].best;
        font.setBold(line.heading || best || (line.differs && column == 0));
        return font.bold() ? QVariant(font) : QVariant();
    }
    if (column == 0) {
        if (role == Qt::DisplayRole) return line.differs ? QStringLiteral("\u2260 ") + line.title : line.title;
        return role == Qt::ToolTipRole ? QVariant(line.tip) : QVariant();
    }
    const Cell& shownCell = line.cells[static_cast<std::size_t>(column - 1)];
    if (role == bestRole) return shownCell.best;
    if (role == Qt::DisplayRole) return shownCell.text;
    return role == Qt::ToolTipRole ? QVariant(shownCell.tip) : QVariant();
}

}  // namespace plumbline
