// One record as it stands in its file, read again for a person who asks for it. What is shown is never stored.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/ingest/redact/raw_text.h"
#include "core/trace/result.h"

namespace plumbline {

struct RawPlace {
    std::string path;
    std::uint64_t byte = 0;  ///< Row::byte: in the unpacked file
    /// Of a record that shares its object with others (a benchmark's result with one list a field): how many records
    /// the object holds, and which of them it is, from 0.
    struct InLists {
        std::size_t position = 0, records = 0;
    };
    std::optional<InLists> inLists;
};

struct RawRecord {
    std::vector<RawPiece> pieces;
    std::string note;  ///< one sentence about what is shown: cut, or taken out of lists; empty: nothing to say
};

/// More of a record than this is not read.
inline constexpr std::size_t mostOfRecord = std::size_t{256} << 10;

/// The JSON value or the table's record that begins at the byte. Reads the file up to there. Errors: io; cancelled;
/// refused for a database, which has no text; format where the file ends before the byte.
Result<RawRecord> rawRecord(const RawPlace& place, std::size_t most = mostOfRecord, std::stop_token stop = {});

}  // namespace plumbline
