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

/// TTFT above this share of e2e at the lowest load: the answer is mostly its first token (CLI §6).
constexpr double mostlyFirstToken = 0.5;

/// Two counts of one output.
struct Counts {
    double tokens = 0, other = 0;
    std::size_t rows = 0;  ///< that know both; 0: they are the source's own totals
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

/// The source's own two totals, over the runs that have both: counted by the server, and again from the text.
Counts totalsOf(const JudgeInput& input, LevelPlace place) {
    Counts out;
    for (const RunIndex index : input.runsOf(place)) {
        const Reported& reported = input.data.runs[at(index)].info.reported;
        const auto counted = reported.find("output_tokens.total");
        const auto again = reported.find("output_tokens_retokenized.total");
        if (counted == reported.end() || again == reported.end()) continue;
        out.tokens += counted->second;
        out.other += again->second;
    }
    return out;
}

Finding countsDiffer(const JudgeInput& input, LevelPlace place, const Counts& counts, const Findings& out) {
    const double apart = std::abs(counts.tokens - counts.other) / std::max(counts.tokens, counts.other);
    const std::string over = counts.rows > 0 ? fmt::format("by the second count, over {} rows", countText(counts.rows))
                                             : "counted again from the text, as the harness reports";
    Finding finding =
        out.at(input, place,
               fmt::format("Two counts of the output differ by {}: {} tokens, and {} {}.", percentText(apart),
                           numberText(counts.tokens), numberText(counts.other), over));
    finding.evidence = {{"output_tokens", counts.tokens}, {"other_output_tokens", counts.other}};
    if (counts.rows > 0) finding.evidence.emplace_back("rows", static_cast<double>(counts.rows));
    return finding;
}

bool isMeasured(const JudgeInput& input, std::size_t row) {
    const Verdict verdict = (*input.figures.verdicts)[row];
    return (*input.figures.places)[row] == Place::in && verdict >= Verdict::unobservable;
}

/// Rows that say of themselves who counted their tokens, other than their header says of them all. Theirs is the word
/// that counts.
void judgeHeader(const JudgeInput& input, LevelPlace place, Findings& out) {
    std::vector<RowIndex> rows;
    std::string header, own;
    std::size_t saying = 0;
    input.forEachRow(place, [&](std::size_t row) {
        const TokenSource said = input.data.rows.tokenSource[row];
        if (!isMeasured(input, row) || said == TokenSource::unknown) return;
        ++saying;
        const Run& run = input.data.runs[at(input.data.rows.run[row])];
        const std::string& stated = input.data.sources[run.source].boundary.tokens;
        if (stated.empty() || stated == name(said)) return;
        if (rows.empty()) header = stated, own = name(said);
        rows.push_back(RowIndex(row));
    });
    if (rows.empty()) return;
    Finding finding = out.at(input, place,
                             fmt::format("{} say that their tokens were counted by {}, their header says {}: a row's "
                                         "own word counts.",
                                         shareText(rows.size(), saying, "rows"), own, header));
    finding.evidence = {{"rows", static_cast<double>(rows.size())}, {"row", own}, {"header", header}};
    finding.rows = std::move(rows);
    out.push_back(std::move(finding));
}

bool hasText(const JudgeInput& input, std::size_t row) {
    return input.data.prepared->runs[at(input.data.rows.run[row])].traits.makesText;
}

std::optional<double> medianOutput(const JudgeInput& input, LevelPlace place) {
    std::vector<double> counts;
    input.forEachRow(place, [&](std::size_t row) {
        if (isMeasured(input, row) && isKnown(input.data.rows.outputTokens[row]) && hasText(input, row))
            counts.push_back(input.data.rows.outputTokens[row]);
    });
    std::sort(counts.begin(), counts.end());
    return quantileOf(counts, 0.5, PercentileRule::linear);
}

void judgeLowestLoad(const JudgeInput& input, std::size_t c, Findings& out) {
    const ConfigurationFigures& configuration = input.figures.configurations[c];
    if (configuration.line.empty()) return;
    const LevelFigures& level = configuration.levels[configuration.line.front()];
    const auto ttft = level.of(RowMetric::ttft).at(quantile(0.5)), e2e = level.of(RowMetric::e2e).at(quantile(0.5));
    if (!ttft || !e2e || *e2e <= 0 || *ttft <= mostlyFirstToken * *e2e) return;
    Finding finding = out.at(input, {c, configuration.line.front()},
                             fmt::format("At the lowest load the first token takes {} of the whole answer ({} of "
                                         "{}, medians): decoding hardly shows.",
                                         percentText(*ttft / *e2e), secondsText(*ttft), secondsText(*e2e)));
    finding.evidence = {{"ttft_s.p50", *ttft}, {"e2e_s.p50", *e2e}};
    out.push_back(std::move(finding));
}

}  // namespace

void findTokenSourceDiffers(const FindingInput& input, Findings& out) {
    const double threshold = out.threshold();
    for (const LevelPlace place : input.levels()) {
        Counts counts = countsOf(input, place);
        if (counts.rows == 0) counts = totalsOf(input, place);
        if (std::abs(counts.tokens - counts.other) > threshold * std::max(counts.tokens, counts.other))
            out.push_back(countsDiffer(input, place, counts, out));
        judgeHeader(input, place, out);
    }
    findTokenSourcesDiffer(input, out);
}

void findShortOutputs(const FindingInput& input, Findings& out) {
    const double fewest = out.threshold();
    for (const LevelPlace place : input.levels()) {
        const auto median = medianOutput(input, place);
        if (!median || *median >= fewest) continue;
        Finding finding = out.at(input, place,
                                 fmt::format("The median answer has {} {}: rates of so short answers say "
                                             "little of longer ones.",
                                             numberText(*median), *median == 1 ? "token" : "tokens"));
        finding.evidence = {{"output_tokens.p50", *median}};
        out.push_back(std::move(finding));
    }
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) judgeLowestLoad(input, c, out);
}

}  // namespace plumbline
