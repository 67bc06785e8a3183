#include <cassert>

#include "core/judge/checks.h"

namespace plumbline {

JudgeInput::JudgeInput(const Dataset& rows, const Settings& cutoffs, const Figures& measured, std::stop_token asked)
    : data(rows), settings(cutoffs), figures(measured), stop(std::move(asked)), m_places(rows.runs.size()) {
    for (const LevelPlace place : levels())
        for (const RunFigures& run : level(place).runs) m_places[at(run.run)] = place;
}

std::vector<LevelPlace> JudgeInput::levels() const {
    std::vector<LevelPlace> out;
    for (std::size_t c = 0; c < figures.configurations.size(); ++c)
        for (std::size_t l = 0; l < figures.configurations[c].levels.size(); ++l) out.push_back({c, l});
    return out;
}

std::vector<RunIndex> JudgeInput::runsOf(LevelPlace place) const {
    std::vector<RunIndex> out;
    for (const RunFigures& run : level(place).runs)
        if (out.empty() || out.back() != run.run) out.push_back(run.run);
    return out;
}

FirstTime firstTimeOf(const Columns& rows, std::size_t row) {
    return firstTime(rows.firstReasoning[row], rows.firstContent[row], rows.firstToken[row], rows.firstTokenKind[row]);
}

Nanoseconds intervalEndOf(const Columns& rows, std::size_t row, IntervalEnd which) {
    if (!isKnown(rows.end[row])) return rows.lastContent[row];
    const bool lastText = which == IntervalEnd::lastText && isKnown(rows.lastContent[row]);
    return lastText ? rows.lastContent[row] : rows.end[row];
}

Check::Check(const CheckEntry& entry, const Settings& settings) : m_entry(entry), m_threshold(entry.threshold) {
    if (const auto own = settings.thresholds.find(entry.id); own != settings.thresholds.end())
        m_threshold = own->second;
}

double Check::threshold() const {
    assert(m_entry.threshold && "a check without a threshold");
    return m_threshold.value_or(0);
}

Finding Findings::at(const JudgeInput& input, LevelPlace place, std::string text) const {
    Finding finding = of(place.configuration, std::move(text));
    finding.load = input.level(place).load;
    return finding;
}

Finding Findings::of(std::size_t configuration, std::string text) const {
    Finding finding;
    finding.id = id();
    finding.severity = entry().severity;
    finding.configuration = configuration;
    finding.text = std::move(text);
    return finding;
}

}  // namespace plumbline
