// Reference traffic, and the configurations against it (CLI §3.7).
#include "core/curve/traffic.h"
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json lengthsJson(const LengthFigures& lengths) {
    return {{"n", lengths.n},
            {"mean", numberJson(lengths.mean)},
            {"p50", numberJson(lengths.p50)},
            {"p90", numberJson(lengths.p90)},
            {"p99", numberJson(lengths.p99)},
            {"max", numberJson(lengths.max)}};
}

Json againstJson(const LengthsAgainst& against) {
    Json out = lengthsJson(against.lengths);
    out["ks"] = numberJson(against.ks);
    out["p50_ratio"] = numberJson(against.p50Ratio);
    out["p90_ratio"] = numberJson(against.p90Ratio);
    out["p99_ratio"] = numberJson(against.p99Ratio);
    return out;
}

/// null where nothing of it is known.
Json sharingJson(const PrefixSharing& sharing) {
    if (!sharing.known()) return nullptr;
    return {{"block_tokens", isKnown(sharing.blockTokens) ? Json(sharing.blockTokens) : Json(nullptr)},
            {"block_hit", numberJson(sharing.blockHit)},
            {"token_hit", numberJson(sharing.tokenHit)},
            {"requests_with_hit", numberJson(sharing.requestsWithHit)},
            {"requests", sharing.requests},
            {"chained", sharing.chained}};
}

Json setJson(const ReportInput& input, const TrafficSet& set) {
    const TrafficFigures figures = trafficFigures(input.data, set, input.settings, input.figures);
    const DataFile& file = input.data.files[set.file];
    Json out = {{"path", file.path},
                {"reader", file.reader},
                {"rows", figures.rows},
                {"prompt_tokens", lengthsJson(figures.prompt)},
                {"output_tokens", lengthsJson(figures.output)},
                {"failures", figures.failures},
                {"prefix_sharing", sharingJson(figures.sharing)},
                {"prefix_sharing_text", figures.sharing.text}};
    out["configurations"] = Json::array();
    for (std::size_t c = 0; c < figures.configurations.size(); ++c) {
        const ConfigurationAgainst& each = figures.configurations[c];
        out["configurations"].push_back({{"name", input.figures.configurations[c].name},
                                         {"prompt_tokens", againstJson(each.prompt)},
                                         {"output_tokens", againstJson(each.output)},
                                         {"prefix_sharing", sharingJson(each.sharing)},
                                         {"prefix_sharing_text", each.sharing.text}});
    }
    return out;
}

}  // namespace

Json trafficJson(const ReportInput& input) {
    Json out = Json::array();
    for (const TrafficSet& set : input.data.traffic) out.push_back(setJson(input, set));
    return out;
}

}  // namespace plumbline
