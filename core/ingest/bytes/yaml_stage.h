// YAML as a stage of JSON: one document becomes one line, so that every reader of JSON and of JSON Lines reads YAML.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/ingest/bytes/byte_stage.h"

namespace plumbline {

/// What looksLikeYaml() wants to see of a file.
inline constexpr std::size_t yamlHead = 4096;
/// More YAML than this is refused: it is converted as one, at some MB/s.
inline constexpr std::size_t largestYaml = std::size_t{64} << 20;
/// What aliases may add to a file; "billion laughs" are larger.
inline constexpr std::size_t largestExpansion = std::size_t{64} << 20;

/// Bytes of JSON that are converted before everything is: more than a probe's 256 KiB, as converting is what costs.
inline constexpr std::size_t yamlBeginning = std::size_t{288} << 10;

/// By the extension .yaml or .yml (before .gz or .zst), or by "%YAML" or "---" and a key at the beginning; JSON, which
/// is YAML as well, is left as it is.
bool looksLikeYaml(std::string_view head, std::string_view path);

/// Converts its beginning at the first read, and everything where more is read. Errors of kind format, after what could
/// be converted: no YAML, with the line; refused: too large, or too much in its aliases; cancelled.
StagePointer yamlAsJson(StagePointer from, std::string path, std::stop_token stop, std::size_t largest = largestYaml,
                        std::size_t expansion = largestExpansion);

}  // namespace plumbline
