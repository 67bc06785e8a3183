// `plumbline bound`, as JSON and as its working on paper (cli.md).
#include <fmt/format.h>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

/// What was put in, named as the options are.
Json inputsJson(const BoundInputs& inputs) {
    return {{"bandwidth_bytes_per_s", numberJson(inputs.bandwidth)},
            {"batch", numberJson(inputs.batch)},
            {"kv_bytes_per_token", numberJson(inputs.kvBytesPerToken)},
            {"context", numberJson(inputs.context)},
            {"replicas", numberJson(inputs.replicas)},
            {"accept", numberJson(inputs.accept)}};
}

/// Distinct experts are the catalog's to know: a typed group says its bytes, not what is in them.
Json groupsJson(const std::vector<WeightGroup>& groups) {
    Json out = Json::array();
    for (const WeightGroup& group : groups)
        out.push_back({{"name", group.name},
                       {"params", numberJson(group.params)},
                       {"bytes_per_param", numberJson(group.bytesPerParam)},
                       {"bytes", numberJson(group.params * group.bytesPerParam)},
                       {"distinct_experts", nullptr}});
    return out;
}

}  // namespace

Json boundSpeedsJson(const BoundSpeeds& speeds) {
    return {{"user_tokens_per_s", numberJson(speeds.user)}, {"aggregate_tokens_per_s", numberJson(speeds.aggregate)}};
}

std::string boundReportJson(const Bound& bound) {
    return dumpDocument({{"inputs", inputsJson(bound.inputs)},
                         {"groups", groupsJson(bound.inputs.groups)},
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
                         {"working", bound.working}});
}

std::string boundReportText(const Bound& bound) {
    std::string out;
    for (const std::string& line : bound.working) out += line + "\n";
    return out;
}

}  // namespace plumbline
