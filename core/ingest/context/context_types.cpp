#include "core/ingest/context/context_types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/text/near_word.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// A version may look like a number ("engine_version": 0.11).
bool isText(Json& value) { return value.is_string() || value.is_number(); }

bool isNumber(Json& value) {
    const auto number = numberOf(value);
    if (number && value.is_string()) value = Json::parse(value.get<std::string>(), nullptr, false);
    if (value.is_discarded()) value = *number;  // written as no JSON is: "+8"
    return number.has_value();
}
bool isCount(Json& value) {
    Json number = value;
    if (!isNumber(number)) return false;
    const double count = number.get<double>();
    if (count < 1 || count > 1e9 || count != std::floor(count)) return false;
    value = static_cast<std::int64_t>(count);
    return true;
}
bool isLength(Json& value) {
    Json number = value;
    if (!isNumber(number) || number.get<double>() < 0) return false;
    value = std::move(number);
    return true;
}
bool isShare(Json& value) {
    Json number = value;
    if (!isNumber(number) || number.get<double>() < 0 || number.get<double>() > 1) return false;
    value = std::move(number);
    return true;
}
bool isFlag(Json& value) { return value.is_boolean(); }
bool isObject(Json& value) { return value.is_object(); }
bool isTexts(Json& value) {
    return value.is_string() || (value.is_array() && std::all_of(value.begin(), value.end(),
                                                                 [](const Json& each) { return each.is_string(); }));
}
bool isCacheState(Json& value) {
    constexpr std::array<std::string_view, 3> words{"cold", "warm", "mixed"};
    return value.is_string() &&
           std::find(words.begin(), words.end(), value.get_ref<const std::string&>()) != words.end();
}

struct Type {
    bool (*fits)(Json&);
    std::string_view why;  ///< where it does not
};
constexpr Type textType{isText, "is no text: write it as \"...\""};
constexpr Type countType{isCount, "is no whole number of 1 or more: write it as 8"};
constexpr Type lengthType{isLength, "is no number of tokens: write it as 512"};
constexpr Type shareType{isShare, "is no share from 0 to 1: write it as 0.5"};
constexpr Type flagType{isFlag, "is neither true nor false: write it as true"};
constexpr Type objectType{isObject, "is no object: write it as {\"accelerator\": ..., \"count\": ...}"};
constexpr Type textsType{isTexts, "is no list of texts: write it as [\"--flag\", \"value\"]"};
constexpr Type cacheType{isCacheState, "is no word of the trace format: write it as \"cold\", \"warm\" or \"mixed\""};

struct TypedKey {
    std::string_view key;
    const Type* type;
};
constexpr std::array<TypedKey, 26> typedKeys{{{"name", &textType},
                                              {"label", &textType},
                                              {"model", &textType},
                                              {"model_revision", &textType},
                                              {"tokenizer", &textType},
                                              {"engine", &textType},
                                              {"engine_version", &textType},
                                              {"backend", &textType},
                                              {"quantization", &textType},
                                              {"accelerator", &textType},
                                              {"accelerator_count", &countType},
                                              {"tensor_parallel", &countType},
                                              {"pipeline_parallel", &countType},
                                              {"data_parallel", &countType},
                                              {"expert_parallel", &countType},
                                              {"flags", &textsType},
                                              {"cache_state", &cacheType},
                                              {"prefix_sharing", &shareType},
                                              {"output_checked", &flagType},
                                              {"makes_text", &flagType},
                                              {"bound", &objectType},
                                              {"workload.name", &textType},
                                              {"workload.dataset", &textType},
                                              {"workload.input_tokens", &lengthType},
                                              {"workload.output_tokens", &lengthType},
                                              {"workload.max_tokens", &lengthType}}};

/// What people write in a result's metadata, where the readers know it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> otherNames{{{"gpu", "accelerator"},
                                                                                   {"gpu_type", "accelerator"},
                                                                                   {"gpu_name", "accelerator"},
                                                                                   {"gpu_count", "accelerator_count"},
                                                                                   {"num_gpus", "accelerator_count"},
                                                                                   {"version", "engine_version"},
                                                                                   {"vllm_version", "engine_version"},
                                                                                   {"revision", "model_revision"}}};

const TypedKey* find(std::string_view key) {
    const auto* const found =
        std::find_if(typedKeys.begin(), typedKeys.end(), [&](const TypedKey& each) { return each.key == key; });
    return found == typedKeys.end() ? nullptr : found;
}

}  // namespace

std::optional<std::string> fitContextValue(std::string_view key, Json& value) {
    const TypedKey* const typed = find(key);
    if (typed == nullptr || value.is_null() || typed->type->fits(value)) return std::nullopt;
    return std::string(typed->type->why);
}

bool isContextKey(std::string_view key) { return find(key) != nullptr; }

std::string likelyContextKey(std::string_view key) {
    constexpr std::size_t longestKey = 64;
    if (key.size() > longestKey) return {};
    constexpr std::string_view workload = "workload.";
    const std::size_t prefix = key.starts_with(workload) ? workload.size() : 0;
    const std::string word = std::string(key.substr(0, prefix)) + snakeCase(key.substr(prefix));
    for (const auto& [other, ours] : otherNames)
        if (word == other) return std::string(ours);
    std::array<std::string_view, typedKeys.size()> keys;
    std::transform(typedKeys.begin(), typedKeys.end(), keys.begin(), [](const TypedKey& each) { return each.key; });
    return isContextKey(word) ? word : nearestWord(word, keys);
}

bool isConfigurationKey(std::string_view key) { return !key.starts_with("workload.") && find(key) != nullptr; }

}  // namespace plumbline
