// Finding one's way in a Dataset and its Figures: rows to files, runs to levels, decisions to rows.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/curve/figures.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// Positions in Figures::configurations and in its levels.
struct ShownLevel {
    std::size_t configuration = 0, level = 0;
    bool operator==(const ShownLevel&) const = default;
};

std::optional<std::size_t> positionOf(const Figures& figures, ConfigurationId id);
/// The configuration's level at that load; nothing where it has none (or several, of which the first is given).
std::optional<ShownLevel> placeOf(const Figures& figures, ConfigurationId id, const Load& load);
const LevelFigures& levelAt(const Figures& figures, const ShownLevel& place);

/// The level of each run; nothing for a run that makes no level (superseded).
std::vector<std::optional<ShownLevel>> levelsOfRuns(const Dataset& data, const Figures& figures);
/// All loads of configurations that are shown, in the order of levels, without repeats.
std::vector<Load> loadsOf(const Figures& figures, const Settings& settings);
/// The load that most of the configurations that are shown have; the first of several.
std::optional<Load> commonestLoad(const Figures& figures, const Settings& settings);
bool hides(const Settings& settings, ConfigurationId id);

const Run& runOf(const Dataset& data, RowIndex row);
const Source& sourceOf(const Dataset& data, RowIndex row);
const DataFile& fileOf(const Dataset& data, RowIndex row);
/// The file's name without its folders.
QString fileName(const DataFile& file);
QString qText(std::string_view utf8);
/// A sentence of core's, thousands parted by a thin space as elsewhere in the window (here one that no line
/// breaks at), not by a comma as in a terminal.
QString sentence(const std::string& utf8);

/// Decisions by row: file SHA-256 + record, else request id + start (METRICS §3). Made once for a list of decisions,
/// off the window's thread: there may be one for every row of a level.
class DecisionIndex {
public:
    DecisionIndex() = default;
    explicit DecisionIndex(std::shared_ptr<const std::vector<Decision>> decisions);
    const Decision* find(const Dataset& data, RowIndex row) const;
    std::optional<std::size_t> position(const Dataset& data, RowIndex row) const;
    const std::shared_ptr<const std::vector<Decision>>& decisions() const { return m_decisions; }

private:
    /// A text of the decision and the number beside it; the text lives in m_decisions.
    struct Key {
        std::string_view text;
        std::int64_t number = 0;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>()(key.text) ^
                   (static_cast<std::size_t>(key.number) * 0x9E3779B97F4A7C15U);
        }
    };
    std::shared_ptr<const std::vector<Decision>> m_decisions;
    std::unordered_map<Key, std::size_t, Hash> m_byRecord, m_byStart;
};

}  // namespace plumbline
