// What the checkers share: one small function a rule or a finding, named in the registry (registry.cpp).
#pragma once

#include <span>

#include "core/judge/judge.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// A level of a configuration: positions in Figures.
struct LevelPlace {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::size_t configuration = nowhere, level = nowhere;
    bool known() const { return configuration != nowhere; }
    auto operator<=>(const LevelPlace&) const = default;
};

/// All that a checker sees. Built once; nothing in it changes, but that findings see the flags of the rules.
class JudgeInput {
public:
    JudgeInput(const Dataset& rows, const Settings& cutoffs, const Figures& measured, std::stop_token asked);

    const Dataset& data;
    const Settings& settings;
    const Figures& figures;
    std::stop_token stop;
    std::span<const Suspicious> suspicious;         ///< for findings: by row, then rule
    const Comparisons* comparisons = nullptr;       ///< for findings; null for rules
    const ReportedDifferences* reported = nullptr;  ///< for findings; null for rules
    const Sensitivity* sensitivity = nullptr;       ///< for the findings that need it; null for all others

    LevelPlace placeOf(RunIndex run) const { return m_places[at(run)]; }
    LevelPlace placeOf(RowIndex row) const { return placeOf(data.rows.run[at(row)]); }
    const LevelFigures& level(LevelPlace place) const {
        return figures.configurations[place.configuration].levels[place.level];
    }
    /// The threshold in force of a rule or finding that has one: a person's, else the registry's.
    double threshold(std::string_view id) const;
    /// Runs of the data that are in this level, in their order.
    std::vector<RunIndex> runsOf(LevelPlace place) const;
    std::vector<LevelPlace> levels() const;  ///< all, by configuration and level

    /// Calls f(row position) for the rows of a level; a stop that was asked for ends it between two runs.
    template <class F>
    void forEachRow(LevelPlace place, F f) const {
        for (const RunIndex run : runsOf(place)) {
            if (stop.stop_requested()) return;
            const Run& span = data.runs[at(run)];
            for (std::size_t row = span.firstRow; row < span.firstRow + std::size_t{span.rowCount}; ++row) f(row);
        }
    }

private:
    std::vector<LevelPlace> m_places;  ///< by run
};

struct RuleCheck {
    CheckEntry entry;
    void (*run)(const JudgeInput&, std::vector<Suspicious>&);
};
struct FindingCheck {
    CheckEntry entry;
    void (*run)(const JudgeInput&, std::vector<Finding>&);
    bool needsSensitivity = false;  ///< runs last, once the first answers are out
};
std::span<const RuleCheck> ruleChecks();
std::span<const FindingCheck> findingChecks();
Severity ruleSeverity(std::string_view rule);

/// T of a row, unknown where there is none (metrics §2).
FirstTime firstTimeOf(const Columns& rows, std::size_t row);
/// Where G ends: the end, or last_content where that is asked for or is all that is known.
Nanoseconds intervalEndOf(const Columns& rows, std::size_t row, IntervalEnd which);

/// A source whose harness marks its warm-up rows, or says that it took them out before writing.
bool hasWarmup(const Dataset& data, std::size_t source);

/// A finding of a level, or of a configuration, with its id and severity from the registry's entry.
Finding findingAt(const CheckEntry& entry, const JudgeInput& input, LevelPlace place, std::string text);
Finding findingOf(const CheckEntry& entry, std::size_t configuration, std::string text);

/// The review queue: a rule that hits more than 20% of a level is one entry, a row's other flags are one (metrics §3).
std::vector<ReviewEntry> reviewQueue(const JudgeInput& input, const std::vector<Suspicious>& suspicious);

}  // namespace plumbline
