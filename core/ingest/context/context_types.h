// What each key of a context holds (TRACE_FORMAT §2): a context file is written by hand, and what stands there in the
// wrong type would be taken for a fact.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// Why a value is none that the key of a context ("engine", "workload.dataset") holds, and what to give, to follow the
/// value in a sentence: "is no whole number of 1 or more: write it as 8"; nothing where it fits, and for null and keys
/// of somebody's own. A number that is written as a text fits where a number does, and becomes one.
std::optional<std::string> fitContextValue(std::string_view key, nlohmann::json& value);

/// Whether a key belongs under "configuration".
bool isConfigurationKey(std::string_view key);
/// A key with a type, of the configuration or of the workload.
bool isContextKey(std::string_view key);
/// What a key that is none was probably meant to be: "acelerator" and "gpu" are "accelerator". Empty where nothing is
/// near.
std::string likelyContextKey(std::string_view key);

}  // namespace plumbline
