// Traces of any size for timing: simulated runs over sixteen loads, written in one of three formats.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace plumbline::bench {

enum class Format : std::uint8_t { trace, aiperf, vllm };
std::optional<Format> parseFormat(std::string_view word);

struct WriteOptions {
    std::filesystem::path path;
    Format format = Format::trace;
    int rows = 0;   ///< in all; each load gets a sixteenth
    int gaps = 32;  ///< between the chunks of each row, one token a chunk; 1 or more
};

/// trace: one file. vllm: one file, an object a line for each load. aiperf: all rows at concurrency 32, since its row
/// file does not hold the load; a path that ends in '/' or is a folder becomes a run directory with its summary.
/// The same options write the same bytes. Throws std::system_error.
void writeFile(const WriteOptions& options);

}  // namespace plumbline::bench
