#include "ui/session/lookup.h"

#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <set>

namespace plumbline {

std::optional<std::size_t> positionOf(const Figures& figures, ConfigurationId id) {
    for (std::size_t i = 0; i < figures.configurations.size(); ++i)
        if (figures.configurations[i].id == id) return i;
    return {};
}

std::optional<ShownLevel> placeOf(const Figures& figures, ConfigurationId id, const Load& load) {
    const auto configuration = positionOf(figures, id);
    if (!configuration) return {};
    const auto& levels = figures.configurations[*configuration].levels;
    const auto found = std::ranges::find(levels, load, &LevelFigures::load);
    if (found == levels.end()) return {};
    return ShownLevel{*configuration, static_cast<std::size_t>(found - levels.begin())};
}

const LevelFigures& levelAt(const Figures& figures, const ShownLevel& place) {
    return figures.configurations[place.configuration].levels[place.level];
}

std::vector<std::optional<ShownLevel>> levelsOfRuns(const Dataset& data, const Figures& figures) {
    std::vector<std::optional<ShownLevel>> places(data.runs.size());
    for (std::size_t c = 0; c < figures.configurations.size(); ++c) {
        const auto& levels = figures.configurations[c].levels;
        for (std::size_t l = 0; l < levels.size(); ++l)
            for (const RunFigures& run : levels[l].runs)
                if (at(run.run) < places.size()) places[at(run.run)] = ShownLevel{c, l};
    }
    return places;
}

bool hides(const Settings& settings, ConfigurationId id) {
    return std::ranges::find(settings.hidden, id) != settings.hidden.end();
}

std::vector<Load> loadsOf(const Figures& figures, const Settings& settings) {
    std::vector<Load> loads;
    for (const auto& configuration : figures.configurations)
        if (!hides(settings, configuration.id))
            for (const auto& level : configuration.levels) loads.push_back(level.load);
    std::ranges::sort(loads, [](const Load& a, const Load& b) { return (a <=> b) < 0; });
    loads.erase(std::unique(loads.begin(), loads.end()), loads.end());
    return loads;
}

std::optional<Load> commonestLoad(const Figures& figures, const Settings& settings) {
    const auto before = [](const Load& a, const Load& b) { return (a <=> b) < 0; };
    std::map<Load, std::size_t, decltype(before)> having(before);
    for (const auto& configuration : figures.configurations) {
        if (hides(settings, configuration.id)) continue;
        std::set<Load, decltype(before)> own(before);  // a load may be there twice
        for (const LevelFigures& level : configuration.levels)
            if (own.insert(level.load).second) ++having[level.load];
    }
    const auto best = std::ranges::max_element(having, {}, [](const auto& each) { return each.second; });
    return best == having.end() ? std::nullopt : std::optional(best->first);
}

const Run& runOf(const Dataset& data, RowIndex row) { return data.runs[at(data.rows.run[at(row)])]; }
const Source& sourceOf(const Dataset& data, RowIndex row) { return data.sources[runOf(data, row).source]; }
const DataFile& fileOf(const Dataset& data, RowIndex row) { return data.files[sourceOf(data, row).file]; }

QString qText(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString sentence(const std::string& utf8) {
    static const QRegularExpression grouped(QStringLiteral("(?<![\\w.,])\\d{1,3}(?:,\\d{3})+(?![\\d,])"));
    QString text = qText(utf8);
    for (auto match = grouped.match(text); match.hasMatch(); match = grouped.match(text, match.capturedEnd()))
        text.replace(match.capturedStart(), match.capturedLength(), match.captured().replace(',', QChar(0x202F)));
    return text;
}

QString fileName(const DataFile& file) {
    const QString path = qText(file.path);
    return path.mid(path.lastIndexOf(QLatin1Char('/')) + 1);
}

DecisionIndex::DecisionIndex(std::shared_ptr<const std::vector<Decision>> decisions)
    : m_decisions(std::move(decisions)) {
    if (!m_decisions) return;
    m_byRecord.reserve(m_decisions->size());
    for (std::size_t i = 0; i < m_decisions->size(); ++i) {
        const Decision& decision = (*m_decisions)[i];
        m_byRecord[{decision.fileSha256, static_cast<std::int64_t>(decision.record)}] = i;
        if (!decision.id.empty() && isKnown(decision.start)) m_byStart[{decision.id, decision.start.count()}] = i;
    }
}

std::optional<std::size_t> DecisionIndex::position(const Dataset& data, RowIndex row) const {
    if (m_byRecord.empty()) return {};
    const auto record = static_cast<std::int64_t>(data.rows.record[at(row)]);
    const auto byRecord = m_byRecord.find({fileOf(data, row).sha256, record});
    if (byRecord != m_byRecord.end()) return byRecord->second;
    const auto byStart = m_byStart.find({data.strings[data.rows.id[at(row)]], data.rows.start[at(row)].count()});
    if (byStart == m_byStart.end()) return {};
    // A decision made in a file that is here speaks of a row of that file, not of its namesake in another.
    const std::string& madeIn = (*m_decisions)[byStart->second].fileSha256;
    const bool isHere = std::ranges::find(data.files, madeIn, &DataFile::sha256) != data.files.end();
    return isHere ? std::nullopt : std::optional(byStart->second);
}

const Decision* DecisionIndex::find(const Dataset& data, RowIndex row) const {
    const auto found = position(data, row);
    return found ? &(*m_decisions)[*found] : nullptr;
}

}  // namespace plumbline
