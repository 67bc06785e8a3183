// Claims asked, Pareto fronts and unknowns (CLI §3.5, §3.6).
#include <cmath>

#include "core/judge/compare/pareto.h"
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json whoJson(const ReportInput& input, std::optional<std::size_t> position) {
    return position ? Json(input.figures.configurations[*position].name) : Json(nullptr);
}

/// Not attained is infinite, which strict JSON has no number for.
Json figureJson(const std::optional<double>& value) {
    return value && std::isinf(*value) ? Json(notAttainedText) : numberJson(value);
}

Json partJson(const ClaimAt& part) {
    return {{"load", part.load ? loadJson(*part.load) : Json(nullptr)},
            {"state", name(part.state)},
            {"value", figureJson(part.value)},
            {"other", figureJson(part.other)},
            {"decided_by", name(part.decidedBy)},
            {"factor", part.decidedBy == ClaimBasis::scaledDifference ? Json(part.factor) : Json(nullptr)},
            {"runs", part.runs},
            {"low", numberJson(part.interval.low)},
            {"high", numberJson(part.interval.high)},
            {"interval_of", textJson(part.intervalOf)},
            {"text", part.text}};
}

Json answerJson(const ReportInput& input, const ClaimAnswer& answer) {
    Json parts = Json::array();
    for (const ClaimAt& part : answer.at) parts.push_back(partJson(part));
    const bool isLimit = answer.form.sense == ClaimSense::meets;
    return {{"claim", answer.claim},
            {"state", name(answer.state)},
            {"text", answer.text},
            {"narrower", textJson(answer.narrower)},
            {"subject", whoJson(input, answer.subject)},
            {"other", whoJson(input, answer.other)},
            {"quantity", answer.quantity ? Json(keyPath(*answer.quantity)) : Json(nullptr)},
            {"limit", isLimit ? numberJson(answer.form.limit.limit) : Json(nullptr)},
            {"at", parts}};
}

Json pointJson(const ReportInput& input, const FrontPoint& point) {
    const ConfigurationFigures& configuration = input.figures.configurations[point.configuration];
    return {{"configuration", configuration.name},
            {"load", loadJson(configuration.levels[point.level].load)},
            {"x", numberJson(point.x)},
            {"y", numberJson(point.y)},
            {"state", name(point.state)},
            {"on_by_value", point.onByValue},
            {"text", point.text}};
}

Json frontJson(const ReportInput& input, const Front& front) {
    Json points = Json::array();
    for (const FrontPoint& point : front.points) points.push_back(pointJson(input, point));
    Json withheld = Json::object();
    for (const auto& [configuration, why] : front.withheld)
        withheld[input.figures.configurations[configuration].name] = why;
    return {{"x", keyPath(front.x)},  {"y", keyPath(front.y)},    {"points", points},
            {"fronts", front.groups}, {"refused", front.refused}, {"withheld", withheld}};
}

}  // namespace

Json claimsAskedJson(const ReportInput& input) {
    Json out = Json::array();
    for (const ClaimAnswer& answer : input.claims) out.push_back(answerJson(input, answer));
    return out;
}

Json paretoJson(const ReportInput& input) {
    Json out = Json::array();
    for (const auto& [x, y] : reportedFronts())
        out.push_back(frontJson(input, paretoFront(input.settings, input.figures, input.judgement, x, y)));
    return out;
}

Json unknownsJson(const ReportInput& input) {
    Json out = Json::array();
    for (const Unknown& each : input.judgement.unknowns) {
        Json who = Json::array();
        for (const std::size_t c : each.configurations) who.push_back(input.figures.configurations[c].name);
        out.push_back({{"harness", each.harness},
                       {"id", each.id},
                       {"what", each.what},
                       {"blocks", each.blocks},
                       {"record", each.record},
                       {"configurations", who}});
    }
    return out;
}

}  // namespace plumbline
