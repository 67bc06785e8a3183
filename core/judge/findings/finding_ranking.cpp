// Whether the conclusion hangs on the guess: another leader within the cutoffs' range (CLI
// §6, ranking-depends-on-cutoff).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/judge/registry.h"
#include "core/judge/sensitivity/sensitivity.h"
#include "core/measure/setting_table.h"

namespace plumbline {
namespace {

/// What is said of one load.
struct Depends {
    std::string text, refusal;
    std::size_t changes = 0;
    std::vector<std::pair<std::string, EvidenceValue>> evidence;
    std::optional<std::size_t> configuration;
};

void add(const std::string& sentence, Depends& out) {
    out.text += (out.text.empty() ? "" : " ") + sentence;
    ++out.changes;
}

/// Where the leader changes, in the cutoff's unit: "min_interval_s, ttft_s.p50".
void addEvidence(const CutoffSensitivity& of, const RankingSensitivity& ranking, Depends& out) {
    std::vector<double> changes;
    for (std::size_t i = 1; i < ranking.regions.size(); ++i)
        changes.push_back(inUnit(of.kind, ranking.regions[i].from - 1));
    out.evidence.emplace_back(fmt::format("{}, {}", entryOf(of.kind).reportKey, keyPath(ranking.quantity)),
                              std::move(changes));
    if (out.refusal.empty()) out.refusal = ranking.refusal;
    for (const LeaderRegion& region : ranking.regions)
        if (region.leader && !out.configuration) out.configuration = region.leader;
}

std::map<Load, Depends> gathered(const Sensitivity& of) {
    std::map<Load, Depends> out;
    for (const CutoffSensitivity& cutoff : of.cutoffs)
        for (const RankingSensitivity& ranking : cutoff.rankings) {
            if (!ranking.headline || !ranking.changes) continue;
            add(ranking.text, out[ranking.load]);
            addEvidence(cutoff, ranking, out[ranking.load]);
        }
    for (const JointRanking& ranking : of.both.rankings)
        if (!ranking.text.empty()) add(ranking.text, out[ranking.load]);
    return out;
}

}  // namespace

void findRankingDependsOnCutoff(const FindingInput&, const Sensitivity& sensitivity, Findings& out) {
    for (auto& [load, depends] : gathered(sensitivity)) {
        Finding finding;
        finding.id = out.id();
        finding.severity = out.entry().severity;
        finding.configuration = depends.configuration;
        finding.load = load;
        finding.text = depends.text;
        if (!depends.refusal.empty()) finding.text += " This is no claim about them: " + depends.refusal;
        finding.evidence = std::move(depends.evidence);
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
