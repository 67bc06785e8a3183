// gzip and zstd as stages: all members and all frames of a file, one after another.
#pragma once

#include <string>
#include <string_view>

#include "core/ingest/bytes/byte_stage.h"

namespace plumbline {

enum class Packing : std::uint8_t { none, gzip, zstd, zip };

/// By the first four bytes.
Packing packingOf(std::string_view head);
/// "gzip", "zstd", "zip"; empty for none.
std::string_view name(Packing packing);

/// The path without ".gz", ".zst" or ".zstd" at its end.
std::string_view withoutPackingSuffix(std::string_view path);

/// Unpacks gzip or zstd. Errors of kind format, after the bytes before them: damaged, cut off, or followed by
/// something that is no packing. Errors of kind refused: more bytes than `most`.
StagePointer unpacked(Packing packing, StagePointer from, std::string path, std::uint64_t most);
/// Whether it is that refusal.
bool isUnpackedTooLarge(const Error& error);

}  // namespace plumbline
