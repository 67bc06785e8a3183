// What hangs on the cutoffs (METRICS §2), as steps: a value stands from its cutoff to that of the next.
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json nameJson(const ReportInput& input, std::optional<std::size_t> configuration) {
    return configuration ? Json(input.figures.configurations[*configuration].name) : Json(nullptr);
}

Json cutoffJson(CutoffKind kind, std::int64_t cutoff) {
    return kind == CutoffKind::chunks ? Json(cutoff) : Json(inUnit(kind, cutoff));
}

/// The first of each run of equal entries, by `same(i, j)`.
template <class Same, class Add>
void forEachStep(const CutoffSensitivity& of, const Same& same, const Add& add) {
    for (std::size_t i = 0; i < of.at.size(); ++i)
        if (i == 0 || !same(i - 1, i)) add(i);
}

Json stepsJson(const ReportInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking) {
    Json out = Json::array();
    for (std::size_t c = 0; c < ranking.configurations.size(); ++c) {
        const auto& values = ranking.values[c];
        Json from = Json::array(), steps = Json::array();
        forEachStep(
            of, [&](std::size_t a, std::size_t b) { return values[a] == values[b]; },
            [&](std::size_t i) {
                from.push_back(cutoffJson(of.kind, of.at[i]));
                steps.push_back(numberJson(values[i]));
            });
        out.push_back({{"name", nameJson(input, ranking.configurations[c])}, {"from", from}, {"values", steps}});
    }
    return out;
}

Json rankingJson(const ReportInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking) {
    Json regions = Json::array();
    for (std::size_t i = 0; i < ranking.regions.size(); ++i) {
        const LeaderRegion& each = ranking.regions[i];
        regions.push_back({{"from", cutoffJson(of.kind, each.from)},
                           {"to", cutoffJson(of.kind, each.to)},
                           {"leader", ranking.marked[i] ? nameJson(input, each.leader) : Json(nullptr)},
                           {"as_drawn", nameJson(input, each.leader)}});
    }
    return {{"quantity", keyPath(ranking.quantity)},
            {"load", loadJson(ranking.load)},
            {"headline", ranking.headline},
            {"configurations", stepsJson(input, of, ranking)},
            {"leaders", regions},
            {"changes", ranking.changes},
            {"refusal", textJson(ranking.refusal)},
            {"text", ranking.text}};
}

Json crossingJson(const ReportInput& input, const CutoffSensitivity& of, const CrossingSensitivity& crossing) {
    Json from = Json::array(), states = Json::array(), loads = Json::array();
    if (crossing.followed)
        forEachStep(
            of,
            [&](std::size_t a, std::size_t b) {
                return crossing.states[a] == crossing.states[b] && crossing.loads[a] == crossing.loads[b];
            },
            [&](std::size_t i) {
                from.push_back(cutoffJson(of.kind, of.at[i]));
                states.push_back(name(crossing.states[i]));
                loads.push_back(numberJson(crossing.loads[i]));
            });
    return {{"configuration", nameJson(input, crossing.configuration)},
            {"slo", crossing.slo},
            {"from", from},
            {"states", states},
            {"loads", loads},
            {"text", crossing.text}};
}

Json axisJson(const ReportInput& input, const CutoffSensitivity& of) {
    Json rankings = Json::array(), crossings = Json::array(), bins = Json::array();
    for (const RankingSensitivity& each : of.rankings) rankings.push_back(rankingJson(input, of, each));
    for (const CrossingSensitivity& each : of.crossings) crossings.push_back(crossingJson(input, of, each));
    for (const CutoffBin& each : of.histogram)
        if (each.rows > 0)
            bins.push_back({{"from", cutoffJson(of.kind, each.from)},
                            {"below", cutoffJson(of.kind, each.to)},
                            {"rows", each.rows}});
    return {{"cutoff", entryOf(of.kind).reportKey},
            {"present", cutoffJson(of.kind, of.present)},
            {"range", {0, cutoffJson(of.kind, of.most)}},
            {"looked_at", of.at.size()},
            {"exact", of.exact},
            {"rows", of.rows},
            {"measured", of.measured},
            {"rankings", rankings},
            {"crossings", crossings},
            {"histogram", bins},
            {"text", of.text}};
}

Json bothJson(const ReportInput& input, const JointSensitivity& both) {
    Json intervals = Json::array(), rankings = Json::array();
    for (const std::int64_t each : both.intervals) intervals.push_back(cutoffJson(CutoffKind::interval, each));
    for (const JointRanking& ranking : both.rankings) {
        Json leaders = Json::array(), drawn = Json::array();
        for (std::size_t i = 0; i < ranking.leaders.size(); ++i) {
            if (i % both.chunks.size() == 0)
                for (Json* each : {&leaders, &drawn}) each->push_back(Json::array());
            drawn.back().push_back(nameJson(input, ranking.leaders[i]));
            leaders.back().push_back(ranking.refusal.empty() ? drawn.back().back() : Json(nullptr));
        }
        rankings.push_back({{"quantity", keyPath(ranking.quantity)},
                            {"load", loadJson(ranking.load)},
                            {"leaders", leaders},
                            {"as_drawn", drawn},
                            {"refusal", textJson(ranking.refusal)},
                            {"text", textJson(ranking.text)}});
    }
    return {{entryOf(CutoffKind::interval).reportKey, intervals},
            {entryOf(CutoffKind::chunks).reportKey, both.chunks},
            {"rankings", rankings}};
}

Json suggestionJson(const Sensitivity& sensitivity) {
    if (!sensitivity.suggestion) return {{"min_interval_s", nullptr}, {"text", sensitivity.suggestionText}};
    const SuggestedCutoff& gap = *sensitivity.suggestion;
    return {{"min_interval_s", cutoffJson(CutoffKind::interval, gap.cutoff.count())},
            {"gap_from_s", cutoffJson(CutoffKind::interval, gap.below.count())},
            {"gap_to_s", cutoffJson(CutoffKind::interval, gap.above.count())},
            {"rows_below", gap.rowsBelow},
            {"rows_above", gap.rowsAbove},
            {"text", sensitivity.suggestionText}};
}

}  // namespace

Json sensitivityJson(const ReportInput& input) {
    if (!input.judgement.sensitivity) return nullptr;
    const Sensitivity& of = *input.judgement.sensitivity;
    Json cutoffs = Json::array();
    for (const CutoffSensitivity& each : of.cutoffs) cutoffs.push_back(axisJson(input, each));
    return {
        {"cutoffs", cutoffs}, {"both", bothJson(input, of.both)}, {"suggested", suggestionJson(of)}, {"text", of.text}};
}

}  // namespace plumbline
