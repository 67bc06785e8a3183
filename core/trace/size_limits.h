// How much is read and measured before a limit is met and said (CLI §5): one table, one place to ask.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/result.h"

namespace plumbline {

enum class SizeLimit : std::uint8_t { pairs, configurations, levels, unpacked, document };

struct SizeLimitEntry {
    SizeLimit limit;
    std::string_view name;         ///< as --limit takes it
    std::uint64_t standard;        ///< without --limit
    std::string_view unit;         ///< "" or "BYTES"
    std::string_view words;        ///< what happens above it; {0} the limit, {1} how many are left out
    std::string_view beside = {};  ///< what else holds without --limit, to follow the number
};
std::span<const SizeLimitEntry> sizeLimits();
const SizeLimitEntry& entry(SizeLimit limit);

/// A limit that was met.
struct LimitMet {
    SizeLimit limit{};
    std::uint64_t at = 0, leftOut = 0;
};
/// What it says, with how to lift it.
std::string text(const LimitMet& met);
/// All was read, and some of it has no figures or is not compared.
constexpr bool isOfFigures(SizeLimit limit) { return limit <= SizeLimit::levels; }

/// In force in this process. Set before anything is read, by setSizeLimits() alone.
std::uint64_t limitOf(SizeLimit limit);
/// Of a packed file: where nobody has set it, 200 times the file's size if that is more.
std::uint64_t unpackedLimit(std::uint64_t packedBytes);

using GivenLimits = std::vector<std::pair<SizeLimit, std::uint64_t>>;
/// "pairs=100,document=1000". The error says what there is.
Result<GivenLimits> parseSizeLimits(std::string_view text);
/// Those that are not given are as in the table.
void setSizeLimits(const GivenLimits& given);

/// The whole of a context, mapping, review or other document that a person wrote. Errors: io; refused, with the
/// limit's sentence, for one that is larger.
Result<std::string> readDocument(const std::string& path);
/// The refusal of readDocument(), and whether an error is that.
Unexpected tooLargeDocument(const std::string& path);
bool isTooLargeDocument(const Error& error);

}  // namespace plumbline
