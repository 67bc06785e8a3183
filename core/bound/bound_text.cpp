// What a person types and what a context holds, to the bound's inputs and back.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/bound/catalog_bound.h"

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

/// A text of the object; null and a missing key leave `into` as it is.
Result<void> readText(const Json& object, const char* key, std::string& into) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    if (!found->is_string()) return badBound(fmt::format("\"{}\" is not a text.", key));
    into = found->get<std::string>();
    return {};
}

/// Keys of the numbers that both forms have, with where each goes.
template <class Form>
auto numbersOf(Form& form) {
    return std::array{std::pair{"kv_bytes_per_token", &form.kvBytesPerToken}, std::pair{"context", &form.context},
                      std::pair{"measured", &form.measured}, std::pair{"math", &form.math},
                      std::pair{"practical", &form.practical}};
}

/// A key, its place and the value that is meant where it is not there.
template <class Inputs>
auto defaultedOf(Inputs& inputs) {
    return std::array{std::tuple{"batch", &inputs.batch, 1.0},
                      std::tuple{"replicas", &inputs.replicas, 1.0},
                      std::tuple{"accept", &inputs.accept, 1.0},
                      std::tuple{"draft", &inputs.draft, 0.0},
                      std::tuple{"r_kv", &inputs.rKv, 1.0},
                      std::tuple{"r_attn", &inputs.rAttn, 1.0},
                      std::tuple{"draft_bytes", &inputs.draftBytes, 0.0}};
}

template <class Form>
auto textsOf(Form& form) {
    return std::array{std::pair{"model", &form.model}, std::pair{"accelerator", &form.accelerator},
                      std::pair{"weights", &form.weights}, std::pair{"kv_format", &form.kvFormat}};
}

template <class Form>
Result<void> readNumbers(const Json& object, Form& form) {
    if (Result<void> fine = readNumber(object, "bandwidth_bytes_per_s", form.bandwidth); !fine) return fine;
    for (auto [key, into, absent] : defaultedOf(form))
        if (Result<void> fine = readNumber(object, key, *into); !fine) return fine;
    for (auto [key, into] : numbersOf(form))
        if (Result<void> fine = readNumber(object, key, *into); !fine) return fine;
    return {};
}

Result<BoundInputs> readTyped(const Json& object) {
    BoundInputs inputs;
    if (Result<void> fine = readGroups(object, inputs.groups); !fine) return Unexpected{fine.error()};
    if (Result<void> fine = readNumbers(object, inputs); !fine) return Unexpected{fine.error()};
    return inputs;
}

Result<CatalogBound> readCatalogForm(const Json& object) {
    CatalogBound form;
    for (auto [key, into] : textsOf(form))
        if (Result<void> fine = readText(object, key, *into); !fine) return Unexpected{fine.error()};
    if (Result<void> fine = readNumber(object, "count", form.count); !fine) return Unexpected{fine.error()};
    if (Result<void> fine = readNumbers(object, form); !fine) return Unexpected{fine.error()};
    return form;
}

std::string compact(const Json& object) { return object.dump(-1, ' ', false, Json::error_handler_t::replace); }

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

Result<BoundStatement> parseBoundStatement(std::string_view json) {
    const Json object = Json::parse(json, nullptr, false);
    if (!object.is_object()) return badBound("This is no JSON object.");
    if (object.contains("groups")) {
        auto typed = readTyped(object);
        return typed ? Result<BoundStatement>(*std::move(typed)) : Unexpected{typed.error()};
    }
    auto form = readCatalogForm(object);
    return form ? Result<BoundStatement>(*std::move(form)) : Unexpected{form.error()};
}

std::string boundJson(const BoundInputs& inputs) {
    Json out = Json::object();
    out["groups"] = Json::array();
    for (const WeightGroup& group : inputs.groups)
        out["groups"].push_back(Json::array({group.name, group.params, group.bytesPerParam}));
    out["bandwidth_bytes_per_s"] = inputs.bandwidth;
    for (auto [key, value] : numbersOf(inputs))
        if (*value) out[key] = **value;
    for (auto [key, value, absent] : defaultedOf(inputs))
        if (*value != absent) out[key] = *value;
    return compact(out);
}

std::string boundJson(const CatalogBound& form) {
    Json out = Json::object();
    for (auto [key, text] : textsOf(form))
        if (!text->empty()) out[key] = *text;
    if (form.count) out["count"] = *form.count;
    if (form.bandwidth) out["bandwidth_bytes_per_s"] = *form.bandwidth;
    for (auto [key, value, absent] : defaultedOf(form))
        if (*value) out[key] = **value;
    for (auto [key, value] : numbersOf(form))
        if (*value) out[key] = **value;
    return compact(out);
}

}  // namespace plumbline
