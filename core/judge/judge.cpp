#include "core/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "core/judge/compare/compare.h"
#include "core/judge/compare/intervals_of.h"
#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Calls progress with the share of the checks done; none when nobody listens.
class Steps {
public:
    Steps(std::size_t steps, const std::function<void(double)>& progress) : m_all(steps), m_progress(progress) {}
    void done() {
        ++m_done;
        if (m_progress) m_progress(static_cast<double>(m_done) / static_cast<double>(m_all));
    }

private:
    std::size_t m_all;
    std::size_t m_done = 0;
    const std::function<void(double)>& m_progress;
};

void sortFlags(std::vector<Suspicious>& flags) {
    std::sort(flags.begin(), flags.end(), [](const Suspicious& a, const Suspicious& b) {
        return std::tie(a.row, a.rule) < std::tie(b.row, b.rule);
    });
}

/// An id found in more places than a person reads is said once: where it is worst, and in how many.
void groupMany(const Figures& figures, std::vector<Finding>& findings) {
    constexpr std::size_t most = 50;
    std::map<std::string, std::vector<std::size_t>> byId;
    for (std::size_t i = 0; i < findings.size(); ++i) byId[findings[i].id].push_back(i);
    std::vector<bool> goes(findings.size(), false);
    for (const auto& [id, places] : byId) {
        if (places.size() <= most) continue;
        std::set<std::size_t> configurations;
        for (const std::size_t i : places) {
            goes[i] = true;
            if (findings[i].configuration) configurations.insert(*findings[i].configuration);
        }
        Finding& first = findings[places.front()];
        goes[places.front()] = false;
        std::string where = first.configuration ? figures.configurations[*first.configuration].name : "";
        if (first.load) where += (where.empty() ? "" : " at ") + plumbline::text(*first.load);
        first.text = fmt::format("Found {} times in {} configurations. The first, {}: {}", places.size(),
                                 configurations.size(), where, first.text);
        first.evidence = {{"count", static_cast<double>(places.size())},
                          {"configurations", static_cast<double>(configurations.size())}};
        first.configuration.reset();
        first.load.reset();
        first.rows.clear();
        first.offer.reset();
        first.offerText.clear();
    }
    std::size_t i = 0;
    std::erase_if(findings, [&](const Finding&) { return goes[i++]; });
}

/// Worst first, then by configuration and load; among equals the order of the registry stays.
void sortFindings(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.severity, a.configuration, a.load) < std::tie(b.severity, b.configuration, b.load);
    });
}

std::vector<std::vector<std::size_t>> countPerLevel(const JudgeInput& input, const std::vector<Suspicious>& flags) {
    std::vector<std::vector<std::size_t>> counts;
    for (const ConfigurationFigures& each : input.figures.configurations) counts.emplace_back(each.levels.size());
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (i > 0 && flags[i].row == flags[i - 1].row) continue;
        const LevelPlace place = input.placeOf(flags[i].row);
        ++counts[place.configuration][place.level];
    }
    return counts;
}

/// Says of each where a person's own threshold was in force.
void markChanged(const Settings& settings, const CheckEntry& entry, std::span<Finding> findings) {
    const auto own = settings.thresholds.find(entry.id);
    if (own == settings.thresholds.end() || !entry.threshold) return;
    for (Finding& finding : findings) {
        finding.changedThreshold = own->second;
        finding.text += fmt::format(" The threshold is set to {}{}{}, by default {}.", numberText(own->second),
                                    entry.unit.empty() ? "" : " ", entry.unit, numberText(*entry.threshold));
    }
}

/// Runs the checks that need the sensitivity where it is there, else those that do not. False: a stop was asked for.
bool findAll(const FindingInput& input, const Sensitivity* sensitivity, Steps& steps, std::vector<Finding>& out) {
    for (const FindingCheck& check : findingChecks()) {
        if ((check.run == nullptr) != (sensitivity != nullptr)) continue;
        if (input.stop.stop_requested()) return false;
        const std::size_t before = out.size();
        Findings found(check.entry, input.settings, out);
        if (sensitivity)
            check.runWithSensitivity(input, *sensitivity, found);
        else
            check.run(input, found);
        markChanged(input.settings, check.entry, std::span(out).subspan(before));
        steps.done();
    }
    sortFindings(out);
    groupMany(input.figures, out);
    sortFindings(out);
    return !input.stop.stop_requested();
}

Judgement stoppedJudgement() {
    Judgement out;
    out.stopped = true;
    return out;
}

}  // namespace

std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::wrong:
            return "wrong";
        case Severity::doubtful:
            return "doubtful";
        case Severity::note:
            break;
    }
    return "note";
}

std::span<const ReportedRun> Judgement::reportedAt(std::size_t configuration, std::size_t level) const {
    if (configuration >= reported.size() || level >= reported[configuration].size()) return {};
    return reported[configuration][level];
}

Judgement judge(const Dataset& data, const Settings& settings, const Figures& figures, std::stop_token stop,
                const JudgeSinks& sinks) {
    if (figures.stopped) return stoppedJudgement();
    const JudgeInput input(data, settings, figures, stop);
    Judgement out;
    Steps steps(ruleChecks().size() + findingChecks().size() + 5, sinks.progress);
    for (const RuleCheck& check : ruleChecks()) {
        if (stop.stop_requested()) return stoppedJudgement();
        RowFlags flags(check.entry, settings, out.suspicious);
        check.run(input, flags);
        steps.done();
    }
    sortFlags(out.suspicious);
    LevelValues values(input);
    Resampler resampler(values, claimedQuantities());
    out.intervals = levelIntervals(values);
    out.crossings = crossingIntervals(values, out.intervals);
    steps.done();
    PairReader pairs{values, resampler, out.intervals};
    out.comparisons = compareAll(pairs);
    steps.done();
    out.reported = reportedDifferences(data, settings, figures, stop);
    out.unknowns = unknownsOf(data, settings, figures, stop);
    steps.done();
    const FindingInput known(input, out.suspicious, out.comparisons, out.reported);
    if (!findAll(known, nullptr, steps, out.findings)) return stoppedJudgement();
    out.queue = reviewQueue(input, out.suspicious);
    out.suspiciousPerLevel = countPerLevel(input, out.suspicious);
    if (stop.stop_requested()) return stoppedJudgement();
    steps.done();
    if (sinks.first) sinks.first(out);
    out.sensitivity = sensitivityOf(known);
    steps.done();
    if (!findAll(known, &*out.sensitivity, steps, out.findings)) return stoppedJudgement();
    return out;
}

}  // namespace plumbline
