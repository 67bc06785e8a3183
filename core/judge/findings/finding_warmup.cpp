#include <fmt/format.h>

#include <algorithm>

#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/measure/window.h"

namespace plumbline {
namespace {

bool hasRows(const Dataset& data, std::size_t source) {
    return std::any_of(data.runs.begin(), data.runs.end(),
                       [&](const Run& run) { return run.source == source && run.rowCount > 0; });
}

/// A warm-up or cool-down that is asked for where no times can be trimmed is not applied, and that is said
/// (METRICS §4).
void findNotApplied(const FindingInput& input, Findings& out) {
    const MeasureSettings& measure = input.settings.measure;
    for (const LevelPlace place : input.levels()) {
        const std::vector<RunIndex> runs = input.runsOf(place);
        const auto untrimmed = static_cast<std::size_t>(
            std::count_if(runs.begin(), runs.end(), [&](RunIndex run) { return !hasStarts(input.data, at(run)); }));
        if (untrimmed == 0) continue;
        Finding finding = out.at(
            input, place,
            fmt::format("{} know no start times finer than 1 ms: the warm-up {} and cool-down of {} are not applied "
                        "there.",
                        shareText(untrimmed, runs.size(), "runs"),
                        measure.warmupAuto ? "by MSER-5" : "of " + settingText(measure.warmup),
                        settingText(measure.cooldown)));
        finding.evidence = {{"runs", static_cast<double>(runs.size())}, {"untrimmed", static_cast<double>(untrimmed)}};
        out.push_back(std::move(finding));
    }
}

}  // namespace

bool hasWarmup(const Dataset& data, std::size_t source) {
    if (data.sources[source].warmupRemoved) return true;
    for (const Run& run : data.runs) {
        if (run.source != source) continue;
        const auto first = data.rows.phase.begin() + run.firstRow;
        if (std::find(first, first + run.rowCount, Phase::warmup) != first + run.rowCount) return true;
    }
    return false;
}

void findNoWarmupDiscarded(const FindingInput& input, Findings& out) {
    const MeasureSettings& measure = input.settings.measure;
    const bool cuts = measure.warmupAuto || measure.warmup > Nanoseconds{0};
    if (cuts || measure.cooldown > Nanoseconds{0}) findNotApplied(input, out);
    if (cuts) return;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        std::size_t sources = 0, cold = 0;
        for (const std::size_t source : input.figures.configurations[c].sources) {
            if (!hasRows(input.data, source)) continue;
            ++sources;
            if (!hasWarmup(input.data, source)) ++cold;
        }
        if (cold == 0) continue;
        const std::string which = cold == sources ? "No" : fmt::format("In {} no", shareText(cold, sources, "sources"));
        Finding finding =
            out.of(c, which + " warm-up rows are marked and none are cut off: the first requests count too.");
        finding.evidence = {{"sources", static_cast<double>(sources)}, {"without_warmup", static_cast<double>(cold)}};
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
