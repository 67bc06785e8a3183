// A scalar of YAML as the JSON that it means: YAML 1.2's core schema.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// The JSON text of a scalar. `tag` as yaml-cpp gives it: "?" for a plain one without a tag, "!" for a quoted one, else
/// the tag. Quoted scalars, and those of a tag that is no core type, stay strings. Not-a-number and the infinities
/// become the bare NaN and Infinity that readers take for unknown.
std::string yamlScalarAsJson(std::string_view value, std::string_view tag);

}  // namespace plumbline
