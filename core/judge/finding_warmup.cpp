#include <fmt/format.h>

#include <algorithm>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// A source whose harness marks its warm-up rows, or says that it took them out before writing.
bool hasWarmup(const Dataset& data, std::size_t source) {
    if (data.sources[source].warmupRemoved) return true;
    for (const Run& run : data.runs) {
        if (run.source != source) continue;
        const auto first = data.rows.phase.begin() + run.firstRow;
        if (std::find(first, first + run.rowCount, Phase::warmup) != first + run.rowCount) return true;
    }
    return false;
}

bool hasRows(const Dataset& data, std::size_t source) {
    return std::any_of(data.runs.begin(), data.runs.end(),
                       [&](const Run& run) { return run.source == source && run.rowCount > 0; });
}

}  // namespace

void findNoWarmupDiscarded(const JudgeInput& input, std::vector<Finding>& out) {
    if (input.settings.measure.warmup > Nanoseconds{0}) return;
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
            findingOf(findingEntry("no-warmup-discarded"), c,
                      which + " warm-up rows are marked and none are cut off: the first requests count too.");
        finding.evidence = {{"sources", static_cast<double>(sources)}, {"without_warmup", static_cast<double>(cold)}};
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
