// `plumbline bound`, as JSON and as its working on paper (CLI §4).
#include <fmt/format.h>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

/// "routed=mxfp4,attention=bf16": the formats in force, a typed width as its number.
std::string weightsText(const std::vector<WeightGroup>& groups) {
    std::string out;
    for (const WeightGroup& group : groups)
        out += fmt::format("{}{}={}", out.empty() ? "" : ",", group.name,
                           group.format.empty() ? fmt::format("{}", group.bytesPerParam) : group.format);
    return out;
}

/// What of the inputs is the catalog's; typed groups have none of it.
void addOrigin(const BoundInputs& inputs, Json& out) {
    const BoundOrigin& origin = inputs.origin;
    if (origin.model.empty()) return;
    out["model"] = origin.model;
    out["accelerator"] = textJson(origin.accelerator);
    out["count"] = numberJson(origin.count);
    out["weights"] = weightsText(inputs.groups);
    out["kv_format"] = textJson(origin.kvFormat);
    out["bandwidth_source"] = textJson(origin.bandwidthSource);
    out["math_source"] = textJson(origin.mathSource);
}

/// What was put in, named as the options are.
Json inputsJson(const BoundInputs& inputs) {
    Json out{{"bandwidth_bytes_per_s", numberJson(inputs.bandwidth)},
             {"batch", numberJson(inputs.batch)},
             {"kv_bytes_per_token", numberJson(inputs.kvBytesPerToken)},
             {"context", numberJson(inputs.context)},
             {"replicas", numberJson(inputs.replicas)},
             {"accept", numberJson(inputs.accept)},
             {"draft", numberJson(inputs.draft)},
             {"draft_bytes", numberJson(inputs.draftBytes)},
             {"r_kv", numberJson(inputs.rKv)},
             {"r_attn", numberJson(inputs.rAttn)},
             {"math", numberJson(inputs.math)}};
    addOrigin(inputs, out);
    return out;
}

/// Parameters are those that a step reads; distinct experts are null where the group is not routed.
Json groupsJson(const Bound& bound) {
    Json out = Json::array();
    for (std::size_t i = 0; i < bound.groups.size(); ++i)
        out.push_back({{"name", bound.inputs.groups[i].name},
                       {"params", numberJson(bound.groups[i].params)},
                       {"bytes_per_param", numberJson(bound.inputs.groups[i].bytesPerParam)},
                       {"bytes", numberJson(bound.groups[i].bytes)},
                       {"distinct_experts", numberJson(bound.groups[i].distinctExperts)}});
    return out;
}

}  // namespace

Json boundSpeedsJson(const BoundSpeeds& speeds) {
    return {{"user_tokens_per_s", numberJson(speeds.user)}, {"aggregate_tokens_per_s", numberJson(speeds.aggregate)}};
}

std::string boundReportJson(const Bound& bound) {
    Json out{{"inputs", inputsJson(bound.inputs)},
             {"groups", groupsJson(bound)},
             {"weight_bytes", numberJson(bound.weightBytes)},
             {"kv_bytes", numberJson(bound.kvBytes)},
             {"step_bytes", numberJson(bound.stepBytes)},
             {"bandwidth_bytes_per_s", numberJson(bound.inputs.bandwidth)},
             {"memory_s", numberJson(bound.memorySeconds)},
             {"compute_s", numberJson(bound.computeSeconds)},
             {"step_s", numberJson(bound.stepSeconds)},
             {"nominal", boundSpeedsJson(bound.nominal)},
             {"ceiling", boundSpeedsJson(bound.ceiling)},
             {"measured", numberJson(bound.inputs.measured)},
             {"fraction", numberJson(bound.fraction)},
             {"working", bound.working}};
    if (bound.practical) out["practical"] = boundSpeedsJson(*bound.practical);
    return dumpDocument(out);
}

/// In 100 columns: a longer line goes on below, indented.
std::string boundReportText(const Bound& bound) {
    constexpr std::size_t width = 100;
    std::string out;
    for (std::string line : bound.working) {
        while (line.size() > width && line.rfind(' ', width) > 4 && line.rfind(' ', width) != std::string::npos) {
            const std::size_t space = line.rfind(' ', width);
            out += line.substr(0, space) + "\n";
            line = "    " + line.substr(space + 1);
        }
        out += line + "\n";
    }
    return out;
}

}  // namespace plumbline
