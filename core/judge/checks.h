// What the checkers share: one small function a rule or a finding, named in the registry (registry.cpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/judge/judgement.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// A level of a configuration: positions in Figures.
struct LevelPlace {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::size_t configuration = nowhere, level = nowhere;
    bool known() const { return configuration != nowhere; }
    auto operator<=>(const LevelPlace&) const = default;
};

/// What was measured, and where each run and row lies in it: what rules, intervals and comparisons are made from.
class JudgeInput {
public:
    JudgeInput(const Dataset& rows, const Settings& cutoffs, const Figures& measured, std::stop_token asked);

    const Dataset& data;
    const Settings& settings;
    const Figures& figures;
    std::stop_token stop;

    LevelPlace placeOf(RunIndex run) const { return m_places[at(run)]; }
    LevelPlace placeOf(RowIndex row) const { return placeOf(data.rows.run[at(row)]); }
    const LevelFigures& level(LevelPlace place) const {
        return figures.configurations[place.configuration].levels[place.level];
    }
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

/// What findings and the sensitivity are made from: the rules, comparisons and reported figures are known by then.
class FindingInput : public JudgeInput {
public:
    FindingInput(const JudgeInput& input, std::span<const Suspicious> flags, const Comparisons& compared,
                 const ReportedDifferences& figuresReported)
        : JudgeInput(input), suspicious(flags), comparisons(compared), reported(figuresReported) {}

    std::span<const Suspicious> suspicious;  ///< by row, then rule
    const Comparisons& comparisons;
    const ReportedDifferences& reported;
};

/// What a rule or a finding reports with: its own entry, and the threshold in force.
class Check {
public:
    Check(const CheckEntry& entry, const Settings& settings);
    const CheckEntry& entry() const { return m_entry; }
    std::string_view id() const { return m_entry.id; }
    /// A person's, else the entry's, which must have one.
    double threshold() const;

private:
    const CheckEntry& m_entry;
    std::optional<double> m_threshold;
};

/// Takes the rows that a rule flags.
class RowFlags : public Check {
public:
    RowFlags(const CheckEntry& entry, const Settings& settings, std::vector<Suspicious>& to)
        : Check(entry, settings), m_to(to) {}
    void add(RowIndex row, double value, double threshold, std::string unit, std::string text) {
        m_to.push_back({row, std::string(id()), value, threshold, std::move(unit), std::move(text)});
    }

private:
    std::vector<Suspicious>& m_to;
};

/// Makes and takes the findings of one entry.
class Findings : public Check {
public:
    Findings(const CheckEntry& entry, const Settings& settings, std::vector<Finding>& to)
        : Check(entry, settings), m_to(to) {}
    /// Of a level, or of a configuration; it is not taken yet.
    Finding at(const JudgeInput& input, LevelPlace place, std::string text) const;
    Finding of(std::size_t configuration, std::string text) const;
    void push_back(Finding finding) { m_to.push_back(std::move(finding)); }

private:
    std::vector<Finding>& m_to;
};

struct RuleCheck {
    CheckEntry entry;
    void (*run)(const JudgeInput&, RowFlags&) = nullptr;
};
/// One of the two functions is set: the latter runs last, once the first answers are out.
struct FindingCheck {
    CheckEntry entry;
    void (*run)(const FindingInput&, Findings&) = nullptr;
    void (*runWithSensitivity)(const FindingInput&, const Sensitivity&, Findings&) = nullptr;
};
std::span<const RuleCheck> ruleChecks();
std::span<const FindingCheck> findingChecks();
Severity ruleSeverity(std::string_view rule);

/// T of a row, unknown where there is none (METRICS §2).
FirstTime firstTimeOf(const Columns& rows, std::size_t row);
/// Where G ends: the end, or last_content where that is asked for or is all that is known.
Nanoseconds intervalEndOf(const Columns& rows, std::size_t row, IntervalEnd which);

/// A source whose harness marks its warm-up rows, or says that it took them out before writing.
bool hasWarmup(const Dataset& data, std::size_t source);

/// The review queue: a rule that hits more than 20% of a level is one entry, a row's other flags are one (METRICS §3).
std::vector<ReviewEntry> reviewQueue(const JudgeInput& input, const std::vector<Suspicious>& suspicious);

}  // namespace plumbline
