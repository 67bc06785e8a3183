// Somebody else's SQLite database as it lies on disk: plain, or packed with gzip or zstd.
#pragma once

#include <cstdint>

#include "core/ingest/reader/reader.h"
#include "core/sqlite/sqlite.h"

namespace plumbline {

/// What a packed database may come to when it is unpacked: it lies in memory until it has been read.
inline constexpr std::uint64_t largestPackedDatabase = std::uint64_t{1} << 30;

/// Opens the database of input.path for reading. A packed one is unpacked into memory, so that nothing is written
/// anywhere; only then are progress, stop and damage of the input heeded. Errors: io, cancelled; format for what is no
/// database or is damaged; refused beyond `largest` bytes.
Result<Connection> openForeignDatabase(const ReadInput& input, std::uint64_t largest = largestPackedDatabase);

}  // namespace plumbline
