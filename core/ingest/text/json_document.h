// Small JSON documents read whole: summaries and arguments beside a result.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/trace/result.h"

namespace plumbline {

/// No summary of a run is near this size.
inline constexpr std::size_t largestDocument = std::size_t{64} << 20;

/// The whole of a small file, without a byte order mark. Errors: io; refused above `largest`.
Result<std::string> readSmallFile(const std::string& path, std::uint64_t largest = largestDocument);

/// A JSON text in which the bare NaN, Infinity and their like that Python and C write are null; `replaced` counts them.
std::string withoutBareWords(std::string_view text, std::size_t& replaced);

/// A document; words that are no finite number become null. Errors: format, with the byte.
Result<nlohmann::json> parseDocument(std::string_view text, const std::string& path);

}  // namespace plumbline
