// Whether the requests that were measured are as long as those of the reference traffic (FORMATS/traffic.md §6).
#include <fmt/format.h>

#include "core/curve/traffic.h"
#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

struct Side {
    TokenSide side;
    std::string_view subject, every, key;
};

/// "p50 128 against 1,020"; the caller has checked that both are known.
std::string pair(std::string_view name, const std::optional<double>& ours, const std::optional<double>& theirs) {
    return fmt::format("{} {} against {}", name, numberText(*ours), numberText(*theirs));
}

std::string sentence(const Side& side, double ks, const LengthFigures& ours, const LengthFigures& theirs,
                     const std::string& traffic) {
    std::string out = fmt::format(
        "{} are unlike those of the reference traffic {}: KS distance {:.2f}; {} and {} tokens (n = {} and "
        "{}).",
        side.subject, traffic, ks, pair("p50", ours.p50, theirs.p50), pair("p99", ours.p99, theirs.p99),
        countText(ours.n), countText(theirs.n));
    if (ours.min == ours.max) out += fmt::format(" Every {} has the same length.", side.every);
    return out;
}

void findUnlike(const JudgeInput& input, const Side& side, Findings& out) {
    if (input.data.traffic.empty()) return;
    const TrafficSet& set = input.data.traffic.front();
    const PercentileRule rule = input.settings.measure.percentile;
    const auto theirs = trafficLengths(set, side.side);
    const LengthFigures traffic = lengthFigures(theirs, rule);
    for (std::size_t c = 0; c < input.figures.configurations.size() && !input.stop.stop_requested(); ++c) {
        const auto ours = configurationLengths(input.data, input.figures, c, side.side);
        const auto ks = ksDistance(ours, theirs);
        if (!ks || *ks <= out.threshold()) continue;
        const LengthFigures lengths = lengthFigures(ours, rule);
        const std::string name = trafficName(input.data, set);
        Finding finding = out.of(c, sentence(side, *ks, lengths, traffic, name));
        const std::string key(side.key);
        finding.evidence = {{"ks", *ks},
                            {key + ".p50", std::vector<double>{*lengths.p50, *traffic.p50}},
                            {key + ".p90", std::vector<double>{*lengths.p90, *traffic.p90}},
                            {key + ".p99", std::vector<double>{*lengths.p99, *traffic.p99}},
                            {"n", std::vector<double>{static_cast<double>(lengths.n), static_cast<double>(traffic.n)}},
                            {"traffic", name}};
        out.push_back(std::move(finding));
    }
}

}  // namespace

void findInputUnlikeTraffic(const FindingInput& input, Findings& out) {
    findUnlike(input, {TokenSide::prompt, "Prompts", "prompt", "prompt_tokens"}, out);
}

void findOutputUnlikeTraffic(const FindingInput& input, Findings& out) {
    findUnlike(input, {TokenSide::output, "Answers", "answer", "output_tokens"}, out);
}

}  // namespace plumbline
