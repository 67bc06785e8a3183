// How many tokens: two counts that differ, and answers too short to tell of decoding.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/measure/quantiles.h"

namespace plumbline {
namespace {

/// TTFT above this share of e2e at the lowest load: the answer is mostly its first token (cli.md).
constexpr double mostlyFirstToken = 0.5;

struct Counts {
    std::int64_t tokens = 0, other = 0;
    std::size_t rows = 0;
};

Counts countsOf(const JudgeInput& input, LevelPlace place) {
    const Columns& rows = input.data.rows;
    Counts out;
    input.forEachRow(place, [&](std::size_t row) {
        if (!isKnown(rows.outputTokens[row]) || !isKnown(rows.otherOutputTokens[row])) return;
        out.tokens += rows.outputTokens[row];
        out.other += rows.otherOutputTokens[row];
        ++out.rows;
    });
    return out;
}

bool isMeasured(const JudgeInput& input, std::size_t row) {
    const Verdict verdict = (*input.figures.verdicts)[row];
    return (*input.figures.places)[row] == Place::in && verdict >= Verdict::unobservable;
}

std::optional<double> medianOutput(const JudgeInput& input, LevelPlace place) {
    std::vector<double> counts;
    input.forEachRow(place, [&](std::size_t row) {
        if (isMeasured(input, row) && isKnown(input.data.rows.outputTokens[row]))
            counts.push_back(input.data.rows.outputTokens[row]);
    });
    std::sort(counts.begin(), counts.end());
    return quantileOf(counts, 0.5, PercentileRule::linear);
}

void judgeLowestLoad(const JudgeInput& input, std::size_t c, std::vector<Finding>& out) {
    const ConfigurationFigures& configuration = input.figures.configurations[c];
    if (configuration.line.empty()) return;
    const LevelFigures& level = configuration.levels[configuration.line.front()];
    const auto ttft = level.of(RowMetric::ttft).at(quantile(0.5)), e2e = level.of(RowMetric::e2e).at(quantile(0.5));
    if (!ttft || !e2e || *e2e <= 0 || *ttft <= mostlyFirstToken * *e2e) return;
    Finding finding = findingAt(findingEntry("short-outputs"), input, {c, configuration.line.front()},
                                fmt::format("At the lowest load the first token takes {} of the whole answer ({} of "
                                            "{}, medians): decoding hardly shows.",
                                            percentText(*ttft / *e2e), secondsText(*ttft), secondsText(*e2e)));
    finding.evidence = {{"ttft_s.p50", *ttft}, {"e2e_s.p50", *e2e}};
    out.push_back(std::move(finding));
}

}  // namespace

void findTokenSourceDiffers(const JudgeInput& input, std::vector<Finding>& out) {
    for (const LevelPlace place : input.levels()) {
        const Counts counts = countsOf(input, place);
        const auto most = static_cast<double>(std::max(counts.tokens, counts.other));
        const double apart = std::abs(static_cast<double>(counts.tokens - counts.other));
        if (counts.rows == 0 || apart <= input.threshold("token-source-differs") * most) continue;
        Finding finding = findingAt(
            findingEntry("token-source-differs"), input, place,
            fmt::format("Two counts of the output differ by {}: {} tokens, and {} by the second count, over {} rows.",
                        percentText(apart / most), countText(static_cast<std::uint64_t>(counts.tokens)),
                        countText(static_cast<std::uint64_t>(counts.other)), countText(counts.rows)));
        finding.evidence = {{"output_tokens", static_cast<double>(counts.tokens)},
                            {"other_output_tokens", static_cast<double>(counts.other)},
                            {"rows", static_cast<double>(counts.rows)}};
        out.push_back(std::move(finding));
    }
    findTokenSourcesDiffer(input, out);
}

void findShortOutputs(const JudgeInput& input, std::vector<Finding>& out) {
    const double fewest = input.threshold("short-outputs");
    for (const LevelPlace place : input.levels()) {
        const auto median = medianOutput(input, place);
        if (!median || *median >= fewest) continue;
        Finding finding = findingAt(findingEntry("short-outputs"), input, place,
                                    fmt::format("The median answer has {} tokens: rates of so short answers say "
                                                "little of longer ones.",
                                                numberText(*median)));
        finding.evidence = {{"output_tokens.p50", *median}};
        out.push_back(std::move(finding));
    }
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) judgeLowestLoad(input, c, out);
}

}  // namespace plumbline
