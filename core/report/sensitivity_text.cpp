#include "core/report/sensitivity_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/text_table.h"

namespace plumbline {
namespace {

/// More sentences of a cutoff than these are for --json and the window.
constexpr std::size_t mostTold = 3;

/// Rankings by a headline figure that change; where none does, those at the load that most configurations have.
std::vector<const RankingSensitivity*> told(const CutoffSensitivity& of) {
    std::vector<const RankingSensitivity*> changed, commonest;
    for (const RankingSensitivity& each : of.rankings) {
        if (!each.headline) continue;
        if (each.changes) changed.push_back(&each);
        if (commonest.empty() || each.configurations.size() > commonest.front()->configurations.size())
            commonest.clear();
        if (commonest.empty() || commonest.front()->load == each.load) commonest.push_back(&each);
    }
    return changed.empty() ? commonest : changed;
}

/// A ranking of configurations that do not match says so: the reasons stand under the comparisons.
std::string rankingText(const RankingSensitivity& ranking) {
    return (ranking.refusal.empty() ? "- " : "- As drawn, and no claim, for those who lead are not matched there: ") +
           ranking.text;
}

std::string cutoffText(const CutoffSensitivity& of) {
    std::string out =
        wrapped(fmt::format("{}: {}", of.kind == CutoffKind::interval ? "interval" : "chunks", of.text), 2);
    if (of.rows == 0) return out;
    const auto rankings = told(of);
    for (std::size_t i = 0; i < std::min(mostTold, rankings.size()); ++i) out += wrapped(rankingText(*rankings[i]), 2);
    if (rankings.size() > mostTold)
        out += fmt::format("  and {} more rankings: see --json\n", rankings.size() - mostTold);
    for (const CrossingSensitivity& each : of.crossings) out += wrapped("- " + each.text, 2);
    return out;
}

}  // namespace

std::string sensitivityText(const ReportInput& input) {
    if (!input.judgement.sensitivity) return {};
    const Sensitivity& of = *input.judgement.sensitivity;
    if (of.of(CutoffKind::interval).measured == 0) return {};
    std::string out;
    for (const CutoffSensitivity& each : of.cutoffs) out += cutoffText(each);
    for (const JointRanking& each : of.both.rankings)
        if (!each.text.empty())
            out +=
                wrapped((each.refusal.empty() ? "- " : "- As drawn, and no claim, for they are not matched there: ") +
                            each.text,
                        2);
    return out + wrapped(of.suggestionText, 2) + wrapped(of.text, 2);
}

}  // namespace plumbline
