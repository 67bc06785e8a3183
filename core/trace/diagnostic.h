// Dirty but usable data: what was rejected and what was noticed, each with its place and reason.
#pragma once

#include <cstdint>
#include <string>

namespace plumbline {

/// A record that became no row. Kept in the workspace for a person to see.
struct Rejection {
    std::uint64_t record = 0;  ///< from 0
    std::uint64_t line = 0;    ///< from 1; 0: not a line format
    std::uint64_t byte = 0;    ///< of the record's first byte
    std::string reason;        ///< one sentence
    std::string excerpt;       ///< the first bytes of the record as they stand in the file, at most 200
};

/// Something a person should know of a file that was read: counted, not fatal.
struct Diagnostic {
    std::string id;    ///< "duplicate-key", "bare-nan", "number-as-text", "truncated", ...
    std::string text;  ///< one sentence with the first place
    std::uint64_t count = 1;
    std::uint64_t line = 0;
};

}  // namespace plumbline
