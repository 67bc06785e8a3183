// What a person types and what a context holds, to the bound's inputs and back.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/bound/bound.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> parseNumber(std::string_view text) {
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

Unexpected badBound(std::string message, std::string hint = {}) {
    return unexpected(ErrorKind::format, std::move(message), "bound", std::move(hint));
}

/// A number of the object; null and a missing key leave `into` as it is.
template <class Number>
Result<void> readNumber(const Json& object, const char* key, Number& into) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    if (!found->is_number()) return badBound(fmt::format("\"{}\" is not a number.", key));
    into = found->template get<double>();
    return {};
}

Result<WeightGroup> readGroup(const Json& item) {
    if (!item.is_array() || item.size() != 3 || !item[0].is_string() || !item[1].is_number() || !item[2].is_number())
        return badBound("A group is not [name, parameters, bytes each].",
                        R"(For example ["experts", 88.4e9, 0.53125].)");
    return WeightGroup{item[0].get<std::string>(), item[1].get<double>(), item[2].get<double>()};
}

Result<void> readGroups(const Json& object, std::vector<WeightGroup>& groups) {
    const auto found = object.find("groups");
    if (found == object.end() || !found->is_array() || found->empty())
        return badBound("The bytes read a step are not stated.",
                        R"(Give "groups": [["experts", 88.4e9, 0.53125], ...] and "bandwidth_bytes_per_s".)");
    for (const Json& item : *found) {
        Result<WeightGroup> group = readGroup(item);
        if (!group) return Unexpected{group.error()};
        groups.push_back(*std::move(group));
    }
    return {};
}

Result<void> readNumbers(const Json& object, BoundInputs& inputs) {
    for (auto [key, into] : {std::pair{"bandwidth_bytes_per_s", &inputs.bandwidth},
                             {"batch", &inputs.batch},
                             {"replicas", &inputs.replicas},
                             {"accept", &inputs.accept}}) {
        if (Result<void> fine = readNumber(object, key, *into); !fine) return fine;
    }
    for (auto [key, into] : {std::pair{"kv_bytes_per_token", &inputs.kvBytesPerToken},
                             {"context", &inputs.context},
                             {"measured", &inputs.measured}}) {
        if (Result<void> fine = readNumber(object, key, *into); !fine) return fine;
    }
    return {};
}

}  // namespace

Result<WeightGroup> parseWeightGroup(std::string_view text) {
    const auto refuse = [&] {
        return unexpected(ErrorKind::options, fmt::format("'{}' is no weight group.", text), {},
                          "Write NAME:PARAMETERS:BYTES_EACH, for example experts:88.4e9:0.53125.");
    };
    const std::size_t second = text.rfind(':');
    if (second == std::string_view::npos || second == 0) return refuse();
    const std::size_t first = text.rfind(':', second - 1);
    if (first == std::string_view::npos || first == 0) return refuse();
    const std::optional<double> params = parseNumber(text.substr(first + 1, second - first - 1));
    const std::optional<double> bytes = parseNumber(text.substr(second + 1));
    if (!params || !bytes || *params <= 0 || *bytes <= 0) return refuse();
    return WeightGroup{std::string(text.substr(0, first)), *params, *bytes};
}

Result<BoundInputs> parseBoundJson(std::string_view json) {
    const Json object = Json::parse(json, nullptr, false);
    if (!object.is_object()) return badBound("This is no JSON object.");
    BoundInputs inputs;
    if (Result<void> fine = readGroups(object, inputs.groups); !fine) return Unexpected{fine.error()};
    if (Result<void> fine = readNumbers(object, inputs); !fine) return Unexpected{fine.error()};
    return inputs;
}

std::string boundJson(const BoundInputs& inputs) {
    Json out = Json::object();
    out["groups"] = Json::array();
    for (const WeightGroup& group : inputs.groups)
        out["groups"].push_back(Json::array({group.name, group.params, group.bytesPerParam}));
    out["bandwidth_bytes_per_s"] = inputs.bandwidth;
    if (inputs.kvBytesPerToken) out["kv_bytes_per_token"] = *inputs.kvBytesPerToken;
    if (inputs.context) out["context"] = *inputs.context;
    if (inputs.replicas != 1) out["replicas"] = inputs.replicas;
    if (inputs.accept != 1) out["accept"] = inputs.accept;
    if (inputs.batch != 1) out["batch"] = inputs.batch;
    if (inputs.measured) out["measured"] = *inputs.measured;
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plumbline
